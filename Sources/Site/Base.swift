internal import Kernel
package import Todo

/// What a detail form was loaded with: a hash of each property and of the list, never a text. An
/// update compares with it to tell what the person changed, and what someone else did meanwhile.
package struct Base: Sendable {
  /// A hash of each property's value, and of the list's id under the name `list`.
  private var hashes: [(name: String, hash: UInt32)]

  package static let list = "list"

  /// The base of an item as it is now.
  package init(_ item: Item, in list: ListID) {
    self.init(Item.editableProperties.map { $0.read(item) }, in: list)
  }

  /// The base of the values of `Item.editableProperties`, in their order.
  init(_ values: [StoredValue], in list: ListID) {
    hashes = []
    hashes.reserveCapacity(values.count + 1)
    for (property, value) in zip(Item.editableProperties, values) {
      hashes.append((property.name, Self.hash(value)))
    }
    var hash = Hash()
    list.forEachByte { hash.add($0) }
    hashes.append((Self.list, hash.folded))
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
    var text: [UInt8] = []
    append(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Adds that text.
  func append(to text: inout [UInt8]) {
    for (index, (name, hash)) in hashes.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ".")) }
      text.append(copying: name.utf8.span)
      text.append(addingCapacity: 9) { text in
        text.append(UInt8(ascii: "-"))
        for shift in stride(from: 28, through: 0, by: -4) {
          let digit = UInt8(truncatingIfNeeded: hash &>> shift) & 0xF
          text.append(digit &+ (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
        }
      }
    }
  }

  /// Whether the form was loaded with this value; `nil` if the base says nothing about it.
  package func matches(_ name: String, _ value: StoredValue) -> Bool? {
    hashes.first { $0.name == name }.map { $0.hash == Self.hash(value) }
  }

  private static func hash(_ value: StoredValue) -> UInt32 {
    var hash = Hash()
    switch value {
    case .text(let text): hash.add(text)
    case .flag(let flag): hash.add(flag ? 1 : 0)
    case .number(let number): hash.add(String(number))
    case .time(let time): hash.add(String(time?.milliseconds ?? .min))
    }
    return hash.folded
  }

  /// FNV-1a over a value's bytes, folded to 32 bits. Two versions of one text have the same hash by
  /// chance once in four thousand million times.
  private struct Hash {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    var folded: UInt32 { UInt32(truncatingIfNeeded: state ^ state >> 32) }

    mutating func add(_ byte: UInt8) { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }

    mutating func add(_ text: String) {
      let bytes = text.utf8.span
      for index in bytes.indices { add(bytes[index]) }
    }
  }
}

extension UInt8 {
  fileprivate var isLowercaseHexDigit: Bool {
    isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
  }
}
