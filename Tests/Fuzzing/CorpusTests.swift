import Foundation
import FuzzTargets
import Testing

/// The files that fuzzing has found worth keeping: each takes another way through its target.
private struct Corpus {
  let files: [(name: String, octets: [UInt8])]

  init(of target: FuzzTarget) throws {
    let folder = try #require(
      Bundle.module.url(forResource: target.rawValue, withExtension: nil, subdirectory: "Corpus"))
    files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
      ($0, Array(try Data(contentsOf: folder.appending(path: $0))))
    }
  }
}

@Test(arguments: FuzzTarget.allCases)
func `what must hold holds for every file of the corpus`(target: FuzzTarget) throws {
  let corpus = try Corpus(of: target)
  #expect(corpus.files.count > 10)
  for (name, octets) in corpus.files {
    do throws(BrokenProperty) {
      try target.run(octets)
    } catch {
      Issue.record("\(name): \(error)")
    }
  }
}

/// Shortened and altered, for the way through a target often ends where a file ends.
@Test(arguments: FuzzTarget.allCases)
func `what must hold holds for every file cut short and with an octet changed`(
  target: FuzzTarget
) throws {
  for (name, octets) in try Corpus(of: target).files {
    for index in stride(from: 0, to: octets.count, by: 1 + octets.count / 16) {
      var changed = octets
      changed[index] ^= 1 << (index % 8)
      for altered in [Array(octets[..<index]), changed] {
        do throws(BrokenProperty) {
          try target.run(altered)
        } catch {
          Issue.record("\(name), octet \(index): \(error)")
        }
      }
    }
  }
}
