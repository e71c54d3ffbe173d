import Todo

extension InputProblem {
  /// The keys of their texts.
  static let keys = [
    blankTitle, longTitle(0), nulInTitle, longDetail(0), nulInDetail, blankName, longName(0),
    nulInName, countNotANumber, countOutOfRange, unknownList, unknownNeighbor, deletedNeighbor,
    badAction, badBy, badSteps, badFlag, moveInSorted,
  ].map(\.key)

  var key: String {
    let name =
      switch self {
      case .blankTitle: "blankTitle"
      case .longTitle: "longTitle"
      case .nulInTitle: "nulInTitle"
      case .longDetail: "longDetail"
      case .nulInDetail: "nulInDetail"
      case .blankName: "blankName"
      case .longName: "longName"
      case .nulInName: "nulInName"
      case .countNotANumber: "countNotANumber"
      case .countOutOfRange: "countOutOfRange"
      case .unknownList: "unknownList"
      case .unknownNeighbor: "unknownNeighbor"
      case .deletedNeighbor: "deletedNeighbor"
      case .badAction: "badAction"
      case .badBy: "badBy"
      case .badSteps: "badSteps"
      case .badFlag: "badFlag"
      case .moveInSorted: "moveInSorted"
      }
    return "input.\(name)"
  }
}

extension Problem {
  /// The keys of their texts: of each a heading and why.
  static let keys =
    [
      malformedRequest, malformedForm, damagedBase, crossSite, noSuchPage, noSuchItem, noSuchList,
      noSuchImport,
      methodNotAllowed(allowed: ""), timeout, lastList, bodyTooLarge, addressTooLong, notAForm,
      wrongHost, headTooLarge, notImplemented, unknownVersion, cannotWrite, overloaded,
    ].flatMap { [$0.key, "\($0.key).why"] } + [input(.badAction).key]

  var key: String {
    let name =
      switch self {
      case .malformedRequest: "malformedRequest"
      case .malformedForm: "malformedForm"
      case .damagedBase: "damagedBase"
      case .crossSite: "crossSite"
      case .noSuchPage: "noSuchPage"
      case .noSuchItem: "noSuchItem"
      case .noSuchList: "noSuchList"
      case .noSuchImport: "noSuchImport"
      case .methodNotAllowed: "methodNotAllowed"
      case .timeout: "timeout"
      case .lastList: "lastList"
      case .bodyTooLarge: "bodyTooLarge"
      case .addressTooLong: "addressTooLong"
      case .notAForm: "notAForm"
      case .wrongHost: "wrongHost"
      case .input: "input"
      case .headTooLarge: "headTooLarge"
      case .notImplemented: "notImplemented"
      case .unknownVersion: "unknownVersion"
      case .cannotWrite: "cannotWrite"
      case .overloaded: "overloaded"
      }
    return "refusal.\(name)"
  }
}

extension Language {
  /// What is wrong with a value, and what would be right.
  func text(_ problem: InputProblem) -> String {
    switch problem {
    case .longTitle(let count), .longName(let count):
      text(problem.key, ["limit": number(Limits.title), "count": number(count)])
    case .longDetail(let count):
      text(problem.key, ["limit": number(Limits.detail), "count": number(count)])
    case .countOutOfRange: text(problem.key, ["limit": number(Limits.count)])
    default: text(problem.key)
    }
  }

  /// Why a request is refused, and what to do.
  func explanation(of problem: Problem) -> String {
    switch problem {
    case .input(let input): text(input)
    case .methodNotAllowed(let allowed): text("\(problem.key).why", ["allowed": allowed])
    default: text("\(problem.key).why")
    }
  }

  func text(flag: Bool) -> String { text(flag ? "flag.true" : "flag.false") }

  /// A property as it is named to people; one without a text of its own by its own name.
  func text(_ property: AnyProperty) -> String {
    FieldText(rawValue: property.name).map { text($0.key) } ?? property.name
  }

  /// A property's value.
  func text(_ value: StoredValue) -> String {
    switch value {
    case .text(let text): text
    case .flag(let flag): text(flag: flag)
    case .number(let number): self.number(number)
    case .time(let time): time.map { dateAndTime(CivilTime($0, offset: 0)) } ?? ""
    }
  }
}
