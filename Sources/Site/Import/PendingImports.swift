internal import Interchange
internal import Synchronization

/// Files that were read and whose preview was shown: they wait, in memory only, for the person to
/// say yes.
final class PendingImports: Sendable {
  /// Of more the oldest is forgotten, and has to be chosen again.
  static let limit = 4

  private let waiting = Mutex<[(token: String, imported: Imported)]>([])

  /// Keeps an import under a new token.
  func keep(_ imported: Imported) -> String {
    let token = OnceToken.random()
    keep(imported, under: token)
    return token
  }

  /// Keeps an import under the token that it had.
  func keep(_ imported: Imported, under token: String) {
    waiting.withLock { waiting in
      if waiting.count == Self.limit { waiting.removeFirst() }
      waiting.append((token, imported))
    }
  }

  func find(_ token: String) -> Imported? {
    waiting.withLock { $0.first { $0.token == token }?.imported }
  }

  /// Forgets an import that was made.
  func drop(_ token: String) {
    waiting.withLock { $0.removeAll { $0.token == token } }
  }
}
