internal import HTTP
internal import Storage
internal import Templating
internal import Todo

/// A form that was posted, read and understood as far as that goes without looking at the store. An
/// object, since it is handed on as it is.
protocol Post: AnyObject, Sendable {
  /// What the last field of a name holds, as it came.
  func field(_ name: String) -> String?

  /// What becomes of it, given the store as it is now. It changes nothing itself.
  func decide(in workspace: Workspace, _ desk: Desk) -> Decision

  /// The page for a form whose change could not be written: everything typed stands in it again.
  func unsaved(in workspace: Workspace, _ desk: Desk) -> HTML

  /// Whether it is about so many items that others should not have to wait for it.
  func isLong(in store: FileStore, as session: SessionID?) -> Bool
}

extension Post {
  /// About how many items a form may be that is decided at once.
  static var quickItemCount: Int { 1_000 }

  func isLong(in store: FileStore, as session: SessionID?) -> Bool { false }
}

/// What becomes of a form, and what it changes, if anything. Two values in place of one that holds
/// them, since they part right away, and to take the change out of another would be to copy it.
typealias Decision = (verdict: Verdict, change: Transaction?)

enum Verdict: Sendable {
  case accepted(Acceptance)
  /// It is refused with this page, for these reasons, and nothing is changed.
  indirect case refused(Status, HTML, because: [Problem], facts: ProblemFacts?)
}

/// What comes of a form that is taken. An object, since it is handed on as it is from where it is
/// decided to where it is answered, and for as long as the disk may still refuse it.
final class Acceptance: Sendable {
  let submission: Submission
  /// Whose history it is a part of.
  let session: SessionID
  /// Whether the form changes anything.
  let changes: Bool
  /// What the next page says.
  let note: Note
  let destination: Destination

  init(
    _ submission: Submission, of session: SessionID, changes: Bool,
    _ note: consuming Note, leadingTo destination: consuming Destination
  ) {
    self.submission = submission
    self.session = session
    self.changes = changes
    self.note = note
    self.destination = destination
  }
}

/// Where a form leads that was taken: told of the store after the change.
enum Destination: Sendable {
  /// An address on this site.
  case address(String)
  /// The page that shows an item.
  case item(Landing)
  case found(@Sendable (Workspace) -> String)

  func address(in workspace: Workspace) -> Address {
    switch self {
    case .address(let address): Address(.text(address))
    case .item(let landing): landing.address(in: workspace)
    case .found(let find): Address(.text(find(workspace)))
    }
  }
}
