internal import Kernel
internal import Storage
internal import Todo

/// `check`, `repair` and `compact`: what is done to a data folder while no server has it open.
enum Upkeep {
  static func run(_ options: Options) -> Int32 {
    guard let folder = options.data else { return ExitStatus.usage }
    let now = Timestamp(milliseconds: Int64(Clock.unixMilliseconds()))
    let maintenance = Maintenance(folder: folder, now: now)
    do throws(StorageError) {
      switch options.action {
      case .check: return report(try maintenance.check())
      case .repair: return report(try maintenance.repair())
      case .compact:
        let done = try maintenance.compact(log: { StandardStream.error.writeLine("modosu: \($0)") })
        say("\(done.file) is compacted: \(done.sizeAfter) bytes, before \(done.sizeBefore)")
        return ExitStatus.success
      case .serve: return ExitStatus.usage
      }
    } catch {
      StandardStream.error.writeLine("modosu: \(error)")
      return error.exitStatus
    }
  }

  private static func report(_ check: Maintenance.Check) -> Int32 {
    let holds = "revision \(check.revision), \(check.lists) lists, \(check.items) items"
    guard let damage = check.damage else {
      say("\(check.file) is whole: \(holds), \(check.transactions) commands since the snapshot")
      if let tail = check.tornTail { say("the next start cuts off \(tail)") }
      return ExitStatus.success
    }
    say("\(damage)")
    say("modosu repair can save \(holds); it would lose:")
    for loss in check.losses { say("  \(loss)") }
    return ExitStatus.damage
  }

  private static func report(_ repair: Maintenance.Repair) -> Int32 {
    guard let file = repair.file else {
      say("nothing to repair: \(repair.lists) lists, \(repair.items) items")
      return ExitStatus.success
    }
    say("\(file) holds \(repair.lists) lists and \(repair.items) items; lost are:")
    for loss in repair.losses { say("  \(loss)") }
    say("to use it, move the damaged file away and give this one its name")
    return ExitStatus.success
  }

  private static func say(_ line: String) {
    StandardStream.output.writeLine(line)
  }
}
