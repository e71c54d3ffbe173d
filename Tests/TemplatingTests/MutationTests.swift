import Templating
import Testing

/// SplitMix64: the same mutations every time.
private struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

private let pieces = [
  "{{", "}}", "{{{", "}}}", "{{#a}}", "{{/a}}", "{{^a}}", "{{>main}}", " {{>partial}}\n",
  "{{<parent}}", "{{/parent}}", "{{$a}}", "{{! ", "{{=", "=}}", "{{= | | =}}", "|", "\n", "\r\n",
  "\t", " ", ".", "#", "/", "<", "$", "&", "*", "=", "\u{0}", "é",
].map { Array($0.utf8) }

private func mutate(_ bytes: [UInt8], with generator: inout Generator) -> [UInt8] {
  var bytes = bytes
  for _ in 0..<Int.random(in: 1...4, using: &generator) {
    let start = Int.random(in: 0...bytes.count, using: &generator)
    let end = min(bytes.count, start + Int.random(in: 0...8, using: &generator))
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: bytes.removeSubrange(start...)
    case 1: bytes.removeSubrange(start..<end)
    case 2: bytes.insert(contentsOf: bytes[start..<end], at: start)
    case 3: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: start)
    default: bytes.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: start)
    }
  }
  return bytes
}

@Test(arguments: SpecCase.modules.keys.sorted())
func `whatever the bytes, parsing throws or the template renders`(module: String) throws {
  var generator = Generator(state: UInt64(module.utf8.count))
  var outcomes = (rendered: 0, refused: 0)
  for test in try SpecCase.all(of: module) {
    for _ in 0..<(3000 / SpecCase.modules[module, default: 1]) {
      var sources = test.sources
      for name in sources.keys.sorted() {
        sources[name] = mutate(sources[name] ?? [], with: &generator)
      }
      do throws(TemplateError) {
        let library = try TemplateLibrary(sources: sources)
        for name in library.names {
          _ = library[name]?.render(test.data.fields)
          check(library, name, test.data.fields)
        }
        outcomes.rendered += 1
      } catch {
        #expect(sources.keys.contains(error.file) && error.line > 0 && error.column > 0)
        outcomes.refused += 1
      }
    }
  }
  #expect(outcomes.rendered > 100 && outcomes.refused > 100)
}

private func check(_ library: TemplateLibrary, _ name: String, _ fields: Fields) {
  do throws(TemplateError) {
    try library[name]?.check(supplied: fields)
  } catch {
    #expect(error.line > 0 && error.column > 0)
  }
}

@Test func `random bytes never trap`() {
  var generator = Generator(state: 7)
  for _ in 0..<2000 {
    let count = Int.random(in: 0...60, using: &generator)
    let bytes = (0..<count).map { _ in
      Array("{}#^/<>$!&=*. \nab".utf8).randomElement(using: &generator) ?? 0
    }
    let library = try? TemplateLibrary(sources: ["a": bytes, "b": Array(bytes.reversed())])
    #expect(library == nil || library?["a"]?.render(["a": ["b": 1]]) != nil)
  }
}
