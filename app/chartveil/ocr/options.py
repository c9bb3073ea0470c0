"""How pages are read and written; what a user or a policy chooses."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from chartveil.ocr.engine_interface import EngineName


class UnreadPolicy(StrEnum):
    """How regions are handled that look like text or handwriting and were not read, and faces, signatures and
    barcodes."""

    COVER = "cover"
    """They are covered; where they take much of a page a reviewer decides, as with ``ask``."""
    COVER_ALL = "cover-all"
    """They are covered, however much of a page they take."""
    ASK = "ask"
    """A reviewer decides; without one the file is not released."""
    REFUSE = "refuse"
    """The file is not released."""


class BoxStyle(StrEnum):
    """The look of a page where an identifier stood."""

    BLACK = "black"
    LABEL = "label"
    """White, with the kind of identifier."""
    SURROGATE = "surrogate"
    """White, with what takes its place, as large as fits."""


@dataclass(frozen=True, slots=True)
class PageOptions:
    """How pages are read and written.

    Attributes:
        engine: reads pages that have no text layer.
        second: reads them again; what only it finds is added. None without.
        unread: what happens to regions that no text stands for.
        style: of the boxes.
        dpi: at which pages are drawn to be read and to be written.
        passwords: each opens some of the protected PDFs.
    """

    engine: EngineName = EngineName.RAPIDOCR
    second: EngineName | None = None
    unread: UnreadPolicy = UnreadPolicy.COVER
    style: BoxStyle = BoxStyle.SURROGATE
    dpi: int = 200
    passwords: tuple[str, ...] = field(default=(), repr=False)
