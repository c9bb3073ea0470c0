"""Tesseract as an OCR engine, by ``tesserocr`` and the language data of this machine."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from chartveil.domain.errors import ResourceError, StageError
from chartveil.domain.geometry import Rect
from chartveil.ocr.engine_interface import (
    OCR_STAGE,
    EngineName,
    OcrLine,
    OcrWord,
    Picture,
    padded_word_place,
)

LANGUAGE = "eng"
DATA_FILE = f"{LANGUAGE}.traineddata"
DATA_VARIABLE = "CHARTVEIL_TESSDATA"
_USUAL = (
    "/usr/share/tesseract-ocr/*/tessdata",
    "/usr/share/tessdata",
    "/usr/share/tesseract/tessdata",
    "/usr/local/share/tessdata",
    "/opt/homebrew/share/tessdata",
    "C:/Program Files/Tesseract-OCR/tessdata",
)
_DPI = 200
"""Resolution where it is not known."""


class TesseractEngine:
    """Reads pictures by Tesseract.

    Args:
        folder: of the language data; where it usually lies, by default.

    Raises:
        ResourceError: if ``tesserocr`` or the language data is not there.
    """

    name = EngineName.TESSERACT

    def __init__(self, folder: Path | None = None) -> None:
        library = _library()
        data = language_data_file(folder)
        try:
            self._reader = library.PyTessBaseAPI(
                path=str(data.parent), lang=LANGUAGE, psm=library.PSM.AUTO, oem=library.OEM.DEFAULT
            )
        except RuntimeError:
            raise ResourceError(
                "Tesseract cannot load its language data.", where=str(data), remedy=_remedy()
            ) from None
        self._reader.SetVariable("debug_file", os.devnull)
        self._library = library
        self._lock = threading.Lock()
        self.version = _version(library, data)

    def read(self, picture: Picture, dpi: float = 0.0) -> list[OcrLine]:
        """The lines of a picture; see :class:`chartveil.ocr.engine_interface.OcrEngine`."""
        height, width = picture.shape[:2]
        depth = 1 if picture.ndim == 2 else picture.shape[2]
        with self._lock:
            try:
                self._reader.SetImageBytes(picture.tobytes(), width, height, depth, depth * width)
                self._reader.SetSourceResolution(round(dpi) or _DPI)
                if not self._reader.Recognize():
                    raise StageError(OCR_STAGE, "Tesseract could not read a page.")
                found = list(self._lines())
                self._reader.Clear()
            except RuntimeError as e:
                raise StageError(
                    OCR_STAGE, f"Tesseract could not read a page ({type(e).__name__})."
                ) from None
        return found

    def _lines(self) -> Iterator[OcrLine]:
        level = self._library.RIL
        at = self._reader.GetIterator()
        if at is None or at.Empty(level.TEXTLINE):
            return
        for line in self._library.iterate_level(at, level.TEXTLINE):
            box = line.BoundingBox(level.TEXTLINE)
            if box is not None:
                yield OcrLine(tuple(self._words(line)), Rect(*map(float, box)))

    def _words(self, line: Any) -> Iterator[OcrWord]:
        """Words from where the iterator stands to the end of its line."""
        level = self._library.RIL
        while True:
            box = None if line.Empty(level.WORD) else line.BoundingBox(level.WORD)
            text = "".join(line.GetUTF8Text(level.WORD).split()) if box is not None else ""
            last = line.IsAtFinalElement(level.TEXTLINE, level.WORD)
            if text and box is not None:
                yield OcrWord(
                    text, padded_word_place(Rect(*map(float, box))), line.Confidence(level.WORD) / 100
                )
            if last or not line.Next(level.WORD):
                return


def checked_version() -> str:
    """Version of the library and its language data.

    Raises:
        ResourceError: if one is not there.
    """
    return _version(_library(), language_data_file())


def _version(library: Any, data: Path) -> str:
    digest = hashlib.sha256(data.read_bytes()).hexdigest()
    return f"{library.tesseract_version().split()[1]} {LANGUAGE} {digest[:8]}"


def language_data_file(folder: Path | None = None) -> Path:
    """The file of language data: in ``folder``, or in ``CHARTVEIL_TESSDATA``, or where it usually lies.

    Raises:
        ResourceError: if it is not there.
    """
    named = folder or (Path(os.environ[DATA_VARIABLE]) if os.environ.get(DATA_VARIABLE) else None)
    folders = [named] if named else [f for pattern in _USUAL for f in _matching(pattern)]
    for one in folders:
        if (one / DATA_FILE).is_file():
            return one / DATA_FILE
    raise ResourceError(
        "the language data of Tesseract is not there.",
        where=str(named / DATA_FILE) if named else "",
        remedy=_remedy(),
    )


def _matching(pattern: str) -> list[Path]:
    """Folders of this pattern, the latest version first."""
    anchor = Path(pattern).anchor
    if not anchor:  # a drive of another system
        return []
    return sorted(Path(anchor).glob(str(Path(pattern).relative_to(anchor))), reverse=True)


def _library() -> Any:
    if importlib.util.find_spec("tesserocr") is None:
        raise ResourceError(
            "tesserocr is not installed.", remedy="Install Chartveil with the extra 'tesseract'."
        )
    return importlib.import_module("tesserocr")


def _remedy() -> str:
    how = "Install it by 'apt install tesseract-ocr-eng'" if sys.platform == "linux" else "Install Tesseract"
    return f"{how}, or name the folder that holds {DATA_FILE} in {DATA_VARIABLE}."
