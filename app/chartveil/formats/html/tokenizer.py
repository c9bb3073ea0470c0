"""HTML cut into tokens as the WHATWG standard (section 13.2.5) does, each with its range of the source.

Only what decides where text ends and markup begins is followed; trees are not built.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from html.entities import html5

RAW_TEXT_ELEMENTS = frozenset({"script", "style", "iframe", "noembed", "noframes", "xmp"})
"""Elements whose content is neither markup nor character references."""
ESCAPABLE_TEXT_ELEMENTS = frozenset({"title", "textarea"})
"""Elements whose content is text with character references, but no markup."""

_TAG = re.compile(r"</?([A-Za-z][^\s/>]*)")
_ATTRIBUTE = re.compile(
    r"[\s/]*(?P<name>[^\s/>][^\s/>=]*)(?:\s*=\s*(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<bare>[^\s>]+)))?"
)
_REFERENCE = re.compile(r"&(?:#[0-9]{1,10};?|#[xX][0-9a-fA-F]{1,8};?|[A-Za-z][A-Za-z0-9]{1,31};?)")


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
        kind: ``text``, ``raw`` (of a RAW element), ``start``, ``end``, ``comment``, ``doctype``.
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
    while at < n:
        at = source.find("<", at)
        if at < 0:
            break
        token = _markup(source, at)
        if token is None:
            at += 1
            continue
        if text_from < at:
            yield HtmlToken("text", text_from, at)
        yield token
        at = text_from = token.end
        if token.kind == "start" and (
            token.name in RAW_TEXT_ELEMENTS or token.name in ESCAPABLE_TEXT_ELEMENTS
        ):
            stop = re.compile(rf"</{token.name}(?=[\s/>])", re.IGNORECASE).search(source, at)
            end = stop.start() if stop else n
            if at < end:
                yield HtmlToken("raw" if token.name in RAW_TEXT_ELEMENTS else "text", at, end, token.name)
            at = text_from = end
        elif token.kind == "start" and token.name == "plaintext":
            break
    if text_from < n:
        yield HtmlToken("text", text_from, n)


def _markup(source: str, at: int) -> HtmlToken | None:
    """The token that begins with the ``<`` at ``at``; None where that is only a character."""
    n = len(source)
    if source.startswith("<!--", at):
        return HtmlToken("comment", at, _comment_end(source, at))
    tag = _TAG.match(source, at)
    if tag is None:
        if source.startswith(("<!", "<?", "</"), at) and at + 2 < n:
            end = source.find(">", at)
            end = n if end < 0 else end + 1
            is_doctype = source[at + 2 : at + 9].lower() == "doctype"
            return HtmlToken("doctype" if is_doctype else "comment", at, end)
        return None
    attributes: list[HtmlAttribute] = []
    i = tag.end()
    while True:
        m = _ATTRIBUTE.match(source, i)
        if m is None:
            break
        kind = next((k for k in ("double", "single", "bare") if m[k] is not None), None)
        value = m.span(kind) if kind else (m.end(), m.end())
        quote = {"double": '"', "single": "'"}.get(kind or "", "")
        attributes.append(HtmlAttribute(m["name"].lower(), m.start(), m.end(), value, quote))
        i = m.end()
    close = source.find(">", i)
    end = n if close < 0 else close + 1
    kind_of = "end" if source[at + 1] == "/" else "start"
    if close < 0:
        # A tag that never closes is shown by no browser.
        return HtmlToken("comment", at, n)
    return HtmlToken(kind_of, at, end, tag[1].lower(), tuple(attributes))


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
        return unescape(text), m.end()
    for stop in range(len(text), 2, -1):
        if text[1:stop] in html5:
            return html5[text[1:stop]], m.start() + stop
    return "", 0
