import Synchronization

/// The name of a field, as a small number: equal names have equal numbers in the whole process.
///
/// Making one looks the text up in a table under a lock, so a page that fills many fields keeps its
/// names in static constants:
///
/// ```swift
/// extension FieldName {
///   static let title: FieldName = "title"
/// }
/// ```
///
/// Names are never forgotten. They come from templates and from code, not from what users type.
public struct FieldName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name `.`: what a list of plain values holds each value under, and what `{{.}}` inserts.
  public static var item: FieldName { FieldName(number: 0) }

  let number: Int32

  private init(number: Int32) {
    self.number = number
  }

  public init(_ text: String) {
    number = names.withLock { $0.number(of: text) }
  }

  public init(stringLiteral text: String) {
    self.init(text)
  }

  public var description: String {
    names.withLock { $0.texts[Int(number)] }
  }

  public static func == (left: FieldName, right: FieldName) -> Bool {
    left.number == right.number
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(number)
  }
}

private let names = Mutex(NameTable())

private struct NameTable {
  var texts = ["."]
  /// By bytes, for `String` compares by canonical equivalence and two spellings of `é` are two names.
  private var numbers: [[UInt8]: Int32] = [Array(".".utf8): 0]

  mutating func number(of text: String) -> Int32 {
    let bytes = Array(text.utf8)
    if let known = numbers[bytes] { return known }
    let number = Int32(texts.count)
    texts.append(text)
    numbers[bytes] = number
    return number
  }
}
