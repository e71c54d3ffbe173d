package import Todo

/// What a detail form was loaded with: a hash of each property and of the list, never a text. An
/// update compares with it to tell what the person changed, and what someone else did meanwhile.
package struct Base: Sendable {
  /// A hash of each property's value, and of the list's id under the name `list`.
  private var hashes: [(name: String, hash: UInt32)]

  package static let list = "list"

  /// The base of an item as it is now.
  package init(_ item: Item, in list: ListID) {
    hashes = Item.editableProperties.map { ($0.name, Self.hash($0.read(item))) }
    hashes.append((Self.list, Self.hash(.text(list.description))))
  }

  /// Reads what a form carried.
  ///
  /// - Returns: `nil` if it is none that the site gave: damaged on its way.
  package init?(_ text: String) {
    hashes = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "-", omittingEmptySubsequences: false)
      guard pair.count == 2, pair[1].utf8.count == 8,
        pair[1].utf8.allSatisfy(\.isLowercaseHexDigit), let hash = UInt32(pair[1], radix: 16),
        pair[0] == Self.list || AnyProperty.named(pair[0]) != nil
      else { return nil }
      hashes.append((String(pair[0]), hash))
    }
  }

  /// The text that a form carries, such as `title-1f00aa07.detail-00000000`.
  package var text: String {
    hashes.map { name, hash in
      let digits = String(hash, radix: 16)
      return "\(name)-\(String(repeating: "0", count: 8 - digits.count))\(digits)"
    }.joined(separator: ".")
  }

  /// Whether the form was loaded with this value; `nil` if the base says nothing about it.
  package func matches(_ name: String, _ value: StoredValue) -> Bool? {
    hashes.first { $0.name == name }.map { $0.hash == Self.hash(value) }
  }

  /// FNV-1a over a value's bytes, folded to 32 bits. Two versions of one text have the same hash by
  /// chance once in four thousand million times.
  private static func hash(_ value: StoredValue) -> UInt32 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    switch value {
    case .text(let text): text.utf8.forEach(add)
    case .flag(let flag): add(flag ? 1 : 0)
    case .number(let number): String(number).utf8.forEach(add)
    case .time(let time): String(time?.milliseconds ?? .min).utf8.forEach(add)
    }
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }
}

extension UInt8 {
  fileprivate var isLowercaseHexDigit: Bool {
    isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
  }
}
