import Kernel
import Storage
import Testing
import Todo

/// Lines by which items come are read by a shorter way, which must lead to where the longer one does.
@Suite struct NewItemLineTests {
  /// With a session and without one, with everything that such a line can have.
  @Test(arguments: [true, false])
  func `a line with any byte changed means the same by either way`(hasSession: Bool) throws {
    let written = line(transaction(hasSession: hasSession))
    try expectSame(written)
    let others: [UInt8] = [0x00, 0x20, 0x22, 0x30, 0x39, 0x5C, 0x6E, 0x75, 0x7D, 0x80, 0xC3, 0xE3]
    for position in 20..<written.count - 18 {
      for other in others {
        var changed = written
        changed[position] = other
        try expectSame(sealed(changed))
      }
    }
  }

  /// Texts that are escaped, long, empty, or look like the end of something.
  @Test(arguments: [
    "", "milk", "a “long” title of an item, 牛乳を買う", "a \"quoted\" one", "\\", "a\tb", "\"", "\\\"",
    "\u{7}", "\u{7F}", "🎉", String(repeating: "x", count: 5_000), "\",\"detail\":\"", "u\\u0041",
  ])
  func `texts are read as they were written`(text: String) throws {
    for (title, detail) in [(text, ""), ("milk", text), (text, text), (text, "a\nb")] {
      for name in [title, title + "s"] {
        for session in [sessionID(1), nil] {
          try expectSame(
            line(
              Transaction(
                revision: 2, time: time(), session: session,
                action: .perform(Label(.addItem, .item(itemID(1)), name: name)),
                changes: [.insertItem(item(1, title, detail: detail), at: place)])))
        }
      }
    }
  }

  /// What stands around the item.
  @Test(arguments: [
    (#""verb":"addItem""#, #""verb":"importItems""#),
    (#""verb":"addItem""#, #""verb":"buyItem""#),
    (#","detail":"2 l""#, #","detail":"2 l","priority":1"#),
    (#","favorite":true"#, #","favorite":false"#),
    (#","favorite":true"#, ""),
    (#","favorite":true"#, #","favorite":1"#),
    (#","count":12"#, #","count":-12"#),
    (#","count":12"#, #","count":123456789"#),
    (#","count":12"#, #","count":012"#),
    (#","count":12"#, #","count":0"#),
    (#","count":12"#, #","count":"#),
    (#""ordinal":1"#, #""ordinal":12345678"#),
    (#""ordinal":1"#, #""ordinal":0"#),
    (#""after":null"#, #""after":"00000000-0000-4000-8000-000000000003""#),
    (#"}],"once""#, #"},{"remove list":null}],"once""#),
    (
      #""list":"00000000-0000-4001-8000-000000000001","after""#,
      #""list":"00000000-0000-4001-8000-000000000002","after""#
    ),
    (#""token":"t0k3n""#, #""token":"t\"k3n""#),
    (#""token":"t0k3n""#, #""token":"""#),
  ])
  func `a line that is not the usual one is read by the longer way`(
    part: String, other: String
  ) throws {
    let written = String(decoding: line(transaction(hasSession: true)), as: UTF8.self)
    #expect(written.contains(part))
    try expectSame(Array(resealed(written.replacing(part, with: other)).utf8))
  }

  private let place = Place(list: listID(1), after: nil, before: nil, stamp: 2)

  private func transaction(hasSession: Bool) -> Transaction {
    let item = Item(
      id: itemID(1), title: "Buy milk é", detail: "2 l", favorite: true, done: true,
      completed: time(5), count: 12, created: time(), ordinal: 1)
    let label = Label(
      .addItem, .item(item.id), name: item.title, detail: hasSession ? "" : "d",
      count: hasSession ? 1 : 2)
    return Transaction(
      revision: 2, time: time(), session: hasSession ? sessionID(1) : nil, action: .perform(label),
      changes: [.insertItem(item, at: place)], once: Once(token: "t0k3n", location: "/lists/1"))
  }

  private func line(_ transaction: Transaction) -> [UInt8] {
    var writer = LineWriter()
    writer.line(transaction, synced: 1)
    return Array(writer.bytes.dropLast())
  }

  private func sealed(_ line: [UInt8]) -> [UInt8] {
    let body = line.dropLast(18)
    let digits = String(Checksum.crc32c(Array(body), 0..<body.count), radix: 16)
    let zeros = String(repeating: "0", count: 8 - digits.count)
    return Array(body) + Array(#","crc":"\#(zeros)\#(digits)"}"#.utf8)
  }

  /// Reads the line alone, and in a journal behind one that makes its list.
  private func expectSame(_ line: [UInt8]) throws {
    var workspace = Workspace()
    var expected: String?
    do {
      try workspace.apply(try #require(firstList(workspace)))
      let read = try JournalLine(line)
      if read.synced == 1, !line.contains(UInt8(ascii: "\n")) {
        try workspace.apply(read.transaction)
        expected = Dump(workspace).text
      }
    } catch is FormatError {
    } catch is TransactionError {
    }
    #expect(try opened(line) == expected, "\(String(decoding: line, as: UTF8.self))")
  }

  /// What a store comes to that has the line; `nil` if it refuses it.
  private func opened(_ line: [UInt8]) throws -> String? {
    let header =
      #"{"modosu":1,"seq":0,"ordinal":1,"snapshot":0,"time":"2026-07-01T09:30:00.000Z""#
      + #","crc":"00000000"}"#
    var writer = LineWriter()
    writer.line(try #require(firstList(Workspace())), synced: 0)
    let disk = try newDisk()
    try disk.makeFolder(Script.folder)
    disk.put(
      sealed(Array(header.utf8)) + [UInt8(ascii: "\n")] + writer.bytes + line
        + [UInt8(ascii: "\n")], Script.folder + "/journal.jsonl")
    do throws(StorageError) {
      let store = try Script.open(disk.restarted())
      defer { store.close() }
      return store.read { Dump($0).text }.result
    } catch {
      return nil
    }
  }
}
