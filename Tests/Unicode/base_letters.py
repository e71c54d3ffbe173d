"""Writes Sources/Todo/BaseLetters.swift: what each letter is without its diacritics.

    python3 Tests/Unicode/base_letters.py > Sources/Todo/BaseLetters.swift

From the canonical decompositions of Python's Unicode data (Hangul aside, which Folding.swift
computes), and of Latin letters with a stroke, which have none, the letter in their name.
"""
import sys
import unicodedata

STROKE = " WITH STROKE"


def is_diacritic(sign):
    """As in Folding.swift."""
    order = unicodedata.combining(sign)
    return unicodedata.category(sign)[0] == "M" and (10 <= order <= 36 or 200 <= order <= 240)


def without_stroke(sign):
    name = unicodedata.name(sign, "")
    if name.startswith("LATIN ") and name.endswith(STROKE):
        try:
            return unicodedata.lookup(name.removesuffix(STROKE))
        except KeyError:
            pass
    return sign


def base(code):
    sign = chr(code)
    parts = unicodedata.normalize("NFD", sign)
    parts = "".join(part for part in parts if not is_diacritic(part))
    return "".join(map(without_stroke, parts))


def literal(sign):
    if sign is None:
        return "_"
    if unicodedata.category(sign)[0] in "MZC" or unicodedata.bidirectional(sign) in ("R", "AL"):
        return f"\\u{{{ord(sign):X}}}"
    return sign


groups = {}
for code in range(0x80, 0x110000):
    if 0xAC00 <= code <= 0xD7A3 or 0xD800 <= code <= 0xDFFF or is_diacritic(chr(code)):
        continue
    parts = base(code)
    if parts and parts != chr(code):
        groups.setdefault(parts[1:], []).append((code, parts[0]))

out = []
for rest, pairs in sorted(groups.items()):
    runs = []
    for code, letter in pairs:
        gap = code - runs[-1][0] - len(runs[-1][1]) if runs else 9
        if gap < 6 and len("".join(map(literal, runs[-1][1]))) < 55:
            runs[-1][1] += [None] * gap + [letter]
        else:
            runs.append([code, [letter]])
    for start, letters in runs:
        text = "".join(map(literal, letters))
        more = "".join(f"\\u{{{ord(sign):X}}}" for sign in rest)
        out.append(f'    (0x{start:X}, "{text}", "{more}"),')

print(f"""/// What letters are without their diacritics, from Unicode {unicodedata.unidata_version}.
///
/// Made by Tests/Unicode/base_letters.py, which says how; not to be edited by hand.
enum BaseLetters {{
  /// Runs of neighbouring code points: the first one, the base letter of each (`_` where there is
  /// none), and what follows the base letter, as the voicing mark of kana does.
  static let runs: [(first: UInt32, letters: String, rest: String)] = [
""" + "\n".join(out) + """
  ]
}""")
print(len(out), sum(map(len, groups.values())), file=sys.stderr)
