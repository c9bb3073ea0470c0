"""Groups of an RTF file, and the stretches of text that they hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from chartveil.formats.blank import BLANK_PNG
from chartveil.formats.splice import SourceEdit, SourceMappedText


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
        return self.mapped_text.text if self.shown else "".join(self.hidden)


@dataclass(slots=True)
class RtfGroup:
    """A group while it is open; properties of text are handed down to the groups in it.

    Attributes:
        start: offset of its brace.
        kind, stream: what its text is, and where it is collected.
        uc: how many characters of fallback follow a ``\\u``.
        codec: encoding of its bytes, by the font.
        deleted: struck out by a tracked change.
        begin: start of the destination, which is the group's where its word stands first.
        word: destination that this group itself began.
        cut_from: where its removal begins; None if it stays.
        size: of a picture, by control word, in twips or percent.
        unlink: edits that leave the result of this field as plain text.
        instruction: range and text of this field's instruction.
        name: range of the name that this entry of the style sheet gives.
    """

    start: int
    kind: GroupKind
    stream: RtfTextPart
    uc: int
    codec: str
    deleted: bool
    begin: int = 0
    word: str = ""
    cut_from: int | None = None
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
