internal import HTTP
internal import Todo

/// Who asks: what the fields of a request tell about the person and the browser.
final class Visitor: Sendable {
  /// The session that the cookie of this port names, if it has the form of one.
  let own: SessionID?
  /// That session, which the server may not know; without one a session of the same store from when
  /// it was served at another port.
  let claimed: SessionID?
  let language: Language
  /// Where the browser is, if a script has told.
  let zone: ZoneName?
  /// The browser fetches the page ahead: nobody may ever see it, so no message is used up on it.
  /// Never so of a form.
  let isPrefetch: Bool
  /// The answer shall be JSON, problems included.
  let wantsJSON: Bool
  /// Whom the browser means to talk to.
  let host: String
  /// Of what kind the body is that was sent along.
  let mediaType: String?
  /// A path on this site from which the browser comes, if it says so; not of a form.
  let referrer: ReturnPath?

  /// Who sends a request.
  ///
  /// - Parameter isKnown: whether the store has a session of this id.
  init(
    sending request: Request, cookies names: CookieNames, languages: Languages,
    isKnown: (SessionID) -> Bool
  ) {
    let cookies = Cookies(request.fields)
    own = cookies.octets(of: names.session).flatMap {
      $0.count == 36 ? SessionID($0.span, from: 0) : nil
    }
    claimed =
      own
      ?? cookies.values(prefix: CookieNames.sessionPrefix).lazy.compactMap { SessionID($0) }
      .first(where: isKnown)
    // Who sends a form fetches nothing ahead, and says in it where it comes from.
    let isLooking = request.method != .post
    language = languages.pick(
      acceptLanguage: request.fields["Accept-Language"], choice: cookies[names.language])
    zone = cookies[names.zone].flatMap(ZoneName.init)
    isPrefetch =
      isLooking
      && (Self.isPrefetch(request.fields, "Sec-Purpose")
        || Self.isPrefetch(request.fields, "Purpose"))
    wantsJSON = request.wantsJSON
    host = request.host
    mediaType = isLooking ? nil : request.mediaType
    referrer =
      isLooking
      ? request.fields["Referer"].flatMap { Self.path(ofReferrer: $0, host: request.host) } : nil
  }

  private static func isPrefetch(_ fields: FieldSection, _ name: String) -> Bool {
    fields.has(name) && fields.values(of: name).contains { $0.lowercased().contains("prefetch") }
  }

  private static func path(ofReferrer text: String, host: String) -> ReturnPath? {
    let origin = "http://" + host
    guard text.utf8.starts(with: origin.utf8) else { return nil }
    return ReturnPath(String(text.utf8.dropFirst(origin.utf8.count)))
  }
}

extension Coordinator {
  /// The name of the cookie that holds a session, of a site at this port.
  package static func sessionCookie(port: UInt16) -> String { CookieNames(port: port).session }
}

/// The site's cookies. The names carry the port, since all ports of a host share one jar. An object,
/// so that to use one is not to copy all.
final class CookieNames: Sendable {
  /// Whose history it is. Scripts cannot read it.
  let session: String
  /// The revision after the last accepted form: its change makes browsers drop pages they kept.
  let revision: NumberCookie
  /// The same behind what a 303 says besides.
  let revisionNotStored: NumberCookie
  /// A person's choice of language.
  let language: String
  /// The browser's time zone, `Asia/Tokyo`: set by the script of the pages.
  let zone: String

  /// What the names of session cookies begin with, whatever the port.
  static let sessionPrefix = "modosu_session_"

  init(port: UInt16) {
    session = "\(Self.sessionPrefix)\(port)"
    let cookie = SetCookie(name: "modosu_rev_\(port)", value: "", isHTTPOnly: false)
    revision = NumberCookie(cookie)
    revisionNotStored = NumberCookie(cookie, after: .notStored)
    language = "modosu_lang_\(port)"
    zone = "modosu_zone_\(port)"
  }

  /// Adds what the answer to a form that was taken says of its revision and, if that is new to the
  /// browser, of its session.
  func append(_ session: SessionID?, _ number: Int, to response: inout Response) {
    if let session {
      response.fields.append(
        SetCookie(name: self.session, value: session.description, maxAge: Self.lifetime))
    }
    if response.status == .seeOther {
      response.fields.append(revisionNotStored, number)
    } else {
      response.fields.append(revision, number)
    }
  }

  /// 400 days: the most that browsers keep (RFC 6265bis, section 5.5).
  static let lifetime = 400 * 24 * 60 * 60
}
