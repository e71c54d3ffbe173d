import Interchange
import Testing
import Todo

@Suite struct ImportPlanTests {
  private let session = SessionID.random()

  /// A store with these lists, each with one item.
  private func workspace(_ names: String...) throws -> Workspace {
    var workspace = Workspace()
    for name in names {
      let list = CreateList(name: try Title(name), time: moment)
      try perform(list, &workspace)
      try perform(
        CreateItem(title: try Title("in \(name)"), list: list.id, time: moment), &workspace)
    }
    return workspace
  }

  private func perform(_ command: some Command, _ workspace: inout Workspace) throws {
    let transaction = try workspace.perform(command, session: session, time: moment)
    try workspace.apply(try #require(transaction))
  }

  private func export(_ workspace: Workspace, _ format: Format = .json) -> [UInt8] {
    format.write(Selection(everythingIn: workspace.document, title: ""))
  }

  private func importing(_ file: [UInt8], _ name: String, into workspace: inout Workspace) throws {
    let plan = ImportPlan(
      try Imported(file, name: name), into: workspace.document, chosen: nil, time: moment)
    try perform(try #require(plan).command, &workspace)
  }

  @Test func `a backup comes back into a new store as it was, and one undo takes it back`() throws {
    var old = try workspace("Home", "Work", "Home")
    try perform(
      CreateItem(title: try Title("later"), list: old.document.lists[0].id, time: moment), &old)
    try perform(
      CreateList(name: try Title("Empty"), time: moment), &old)
    var new = Workspace()
    try perform(CreateList(name: try Title("To do"), time: moment), &new)
    let before = export(new)
    try importing(export(old), "x.json", into: &new)
    #expect(export(new) == export(old))
    guard case .transaction(let undo) = new.step(.undo, session: session, time: moment) else {
      Issue.record("the import cannot be undone")
      return
    }
    try new.apply(undo)
    #expect(export(new) == before)
    guard case .transaction(let redo) = new.step(.redo, session: session, time: moment) else {
      Issue.record("the import cannot be redone")
      return
    }
    try new.apply(redo)
    #expect(export(new) == export(old))
  }

  @Test func `what comes twice gets identities of its own, at the end of the same lists`() throws {
    var store = try workspace("Home", "Work")
    let file = export(store)
    try importing(file, "x.json", into: &store)
    let lists = store.document.lists
    #expect(lists.map(\.name) == ["Home", "Work"])
    let titles = lists.map { list in
      store.document.page(of: list.id, view: View(), 0..<9).items.map(\.title)
    }
    #expect(titles == [["in Home", "in Home"], ["in Work", "in Work"]])
  }

  @Test func `lists are found by their names, and what names none goes to the chosen one`() throws {
    var store = try workspace("Home", "Work")
    try importing(Array("a +Work\nb\nc +New\nd +New".utf8), "x.txt", into: &store)
    let written = String(decoding: export(store, .markdown), as: UTF8.self)
    #expect(
      written == """
        # Home

        - [ ] in Home
        - [ ] b

        # Work

        - [ ] in Work
        - [ ] a

        # New

        - [ ] c
        - [ ] d

        """)
  }

  @Test func `items are numbered in the order in which they were made`() throws {
    var store = try workspace("Home")
    let csv = """
      title,list,created
      newer,Home,2026-01-02
      older,Other,2026-01-01

      """
    try importing(Array(csv.utf8), "x.csv", into: &store)
    let items = store.document.lists.flatMap {
      store.document.page(of: $0.id, view: View(), 0..<9).items
    }
    #expect(items.sorted { $0.ordinal < $1.ordinal }.map(\.title) == ["in Home", "older", "newer"])
  }

  @Test func `a deleted list does not come back under its identity`() throws {
    var store = try workspace("Home", "Work")
    let file = export(store)
    let work = store.document.lists[1].id
    try perform(RemoveList(work), &store)
    try importing(file, "x.json", into: &store)
    #expect(store.document.lists.map(\.name) == ["Home", "Work"])
    #expect(store.document.lists[1].id != work)
  }

  @Test func `a plan says what it would do`() throws {
    let store = try workspace("Home")
    let plan = ImportPlan(
      try read("1 +Home\n2 +X\n3 +X\n4 +X\n5 +X\n6 +X\n7 +X\n", .todoTxt), into: store.document,
      chosen: nil, time: moment)
    #expect(plan?.parts.map(\.name) == ["Home", "X"])
    #expect(plan?.parts.map(\.isNew) == [false, true])
    #expect(plan?.parts.map(\.count) == [1, 6])
    #expect(plan?.parts.map(\.titles) == [["1"], ["2", "3", "4", "5", "6"]])
    #expect(
      ImportPlan(
        try read("1", .todoTxt), into: store.document, chosen: .random(), time: moment) == nil)
  }
}
