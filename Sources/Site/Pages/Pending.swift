// What other targets do not offer yet.

package import Todo

package struct HTML: Sendable {
  package var fragments: [[UInt8]] = []
  package init() {}
}

package struct Counts: Hashable, Sendable {
  package var all = 0
  package var open = 0
  package var done = 0
  package var favorite = 0
  package init(all: Int = 0, open: Int = 0, done: Int = 0, favorite: Int = 0) {
    self.all = all
    self.open = open
    self.done = done
    self.favorite = favorite
  }
}

package struct View: Hashable, Sendable {
  package enum Show: String, Sendable, CaseIterable { case all, open, done, favorite }
  package enum Sort: String, Sendable, CaseIterable { case manual, title, created }
  package var show: Show
  package var query: String
  package var sort: Sort
  package init(show: Show = .all, query: String = "", sort: Sort = .manual) {
    self.show = show
    self.query = query
    self.sort = sort
  }
}

package struct Page: Sendable {
  package var items: [Item]
  package var total: Int
  package init(items: [Item], total: Int) {
    self.items = items
    self.total = total
  }
}
