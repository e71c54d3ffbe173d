/// A file that is being written, as the pieces in which it is sent: no piece is ever copied to make
/// room for more.
struct FileOutput {
  /// The end of the file so far, to which writers add.
  var bytes: [UInt8] = []
  private var pieces: [[UInt8]] = []

  private static let pieceOctets = 256 * 1024

  /// To be called between items.
  mutating func cut() {
    guard bytes.count >= Self.pieceOctets else { return }
    pieces.append(bytes)
    bytes = []
    bytes.reserveCapacity(Self.pieceOctets + Self.pieceOctets / 8)
  }

  /// All of it.
  consuming func finish() -> [[UInt8]] {
    bytes.isEmpty ? pieces : pieces + [bytes]
  }
}
