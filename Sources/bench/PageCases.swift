internal import HTTP
internal import Serving
internal import Site
internal import Storage
internal import Todo

/// Making pages, from a parsed request to the fragments of the response.
enum PageCases {
  static func run(_ options: Options, _ report: Report) throws(BenchError) {
    let names = [
      cold, changed, changed + own, warm, coldDetail, changedDetail, changedDetail + own, detail,
    ]
    guard report.wants(names) else { return }
    let data = try DataFolder.make(options.folder + "/pages", items: options.items)
    let site = try SiteUnderTest(data)
    defer { site.store.close() }
    let cookie = try site.beginSession()
    let other = try site.beginSession()
    let home = try Wire.parse(Wire.get("/", cookie: cookie))
    let item = try Wire.parse(Wire.get("/items/\(data.ids[0])", cookie: cookie))
    // A message is shown once.
    try site.answer(home, status: 200)
    try measure(home, (cold, changed, warm), site, cookie, other, options, report)
    try measure(item, (coldDetail, changedDetail, detail), site, cookie, other, options, report)
  }

  static let cold = "GET / wholly cold"
  static let changed = "GET / after one item changed"
  static let warm = "GET / unchanged"
  static let own = ", with a message"
  static let coldDetail = "GET /items/ID wholly cold"
  static let changedDetail = "GET /items/ID after one item changed"
  static let detail = "GET /items/ID unchanged"

  private static func measure(
    _ request: Request, _ names: (cold: String, changed: String, warm: String),
    _ site: SiteUnderTest, _ cookie: String, _ other: String, _ options: Options, _ report: Report
  ) throws(BenchError) {
    let watch = Stopwatch(options)
    let calls = 40 * options.rounds
    if report.wants(names.cold) {
      var fresh = site.freshCoordinator()
      let values = try watch.microseconds(calls: calls) { _ in
        fresh = site.freshCoordinator()
      } _: { _ throws(BenchError) in
        keep(fresh.respond(to: request))
      }
      report.add(names.cold, "µs", values)
    }
    // After a change of one's own the page shows a message; after another session's it does not.
    let own = names.changed + own
    let path = request.target.description
    for (name, changer, witness) in [(names.changed, other, other), (own, cookie, other)]
    where report.wants(name) {
      let seen = try Wire.parse(Wire.get(path, cookie: witness))
      let values = try watch.microseconds(calls: calls) { call throws(BenchError) in
        let form = try Wire.parse(site.change(call, cookie: changer))
        try site.answer(form, status: 303)
        site.store.commit()
        // Waiting for the disk cools the processor down, which a server at work is not.
        for _ in 0..<2 { try site.answer(seen, status: 200) }
      } _: { _ throws(BenchError) in
        keep(site.coordinator.respond(to: request))
      }
      report.add(name, "µs", values)
      // Uses the message up.
      try site.answer(request, status: 200)
    }
    if report.wants(names.warm) {
      let response = try site.answer(request, status: 200)
      report.add(
        names.warm, "µs", watch.microseconds { keep(site.coordinator.respond(to: request)) })
      report.add(names.warm + ": bytes", "bytes", [Double(response.body.count)])
    }
  }
}
