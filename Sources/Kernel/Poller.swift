/// What a poller found out about a descriptor.
package struct PollEvent: Sendable {
  /// What the descriptor was added with.
  package var token: UInt64
  /// There is something to read: octets, the end of the stream, an error, a connection.
  package var isReadable: Bool
  /// There is room to write, or an error to be found by writing.
  package var isWritable: Bool
  /// The other side has sent its last or is gone; once told, it is not told again, so one reads
  /// until that shows.
  package var isEnding: Bool
}

/// How a descriptor is watched.
package enum PollInterest: Sendable {
  /// For reading, told again as long as there is something: for listeners and wake-ups.
  case readingLevel
  /// For reading and writing, told once when either becomes possible: for streams. Whoever is told
  /// reads and writes until a call would block, or took less than was asked for; in return, nothing
  /// has to be changed while a connection lives.
  case streamEdge
}
