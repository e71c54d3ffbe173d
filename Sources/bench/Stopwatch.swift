internal import Kernel

/// Measures how long something takes.
///
/// Work that waits for nothing is measured in processor time of the calling thread, so that other
/// programs on the machine do not count; work that waits is measured in real time.
struct Stopwatch {
  let rounds: Int

  private static let roundNanoseconds = 40_000_000

  init(_ options: Options) {
    rounds = max(3, options.rounds)
  }

  /// Microseconds of processor time a call, one value a round of many calls.
  func microseconds(_ body: () -> Void) -> [Double] {
    nanoseconds(body).map { $0 / 1_000 }
  }

  /// Nanoseconds of processor time a call, one value a round of many calls.
  func nanoseconds(_ body: () -> Void) -> [Double] {
    var calls = 1
    while true {
      let taken = Self.processor { for _ in 0..<calls { body() } }
      if taken >= Self.roundNanoseconds / 4 {
        calls = max(1, calls * Self.roundNanoseconds / taken)
        break
      }
      calls *= 4
    }
    return (0..<rounds).map { _ in
      Double(Self.processor { for _ in 0..<calls { body() } }) / Double(calls)
    }
  }

  /// Microseconds of processor time of each single call, with something to be done before each
  /// that is not measured.
  func microseconds(
    calls: Int, before prepare: (Int) throws(BenchError) -> Void,
    _ body: (Int) throws(BenchError) -> Void
  ) throws(BenchError) -> [Double] {
    var values: [Double] = []
    for call in 0..<calls {
      try prepare(call)
      let start = Clock.threadNanoseconds()
      try body(call)
      values.append(Double(Clock.threadNanoseconds() - start - Self.overhead) / 1_000)
    }
    return values
  }

  /// Microseconds of real time of each single call.
  static func realMicroseconds(
    calls: Int, _ body: (Int) throws(BenchError) -> Void
  ) throws(BenchError) -> [Double] {
    var values: [Double] = []
    for call in 0..<calls {
      let start = Clock.monotonicNanoseconds()
      try body(call)
      values.append(Double(Clock.monotonicNanoseconds() - start) / 1_000)
    }
    return values
  }

  private static func processor(_ body: () -> Void) -> Int {
    let start = Clock.threadNanoseconds()
    body()
    return Clock.threadNanoseconds() - start
  }

  /// What it costs to look at the clock.
  private static let overhead: Int = {
    let looks = 10_000
    let start = Clock.threadNanoseconds()
    for _ in 0..<looks { _ = Clock.threadNanoseconds() }
    return (Clock.threadNanoseconds() - start) / looks
  }()
}

/// Keeps the optimizer from leaving out work whose result nobody uses.
@inline(never)
func keep<Value>(_ value: borrowing Value) where Value: ~Copyable {}
