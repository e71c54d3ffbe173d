enum Folding {
  static func fold(_ text: String) -> [UInt8] {
    Array(text.lowercased().utf8)
  }
}
