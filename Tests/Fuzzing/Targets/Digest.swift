import HTTP

/// A number that stands for all that came of a stream (FNV-1a).
struct Digest {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ word: UInt64) {
    value = (value ^ word) &* 0x100_0000_01B3
  }

  mutating func add(_ octets: some Collection<UInt8>) {
    add(UInt64(octets.count))
    for octet in octets { add(UInt64(octet)) }
  }

  mutating func add(_ request: Request, _ connection: Exchange.Connection) {
    add(request.method.rawValue.utf8)
    add(request.target)
    add(request.host.utf8)
    add(request.fields.octets)
    add(request.body)
    for part in request.multipart?.parts ?? [] {
      add(part.name.utf8)
      add((part.fileName ?? "").utf8)
      add(part.content)
    }
    add(request.version == .http11 ? 11 : 10)
    switch connection {
    case .keep: add(1)
    case .keepAsAsked: add(2)
    case .close: add(3)
    }
  }

  mutating func add(_ problem: RequestProblem, _ head: Request?) {
    add(UInt64(bitPattern: Int64(problem.hashValue)))
    if let head { add(head.target) }
  }

  private mutating func add(_ target: Target) {
    add(target.path.utf8)
    if let query = target.query { add(query.utf8) }
  }
}
