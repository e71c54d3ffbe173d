internal import HTTP
internal import Interchange

extension ImportPage.State {
  var status: Status {
    switch self {
    case .start, .preview, .running: .ok
    case .noFile, .unreadable, .unknownList: .unprocessableContent
    }
  }

  /// The same for programs; `nil` of the page alone.
  func json(_ language: Language) -> Response? {
    switch self {
    case .start: return nil
    case .noFile, .unreadable, .unknownList:
      return .problem(status, detail: reason(language))
    case .preview(let preview): return preview.json(language)
    case .running(let fraction):
      var response = Response.json { json in
        json.object { json in
          json.member("running", true)
          if let fraction { json.member("percent", Int(fraction * 100)) }
        }
      }
      response.fields.append("Refresh", "1")
      return response
    }
  }
}

extension ImportPage.Preview {
  /// The preview for programs: the same token in a form's `once` says yes.
  fileprivate func json(_ language: Language) -> Response {
    .json { json in
      json.object { json in
        json.member("items", count)
        json.name("lists")
        json.array { json in
          for part in parts {
            json.object { json in
              json.member("name", part.name)
              json.member("new", part.isNew)
              json.member("items", part.count)
            }
          }
        }
        json.name("losses")
        json.array { json in
          for loss in losses {
            json.object { json in
              json.member("kind", loss.kind.rawValue)
              if !loss.name.isEmpty { json.member("name", loss.name) }
              if let line = loss.line { json.member("line", line) }
              json.member("count", loss.count)
              json.member("detail", language.text(loss))
            }
          }
        }
        json.member("once", token)
      }
    }
  }
}
