internal import HTTP

/// Which requests are taken at all: those that name this machine, and posts that come from this
/// site.
package struct RequestPolicy: Sendable {
  /// Further names that `Host` may have, in lower case (`--host-name`).
  let hostNames: [String]

  package init(hostNames: [String]) {
    self.hostNames = hostNames.map { $0.lowercased() }
  }

  enum Refusal {
    /// `Host` is another machine's name, as after DNS rebinding.
    case misdirected
    /// A form that another site sends.
    case crossSite
  }

  /// Why the request is refused, or `nil`.
  func refusal(of request: Request) -> Refusal? {
    // HTTP/1.0 knows requests without a host; no browser sends them.
    let isNameless = request.host.isEmpty && request.version == .http10
    guard isNameless || allows(host: request.host) else { return .misdirected }
    if request.method == .post, !isFromThisSite(request) { return .crossSite }
    return nil
  }

  /// Whether a host, with or without a port, is a loopback name or address or one of ours.
  package func allows(host: String) -> Bool {
    if isPlainLoopback(host) { return true }
    let host = host.lowercased()
    if host.hasPrefix("[") {
      let parts = host.split(separator: "]", maxSplits: 1, omittingEmptySubsequences: false)
      return parts.count == 2 && parts[0] == "[::1" && isPort(parts[1].utf8)
    }
    let parts = host.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first, parts.count == 1 || isPort((":" + parts[1]).utf8) else {
      return false
    }
    return name == "localhost" || isLoopbackIPv4(name) || hostNames.contains(String(name))
  }

  /// `127.0.0.0/8` in its usual notation; no other one (`127.1`, `0x7f.1`) is a name that browsers
  /// send.
  private func isLoopbackIPv4(_ name: Substring) -> Bool {
    let numbers = name.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127"
      && numbers.allSatisfy {
        (1...3).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isASCIIDigit) && UInt8($0) != nil
      }
  }

  /// What nearly every request says, told without taking it apart: `localhost` or `127.0.0.1`, and a
  /// port.
  private func isPlainLoopback(_ host: String) -> Bool {
    let octets = host.utf8.span
    let colon = octets.index(of: UInt8(ascii: ":"), from: 0, to: octets.count)
    return (1...5).contains(octets.count - colon - 1)
      && octets.allSatisfy(from: colon + 1, to: octets.count, \.isASCIIDigit)
      && (octets.has("localhost".utf8.span, from: 0, to: colon)
        || octets.has("127.0.0.1".utf8.span, from: 0, to: colon))
  }

  private func isPort(_ text: some Collection<UInt8>) -> Bool {
    text.isEmpty
      || text.first == UInt8(ascii: ":") && text.count <= 6
        && text.dropFirst().allSatisfy(\.isASCIIDigit)
  }

  /// `Sec-Fetch-Site` decides where a browser sends it. Without it `Origin` must be the request's
  /// own; with neither it is no browser that another site could misuse.
  private func isFromThisSite(_ request: Request) -> Bool {
    if request.fields.has("Sec-Fetch-Site") {
      return request.fields.values(of: "Sec-Fetch-Site").allSatisfy {
        $0 == "same-origin" || $0 == "none"
      }
    }
    guard request.fields.has("Origin") else { return true }
    return request.fields.values(of: "Origin").allSatisfy {
      $0.lowercased() == "http://" + request.host.lowercased()
    }
  }
}
