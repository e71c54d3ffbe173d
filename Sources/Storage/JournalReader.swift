import Kernel
import Todo

/// What a journal says, and how far it goes.
struct JournalContents {
  var workspace: Workspace
  /// How many bytes the header and the snapshot have.
  var snapshotEnd: Int
  /// How many transactions follow the snapshot.
  var transactions: Int
  /// The end of the last whole line.
  var end: Int
  /// The end of the last line that is known to have been on disk while the program ran: the last
  /// line and those that were written with it are not.
  var provedEnd: Int
  /// What stands behind the end.
  var tornTail: TornTail?
}

/// The remains of a write that nobody was told had succeeded.
public struct TornTail: Hashable, Sendable {
  public let file: String
  /// The number of its first line in the file, counted from 1.
  public let line: Int
  /// Its offset.
  public let byte: Int
  /// How many bytes it has.
  public let length: Int
  public let reason: String
}

/// Reads a journal from its beginning; see JournalFormat.swift for the rules.
struct JournalReader {
  private let file: OpenFile
  /// What messages call the file.
  private let path: String
  private let size: Int
  private let isCancelled: () -> Bool
  private var source: LineSource
  /// How many lines were read, good ones.
  private var lines = 0

  /// - Parameters:
  ///   - size: where reading ends, in bytes.
  ///   - isCancelled: asked now and then; reading then ends in an error.
  init(
    _ file: OpenFile, path: String, size: Int, isCancelled: @escaping () -> Bool = { false }
  ) {
    self.file = file
    self.path = path
    self.size = size
    self.isCancelled = isCancelled
    source = LineSource(file, from: 0, to: size)
  }

  /// Everything that the file says.
  mutating func contents() throws(StorageError) -> JournalContents {
    let workspace = try snapshot()
    var contents = JournalContents(
      workspace: workspace, snapshotEnd: source.offset, transactions: 0, end: source.offset,
      provedEnd: source.offset)
    try transactions(&contents)
    return contents
  }

  // MARK: Header and snapshot

  private mutating func snapshot() throws(StorageError) -> Workspace {
    guard let range = try nextLine() else {
      throw damage(number: 0, size == 0 ? "it is empty" : FormatError.Reason.unfinished.rawValue)
    }
    var line = LineReader(source.buffer, from: range.lowerBound, to: range.upperBound)
    let found: HeaderLine
    do throws(FormatError) {
      found = try line.header()
    } catch {
      throw damage(number: 0, error.reason.rawValue, at: range)
    }
    lines = 1
    switch found {
    case .newer(let format): throw .newerFormat(file: path, format: format)
    case .header(let header): return try snapshot(header)
    }
  }

  private mutating func snapshot(_ header: Header) throws(StorageError) -> Workspace {
    var reader = SnapshotReader(header)
    for _ in 0..<header.snapshotLines {
      guard let range = try nextLine() else {
        throw damage(number: header.revision, "the file ends before its snapshot does")
      }
      do throws(FormatError) {
        let entry = try SnapshotEntry(
          LineReader(source.buffer, from: range.lowerBound, to: range.upperBound))
        guard entry.number == lines + 1 else { throw FormatError(.sequence, range.lowerBound) }
        try reader.add(entry.content)
      } catch {
        throw damage(number: header.revision, error.reason.rawValue, at: range)
      }
      lines += 1
    }
    do throws(FormatError) {
      return try reader.finish()
    } catch {
      throw damage(number: header.revision, error.reason.rawValue)
    }
  }

  // MARK: Transactions

  private mutating func transactions(_ contents: inout JournalContents) throws(StorageError) {
    var synced = -1
    while true {
      let start = source.offset
      let number = contents.workspace.revision + 1
      guard let range = try nextLine() else {
        if source.rest.isEmpty { return }
        contents.tornTail = try tornTail(from: start, number: number, .unfinished)
        return
      }
      var line = LineReader(source.buffer, from: range.lowerBound, to: range.upperBound)
      do throws(FormatError) {
        try line.verifyChecksum()
      } catch {
        contents.tornTail = try tornTail(from: start, number: number, error.reason)
        return
      }
      do throws(FormatError) {
        let line = try line.sealedLine()
        try Self.check(line, number: number, synced: synced)
        try contents.apply(line.transaction)
        if line.synced == number - 1 { contents.provedEnd = start }
        synced = line.synced
      } catch {
        // Its checksum fits, so it was not torn.
        throw damage(number: number, error.reason.rawValue, at: range)
      }
      contents.end = source.offset
      contents.transactions += 1
      lines += 1
    }
  }

  private static func check(
    _ line: JournalLine, number: Int, synced: Int
  ) throws(FormatError) {
    guard line.transaction.revision == number else { throw FormatError(.sequence, 0) }
    guard line.synced == number - 1 || line.synced == synced else { throw FormatError(.synced, 0) }
  }

  /// Decides what a line means that is not whole, by what stands behind it.
  private func tornTail(
    from start: Int, number: Int, _ problem: FormatError.Reason
  ) throws(StorageError) -> TornTail {
    var rest = LineSource(file, from: start, to: size)
    while let range = try next(&rest) {
      if Self.proves(number, rest.buffer, range) {
        throw damage(number: number, problem.rawValue, byte: start)
      }
    }
    return TornTail(
      file: path, line: lines + 1, byte: start, length: size - start, reason: problem.rawValue
    )
  }

  /// Whether a whole line anywhere in these bytes says that the number was on disk.
  private static func proves(_ number: Int, _ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    while let brace = bytes.position(of: UInt8(ascii: "{"), from: at, to: range.upperBound) {
      at = brace + 1
      guard bytes.has(JournalLine.start, at: brace, before: range.upperBound) else { continue }
      var line = LineReader(bytes, from: brace, to: range.upperBound)
      do throws(FormatError) {
        if try line.sealedNumbers().synced >= number { return true }
      } catch {
        // Not a whole line: it proves nothing.
      }
    }
    return false
  }

  // MARK: Helpers

  private mutating func nextLine() throws(StorageError) -> Range<Int>? {
    if lines & 0xFFF == 0, isCancelled() { throw .cancelled }
    return try next(&source)
  }

  private func next(_ source: inout LineSource) throws(StorageError) -> Range<Int>? {
    do throws(SystemError) {
      return try source.next()
    } catch {
      throw .system(StorageError.Failure("read", path, error))
    }
  }

  private func damage(number: Int, _ reason: String, at range: Range<Int>) -> StorageError {
    damage(number: number, reason, byte: source.bufferOffset + range.lowerBound)
  }

  private func damage(number: Int, _ reason: String, byte: Int? = nil) -> StorageError {
    .damaged(
      Damage(
        file: path, line: lines + 1, byte: byte ?? source.offset, number: number,
        reason: reason))
  }
}

extension JournalContents {
  fileprivate mutating func apply(_ transaction: Transaction) throws(FormatError) {
    do throws(TransactionError) {
      try workspace.apply(transaction)
    } catch {
      throw FormatError(.state, 0)
    }
  }
}
