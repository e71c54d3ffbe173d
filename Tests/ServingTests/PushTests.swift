import Glibc
import HTTP
import Serving
import Synchronization
import Testing

private func ask(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

extension Sockets {
  /// Loops that have settled what answers wait for.
  @Suite struct Pushes {
    @Test(arguments: [(Settlement.durable, 200), (.failed, 503)])
    func `what settles at once is answered at once`(settlement: Settlement, status: Int) throws {
      let server = try TestServer(push: { echo, here in
        if here { echo.settle(1, settlement) }
      })
      let client = try server.client()
      for _ in 0..<2 {
        client.send(ask("/ticket/1"))
        #expect(client.answer()?.status == status)
      }
    }

    /// Nobody wakes the loop: it knows by itself that something may have settled.
    @Test func `who waits on the same loop for a change hears of it`() throws {
      let isReady = Mutex(false)
      let server = try TestServer(
        { $0.loopCount = 1 },
        push: { echo, here in
          guard here, isReady.withLock({ $0 }) else { return }
          for ticket in UInt64(1)...2 { echo.settle(ticket, .durable) }
        })
      let waiting = try server.client()
      waiting.send(ask("/hope/1?1000000"))
      #expect(waiting.answer(milliseconds: 50) == nil)
      isReady.withLock { $0 = true }
      let client = try server.client()
      client.send(ask("/ticket/2"))
      #expect(client.answer()?.status == 200)
      #expect(waiting.answer()?.status == 200)
    }

    @Test func `what does not settle at once is answered when it does`() throws {
      let server = try TestServer()
      let client = try server.client()
      client.send(ask("/ticket/1"))
      #expect(client.answer(milliseconds: 50) == nil)
      server.settle(1, .durable)
      #expect(client.answer()?.status == 200)
    }

    /// While the only loop is held up, two more ask; then neither is alone.
    @Test func `a loop waits for the disk only if one client alone has asked`() throws {
      let pushes = Mutex<[Bool]>([])
      let isHeld = Mutex(true)
      let server = try TestServer(
        { $0.loopCount = 1 },
        push: { echo, here in
          pushes.withLock { $0.append(here) }
          while isHeld.withLock({ $0 }) { usleep(1_000) }
          let tickets: ClosedRange<UInt64> = here ? 1...1 : 2...3
          for ticket in tickets { echo.settle(ticket, .durable) }
        })
      let clients = try (0..<3).map { _ in try server.client() }
      for client in clients {
        client.send(ask("/"))
        #expect(client.answer()?.status == 200)
      }
      clients[0].send(ask("/ticket/1"))
      #expect(eventually { pushes.withLock { $0 == [true] } })
      clients[1].send(ask("/ticket/2"))
      clients[2].send(ask("/ticket/3"))
      // On a busy machine what was sent takes a while to arrive.
      usleep(100_000)
      isHeld.withLock { $0 = false }
      for client in clients { #expect(client.answer()?.status == 200) }
      #expect(pushes.withLock { $0 } == [true, false])
    }
  }
}
