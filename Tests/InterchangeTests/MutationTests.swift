import Interchange
import Testing
import Todo

@Suite struct MutationTests {
  @Test(arguments: Format.allCases, 1...4 as ClosedRange<UInt64>)
  func `no damage to a file makes its reader trap, and what is read can be written`(
    _ format: Format, _ seed: UInt64
  ) {
    var random = SplitMix(state: seed)
    let whole = format.write(
      selection(
        "Home, sweet", item("a \"b\", c", detail: "1\n2\n\n  3", favorite: true),
        item("é 👩‍👩‍👧 - [ ] +p", done: true, count: -3, ordinal: 2),
        item("x (A) a:b %41 \\", detail: "```\n\\", ordinal: 3)))
    var read = 0
    for _ in 0..<100 {
      var bytes = whole
      for _ in 0...Int.random(in: 0...4, using: &random) { mutate(&bytes, &random) }
      guard let imported = try? Imported(bytes, name: "f.\(format.suffix)") else { continue }
      read += 1
      let items = imported.lists.flatMap(\.items).map {
        item(
          $0.title.value, detail: $0.detail.value, favorite: $0.favorite, done: $0.done,
          completed: $0.completed,
          count: $0.count)
      }
      for format in Format.allCases {
        let written = format.write(
          Selection(title: "", parts: [.init(list("L"), items: items)]))
        #expect((try? Imported(written, name: "f.\(format.suffix)"))?.itemCount == items.count)
      }
    }
    #expect(read > 0)
  }

  @Test(arguments: Format.allCases)
  func `every beginning of a file is read or refused`(_ format: Format) {
    let whole = format.write(
      selection("Home", item("a \"b\", é", detail: "1\n2"), item("b", ordinal: 2)))
    for end in whole.indices {
      let part = Array(whole[..<end])
      if let imported = try? Imported(part, name: "f.\(format.suffix)") {
        #expect(imported.itemCount <= 2)
      }
    }
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: bytes.indices, using: &random)
    let marks = Array("\"\\\n\r\t ,;:{}[]-#`x(%'<>+".utf8)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes[place] = UInt8.random(in: 0...127, using: &random)
    case 1: bytes.remove(at: place)
    case 2: bytes.insert(marks.randomElement(using: &random) ?? 0, at: place)
    case 3: bytes.removeSubrange(place...)
    case 4:
      let end = min(bytes.count, place + Int.random(in: 1...30, using: &random))
      bytes.insert(
        contentsOf: bytes[place..<end], at: Int.random(in: bytes.indices, using: &random))
    default:
      bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...30, using: &random)))
    }
  }
}

/// A generator whose numbers follow from its seed.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }
}
