"""Reads an HTML source in one pass: its text with the range of every character, and what is not released."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections import Counter

from chartveil.domain.entities import unescape_entities
from chartveil.formats.blank_picture import BLANK_DATA_URL
from chartveil.formats.html.elements import (
    ANCHOR_ATTRIBUTES,
    PREFORMATTED_ELEMENTS,
    element_kinds,
    harmless_value,
    text_attribute_kind,
)
from chartveil.formats.html.tokenizer import (
    ESCAPABLE_TEXT_ELEMENTS,
    HtmlAttribute,
    HtmlToken,
    decode_references,
    tokenize,
)
from chartveil.formats.source_edits import NO_SOURCE_RANGE, SourceEdit, SourceMappedText

_SPACE = re.compile(r"[ \t\n\r\f]+")
_MARKUP_CHARACTERS = re.compile("[<>&]")
_WRITTEN_OUT = {"<": "&lt;", ">": "&gt;", "&": "&amp;"}
_LONGEST_REFERENCE = 33
_SPECIAL = "<>&\"' "
_EMPTIED_PLACE = "<wbr>"
_LINE_END = re.compile(r"\r\n?|\n")
_DOCTYPE = "<!DOCTYPE html>"
_CONTENT_TYPE = re.compile(r"text/html;?\s*(?:charset\s*=\s*([\w-]+))?\s*", re.IGNORECASE)
_NAMES_ALONE = {"verbatim": "pre", "division": "div", "line": "br"}
"""The element that is written instead of one that is not."""


class HtmlReader:
    """The walk; all attributes are ready after construction.

    Attributes:
        mapped_text: the document's text with its source.
        edits: what takes scripts, styles, comments, links and names out of the source.
        dropped: how much does not go out, by kind.
    """

    def __init__(self, source: str) -> None:
        self._source = source
        self.mapped_text = SourceMappedText()
        self.edits: list[SourceEdit[str]] = []
        self.dropped: Counter[str] = Counter()
        self._beside = SourceMappedText()
        self._break = ""
        self._space: tuple[int, int] | None = None
        self._gap = " "
        self._held_at = -1
        self._pre = 0
        self._cells = 0
        self._names: dict[str, str] = {}
        self._context_starts: list[int] = []
        self._contexts: list[str] = []
        for token in tokenize(source):
            self._take(token)
        if self._beside.chars:
            if self.mapped_text.chars:
                self.mapped_text.add("\n", len(source), NO_SOURCE_RANGE)
            self.mapped_text.extend(self._beside)

    def escape(self, text: str, at: int) -> str:
        """A text as it is written at a place of the source: in the flow, preformatted, or in quotes."""
        i = bisect_right(self._context_starts, at) - 1
        context = self._contexts[i] if i >= 0 else "flow"
        if not text:
            # Marks a place that held text, so that the blanks and lines around it stay what they were.
            return _EMPTIED_PLACE if context in ("flow", "pre") else ""
        mark = _EMPTIED_PLACE if text[-1].isspace() else ""
        text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        if context in ("pre", "plain"):
            return text
        if context == "quotes":
            return text.replace('"', "&quot;").replace("'", "&#39;").replace("\n", "&#10;")
        # White space that would be run together, or be lost at the edge, is written as references.
        text = (
            text.replace("\t", "&#9;").replace("\r", "&#13;").replace("\f", "&#12;").replace("  ", " &#32;")
        )
        if text.startswith(" "):
            text = "&#32;" + text[1:]
        if text.endswith(" "):
            text = text[:-1] + "&#32;"
        return text.replace("\n", "<br>") + mark

    # -- tokens -------------------------------------------------------------------------------------

    def _take(self, token: HtmlToken) -> None:
        if token.kind == "text":
            self._text(token)
        elif token.kind == "raw":  # counted with its tag
            self.edits.append(SourceEdit(token.start, token.end, ""))
        elif token.kind == "doctype":
            if self._source[token.start : token.end].lower() != _DOCTYPE.lower():
                self._remove(token, "document type", _DOCTYPE)
        elif token.kind == "start":
            self._start(token)
        elif token.kind == "end":
            self._end(token)
        else:
            self._remove(token, "comment")

    def _remove(self, token: HtmlToken, kind: str, instead: str = "") -> None:
        self.dropped[kind] += 1
        self.edits.append(SourceEdit(token.start, token.end, instead))

    def _start(self, token: HtmlToken) -> None:
        name, kind = token.name, element_kinds()[token.name]
        if name == "br" or (kind == "line" and any(a.name in ("x", "y", "dy") for a in token.attributes)):
            self._new_line(token.start)
        elif name == "wbr":
            self._flush(token.start)
            self._held_at = len(self.mapped_text.chars)
        elif name in ("td", "th"):
            if self._cells:
                self._break = self._break + "\t" if self._break.startswith("\t") else "\t"
            self._cells += 1
            self._space = None
        elif kind in ("block", "division", "verbatim"):
            self._block(force=name in ("tr", "table"))
            self._cells = 0 if name == "tr" else self._cells
        if name in PREFORMATTED_ELEMENTS:
            self._pre += 1
        if name == "meta" and self._is_charset(token):
            return
        if kind in ("hidden", "unwrapped"):
            self._remove(token, name)
        elif kind in _NAMES_ALONE:
            starts_line = kind != "line" or any(a.name in ("x", "y", "dy") for a in token.attributes)
            self._remove(token, name, f"<{_NAMES_ALONE[kind]}>" if starts_line else "")
        else:
            self._lower_case_name(token, token.start + 1)
            kinds = (unescape_entities(self._value(a)).lower() for a in token.attributes if a.name == "type")
            input_type = next(kinds, "")
            seen: set[str] = set()
            for attribute in token.attributes:
                self._attribute(token, attribute, input_type, repeated=attribute.name in seen)
                seen.add(attribute.name)

    def _end(self, token: HtmlToken) -> None:
        name, kind = token.name, element_kinds()[token.name]
        if kind in ("block", "division", "verbatim"):
            self._block(force=name in ("tr", "table"))
        if name in PREFORMATTED_ELEMENTS:
            self._pre = max(self._pre - 1, 0)
        if kind in ("hidden", "unwrapped", "line"):
            self.edits.append(SourceEdit(token.start, token.end, ""))
        elif kind in _NAMES_ALONE or token.attributes:
            self.edits.append(SourceEdit(token.start, token.end, f"</{_NAMES_ALONE.get(kind, name)}>"))
        else:
            self._lower_case_name(token, token.start + 2)
        if token.attributes:
            self.dropped["attribute"] += 1

    def _lower_case_name(self, token: HtmlToken, start: int) -> None:
        end = start + len(token.name)
        if self._source[start:end] != token.name:
            self.edits.append(SourceEdit(start, end, token.name))

    def _is_charset(self, token: HtmlToken) -> bool:
        """Whether a meta element only names the encoding."""
        values = {a.name: unescape_entities(self._value(a)) for a in token.attributes}
        if any("&" in self._value(a) for a in token.attributes) or len(values) < len(token.attributes):
            return False
        declared = ""
        if set(values) == {"charset"}:
            declared = values["charset"]
        elif set(values) == {"http-equiv", "content"} and values["http-equiv"].lower() == "content-type":
            m = _CONTENT_TYPE.fullmatch(values["content"])
            declared = m[1] or "" if m else ""
        try:
            return bool(re.fullmatch(r"[\w-]{1,20}", declared)) and bool(codecs.lookup(declared))
        except LookupError:
            return False

    # -- attributes ---------------------------------------------------------------------------------

    def _value(self, attribute: HtmlAttribute) -> str:
        return self._source[slice(*attribute.value)]

    def _attribute(
        self, token: HtmlToken, attribute: HtmlAttribute, input_type: str, *, repeated: bool
    ) -> None:
        name, value = attribute.name, unescape_entities(self._value(attribute))
        shown = "" if repeated else text_attribute_kind(token.name, name, input_type)
        if shown:
            self._text_attribute(attribute, inline=shown == "inline")
            return
        if not repeated and name in ANCHOR_ATTRIBUTES and self._anchor(token, attribute, value):
            return
        new = None if repeated else harmless_value(token.name, name, value)
        if new is not None and new == self._value(attribute):
            return
        # <p a='x'b='y'>: what follows must not join what stands before.
        instead = "" if self._source[attribute.end] in " \t\r\n\f/>" else " "
        if new is not None:
            instead = f' {name}="{new}"'
        elif (token.name, name, repeated) == ("img", "src", False):
            instead = f' src="{BLANK_DATA_URL}"'
        if new is None and value != BLANK_DATA_URL:
            self.dropped["picture" if (token.name, name) == ("img", "src") else "attribute"] += 1
        elif new is not None and len(new.split(";")) < len(value.strip("; \n").split(";")):
            self.dropped["declaration"] += 1
        self.edits.append(SourceEdit(attribute.start, attribute.end, instead))

    def _anchor(self, token: HtmlToken, attribute: HtmlAttribute, value: str) -> bool:
        """Gives names of places within the page new names without meaning; whether this is one."""
        name = attribute.name
        if not value or (name == "name" and token.name != "a"):
            return False
        target = value
        if name.endswith("href"):
            if not value.startswith("#") or value == "#":
                return False
            target = value[1:]
        new = self._names.setdefault(target, f"place{len(self._names) + 1}")
        if target != new:
            self.dropped["name of a place"] += 1
            self.edits.append(SourceEdit(*attribute.value, ("#" if name.endswith("href") else "") + new))
        return True

    def _text_attribute(self, attribute: HtmlAttribute, *, inline: bool) -> None:
        start, end = attribute.value
        if not unescape_entities(self._value(attribute)).strip():
            self.edits.append(SourceEdit(attribute.start, attribute.end, " "))
            return
        if not attribute.quote:
            self.edits += (SourceEdit(start, start, '"'), SourceEdit(end, end, '"'))
            quotes = (m.start() for m in re.finditer('"', self._value(attribute)))
            self.edits += [SourceEdit(start + k, start + k + 1, "&quot;") for k in quotes]
        self._context(start, "quotes")
        if inline:
            # A tab on either side, never a blank: blanks can be replaced, and these have to stay.
            if self._break:
                self._flush(start)
            elif self._has_text() and (self._held() or self.mapped_text.chars[-1] not in "\n\t"):
                self.mapped_text.add("\t", start, NO_SOURCE_RANGE)
            self._verbatim(self.mapped_text, start, end)
            self._space, self._gap = (end, NO_SOURCE_RANGE), "\t"
        else:
            if self._beside.chars:
                self._beside.add("\n", start, NO_SOURCE_RANGE)
            self._verbatim(self._beside, start, end)

    # -- text ---------------------------------------------------------------------------------------

    def _context(self, start: int, kind: str) -> None:
        self._context_starts.append(start)
        self._contexts.append(kind)

    def _text(self, token: HtmlToken) -> None:
        pre = self._pre > 0
        plain = token.name in ESCAPABLE_TEXT_ELEMENTS
        self._context(token.start, "plain" if plain else "pre" if pre else "flow")
        source = self._source[token.start : token.end]
        if token.name == "cdata" and not pre:
            self._write_out_signs(source, token.start)
            self._flow(source, token.start)
            return
        if token.name == "cdata" or element_kinds().get(token.name) == "verbatim":
            self._flush(token.start)
            self._literal(self.mapped_text, source, token.start)
            return
        if pre:
            self._flush(token.start)
            self._verbatim(self.mapped_text, token.start, token.end)
            return
        for text, start, end in decode_references(self._source, token.start, token.end):
            if len(text) == end - start:
                self._write_out_signs(text, start)
                self._flow(text, start)
            else:
                self._flush(start)
                self._reference(self.mapped_text, text, start, end)

    def _flow(self, text: str, start: int) -> None:
        at = 0
        for space in _SPACE.finditer(text):
            if at < space.start():
                self._flush(start)
                self.mapped_text.add_run(text[at : space.start()], start + at)
            at = space.end()
            if self._space is None:
                self._space = (start + space.start(), start + at)
        if at < len(text):
            self._flush(start)
            self.mapped_text.add_run(text[at:], start + at)

    def _flush(self, at: int) -> None:
        """Puts out the line end, tabs or blank that wait, now that text follows."""
        if self._break:
            if self._has_text():
                for char in self._break:
                    self.mapped_text.add(char, at, NO_SOURCE_RANGE)
        elif self._space and self._has_text() and (self._held() or self.mapped_text.chars[-1] not in " \n\t"):
            self.mapped_text.add(self._gap, *self._space)
        self._break, self._space, self._gap = "", None, " "

    def _block(self, *, force: bool) -> None:
        self._space = None
        if force or not self._break:
            self._break = "\n"
        if force or self._held() or self._break != "\n":
            return
        if self.mapped_text.chars and self.mapped_text.chars[-1] in "\n\t":
            self._break = ""

    def _new_line(self, at: int) -> None:
        self._flush(at)
        if self._has_text():
            self.mapped_text.add("\n", at, NO_SOURCE_RANGE)

    def _has_text(self) -> bool:
        return bool(self.mapped_text.chars) or self._held_at >= 0

    def _held(self) -> bool:
        """Whether the last that came is the mark of a place that held text."""
        return self._held_at == len(self.mapped_text.chars)

    def _verbatim(self, mapped: SourceMappedText, start: int, end: int) -> None:
        """Text whose white space counts; a line end of two characters is one."""
        for text, a, b in decode_references(self._source, start, end):
            if len(text) != b - a:
                self._reference(mapped, text, a, b)
                continue
            self._literal(mapped, text, a)

    def _literal(self, mapped: SourceMappedText, text: str, start: int) -> None:
        self._write_out_signs(text, start)
        at = 0
        for m in _LINE_END.finditer(text):
            mapped.add_run(text[at : m.start()], start + at)
            mapped.add("\n", start + m.start(), start + m.end())
            at = m.end()
        mapped.add_run(text[at:], start + at)

    def _write_out_signs(self, text: str, start: int) -> None:
        """Makes references of ``<`` and ``&`` that stand for themselves: what comes after them may be
        replaced by something that would make markup of them."""
        for m in _MARKUP_CHARACTERS.finditer(text):
            at = start + m.start()
            self.edits.append(SourceEdit(at, at + 1, _WRITTEN_OUT[m.group()]))

    def _reference(self, mapped: SourceMappedText, text: str, start: int, end: int) -> None:
        """The text of a reference. One that stands for no character, or runs into what follows, is written
        again; a number that stands for a letter is written as the letter."""
        for k, char in enumerate(text):
            # Of the two characters of one reference the second has an empty range, and goes with the first.
            mapped.add(char, start if k == 0 else end, end)
        source = self._source[start:end]
        is_number = source[1] == "#" and text.isprintable() and text not in _SPECIAL
        if is_number or source[-1] != ";" or text in ("", "\ufffd") or len(source) > _LONGEST_REFERENCE:
            signs = (c if c.isprintable() and c not in _SPECIAL else f"&#{ord(c)};" for c in text)
            self.edits.append(SourceEdit(start, end, "".join(signs)))
