import Glibc
import Kernel
import Synchronization
import Testing

@Test func `a thread runs what it is given before it is joined`() throws {
  let result = Shared()
  let thread = try Thread { result.value.store(42, ordering: .relaxed) }
  thread.join()
  #expect(result.value.load(ordering: .relaxed) == 42)
  #expect(Thread.hardwareCount >= 1)
}

@Test(arguments: [Signals.Ending.interrupt, .terminate])
func `a signal is waited for and does not end the program`(_ ending: Signals.Ending) throws {
  let result = Shared()
  let thread = try Thread {
    Signals.prepare()
    _ = raise(ending.rawValue)
    result.value.store(Int(Signals.wait().rawValue), ordering: .relaxed)
  }
  thread.join()
  #expect(result.value.load(ordering: .relaxed) == Int(ending.rawValue))
}

@Test func `one clock goes forward, the other knows the year`() {
  let before = Clock.monotonicMilliseconds()
  #expect(Clock.monotonicMilliseconds() >= before)
  #expect(Clock.unixMilliseconds() > 1_700_000_000_000)
}

private final class Shared: Sendable {
  let value = Atomic(0)
}
