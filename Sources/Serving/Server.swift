public import HTTP
import Kernel
import Synchronization

/// How a server runs.
public struct ServerConfiguration: Sendable {
  public var limits = Limits()
  /// Event loops, each on a thread of its own; nil for one for each processor.
  public var loopCount: Int?
  /// Takes lines in the common log format, whole ones, once a turn of a loop; nil for none.
  public var accessLog: (@Sendable ([UInt8]) -> Void)?
  /// Takes what went wrong in the server itself, never what clients do.
  public var report: @Sendable (String) -> Void = { StandardStream.error.writeLine($0) }

  public init() {}
}

/// Why a server cannot listen.
public enum ServerError: Error, Hashable, Sendable {
  case unknownHost(String)
  /// - Parameter isInUse: whether another program listens there.
  case cannotListen(address: String, reason: String, isInUse: Bool)
  /// An inherited descriptor is not a listening stream socket of the Internet protocol.
  case cannotTakeOver(descriptor: Int32, reason: String)
  case cannotStart(reason: String)
}

/// An HTTP/1.1 server: a listening socket or several, and one event loop for each processor.
///
/// ```swift
/// struct Greeter: Handler {
///   func respond(to request: Request) -> Reply {
///     guard request.target.path == "/hello" else { return Reply(Response(.notFound)) }
///     let name = Form(query: request.target.query).last("name") ?? "you"
///     return Reply(Response(.ok, type: MediaType.plainText, body: Body("Hello, \(name)!")))
///   }
/// }
///
/// var configuration = ServerConfiguration()
/// configuration.limits.idleMilliseconds = 10_000
/// configuration.report = { print($0) }
/// let server = try Server(
///   host: "localhost", port: 0, handler: Greeter(), configuration: configuration)
/// try server.start()
/// print("http://\(server.addresses[0])/hello?name=Ann")
/// // From here on requests are answered. In the end:
/// server.stop()  // what is in flight is answered,
/// server.join()  // and then all threads have ended.
/// ```
public final class Server: Sendable {
  private let shared: SharedState
  private let listeners: Mutex<[ListenerBox]>
  private let workers = Mutex<[Worker]>([])
  /// Where it listens, such as `127.0.0.1:8080` and `[::1]:8080`.
  public let addresses: [String]
  /// The port, the same at all addresses unless the sockets were inherited: then the first one's.
  public let boundPort: Int
  /// The first address by number, without its port.
  public let boundHost: String

  /// How long there has been no connection at all, in milliseconds; `nil` while there is one. A
  /// client that says nothing more is let go of after ``Limits/idleMilliseconds``.
  public var idleMilliseconds: Int? { shared.idleMilliseconds }

  /// A thread that is joined once.
  private final class Worker: Sendable {
    private let thread: Mutex<Thread?>
    init(_ thread: consuming Thread) { self.thread = Mutex(thread) }
    func join() {
      guard let thread = thread.withLock({ $0.take() }) else { return }
      thread.join()
    }
  }

  /// Listens on listeners made before. Connections wait until ``start()``.
  init(
    listeners: [ListenerBox], handler: any Handler, configuration: ServerConfiguration,
    settlement: @escaping @Sendable (UInt64) -> Settlement,
    push: @escaping @Sendable (_ here: Bool) -> Void
  ) throws(ServerError) {
    do throws(SystemError) {
      shared = try SharedState(
        handler: handler, configuration: configuration, settlement: settlement, push: push)
    } catch {
      throw .cannotStart(reason: "\(error)")
    }
    addresses = listeners.map { "\($0.listener.address)" }
    boundPort = Int(listeners.first?.listener.address.port ?? 0)
    boundHost = listeners.first?.listener.address.host ?? ""
    self.listeners = Mutex(listeners)
  }

  /// Listens on the addresses of a host. Connections wait until ``start()``.
  ///
  /// - Parameters:
  ///   - host: a name or an address; `localhost` is both 127.0.0.1 and ::1, where they exist.
  ///   - port: 0 for any free one, see ``boundPort``.
  ///   - settlement: what became of a ticket, see ``Reply/after``.
  ///   - push: has that settled what tickets stand for that this server's handler gave out; `here`
  ///     if the calling thread may wait for it. Without, it comes by itself.
  ///   - handler: made when the port is known.
  public convenience init(
    host: String, port: UInt16, configuration: ServerConfiguration = ServerConfiguration(),
    settlement: @escaping @Sendable (UInt64) -> Settlement = { _ in .durable },
    push: @escaping @Sendable (_ here: Bool) -> Void = { _ in },
    handler: (_ port: UInt16) -> any Handler
  ) throws(ServerError) {
    let listeners = try Listening.open(
      host: host, port: port, backlog: configuration.limits.backlogCount)
    try self.init(
      listeners: listeners, handler: handler(listeners.first?.listener.address.port ?? port),
      configuration: configuration, settlement: settlement, push: push)
  }

  /// Takes over sockets that listen already and that nothing else will close, such as those of a
  /// supervisor that starts the program at the first connection.
  ///
  /// - Parameters:
  ///   - descriptors: their numbers, at least one.
  ///   - settlement: what became of a ticket, see ``Reply/after``.
  ///   - push: as for a host.
  ///   - handler: made when the port is known.
  public convenience init(
    inherited descriptors: Range<Int32>, configuration: ServerConfiguration = ServerConfiguration(),
    settlement: @escaping @Sendable (UInt64) -> Settlement = { _ in .durable },
    push: @escaping @Sendable (_ here: Bool) -> Void = { _ in },
    handler: (_ port: UInt16) -> any Handler
  ) throws(ServerError) {
    let listeners = try Listening.takeOver(
      descriptors, backlog: configuration.limits.backlogCount)
    try self.init(
      listeners: listeners, handler: handler(listeners.first?.listener.address.port ?? 0),
      configuration: configuration, settlement: settlement, push: push)
  }

  /// Listens on the addresses of a host for a handler that needs not know the port.
  public convenience init(
    host: String, port: UInt16, handler: any Handler,
    configuration: ServerConfiguration = ServerConfiguration(),
    settlement: @escaping @Sendable (UInt64) -> Settlement = { _ in .durable },
    push: @escaping @Sendable (_ here: Bool) -> Void = { _ in }
  ) throws(ServerError) {
    try self.init(
      host: host, port: port, configuration: configuration, settlement: settlement, push: push,
      handler: { _ in handler })
  }

  /// Starts the loops and returns.
  public func start() throws(ServerError) {
    let listeners = self.listeners.withLock { listeners in
      defer { listeners = [] }
      return listeners
    }
    do throws(SystemError) {
      for index in shared.mailboxes.indices {
        let accepts = index == 0 ? listeners : []
        let thread = try Thread { [shared] in
          do throws(SystemError) {
            var loop = try EventLoop(shared: shared, index: index, listeners: accepts)
            loop.run()
          } catch {
            shared.report("\(error)")
          }
        }
        let worker = Worker(thread)
        workers.withLock { $0.append(worker) }
      }
    } catch {
      stop()
      join()
      throw .cannotStart(reason: "\(error)")
    }
  }

  /// Says that tickets have settled. Cheap when no answer waits; from any thread.
  public func wake() {
    for mailbox in shared.mailboxes
    where mailbox.waitsForTickets.load(ordering: .sequentiallyConsistent) {
      mailbox.post { $0.ticketsSettled = true }
    }
  }

  /// Begins to stop: no further connection is accepted, idle ones are closed, and requests in
  /// flight get ``Limits/stopMilliseconds`` to be answered. Returns at once.
  public func stop() {
    for mailbox in shared.mailboxes { mailbox.post { $0.isStopping = true } }
  }

  /// Waits until all loops have ended, which they do after ``stop()``.
  public func join() {
    let running = workers.withLock { workers in
      defer { workers = [] }
      return workers
    }
    for worker in running { worker.join() }
    shared.workers.close()
  }
}
