internal import Interchange
internal import Templating
internal import Todo

/// The page where files go in and out.
struct ImportPage: SitePage {
  static let template = "import"

  enum State: Sendable {
    case start
    /// The form came without a file.
    case noFile
    case unreadable(ImportError)
    /// The list that is to take items does not exist.
    case unknownList
    /// It goes on; how much of the file is read, and `nil` when that is done.
    case running(Double?)
    case preview(Preview)

    /// Whether it is what anybody gets who asks for the page.
    var isStart: Bool { if case .start = self { true } else { false } }
  }

  /// What would come.
  struct Preview: Sendable {
    let parts: [ImportPlan.Part]
    let losses: [Loss]
    /// What the form that says yes carries.
    let token: String
    let chosen: ListID?

    var count: Int { parts.reduce(0) { $0 + $1.count } }
  }

  let context: PageContext
  let state: State

  init(_ context: PageContext, state: State) {
    self.context = context
    self.state = state
  }

  var title: String { context.language.text("importTitle") }

  var fields: Fields {
    let language = context.language
    let reason = state.reason(language)
    return [
      .choices: .list(
        context.lists.map { [.id: .text($0.list.id.description), .name: .text($0.list.name)] }),
      .problem: .text(reason ?? ""),
      .running: .text(running ?? ""),
      .width: .text(percent ?? ""),
      .preview: preview.map { .group(fields(of: $0)) } ?? .flag(false),
      .formats: .list(
        Format.allCases.map { format in
          let losses = format.omissions.map { language.text("omission.\($0.rawValue)") }
          return [
            .href: .text(Route.written(.everything, format).path),
            .name: .text(language.text("format.\(format.rawValue)")),
            .text: .text(
              losses.isEmpty
                ? language.text("format.lossless")
                : language.text(
                  "format.loses", ["what": losses.joined(separator: " · ")])
            ),
          ]
        }),
    ]
  }

  /// How far a long import is, in words; `nil` if none goes on.
  private var running: String? {
    guard case .running = state else { return nil }
    guard let percent else { return context.language(.importStoring) }
    return context.language(.importReading, ["percent": percent])
  }

  private var percent: String? {
    guard case .running(let fraction?) = state else { return nil }
    return String(Int(fraction * 100))
  }

  private var preview: Preview? { if case .preview(let preview) = state { preview } else { nil } }

  private func fields(of preview: Preview) -> Fields {
    let language = context.language
    return [
      .summary: .text(language(.importCount, count: preview.count)),
      .any: .flag(preview.parts.contains { $0.isNew || $0.count > 0 }),
      .token: .text(preview.token),
      .listID: .text(preview.chosen?.description ?? ""),
      .lists: .list(
        preview.parts.map { part in
          [
            .name: .text(part.name),
            .text: .text(
              language(part.isNew ? .importNewList : .importKnownList, count: part.count)),
            .rows: .list(part.titles.map { [.title: .text($0)] }),
            .more: .flag(part.count > part.titles.count),
          ]
        }),
      .losses: .list(preview.losses.map { [.text: .text(language.text($0))] }),
      .complete: .flag(preview.losses.isEmpty),
    ]
  }
}

extension ImportPage.State {
  /// Why there is no preview; `nil` unless a file was refused.
  func reason(_ language: Language) -> String? {
    switch self {
    case .start, .preview, .running, .unknownList: nil
    case .noFile: language.text("importError.noFile")
    case .unreadable(let error): language.text(error)
    }
  }
}

extension ImportError.Reason {
  fileprivate var name: String {
    switch self {
    case .unknownFormat: "unknownFormat"
    case .notUTF8: "notUTF8"
    case .unexpectedEnd: "unexpectedEnd"
    case .unexpected: "unexpected"
    case .missing: "missing"
    case .tooDeep: "tooDeep"
    case .newerVersion: "newerVersion"
    }
  }
}

extension Language {
  /// Why a file cannot be read.
  func text(_ error: ImportError) -> String {
    let key = "importError.\(error.reason.name)"
    switch error.reason {
    case .missing(let name): return text(key, ["name": name])
    case .unexpected, .unexpectedEnd, .notUTF8:
      return text(key, ["line": number(error.line), "column": number(error.column)])
    case .unknownFormat, .tooDeep, .newerVersion: return text(key)
    }
  }

  /// What of a file is lost.
  func text(_ loss: Loss) -> String {
    let what = text("loss.\(loss.kind.rawValue)", ["name": loss.name])
    let count = number(loss.count)
    guard let line = loss.line else { return text("loss.times", ["what": what, "count": count]) }
    return text("loss.timesFrom", ["what": what, "count": count, "line": number(line)])
  }

  /// The keys of the texts above and of the page's.
  static let importKeys =
    [
      "noFile", "unknownFormat", "notUTF8", "unexpectedEnd", "unexpected", "missing", "tooDeep",
      "newerVersion",
    ].map { "importError.\($0)" } + Loss.Kind.allCases.map { "loss.\($0.rawValue)" }
    + [
      "loss.times", "loss.timesFrom", "format.lossless", "format.loses",
      "importTitle",
    ]
    + Format.allCases.map { "format.\($0.rawValue)" }
    + Format.Omission.allCases.map { "omission.\($0.rawValue)" }
}
