internal import Kernel
internal import Site
internal import Synchronization

/// Templates and strings that are read anew for each page. While they have a mistake, which is said
/// once, the last good ones stay in use.
final class LiveLanguages: Sendable {
  private let read: @Sendable () throws(SiteFileError) -> Languages
  private let last: Mutex<(languages: Languages, mistake: String?)>

  /// - Throws: the first mistake there is at the start.
  init(_ read: @escaping @Sendable () throws(SiteFileError) -> Languages) throws(SiteFileError) {
    self.read = read
    last = Mutex((try read(), nil))
  }

  @Sendable func current() -> Languages {
    do throws(SiteFileError) {
      let languages = try read()
      last.withLock { $0 = (languages, nil) }
      return languages
    } catch {
      return last.withLock { last in
        let mistake = "\(error)"
        if last.mistake != mistake { StandardStream.error.writeLine("modosu: \(mistake)") }
        last.mistake = mistake
        return last.languages
      }
    }
  }
}
