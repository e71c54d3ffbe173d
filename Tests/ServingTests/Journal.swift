import Synchronization

/// Keeps what a server says.
final class Journal: Sendable {
  private let octets = Mutex<[UInt8]>([])
  func append(_ more: [UInt8]) { octets.withLock { $0 += more } }
  var text: String { octets.withLock { String(decoding: $0, as: UTF8.self) } }
}
