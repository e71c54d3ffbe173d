// swift-tools-version: 6.3
import PackageDescription

/// Every target is compiled under the same strict rules; a warning is an error.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

// Each floor of the house is a target, so the compiler keeps imports running one way: a target
// sees only those listed in its dependencies.
let package = Package(
  name: "modosu",
  platforms: [.macOS(.v26)],
  products: [
    .executable(name: "modosu", targets: ["modosu"])
  ],
  targets: [
    // What the Glibc module does not show: epoll, eventfd, accept4.
    .systemLibrary(name: "CLinux"),
    // The only unsafe code: descriptors, files, sockets, poller, clock, signals.
    .target(
      name: "Kernel",
      dependencies: [.target(name: "CLinux", condition: .when(platforms: [.linux]))],
      swiftSettings: strict),
    // Pure values: items, lists, commands, changes, histories.
    .target(name: "Todo", swiftSettings: strict),
    // Files that other programs read and write: JSON, Markdown, todo.txt, CSV, iCalendar.
    .target(name: "Interchange", dependencies: ["Todo"], swiftSettings: strict),
    // Mustache templates.
    .target(name: "Templating", dependencies: ["Kernel"], swiftSettings: strict),
    // Messages as values: parser, exchange, forms, cookies, responses.
    .target(name: "HTTP", swiftSettings: strict),
    // The journal on disk.
    .target(name: "Storage", dependencies: ["Todo", "Kernel"], swiftSettings: strict),
    // Event loops that carry messages over sockets.
    .target(name: "Serving", dependencies: ["HTTP", "Kernel"], swiftSettings: strict),
    // Routes, pages and forms.
    .target(
      name: "Site",
      dependencies: [
        "Todo", "Interchange", "Templating", "HTTP", "Serving", "Storage", "Kernel",
      ],
      swiftSettings: strict),
    // Public/ and Templates/ as bytes inside the program.
    .target(
      name: "Assets", path: ".",
      exclude: ["README.md", "Tests"]
        + [
          "CLinux", "Kernel", "Todo", "Templating", "HTTP", "Storage", "Serving", "Site", "modosu",
          "Interchange", "bench",
        ]
        .map { "Sources/" + $0 },
      sources: ["Sources/Assets"],
      resources: [.embedInCode("Public"), .embedInCode("Templates")],
      swiftSettings: strict),
    .executableTarget(
      name: "modosu",
      dependencies: [
        "Site", "Serving", "Storage", "Todo", "Interchange", "HTTP", "Kernel", "Assets",
      ],
      swiftSettings: strict),
    .testTarget(name: "KernelTests", dependencies: ["Kernel"], swiftSettings: strict),
    .testTarget(
      name: "StorageTests", dependencies: ["Storage", "Todo", "Kernel"],
      resources: [.copy("Journals")], swiftSettings: strict),
    .testTarget(
      name: "InterchangeTests", dependencies: ["Interchange", "Todo"], swiftSettings: strict),
    .testTarget(name: "TodoTests", dependencies: ["Todo"], swiftSettings: strict),
    .testTarget(
      name: "TemplatingTests", dependencies: ["Templating"], resources: [.copy("Spec")],
      swiftSettings: strict),
    .testTarget(
      name: "SiteTests",
      dependencies: [
        "Site", "Serving", "Storage", "Todo", "Interchange", "Templating", "HTTP", "Assets",
      ],
      swiftSettings: strict),
    .testTarget(name: "HTTPTests", dependencies: ["HTTP"], swiftSettings: strict),
    // What is fuzzed, and the tests of what fuzzing found.
    .target(
      name: "FuzzTargets", dependencies: ["HTTP", "Templating", "Storage", "Todo", "Kernel"],
      path: "Tests/Fuzzing/Targets", swiftSettings: strict),
    .testTarget(
      name: "FuzzingTests", dependencies: ["FuzzTargets"], path: "Tests/Fuzzing",
      exclude: ["Targets", "Program", "Dictionaries", "run", "endurance.py"],
      sources: ["CorpusTests.swift"],
      resources: [.copy("Corpus")], swiftSettings: strict),
    .testTarget(
      name: "ServingTests", dependencies: ["Serving", "HTTP", "Kernel"], swiftSettings: strict),
    .testTarget(
      name: "ProgramTests", dependencies: ["modosu", "Kernel"], swiftSettings: strict),
    // They start the program, which is why they depend on it.
    .testTarget(name: "BrowserTests", dependencies: ["modosu"], swiftSettings: strict),
  ]
)

// The fuzzing program needs a sanitizer that every other target does without; Tests/Fuzzing/run
// sets the variable.
if Context.environment["MODOSU_FUZZING"] != nil {
  package.targets.append(
    .executableTarget(
      name: "modosu-fuzz", dependencies: ["FuzzTargets"], path: "Tests/Fuzzing/Program",
      swiftSettings: strict))
}

// The benchmarks, only if they are asked for: with a second program `swift run` would have to be
// told which one is meant, and tests need not wait until it is built.
if Context.environment["MODOSU_BENCH"] != nil {
  package.targets.append(
    .executableTarget(
      name: "bench",
      dependencies: ["Site", "Serving", "Storage", "Todo", "HTTP", "Kernel", "Assets"],
      exclude: ["compare.py"],
      swiftSettings: strict))
}
