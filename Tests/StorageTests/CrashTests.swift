import Kernel
import Storage
import Synchronization
import Testing
import Todo

extension Script {
  /// Opens a store on a disk that stops at some call, and runs from the beginning. Only that stop
  /// may keep the store from opening.
  func runUntilStopped(
    on disk: SimulatedDisk, most: Int = .max, while circumstances: String
  ) -> Outcome {
    do throws(StorageError) {
      return run(try Script.open(disk, writing), on: disk, from: 0, most: most)
    } catch {
      #expect(disk.isStopped, "\(circumstances): \(error)")
      return Outcome(acknowledged: 0, attempted: 0)
    }
  }
}

/// A disk with a folder that the store's folder can be made in.
func newDisk() throws -> SimulatedDisk {
  let disk = SimulatedDisk()
  try disk.makeFolder("/home")
  disk.state.withLock { $0.syncAll() }
  return disk.restarted()
}

@Suite struct CrashTests {
  @Test(arguments: Script.Writing.allCases)
  func `the script runs to its end, with compactions`(writing: Script.Writing) throws {
    let script = try Script.everything(writing)
    let disk = try newDisk()
    let store = try Script.open(disk, writing)
    let outcome = script.run(store, on: disk, from: 0)
    #expect(outcome.problem == nil)
    #expect(outcome.acknowledged == script.states.count - 1)
    #expect(disk.calls.count { $0 == "rename" } == 3)
    #expect(script.verify(disk.restarted(), outcome) == nil)
  }

  /// Killed before every call, and in the middle of every write: then restarted, and restarted after
  /// everything that a power cut may leave.
  @Test(arguments: Script.Writing.allCases)
  func `nothing is lost whenever the process or the power ends`(writing: Script.Writing) throws {
    let script = try Script.everything(writing)
    var checked = 0
    var call = 0
    var isDone = false
    while !isDone {
      call += 1
      for bytes in [0, 1, 200, 10_000_000] {
        let disk = try newDisk().restarted(.stop(before: call, afterBytes: bytes))
        let outcome = script.runUntilStopped(on: disk, while: "call \(call)")
        #expect(outcome.problem == nil, "call \(call), \(bytes) bytes")
        let name = disk.calls.last ?? ""
        isDone = !disk.isStopped
        if isDone || bytes > 0 && name != "write" { break }
        for cut in PowerCut.all(of: disk) + [PowerCut(name: "killed", disk: disk.restarted())] {
          let problem = script.verify(cut.disk, outcome)
          #expect(problem == nil, "before call \(call) (\(name), \(bytes) bytes), \(cut.name)")
          checked += 1
          if problem != nil { return }
        }
      }
    }
    #expect(call > 60)
    #expect(checked > 800)
  }

  /// The folder's parent is new as well. Whoever is killed between making a folder and syncing its
  /// name leaves it to the next start, which finds the folder there.
  @Test func `nothing is lost when folders above are new, too`() throws {
    let script = try Script.everything()
    var checked = 0
    for call in 1...60 {
      let disk = SimulatedDisk().restarted(.stop(before: call, afterBytes: 10_000_000))
      let outcome = script.runUntilStopped(on: disk, most: 1, while: "call \(call)")
      for cut in PowerCut.all(of: disk) + [PowerCut(name: "killed", disk: disk.restarted())] {
        let problem = script.verify(cut.disk, outcome)
        #expect(problem == nil, "before call \(call) (\(disk.calls.last ?? "")), \(cut.name)")
        checked += 1
      }
      if !disk.isStopped {
        #expect(call > 20 && checked > 40)
        return
      }
    }
    Issue.record("the script did not end")
  }

  /// A start that was killed right behind a rename leaves it to the next one to sync the name. What
  /// that one accepts is in the new file: it must not go with the name.
  @Test func `what is accepted after a start stays where the start found it`() throws {
    let script = try Script.everything()
    for count in 1...3 {
      let call = try callOfScript(script, "rename", count) + 1
      let killed = try newDisk().restarted(.stop(before: call, afterBytes: 0))
      let outcome = script.runUntilStopped(on: killed, while: "call \(call)")
      let disk = killed.restarted()
      let store = try Script.open(disk)
      let shown = store.read { Dump($0).text }.result
      let found = try #require(script.states.firstIndex(of: shown))
      let more = script.run(store, on: disk, from: found, most: 1)
      #expect(more.acknowledged > found || found == script.states.count - 1)
      #expect(!disk.calls.contains("rename"), "a compaction would sync the folder by itself")
      for cut in PowerCut.all(of: disk) {
        let after = Outcome(acknowledged: more.acknowledged, attempted: more.acknowledged)
        #expect(script.verify(cut.disk, after) == nil, "rename \(count), \(cut.name)")
      }
      #expect(outcome.problem == nil)
    }
  }

  /// Killed once, then killed again at every call of the start that follows, then the power fails.
  @Test func `nothing is lost when a recovery is cut short`() throws {
    let script = try Script.everything()
    var checked = 0
    // In the middle of the second group's write, of the first compaction, and behind a rename.
    for (name, count, bytes) in [("write", 3, 900), ("write", 9, 500), ("sync folder", 5, 0)] {
      let call = try callOfScript(script, name, count)
      let first = try newDisk().restarted(.stop(before: call, afterBytes: bytes))
      let outcome = script.run(try Script.open(first), on: first, from: 0)
      #expect(first.isStopped)
      for second in 1...100 {
        let disk = first.restarted(.stop(before: second, afterBytes: 10))
        do throws(StorageError) {
          try Script.open(disk).close()
        } catch {
          #expect(disk.isStopped, "\(error)")
        }
        for cut in PowerCut.all(of: disk) {
          let problem = script.verify(cut.disk, outcome)
          #expect(problem == nil, "\(name) \(count), then call \(second), \(cut.name)")
          checked += 1
          if problem != nil { return }
        }
        if !disk.isStopped { break }
      }
    }
    #expect(checked > 50)
  }

  /// What was shown after a restart must not be lost by a power cut right after it.
  @Test func `what a start shows is on disk`() throws {
    let script = try Script.everything()
    for call in 1...100 {
      let killed = try newDisk().restarted(.stop(before: call, afterBytes: 10_000_000))
      var outcome = script.runUntilStopped(on: killed, while: "call \(call)")
      let disk = killed.restarted()
      let shown = try Script.open(disk).read { Dump($0).text }.result
      let state = try #require(script.states.firstIndex(of: shown))
      outcome = Outcome(acknowledged: state, attempted: state)
      for cut in PowerCut.all(of: disk) {
        #expect(script.verify(cut.disk, outcome) == nil, "call \(call), \(cut.name)")
      }
      if !killed.isStopped { return }
    }
    Issue.record("the script did not end")
  }
}

/// Which call of the script is the n-th of a name.
func callOfScript(_ script: Script, _ name: String, _ count: Int) throws -> Int {
  let disk = try newDisk()
  _ = script.run(try Script.open(disk), on: disk, from: 0)
  let calls = disk.calls.indices.filter { disk.calls[$0] == name }
  return try #require(calls.dropFirst(count - 1).first) + 1
}
