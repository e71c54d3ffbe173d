import Todo

/// Ids that are told apart at a glance.
func itemID(_ number: Int) -> ItemID {
  ItemID(high: 0x4000, low: 0x8000_0000_0000_0000 | UInt64(number))
}
func listID(_ number: Int) -> ListID {
  ListID(high: 0x4001, low: 0x8000_0000_0000_0000 | UInt64(number))
}
func sessionID(_ number: Int) -> SessionID {
  SessionID(high: 0x4002, low: 0x8000_0000_0000_0000 | UInt64(number))
}

/// 2026-07-01T09:30:00.000Z and so many milliseconds.
func time(_ milliseconds: Int64 = 0) -> Timestamp {
  Timestamp(milliseconds: 1_782_898_200_000 + milliseconds)
}

func item(_ number: Int, _ title: String = "Buy milk", detail: String = "") -> Item {
  Item(id: itemID(number), title: title, detail: detail, created: time(), ordinal: number)
}

/// One transaction of every kind, with every kind of change, numbered from 1.
let everyKindOfTransaction: [Transaction] = {
  let place = Place(list: listID(1), after: nil, before: itemID(7), stamp: 1)
  let other = Place(list: listID(2), after: itemID(3), before: nil, stamp: 2)
  let listPlace = ListPlace(after: nil, before: nil, stamp: 3)
  let otherListPlace = ListPlace(after: listID(1), before: listID(2), stamp: 4)
  let list = ItemList(id: listID(1), name: "Errands", created: time())
  let actions: [(Transaction.Action, [Change], Once?)] = [
    (
      .perform(Label(.addItem, .item(itemID(1)), name: "Buy milk")),
      [.insertItem(item(1), at: place)],
      Once(token: "t0k3n", location: "/lists/1")
    ),
    (
      .perform(Label(.deleteItem, .item(itemID(1)), name: "“Buy” <milk>")),
      [.removeItem(item(1, detail: "2 l\n\tand\u{7}"), from: other)], nil
    ),
    (
      .perform(Label(.updateItem, .item(itemID(1)), name: "a", detail: "b", count: 3)),
      [
        .setProperty(itemID(1), Property.title.erased, from: .text("a"), to: .text("b")),
        .setProperty(itemID(1), Property.done.erased, from: .flag(false), to: .flag(true)),
        .setProperty(
          itemID(1), Property.completed.erased, from: .time(nil), to: .time(time(7))),
        .setProperty(
          itemID(1), Property.completed.erased, from: .time(time(7)), to: .time(nil)),
        .setProperty(
          itemID(1), Property.count.erased, from: .number(-999_999_999), to: .number(10)),
      ], nil
    ),
    (
      .perform(Label(.moveToList, .item(itemID(1)), name: "a", detail: "Errands")),
      [.moveItem(itemID(1), from: place, to: other)], nil
    ),
    (
      .perform(Label(.addList, .list(listID(1)), name: "Errands")),
      [
        .insertList(list, at: listPlace), .moveList(listID(1), from: listPlace, to: otherListPlace),
      ],
      nil
    ),
    (
      .perform(Label(.clearDone, .none, name: "", count: 12)),
      [.renameList(listID(1), from: "Errands", to: "用事"), .removeList(list, from: otherListPlace)],
      nil
    ),
    (
      .step(.undo, steps: 2),
      [.setProperty(itemID(1), Property.favorite.erased, from: .flag(true), to: .flag(false))], nil
    ),
    (.step(.redo, steps: 1_000), [], nil),
    (.skip(.undo, step: 4), [], nil),
    (.skip(.redo, step: 5), [], nil),
  ]
  return actions.enumerated().map { index, parts in
    Transaction(
      revision: index + 1, time: time(Int64(index)), session: index == 4 ? nil : sessionID(1),
      action: parts.0, changes: parts.1, once: parts.2)
  }
}()
