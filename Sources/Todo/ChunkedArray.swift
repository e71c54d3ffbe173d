/// An array in chunks that each have their own memory, so that changing an element of an array of
/// which there is another copy copies one chunk and the list of them, however many elements there are.
struct ChunkedArray<Element: Sendable>: Sendable {
  private var chunks: [[Element]] = []
  private(set) var count = 0

  /// The elements of a chunk: few enough to be copied in passing, so many that what lists the chunks
  /// of a million elements is copied in passing too.
  static var size: Int { 1 << shift }
  private static var shift: Int { 7 }

  init() {}

  init(repeating element: Element, count: Int) {
    self.count = count
    let (full, rest) = count.quotientAndRemainder(dividingBy: Self.size)
    // All share one chunk until something is put into them.
    chunks = Array(repeating: Array(repeating: element, count: Self.size), count: full)
    if rest > 0 { chunks.append(Array(repeating: element, count: rest)) }
  }

  subscript(index: Int) -> Element {
    get { chunks[index >> Self.shift][index & (Self.size - 1)] }
    set { chunks[index >> Self.shift][index & (Self.size - 1)] = newValue }
  }

  /// Changes elements in place, one after the other.
  ///
  /// - Parameter body: changes one and gives the index of the next one, which is negative if there is
  ///   none.
  mutating func change(from index: Int, _ body: (inout Element) -> Int) {
    var chunks = chunks.mutableSpan
    var index = index
    while index >= 0 { index = body(&chunks[index >> Self.shift][index & (Self.size - 1)]) }
  }

  mutating func append(_ element: Element) {
    if count & (Self.size - 1) == 0 {
      chunks.append([])
      // Few documents have many elements, so the first chunk grows as it must.
      if count > 0 { chunks[chunks.count - 1].reserveCapacity(Self.size) }
    }
    chunks[chunks.count - 1].append(element)
    count += 1
  }

  mutating func removeLast() -> Element {
    let last = chunks[chunks.count - 1].removeLast()
    count -= 1
    if count & (Self.size - 1) == 0 { chunks.removeLast() }
    return last
  }

  /// Removes the elements of the first chunk, which is full; all others come that much nearer.
  mutating func removeFirstChunk() {
    chunks.removeFirst()
    count -= Self.size
  }

  /// Adds a chunk before all others.
  mutating func addFirstChunk(repeating element: Element) {
    chunks.insert(Array(repeating: element, count: Self.size), at: 0)
    count += Self.size
  }

  mutating func reserveCapacity(_ count: Int) {
    chunks.reserveCapacity((count >> Self.shift) + 1)
  }
}
