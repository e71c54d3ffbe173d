internal import HTTP
internal import Interchange
internal import Serving
internal import Storage
internal import Todo

extension Coordinator {
  /// The path to which files are sent, which are larger than other bodies.
  package static let importPath = Route.importing.path

  /// Larger files are read while their browser is shown how far that is.
  private static let longFileOctets = 1 << 20
  /// Imports of more items likewise.
  private static let longItemCount = 5_000

  /// Takes what is posted to the import page: a file, of which a preview is shown (or, with
  /// `do=import`, which is read at once), or the yes to a preview.
  func takeImport(_ request: Request) -> Reply {
    let visitor = self.visitor(request)
    guard request.mediaType == MultipartForm.mediaType else {
      do throws(Problem) {
        return confirm(try Self.form(request, from: visitor), request, visitor)
      } catch {
        return refuse(error, request)
      }
    }
    guard let form = request.multipart else { return refuse(.malformedForm, request) }
    guard let file = form.file("file") else { return showImport(.noFile, request, visitor) }
    let upload = Upload(file: file, list: form.text("list"), once: form.text("once"))
    var head = request
    head.multipart = nil
    guard form.text("do") != "import" else {
      return .working { [self, head] in takeAtOnce(upload, head, visitor) }
    }
    guard visitor.isPatient(request, with: file.content.count > Self.longFileOctets) else {
      return .working { [self, head] in
        showImport(read(upload, ReadingMeter()), head, visitor)
      }
    }
    return follow(
      jobs.start(.reading) { [self] job in .shown(read(upload, job.meter)) }, visitor)
  }

  /// A file, and what the form says about it.
  struct Upload: Sendable {
    let file: MultipartForm.Part
    let list: String?
    let once: String?
  }

  /// Reads a file, and keeps what it holds until the person says yes.
  private func read(_ upload: Upload, _ meter: ReadingMeter) -> ImportPage.State {
    let imported: Imported
    do throws(ImportError) {
      imported = try Imported(
        upload.file.content, name: upload.file.fileName ?? "", meter: meter)
    } catch {
      return .unreadable(error)
    }
    let chosen = upload.list.flatMap { ListID($0) }
    let workspace = store.read { $0 }.result
    guard
      let plan = ImportPlan(imported, into: workspace.document, chosen: chosen, time: .now)
    else { return .unknownList }
    return .preview(
      ImportPage.Preview(
        parts: plan.parts, losses: imported.losses, token: pending.keep(imported), chosen: chosen))
  }

  private func takeAtOnce(_ upload: Upload, _ request: Request, _ visitor: Visitor) -> Reply {
    do throws(ImportError) {
      let imported = try Imported(upload.file.content, name: upload.file.fileName ?? "")
      let fields = [("list", upload.list), ("once", upload.once)].compactMap { name, value in
        value.map { (name: name, value: $0) }
      }
      let post = ImportPost(imported, Form(fields))
      return Submission(post, to: .importing, from: visitor, self).reply()
    } catch {
      return showImport(.unreadable(error), request, visitor)
    }
  }

  private func confirm(_ form: Form, _ request: Request, _ visitor: Visitor) -> Reply {
    let token = form.last("once") ?? ""
    let imported = pending.find(token)
    let isLong = (imported?.itemCount ?? 0) > Self.longItemCount
    guard visitor.isPatient(request, with: isLong) else {
      return make(imported, token, form, visitor)
    }
    return follow(
      jobs.start(.storing) { [self] _ in
        .answered(make(imported, token, form, visitor).awaited(by: store))
      }, visitor)
  }

  /// Puts what a file held into the store.
  private func make(
    _ imported: Imported?, _ token: String, _ form: Form, _ visitor: Visitor
  ) -> Reply {
    let post = ImportPost(imported, form)
    let reply = Submission(post, to: .importing, from: visitor, self).reply()
    if let work = reply.work {
      return .working { [self] in settle(imported, token, work()) }
    }
    return settle(imported, token, reply)
  }

  /// Forgets an import that was made, unless it comes to nothing after all.
  private func settle(_ imported: Imported?, _ token: String, _ reply: Reply) -> Reply {
    guard let imported, reply.response.status.code < 400 else { return reply }
    pending.drop(token)
    guard let otherwise = reply.otherwise else { return reply }
    return Reply(reply.response, after: reply.after) { [self] in
      // It could not be written, so the person may say yes again.
      pending.keep(imported, under: token)
      return otherwise()
    }
  }

  // MARK: Long imports

  /// Leads to where it is told how far an import is.
  private func follow(_ token: String, _ visitor: Visitor) -> Reply {
    let location = Route.importJob(token).path
    guard visitor.wantsJSON else {
      return Reply(.seeOther(location))
    }
    var response = Response.json(.accepted) { $0.object { $0.member("running", true) } }
    response.fields.append("Location", location)
    response.fields.append("Preference-Applied", "respond-async")
    return Reply(response)
  }

  /// How far an import is, or what came of it.
  func showJob(_ token: String, _ request: Request) -> Reply {
    let visitor = self.visitor(request)
    guard let job = jobs.find(token) else { return refuse(.noSuchImport, request) }
    switch job.state {
    case .answered(let response): return Reply(response)
    case .shown(let state): return showImport(state, request, visitor)
    case .reading: return showImport(.running(job.meter.fraction), request, visitor)
    case .storing: return showImport(.running(nil), request, visitor)
    }
  }

  /// The import page.
  func showImport(
    _ state: ImportPage.State, _ request: Request, _ visitor: Visitor
  ) -> Reply {
    if case .unknownList = state { return refuse(.input(.unknownList), request) }
    if visitor.wantsJSON, let response = state.json(visitor.language) { return Reply(response) }
    let (html, ticket) = store.read { workspace in
      let context = self.context(workspace, visitor, address: Route.importing.path)
      return ImportPage(state.isStart ? context : context.lasting(), state: state).html()
    }
    var response = Response.page(html, status: state.status)
    if case .running = state { response.fields.append("Refresh", "1") }
    return Reply(response, after: ticket) { [self] in showImport(state, request, visitor) }
  }
}

extension Visitor {
  /// Whether the answer to a request may be that it goes on: to a browser if it takes long, to a
  /// program if it asks for that (RFC 7240, section 4.1).
  fileprivate func isPatient(_ request: Request, with isLong: Bool) -> Bool {
    guard wantsJSON else { return isLong }
    return request.fields.values(of: "Prefer").contains { $0.contains("respond-async") }
  }
}
