import Templating
import Testing

/// A library of files given as text; `main` is the first thing to render.
func library(
  _ main: String, _ files: [String: String] = [:], constants: Fields = [:]
) throws(TemplateError) -> TemplateLibrary {
  var sources = files.mapValues { Array($0.utf8) }
  sources["main"] = Array(main.utf8)
  return try TemplateLibrary(sources: sources, constants: constants)
}

func render(
  _ main: String, _ files: [String: String] = [:], _ fields: Fields = [:], constants: Fields = [:]
) throws -> String {
  let template = try #require(library(main, files, constants: constants)["main"])
  return template.render(fields).text
}

extension HTML {
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
