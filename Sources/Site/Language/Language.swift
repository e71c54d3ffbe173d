/// One language of the pages: its texts, its templates, its dates.
package struct Language: Sendable {
  /// The tag of the `lang` attribute: `en`.
  package let code: String

  /// A date and a time for people, as they become the title of an item that has none.
  package func dateAndTime(_ time: CivilTime) -> String {
    time.machineReadable
  }
}
