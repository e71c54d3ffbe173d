import HTTP

/// What a parser makes of octets, as text that a test can compare: a line a request, and why it
/// stopped.
func outcome(of wire: [UInt8], cutAt cuts: [Int] = [], limits: Limits = Limits()) -> [String] {
  var parser = RequestParser(limits: limits)
  var lines: [String] = []
  var start = 0
  for end in cuts + [wire.count] {
    var range = start..<end
    start = end
    do throws(RequestProblem) {
      while !range.isEmpty {
        if case .complete(let request) = try parser.read(wire, &range) {
          lines.append(describe(request))
        }
      }
    } catch {
      return lines + [name(error)]
    }
  }
  return lines + [parser.isIdle ? "idle" : "unfinished"]
}

/// The same for every way to cut the octets in two, and for octet after octet.
func outcomesOfAllCuts(of wire: [UInt8], limits: Limits = Limits()) -> Set<[String]> {
  var outcomes: Set<[String]> = [outcome(of: wire, cutAt: Array(0..<wire.count), limits: limits)]
  for cut in 0...wire.count { outcomes.insert(outcome(of: wire, cutAt: [cut], limits: limits)) }
  return outcomes
}

private func name(_ problem: RequestProblem) -> String {
  if case .malformed(let reason) = problem { "malformed(\(reason))" } else { "\(problem)" }
}

func describe(_ request: Request) -> String {
  let body = String(decoding: request.body, as: UTF8.self)
  return "\(request.method) \(request.target) @\(request.host) \(request.fields.count) [\(body)]"
}

/// A GET with a `Host` and further lines, each of which ends with CRLF.
func get(_ target: String = "/", _ more: String = "") -> String {
  "GET \(target) HTTP/1.1\r\nHost: a\r\n\(more)\r\n"
}

func post(_ more: String, _ body: String = "") -> String {
  "POST /items HTTP/1.1\r\nHost: a\r\n\(more)\r\n\(body)"
}
