"""Templates of slots: ``«text»`` and its like stand for a canary, written in one way or another.

«text»          as a clinician writes it, e.g. ``SSN 512-33-4821``
«bare»          without the word that says what it is
«token»         letters and figures alone
«WAY»           written in a way of ``WAYS``: ``«base64»``, ``«entities»``
«split:X»       X stands in the middle
«each:X»        X stands between all letters
"""

from __future__ import annotations

import base64
import html
import quopri
import re
import urllib.parse
import zlib
from collections.abc import Callable

from benchmarks.hostile_files.people import Canary

_MARK = re.compile(r"«(\w+)(?::([^»]*))?»")
HOMOGLYPHS = str.maketrans("aceijopsxyABCEHIKMOPTXS", "асеіјорѕхуАВСЕНІКМОРТХЅ")
"""Latin letters as Cyrillic ones that look the same (Unicode's confusables.txt)."""


def _fullwidth(text: str) -> str:
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text)


def _utf16_units(text: str) -> list[int]:
    data = text.encode("utf-16-be")
    return [int.from_bytes(data[i : i + 2]) for i in range(0, len(data), 2)]


WAYS: dict[str, Callable[[str], str]] = {
    "upper": str.upper,
    "lower": str.lower,
    "swapped": str.swapcase,
    "reversed": lambda s: s[::-1],
    "x": lambda s: html.escape(s),
    "entities": lambda s: "".join(f"&#{ord(c)};" for c in s),
    "open_entities": lambda s: "".join(f"&#{ord(c)}" for c in s) + " ",
    "hex_entities": lambda s: "".join(f"&#x{ord(c):x};" for c in s),
    "padded_entities": lambda s: "".join(f"&#{ord(c):07};" for c in s),
    "double_entities": lambda s: "".join(f"&amp;#{ord(c)};" for c in s),
    "unicode": lambda s: "".join(f"\\u{u:04x}" for u in _utf16_units(s)),
    "hex_bytes": lambda s: "".join(f"\\x{ord(c):02x}" for c in s),
    "octal": lambda s: "".join(f"\\{ord(c):03o}" for c in s),
    "css": lambda s: "".join(f"\\{ord(c):06x}" for c in s),
    "percent": lambda s: "".join(f"%{b:02X}" for b in s.encode()),
    "usual_percent": urllib.parse.quote,
    "quoted": lambda s: quopri.encodestring(s.encode(), quotetabs=True).decode(),
    "quoted_all": lambda s: "".join(f"={b:02X}" for b in s.encode()),
    "base64": lambda s: base64.b64encode(f"Patient note for {s}, end.".encode()).decode(),
    "base64_url": lambda s: base64.urlsafe_b64encode(f"Patient note for {s}, end?>".encode()).decode(),
    "base64_deflate": lambda s: base64.b64encode(zlib.compress(f"Patient note for {s}".encode())).decode(),
    "base64_utf16": lambda s: base64.b64encode(f"note for {s}, end".encode("utf-16-le")).decode(),
    "base85": lambda s: base64.a85encode(f"Patient note for {s}".encode(), adobe=True).decode(),
    "base32": lambda s: base64.b32encode(f"Patient note for {s}, end".encode()).decode(),
    "hex": lambda s: s.encode().hex(),
    "hex_upper": lambda s: s.encode().hex().upper(),
    "hex_utf16": lambda s: s.encode("utf-16-be").hex(),
    "rtf_hex": lambda s: "".join(f"\\'{ord(c):02x}" for c in s),
    "rtf_unicode": lambda s: "".join(f"\\u{ord(c)}?" for c in s),
    "excel": lambda s: "".join(f"_x{ord(c):04X}_" for c in s),
    "fullwidth": _fullwidth,
    "mathematical": lambda s: "".join(
        chr(0x1D5BA + ord(c) - 97) if c.islower() else chr(0x1D5A0 + ord(c) - 65) if c.isupper() else c
        for c in s
    ),
    "homoglyphs": lambda s: s.translate(HOMOGLYPHS),
    "dotted": lambda s: "".join(c + ("\u0307" if c.isalpha() else "") for c in s),
    "underlined": lambda s: "".join(c + ("\u0332" if c.isalnum() else "") for c in s),
    "tagged": lambda s: "".join(chr(0xE0000 + ord(c)) if c.isascii() else c for c in s),
    "utf7": lambda s: s.encode("utf-7").decode().replace("@", "+AEA-").replace(" ", "+ACA-"),
    "underscored": lambda s: re.sub(r"\W+", "_", s),
    "dashed": lambda s: re.sub(r"\W+", "-", s),
    "camel": lambda s: "".join(w.capitalize() for w in re.split(r"\W+", s)),
    "codes": lambda s: " ".join(str(ord(c)) for c in s),
    "comma_codes": lambda s: ", ".join(str(ord(c)) for c in s),
    "hex_codes": lambda s: " ".join(f"{ord(c):02x}" for c in s),
    "turned_words": lambda s: " ".join(w[::-1] for w in s.split()),
    "spoken": lambda s: re.sub(r"[.]", " dot ", s).replace("@", " at "),
    "joined": lambda s: "".join(c for c in s if c.isalnum()).lower(),
    "thirds": lambda s: "-\n".join(s[i : i + len(s) // 3 + 1] for i in range(0, len(s), len(s) // 3 + 1)),
    "pairs": lambda s: " ".join(s[i : i + 2] for i in range(0, len(s), 2)),
    "bracketed": lambda s: "".join(f"[{c}]" for c in s),
}
"""Ways in which a text can be written."""


def fill(template: str, canary: Canary) -> str:
    """A template with the canary in place of its marks."""

    def write(mark: re.Match[str]) -> str:
        way, argument = mark[1], mark[2]
        if way == "text":
            return canary.text
        if way == "bare":
            return canary.bare
        if way == "token":
            return canary.token
        if way == "split":
            half = len(canary.bare) // 3
            return canary.bare[:half] + argument + canary.bare[half:]
        if way == "each":
            return argument.join(canary.bare)
        if way in ("given", "surname"):
            return str(getattr(canary.person, way)) if canary.words else canary.bare
        return WAYS[way](canary.bare)

    return _MARK.sub(write, template)
