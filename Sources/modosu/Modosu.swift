import Assets

@main
struct Modosu {
  static func main() {
    print(Assets.files.count)
  }
}
