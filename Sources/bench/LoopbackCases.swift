internal import HTTP
internal import Kernel
internal import Serving
internal import Site
internal import Storage
internal import Synchronization
internal import Todo

/// Whole requests through the server's sockets, from many connections.
enum LoopbackCases {
  static func run(_ options: Options, _ report: Report) throws(BenchError) {
    let names = Kind.allCases.flatMap { kind in
      ["processor", "requests", "median", "p99"].map { label(kind, options, $0) }
    }
    guard report.wants(names + [LoopbackCases.quiet, LoopbackCases.busy]) else { return }
    let server = try LoopbackServer(items: options.items, folder: options.folder + "/loopback")
    defer { server.close() }
    for kind in Kind.allCases {
      let wanted = ["processor", "requests", "median", "p99"].map { label(kind, options, $0) }
      guard report.wants(wanted) else { continue }
      try measure(kind, server, options, report)
    }
    if report.wants([quiet, busy]) { try together(server, options, report) }
  }

  static let quiet = "loopback GET /, 1 connection, quiet: p99"
  static let busy = "loopback GET /, 1 connection, while others post: p99"

  enum Kind: String, CaseIterable {
    case page = "GET /"
    case detail = "GET /items/ID"
    case post = "POST /items/ID"
    case postAlone = "POST /items/ID from one"
  }

  private static func label(_ kind: Kind, _ options: Options, _ what: String) -> String {
    let count = kind == .postAlone ? 1 : options.connections
    return "loopback \(kind.rawValue), \(count) connections: \(what)"
  }

  private static func measure(
    _ kind: Kind, _ server: LoopbackServer, _ options: Options, _ report: Report
  ) throws(BenchError) {
    var load = server.load(kind)
    load.connections = kind == .postAlone ? 1 : options.connections
    load.seconds = 0.3
    _ = try load.run()
    load.seconds = Double(options.seconds)
    var outcomes: [LoadGenerator.Outcome] = []
    for _ in 0..<options.rounds { outcomes.append(try load.run()) }
    report.add(
      label(kind, options, "processor"), "µs a request", outcomes.map(\.serverMicroseconds))
    report.add(label(kind, options, "requests"), "/s", outcomes.map(\.perSecond))
    report.add(label(kind, options, "median"), "µs", outcomes.map { $0.percentile(0.5) })
    report.add(label(kind, options, "p99"), "µs", outcomes.map { $0.percentile(0.99) })
  }

  /// How long a page takes while all other connections post.
  private static func together(
    _ server: LoopbackServer, _ options: Options, _ report: Report
  ) throws(BenchError) {
    var page = server.load(.page)
    page.connections = 1
    page.seconds = Double(options.seconds)
    var values: [Double] = []
    for _ in 0..<options.rounds { values.append(try page.run().percentile(0.99)) }
    report.add(quiet, "µs", values)
    values = []
    for _ in 0..<options.rounds {
      try withPosts(server, options) { () throws(BenchError) in
        values.append(try page.run().percentile(0.99))
      }
    }
    report.add(busy, "µs", values)
  }

  private static func withPosts(
    _ server: LoopbackServer, _ options: Options, _ body: () throws(BenchError) -> Void
  ) throws(BenchError) {
    let problem = Problem()
    let thread: Thread
    do throws(SystemError) {
      thread = try Thread {
        do throws(BenchError) {
          var posts = server.load(.post)
          posts.connections = options.connections
          posts.seconds = Double(options.seconds) + 0.2
          _ = try posts.run()
        } catch {
          problem.note(error)
        }
      }
    } catch {
      throw BenchError("\(error)")
    }
    do throws(BenchError) {
      try body()
    } catch {
      problem.note(error)
    }
    thread.join()
    if let error = problem.noted { throw error }
  }

  /// What went wrong on the other thread.
  private final class Problem: Sendable {
    private let error = Mutex<BenchError?>(nil)

    var noted: BenchError? { error.withLock { $0 } }

    func note(_ error: BenchError) { self.error.withLock { $0 = error } }
  }
}

/// The program's server in this process.
struct LoopbackServer: Sendable {
  private let site: SiteUnderTest
  private let server: Server
  private let cookie: String
  private let forms: [[UInt8]]

  init(items: Int, folder: String) throws(BenchError) {
    let data = try DataFolder.make(folder, items: items)
    // The port is in the cookies' names, but nobody checks that they fit.
    let site = try SiteUnderTest(data, hasThreads: true)
    self.site = site
    let store = site.store
    do throws(ServerError) {
      server = try Server(
        host: "127.0.0.1", port: 0, configuration: ServerConfiguration(),
        settlement: { ticket in
          switch store.settlement(of: ticket) {
          case .pending: .pending
          case .durable: .durable
          case .failed: .failed
          }
        },
        push: { store.push(here: $0) },
        handler: { _ in site.coordinator })
      store.onSettled { [weak server] in server?.wake() }
      try server.start()
    } catch {
      throw BenchError("\(error)")
    }
    let cookie = try site.beginSession()
    self.cookie = cookie
    forms = (0..<(2 * min(100, data.ids.count))).map { site.change($0, cookie: cookie) }
  }

  func load(_ kind: LoopbackCases.Kind) -> LoadGenerator {
    let port = UInt16(server.boundPort)
    switch kind {
    case .page:
      let request = Wire.get("/", cookie: cookie)
      return LoadGenerator(port: port) { _ in request }
    case .detail:
      let request = Wire.get("/items/\(site.data.ids[0])", cookie: cookie)
      return LoadGenerator(port: port) { _ in request }
    case .post, .postAlone:
      let forms = forms
      return LoadGenerator(port: port, status: 303) { forms[$0 % forms.count] }
    }
  }

  func close() {
    server.stop()
    server.join()
    site.store.close()
  }
}
