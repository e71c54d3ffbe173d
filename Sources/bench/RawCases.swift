internal import Kernel
internal import Synchronization

/// What this machine can do at best.
enum RawCases {
  /// About what a page of 100 items has.
  private static let pageBytes = 64 << 10
  /// About what a line of the journal has that marks an item.
  private static let lineBytes = 300

  static let copy = "raw: copy \(pageBytes >> 10) KiB"
  static let sync = "raw: write \(lineBytes) bytes and fdatasync"
  static let echo = "raw: echo of \(pageBytes >> 10) KiB over loopback, 64 connections"

  static func run(_ options: Options, _ report: Report) throws(BenchError) {
    let page = [UInt8](repeating: UInt8(ascii: "x"), count: pageBytes)
    if report.wants(copy) {
      var target = page
      report.add(
        copy, "µs",
        Stopwatch(options).microseconds {
          target.removeAll(keepingCapacity: true)
          target += page
          keep(target)
        })
    }
    if report.wants(sync) { try syncing(options, report) }
    guard report.wants([": processor", ": requests", ": p99"].map { echo + $0 }) else { return }
    let server = try EchoServer(page: page)
    var load = LoadGenerator(port: server.port) { _ in Wire.get("/", cookie: "a=b") }
    load.seconds = Double(options.seconds)
    var outcomes: [LoadGenerator.Outcome] = []
    for _ in 0..<options.rounds { outcomes.append(try load.run()) }
    server.stop()
    report.add(echo + ": processor", "µs a request", outcomes.map(\.serverMicroseconds))
    report.add(echo + ": requests", "/s", outcomes.map(\.perSecond))
    report.add(echo + ": p99", "µs", outcomes.map { $0.percentile(0.99) })
  }

  private static func syncing(_ options: Options, _ report: Report) throws(BenchError) {
    // The folder is made with its data.
    let data = try DataFolder.make(options.folder + "/raw", items: 1)
    let path = data.path + "/raw"
    let line = [UInt8](repeating: UInt8(ascii: "x"), count: lineBytes)
    do throws(SystemError) {
      if try Files.status(path) != nil { try Files.remove(path) }
      let file = try Files.open(path, .createNew(nil))
      var values: [Double] = []
      for call in 0..<(100 * options.rounds) {
        let start = Clock.monotonicNanoseconds()
        _ = try Files.write(file, line[...], at: call * lineBytes)
        try Files.syncData(file)
        values.append(Double(Clock.monotonicNanoseconds() - start) / 1_000)
      }
      report.add(sync, "µs real", values)
      try Files.remove(path)
    } catch {
      throw BenchError("\(path): \(error)")
    }
  }
}

/// Answers whatever arrives with the same bytes, on one thread: what a server costs that does
/// nothing.
private struct EchoServer: ~Copyable {
  let port: UInt16
  private let isStopping: Flag
  private let thread: Thread

  private final class Flag: Sendable {
    let isSet = Atomic(false)
  }

  private final class Client {
    let socket: Descriptor
    var rest: ArraySlice<UInt8> = []

    init(_ socket: consuming Descriptor) { self.socket = socket }
  }

  init(page: [UInt8]) throws(BenchError) {
    let flag = Flag()
    do throws(SystemError) {
      let listener = ListenerBox(try Listener(on: .ipv4Loopback(port: 0), backlog: 128))
      let head = "HTTP/1.1 200 OK\r\nContent-Length: \(page.count)\r\n\r\n"
      let answer = Array(head.utf8) + page
      thread = try Thread { try? Self.serve(listener, answer, until: flag) }
      port = listener.listener.address.port
      isStopping = flag
    } catch {
      throw BenchError("\(error)")
    }
  }

  consuming func stop() {
    isStopping.isSet.store(true, ordering: .relaxed)
    thread.join()
  }

  private final class ListenerBox: Sendable {
    let listener: Listener
    init(_ listener: consuming Listener) { self.listener = listener }
  }

  private static func serve(
    _ box: ListenerBox, _ answer: [UInt8], until flag: Flag
  ) throws(SystemError) {
    var poller = try Poller()
    try poller.add(box.listener.descriptor, token: 0, .readingLevel)
    var clients: [Client] = []
    var events: [PollEvent] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !flag.isSet.load(ordering: .relaxed) {
      try poller.wait(milliseconds: 50, into: &events)
      for event in events {
        if event.token == 0 {
          while case .connection(let socket, _) = box.listener.accept() {
            let client = Client(socket)
            clients.append(client)
            try poller.add(client.socket, token: UInt64(clients.count), .streamEdge)
          }
          continue
        }
        let client = clients[Int(event.token) - 1]
        if event.isReadable, case .moved = StreamSocket.receive(from: client.socket, into: &buffer)
        {
          client.rest = answer[...]
        }
        while !client.rest.isEmpty,
          case .moved(let count) = StreamSocket.send([client.rest], to: client.socket)
        {
          client.rest = client.rest.dropFirst(count)
        }
      }
    }
  }
}
