internal import Kernel

/// What a running server says of itself, in a file of the user's runtime folder, or of the one for
/// temporary files, named after the data folder: `HOST PORT`, and behind them the file that has the
/// access token, if it asks for one. It counts only while the data folder is locked, so one that a
/// crash left behind misleads nobody, and only if the same person owns both.
struct ServerNotice {
  let host: String
  let port: UInt16
  let tokenFile: String?

  init(host: String, port: UInt16, tokenFile: String?) {
    self.host = host
    self.port = port
    self.tokenFile = tokenFile
  }

  /// Reads the notice of the server that serves a data folder; `nil` if there is none.
  init?(from folder: String) {
    let path = Self.path(for: folder)
    guard let notice = try? Files.status(path), let data = try? Files.status(folder),
      notice.owner == data.owner
    else { return nil }
    let words = SmallFile.line(path)?.split(separator: " ", maxSplits: 2) ?? []
    guard words.count >= 2, let port = UInt16(words[1]) else { return nil }
    self.init(
      host: String(words[0]), port: port, tokenFile: words.count > 2 ? String(words[2]) : nil)
  }

  /// Leaves the notice for the command line.
  func post(in folder: String) {
    let token = tokenFile.map { " \((try? Files.realPath($0)) ?? $0)" } ?? ""
    // Without it only the command line does not find the server.
    try? SmallFile.write(Array("\(host) \(port)\(token)\n".utf8), to: Self.path(for: folder))
  }

  static func remove(from folder: String) {
    try? Files.remove(path(for: folder))
  }

  /// - Parameter folder: the data folder; symbolic links to it make no difference.
  private static func path(for folder: String) -> String {
    let folder = (try? Files.realPath(folder)) ?? folder
    // FNV-1a: it only has to tell one person's folders apart.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in folder.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let place =
      Environment.variable("XDG_RUNTIME_DIR") ?? Environment.variable("TMPDIR") ?? "/tmp"
    return "\(place)/modosu-\(String(hash, radix: 16))"
  }
}
