import Kernel
import Testing

@Test(arguments: [0, 1, 15, 16, 17, 4096]) func `bytes are copied behind those there`(count: Int) {
  let source = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
  var bytes: [UInt8] = [7, 8]
  bytes.append(addingCapacity: 2 * count + 1) { output in
    output.append(9)
    output.append(copying: source.span)
    output.append(copying: source.span)
  }
  #expect(bytes == [7, 8, 9] + source + source)
}

@Test func `bytes that there is no room for are not copied`() async {
  await #expect(processExitsWith: .failure) {
    let source: [UInt8] = [1, 2, 3]
    _ = [UInt8](capacity: 2) { output in output.append(copying: source.span) }
  }
}
