"""Slots of plain text: ways in which people and machines write a name or a number."""

from __future__ import annotations

import gzip

from benchmarks.hostile_files.slot import Content, Slot, slots_of_templates

_INVISIBLE = {
    "soft hyphen": "\xad",
    "zero-width space": "\u200b",
    "zero-width joiner": "\u200d",
    "zero-width non-joiner": "\u200c",
    "word joiner": "\u2060",
    "byte-order mark": "\ufeff",
    "variation selector": "\ufe0f",
    "combining grapheme joiner": "\u034f",
    "left-to-right mark": "\u200e",
    "right-to-left mark": "\u200f",
    "invisible times": "\u2062",
    "mongolian separator": "\u180e",
    "hangul filler": "\u3164",
    "bell": "\x07",
    "backspace": "\x08",
    "delete": "\x7f",
    "object replacement": "\ufffc",
    "interlinear mark": "\ufff9",
    "language tag": "\U000e0001",
}
_PARTED = {
    "blank": " ",
    "no-break space": "\xa0",
    "thin space": "\u2009",
    "ideographic space": "\u3000",
    "tab": "\t",
    "dot": ".",
    "middle dot": "·",
    "bullet": "•",
    "em dash": "—",
    "minus": "−",
    "underscore": "_",
    "pipe": "|",
    "star": "*",
    "line end": "\n",
}
_TEMPLATES = {
    "plain": "Seen with «text» today.",
    "twice": "«text» and again «text»",
    "capitals": "CONTACT: «upper»",
    "small letters": "contact «lower»",
    "swapped case": "contact «swapped»",
    "reversed with override": "\u202e«reversed»\u202c",
    "reversed": "name backwards: «reversed»",
    "angle brackets": "Contact <«bare»> for results.",
    "tag of name": "<«bare»>text</«bare»>",
    "end tag": "end </«token»> here",
    "doubled brackets": "<<«bare»>> {{«bare»}} [[«bare»]]",
    "entities": "Name: «entities»",
    "hex entities": "Name: «hex_entities»",
    "open entities": "Name: «open_entities»",
    "padded entities": "Name: «padded_entities»",
    "double entities": "Name: «double_entities»",
    "unicode escapes": "Name: «unicode»",
    "hex escapes": "Name: «hex_bytes»",
    "octal escapes": "Name: «octal»",
    "percent": "link?name=«percent»",
    "usual percent": "https://portal.example/chart?q=«usual_percent»&t=1",
    "quoted-printable": "Name: «quoted»",
    "quoted-printable, all": "Name: «quoted_all»",
    "base64": "Attachment: «base64»",
    "base64, url-safe": "Token «base64_url»",
    "base64 of deflate": "Attachment «base64_deflate»",
    "base64 of utf-16": "Attachment «base64_utf16»",
    "base64 in a data uri": "data:text/plain;base64,«base64»",
    "ascii85": "Attachment «base85»",
    "base32": "Code «base32»",
    "hex": "Raw «hex»",
    "hex of utf-16": "Raw «hex_utf16»",
    "utf-7": "Name: «utf7»",
    "character codes": "Codes «codes»",
    "character codes with commas": "var n = String.fromCharCode(«comma_codes»);",
    "character codes, hexadecimal": "Bytes «hex_codes»",
    "words backwards": "mirror: «turned_words».",
    "spoken": "write to «spoken» please",
    "joined in small letters": "user «joined» logged in",
    "joined to a small letter": "x«joined»y",
    "in three lines": "Seen with «thirds» today.",
    "in pairs of letters": "Spelled «pairs» today.",
    "each letter in brackets": "Spelled «bracketed» today.",
    "surname alone": "Spoke with «surname» today.",
    "surname joined to a word": "see Note«surname»Report and more",
    "surname, given": "re: «surname», «given» (today)",
    "in cells of a drawn table": "| id | name |\n|----|------|\n| 4 | «split: | » |",
    "behind a number of a list": "1)«bare» 2)none",
    "full width": "Name: «fullwidth»",
    "mathematical letters": "Name: «mathematical»",
    "homoglyphs": "Name: «homoglyphs»",
    "dots above": "Name: «dotted»",
    "underlines": "Name: «underlined»",
    "tag characters": "Name: x«tagged»",
    "underscores between words": "file_«underscored»_scan",
    "dashes between words": "file-«dashed»-scan",
    "words run together": "see Note«camel»2 here",
    "markdown bold": "Seen with **«bare»** today.",
    "markdown in the word": "Seen with «split:**»** today.",
    "markdown code": "`«bare»`",
    "markdown link": "[chart](mailto:«bare»)",
    "markdown comment": "[//]: # («bare»)",
    "html comment": "<!-- «bare» -->",
    "html in the word": "Seen with «split:<b></b>» today.",
    "terminal colours": "Seen with \x1b[1m«bare»\x1b[0m today.",
    "terminal title": "\x1b]0;«bare»\x07 done",
    "overstrike": "Seen with «each:\x08» today.",
    "hyphenated at a line end": "Seen with «split:-\n» today.",
    "wrapped": "Seen with «split:\n    » today.",
    "wrapped in a quote": "> Seen with «split:\n> » today.",
    "backslash": "path C:\\Users\\«token»\\scan.txt",
    "path": "/home/«token»/scans/«token».pdf",
    "windows share": "\\\\server\\share\\«token»",
    "json": '{"patient": "«bare»", "id": 4}',
    "json in json": '{"note": "{\\"patient\\": \\"«bare»\\"}"}',
    "yaml": "patient: &a '«bare»'",
    "xml": "<patient name='«bare»'/>",
    "key and value": "PATIENT_NAME=«bare»;",
    "sql": "INSERT INTO p VALUES (4, '«bare»');",
    "curly quotes": "the patient “«bare»” was seen",
    "apostrophe": "«bare»'s daughter called",
    "possessive with entity": "«bare»&#39;s daughter",
    "slash": "attending/«bare»/ward",
    "in brackets": "(«bare»)",
    "after a colon": "pt:«bare»",
    "before figures": "«token»123",
    "after figures": "123«token»",
    "hashtag": "#«token»",
    "at sign": "@«token»",
    "superscript note": "«bare»²",
    "control characters": "\x01\x02«bare»\x03\x04",
    "form feed": "\f«bare»\f",
    "vertical tab": "\v«bare»\v",
    "nul in the word": "Seen with «split:\0» today.",
    "line separator": "\u2028«bare»\u2029",
    "next line": "\x85«bare»\x85",
    "long line": "x " * 3000 + "«bare»" + " y" * 3000,
    "after many lines": "\n" * 2000 + "«bare»",
    **{f"{name} between the letters": f"Seen with «each:{sign}» today." for name, sign in _INVISIBLE.items()},
    **{f"{name} in the word": f"Seen with «split:{sign}» today." for name, sign in _INVISIBLE.items()},
    **{f"{name} parting letters": f"Seen with «each:{sign}» today." for name, sign in _PARTED.items()},
}
_ENCODINGS = (
    "utf-16-le utf-16-be utf-32 utf-8-sig cp1252 mac_roman cp850 cp437 latin-1 cp037 cp1251 shift_jis "
    "gb18030 iso2022_jp"
).split()


def _place(content: Content, text: str) -> bytes:
    lines = content.lines
    return "\n".join([*lines[:3], text, *lines[3:]]).encode() + b"\n"


def _encoded(encoding: str) -> Slot:
    def make(content: Content) -> bytes:
        text = "\r\n".join([*content.lines, content.fill("Seen with «text» today. Café")])
        mark = {"utf-16-le": "\ufeff", "utf-16-be": "\ufeff"}.get(encoding, "")
        return (mark + text).encode(encoding, "ignore")

    return Slot("text", f"encoding {encoding}", ".txt", make)


def _parts(name: str, before: bytes = b"", after: bytes = b"", template: str = "«bare»") -> Slot:
    def make(content: Content) -> bytes:
        return before + _place(content, "Stable.") + after + content.fill(template).encode()

    return Slot("text", name, ".txt", make)


def _old_mac(content: Content) -> bytes:
    return _place(content, content.fill("«text»")).replace(b"\n", b"\r")


def _mixed(content: Content) -> bytes:
    return "\n".join(content.lines).encode() + b"\n" + content.fill("«text»").encode("utf-16-le")


def _gzip_tail(content: Content) -> bytes:
    return _place(content, "Stable.") + gzip.compress(content.fill("«text»").encode(), mtime=0)


def _suffixed(suffix: str) -> Slot:
    return Slot("text", f"ending {suffix}", suffix, lambda c: _place(c, c.fill("«text»")))


SLOTS = [
    *slots_of_templates("text", ".txt", _TEMPLATES, _place),
    *map(_encoded, _ENCODINGS),
    *map(_suffixed, (".md", ".log", ".note", ".text", ".dat", ".asc", ".rst")),
    _parts("after the end", after=b"\x1a"),
    _parts("after nul bytes", after=b"\0" * 8),
    Slot("text", "line ends of old Macs", ".txt", _old_mac),
    Slot("text", "utf-16 within utf-8", ".txt", _mixed),
    Slot("text", "gzip after the end", ".txt", _gzip_tail),
]
"""All slots of plain text."""
