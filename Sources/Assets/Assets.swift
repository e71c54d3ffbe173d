/// The files of `Public/` and `Templates/`, embedded in the program by SwiftPM so that it runs from
/// any folder.
public enum Assets {
  /// Files of `Public/`, by name.
  public static let files: [String: [UInt8]] = [
    "app.js": PackageResources.app_js,
    "favicon.svg": PackageResources.favicon_svg,
    "icon-192.png": PackageResources.icon_192_png,
    "icon-512.png": PackageResources.icon_512_png,
    "manifest.webmanifest": PackageResources.manifest_webmanifest,
    "rules.json": PackageResources.rules_json,
    "style.css": PackageResources.style_css,
  ]

  /// Files of `Templates/`, by name.
  public static let templates: [String: [UInt8]] = [
    "bare.html": PackageResources.bare_html,
    "deleted.html": PackageResources.deleted_html,
    "en.strings": PackageResources.en_strings,
    "favorites.html": PackageResources.favorites_html,
    "gone.html": PackageResources.gone_html,
    "history.html": PackageResources.history_html,
    "import.html": PackageResources.import_html,
    "item-fields.html": PackageResources.item_fields_html,
    "item-row.html": PackageResources.item_row_html,
    "item.html": PackageResources.item_html,
    "ja.strings": PackageResources.ja_strings,
    "kept-form.html": PackageResources.kept_form_html,
    "layout.html": PackageResources.layout_html,
    "list-edit.html": PackageResources.list_edit_html,
    "list.html": PackageResources.list_html,
    "login.html": PackageResources.login_html,
    "pager.html": PackageResources.pager_html,
    "problem.html": PackageResources.problem_html,
    "return.html": PackageResources.return_html,
    "row-fields.html": PackageResources.row_fields_html,
    "search.html": PackageResources.search_html,
    "stats.html": PackageResources.stats_html,
    "step-conflict.html": PackageResources.step_conflict_html,
    "update-conflict.html": PackageResources.update_conflict_html,
    "views.html": PackageResources.views_html,
  ]
}
