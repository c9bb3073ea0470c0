"""The HTML that is known to be harmless: the tables of ``resources/formats/html.toml``, the forms of
values."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import read_toml
from chartveil.formats.builtin_names import is_known_font

ANCHOR_ATTRIBUTES = frozenset({"id", "for", "name", "href", "xlink:href"})
PREFORMATTED_ELEMENTS = frozenset({"pre", "listing", "xmp", "textarea", "plaintext"})

_LENGTH = re.compile(
    r"([-+]?(?:[0-9]{1,4}|[0-9]{0,4}\.[0-9]{1,3}))((?<=\.[0-9]{3})[0-9]+)?(px|%|pt|em|ex|rem|cm|mm|in|pc|ch|vw|vh)?"
)
"""A length; decimals after the third are not written."""
_ATTRIBUTE_NUMBER = re.compile(r"[-+]?[0-9]{1,4}(?:\.[0-9]{1,3})?(?:px|%|pt|em|\*)?")
_COLOUR = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})")
_RGB = re.compile(
    r"rgba?\(\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*(?:,\s*(?:[01]|[01]?\.[0-9]{1,3})\s*)?\)"
)
_DECLARATION = re.compile(r"\s*([a-z][a-z-]{0,40})\s*:\s*(.{1,300}?)\s*(!\s*important)?\s*", re.DOTALL)


@cache
def _tables() -> dict[str, Any]:
    """The tables, each list of words as a set."""

    def sets(value: Any) -> Any:
        return {k: sets(v) for k, v in value.items()} if isinstance(value, dict) else frozenset(value.split())

    read: dict[str, Any] = sets(
        read_toml(resources_folder() / "formats" / "html.toml", "the table of HTML elements")
    )
    return read


@cache
def element_kinds() -> dict[str, str]:
    """What becomes of each known element: ``block``, ``inline``, ``hidden``, ``unwrapped``, ``division``,
    ``line`` or ``verbatim``, as the table explains."""
    return {name: kind for kind, names in _tables()["elements"].items() for name in names}


@cache
def known_attributes() -> frozenset[str]:
    """Names of all attributes that can be in a copy or in the text."""
    tables = _tables()
    of_looks = (v for v in tables["attributes"].values())
    return frozenset().union(ANCHOR_ATTRIBUTES, *of_looks, *tables["text_attributes"].values())


def text_attribute_kind(element: str, name: str, input_type: str) -> str:
    """The place where an attribute's text is shown: ``inline``, ``side``, or nowhere (empty).

    Args:
        element: that has the attribute.
        name: of the attribute.
        input_type: the element's type, of a form field.
    """
    tables = _tables()["text_attributes"]
    if name == "value":
        shown = element == "button" or (element == "input" and input_type in {"", *tables["value_types"]})
        return "inline" if shown or (element == "input" and not _is_input_type(input_type)) else ""
    return "inline" if name in tables["inline"] else "side" if name in tables["side"] else ""


def _is_input_type(word: str) -> bool:
    # Browsers take a type that they do not know for text.
    return word in _tables()["attributes"]["choice"]["type"]


def harmless_value(element: str, name: str, value: str) -> str | None:
    """An attribute's value as it is written; None if the attribute is not known, or not in its closed form.

    Args:
        element: that has the attribute.
        name: of the attribute.
        value: with references decoded.
    """
    tables = _tables()["attributes"]
    plain = value.strip(" \t\r\n\f").lower()
    fits = False
    if name in tables["style"]:
        return _style(value) or None
    if name in tables["fonts"]:
        return _fonts(value)
    if name == "value" and element != "li":
        return None
    if name in tables["choice"]:
        fits = plain in tables["choice"][name]
    elif name in tables["flag"]:
        fits = plain in ("", name, "true")
    elif name in tables["number"]:
        fits = _ATTRIBUTE_NUMBER.fullmatch(plain) is not None
    elif name in tables["colour"]:
        fits = _colour(plain) is not None or re.fullmatch(r"[0-9a-f]{6}", plain) is not None
    elif name in tables["lang"]:
        language, _, region = plain.replace("_", "-").partition("-")
        known = _tables()["languages"]
        fits = language in known["codes"] and (not region or region in known["regions"])
    return value.strip(" \t\r\n\f") if fits and value.isascii() else None


def _colour(word: str) -> str | None:
    """A colour by its name or as ``#rrggbb``."""
    if word in _tables()["colours"]["names"] or _COLOUR.fullmatch(word):
        return word
    m = _RGB.fullmatch(word)
    parts = [int(x) for x in m.groups()] if m else []
    return "#" + "".join(f"{x:02x}" for x in parts) if parts and max(parts) < 256 else None


def _fonts(value: str) -> str | None:
    """The known ones of a list of fonts."""
    names = [name.strip().strip("\"'").strip() for name in value.split(",")]
    return ",".join(name for name in names if name.isascii() and is_known_font(name)) or None


def _style(value: str) -> str:
    """The declarations of an inline style that are understood, written again."""
    out: list[str] = []
    for declaration in value.split(";"):
        m = _DECLARATION.fullmatch(declaration) or _DECLARATION.fullmatch(declaration.lower())
        if m is None or m[1] not in _tables()["style"]["properties"]:
            continue
        written = _fonts(m[2]) if m[1] == "font-family" else _words_of_style(m[2].lower())
        if written:
            out.append(f"{m[1]}:{written}" + (" !important" if m[3] else ""))
    return ";".join(out)


def _words_of_style(value: str) -> str | None:
    """Keywords, lengths and colours of a declaration; None if there is anything else in it, or much of it."""
    out: list[str] = []
    words = re.findall(r"rgba?\([^()]*\)|[^\s]+", value)
    for word in words:
        length = _LENGTH.fullmatch(word)
        # Numbers without a unit stand alone: a row of them would be nobody's margins.
        if length and (length[3] or length[1] == "0" or len(words) == 1):
            written: str | None = length[1] + (length[3] or "")
        else:
            written = word if word in _tables()["style"]["keywords"] else _colour(word)
        if written is None:
            return None
        out.append(written)
    return " ".join(out) if len(out) <= 4 else None
