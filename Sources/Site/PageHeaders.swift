internal import HTTP
internal import Templating

extension Response {
  /// A page, with the fields that every HTML answer has: never stored, so that no page is stale,
  /// and nothing in it runs or loads that does not come from here.
  ///
  /// One-time tokens go into the page's gaps, others each time.
  static func page(_ html: HTML, status: Status = .ok) -> Response {
    Response(status, fields: pageFields, body: Body(fragments: OnceToken.complete(html)))
  }

  private static let pageFields: FieldSection = {
    var fields = FieldSection()
    fields.append("Content-Type", "text/html; charset=utf-8")
    fields.append("Cache-Control", "no-store")
    fields.append("Content-Security-Policy", contentSecurityPolicy)
    // Not no-referrer: browsers would send `Origin: null` with forms.
    fields.append("Referrer-Policy", "same-origin")
    fields.append("Cross-Origin-Opener-Policy", "same-origin")
    fields.append("Cross-Origin-Resource-Policy", "same-origin")
    fields.append("Origin-Agent-Cluster", "?1")
    // Links under the pointer are fetched ahead: pages have no side effects.
    fields.append("Speculation-Rules", "\"/static/rules.json\"")
    fields.append("Vary", "Accept, Cookie, Accept-Language")
    return fields
  }()

  private static let contentSecurityPolicy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
    "connect-src 'self'", "manifest-src 'self'", "form-action 'self'", "base-uri 'none'",
    "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types 'none'",
  ].joined(separator: "; ")
}
