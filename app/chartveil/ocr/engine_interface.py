"""The protocol of OCR engines, with their input and output.

Places are in pixels of the picture it was given, from its upper left corner, right and bottom exclusive.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, TypeAlias

from chartveil.domain.geometry import Rect

if TYPE_CHECKING:  # options are read where nothing is computed
    import numpy as np
    from numpy.typing import NDArray

Picture: TypeAlias = "NDArray[np.uint8]"
"""Rows of a page: height x width of grey, or height x width x 3 of red, green, blue; 255 is white."""


OCR_STAGE = "ocr"
"""The stage that errors of engines name."""


class EngineName(StrEnum):
    """Engines by the names that options and pages use."""

    RAPIDOCR = "rapidocr"
    DOCTR = "doctr"
    TESSERACT = "tesseract"


@dataclass(frozen=True, slots=True)
class OcrWord:
    """A run of characters without a blank.

    Attributes:
        text: never empty, without white space.
        place: covers its ink.
        confidence: in [0, 1]; the least of its characters where the engine tells each.
    """

    text: str
    place: Rect
    confidence: float


@dataclass(frozen=True, slots=True)
class OcrLine:
    """Words that an engine found on one line, from left to right.

    Attributes:
        words: of the line; may be empty where text was found and none of it read.
        place: the line as it was detected.
    """

    words: tuple[OcrWord, ...]
    place: Rect

    @property
    def text(self) -> str:
        """Its words with a blank between them."""
        return " ".join(w.text for w in self.words)


class OcrEngine(Protocol):
    """Reads pictures. Made once a process; one picture at a time.

    Attributes:
        name: as options and pages name it.
        version: of the program and of its models, for the audit log and for caches; free of paths.
    """

    name: EngineName
    version: str

    def read(self, picture: Picture, dpi: float = 0.0) -> list[OcrLine]:
        """The lines of an upright, level picture, in no order.

        Args:
            dpi: its resolution; 0 if it is not known.

        Raises:
            StageError: if the engine fails. A blank page is no failure: it gives no lines.
        """
        ...


def padded_word_place(ink: Rect) -> Rect:
    """The place of a word whose box touches its ink, with room for what is paler at the edge of letters."""
    return ink.grown(0.2 * ink.height, 0.1 * ink.height)
