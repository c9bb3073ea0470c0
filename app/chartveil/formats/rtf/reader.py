"""One walk over an RTF file: its text with the byte range of every character, and what is not released."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from chartveil.domain.errors import InputError
from chartveil.formats.blank_picture import BLANK_PNG
from chartveil.formats.builtin_names import HARMLESS_FIELD, is_builtin_style
from chartveil.formats.rtf.control_words import (
    CHARACTER_WORDS,
    CHARSET_ENCODINGS,
    DROPPED_DESTINATIONS,
    FIELD_WORDS,
    KEPT_DESTINATIONS,
    KEPT_STARRED_DESTINATIONS,
    REVISION_WORDS,
    SIDE_TEXT_DESTINATIONS,
    STRUCTURE_WORDS,
    UNLINKED_WORDS,
)
from chartveil.formats.source_edits import NO_SOURCE_RANGE, SourceEdit, SourceMappedText

_TOKEN = re.compile(
    rb"\\(?P<word>[a-zA-Z]{1,32})(?P<number>-?[0-9]{1,10})?(?P<blank> ?)"
    rb"|\\'(?P<hex>[0-9a-fA-F]{2})|\\(?P<symbol>[^a-zA-Z])|(?P<open>\{)|(?P<close>\})"
    rb"|(?P<ignored>[\r\n\0]+)|(?P<run>[^\\{}\r\n\0]+)",
    re.DOTALL,
)
_SYMBOLS = {
    b"~": "\u00a0",
    b"_": "\u2011",
    b"\n": "\n",
    b"\r": "\n",
    b"\\": "\\",
    b"{": "{",
    b"}": "}",
    b"\t": "\t",
}
_MAX_DEPTH = 5000


class GroupKind(Enum):
    """What the text of a group is."""

    TEXT = auto()
    KEPT = auto()
    """Stays, and is not the document's text."""
    DROPPED = auto()


@dataclass(slots=True)
class RtfTextPart:
    """Text of one part: the body, one header, one table, one dropped group.

    Attributes:
        name: the destination's control word, ``text`` for the body.
        shown: whether it is the document's text; only then is the place of its characters kept.
        mapped_text, hidden: its text, in the one or the other.
    """

    name: str
    shown: bool
    mapped_text: SourceMappedText = field(default_factory=SourceMappedText)
    hidden: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Its text, shown or not."""
        return self.mapped_text.text if self.shown else "".join(self.hidden)


@dataclass(slots=True)
class RtfGroup:
    """A group while it is open; properties of text are handed down to the groups in it.

    Attributes:
        start: offset of its brace.
        kind, text_part: what its text is, and where it is collected.
        fallback_length: how many characters of fallback follow a ``\\u``.
        codec: encoding of its bytes, by the font.
        deleted: struck out by a tracked change.
        begin: start of the destination, which is the group's where its word stands first.
        word: destination that this group itself began.
        removed_from: where its removal begins; None if it stays.
        size: of a picture, by control word, in twips or percent.
        unlink: edits that leave the result of this field as plain text.
        instruction: range and text of this field's instruction.
        name: range of the name that this entry of the style sheet gives.
    """

    start: int
    kind: GroupKind
    text_part: RtfTextPart
    fallback_length: int
    codec: str
    deleted: bool
    begin: int = 0
    word: str = ""
    removed_from: int | None = None
    size: dict[str, int] = field(default_factory=dict)
    unlink: list[SourceEdit[bytes]] = field(default_factory=list)
    instruction: tuple[int, int, str] | None = None
    name: tuple[int, int] | None = None


def blank_picture(size: Mapping[str, int]) -> bytes:
    """A white picture of the size that a group's picture is shown in.

    Args:
        size: by control word: ``picwgoal`` and ``pichgoal`` in twips, ``picscalex`` and
            ``picscaley`` in percent.
    """
    shown = {k: v for k, v in size.items() if 0 < v < 100_000}
    wide, high = shown.get("picwgoal", 1440), shown.get("pichgoal", 1440)
    scale = "".join(f"\\{k}{shown[k]}" for k in ("picscalex", "picscaley") if k in shown)
    head = f"{{\\pict{scale}\\picw1\\pich1\\picwgoal{wide}\\pichgoal{high}\\pngblip "
    return head.encode("ascii") + BLANK_PNG.hex().encode("ascii") + b"}"


class RtfReader:
    """The walk; all attributes are ready after construction.

    Attributes:
        text_parts: every stretch of text in order of its beginning, shown or not.
        edits: what takes properties, authorship, history, objects and pictures out of the file.
        unterminated_word_ends: ends of control words that no blank follows: text put there needs one.
        end: offset after the last group.

    Raises:
        InputError: if the file is not RTF, or is cut off.
    """

    def __init__(self, data: bytes, where: str) -> None:
        head = re.match(rb"(?:\xef\xbb\xbf)?\s*(?=\{\\rtf(?![a-zA-Z]))", data)
        if head is None:
            raise InputError(
                "is not an RTF file: it does not begin with {\\rtf.",
                where=where,
                remedy="Give it the ending of its true format, or save it as RTF again.",
            )
        self._data = data
        self._where = where
        self.text_parts: list[RtfTextPart] = [RtfTextPart("text", True)]
        self.edits: list[SourceEdit[bytes]] = []
        self.unterminated_word_ends: set[int] = set()
        self.end = len(data)
        self._ansi = "cp1252"
        self._fonts: dict[int, str] = {}
        self._default_font = 0
        self._table_font = 0
        self._group = RtfGroup(0, GroupKind.TEXT, self.text_parts[0], 1, self._ansi, False)
        self._stack: list[RtfGroup] = []
        self._star: int | None = None
        self._star_span = (0, 0)
        self._fresh = False
        self._skip = 0
        self._lead: tuple[bytes, int, int] | None = None
        self._high: tuple[int, int, int] | None = None
        self._styles = 0
        self._walk(head.end())

    # -- the walk -----------------------------------------------------------------------------------

    def _walk(self, at: int) -> None:
        data = self._data
        while True:
            m = _TOKEN.match(data, at)
            if m is None:
                raise self._cut_off()
            at = m.end()
            kind = m.lastgroup
            if kind in ("run", "hex", "open", "close") and self._star is not None:
                # A star that begins nothing would make a group of the word that moves up to it.
                self.edits.append(SourceEdit(*self._star_span, b""))
                self._star = None
            fresh, self._fresh = self._fresh, kind == "open" or (self._fresh and kind == "ignored")
            if kind == "open":
                self._open(m.start())
            elif kind == "close":
                self._close(m.end())
                if not self._stack:
                    self.end = m.end()
                    return
            elif kind in ("blank", "number", "word"):
                at = self._word(m, fresh=fresh)
            elif kind == "hex":
                self._byte(bytes.fromhex(m["hex"].decode("ascii")), m.start(), m.end())
            elif kind == "symbol":
                self._symbol(m, fresh=fresh)
            elif kind == "run":
                self._run(m["run"], m.start())

    def _cut_off(self) -> InputError:
        return InputError(
            "ends inside a group: the file seems to be cut off.",
            where=self._where,
            remedy="Get the whole file, or open it in a word processor and save it as RTF again.",
        )

    def _open(self, start: int) -> None:
        self._settle()
        if len(self._stack) >= _MAX_DEPTH:
            raise InputError(
                f"nests groups more than {_MAX_DEPTH} deep.",
                where=self._where,
                remedy="Open it in a word processor and save it as RTF again.",
            )
        outer = self._group
        self._stack.append(outer)
        self._group = replace(
            outer, start=start, word="", removed_from=None, size={}, unlink=[], instruction=None, name=None
        )
        self._star = None
        # {\upr{old text}{\*\ud{the same in Unicode}}}: the copy for old readers goes.
        if outer.word == "upr" and not self._data.startswith(rb"{\*\ud", start):
            self._destination("upr", start, GroupKind.DROPPED)
        elif outer.word == "stylesheet":
            self._destination("style", start, GroupKind.KEPT)

    def _close(self, end: int) -> None:
        self._settle()
        group = self._group
        if not self._stack:
            raise self._cut_off()
        self._group = outer = self._stack.pop()
        if not outer.text_part.shown:
            outer.text_part.hidden.append("\n")
        self._finish(group, outer, end)

    def _finish(self, group: RtfGroup, outer: RtfGroup, end: int) -> None:
        """Decides what becomes of a group now that all of it is known."""
        if group.removed_from is not None:
            stop = end if group.removed_from == group.start else end - 1
            self.edits.append(
                SourceEdit(
                    group.removed_from, stop, blank_picture(group.size) if group.word == "pict" else b""
                )
            )
        elif group.word == "fldinst":
            owner = next((g for g in reversed([*self._stack, outer]) if g.word == "field"), None)
            stop = end if group.begin == group.start else end - 1
            if owner is None or owner.instruction is not None:
                self.edits.append(SourceEdit(group.begin, stop, b""))
            else:
                owner.instruction = (group.begin, stop, group.text_part.text)
        elif group.word == "field":
            self._finish_field(group)
        elif group.word == "style":
            self._finish_style(group)
        elif group.word == "sp":
            value = group.text_part.text.partition("\n")[2]
            if not re.fullmatch(r"[-0-9;(),\s]*", value):
                self.edits.append(SourceEdit(group.start, end, b""))

    def _finish_field(self, group: RtfGroup) -> None:
        instruction = group.instruction
        if instruction is not None and HARMLESS_FIELD.fullmatch(instruction[2]):
            return
        self.edits += group.unlink
        if instruction is not None:
            self.edits.append(SourceEdit(instruction[0], instruction[1], b""))

    def _finish_style(self, group: RtfGroup) -> None:
        if group.name is None or is_builtin_style(group.text_part.text.strip().rstrip(";")):
            return
        self._styles += 1
        self.edits.append(SourceEdit(*group.name, b"Style %d;" % self._styles))

    # -- control words ------------------------------------------------------------------------------

    def _word(self, m: re.Match[bytes], *, fresh: bool) -> int:
        """Takes a control word; returns where to go on (after the bytes of a ``\\bin``)."""
        word = m["word"].decode("ascii")
        number = int(m["number"]) if m["number"] else None
        start, end = m.span()
        if not m["blank"]:
            self.unterminated_word_ends.add(end)
        if word == "bin":
            stop = end + max(number or 0, 0)
            if stop > len(self._data):
                raise self._cut_off()
            self._group.text_part.hidden.append(self._data[end:stop].decode("latin-1"))
            self.edits.append(SourceEdit(start, stop, b""))
            return stop
        star, self._star = self._star, None
        if star is not None and (word in CHARACTER_WORDS or word in STRUCTURE_WORDS or word == "u"):
            self.edits.append(SourceEdit(*self._star_span, b""))
        if word == "u":
            self._unicode(number or 0, start, end)
            return end
        self._settle()
        if word in CHARACTER_WORDS:
            self._emit(CHARACTER_WORDS[word], start, end)
        elif word in STRUCTURE_WORDS:
            self._emit(STRUCTURE_WORDS[word], start, NO_SOURCE_RANGE)
        elif not self._is_destination(word, self._group.start if fresh else start, (start, end), star):
            self._property(word, number, start, end)
        return end

    def _is_destination(self, word: str, begin: int, span: tuple[int, int], star: int | None) -> bool:
        """Takes a word that begins a destination; False if it begins none.

        Args:
            begin: start of the group if the word stands first in it, else of the word.
            span: range of the word.
            star: where the ``\\*`` before it begins, in the same sense; None if there is none.
        """
        begin = begin if star is None else star
        if (
            word == "pict"
            or word in DROPPED_DESTINATIONS
            or (star is not None and word not in KEPT_STARRED_DESTINATIONS)
        ):
            self._destination(word, begin, GroupKind.DROPPED)
        elif word in SIDE_TEXT_DESTINATIONS:
            self._group.word = word
            if self._group.kind is GroupKind.TEXT:
                self._group.text_part = self._new_part(word, shown=True)
        elif word in KEPT_DESTINATIONS or (star is not None and word in ("cs", "ts", "ds", "panose")):
            self._destination(word, begin, GroupKind.KEPT)
        elif word in ("field", "upr", "ud"):
            self._group.word = word
            if word == "field":
                self._group.unlink.append(SourceEdit(*span, b""))
        else:
            return False
        return True

    def _destination(self, word: str, begin: int, kind: GroupKind) -> None:
        group = self._group
        if group.kind is GroupKind.DROPPED:
            return
        if word in ("cs", "ts", "ds", "panose") and group.kind is GroupKind.KEPT:
            return
        group.kind = kind
        group.word = word
        group.begin = begin
        group.text_part = self._new_part(word, shown=False)
        if kind is GroupKind.DROPPED:
            group.removed_from = begin

    def _new_part(self, name: str, *, shown: bool) -> RtfTextPart:
        self.text_parts.append(RtfTextPart(name, shown))
        return self.text_parts[-1]

    def _property(self, word: str, number: int | None, start: int, end: int) -> None:
        group = self._group
        if UNLINKED_WORDS.fullmatch(word):
            owner = next((g for g in reversed([*self._stack, group]) if g.word == "field"), None)
            if word in FIELD_WORDS and owner is not None:
                owner.unlink.append(SourceEdit(start, end, b""))
            else:
                self.edits.append(SourceEdit(start, end, b""))
        elif REVISION_WORDS.fullmatch(word):
            self.edits.append(SourceEdit(start, end, b""))
            if word == "deleted":
                group.deleted = number != 0
        elif word == "plain":
            group.deleted = False
            group.codec = self._fonts.get(self._default_font, self._ansi)
        elif word == "uc":
            group.fallback_length = max(number or 0, 0)
        elif word == "f":
            self._table_font = number or 0
            group.codec = self._fonts.get(self._table_font, self._ansi)
        elif word == "deff":
            self._default_font = number or 0
        elif word in ("fcharset", "cpg") and self._in("fonttbl"):
            self._font(word, number or 0)
        elif word in ("ansicpg", "mac", "pc", "pca"):
            self._set_ansi({"mac": "mac_roman", "pc": "cp437", "pca": "cp850"}.get(word, f"cp{number}"))
        elif word.startswith("pic") and number is not None:
            group.size[word] = number

    def _in(self, word: str) -> bool:
        return any(g.word == word for g in (*self._stack, self._group))

    def _font(self, word: str, number: int) -> None:
        codec = CHARSET_ENCODINGS.get(number) if word == "fcharset" else _known_codec(f"cp{number}")
        if codec and not (word == "fcharset" and number == 0 and self._ansi != "cp1252"):
            self._fonts[self._table_font] = codec
            self._group.codec = codec

    def _set_ansi(self, codec: str) -> None:
        known = _known_codec("utf-8" if codec == "cp65001" else codec)
        if known:
            self._ansi = self._group.codec = known

    # -- characters ---------------------------------------------------------------------------------

    def _symbol(self, m: re.Match[bytes], *, fresh: bool) -> None:
        symbol = m["symbol"]
        if symbol == b"*":
            self._star = self._group.start if fresh else m.start()
            self._star_span = m.span()
        elif symbol == b"'":
            self.edits.append(SourceEdit(*m.span(), b""))  # half of a \'xx, which could find its other half
        elif self._skip:
            self._skip -= 1
            self._stretch(m.end())
        elif symbol in _SYMBOLS:
            self._settle()
            self._emit(_SYMBOLS[symbol], m.start(), m.end())

    def _run(self, run: bytes, start: int) -> None:
        if self._skip:
            n = min(self._skip, len(run))
            self._skip -= n
            self._stretch(start + n)
            run, start = run[n:], start + n
            if not run:
                return
        if run.isascii() and self._lead is None:
            self._settle()
            self._emit_run(run.decode("ascii"), start)
            return
        for i in range(len(run)):
            self._byte(run[i : i + 1], start + i, start + i + 1)

    def _byte(self, byte: bytes, start: int, end: int) -> None:
        """One byte in the encoding of the font; two or more may make a character."""
        if self._skip:
            self._skip -= 1
            self._stretch(end)
            return
        if self._high is not None:
            self._settle()
        codec = self._group.codec
        raw = byte
        if self._lead is not None and self._lead[2] == start:
            raw, start = self._lead[0] + byte, self._lead[1]
        elif self._lead is not None:
            self._settle()
        self._lead = None
        try:
            char = raw.decode(codec)[0]
        except UnicodeDecodeError as e:
            if "incomplete" in e.reason or "unexpected end" in e.reason:
                self._lead = (raw, start, end)
                return
            # Windows shows the bytes that a code page leaves undefined as their Latin-1 controls.
            char = raw.decode("latin-1") if len(raw) == 1 else "\ufffd"
        self._emit(char, start, end)

    def _unicode(self, number: int, start: int, end: int) -> None:
        code = number + 0x10000 if number < 0 else number
        if self._lead is not None:
            self._settle()
        self._skip = self._group.fallback_length
        high, self._high = self._high, None
        if high is not None and 0xDC00 <= code < 0xE000 and high[2] == start:
            pair = 0x10000 + ((high[0] - 0xD800) << 10) + (code - 0xDC00)
            self._emit(chr(pair), high[1], end)
            return
        if high is not None:
            self._emit("\ufffd", high[1], high[2])
        if 0xD800 <= code < 0xDC00:
            self._high = (code, start, end)
        elif 0xDC00 <= code < 0xE000 or code > 0x10FFFF or code < 0:
            self._emit("\ufffd", start, end)
        else:
            self._emit(chr(code), start, end)

    def _stretch(self, end: int) -> None:
        """Makes the fallback of a ``\\u`` part of the range of its character."""
        if self._high is not None:
            self._high = (self._high[0], self._high[1], end)
        elif (
            self._group.text_part.shown and not self._group.deleted and self._group.text_part.mapped_text.ends
        ):
            self._group.text_part.mapped_text.ends[-1] = end
        elif self._group.deleted and self.edits:
            self.edits[-1] = replace(self.edits[-1], end=end)

    def _settle(self) -> None:
        """Ends what waits for more: a lead byte, half of a pair, a fallback."""
        self._skip = 0
        lead, self._lead = self._lead, None
        high, self._high = self._high, None
        if lead is not None:
            self._emit("\ufffd", lead[1], lead[2])
        if high is not None:
            self._emit("\ufffd", high[1], high[2])

    def _emit(self, char: str, start: int, end: int) -> None:
        group = self._group
        if not group.text_part.shown:
            group.text_part.hidden.append(char)
            if group.word == "style" and end != NO_SOURCE_RANGE:
                group.name = (group.name[0] if group.name else start, end)
        elif group.deleted and end != NO_SOURCE_RANGE:
            self._delete(char, start, end)
        else:
            group.text_part.mapped_text.add(char, start, end)

    def _emit_run(self, text: str, start: int) -> None:
        group = self._group
        if not group.text_part.shown:
            group.text_part.hidden.append(text)
            if group.word == "style":
                group.name = (group.name[0] if group.name else start, start + len(text))
        elif group.deleted:
            self._delete(text, start, start + len(text))
        else:
            group.text_part.mapped_text.add_run(text, start)

    def _delete(self, text: str, start: int, end: int) -> None:
        """Text that a tracked change struck out: the change is accepted."""
        if self.text_parts[-1].name != "deleted":
            self._new_part("deleted", shown=False)
        self.text_parts[-1].hidden.append(text)
        self.edits.append(SourceEdit(start, end, b""))


def _known_codec(name: str) -> str | None:
    try:
        return codecs.lookup(name).name
    except LookupError:
        return None
