internal import Kernel

/// The program: reads its command line and does what that says.
@main
enum Modosu {
  static func main() {
    do throws(Options.Problem) {
      if let command = try CommandLineArguments(CommandLine.arguments.dropFirst()) {
        Environment.exit(ItemCommands.run(command))
      }
    } catch {
      StandardStream.error.writeLine("modosu: \(error.text)")
      Environment.exit(ExitStatus.usage)
    }
    let options: Options
    do throws(Options.Problem) {
      options = try Options(CommandLine.arguments.dropFirst())
    } catch {
      StandardStream.error.writeLine("modosu: \(error.text)")
      Environment.exit(ExitStatus.usage)
    }
    if options.wantsHelp {
      StandardStream.output.writeLine(Options.help)
    } else if options.wantsVersion {
      StandardStream.output.writeLine("modosu \(version)")
    } else {
      Environment.exit(run(options))
    }
  }

  static let version = "1.0.0"

  private static func run(_ options: Options) -> Int32 {
    switch options.action {
    case .serve: Serve.run(options)
    case .check, .repair, .compact: Upkeep.run(options)
    }
  }
}

/// How the program ends.
enum ExitStatus {
  static let success: Int32 = 0
  /// It could not do what it was asked: a port in use, a folder that cannot be written.
  static let failure: Int32 = 1
  /// The data are damaged.
  static let damage: Int32 = 2
  /// The command line makes no sense (as in `sysexits.h`).
  static let usage: Int32 = 64
}
