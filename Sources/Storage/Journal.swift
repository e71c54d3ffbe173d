import Kernel
import Todo

/// The journal of an open store as its only writer has it.
struct Journal: Sendable {
  let fileSystem: any FileSystem
  /// Without symbolic links, so that a new file takes the place of the file and not of the link.
  let path: String
  /// The folder of the file, held open so that a lack of descriptors never stands in the way of
  /// making a new name durable.
  let folder: OpenFile
  var file: OpenFile
  /// Everything before this offset is on disk.
  var end: Int
  /// The number of the last transaction before the end.
  var revision: Int
  /// Where the transactions begin.
  var snapshotEnd: Int
  /// How many transactions the file has.
  var transactions: Int
  /// What may follow the end: zeros.
  var room = JournalRoom()
  /// How long the last append took, in nanoseconds.
  var lastAppend = Int.max
  /// What was read from the file, if that may not be on disk although a sync would say so: this state
  /// must be in a new file before anything is accepted.
  var toMove: Workspace?
  var mustMove: Bool { toMove != nil }

  /// The name of a new file until it takes the journal's place.
  var newPath: String { path + ".new" }
  /// Its being there says that a sync failed and that the next start must not trust the file.
  var distrustPath: String { path + ".unsynced" }

  /// Why lines were not appended.
  enum AppendFailure: Error {
    /// The file is as it was, and the next attempt may succeed.
    case notWritten(SystemError)
    /// The file is as it was, but what the system says of it can no longer be trusted.
    case notSynced(SystemError)
    /// What the file holds is unknown.
    case notCutBack(SystemError)
  }

  /// Appends whole lines; they are on disk when it returns.
  mutating func append(
    _ lines: [UInt8], lastRevision: Int, count: Int
  ) throws(AppendFailure) {
    let began = Clock.monotonicNanoseconds()
    if room.isWanted(upTo: end + lines.count) { try makeRoom(behind: end + lines.count) }
    do throws(SystemError) {
      try file.write(lines, at: end)
    } catch {
      // Half a line and, later, another one behind it would be damage in the middle. The cut is made
      // durable before something else is written in its place: else a power cut could leave the
      // beginning of the one and the end of the other.
      try cutBack()
      do throws(SystemError) { try file.syncData() } catch { throw .notSynced(error) }
      throw .notWritten(error)
    }
    do throws(SystemError) {
      try file.syncData()
    } catch {
      // Never a second try: the system has taken the pages for clean, so that it would succeed and
      // do nothing.
      try cutBack()
      throw .notSynced(error)
    }
    end += lines.count
    revision = lastRevision
    transactions += count
    let now = Clock.monotonicNanoseconds()
    lastAppend = now - began
    room.noteAppend(at: now)
  }

  mutating func cutBack() throws(AppendFailure) {
    room.note(end: 0)
    do throws(SystemError) { try file.truncate(to: end) } catch { throw .notCutBack(error) }
  }

  /// Leaves word for the next start that the file must not be trusted. The word itself need not
  /// survive a power cut, since what is not on disk does not either.
  func leaveDistrust(_ reason: SystemError, log: (String) -> Void) {
    let text =
      "Modosu could not make its last write durable (\(reason)).\n"
      + "At the next start it writes its state to a new file, and this one goes.\n"
    do throws(SystemError) {
      let marker = try OpenFile(distrustPath, .createNew(nil), in: fileSystem)
      try marker.write(Array(text.utf8), at: 0)
    } catch {
      if !error.isTaken { log("cannot write \(distrustPath): \(error)") }
    }
  }
}
