/// The steps of a history in one direction, the next one last. One that is added when there is no
/// room takes the place of the oldest, and no other moves.
public struct Steps: RandomAccessCollection, Sendable {
  /// A ring that begins at `start`; what is no step is `nil`.
  private var places: [Step?] = []
  private var start = 0
  public private(set) var count = 0

  init(_ steps: [Step] = []) {
    places = steps
    count = steps.count
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { count }

  public subscript(position: Int) -> Step {
    precondition(indices.contains(position))
    guard let step = places[place(position)] else { preconditionFailure("a step that is none") }
    return step
  }

  /// Where the step at a position is; right behind the last one too, if there is room.
  private func place(_ position: Int) -> Int {
    let place = start + position
    return place < places.count ? place : place - places.count
  }

  /// The revision of the next step.
  var nextRevision: Int? { count == 0 ? nil : places[place(count - 1)]?.revision }

  mutating func append(_ step: consuming Step) {
    if count < places.count {
      places[place(count)] = step
    } else {
      if start > 0 {
        places = Array(places[start...] + places[..<start])
        start = 0
      }
      places.append(step)
    }
    count += 1
  }

  mutating func popLast() -> Step? {
    if count == 0 { return nil }
    count -= 1
    return places[place(count)].take()
  }

  mutating func popFirst() -> Step? {
    if count == 0 { return nil }
    let step = places[start].take()
    start = start + 1 < places.count ? start + 1 : 0
    count -= 1
    return step
  }

  /// Takes the last `popFirst()` back, after which nothing else is done but for what was taken back.
  mutating func putFirst(_ step: Step) {
    start = start > 0 ? start - 1 : places.count - 1
    places[start] = step
    count += 1
  }
}
