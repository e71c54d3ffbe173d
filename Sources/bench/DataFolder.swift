internal import Kernel
internal import Storage
internal import Todo

/// A data folder with one list of items of every kind, made by the model and written as the store
/// writes it, but without a sync for each line.
struct DataFolder {
  let path: String
  let list: ListID
  let items: Int
  /// The first of the items, in order.
  let ids: [ItemID]
  /// The bytes of all titles and details.
  let textBytes: Int

  private static let idLimit = 1_000
  private static let chunk = 1 << 20

  /// Makes the folder, in place of the data of one that was made before.
  static func make(_ path: String, items: Int) throws(BenchError) -> DataFolder {
    try remove(path)
    var workspace = try start(path)
    guard let list = workspace.document.lists.first?.id else {
      throw BenchError("a new store has no list")
    }
    let journal = try Journal(path)
    var texts = SampleTexts()
    var writer = LineWriter()
    var ids: [ItemID] = []
    var bytes = 0
    var offset = journal.size
    for number in 1...items {
      let item = item(number, &texts)
      bytes += item.title.utf8.count + item.detail.utf8.count
      if ids.count < idLimit { ids.append(item.id) }
      let synced = workspace.revision
      writer.line(try add(item, to: list, of: &workspace), synced: synced)
      if writer.bytes.count >= chunk || number == items {
        try journal.write(writer.bytes, at: offset)
        offset += writer.bytes.count
        writer.removeAll()
      }
    }
    return DataFolder(path: path, list: list, items: items, ids: ids, textBytes: bytes)
  }

  /// An item with texts of the usual lengths; some are done, some favorites, some counted.
  static func item(_ number: Int, _ texts: inout SampleTexts) -> Item {
    Item(
      id: .random(), title: texts.title(number), detail: texts.detail(),
      favorite: number % 7 == 0, done: number % 5 == 0, count: number % 11 == 0 ? number : 0,
      created: Timestamp(milliseconds: 1_764_000_000_000 + Int64(number) * 1_000), ordinal: number)
  }

  /// Adds an item as a transaction of its own.
  static func add(
    _ item: Item, to list: ListID, of workspace: inout Workspace
  ) throws(BenchError) -> Transaction {
    do {
      let made = try workspace.perform(
        ImportItems([item], list: list), session: nil, time: item.created)
      guard let made else { throw BenchError("an item makes no transaction") }
      try workspace.apply(made)
      return made
    } catch {
      throw BenchError("the model refuses an item: \(error)")
    }
  }

  static func start(_ path: String) throws(BenchError) -> Workspace {
    let store = try open(path)
    defer { store.close() }
    return store.read { $0 }.result
  }

  /// Opens the store of a folder; a new one gets an empty list.
  static func open(_ path: String, hasThreads: Bool = true) throws(BenchError) -> FileStore {
    var options = FileStore.Options(compactAfter: .max)
    options.hasThreads = hasThreads
    do throws(StorageError) {
      return try FileStore(
        folder: path, fileSystem: RealFileSystem(), options: options, log: { _ in },
        firstStart: firstList)
    } catch {
      throw BenchError("\(error)")
    }
  }

  private static func firstList(_ workspace: Workspace) -> Transaction? {
    let now = Timestamp(milliseconds: 1_764_000_000_000)
    guard let name = try? Title("To do") else { return nil }
    return try? workspace.perform(CreateList(name: name, time: now), session: nil, time: now)
  }

  /// Removes the data of a folder; the folder stays.
  static func remove(_ path: String) throws(BenchError) {
    for name in ["journal.jsonl", "lock"] {
      do throws(SystemError) {
        try Files.remove(path + "/" + name)
      } catch {
        guard error.isMissing else { throw BenchError("\(path)/\(name): \(error)") }
      }
    }
  }
}

/// The file to which lines are written.
struct Journal: ~Copyable {
  let size: Int
  private let file: Descriptor

  init(_ folder: String) throws(BenchError) {
    let path = folder + "/journal.jsonl"
    do throws(SystemError) {
      let status = try Files.status(path)
      file = try Files.open(path, .readWrite)
      size = status?.size ?? 0
    } catch {
      throw BenchError("\(path): \(error)")
    }
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(BenchError) {
    var written = 0
    do throws(SystemError) {
      while written < bytes.count {
        written += try Files.write(file, bytes[written...], at: offset + written)
      }
    } catch {
      throw BenchError("the journal cannot be written: \(error)")
    }
  }
}
