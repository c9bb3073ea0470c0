"""Edits that write characters plainly: escapes of mark-up and mail, invisible and look-alike characters.

Each function gives edits of a text: a range, and what is to stand there. What clinicians write stays: ``µ``,
``²``, ``½``, ``TNFα``'s letter by itself.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from urllib.parse import unquote_to_bytes

import regex

from chartveil.detection.aligned_reading import TextEdit
from chartveil.domain import paths
from chartveil.domain.entities import unescape_entities
from chartveil.domain.resource_files import read_toml

_Edits = Iterator[TextEdit]

_ENTITY = regex.compile(r"&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,30};);?")
_PERCENT = regex.compile(r"(?<![\d%])(?:%[0-9A-Fa-f]{2})+")
_PERCENT_BRACKET = regex.compile(r"%28(?=\d{3}%29)|(?<=%28\d{3})%29(?:%20|\+)?")
"""Round the area of a telephone number."""
_LINK = regex.compile(
    r"(?<!\S)(?=\S{0,2000}?(?:://|[?&][\w.-]{1,40}=|%(?:2[5BCDEF]|3[ABDF])))[^\s%]*+(?:%[^\s%]*+)+"
)
"""What is written as in a web address: a scheme, a query, or an escape that no percentage ends like."""
_ESCAPE = regex.compile(r"(?:%(?:2[0-9A-F]|3[ABDF]|40|5[BDF]|7[BD]))+", regex.IGNORECASE)
"""Blanks and signs as web addresses escape them, and the sign of percent of an address within another."""
_QUOTED = regex.compile(r"(?:=[0-9A-F]{2})+")
_QUOTED_LETTER = regex.compile(r"(?<=\p{L})=(?:[46][1-9A-F]|[57][0-9A])(?=\p{L})")
"""One letter within a word, as mail need not write it. Where it is of figures alone, and no second one stands
beside it, it may be a value (``HR=72bpm``)."""
_QUOTED_SIGN = regex.compile(r"(?<=[\w).,])=(?:20|2C|2D|2E|40)(?=[\w(])")
"""A blank or sign between words, as mail writes it."""
_UTF7 = regex.compile(r"\+[AIM][A-Za-z0-9/]{2,60}-")
_SOFT_BREAK = regex.compile(r"(?<=\w)=\r?\n(?=\w)")
_SOURCE_CODE = regex.compile(
    r"(?:(?:\\+u|_x|%u)([0-9A-Fa-f]{4})_?|\\+x([0-9A-Fa-f]{2})|\\+[ux]\{0{0,4}([0-9A-Fa-f]{2,4})\})+"
)
"""Characters as source code, JSON (once or within itself), scripts and Excel (``_x0041_``) escape them."""
_STYLE_SHEET = regex.compile(r"(?:\\0{0,4}([0-9A-Fa-f]{2,4})[ ]?){3,}")
"""The same as style sheets escape them."""
_CODE_POINTS = regex.compile(r"(?:(?<![\p{L}\p{N}])U\+([0-9A-Fa-f]{4})(?![0-9A-Fa-f])[ ,;]{0,2}){2,}")
_CUT_ESCAPE = regex.compile(r"(?<=[\p{L}\p{Cf}])(?:\\[ux][0-9A-Fa-f]{2,3}(?![0-9A-Fa-f]))+(?=[\p{L}\p{Cf}])")
"""The beginning of an escape within a word: its end was lost."""
_OCTAL = regex.compile(r"(?:\\[0-3][0-7]{2}){3,}")
_REVERSED = regex.compile(r"\u202E([^\u202A-\u202E\n]{2,60})\u202C?")
"""What is shown the other way round: the reading has it both ways."""
_LEAST_ASCII_ESCAPES = 3
"""Escapes in a row from which ``=4A=6F`` spells letters that need none."""


def decode_escapes(text: str) -> _Edits:
    """Characters that are written as mark-up, web addresses, mail or source code write them."""
    if "&" in text:
        for m in _ENTITY.finditer(text):
            plain = unescape_entities(m[0])
            if plain != m[0] and (plain.isprintable() or plain.isspace() or _INVISIBLE.fullmatch(plain)):
                yield *m.span(), plain
    if "%" in text:
        for link in _LINK.finditer(text):
            for m in _ESCAPE.finditer(text, *link.span()):
                yield *m.span(), unquote_to_bytes(m[0]).decode("ascii")
        for m in _PERCENT.finditer(text):
            plain = _decoded(unquote_to_bytes(m[0]))
            if len(plain) >= _LEAST_ASCII_ESCAPES and any(map(str.isalnum, plain)):
                yield *m.span(), plain
                continue
            inside = text[m.start() - 1 : m.start()].isalpha() and text[m.end() : m.end() + 1].isalnum()
            if any(map(str.isalpha, plain)) or (inside and plain in {" ", "@", ".", "-", "'"}):
                yield *m.span(), plain
        for m in _PERCENT_BRACKET.finditer(text):
            yield *m.span(), _decoded(unquote_to_bytes(m[0].replace("+", " ")))
    if "=" in text:
        for m in _QUOTED.finditer(text):
            plain = _decoded(unquote_to_bytes(m[0].replace("=", "%")))
            beyond = not plain.isascii() or len(plain) >= _LEAST_ASCII_ESCAPES
            if beyond and any(map(str.isalnum, plain)):
                yield *m.span(), plain
        yield from _quoted_letters(text)
        for m in _QUOTED_SIGN.finditer(text):
            yield *m.span(), chr(int(m[0][1:], 16))
        for m in _SOFT_BREAK.finditer(text):
            yield *m.span(), ""
    if "\\" in text or "_x" in text or "%u" in text:
        for m in _SOURCE_CODE.finditer(text):
            found = sorted(pair for n in (1, 2, 3) for pair in zip(m.starts(n), m.captures(n), strict=True))
            raw = "".join(chr(int(code, 16)) for _, code in found).encode("utf-16", "surrogatepass")
            yield *m.span(), raw.decode("utf-16", "replace")
    if "\\" in text:
        for m in _STYLE_SHEET.finditer(text):
            plain = "".join(chr(int(code, 16)) for code in m.captures(1))
            if plain.replace(" ", "").isalnum():
                yield m.start(), m.start() + len(m[0].rstrip(" ")), plain
        for m in _CUT_ESCAPE.finditer(text):
            yield *m.span(), ""
        for m in _OCTAL.finditer(text):
            yield *m.span(), _decoded(bytes(int(o, 8) & 255 for o in m[0].split("\\")[1:]))
    if "U+" in text:
        for m in _CODE_POINTS.finditer(text):
            plain = "".join(chr(int(code, 16)) for code in m.captures(1))
            if plain.isprintable():
                yield *m.span(), plain + m[0][len(m[0].rstrip(" ,;")) :]
    if "+" in text:
        for m in _UTF7.finditer(text):
            plain = m[0].encode("ascii").decode("utf-7", "replace")
            if plain.isprintable() and "\ufffd" not in plain:
                yield *m.span(), plain
    if "\u202e" in text:
        for m in _REVERSED.finditer(text):
            yield *m.span(), f"{m[1]} {m[1][::-1]}"


def _quoted_letters(text: str) -> _Edits:
    found = list(_QUOTED_LETTER.finditer(text))
    for i, m in enumerate(found):
        beside = [n for n in found[max(0, i - 1) : i + 2] if n is not m and not _parted(text, m, n)]
        if m[0][2].isalpha() or beside:
            yield *m.span(), chr(int(m[0][1:], 16))


def _parted(text: str, a: regex.Match[str], b: regex.Match[str]) -> bool:
    """Whether a blank parts two places."""
    return any(map(str.isspace, text[min(a.end(), b.end()) : max(a.start(), b.start())]))


def _decoded(raw: bytes) -> str:
    """Bytes as text: UTF-8, else Latin-1; nothing for what is no text."""
    try:
        plain = raw.decode("utf-8")
    except UnicodeDecodeError:
        plain = raw.decode("latin-1")
    return plain if plain.isprintable() else ""


_ODD = regex.compile(r"[^\t-\r\x20-\x7E\x85]")
_MARKED = regex.compile(r"(?P<latin>[\p{Latin}\p{N}])\p{M}+|\p{L}\p{M}+")
_RUN = regex.compile(r"\p{No}{3,}|\p{Lm}{3,}")


def write_characters_plainly(text: str) -> _Edits:
    """Without invisible characters; letters and digits of other shapes, blanks and hyphens as the usual ones,
    a letter with its marks as one."""
    if text.isascii() and text.isprintable():
        return
    for m in _ODD.finditer(text):
        plain = plain_character(m[0])
        if plain is not None:
            yield *m.span(), plain
    if text.isascii():
        return
    for m in _MARKED.finditer(text):
        whole = unicodedata.normalize("NFC", m[0])
        yield *m.span(), whole[0] if m["latin"] else whole  # a line through a letter goes
    for m in _RUN.finditer(text):
        plain = unicodedata.normalize("NFKC", m[0])
        if plain.isalnum() and len(plain) == len(m[0]):
            yield *m.span(), plain


_SHAPES = regex.compile(
    r"(?:LATIN LETTER SMALL CAPITAL|NEGATIVE (?:CIRCLED|SQUARED) LATIN CAPITAL LETTER"
    r"|REGIONAL INDICATOR SYMBOL LETTER) ([A-Z])"
)
_ROUND_DIGIT = regex.compile(r"(?:DINGBAT |NEGATIVE |DOUBLE )*CIRCLED (?:SANS-SERIF )?DIGIT ")
"""Digits in circles that Unicode does not count as shapes of others."""
_INVISIBLE = regex.compile(r"[\p{DI}\p{Cf}\p{Cc}\uFFFC]")
_SIGNS = {"\u2010": "-", "\u2011": "-", "\u2212": "-", "\u2800": " "}
_KEPT_SHAPES = ("<super>", "<sub>", "<fraction>", "<noBreak>")
_KEPT = frozenset("µªº")
"""Signs of clinicians that Unicode counts as shapes of other letters."""


@cache
def plain_character(character: str) -> str | None:
    """What one character beyond plain ASCII is read as: nothing, where it cannot be seen; None where it stays
    as it is."""
    c = character
    if c in _SIGNS:
        return _SIGNS[c]
    if _INVISIBLE.match(c):
        return ""
    category = unicodedata.category(c)
    if category == "Zs":
        return " "
    if category == "Nd":
        return str(unicodedata.decimal(c))
    if category == "No" and _ROUND_DIGIT.match(unicodedata.name(c, "")):
        return str(int(unicodedata.numeric(c)))
    if shape := _SHAPES.fullmatch(unicodedata.name(c, "")):
        return str(shape[1]).lower() if category == "Ll" else str(shape[1])
    kind = unicodedata.decomposition(c).partition(" ")[0]
    if not kind or c in _KEPT or kind in _KEPT_SHAPES:
        return None
    plain = unicodedata.normalize("NFKC", c)
    if kind in ("<wide>", "<narrow>", "<small>") or (kind[0] != "<" and plain.isascii()):
        return plain
    plain = plain.strip("().")
    whole = plain.isalnum() and (len(plain) == 1 or category[0] == "L")
    return plain if whole and kind[0] == "<" else None


_WORD = regex.compile(r"(?<![\p{L}\p{N}])(?=[\p{L}\p{N}]*[[\p{L}]--\p{Latin}])[\p{L}\p{N}]+", regex.VERSION1)
_LATIN = regex.compile(r"[\p{Latin}0-9]")


def replace_look_alikes(text: str) -> _Edits:
    """Latin letters for those of other scripts that look like them, in words which have both."""
    if text.isascii():
        return
    table = load_look_alikes()
    for m in _WORD.finditer(text):
        if _LATIN.search(m[0]):
            for i, c in enumerate(m[0], m.start()):
                if c in table:
                    yield i, i + 1, table[c]


_TURNED = regex.compile(r"[\p{L}\p{M}⊥∩∀˥┴⅄⅁⅂]{3,}")
_LEAST_TURNED = 2
"""Letters of a word that only look like others upside down; one alone may be phonetic script."""


def turn_upright(text: str) -> _Edits:
    """Words in letters that are upside down, the right way up: ``uoʇƃuᴉuuǝd``."""
    if text.isascii():
        return
    table = load_upside_down()
    for m in _TURNED.finditer(text):
        turned = sum(not c.isascii() for c in m[0])
        if turned >= _LEAST_TURNED and all(c in table for c in m[0]):
            yield *m.span(), "".join(table[c] for c in reversed(m[0]))


@cache
def load_upside_down() -> dict[str, str]:
    """Reads ``resources/confusables.toml``: the letter that each letter shows upside down.

    Raises:
        ResourceError: if the file is missing or not valid.
    """
    path = paths.resources_folder() / "confusables.toml"
    table = read_toml(path, "the table of letters that look alike").get("upside_down", {})
    return {letter: upright for upright, letters in table.items() for letter in letters}


@cache
def load_look_alikes() -> dict[str, str]:
    """Reads ``resources/confusables.toml``: the Latin letter that each letter looks like.

    Raises:
        ResourceError: if the file is missing or not valid.
    """
    path = paths.resources_folder() / "confusables.toml"
    table = read_toml(path, "the table of letters that look alike").get("looks_like", {})
    return {letter: latin for latin, letters in table.items() for letter in letters}
