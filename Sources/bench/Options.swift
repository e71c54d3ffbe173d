/// What the command line asks for.
struct Options {
  /// Only cases whose names have one of these texts in them; all if there is none.
  var filters: [String] = []
  /// How many items the list has whose pages are made.
  var items = 100
  /// The largest number of items of the growth curves.
  var growth = 100_000
  /// Connections of the load generator.
  var connections = 64
  /// Seconds of each round of load.
  var seconds = 2
  /// Rounds of each measurement.
  var rounds = 5
  /// Where data folders are made; on the disk that is to be measured.
  var folder = ".build/bench-data"
  /// A data folder to make, and nothing else.
  var make: String?
  var printsJSON = false
  var wantsHelp = false

  /// Reads the arguments after the program's name.
  init(_ arguments: some Sequence<String>) throws(BenchError) {
    var rest = Array(arguments)[...]
    while let name = rest.popFirst() {
      switch name {
      case "--json": printsJSON = true
      case "--help", "-h": wantsHelp = true
      default:
        guard let value = rest.popFirst() else { throw BenchError("\(name) needs a value") }
        try take(name, value)
      }
    }
  }

  private mutating func take(_ name: String, _ value: String) throws(BenchError) {
    switch name {
    case "--filter": filters.append(value)
    case "--items": items = try Self.number(name, value)
    case "--growth": growth = try Self.number(name, value)
    case "--connections": connections = try Self.number(name, value)
    case "--seconds": seconds = try Self.number(name, value)
    case "--rounds": rounds = try Self.number(name, value)
    case "--folder": folder = value
    case "--make": make = value
    default: throw BenchError("unknown option \(name); see --help")
    }
  }

  private static func number(_ name: String, _ value: String) throws(BenchError) -> Int {
    guard let number = Int(value), number > 0 else {
      throw BenchError("\(name) takes a number from 1 up, not \(value)")
    }
    return number
  }

  static let help = """
    bench [options]    measure Modosu on this machine

    --filter TEXT      only cases with this text in their names; may be repeated
    --items N          items of the list whose pages are made (100)
    --growth N         the most items of the growth curves (100000)
    --connections N    connections of the load generator (64)
    --seconds N        seconds of each round of load (2)
    --rounds N         rounds of each measurement (5)
    --folder DIR       where to make data, on the disk to be measured (.build/bench-data)
    --json             print JSON in place of a table
    --make DIR         only make a data folder with --items items
    """
}

/// Why something cannot be measured, in one sentence.
struct BenchError: Error {
  let text: String

  init(_ text: String) {
    self.text = text
  }
}
