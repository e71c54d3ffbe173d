package import HTTP
package import Interchange
package import Todo

/// What can be had as a file in the formats of `Interchange`.
package enum Represented: Hashable, Sendable {
  /// Whichever list is first, at the root of the site.
  case firstList
  case list(ListID)
  case item(ItemID)
  case search
  case favorites
  /// Everything that is not deleted.
  case everything

  /// The page of the same name; the export has none.
  var page: Route? {
    switch self {
    case .firstList: .home
    case .list(let id): .list(id)
    case .item(let id): .item(id)
    case .search: .search
    case .favorites: .favorites
    case .everything: nil
    }
  }

  /// The path without the format's suffix.
  var path: String { page?.path ?? "/export" }

  /// Reads the segments of a path whose last one ends in a format's suffix; `nil` for others.
  static func read(_ segments: [String]) -> (Represented, Format)? {
    guard let last = segments.last, let dot = last.utf8.lastIndex(of: UInt8(ascii: ".")) else {
      return nil
    }
    let suffix = last[last.index(after: dot)...]
    guard let format = Format(suffix: suffix), suffix == format.suffix else { return nil }
    switch (segments.count, segments[0], String(last[..<dot])) {
    case (1, _, "search"): return (.search, format)
    case (1, _, "favorites"): return (.favorites, format)
    case (1, _, "export"): return (.everything, format)
    case (2, "lists", let id): return ListID(id).map { (.list($0), format) }
    case (2, "items", let id): return ItemID(id).map { (.item($0), format) }
    default: return nil
    }
  }
}

extension Route {
  /// What of this page can be had as a file.
  var represented: Represented? {
    switch self {
    case .home: .firstList
    case .list(let id): .list(id)
    case .item(let id): .item(id)
    case .search: .search
    case .favorites: .favorites
    default: nil
    }
  }
}

extension FieldSection {
  /// The format that `Accept` likes better than HTML (RFC 9110, section 12.5.1); `nil` for
  /// browsers, and for all who take anything.
  package var preferredFormat: Format? {
    guard mayNameFormat else { return nil }
    var best: (format: Format, quality: Int)?
    var html = 0
    for range in values(of: "Accept").joined(separator: ",").split(separator: ",") {
      let parts = range.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      guard let type = parts.first?.lowercased() else { continue }
      let quality = parts.dropFirst().lazy.compactMap(Self.quality).first ?? 1_000
      switch type {
      case "text/html", "application/xhtml+xml", "text/*", "*/*": html = max(html, quality)
      case "application/problem+json":
        if quality > best?.quality ?? 0 { best = (.json, quality) }
      default:
        guard let format = Format.allCases.first(where: { $0.mediaType == type }) else { continue }
        if quality > best?.quality ?? 0 { best = (format, quality) }
      }
    }
    // What anything is as good as is said for want of something better: `text/csv, */*` asks for
    // a table.
    guard let best, best.quality > html || html > 0 && !namesHTML else { return nil }
    return best.format
  }

  /// Whether a type of `Accept` begins as those of the formats do; browsers name none.
  private var mayNameFormat: Bool {
    var isPossible = false
    forEachValue(of: "Accept") { value in
      let octets = value.span
      for index in 1..<max(1, octets.count) where octets[index - 1] == UInt8(ascii: "/") {
        switch octets[index] | 0x20 {
        case UInt8(ascii: "j"), UInt8(ascii: "p"), UInt8(ascii: "m"), UInt8(ascii: "c"):
          isPossible = true
        default: break
        }
      }
    }
    return isPossible
  }

  private var namesHTML: Bool {
    values(of: "Accept").contains { $0.lowercased().contains("html") }
  }

  /// The `q` of a range in thousandths.
  private static func quality(_ parameter: String) -> Int? {
    guard parameter.utf8.count > 2, parameter.lowercased().hasPrefix("q=") else { return nil }
    var digits = parameter.utf8.dropFirst(2).filter { $0 != UInt8(ascii: ".") }.prefix(4)
    while digits.count < 4 { digits.append(UInt8(ascii: "0")) }
    return Int(String(decoding: digits, as: UTF8.self)) ?? 0
  }
}

extension Request {
  /// Whether the answer shall be JSON, problems included.
  var wantsJSON: Bool {
    if fields.preferredFormat == .json { return true }
    let end = target.pathRange.upperBound
    guard target.pathRange.count > 5,
      target.octets.span.has(".json".utf8.span, from: end - 5, to: end)
    else { return false }
    if case .written(_, .json)? = Route(target) { return true }
    return false
  }
}
