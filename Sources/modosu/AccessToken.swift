internal import Kernel
internal import Site

/// The token that has to be given where others than this machine's people can reach the program.
enum AccessToken {
  struct Problem: Error {
    let text: String
  }

  /// The token of the file that the options name; `nil` if they name none and need none.
  ///
  /// - Throws: if the program would listen to other machines without one, or the file is not for its
  ///   owner alone.
  static func read(
    _ options: Options, inherited: Range<Int32>
  ) throws(Problem) -> [UInt8]? {
    if let name = options.accessTokenFile { return try read(name) }
    let hosts = inherited.isEmpty ? [options.host] : InheritedSockets.hosts(inherited)
    guard let host = hosts.first(where: { !isLoopback($0) }) else { return nil }
    let other = inherited.isEmpty ? "leave --host out" : "give the socket a loopback address"
    throw Problem(
      text: "\(host) can be reached by others: name a file that holds a token with "
        + "--access-token-file, or \(other)")
  }

  /// The token in a file, its first word.
  ///
  /// - Throws: if there is none, or the file is not for its owner alone.
  static func read(_ name: String) throws(Problem) -> [UInt8] {
    let status: FileStatus?
    let bytes: [UInt8]
    do throws(SystemError) {
      status = try Files.status(name)
      let file = try Files.open(name, .read)
      bytes = try Files.read(file, at: 0, count: min(status?.size ?? 0, 4_096))
    } catch {
      throw Problem(text: "cannot read \(name): \(error.reason)")
    }
    guard let status, status.kind == .file else { throw Problem(text: "\(name) is not a file") }
    guard status.permissions & 0o077 == 0 else {
      throw Problem(text: "\(name) can be read by others: chmod 600 \(name)")
    }
    let token = bytes.split { $0 <= 0x20 }.first.map(Array.init) ?? []
    guard token.count >= AccessGate.minimumLength else {
      throw Problem(
        text: "the token in \(name) is shorter than \(AccessGate.minimumLength) characters")
    }
    return token
  }

  static func isLoopback(_ host: String) -> Bool {
    host.lowercased() == "localhost" || host == "::1" || host == "[::1]"
      || host.hasPrefix("127.") && host.utf8.allSatisfy { $0 == 0x2E || $0 &- 0x30 < 10 }
  }
}
