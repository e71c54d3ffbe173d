import HTTP
import Site
import Testing
import Todo

struct EdgeTests {
  @Test(
    arguments: [
      ("/", "/", nil), ("/lists/x?show=open&q=a%26b", "/lists/x?show=open&q=a%26b", nil),
      ("/search?q=caf%C3%A9+au&x=1#item-1", "/search?q=caf%C3%A9+au&x=1", "item-1"),
    ] as [(String, String, String?)])
  func `a path on this site is a return path`(text: String, address: String, fragment: String?) {
    let path = ReturnPath(text)
    #expect(path?.address == address)
    #expect(path?.fragment == fragment)
  }

  @Test(arguments: [
    "", "x", "//evil.example/", "///evil.example", "/\\evil.example", "\\\\evil.example",
    "https://evil.example/", "http:evil.example", "javascript:alert(1)", "/\t/evil.example",
    "/\r\nSet-Cookie: stolen=1", " /x", "/x y", "/ü", "/x\u{0}", "/x\u{7F}",
    "/" + String(repeating: "x", count: 8_000),
  ])
  func `nothing else is one`(text: String) {
    #expect(ReturnPath(text) == nil)
  }

  @Test(arguments: [
    "localhost", "LocalHost", "localhost:8080", "127.0.0.1", "127.255.255.254:1", "[::1]",
    "[::1]:65535", "todo.example", "TODO.example:80",
  ])
  func `a loopback name or one of ours is a host of this site`(host: String) {
    #expect(RequestPolicy(hostNames: ["Todo.Example"]).allows(host: host))
  }

  @Test(arguments: [
    "", "localhostx", "localhost.evil.example", "127.0.0.1.evil.example", "evil.example",
    "10.0.0.1",
    "127.0.0", "127.0.0.256", "127.0.0.1.1", "127.1", "0x7f.0.0.1", "[::2]", "[::1", "::1",
    "[::1]x", "localhost:x", "localhost:80:80", "sub.todo.example", "todo.example.evil",
    "localhost:123456", "127.0.0.+1",
  ])
  func `any other name is refused`(host: String) {
    #expect(!RequestPolicy(hostNames: ["todo.example"]).allows(host: host))
  }

  static let item = Item(
    id: .random(), title: "caf\u{E9}", detail: "two\nlines", favorite: true, count: -7,
    created: Timestamp(milliseconds: 0), ordinal: 1)

  @Test func `a base tells each property's value from every other one`() throws {
    let list = ListID.random()
    let base = try #require(Base(Base(Self.item, in: list).text))
    #expect(base.matches("title", .text("caf\u{E9}")) == true)
    #expect(base.matches("title", .text("cafe\u{301}")) == false)
    #expect(base.matches("favorite", .flag(false)) == false)
    #expect(base.matches("count", .number(-7)) == true)
    #expect(base.matches("list", .text(list.description)) == true)
    #expect(base.matches("unknown", .flag(true)) == nil)
  }

  @Test func `a base holds no text`() {
    #expect(!Base(Self.item, in: .random()).text.contains("caf"))
  }

  @Test(arguments: [
    "", "x", "title", "title-", "title-0000000", "title-000000000", "title-0000000g",
    "colour-00000000", "title-00000000.", "\u{1}not a base%%", "title-+0000000",
  ])
  func `a damaged base is none`(text: String) {
    #expect(Base(text) == nil)
  }
}
