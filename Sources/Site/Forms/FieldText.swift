internal import Todo

extension AnyProperty {
  /// Reads what a form's field of this property holds: a value of the kind that the item has.
  func value(of text: String, for item: Item) throws(InputProblem) -> StoredValue {
    switch kind {
    case .flag:
      guard text == "true" || text == "false" else { throw .badFlag }
      return .flag(text == "true")
    case .number:
      do throws(CountProblem) {
        return .number(try Count(text).value)
      } catch {
        switch error {
        case .notANumber: throw .countNotANumber
        case .outOfRange: throw .countOutOfRange
        }
      }
    case .text:
      do throws(TextProblem) {
        let isTitle = self == Property.title.erased
        return .text(isTitle ? try Title(text).value : try Detail(text).value)
      } catch {
        throw InputProblem(error, of: name, typed: text)
      }
    // No form has a field for a time.
    case .time: return read(item)
    }
  }
}

extension InputProblem: Error {}

extension InputProblem {
  /// What is wrong with the text of a title, a detail or a list's name.
  init(_ problem: TextProblem, of field: String, typed: String) {
    let length = typed.unicodeScalars.count
    self =
      switch (field, problem) {
      case ("detail", .containsNUL): .nulInDetail
      case ("detail", .tooLong), ("detail", .blank): .longDetail(length)
      case ("name", .blank): .blankName
      case ("name", .tooLong): .longName(length)
      case ("name", .containsNUL): .nulInName
      case (_, .blank): .blankTitle
      case (_, .tooLong): .longTitle(length)
      case (_, .containsNUL): .nulInTitle
      }
  }

  /// What a form asks for that the model refuses, if it is a matter of what was typed or chosen.
  init?(_ refusal: Refusal) {
    switch refusal {
    case .unknownList, .deletedList, .noList: self = .unknownList
    case .unknownNeighbor, .unknownListNeighbor: self = .unknownNeighbor
    case .deletedNeighbor, .deletedListNeighbor: self = .deletedNeighbor
    case .countOutOfRange: self = .countOutOfRange
    case .unknownItem, .deletedItem, .lastList: return nil
    }
  }
}
