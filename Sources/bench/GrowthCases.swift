internal import HTTP
internal import Site
internal import Storage
internal import Todo

/// Every kind of request with ever more items in one list. Before each request an item changes, so
/// that no page is merely found.
enum GrowthCases {
  static func run(_ options: Options, _ report: Report) throws(BenchError) {
    var count = 100
    while count <= options.growth {
      let wanted = kinds.map { label($0, count) }
      if report.wants(wanted) { try measure(count, options, report) }
      count *= 10
    }
  }

  private static let kinds = [
    "GET /", "GET / last page", "GET / open ones", "GET / by title", "GET / newest first",
    "GET / with a text", "GET list's page", "GET item", "GET search", "GET favorites",
    "GET deleted", "GET history", "POST add", "POST mark", "POST update", "POST to the top",
    "POST down", "POST delete", "POST undo", "POST redo",
  ]

  private static func label(_ kind: String, _ count: Int) -> String { "growth \(kind), \(count)" }

  private static func measure(
    _ count: Int, _ options: Options, _ report: Report
  ) throws(BenchError) {
    let data = try DataFolder.make(options.folder + "/growth", items: count)
    let site = try SiteUnderTest(data)
    defer { site.store.close() }
    let cookie = try site.beginSession()
    let watch = Stopwatch(options)
    var turn = 0
    for kind in kinds where report.wants(label(kind, count)) {
      var request: Request?
      let values = try watch.microseconds(calls: 12 * options.rounds) { call throws(BenchError) in
        turn += 1
        if kind == "POST delete", call > 0 { try restore(call - 1, site, cookie) }
        // Undo and redo need steps of their own to go back and forth.
        if kind != "POST redo" {
          let form = try Wire.parse(site.change(turn, cookie: cookie))
          try site.answer(form, status: 303)
        } else {
          try site.answer(try Wire.parse(Wire.post("/undo", "", cookie: cookie)), status: 303)
        }
        site.store.commit()
        // Uses the message up and makes ready what is made only once.
        try site.answer(try Wire.parse(Wire.get("/history", cookie: cookie)), status: 200)
        let next = try self.request(kind, call, site, cookie)
        if call == 0, next.method == .get { try site.answer(next, status: 200) }
        request = next
      } _: { _ throws(BenchError) in
        if let request { keep(site.coordinator.respond(to: request)) }
      }
      if kind == "POST delete" { try restore(12 * options.rounds - 1, site, cookie) }
      site.store.commit()
      report.add(label(kind, count), "µs", values)
    }
  }

  private static func restore(
    _ call: Int, _ site: SiteUnderTest, _ cookie: String
  ) throws(BenchError) {
    let form = Wire.post(deletable(call, site), "do=restore&return=/", cookie: cookie)
    try site.answer(try Wire.parse(form), status: 303)
  }

  /// The path of the item that the call deletes, which the next one brings back.
  private static func deletable(_ call: Int, _ site: SiteUnderTest) -> String {
    "/items/\(site.data.ids[call * 7 % site.data.ids.count])"
  }

  private static func request(
    _ kind: String, _ call: Int, _ site: SiteUnderTest, _ cookie: String
  ) throws(BenchError) -> Request {
    let ids = site.data.ids
    let item = "/items/\(ids[call % ids.count])"
    func get(_ path: String) throws(BenchError) -> Request {
      try Wire.parse(Wire.get(path, cookie: cookie))
    }
    func post(_ path: String, _ form: String) throws(BenchError) -> Request {
      try Wire.parse(Wire.post(path, form, cookie: cookie))
    }
    switch kind {
    case "GET / last page": return try get("/?page=\((site.data.items + 99) / 100)")
    case "GET / open ones": return try get("/?show=open")
    case "GET / by title": return try get("/?sort=title")
    case "GET / newest first": return try get("/?sort=created")
    case "GET / with a text": return try get("/?q=dentist")
    case "GET list's page": return try get("/lists/\(site.data.list)/edit")
    case "GET item": return try get(item)
    case "GET search": return try get("/search?q=dentist")
    case "GET favorites": return try get("/favorites")
    case "GET deleted": return try get("/deleted")
    case "GET history": return try get("/history")
    case "POST add": return try post("/items", "title=Buy+milk+\(call)&return=/")
    case "POST mark": return try post(item, "do=favorite&return=/")
    case "POST update": return try post(item, "do=update&title=Changed+\(call)")
    case "POST to the top": return try post(item, "do=bottom&return=/")
    case "POST down": return try post(item, "do=down&return=/")
    case "POST delete":
      return try post(deletable(call, site), "do=delete&return=/")
    case "POST undo": return try post("/undo", "")
    case "POST redo": return try post("/redo", "")
    default: return try get("/")
    }
  }
}
