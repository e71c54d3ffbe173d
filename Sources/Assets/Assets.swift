/// The files of `Public/` and `Templates/`, embedded in the program by SwiftPM so that it runs from any folder.
public enum Assets {
  /// Files of `Public/`, by name.
  public static let files: [String: [UInt8]] = [
    "style.css": PackageResources.style_css
  ]
}
