import HTTP
import Synchronization

// Answers that wait for the disk.
extension EventLoop {
  /// Has that written what answers wait for which were made in this turn.
  ///
  /// If only one connection had something to do, the loop waits for the disk by itself, which saves
  /// two changes of threads. Whoever asks something of this loop meanwhile waits for that one sync,
  /// as whoever asks for a page that shows the step would have to anyway. How long that may be is up
  /// to who writes: where syncs take long, they are left to another thread. A disk that has been fast
  /// until then and hangs holds up this loop for once.
  ///
  /// - Parameter isAlone: whether only one connection had something to do in this turn.
  mutating func push(isAlone: Bool) {
    mustPush = false
    guard isAlone else { return shared.push(false) }
    // What is settled meanwhile is looked at right afterwards, so nobody need wake this loop for it.
    mailbox.waitsForTickets.store(false, ordering: .sequentiallyConsistent)
    shared.push(true)
    mailbox.waitsForTickets.store(!parked.isEmpty, ordering: .sequentiallyConsistent)
    mayHaveSettled = true
  }

  /// Lets go of the answers whose tickets are settled.
  mutating func settle() {
    mayHaveSettled = false
    swap(&parked, &looked)
    for token in looked {
      guard let connection = connections[token], let (reply, deadline) = connection.takeParked()
      else { continue }
      let settlement = settlement(reply.after)
      if settlement == .pending {
        connection.stage = .parked(reply, deadline: deadline)
        parked.append(token)
        continue
      }
      if settlement == .durable {
        answer(reply, to: connection)
      } else {
        deliver(reply, to: connection)
      }
      send(connection)
      serve(connection)
    }
    looked.removeAll(keepingCapacity: true)
    if parked.isEmpty { mailbox.waitsForTickets.store(false, ordering: .relaxed) }
  }

  /// Ends the wait for a ticket that may never come.
  mutating func release(_ connection: Connection, _ reply: Reply) {
    parked.removeAll { $0 == connection.token }
    connection.stage = .open
    answer(reply.otherwise?() ?? unsaved, to: connection)
    send(connection)
    serve(connection)
  }
}
