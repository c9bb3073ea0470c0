"""HTML cut into tokens as the WHATWG standard (section 13.2.5) does, each with its range of the source.

Only what decides where text ends and markup begins is followed; trees are not built. Other than there, a tag
whose name no standard knows is text (``<Name>``, ``<name@example.org>``), and so is one that never closes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html.entities import html5

from chartveil.domain.entities import unescape_entities
from chartveil.formats.html.elements import element_kinds, known_attributes

RAW_TEXT_ELEMENTS = frozenset({"script", "style", "iframe", "noembed", "noframes", "xmp"})
"""Elements whose content is neither markup nor character references."""
ESCAPABLE_TEXT_ELEMENTS = frozenset({"title", "textarea"})
"""Elements whose content is text with character references, but no markup."""

_TAG = re.compile(r"</?([A-Za-z][^ \t\n\r\f/>]{0,40})")
_ATTRIBUTE = re.compile(
    r"[ \t\n\r\f/]*(?P<name>[^ \t\n\r\f/>][^ \t\n\r\f/>=]*)"
    r"(?:[ \t\n\r\f]*=[ \t\n\r\f]*(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<bare>[^ \t\n\r\f>]+)))?"
)
_INSTRUCTION = re.compile(
    r"<!doctype\b[^>]*>|<!\[(?:if\b[^>]*|endif[^>]{0,5})>|<\?(?:xml|mso|php|import)\b[^>]*>", re.IGNORECASE
)
"""Document types, conditions that Word writes, and processing instructions of programs."""
_CHARACTER_DATA = ("<![CDATA[", "]]>")
_MOST_WORDS_OF_NAME = 6
_PERSON = re.compile(r"[A-Z][^=]*")
_REFERENCE = re.compile(r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[A-Za-z][A-Za-z0-9]{1,31};?)")


@dataclass(frozen=True, slots=True)
class HtmlAttribute:
    """An attribute of a tag.

    Attributes:
        name: in lower case.
        start, end: range of all of it, the white space before it included.
        value: range of its value without quotes; empty where it has none.
        quote: the quotation mark around it, or nothing.
    """

    name: str
    start: int
    end: int
    value: tuple[int, int]
    quote: str


@dataclass(frozen=True, slots=True)
class HtmlToken:
    """A token.

    Attributes:
        kind: ``text``, ``raw`` (of an element that is not shown), ``start``, ``end``, ``comment``,
            ``doctype``, ``data`` (the beginning of character data), ``unclosed``.
        start, end: range of the source.
        name: of a tag, in lower case; of the element, for the text in it where that is RAW or ESCAPABLE.
        attributes: of a start tag.
    """

    kind: str
    start: int
    end: int
    name: str = ""
    attributes: tuple[HtmlAttribute, ...] = ()


def tokenize(source: str) -> Iterator[HtmlToken]:
    """The tokens of a source, in order and without gaps."""
    at, text_from, n = 0, 0, len(source)
    last_close, last_data_end = source.rfind(">"), source.rfind(_CHARACTER_DATA[1])
    while at < n:
        at = source.find("<", at)
        if not 0 <= at < last_close:
            break
        token = _markup(source, at, last_data_end)
        if token is None:
            at += 1
            continue
        if token.kind == "unclosed":
            break  # what follows is shown by no browser; here it is text, to its end
        if text_from < at:
            yield HtmlToken("text", text_from, at)
        yield token
        at = text_from = token.end
        stop, kind = -1, "text"
        if token.kind == "data":
            stop = source.index(_CHARACTER_DATA[1], at)
        elif token.kind == "start" and (
            token.name in RAW_TEXT_ELEMENTS or token.name in ESCAPABLE_TEXT_ELEMENTS
        ):
            found = re.compile(rf"</{token.name}(?=[ \t\n\r\f/>])", re.IGNORECASE).search(source, at)
            stop = found.start() if found else n
            kind = "raw" if element_kinds()[token.name] == "hidden" else "text"
        elif token.kind == "start" and token.name == "plaintext":
            stop = n
        if at < stop:
            yield HtmlToken(kind, at, stop, token.name)
        at = text_from = max(at, stop)
        if token.kind == "data":
            at = text_from = stop + len(_CHARACTER_DATA[1])
            yield HtmlToken("comment", stop, at)
    if text_from < n:
        yield HtmlToken("text", text_from, n)


def _markup(source: str, at: int, last_data_end: int) -> HtmlToken | None:
    """The token that begins with the ``<`` at ``at``; None where that is only a character."""
    if source.startswith("<!--", at):
        return HtmlToken("comment", at, _comment_end(source, at))
    tag = _TAG.match(source, at)
    name = tag[1].lower() if tag and tag[1].isascii() else ""
    if tag is None or name not in element_kinds():
        if source.startswith(_CHARACTER_DATA[0], at) and at < last_data_end:
            return HtmlToken("data", at, at + len(_CHARACTER_DATA[0]), "cdata")
        instruction = _INSTRUCTION.match(source, at)
        if instruction is None:
            return None
        kind = "doctype" if source[at + 2] in "dD" else "comment"
        return HtmlToken(kind, at, instruction.end())
    attributes: list[HtmlAttribute] = []
    i = tag.end()
    while True:
        m = _ATTRIBUTE.match(source, i)
        if m is None:
            break
        kind_of_value = next((k for k in ("double", "single", "bare") if m[k] is not None), None)
        value = m.span(kind_of_value) if kind_of_value else (m.end(), m.end())
        quote = {"double": '"', "single": "'"}.get(kind_of_value or "", "")
        attributes.append(HtmlAttribute(m["name"].lower(), m.start(), m.end(), value, quote))
        i = m.end()
    close = source.find(">", i)
    if close < 0:
        return HtmlToken("unclosed", at, len(source))
    kind = "end" if source[at + 1] == "/" else "start"
    if kind == "start" and _is_name(source, attributes):
        return None
    return HtmlToken(kind, at, close + 1, name, tuple(attributes))


def _is_name(source: str, attributes: Sequence[HtmlAttribute]) -> bool:
    """Whether a tag of a known name is what somebody typed, as ``<Mark Brenner>``: a word in capitals stands
    in it, and nothing that is an attribute."""
    if not 1 <= len(attributes) <= _MOST_WORDS_OF_NAME or any(
        a.name in known_attributes() for a in attributes
    ):
        return False
    return all(_PERSON.fullmatch(source[a.start : a.end].strip()) for a in attributes)


def _comment_end(source: str, at: int) -> int:
    if source.startswith((">", "->"), at + 4):
        return source.index(">", at + 4) + 1
    m = re.compile(r"--!?>").search(source, at + 4)
    return m.end() if m else len(source)


def decode_references(source: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """The text of a range with its character references decoded: (text, start, end) of each stretch.

    A stretch without references is as long as its range; a reference gives one or two characters.
    """
    at = start
    for m in _REFERENCE.finditer(source, start, end):
        decoded, stop = _reference(m)
        if not stop:
            continue
        if at < m.start():
            yield source[at : m.start()], at, m.start()
        yield decoded, m.start(), stop
        at = stop
    if at < end:
        yield source[at:end], at, end


def _reference(m: re.Match[str]) -> tuple[str, int]:
    """What a reference stands for and where it ends; 0 where it is none."""
    text = m.group()
    if text[1] == "#":
        return unescape_entities(text), m.end()
    for stop in range(len(text), 2, -1):
        if text[1:stop] in html5:
            return html5[text[1:stop]], m.start() + stop
    return "", 0
