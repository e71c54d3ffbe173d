internal import Kernel

/// `check`, `repair` and `compact`: what is done to a data folder that no server uses.
enum Maintenance {
  static func run(_ options: Options) -> Int32 {
    StandardStream.error.writeLine("modosu: not yet")
    return ExitStatus.failure
  }
}
