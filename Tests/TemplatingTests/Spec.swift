import Foundation
import Templating
import Testing

/// A case of the public Mustache specification.
struct SpecCase: Decodable, Sendable, CustomTestStringConvertible {
  let name: String
  let desc: String
  let data: JSON
  let template: String
  let expected: String
  let partials: [String: String]?

  var testDescription: String { name }

  /// The modules that are required of every implementation, and inheritance, with their sizes.
  static let modules = [
    "comments": 12, "delimiters": 14, "interpolation": 42, "inverted": 22, "partials": 12,
    "sections": 34, "inheritance": 27,
  ]

  static func all(of module: String) throws -> [SpecCase] {
    struct File: Decodable {
      let tests: [SpecCase]
    }
    let url = try #require(
      Bundle.module.url(forResource: module, withExtension: "json", subdirectory: "Spec"))
    return try JSONDecoder().decode(File.self, from: Data(contentsOf: url)).tests
  }

  /// The template and its partials; the template's own name is one that no partial has.
  var sources: [String: [UInt8]] {
    var sources = (partials ?? [:]).mapValues { Array($0.utf8) }
    sources[SpecCase.main] = Array(template.utf8)
    return sources
  }

  static let main = "the template"
}

/// What the specification's data is made of.
enum JSON: Decodable, Sendable {
  case null
  case flag(Bool)
  case whole(Int)
  case decimal(Double)
  case text(String)
  case list([JSON])
  case group([String: JSON])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? value.decode(Int.self) {
      self = .whole(number)
    } else if let number = try? value.decode(Double.self) {
      self = .decimal(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let list = try? value.decode([JSON].self) {
      self = .list(list)
    } else {
      self = .group(try value.decode([String: JSON].self))
    }
  }

  var fieldValue: FieldValue {
    switch self {
    case .null: .text("")
    case .flag(let flag): .flag(flag)
    case .whole(let number): .number(number)
    case .decimal(let number): .text("\(number)")
    case .text(let text): .text(text)
    case .list(let list): .list(list.map(\.fields))
    case .group: .group(fields)
    }
  }

  /// As the element of a list, or as a page: what is no group is the value of `{{.}}`.
  var fields: Fields {
    guard case .group(let members) = self else { return [.item: fieldValue] }
    return Fields(members.map { (FieldName($0.key), $0.value.fieldValue) })
  }
}
