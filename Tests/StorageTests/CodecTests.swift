import Kernel
import Storage
import Testing
import Todo

private func line(_ transaction: Transaction, synced: Int = 0) -> [UInt8] {
  var writer = LineWriter()
  writer.line(transaction, synced: synced)
  return Array(writer.bytes.dropLast())
}

@Suite struct CodecTests {
  @Test func `a line is one a person can read`() {
    let transaction = everyKindOfTransaction[0]
    #expect(
      String(decoding: line(transaction), as: UTF8.self)
        == #"{"seq":1,"synced":0,"time":"2026-07-01T09:30:00.000Z","#
        + #""session":"00000000-0000-4002-8000-000000000001","#
        + #""step":{"verb":"addItem","item":"00000000-0000-4000-8000-000000000001","#
        + #""name":"Buy milk"},"#
        + #""changes":[{"insert item":{"id":"00000000-0000-4000-8000-000000000001","#
        + #""created":"2026-07-01T09:30:00.000Z","ordinal":1,"title":"Buy milk","detail":"","#
        + #""favorite":false,"done":false,"count":0},"#
        + #""at":{"list":"00000000-0000-4001-8000-000000000001","after":null,"#
        + #""before":"00000000-0000-4000-8000-000000000007","stamp":1}}],"#
        + #""once":{"token":"t0k3n","location":"/lists/1"},"crc":"a8da74c5"}"#)
  }

  @Test(arguments: everyKindOfTransaction.indices)
  func `every kind of transaction is read as it was written`(index: Int) throws {
    let written = line(everyKindOfTransaction[index], synced: index)
    let read = try JournalLine(written)
    #expect(read.synced == index)
    #expect(read.transaction.revision == index + 1)
    // Written again it is the same, and the writer leaves out nothing (see the line above).
    #expect(line(read.transaction, synced: read.synced) == written)
  }

  @Test func `every Unicode scalar survives`() throws {
    var block = ""
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      block.unicodeScalars.append(scalar)
      guard value & 0x3FFF == 0x3FFF else { continue }
      let label = Label(.deleteItem, .none, name: block, detail: "\(block)e\u{301}")
      let transaction = Transaction(
        revision: 1, time: time(), session: nil, action: .perform(label), changes: [])
      let written = line(transaction)
      #expect(!written.contains { $0 < 0x20 || $0 == 0x7F })
      guard case .perform(let read) = try JournalLine(written).transaction.action else {
        Issue.record("another action")
        return
      }
      #expect(read.name.utf8.elementsEqual(label.name.utf8))
      #expect(read.detail.utf8.elementsEqual(label.detail.utf8))
      block = ""
    }
  }

  @Test(arguments: everyKindOfTransaction.indices)
  func `a line with any byte changed, removed or doubled is refused`(index: Int) {
    let written = line(everyKindOfTransaction[index])
    for position in written.indices {
      for flip: UInt8 in [0x01, 0x20, 0x80, 0xFF] {
        var changed = written
        changed[position] ^= flip
        #expect(throws: FormatError.self) { try JournalLine(changed) }
      }
      var shorter = written
      shorter.remove(at: position)
      #expect(throws: FormatError.self) { try JournalLine(shorter) }
      var longer = written
      longer.insert(written[position], at: position)
      #expect(throws: FormatError.self) { try JournalLine(longer) }
      #expect(throws: FormatError.self) { try JournalLine(Array(written[..<position])) }
    }
  }

  /// Lines with the right checksum that this format does not have.
  @Test(arguments: [
    (#""session""#, #""user""#),
    (#","changes""#, #","priority":1,"changes""#),
    (#""count":0"#, #""count":0,"priority":1"#),
    (#""count":0"#, #""count":"0""#),
    (#""done":false"#, #""done":0"#),
    (#""title""#, #""headline""#),
    (#""ordinal":1"#, #""ordinal":01"#),
    (#""ordinal":1"#, #""ordinal":99999999999999999999"#),
    // No number could come after it.
    (#""ordinal":1"#, #""ordinal":9223372036854775807"#),
    (#""stamp":1"#, #""stamp":9223372036854775807"#),
    (#""ordinal":1"#, #""ordinal":"#),
    (#""stamp":1"#, #""stamp":-0"#),
    (#""synced":0"#, #""synced":1"#),
    (#""synced":0"#, #""synced":-1"#),
    (#""verb":"addItem""#, #""verb":"buyItem""#),
    (#""name":"Buy milk""#, #""name":"Buy \m""#),
    (#""name":"Buy milk""#, #""name":"\u0100""#),
    (#"09:30:00.000Z""#, #"24:30:00.000Z""#),
    (#"2026-07-01T"#, #"2026-06-31T"#),
    (#"09:30:00.000Z""#, #"09:30:60.000Z""#),
    (#"2026-07-01T09:30"#, String(repeating: "\0", count: 16)),
    (#""verb":"addItem""#, "\"verb\":\"addItem\0\""),
    (#""verb":"addItem""#, #""verb":"""#),
    (#""after":null"#, #""after": null"#),
    (#""after":null"#, #""after":"00000000-0000-4001-8000-00000000000G""#),
    (#"}],"once""#, #"},],"once""#),
  ])
  func `a line that this program does not write is refused`(part: String, other: String) throws {
    let written = String(decoding: line(everyKindOfTransaction[0]), as: UTF8.self)
    #expect(written.contains(part))
    let changed = resealed(written.replacing(part, with: other))
    #expect(throws: FormatError.self) { try JournalLine(Array(changed.utf8)) }
    #expect(throws: Never.self) { try JournalLine(Array(resealed(written).utf8)) }
  }

  /// The same of one that sets properties.
  @Test(arguments: [
    "don", "doner", "", "done\0", "done\\", "done\\\"", "a name that is longer than any", "titel",
    "Done", "done\",\"of",
  ])
  func `a property that there is not is refused`(name: String) throws {
    let written = String(decoding: line(everyKindOfTransaction[2]), as: UTF8.self)
    #expect(written.contains(#""set":"done""#))
    let changed = resealed(written.replacing(#""set":"done""#, with: "\"set\":\"\(name)\""))
    #expect(throws: FormatError.self) { try JournalLine(Array(changed.utf8)) }
  }

  @Test func `an item without a property that came later has its default`() throws {
    let written = String(decoding: line(everyKindOfTransaction[0]), as: UTF8.self)
    let older = resealed(written.replacing(#","done":false"#, with: ""))
    let read = try JournalLine(Array(older.utf8))
    #expect(line(read.transaction) == Array(written.utf8))
  }

  /// The beginning and the end of the calendar, leap days, what is outside.
  @Test(arguments: [
    (Int64(0), #""1970-01-01T00:00:00.000Z""#),
    (-1, #""1969-12-31T23:59:59.999Z""#),
    (951_782_400_000, #""2000-02-29T00:00:00.000Z""#),
    (4_107_542_399_999, #""2100-02-28T23:59:59.999Z""#),
    (4_107_542_400_000, #""2100-03-01T00:00:00.000Z""#),
    (-62_167_219_200_000, #""0000-01-01T00:00:00.000Z""#),
    (253_402_300_799_999, #""9999-12-31T23:59:59.999Z""#),
    (253_402_300_800_000, "253402300800000"),
    (-62_167_219_200_001, "-62167219200001"),
    (Int64.max, "9223372036854775807"),
    (Int64.min, "-9223372036854775808"),
  ])
  func `times are written in UTC`(milliseconds: Int64, text: String) throws {
    let transaction = Transaction(
      revision: 1, time: Timestamp(milliseconds: milliseconds), session: nil,
      action: .skip(.undo, step: 1), changes: [])
    let written = line(transaction)
    #expect(String(decoding: written, as: UTF8.self).contains("\"time\":\(text),"))
    #expect(try JournalLine(written).transaction.time.milliseconds == milliseconds)
  }

  @Test func `days all over the calendar are read as they were written`() throws {
    for day in stride(from: Int64(-719_528), to: 2_932_897, by: 101) {
      let moment = Timestamp(milliseconds: day * 86_400_000 + 43_200_000)
      let calendar = try #require(CalendarTime(moment))
      #expect(calendar.timestamp == moment)
      guard calendar.timestamp == moment else { return }
    }
  }

  @Test(
    arguments: [
      ("", UInt32(0)),
      ("123456789", UInt32(0xE306_9283)),
      (String(repeating: "\0", count: 32), UInt32(0x8A91_36AA)),
    ] as [(String, UInt32)])
  func `the checksum is CRC-32C`(text: String, checksum: UInt32) {
    #expect(Checksum.crc32c(Array(text.utf8), 0..<text.utf8.count) == checksum)
    #expect(Checksum.byTables(Array(text.utf8), 0..<text.utf8.count) == checksum)
  }

  @Test func `the tables and the processor come to the same checksum`() {
    let bytes = (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ 7) }
    for start in 0..<20 {
      for end in start..<bytes.count {
        #expect(Checksum.crc32c(bytes, start..<end) == Checksum.byTables(bytes, start..<end))
      }
    }
  }
}

/// The line with the checksum that fits its bytes.
func resealed(_ line: String) -> String {
  let body = Array(line.utf8.dropLast(18))
  let digits = String(Checksum.crc32c(body, 0..<body.count), radix: 16)
  let padding = String(repeating: "0", count: 8 - digits.count)
  return String(decoding: body, as: UTF8.self) + ",\"crc\":\"\(padding)\(digits)\"}"
}
