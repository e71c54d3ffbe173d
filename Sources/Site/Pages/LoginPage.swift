package import Templating

/// Asks for the access token. It shows nothing of what is stored.
package struct LoginPage: SitePage {
  package static let template = "login"

  package enum Refusal: Sendable {
    case wrongToken, tooManyGuesses
  }

  /// Its address is where the person wanted to go.
  package let context: PageContext
  package let refusal: Refusal?

  package init(_ context: PageContext, refusal: Refusal? = nil) {
    self.context = context
    self.refusal = refusal
  }

  package var title: String { "" }

  package var fields: Fields {
    [.wrong: .flag(refusal == .wrongToken), .wait: .flag(refusal == .tooManyGuesses)]
  }
}
