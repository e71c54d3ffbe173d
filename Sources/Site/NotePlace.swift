internal import Todo

extension Note {
  /// With the place that a moved item has now, so that who cannot see it hears it.
  func withPlace(in document: Document) -> Note {
    guard kind == .did, let label, case .item(let id) = label.subject,
      [.moveUp, .moveDown, .moveToTop, .moveToBottom].contains(label.verb),
      case .live(_, let list) = document.item(id), let index = document.index(of: id, in: View())
    else { return self }
    var note = self
    note.position = Position(index: index + 1, total: document.counts(of: list).all)
    return note
  }
}
