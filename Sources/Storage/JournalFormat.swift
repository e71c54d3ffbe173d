import Todo

// The journal, `journal.jsonl`: the only file that holds data. It is text in UTF-8, one JSON object
// a line, its keys in a fixed order; every line ends in the checksum of what stands before it and
// a newline:
//
//   ...,"crc":"89abcdef"}     CRC-32C of the bytes from `{` up to the comma before "crc"
//
// The first line is the header:
//
//   {"modosu":1,"seq":12,"ordinal":8,"snapshot":34,"time":"2026-07-01T09:30:00.000Z","crc":"..."}
//
// "modosu" is the number of the format. A file of a later format is refused, and so is a key that
// this format does not have: nothing is ever dropped unread.
//
// "snapshot" is how many lines follow that say how everything stood after transaction "seq". They
// are numbered ("line") and described in SnapshotCodec.swift. "ordinal" is the one that the next
// item gets.
//
// Every further line is one transaction, that is what one accepted form did, all or nothing:
//
//   {"seq":13,"synced":12,"time":TIME,"session":ID,ACTION,"changes":[...],"once":{...},"crc":"..."}
//
// - "seq" counts on from the header's without gaps.
// - "synced": up to this number everything was on disk when the line was written. Lines that were
//   written together have the same one, which is the number before the first of them.
// - "session" is whose history it belongs to, or null.
// - ACTION is "step":{"verb":...,"item":ID,"name":TEXT,...} for a command, which makes a step of the
//   history; "undo":N or "redo":N for N steps taken back or done again; "skip undo":SEQ or
//   "skip redo":SEQ for a step dropped.
// - "changes" is what happened, with both sides; ChangeCodec.swift describes it.
// - "once", where the form had a token: the token and where the form led to.
//
// A reader takes the lines in order. The header and the snapshot were on disk before the file got
// its name, so anything wrong in them is damage. At a wrong line of a transaction, which should have
// number r, the rest of the file decides: a whole line anywhere behind it, inside of the wrong bytes
// too, whose "synced" is r or more proves that r was on disk, so the file is damaged, and nothing
// is read at all. Without such a line the program or the power failed while r was being written,
// and nobody was told that r was stored: what stands there is a torn tail, and it is cut off. Zeros
// at the end are room for lines to come (JournalRoom.swift): those of a program that was killed are
// cut off, too.

/// The first line of a journal.
struct Header: Equatable {
  /// The number of the format that this program writes, and the only one that it reads.
  static let format = 1
  /// What the line begins with.
  static let start: StaticString = "{\"modosu\":"

  /// The transaction after which the snapshot stands.
  var revision: Int
  /// The ordinal of the item that is made next.
  var nextOrdinal: Int
  /// How many lines of snapshot follow.
  var snapshotLines: Int
  /// When the file was made.
  var time: Timestamp
}

extension LineWriter {
  mutating func header(_ header: Header) {
    raw(Header.start)
    number(Header.format)
    raw(",\"seq\":")
    number(header.revision)
    raw(",\"ordinal\":")
    number(header.nextOrdinal)
    raw(",\"snapshot\":")
    number(header.snapshotLines)
    raw(",\"time\":")
    time(header.time)
    endLine()
  }
}

extension LineReader {
  /// Reads the header; of a newer format only its number, since nothing else is known of it.
  mutating func header() throws(FormatError) -> HeaderLine {
    try expect(Header.start)
    let format = try number()
    if format > Header.format { return .newer(format) }
    try verifyChecksum()
    try expect(",\"seq\":")
    let revision = try counter()
    try expect(",\"ordinal\":")
    let ordinal = try counter()
    try expect(",\"snapshot\":")
    let lines = try counter()
    try expect(",\"time\":")
    let time = try time()
    try finish()
    guard format == Header.format, revision >= 0, ordinal > 0, lines >= 0 else {
      throw FormatError(.number, position)
    }
    return .header(
      Header(revision: revision, nextOrdinal: ordinal, snapshotLines: lines, time: time))
  }
}

/// What the first line of a file may be.
enum HeaderLine: Equatable {
  case header(Header)
  case newer(Int)
}
