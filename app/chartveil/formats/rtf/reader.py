"""Reads an RTF file in one pass: its text with the byte range of every character, and what is not
released."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from chartveil.domain.errors import InputError
from chartveil.formats.blank_picture import BLANK_PNG
from chartveil.formats.builtin_names import HARMLESS_FIELD, is_builtin_style, is_known_font
from chartveil.formats.rtf.control_words import (
    FIELD_WORDS,
    NUMBERED_ANEW,
    REVISION_WORDS,
    SHOWN_INSTRUCTION,
    STYLE_NAME,
    STYLE_WORDS,
    UNLINKED_WORDS,
    WITHOUT_NUMBER,
    destinations,
    kept_shape_properties,
    kept_words,
    table,
)
from chartveil.formats.source_edits import NO_SOURCE_RANGE, SourceEdit, SourceMappedText

_TOKEN = re.compile(
    rb"\\(?P<word>[a-zA-Z]+)(?P<number>-?[0-9]+)?(?P<blank> ?)"
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
_MOST_DIGITS = 5
"""Most digits in the number of a control word that is kept."""
_MOST_DIGITS_READ = 10
_MOST_DIGITS_OF_CHARACTER = 7
_NO_CHARACTER = -3
_MOST_FALLBACKS = 16
_HIDDEN_WORD = re.compile(rb"[A-Za-z]{4}")
"""Fallback texts that stand for no character of Unicode: programs write one or two characters for old
readers."""
_LABEL = re.compile(r"[^\w]*[^\W\d_]?[^\w]*;?")
"""The label of a list: placeholders and punctuation, at most one letter."""
_LIST_TEXT = re.compile(r"\W*(?:(?:[0-9]{1,3}|[A-Za-z]|[ivxlcdm]{1,8}|[IVXLCDM]{1,8})\W+){0,9}")
"""The same label with its number."""
_GROUP_KINDS = {
    **dict.fromkeys(("info", "userprops", "docvar"), "document properties"),
    **dict.fromkeys(("objdata", "objclass", "objname", "oleclsid"), "embedded file"),
    **dict.fromkeys(
        ("generator", "rsidtbl", "xmlnstbl", "latentstyles", "themedata", "datastore", "revtbl"), ""
    ),
    **dict.fromkeys(("colorschememapping", "panose", "falt", "nonshppict", "filetbl"), ""),
}
"""Words for people for removed groups; empty for formatting, which every file has."""
_ESCAPES = {"\\": "\\\\", "{": "\\{", "}": "\\}", "\n": "\\line ", "\t": "\\tab "}
_LONGEST_BLANK = 200
"""Longest text that may be an empty result or a list's label."""
_MAX_FIELDS = 20
"""Fields in fields; the instructions of those further in are dropped."""
_FORM_CHOICES = 25
"""More choices than a form can have: the number that stands for its default."""


class GroupKind(Enum):
    """The kinds of text that a group holds."""

    TEXT = auto()
    KEPT = auto()
    """Stays, and is not the document's text."""
    DROPPED = auto()


def rtf_text(text: str) -> bytes:
    """A text in RTF's own ASCII. Unicode goes into a group that sets its own length of fallbacks."""
    if text.isascii():
        return "".join(_ESCAPES.get(c, c if c >= " " else "?") for c in text).encode("ascii")
    out = []
    for char in text:
        if char.isascii():
            out.append(_ESCAPES.get(char, char if char >= " " else "?"))
            continue
        units = char.encode("utf-16-le", "surrogatepass")
        for i in range(0, len(units), 2):
            out.append(f"\\u{int.from_bytes(units[i : i + 2], 'little', signed=True)}?")
    return f"{{\\uc1 {''.join(out)}}}".encode("ascii")


@dataclass(slots=True)
class RtfForm:
    """The texts that a form field can show.

    Attributes:
        result, default: the chosen entry or state, and what it is before anybody chose.
        is_box: whether it is a box to tick.
        entries: texts to choose from.
        text: the text that it begins with, if any.
    """

    result: int = _FORM_CHOICES
    default: int = 0
    is_box: bool = False
    entries: list[RtfTextPart] = field(default_factory=list)
    text: list[RtfTextPart] = field(default_factory=list)

    @property
    def parts(self) -> list[RtfTextPart]:
        """All its texts."""
        return self.entries + self.text


@dataclass(slots=True)
class RtfTextPart:
    """Text of one part: the body, one header, one table, one dropped group.

    Attributes:
        name: the destination's control word, ``text`` for the body.
        shown: whether it is the document's text.
        mapped_text: its text, with the place of its characters, where it stays.
        hidden: what does not stay.
        families: of a font table: kinds of fonts, each with how much text there was before it.
        is_closed: whether all of it that stays is known to be harmless, though it is not read.
    """

    name: str
    shown: bool
    mapped_text: SourceMappedText = field(default_factory=SourceMappedText)
    hidden: list[str] = field(default_factory=list)
    families: list[tuple[int, str]] = field(default_factory=list)
    is_closed: bool = False

    @property
    def text(self) -> str:
        """Its text, shown or not."""
        return self.mapped_text.text + "".join(self.hidden)


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
        instruction: range and text of this field's instruction, and how much text there was before its
            result.
        form: of this field, or the one that this group is part of.
        owner, depth: the innermost field that this group is part of, and how many there are around it.
        text_from: how much text there was before this group.
        list_text: range of the word that says that this group is a list's label.
    """

    start: int
    kind: GroupKind
    text_part: RtfTextPart
    fallback_length: int
    codec: str
    deleted: bool
    owner: RtfGroup | None = None
    form: RtfForm | None = None
    depth: int = 0
    begin: int = 0
    word: str = ""
    removed_from: int | None = None
    size: dict[str, int] = field(default_factory=dict)
    unlink: list[SourceEdit[bytes]] = field(default_factory=list)
    instruction: tuple[int, int, RtfTextPart, int] | None = None
    text_from: int = 0
    list_text: tuple[int, int] | None = None


def blank_picture(size: Mapping[str, int]) -> bytes:
    """A white picture of the size that a group's picture is shown in.

    Args:
        size: by control word: ``picwgoal`` and ``pichgoal`` in twips, ``picscalex`` and
            ``picscaley`` in percent.
    """
    shown = {k: v for k, v in size.items() if 0 < v < 32_768}
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
        dropped: how much does not go out, by kind.

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
        self._last_unicode = (0, 0, 0)
        self._lead: tuple[bytes, int, int] | None = None
        self._high: tuple[int, int, int] | None = None
        self._styles = 0
        self.dropped: Counter[str] = Counter()
        self._list_ids: dict[int, int] = {}
        self._lists: list[tuple[int, int]] = []
        self._list_texts: list[tuple[int, int, bool]] = []
        self._labels_are_closed = True
        self._walk(head.end())
        self._close_texts()
        self._close_lists()

    # -- the walk -----------------------------------------------------------------------------------

    def _walk(self, at: int) -> None:
        data = self._data
        while True:
            m = _TOKEN.match(data, at)
            if m is None:
                raise self._cut_off()
            at = m.end()
            kind = m.lastgroup
            ends_star = kind in ("run", "hex", "open", "close") or m["symbol"] not in (None, b"*")
            if ends_star and self._star is not None:
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

    def _hidden_word(self) -> InputError:
        return InputError(
            "hides a word behind a character (\\uc), which some programs show and others do not.",
            where=self._where,
            remedy="Open it in a word processor and save it as RTF again.",
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
        self._group = RtfGroup(
            start,
            outer.kind,
            outer.text_part,
            outer.fallback_length,
            outer.codec,
            outer.deleted,
            outer.owner,
            outer.form,
            outer.depth,
            text_from=len(outer.text_part.mapped_text.chars),
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
        if outer.kind is GroupKind.DROPPED:
            outer.text_part.hidden.append("\n")
        elif outer.kind is GroupKind.KEPT:
            outer.text_part.mapped_text.add("\n", end, NO_SOURCE_RANGE)
        self._finish(group, end)

    def _finish(self, group: RtfGroup, end: int) -> None:
        """Decides what becomes of a group now that all of it is known."""
        stop = end if group.begin == group.start else end - 1
        part, word = group.text_part, group.word
        if group.removed_from is not None:
            stop = end if group.removed_from == group.start else end - 1
            new = blank_picture(group.size) if word == "pict" else b""
            if kind := "picture" if new else _GROUP_KINDS.get(word, "hidden group"):
                self.dropped[kind] += 1
            self.edits.append(SourceEdit(group.removed_from, stop, new))
        elif word == "fldinst":
            owner = group.owner
            if owner is None or owner is group or owner.instruction is not None:
                self.edits.append(SourceEdit(group.begin, stop, b""))
            else:
                part.is_closed = True
                owner.instruction = (group.begin, stop, part, len(owner.text_part.mapped_text.chars))
        elif word == "sp":
            name, _, value = part.text.strip().partition("\n")
            number = re.fullmatch(r"-?[0-9]{1,6}", value.strip()) if name in kept_shape_properties() else None
            part.is_closed = number is not None or (name, value) == ("pib", "")
            if not part.is_closed:
                self.dropped["shape property"] += 1
                self.edits.append(SourceEdit(group.begin, stop, b""))
        elif group.list_text is not None and group.kind is GroupKind.TEXT:
            text = "".join(part.mapped_text.chars[group.text_from : group.text_from + _LONGEST_BLANK])
            self._list_texts.append((*group.list_text, _LIST_TEXT.fullmatch(text + " ") is not None))
        if group.owner is group:
            self._finish_field(group)
        if word in destinations("list") and group.kind is GroupKind.KEPT:
            self._lists.append((group.begin, stop))

    def _close_texts(self) -> None:
        """Leaves of the texts that stay without being read only what is known to be harmless."""
        for part in self.text_parts:
            if part.shown or part.is_closed:
                continue
            if part.name == "style":
                self._close_style(part)
            elif part.name == "fonttbl":
                self._close_fonts(part)
            elif part.name in destinations("label"):
                # The first character of a level's text is its length.
                label = part.text[1:] if part.name == "leveltext" else part.text
                if _LABEL.fullmatch(label) is None:
                    self._labels_are_closed = False
                    self._rewrite_text(part, b"")
            else:
                self._rewrite_text(part, b"", lambda char: char == ";")

    def _rewrite_text(
        self, part: RtfTextPart, new: bytes, stays: Callable[[str], bool] = lambda _: False
    ) -> None:
        """Puts something else in the place of a part's text, but for the characters that may stay."""
        mapped = part.mapped_text
        for char, start, end in zip(mapped.chars, mapped.starts, mapped.ends, strict=True):
            if end != NO_SOURCE_RANGE and not stays(char):
                self.edits.append(SourceEdit(start, end, new))
                new = b""

    def _finish_field(self, group: RtfGroup) -> None:
        if group.instruction is None:
            self.edits += group.unlink
            return
        begin, stop, part, at = group.instruction
        for piece in group.form.parts if group.form else ():
            piece.is_closed = True
        if group.form is None and HARMLESS_FIELD.fullmatch(part.text):
            return
        self.edits += group.unlink
        self.dropped["field"] += 1
        mapped = group.text_part.mapped_text
        shown = SourceMappedText()
        result = mapped.chars[at : at + _LONGEST_BLANK]
        if len(result) < _LONGEST_BLANK and not "".join(result).strip() and group.depth <= _MAX_FIELDS:
            shown = self._shown_by_instruction(part, group.form, begin, stop)
        for char, start, end in zip(shown.chars, shown.starts, shown.ends, strict=True):
            self.edits.append(SourceEdit(begin, start, b""))
            if not char.isascii():  # it stood in a group whose font may be another
                self.edits.append(SourceEdit(start, end, rtf_text(char)))
            begin = end
        self.edits.append(SourceEdit(begin, stop, b""))
        mapped.chars[at:at], mapped.starts[at:at], mapped.ends[at:at] = shown.chars, shown.starts, shown.ends

    @staticmethod
    def _shown_by_instruction(
        part: RtfTextPart, form: RtfForm | None, begin: int, stop: int
    ) -> SourceMappedText:
        """What a field without a result shows: the choice in a form, or words of its instruction."""
        out, source, first = SourceMappedText(), part.mapped_text, 0
        if form is not None:
            chosen = form.default if form.result == _FORM_CHOICES else form.result
            if form.is_box:
                out.add("☒" if chosen else "☐", begin, stop)
                return out
            parts = form.entries[chosen : chosen + 1] if chosen >= 0 and form.entries else form.text[:1]
            source = parts[0].mapped_text if parts else out
        else:
            keyword = SHOWN_INSTRUCTION.match(part.text)
            first = keyword.end() if keyword else len(source.chars)
        for k in range(first, len(source.chars)):
            if source.ends[k] != NO_SOURCE_RANGE:
                out.add(source.chars[k], source.starts[k], source.ends[k])
        return out

    def _close_style(self, part: RtfTextPart) -> None:
        if is_builtin_style(part.text.strip().rstrip(";")):
            return
        self._styles += 1
        self.dropped["style name"] += 1
        self._rewrite_text(part, f"{STYLE_NAME} {self._styles};".encode())

    def _close_fonts(self, part: RtfTextPart) -> None:
        """Puts a common font of its family in the place of each that is not known."""
        mapped = part.mapped_text
        ends = [k for k, char in enumerate(mapped.chars) if char == ";"]
        families = iter([*part.families, (len(mapped.chars) + 1, "")])
        mark = next(families)
        first = 0
        for stop in [*ends, len(mapped.chars)]:
            family = ""
            while mark[0] <= stop:
                family, mark = mark[1], next(families)
            name = RtfTextPart("font", shown=False)
            for k in range(first, stop):
                name.mapped_text.add(mapped.chars[k], mapped.starts[k], mapped.ends[k])
            if name.text.strip() and not is_known_font(name.text.replace("\n", "")):
                self.dropped["font name"] += 1
                self._rewrite_text(name, table("fonts").get(family, "Arial").encode())
            first = stop + 1

    def _close_lists(self) -> None:
        """Leaves lists whose labels are numbers and signs as they are. If one has words, all labels become
        text of their paragraphs, which is read like all text, and what makes labels goes."""
        if not self._labels_are_closed:
            self.dropped["list label"] += len(self._lists)
            self.edits += [SourceEdit(begin, stop, b"") for begin, stop in self._lists]
        for start, end, is_closed in self._list_texts:
            if not (is_closed and self._labels_are_closed):
                self.edits.append(SourceEdit(start, end, b""))

    # -- control words ------------------------------------------------------------------------------

    def _word(self, m: re.Match[bytes], *, fresh: bool) -> int:
        """Takes a control word; returns where to go on (after the bytes of a ``\\bin``)."""
        word = m["word"].decode("ascii")
        digits = (m["number"] or b"").lstrip(b"-")
        is_small = len(digits) <= _MOST_DIGITS
        number = int(m["number"]) if m["number"] and len(digits) <= _MOST_DIGITS_READ else None
        start, end = m.span()
        if not m["blank"]:
            self.unterminated_word_ends.add(end)
        if word == "bin":
            stop = end + max(number or 0, 0) if not digits or number is not None else len(self._data) + 1
            if stop > len(self._data):
                raise self._cut_off()
            self._group.text_part.hidden.append(self._data[end:stop].decode("latin-1"))
            self.edits.append(SourceEdit(start, stop, b""))
            return stop
        star, self._star = self._star, None
        if star is not None and (word in table("characters") or word in table("structure") or word == "u"):
            self.edits.append(SourceEdit(*self._star_span, b""))
        if word == "u":
            if number is None or not -0x8000 <= number <= 0x10FFFF or len(digits) > _MOST_DIGITS_OF_CHARACTER:
                number = _NO_CHARACTER
                self.edits.append(SourceEdit(start, end, b"\\u%d " % _NO_CHARACTER))
            elif digits.startswith(b"0"):
                # Its number as RTF writes it: with zeros before, other programs read it as hexadecimal.
                self.edits.append(SourceEdit(start, end, b"\\u%d " % number))
            self._unicode(number, start, end)
            return end
        self._settle()
        if (not is_small and word not in NUMBERED_ANEW) or (digits and word in WITHOUT_NUMBER):
            # Without its number, which may be anybody's.
            self.edits.append(SourceEdit(m.start("number"), end, b"1 " if word == "rtf" else b" "))
            number = None
        if word in table("characters"):
            self._emit(table("characters")[word], start, end)
        elif word in table("structure"):
            self._emit(table("structure")[word], start, NO_SOURCE_RANGE)
        elif not self._is_destination(word, self._group.start if fresh else start, (start, end), star):
            if star is not None and (word not in kept_words() or UNLINKED_WORDS.fullmatch(word)):
                self.edits.append(SourceEdit(*self._star_span, b""))
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
        group = self._group
        if word == "formfield" and group.text_part.name == "fldinst" and group.owner is not None:
            self._destination(word, begin, GroupKind.KEPT)
            group.form = group.owner.form = RtfForm()
        elif word in ("ffl", "ffdeftext") and group.form is not None and group.kind is GroupKind.KEPT:
            self._destination(word, begin, GroupKind.KEPT)
            if word == "ffl":
                group.form.entries.append(group.text_part)
            else:
                group.form.text.append(group.text_part)
        elif star is not None and word in STYLE_WORDS and group.word == "style":
            pass  # a star that belongs here
        elif (
            word == "pict"
            or word in destinations("dropped")
            or (star is not None and word not in destinations("starred"))
        ):
            self._destination(word, begin, GroupKind.DROPPED)
        elif word in destinations("side_text"):
            if group.kind is GroupKind.TEXT:
                group.word = word
                group.text_part = self._new_part(word, shown=True)
        elif word in destinations("kept"):
            self._destination(word, begin, GroupKind.KEPT)
        elif word in ("field", "upr", "ud", *destinations("list_text")):
            group.word = word
            if word in destinations("list_text") and group.list_text is None:
                group.list_text = (self._star_span[0] if star is not None else span[0], span[1])
            if word == "field":
                group.unlink.append(SourceEdit(*span, b""))
                group.owner, group.form, group.depth = group, None, group.depth + 1
        else:
            return False
        return True

    def _destination(self, word: str, begin: int, kind: GroupKind) -> None:
        group = self._group
        if group.kind is GroupKind.DROPPED:
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
            if word in FIELD_WORDS and group.owner is not None:
                group.owner.unlink.append(SourceEdit(start, end, b""))
            else:
                self.edits.append(SourceEdit(start, end, b""))
        elif word == "listid":
            new = self._list_ids.setdefault(number or 0, len(self._list_ids) + 1)
            self.edits.append(SourceEdit(start, end, b"\\listid%d " % new))
        elif word in ("ffres", "ffdefres", "fftype") and group.form is not None:
            if word == "fftype":
                group.form.is_box = number == 1
            elif word == "ffres":
                group.form.result = number if number is not None else _FORM_CHOICES
            else:
                group.form.default = number or 0
        elif REVISION_WORDS.fullmatch(word):
            self.edits.append(SourceEdit(start, end, b""))
            if word == "deleted":
                group.deleted = number != 0
        elif word.startswith("pic") and number is not None and group.kind is GroupKind.DROPPED:
            group.size[word] = number
        elif word not in kept_words():
            if group.kind is not GroupKind.DROPPED:
                self.edits.append(SourceEdit(start, end, b""))
        elif word in table("fonts"):
            group.text_part.families.append((len(group.text_part.mapped_text.chars), word))
        elif word == "plain":
            group.deleted = False
            group.codec = self._fonts.get(self._default_font, self._ansi)
        elif word == "uc":
            if number is None or not 0 <= number <= _MOST_FALLBACKS:
                raise self._hidden_word()
            group.fallback_length = number
        elif word == "f":
            self._table_font = number or 0
            group.codec = self._fonts.get(self._table_font, self._ansi)
        elif word == "deff":
            self._default_font = number or 0
        elif word in ("fcharset", "cpg") and group.text_part.name == "fonttbl":
            self._font(word, number or 0)
        elif word in ("ansicpg", "mac", "pc", "pca"):
            self._set_ansi({"mac": "mac_roman", "pc": "cp437", "pca": "cp850"}.get(word, f"cp{number}"))

    def _font(self, word: str, number: int) -> None:
        codec = table("charsets").get(str(number)) if word == "fcharset" else _known_codec(f"cp{number}")
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
            if self._star is not None:
                self.edits.append(SourceEdit(*self._star_span, b""))
            self._star = self._group.start if fresh else m.start()
            self._star_span = m.span()
        elif symbol == b"'":
            self.edits.append(SourceEdit(*m.span(), b""))  # half of a \'xx, which could find its other half
        elif self._skip:
            self._skip -= 1
            self._fallback(m.start(), m.end(), 1)
        elif symbol in _SYMBOLS:
            self._settle()
            self._emit(_SYMBOLS[symbol], m.start(), m.end())
        elif symbol != b"-":
            self.edits.append(SourceEdit(*m.span(), b""))

    def _run(self, run: bytes, start: int) -> None:
        if self._skip:
            n = min(self._skip, len(run))
            if _HIDDEN_WORD.search(run, 0, n):
                raise self._hidden_word()
            self._skip -= n
            self._fallback(start, start + n, n)
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
            self._fallback(start, end, 1)
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
        self._last_unicode = (number, start, end)
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

    def _fallback(self, start: int, end: int, count: int) -> None:
        """Makes the fallback of a ``\\u`` part of the range of its character, and question marks of it: it
        is shown by no program that knows Unicode."""
        group = self._group
        if group.kind is GroupKind.DROPPED:
            return
        if group.deleted:
            self.edits.append(SourceEdit(start, end, b""))
            return
        if self._data[start:end] != b"?" * count:
            self.edits.append(SourceEdit(start, end, b"?" * count))
        self._last_unicode = (*self._last_unicode[:2], end)
        if self._high is not None:
            self._high = (self._high[0], self._high[1], end)
        elif group.text_part.mapped_text.ends:
            group.text_part.mapped_text.ends[-1] = end

    def _settle(self) -> None:
        """Ends what waits for more: a lead byte, half of a pair, a fallback."""
        if self._skip and self._group.kind is not GroupKind.DROPPED and not self._group.deleted:
            # A word that ends the fallback may go: then what follows must not become fallback.
            number, start, end = self._last_unicode
            if number == _NO_CHARACTER and self.edits and self.edits[-1].start == start:
                self.edits.pop()
            self.edits.append(SourceEdit(start, end, b"\\u%d" % number + b"?" * self._group.fallback_length))
        self._skip = 0
        lead, self._lead = self._lead, None
        high, self._high = self._high, None
        if lead is not None:
            self._emit("\ufffd", lead[1], lead[2])
        if high is not None:
            self._emit("\ufffd", high[1], high[2])

    def _emit(self, char: str, start: int, end: int) -> None:
        group = self._group
        if group.kind is GroupKind.DROPPED:
            group.text_part.hidden.append(char)
        elif group.deleted and end != NO_SOURCE_RANGE:
            self._delete(char, start, end)
        else:
            group.text_part.mapped_text.add(char, start, end)

    def _emit_run(self, text: str, start: int) -> None:
        group = self._group
        if group.kind is GroupKind.DROPPED:
            group.text_part.hidden.append(text)
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
