import Kernel
import Storage
import Testing
import Todo

/// What a reader sees while transactions are on their way to the disk.
@Suite struct DurableCopyTests {
  @Test func `who reads between two syncs sees what the last one made durable`() throws {
    let (_, store) = try openedAndRead()
    let first = store.read { Dump($0).text }.result
    create(2, in: store)
    #expect(shown(by: store) == Shown(first, ticket: 0))
    store.commit()
    let second = store.read { Dump($0).text }.result
    #expect(shown(by: store) == Shown(second, ticket: 0))
    create(3, in: store)
    create(4, in: store)
    #expect(shown(by: store) == Shown(second, ticket: 0))
    #expect(store.read { $0.document.itemCount }.result == 4)
  }

  @Test func `the first who reads while something waits has to wait as well`() throws {
    let (_, store) = try opened()
    let ticket = create(1, in: store)
    let present = store.read { Dump($0).text }.result
    #expect(shown(by: store) == Shown(present, ticket: try #require(ticket)))
    store.commit()
    #expect(shown(by: store) == Shown(present, ticket: 0))
  }

  /// Whoever was told that a change is durable finds it, whoever wrote it and whether or not there
  /// is a copy just then.
  @Test(arguments: [true, false]) func `all that is settled is seen`(here: Bool) throws {
    let (_, store) = try openedAndRead()
    var waits = 0
    for number in 2...60 {
      let ticket = try #require(create(number, in: store))
      // Nobody reads for so long that no copies are made any more, and then somebody does.
      if number % 25 < 5 {
        let (count, mustWait) = store.readDurable { $0.document.itemCount }
        #expect(mustWait == 0 ? count == number - 1 : count == number)
        if mustWait != 0 { waits += 1 }
      }
      if here { store.push(here: true) }
      // Compacts as well, now and then.
      store.commit()
      #expect(store.settlement(of: ticket) == .durable)
    }
    #expect(waits == 2)
  }

  @Test func `nothing is copied for nobody`() throws {
    let (_, store) = try openedAndRead()
    for number in 2...40 {
      create(number, in: store)
      store.commit()
    }
    let ticket = create(41, in: store)
    let present = store.read { Dump($0).text }.result
    #expect(shown(by: store) == Shown(present, ticket: try #require(ticket)))
  }

  @Test func `a write that fails is never seen`() throws {
    let (disk, store) = try openedAndRead()
    let before = store.read { Dump($0).text }.result
    disk.make(disk.fail(next: "write", .noSpace("pwrite")))
    create(2, in: store)
    #expect(shown(by: store) == Shown(before, ticket: 0))
    store.commit()
    #expect(shown(by: store) == Shown(before, ticket: 0))
    create(3, in: store)
    store.commit()
    #expect(count(in: store) == 2)
  }

  @Test func `a copy that lacks what was made ready is shown no more`() throws {
    let (_, store) = try openedAndRead()
    let view = View(query: "item")
    create(2, in: store)
    let isReady = { store.readDurable { $0.document.isPrepared(for: view, of: listID(1)) }.result }
    #expect(!isReady())
    store.prepare(for: view, of: listID(1))
    #expect(isReady())
  }

  // MARK: Helpers

  private struct Shown: Equatable {
    let text: String
    let ticket: UInt64
    init(_ text: String, ticket: UInt64) {
      self.text = text
      self.ticket = ticket
    }
  }

  private func shown(by store: FileStore) -> Shown {
    let (text, ticket) = store.readDurable { Dump($0).text }
    return Shown(text, ticket: ticket)
  }

  private func count(in store: FileStore) -> Int {
    store.readDurable { $0.document.itemCount }.result
  }

  private func opened() throws -> (disk: SimulatedDisk, store: FileStore) {
    let disk = try newDisk()
    return (disk, try Script.open(disk))
  }

  /// A store with an item, of which somebody read while that was not durable yet.
  private func openedAndRead() throws -> (disk: SimulatedDisk, store: FileStore) {
    let (disk, store) = try opened()
    create(1, in: store)
    _ = shown(by: store)
    store.commit()
    return (disk, store)
  }

  /// - Returns: its ticket.
  @discardableResult
  private func create(_ number: Int, in store: FileStore) -> UInt64? {
    let written = perform(
      CreateItem(id: itemID(number), title: title("item \(number)"), time: time()), in: store,
      pushes: false)
    return if case .queued(_, let ticket) = written { ticket } else { nil }
  }
}
