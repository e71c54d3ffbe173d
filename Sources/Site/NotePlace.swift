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

  /// With a link to the item that it is about, if that is alive and not among those that the page
  /// shows.
  func linking(in document: Document, shown: some Sequence<ItemID>) -> Note {
    guard [.did, .undid, .redid].contains(kind), case .item(let id)? = label?.subject,
      case .live = document.item(id), !shown.contains(id)
    else { return self }
    var note = self
    note.elsewhere = .item(id)
    return note
  }
}
