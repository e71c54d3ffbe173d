internal import HTTP
internal import Todo

/// An address on this site that is known but not written yet: nobody else can use the store while it
/// is looked at, so texts are made afterwards.
struct Address: Sendable {
  enum Page: Sendable {
    /// Path and query.
    case text(String)
    case list(ListID, ListQuery)
  }

  /// What of the page is meant.
  enum Fragment: Sendable {
    case none
    /// The element of this id.
    case text(String)
    /// The row of an item.
    case row(ItemID)
    /// A control in the row of this ordinal.
    case control(Landing.Focus, Int)
  }

  let page: Page
  let fragment: Fragment

  init(_ page: Page, _ fragment: Fragment = .none) {
    self.page = page
    self.fragment = fragment
  }

  /// Adds it as text.
  func write(to octets: inout [UInt8]) {
    switch page {
    case .text(let text): octets.append(text: text)
    case .list(let id, let query): octets.append(text: query.address(of: id))
    }
    switch fragment {
    case .none: return
    case .text(let id):
      octets.append(UInt8(ascii: "#"))
      octets.append(text: id)
    case .row(let item):
      octets.append(text: "#item-")
      item.append(to: &octets)
    case .control(let focus, let ordinal):
      octets.append(UInt8(ascii: "#"))
      octets.append(focus.letter)
      octets.append(decimal: ordinal)
    }
  }

  var text: String {
    var octets: [UInt8] = []
    write(to: &octets)
    return String(decoding: octets, as: UTF8.self)
  }
}
