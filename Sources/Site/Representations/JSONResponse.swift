internal import HTTP
internal import Interchange
internal import Todo

extension FieldSection {
  /// The fields that every answer with data has: never stored, of no use to other sites.
  static let data: FieldSection = [
    "Cache-Control": "no-store", "Cross-Origin-Resource-Policy": "same-origin",
    "Vary": "Accept, Cookie, Accept-Language",
  ]
}

extension Response {
  /// An answer with one JSON object.
  static func json(
    _ status: Status = .ok, type: String = "application/json", _ body: (inout JSONText) -> Void
  ) -> Response {
    var json = JSONText()
    body(&json)
    json.endLine()
    var response = Response(status, type: type, body: Body(json.bytes))
    response.fields.append(contentsOf: .data)
    return response
  }

  /// A problem (RFC 9457) of no kind that has an address of its own.
  static func problem(
    _ status: Status, title: String? = nil, detail: String? = nil,
    inputs: [(field: String?, text: String)] = [], facts: ProblemFacts? = nil
  ) -> Response {
    json(status, type: "application/problem+json") { json in
      json.object { json in
        json.member("type", "about:blank")
        json.member("title", title ?? status.reason)
        json.member("status", status.code)
        if let detail { json.member("detail", detail) }
        if !inputs.isEmpty {
          json.name("errors")
          json.array { json in
            for input in inputs {
              json.object { json in
                if let field = input.field { json.member("field", field) }
                json.member("detail", input.text)
              }
            }
          }
        }
        facts?.write(to: &json)
      }
    }
  }

  /// What is deleted, or in conflict.
  static func problem(_ status: Status, _ facts: ProblemFacts) -> Response {
    .problem(status, title: facts.title, detail: facts.detail, facts: facts)
  }

  /// A problem in the words of a language.
  static func problem(_ problem: Problem, _ language: Language) -> Response {
    .problem([problem], Status(problem), language)
  }

  /// Problems of one request; there may be none to say more than the status does.
  static func problem(
    _ problems: [Problem], _ status: Status, _ language: Language, _ facts: ProblemFacts? = nil
  ) -> Response {
    if let facts { return .problem(status, facts) }
    let inputs = problems.compactMap { problem -> (field: String?, text: String)? in
      guard case .input(let input) = problem else { return nil }
      return (input.field, language.text(input))
    }
    var response = Response.problem(
      status, title: problems.first.map { language.text($0.key) },
      detail: problems.first.map { language.explanation(of: $0) }, inputs: inputs)
    if case .methodNotAllowed(let allowed)? = problems.first {
      response.fields.append("Allow", allowed)
    }
    if case .cannotWrite? = problems.first { response.fields.append("Retry-After", "10") }
    return response
  }
}

extension JSONText {
  /// An item with what an update is compared with.
  mutating func current(_ item: Item, in list: ListID) {
    self.item(item, in: list, base: Base(item, in: list).text)
  }
}

extension Form {
  /// Reads a JSON object of texts, numbers and flags as the fields of a form; what is null counts
  /// as absent.
  ///
  /// - Returns: `nil` if it is anything else.
  init?(json body: [UInt8]) {
    guard let value = try? JSONValue(body), case .object(let members) = value else { return nil }
    var entries: [(name: String, value: String)] = []
    for (name, value) in members {
      switch value {
      case .text(let text): entries.append((name, text))
      case .integer(let number): entries.append((name, String(number)))
      case .decimal(let text): entries.append((name, text))
      case .flag(let flag): entries.append((name, flag ? "true" : "false"))
      case .null: break
      case .array, .object: return nil
      }
    }
    self.init(entries)
  }
}
