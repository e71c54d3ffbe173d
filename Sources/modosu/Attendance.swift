internal import Kernel
internal import Serving

/// What the program does by itself while it serves: it shows itself, and goes when nobody comes.
enum Attendance {
  /// Opens the browser, without waiting for it.
  static func show(_ address: String) {
    start {
      do throws(SystemError) {
        if try OtherProgram.openInBrowser(address) { return }
        StandardStream.error.writeLine("modosu: no browser could be opened; go to \(address)")
      } catch {
        StandardStream.error.writeLine(
          "modosu: no browser could be opened (\(error)); go to \(address)")
      }
    }
  }

  /// Asks the program to end once there has been no connection for so long.
  static func end(_ server: Server, afterIdle time: TimeSpan) {
    start {
      while true {
        let rest = time.milliseconds - (server.idleMilliseconds ?? 0)
        if rest <= 0 { return Signals.send(.terminate) }
        Clock.pause(milliseconds: rest)
      }
    }
  }

  /// Starts a thread that ends with the program at the latest.
  private static func start(_ body: @escaping @Sendable () -> Void) {
    do throws(SystemError) {
      _ = try Thread(body)
    } catch {
      StandardStream.error.writeLine("modosu: \(error)")
    }
  }
}
