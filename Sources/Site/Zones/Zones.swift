internal import Kernel
internal import Synchronization

/// The time zones that browsers have named, read once each from the system's database.
package final class Zones: Sendable {
  /// Zones held; there are about 600 names, of which a site's visitors use few.
  static let limit = 64

  private let folder: String
  private let known = Mutex<[ZoneName: ZoneData?]>([:])

  /// - Parameter folder: where the database is.
  package init(folder: String = Environment.variable("TZDIR") ?? "/usr/share/zoneinfo") {
    self.folder = folder
  }

  /// The zone of that name, `nil` if the database has none. The first time it reads a file of a
  /// few kilobytes.
  package func zone(_ name: ZoneName) -> ZoneData? {
    if let known = known.withLock({ $0[name] }) { return known }
    let zone = read(name)
    known.withLock { known in
      if known.count >= Self.limit { known = [:] }
      known[name] = .some(zone)
    }
    return zone
  }

  private func read(_ name: ZoneName) -> ZoneData? {
    guard let file = try? Files.open("\(folder)/\(name.text)", .read),
      let bytes = try? Files.read(file, at: 0, count: ZoneData.limit)
    else { return nil }
    return ZoneData(bytes)
  }
}
