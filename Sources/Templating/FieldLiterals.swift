// Values in code can be written as literals: `["name": "Home", "open": 3, "rows": [["id": 1]]]`.

extension FieldValue: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) { self = .text(text) }
}

extension FieldValue: ExpressibleByIntegerLiteral {
  public init(integerLiteral number: Int) { self = .number(number) }
}

extension FieldValue: ExpressibleByBooleanLiteral {
  public init(booleanLiteral flag: Bool) { self = .flag(flag) }
}

extension FieldValue: ExpressibleByArrayLiteral {
  public init(arrayLiteral list: Fields...) { self = .list(list) }
}

extension FieldValue: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (FieldName, FieldValue)...) {
    self = .group(Fields(elements))
  }
}
