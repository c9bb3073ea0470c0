"""Elements and attributes of HTML by what becomes of them."""

from __future__ import annotations

import re

from chartveil.formats.builtin_names import is_known_font

BLOCK_ELEMENTS = frozenset(
    "address article aside blockquote body caption center dd details dialog dir div "
    "dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li "
    "listing main menu nav noscript ol optgroup option p pre search section select summary table tbody "
    "textarea tfoot thead title tr ul xmp plaintext template".split()
)
"""Elements whose text begins and ends a line."""
PREFORMATTED_ELEMENTS = frozenset({"pre", "listing", "xmp", "textarea", "plaintext"})
REMOVED_ELEMENTS = frozenset(
    "script style iframe noembed noframes link base object embed applet param source track audio video frame "
    "frameset image foreignobject use portal fencedframe picture".split()
)
"""Elements whose tags do not go out. (Only the content of the first five goes with them.)"""

INLINE_TEXT_ATTRIBUTES = frozenset({"alt", "placeholder", "label", "value"})
"""Attributes whose text shows in the place of the element."""
SIDE_TEXT_ATTRIBUTES = frozenset(
    {"title", "summary", "abbr", "aria-label", "aria-description", "aria-valuetext", "aria-placeholder"}
)
"""Attributes with text that is told beside the page."""
ANCHOR_ATTRIBUTES = frozenset({"id", "for", "name", "href", "xlink:href"})

_PLAIN = frozenset(
    "colspan rowspan dir lang xml:lang align valign width height border cellpadding cellspacing bgcolor "
    "color size start type scope rows cols checked selected disabled readonly multiple nowrap hidden "
    "reversed open span compact noshade hspace vspace fill stroke stroke-width stroke-linecap stroke- "
    "linejoin fill-rule text-anchor font-size font-weight opacity preserveaspectratio role charset http- "
    "equiv background-color frame rules cellvalign char".split()
)
_GEOMETRY = frozenset(
    "viewbox d points x y cx cy r rx ry x1 x2 y1 y2 dx dy transform stroke-dasharray".split()
)
_PLAIN_VALUE = re.compile(r"#?[A-Za-z0-9.%+*/ -]{0,30}")
_GEOMETRY_VALUE = re.compile(
    r"(?:[-+0-9.,%\s()]|[MmLlHhVvCcSsQqTtAaZzeE]|translate|scale|rotate|matrix|skewX|skewY)*"
)
_DECLARATION = re.compile(r"\s*(-?[a-z][a-z-]*)\s*:\s*([#A-Za-z0-9.%,+\-\s()!]*)\s*")
_NAMESPACE = re.compile(r"https?://(?:www\.w3\.org|schemas\.microsoft\.com)/[\w./#-]*")
_FONT_PROPERTIES = ("font-family", "mso-fareast-font-family", "mso-bidi-font-family", "mso-ascii-font-family")


def is_layout_attribute(name: str, value: str) -> bool:
    """Whether an attribute only says how something looks, by its name and by the form of its value."""
    if name == "face":
        return all(is_known_font(font) for font in value.split(","))
    if name == "style":
        return is_harmless_style(value)
    if name == "xmlns" or name.startswith("xmlns:"):
        return _NAMESPACE.fullmatch(value) is not None
    if name in _GEOMETRY:
        return _GEOMETRY_VALUE.fullmatch(value) is not None
    return name in _PLAIN and _PLAIN_VALUE.fullmatch(value) is not None


def is_harmless_style(value: str) -> bool:
    """Whether an inline style holds nothing but properties with numbers, colours and keywords: no strings,
    addresses, comments or made-up fonts."""
    for declaration in value.split(";"):
        if not declaration.strip():
            continue
        m = _DECLARATION.fullmatch(declaration.replace('"', "").replace("'", "").lower())
        if m is None or "url" in m[2] or m[1] == "content" or m[1].startswith("--"):
            return False
        if m[1] in _FONT_PROPERTIES:
            if not all(is_known_font(font) for font in m[2].split(",")):
                return False
        elif '"' in declaration or "'" in declaration or m[1] == "font":
            return False
    return True
