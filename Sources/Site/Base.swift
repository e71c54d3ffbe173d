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
    hashes = []
    hashes.reserveCapacity(Item.editableProperties.count + 1)
    for property in Item.editableProperties {
      hashes.append((property.name, Self.hash(property.read(item))))
    }
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
    var text: [UInt8] = []
    text.reserveCapacity(hashes.count * 20)
    for (name, hash) in hashes {
      if !text.isEmpty { text.append(UInt8(ascii: ".")) }
      text.append(copying: name.utf8.span)
      text.append(addingCapacity: 9) { text in
        text.append(UInt8(ascii: "-"))
        for shift in stride(from: 28, through: 0, by: -4) {
          let digit = UInt8(truncatingIfNeeded: hash &>> shift) & 0xF
          text.append(digit &+ (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
        }
      }
    }
    return String(decoding: text, as: UTF8.self)
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
    func add(_ text: String) {
      let bytes = text.utf8.span
      for index in bytes.indices { add(bytes[index]) }
    }
    switch value {
    case .text(let text): add(text)
    case .flag(let flag): add(flag ? 1 : 0)
    case .number(let number): add(String(number))
    case .time(let time): add(String(time?.milliseconds ?? .min))
    }
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }
}

extension UInt8 {
  fileprivate var isLowercaseHexDigit: Bool {
    isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
  }
}
