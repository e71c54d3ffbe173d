internal import Kernel

/// One line of the results.
struct Row {
  let name: String
  let unit: String
  /// In order of size; at least one.
  let values: [Double]

  var median: Double { values[values.count / 2] }
  /// The bounds between which nine of ten values lie.
  var spread: (low: Double, high: Double) {
    (values[values.count / 20], values[values.count - 1 - values.count / 20])
  }
}

/// Takes results and prints them: each when it comes, or all at the end as JSON.
final class Report {
  private let options: Options
  private var rows: [Row] = []

  init(_ options: Options) {
    self.options = options
    if !options.printsJSON {
      StandardStream.output.writeLine(
        Self.line("", "median", "5 %", "95 %", ""))
    }
  }

  /// Whether a case is asked for.
  func wants(_ name: String) -> Bool {
    options.filters.isEmpty || options.filters.contains { name.contains($0) }
  }

  /// Whether any of some cases is asked for.
  func wants(_ names: [String]) -> Bool { names.contains { wants($0) } }

  /// Adds a result.
  func add(_ name: String, _ unit: String, _ values: [Double]) {
    guard wants(name), !values.isEmpty else { return }
    let row = Row(name: name, unit: unit, values: values.sorted())
    rows.append(row)
    if options.printsJSON { return }
    let (low, high) = row.spread
    StandardStream.output.writeLine(
      Self.line(name, row.median.short, low.short, high.short, unit))
  }

  /// Prints what is left to print.
  func finish() {
    guard options.printsJSON else { return }
    let lines = rows.map { row in
      let (low, high) = row.spread
      return "  {\"name\": \"\(row.name)\", \"unit\": \"\(row.unit)\", \"median\": \(row.median), "
        + "\"low\": \(low), \"high\": \(high), \"samples\": \(row.values.count)}"
    }
    StandardStream.output.writeLine("[\n" + lines.joined(separator: ",\n") + "\n]")
  }

  private static func line(
    _ name: String, _ median: String, _ low: String, _ high: String, _ unit: String
  ) -> String {
    name.padded(to: 58) + [median, low, high].map { $0.padded(to: -11) }.joined() + "  " + unit
  }
}

extension Double {
  /// The number with three digits or all that stand before the point.
  fileprivate var short: String {
    let digits = magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : magnitude >= 1 ? 2 : 3
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int((magnitude * Double(scale)).rounded())
    let sign = self < 0 ? "-" : ""
    guard digits > 0 else { return sign + String(scaled) }
    let fraction = String(scaled % scale)
    return sign + "\(scaled / scale)." + String(repeating: "0", count: digits - fraction.utf8.count)
      + fraction
  }
}

extension String {
  /// The text with spaces behind it up to a width; before it if the width is negative.
  fileprivate func padded(to width: Int) -> String {
    let spaces = String(repeating: " ", count: Swift.max(0, abs(width) - count))
    return width < 0 ? spaces + self : self + spaces
  }
}
