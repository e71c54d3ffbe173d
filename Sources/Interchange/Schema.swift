/// The JSON Schema (2020-12) of what ``Format/json`` writes.
public enum Schema {
  public static let text = """
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Modosu lists",
      "description": "Lists of things to do, in their order. All texts are kept exactly.",
      "type": "object",
      "required": ["format", "version", "lists"],
      "properties": {
        "format": { "const": "modosu" },
        "version": { "const": 1 },
        "title": { "type": "string", "description": "What the file shows; not read." },
        "lists": { "type": "array", "items": { "$ref": "#/$defs/list" } }
      },
      "$defs": {
        "list": {
          "type": "object",
          "required": ["name", "items"],
          "properties": {
            "id": { "$ref": "#/$defs/id" },
            "name": { "$ref": "#/$defs/title" },
            "created": { "$ref": "#/$defs/time" },
            "items": { "type": "array", "items": { "$ref": "#/$defs/item" } }
          }
        },
        "item": {
          "type": "object",
          "required": ["title"],
          "properties": {
            "id": { "$ref": "#/$defs/id" },
            "list": { "$ref": "#/$defs/id" },
            "title": { "$ref": "#/$defs/title" },
            "detail": {
              "type": "string",
              "maxLength": 100000,
              "description": "Lines end in LF.",
              "default": ""
            },
            "favorite": { "type": "boolean", "default": false },
            "done": { "type": "boolean", "default": false },
            "completed": {
              "anyOf": [{ "$ref": "#/$defs/time" }, { "type": "null" }],
              "default": null,
              "description": "When it was marked done; null if it is not, or nobody knows."
            },
            "count": {
              "type": "integer",
              "minimum": -999999999,
              "maximum": 999999999,
              "default": 0
            },
            "created": { "$ref": "#/$defs/time" },
            "ordinal": {
              "type": "integer",
              "minimum": 1,
              "description": "The item's position by creation among the items of the file."
            },
            "base": {
              "type": "string",
              "description": "In answers only: what an update sends along to be told of conflicts."
            }
          }
        },
        "id": {
          "type": "string",
          "format": "uuid",
          "description": "Kept by an import unless the store has the id already."
        },
        "title": {
          "type": "string",
          "minLength": 1,
          "maxLength": 1000,
          "description": "One line with something visible."
        },
        "time": {
          "type": "string",
          "format": "date-time",
          "description": "In UTC with milliseconds."
        }
      }
    }

    """
}
