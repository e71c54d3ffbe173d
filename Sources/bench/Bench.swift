internal import Kernel

/// Measures how fast this machine does what Modosu does, and the limits that the machine itself
/// sets. It asserts nothing: times depend on the machine.
@main
enum Bench {
  static func main() {
    do throws(BenchError) {
      let options = try Options(CommandLine.arguments.dropFirst())
      if options.wantsHelp {
        StandardStream.output.writeLine(Options.help)
      } else if let folder = options.make {
        let data = try DataFolder.make(folder, items: options.items)
        StandardStream.output.writeLine("\(data.items) items in \(data.path)")
      } else {
        try run(options)
      }
    } catch {
      StandardStream.error.writeLine("bench: \(error.text)")
      Environment.exit(1)
    }
  }

  private static func run(_ options: Options) throws(BenchError) {
    let report = Report(options)
    try RawCases.run(options, report)
    try MessageCases.run(options, report)
    try PageCases.run(options, report)
    try ModelCases.run(options, report)
    try StorageCases.run(options, report)
    try LargeStepCases.run(options, report)
    try LoopbackCases.run(options, report)
    try GrowthCases.run(options, report)
    report.finish()
  }
}
