import Kernel

/// What is about to be sent to one client: heads and small pieces gathered in one buffer that is
/// used again, large pieces as they are.
struct OutputBuffer {
  /// What heads and small pieces are appended to.
  var gathered: [UInt8] = []
  private var pieces: [Piece] = []
  /// The octets of the large pieces.
  private var sharedCount = 0
  private var gatheredEnd = 0
  private var sending: [ArraySlice<UInt8>] = []

  private enum Piece {
    case gathered(Range<Int>)
    case shared([UInt8])
  }

  /// Up to this size a piece is copied: the copy costs less than what the kernel does for each
  /// piece.
  static let largestCopy = 2048

  /// The octets of everything.
  var count: Int { gathered.count + sharedCount }
  var isEmpty: Bool { count == 0 }

  /// Adds a piece behind what there is.
  mutating func append(_ piece: [UInt8]) {
    if piece.count <= Self.largestCopy {
      gathered.append(contentsOf: piece)
    } else {
      endGathered()
      pieces.append(.shared(piece))
      sharedCount += piece.count
    }
  }

  /// Sends as much as the socket takes and forgets all.
  ///
  /// - Returns: what was not sent, and how the last attempt went.
  mutating func send(to socket: ClientSocket) -> (rest: [ArraySlice<UInt8>], Transfer) {
    defer { removeAll() }
    if pieces.isEmpty {
      // As most answers are: the call for one piece costs less.
      switch StreamSocket.send(gathered, to: socket.descriptor) {
      case .moved(gathered.count): return ([], .moved(gathered.count))
      case .moved(let count): gatheredEnd = count
      case .blocked: break
      case .ended: return ([], .ended)
      case .failed(let error): return ([], .failed(error))
      }
    }
    endGathered()
    for piece in pieces {
      switch piece {
      case .gathered(let range): sending.append(gathered[range])
      case .shared(let octets): sending.append(octets[...])
      }
    }
    let transfer = sending.send(to: socket)
    if sending.isEmpty { return ([], transfer) }
    // The buffer is about to be used for others; what is shared is kept as it is, so that a client
    // that does not read costs no copy of a page.
    let rest = zip(pieces.suffix(sending.count), sending).map { piece, slice in
      if case .gathered = piece { ArraySlice(Array(slice)) } else { slice }
    }
    sending.removeAll(keepingCapacity: true)
    return (rest, transfer)
  }

  private mutating func removeAll() {
    if !pieces.isEmpty { pieces.removeAll(keepingCapacity: true) }
    gathered.removeAll(keepingCapacity: true)
    gatheredEnd = 0
    sharedCount = 0
  }

  private mutating func endGathered() {
    if gathered.count > gatheredEnd { pieces.append(.gathered(gatheredEnd..<gathered.count)) }
    gatheredEnd = gathered.count
  }
}

extension [ArraySlice<UInt8>] {
  /// Sends pieces until the socket takes no more, and cuts off what was sent.
  ///
  /// - Returns: how many octets were sent in all, or why nothing more can be.
  mutating func send(to socket: ClientSocket) -> Transfer {
    var sent = 0
    while !isEmpty {
      switch StreamSocket.send(self, to: socket.descriptor) {
      case .moved(let count):
        sent += count
        removeFirst(octets: count)
      case .blocked: return sent > 0 ? .moved(sent) : .blocked
      case .ended: return .ended
      case .failed(let error): return .failed(error)
      }
    }
    return .moved(sent)
  }

  private mutating func removeFirst(octets: Int) {
    var octets = octets
    var whole = 0
    while whole < count, self[whole].count <= octets {
      octets -= self[whole].count
      whole += 1
    }
    if whole == count {
      removeAll(keepingCapacity: true)
    } else {
      removeFirst(whole)
      self[0] = self[0].dropFirst(octets)
    }
  }
}
