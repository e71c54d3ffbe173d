#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What the process was started with.
package enum Environment {
  /// The value of an environment variable; `nil` if it is not set or empty.
  package static func variable(_ name: String) -> String? {
    // The text is copied at once, and nothing in this program ever changes the environment.
    guard let value = unsafe getenv(name) else { return nil }
    let text = unsafe String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// Ends the process with this status: 0 for success.
  package static func exit(_ status: Int32) -> Never {
    #if canImport(Darwin)
      Darwin.exit(status)
    #else
      Glibc.exit(status)
    #endif
  }
}
