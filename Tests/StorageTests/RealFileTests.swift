import Kernel
import Storage
import Testing
import Todo

@Suite struct RealFileTests {
  @Test func `what was written to real files is there after a restart`() throws {
    try inTemporaryFolder { folder in
      let data = folder + "/a/b"
      let written: String
      do {
        let store = try FileStore(folder: data, log: { _ in }, firstStart: firstList)
        for number in 1...20 { #expect(add(number, to: store) == .durable) }
        written = store.read { Dump($0).text }.result
        store.close()
      }
      let store = try FileStore(folder: data, log: { _ in }, firstStart: firstList)
      #expect(store.read { Dump($0).text }.result == written)
      #expect(written.contains("item 20"))
      store.close()
    }
  }
}
