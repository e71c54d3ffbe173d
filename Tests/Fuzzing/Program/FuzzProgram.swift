// What libFuzzer calls. Its `main` is that of the program, which is built by `Tests/Fuzzing/run`.

import FuzzTargets

/// The target that `--target=NAME` names. libFuzzer leaves options with two hyphens alone.
private let target: FuzzTarget = {
  let option = "--target="
  let name = CommandLine.arguments.first { $0.hasPrefix(option) }?.dropFirst(option.count)
  guard let target = name.flatMap({ FuzzTarget(rawValue: String($0)) }) else {
    let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
    fatalError("name a target with \(option): \(names)")
  }
  return target
}()

// Used by one thread only: that of libFuzzer, again and again, so that no run has to allocate it.
nonisolated(unsafe) private var buffer: [UInt8] = []

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  unsafe buffer.removeAll(keepingCapacity: true)
  unsafe buffer.append(contentsOf: UnsafeBufferPointer(start: start, count: count))
  do throws(BrokenProperty) {
    try unsafe target.run(buffer)
  } catch {
    fatalError("\(error)")
  }
  return 0
}
