import Storage
import Synchronization

/// What may be on a disk after the power failed.
struct PowerCut {
  let name: String
  let disk: SimulatedDisk

  /// The legal states: nothing that was not synced, all of it, names without data and data without
  /// names, each thing alone and all but it, a part of the last write, each new sector missing.
  static func all(of disk: SimulatedDisk) -> [PowerCut] {
    let state = disk.state.withLock { $0 }
    let files = state.nodes.indices.filter { !state.nodes[$0].isFolder && isPending($0) }
    let folders = state.nodes.indices.filter { state.nodes[$0].isFolder && isPending($0) }
    func isPending(_ node: Int) -> Bool { !state.nodes[node].pending.isEmpty }
    var cuts: [PowerCut] = []
    func cut(
      _ name: String, data: Bool, names: Bool,
      _ change: (inout SimulatedDisk.State) -> Void = { _ in }
    ) {
      var image = state
      change(&image)
      for node in image.nodes.indices where !(image.nodes[node].isFolder ? names : data) {
        image.nodes[node].pending = []
      }
      image.syncAll()
      for node in image.nodes.indices { image.nodes[node].memory = image.nodes[node].bytes }
      cuts.append(PowerCut(name: name, disk: SimulatedDisk(image).restarted()))
    }
    cut("nothing kept", data: false, names: false)
    if files.isEmpty, folders.isEmpty { return cuts }
    cut("all kept", data: true, names: true)
    if !files.isEmpty, !folders.isEmpty {
      cut("names kept, data lost", data: false, names: true)
      cut("data kept, names lost", data: true, names: false)
    }
    for file in files { cutFile(file) }
    for folder in folders where state.nodes[folder].pending.count > 1 {
      for index in state.nodes[folder].pending.indices {
        for data in [true, false] {
          cut("name \(index) alone, data \(data)", data: data, names: true) {
            $0.nodes[folder].pending = [$0.nodes[folder].pending[index]]
          }
          cut("all but name \(index), data \(data)", data: data, names: true) {
            $0.nodes[folder].pending.remove(at: index)
          }
        }
      }
    }
    func cutFile(_ file: Int) {
      let node = state.nodes[file]
      if node.pending.count > 1 {
        for index in node.pending.indices {
          cut("write \(index) alone", data: true, names: true) {
            $0.nodes[file].pending = [node.pending[index]]
          }
          cut("all but write \(index)", data: true, names: true) {
            $0.nodes[file].pending.remove(at: index)
          }
        }
      }
      if case .write(let offset, let bytes) = node.pending[node.pending.count - 1] {
        let newlines = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
        for kept in [1, bytes.count / 2, bytes.count - 1] + newlines.dropLast().map({ $0 + 1 }) {
          cut("\(kept) of \(bytes.count) bytes kept", data: true, names: true) {
            $0.nodes[file].pending[node.pending.count - 1] = .write(offset, Array(bytes[..<kept]))
          }
        }
      }
      let full = SimulatedDisk.State.bytes(node.bytes, node.pending)
      for sector in sectors(of: node.pending) where sector * 512 < full.count {
        var holed = full
        for index in sector * 512..<min(full.count, sector * 512 + 512) {
          holed[index] = index < node.bytes.count ? node.bytes[index] : 0
        }
        cut("sector \(sector) missing", data: true, names: true) {
          $0.nodes[file].bytes = holed
          $0.nodes[file].pending = []
        }
      }
    }
    return cuts
  }

  /// Where on the disk the bytes go that were not synced.
  private static func sectors(of operations: [SimulatedDisk.Operation]) -> [Int] {
    var sectors: Set<Int> = []
    for case .write(let offset, let bytes) in operations where !bytes.isEmpty {
      sectors.formUnion(offset / 512...(offset + bytes.count - 1) / 512)
    }
    return sectors.sorted()
  }
}
