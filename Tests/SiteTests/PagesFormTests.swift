import Site
import Testing
import Todo

@Suite struct PagesFormTests {
  @Test func `every page has one form to undo and one to redo, and no form of another page`() throws
  {
    for page in try Sample.pages("en", text: "x") {
      let html = page.html().text
      let forms = html.split(separator: "<form ").dropFirst().map { form in
        String(form.prefix(upTo: form.firstRange(of: "</form>")?.lowerBound ?? form.endIndex))
      }
      for way in ["undo", "redo"] {
        let plain = forms.filter {
          $0.contains("action=\"/\(way)") && !$0.contains("name=\"steps\"")
            && !$0.contains("name=\"skip\"")
        }
        #expect(plain.count == 1, "\(way) on \(type(of: page))")
        #expect(plain.first?.count(of: "<button") == 1)
      }
      #expect(!html.contains("formaction") && !html.contains(" form="))
      #expect(html.count(of: "role=\"status\"") == 1)
      #expect(html.count(of: "<h1") == 1, "\(type(of: page))")
    }
  }

  @Test func `the undo button says what it would do, the redo button that there is nothing`() throws
  {
    let context = try Sample.context(
      undo: Label(.deleteItem, .item(Sample.item().id), name: "Buy milk"))
    let html = ProblemPage(context, problem: .noSuchPage).html().text
    #expect(
      html.contains(
        """
        <form method="post" action="/undo"><input type="hidden" name="return" value="/">\
        <button class="step back" id="undo"><span>Undo <span class="what" dir="auto">\
        delete “Buy milk”</span></span></button></form>
        <form method="post" action="/redo"><input type="hidden" name="return" value="/">\
        <button class="step forth" id="redo" disabled><span>Redo <span class="vh">\
        (nothing to redo)</span></span></button></form>
        """))
  }

  @Test func `a row is one form with its buttons`() throws {
    let row = ItemRow(
      item: Sample.item(title: "R&D", favorite: true, count: 1_234),
      hidden: RowFields(address: "/lists/1?show=open", view: View(show: .open)).html(
        in: try Sample.language()),
      isMovable: true, isFirst: true, isLast: false)
    let id = "00000000-0000-0000-0000-000000000001"
    #expect(
      try row.html(in: Sample.language()).text == """
        <li class="item" id="item-\(id)"><form method="post" action="/items/\(id)">\
        <input type="hidden" name="return" value="/lists/1?show=open">\
        <input type="hidden" name="show" value="open">\
        <button class="icon" id="d1" name="do" value="done" aria-pressed="false" \
        aria-labelledby="d1 l1">Done</button> \
        <a class="title" id="l1" href="/items/\(id)" dir="auto">R&amp;D</a> \
        <span class="x"><span class="vh">Count </span>×1,234</span> \
        <button class="icon" id="s1" name="do" value="unfavorite" aria-pressed="true" \
        aria-labelledby="s1 l1">Favourite</button> \
        <details class="more" name="row"><summary class="icon" id="m1" aria-labelledby="m1 l1">More\
        </summary><button class="icon" id="u1" name="do" value="up" \
        aria-labelledby="u1 l1" disabled>Move up</button> \
        <button class="icon" id="n1" name="do" value="down" \
        aria-labelledby="n1 l1">Move down</button> \
        <button class="icon" id="x1" name="do" value="delete" aria-labelledby="x1 l1">Delete</button>\
        </details></form></li>
        """)
  }

  @Test func `a row of a sorted view has no buttons to move it`() throws {
    let page = ListPage(
      try Sample.context(), list: Sample.list(), counts: Counts(all: 1, open: 1),
      view: View(sort: .title), number: 1,
      rows: [
        ItemRow(
          item: Sample.item(),
          hidden: RowFields(address: "/", view: View(sort: .title)).html(in: try Sample.language()),
          isMovable: false, isFirst: true, isLast: true
        ).html(in: try Sample.language())
      ], total: 1)
    let html = page.html().text
    #expect(!html.contains("value=\"up\"") && !html.contains("value=\"down\""))
    #expect(html.contains("name=\"sort\" value=\"title\""))
  }

  @Test func `the number of items of the list ends its element, without grouping`() throws {
    let page = ListPage(
      try Sample.context(), list: Sample.list(), counts: Counts(all: 12_345, open: 12_000),
      view: View(show: .done), number: 1, rows: [], total: 345)
    let html = page.html().text
    #expect(
      html.contains("<span id=\"item-count\">12000 open, 345 done, total 12345</span>"))
    #expect(html.contains("?show=done&amp;page=2\""))
  }

  @Test func `the detail form sends update first and keeps a leading line end`() throws {
    let page = ItemPage(
      try Sample.context(), item: Sample.item(detail: "\nsecond line"), list: Sample.list(),
      isFirst: true, isLast: false, base: "b1", origin: "/lists/1?page=2")
    let html = page.html().text
    let form = try #require(html.split(separator: "id=\"edit\"").last)
    let buttons = form.split(separator: "<button").dropFirst().map {
      String($0.prefix { $0 != ">" })
    }
    #expect(buttons.first?.contains("name=\"do\" value=\"update\"") == true)
    #expect(
      buttons.filter { $0.contains("name=\"by\"") }.map { String($0.suffix(3)) }
        == ["-2\"", "-1\"", "\"1\"", "\"2\""])
    #expect(html.contains("dir=\"auto\">\n\nsecond line</textarea>"))
    #expect(html.contains("<input type=\"hidden\" name=\"from\" value=\"/lists/1?page=2\">"))
    #expect(html.count(of: "name=\"favorite\"") == 2 && html.count(of: "name=\"done\"") == 2)
  }

  @Test func `a refused detail form keeps what was typed and names each mistake at its field`()
    throws
  {
    let input = ItemInput(
      title: " ", detail: "kept", count: "1e9", favorite: true, done: true, list: nil,
      problems: [.blankTitle, .countNotANumber])
    let html = ItemPage(
      try Sample.context(), item: Sample.item(), list: Sample.list(), isFirst: true, isLast: true,
      base: "b", refused: input
    ).html().text
    #expect(html.count(of: "role=\"alert\"") == 1)
    #expect(html.contains("<a href=\"#title\">Enter a title: there is nothing visible in it.</a>"))
    #expect(
      html.contains("id=\"count-error\">Enter the count as a whole number, such as 12 or -3."))
    #expect(html.contains("name=\"title\" value=\" \""))
    #expect(html.contains("value=\"true\" checked> Favourite"))
  }

  @Test func `each step of the history but the present one has a jump`() throws {
    func step(_ number: Int) -> Step {
      Step(
        revision: number, label: Label(.addItem, .item(Sample.item().id), name: "n\(number)"),
        changes: [], time: Sample.time)
    }
    let history = History(done: [1, 2, 3].map(step), undone: [5, 4].map(step))
    let html = HistoryPage(try Sample.context(), history: history, number: 1).html().text
    let jumps = html.split(separator: "name=\"steps\" value=\"").dropFirst().map {
      String($0.prefix { $0 != "\"" })
    }
    #expect(jumps == ["2", "1", "1", "2", "3"])
    let names = html.split(separator: "dir=\"auto\">n").dropFirst().compactMap(\.first)
    #expect(String(names) == "54321")
    #expect(html.count(of: "aria-current=\"true\"><time") == 1)
  }

  @Test func `the conflict page shows both texts and carries mine with a fresh base`() throws {
    let input = ItemInput(
      title: "Buy oat milk", detail: "", count: "8", favorite: false, done: false, list: nil)
    let html = UpdateConflictPage(
      try Sample.context(), item: Sample.item(title: "Buy soy milk"), list: Sample.list(),
      input: input, base: "fresh", conflicts: ["title"]
    ).html().text
    #expect(
      html.contains("Buy <mark>oat</mark> milk") && html.contains("Buy <mark>soy</mark> milk"))
    #expect(html.contains("name=\"base\" value=\"fresh\""))
    #expect(html.contains("name=\"title\" value=\"Buy oat milk\""))
    #expect(html.contains("name=\"count\" value=\"8\""))
  }

  @Test(arguments: [
    (Note(.did, label: Label(.markDone, .none, name: "x")), "en", "Marked “x” as done"),
    (
      Note(.did, label: Label(.moveUp, .none, name: "x"), position: .init(index: 2, total: 1_007)),
      "en", "Moved “x” up, now 2 of 1,007"
    ),
    (
      Note(.undid, label: Label(.clearDone, .none, name: "L", count: 1)), "en",
      "Undid: clear 1 done item of “L”"
    ),
    (
      Note(.redid, label: Label(.clearDone, .none, name: "L", count: 12)), "ja",
      "やり直しました：「L」の完了した 12 件の片付け"
    ),
    (Note(.undid, steps: 3), "en", "Undid 3 steps"),
    (
      Note(.nothingToRedo), "en",
      "There was nothing to redo"
    ),
  ])
  func `the message of a page after a form, and its place in the title`(
    note: Note, code: String, text: String
  ) throws {
    let html = FavoritesPage(
      try Sample.context(code, note: note), items: [], total: 0, number: 1
    ).html().text
    #expect(html.contains(">\(text)</p>"))
    #expect(html.contains(" – \(text) – Modosu</title>"))
  }

  @Test func `user text in Japanese is marked on an English page alone`() throws {
    let list = Sample.list(name: "京都旅行")
    func name(_ code: String) throws -> Bool {
      ListEditPage(
        try Sample.context(code, lists: [list]), list: list, counts: Counts(), isFirst: true,
        isLast: true
      ).html().text.contains("<span dir=\"auto\" lang=\"ja\">京都旅行</span>")
    }
    #expect(try name("en"))
    #expect(try !name("ja"))
  }
}
