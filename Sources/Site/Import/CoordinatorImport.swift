internal import HTTP
internal import Interchange
internal import Serving
internal import Storage
internal import Todo

extension Coordinator {
  /// The path to which files are sent, which are larger than other bodies.
  package static let importPath = Route.importing.path

  /// Takes what is posted to the import page: a file, of which a preview is shown (or, with
  /// `do=import`, which is read at once), or the yes to a preview.
  func takeImport(_ request: Request) -> Reply {
    let visitor = self.visitor(request)
    guard request.mediaType == MultipartForm.mediaType else {
      do throws(Problem) {
        return confirm(try Self.form(request), visitor)
      } catch {
        return refuse(error, request)
      }
    }
    guard
      let form = MultipartForm(request.body, contentType: request.fields["Content-Type"] ?? "")
    else { return refuse(.malformedForm, request) }
    guard let file = form.file("file") else { return showImport(.noFile, request, visitor) }
    do throws(ImportError) {
      let imported = try Imported(Array(form.body[file.content]), name: file.fileName ?? "")
      let list = form.text("list")
      if form.text("do") == "import" {
        let fields = ["list", "once"].compactMap { name in form.text(name).map { (name, $0) } }
        let post = ImportPost(imported: imported, form: Form(fields))
        return take(post, post.form, at: .importing, from: visitor)
      }
      return preview(imported, list, request, visitor)
    } catch {
      return showImport(.unreadable(error), request, visitor)
    }
  }

  private func confirm(_ form: Form, _ visitor: Visitor) -> Reply {
    let token = form.last("once") ?? ""
    let imported = pending.find(token)
    let post = ImportPost(imported: imported, form: form)
    var reply = take(post, form, at: .importing, from: visitor)
    guard let imported, reply.response.status.code < 400 else { return reply }
    pending.drop(token)
    if let otherwise = reply.otherwise {
      // It could not be written, so the person may say yes again.
      reply.otherwise = { [self] in
        pending.keep(imported, under: token)
        return otherwise()
      }
    }
    return reply
  }

  private func preview(
    _ imported: Imported, _ list: String?, _ request: Request, _ visitor: Visitor
  ) -> Reply {
    let chosen = list.flatMap { ListID($0) }
    let (plan, _) = store.read { workspace in
      ImportPlan(imported, into: workspace.document, chosen: chosen, time: .now)
    }
    guard let plan else { return refuse(.input(.unknownList), request) }
    let token = pending.keep(imported)
    let preview = ImportPage.Preview(
      parts: plan.parts, losses: imported.losses, token: token, chosen: chosen)
    if visitor.wantsJSON { return Reply(preview.json(visitor.language)) }
    return showImport(.preview(preview), request, visitor)
  }

  /// The import page.
  func showImport(
    _ state: ImportPage.State, _ request: Request, _ visitor: Visitor
  ) -> Reply {
    if visitor.wantsJSON, let problem = state.problem(visitor.language) { return Reply(problem) }
    let (html, ticket) = store.read { workspace in
      ImportPage(
        context(workspace, visitor, address: Route.importing.path), state: state
      ).html()
    }
    let response = Response.page(html, status: state.status)
    return Reply(response, after: ticket) { [self] in showImport(state, request, visitor) }
  }
}

extension ImportPage.State {
  var status: Status {
    switch self {
    case .start, .preview: .ok
    case .noFile, .unreadable: .unprocessableContent
    }
  }

  /// Why a file is refused, for programs.
  func problem(_ language: Language) -> Response? {
    guard let reason = reason(language) else { return nil }
    return .problem(status, detail: reason)
  }
}

extension ImportPage.Preview {
  /// The preview for programs: the same token in a form's `once` says yes.
  func json(_ language: Language) -> Response {
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
