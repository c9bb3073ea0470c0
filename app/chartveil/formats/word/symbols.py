"""Characters of symbol fonts as those of Unicode.

The Symbol font's places are those of its Adobe encoding (Unicode's mapping table ADOBE/symbol.txt); of
Wingdings the marks that notes use.
"""

from __future__ import annotations

import re

from chartveil.formats.safe_xml import replace_illegal_characters

_UNKNOWN = "\ufffd"
_SYMBOL = dict(
    zip(
        [*range(0x20, 0x7F), *range(0xA0, 0xF0), *range(0xF1, 0xFF)],
        " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼"
        "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪"
        "〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭",
        strict=True,
    )
)
_WINGDINGS = {
    **dict(zip(range(0x80, 0x96), "⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿", strict=True)),
    0x28: "☎",
    0x4A: "☺",
    0x4B: "😐",
    0x4C: "☹",
    0x6C: "●",
    0x6E: "■",
    0x6F: "□",
    0x71: "❑",
    0x75: "◆",
    0x76: "❖",
    0x9F: "•",
    0xA1: "○",
    0xA7: "▪",
    0xA8: "☐",
    0xD8: "➢",
    0xDF: "←",
    0xE0: "→",
    0xE1: "↑",
    0xE2: "↓",
    0xE8: "➔",
    0xEF: "⇦",
    0xF0: "⇨",
    0xF1: "⇧",
    0xF2: "⇩",
    0xFB: "✗",
    0xFC: "✓",
    0xFD: "☒",
    0xFE: "☑",
}
_WINGDINGS_2 = {
    **dict(zip(range(0x69, 0x7F), "⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿", strict=True)),
    0x4F: "✗",
    0x50: "✓",
    0x51: "☒",
    0x52: "☑",
    0x53: "☒",
    0x54: "☒",
    0xA3: "☐",
}
_FONTS: dict[str, dict[int, str]] = {
    "symbol": _SYMBOL,
    "wingdings": _WINGDINGS,
    "wingdings 2": _WINGDINGS_2,
    "wingdings 3": {},
    "webdings": {},
}
_PRIVATE = re.compile("[\uf000-\uf0ff]")


def shown_symbol(code: str, font: str) -> str:
    """What a character of a symbol font shows; U+FFFD where that is not known.

    Args:
        code: its number in hex, with or without the private area that such fonts use (U+F000 to U+F0FF).
        font: its name.
    """
    if not re.fullmatch(r"[0-9A-Fa-f]{1,6}", code) or int(code, 16) > 0x10FFFF:
        return _UNKNOWN
    number = int(code, 16)
    low = number - 0xF000 if 0xF000 <= number <= 0xF0FF else number
    table = _FONTS.get(font.strip().casefold())
    if table is not None and low < 0x100:
        return table.get(low, _UNKNOWN)
    if 0xD800 <= low <= 0xDFFF or low < 0x20:
        return _UNKNOWN
    return replace_illegal_characters(chr(low))


def without_private_characters(text: str, font: str) -> str:
    """The text with characters of the private area of a symbol font as what they show."""
    return _PRIVATE.sub(lambda m: shown_symbol(f"{ord(m[0]):04X}", font), text)
