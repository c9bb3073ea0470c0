"""The usual OCR engine: the models of PP-OCR within the package ``rapidocr``, on our onnxruntime."""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np

from chartveil.domain.errors import ResourceError
from chartveil.domain.geometry import Rect
from chartveil.ocr.engine_interface import EngineName, OcrLine, OcrWord, Picture
from chartveil.ocr.engines.onnx_session import WholePageSession, ocr_session_options
from chartveil.ocr.engines.rapid.ambiguous_words import is_doubtful, likeliest_reading
from chartveil.ocr.engines.rapid.language_model import bundled_language_model
from chartveil.ocr.engines.rapid.line_finding import Corners, FoundLine, find_lines
from chartveil.ocr.engines.rapid.line_spelling import (
    SpelledLine,
    SpelledWord,
    characters_by_class,
    lookalike_classes,
    spell_line,
    split_words,
)
from chartveil.system.machine import load_onnxruntime, usable_cores
from chartveil.system.page_progress import report_line

MODEL_HASHES = {
    "PP-OCRv6_det_small.onnx": "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f",
    "PP-OCRv6_rec_small.onnx": "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884",
}
"""SHA-256 of the models that the package holds: the one that finds lines, and the one that spells them."""

_PAD_X = 0.2
"""Share of a line's height that is added on both sides of a word. Above and below a line's own margin covers
its ink."""
_MARGIN = 0.3
"""Share of a line's height that is read on both sides of it as well."""
_TALL = 1.5
"""A line that is so many times as high as wide runs up or down."""


class RapidOcrEngine:
    """Reads pictures by PP-OCR.

    Args:
        threads: inside one run of a model; 0 for one a core.
        folder: of the models; for tests.

    Raises:
        ResourceError: if a model or a dictionary is missing or altered, or onnxruntime is not installed.
    """

    name = EngineName.RAPIDOCR

    def __init__(self, threads: int = 0, folder: Path | None = None) -> None:
        finder, speller = verified_models(folder or models_folder())
        self.version = installed_version()
        ort = load_onnxruntime("OCR needs")
        self._threads = threads or usable_cores()
        cpu = ["CPUExecutionProvider"]
        self._finder = WholePageSession(ort, finder, self._threads)
        # Lines are spelt beside each other, each by one thread: quicker than all threads in one line.
        self._speller = ort.InferenceSession(speller, ocr_session_options(ort, 1), providers=cpu)
        self._letters = characters_by_class(self._speller)
        self._twins = lookalike_classes(self._letters)
        self._language = bundled_language_model()

    def read(self, picture: Picture, dpi: float = 0.0) -> list[OcrLine]:
        """The lines of a picture; see :class:`chartveil.ocr.engine_interface.OcrEngine`."""
        colours = _three_colours(picture)
        found = find_lines(self._finder, colours, dpi)
        pool = ThreadPoolExecutor(self._threads)
        try:
            lines = []
            for line in pool.map(lambda one: self._read_line(colours, one), found):
                lines.append(line)
                report_line(len(lines), len(found))
            return lines
        finally:
            # Who ends the work within a page does not wait for its other lines.
            pool.shutdown(cancel_futures=True)

    def _read_line(self, picture: Picture, found: FoundLine) -> OcrLine:
        height, width = picture.shape[:2]
        corners = found.corners.clip([0, 0], [width, height]).astype(np.float32)
        readings = [self._words(picture, _longer(way)) for way in _ways(corners)]
        return OcrLine(max(readings, key=_sureness), _around(corners))

    def _words(self, picture: Picture, corners: Corners) -> tuple[OcrWord, ...]:
        """The words of a line that runs from the first corner to the second."""
        line = _cut(picture, corners)
        if line is None:
            return ()
        spelt = spell_line(self._speller, self._letters, self._twins, line)
        words = split_words(spelt.characters, line)
        return tuple(_as_word(self._text(word, spelt), word, corners) for word in words)

    def _text(self, word: SpelledWord, line: SpelledLine) -> str:
        """What a word says. Where the network doubts, the language has a say too; the doubt stays."""
        text = "".join(c.character for c in word.characters)
        chances = line.probabilities[word.characters[0].columns[0] : word.characters[-1].columns[1]]
        if not is_doubtful(text, _confidence(word), chances, self._language):
            return text
        return likeliest_reading(text, chances, self._letters, self._language)


def models_folder() -> Path:
    """The folder of the models of the package ``rapidocr``.

    Raises:
        ResourceError: if it is not installed.
    """
    # The package itself is never imported: it brings a downloader and a logger of its own.
    spec = importlib.util.find_spec("rapidocr")
    if spec is None or spec.origin is None:
        raise ResourceError("RapidOCR is not installed.", remedy="Install Chartveil again, or run start.py.")
    return Path(spec.origin).parent / "models"


def checked_version() -> str:
    """Version of the package and of its models.

    Raises:
        ResourceError: as :class:`RapidOcrEngine` does.
    """
    load_onnxruntime("OCR needs")
    verified_models(models_folder())
    return installed_version()


def installed_version() -> str:
    """Version of the package and of its models, as named."""
    return f"{importlib.metadata.version('rapidocr')} PP-OCRv6 small"


def verified_models(folder: Path) -> list[bytes]:
    """The models as bytes, in the order of :data:`MODEL_HASHES`.

    Raises:
        ResourceError: if one is missing or altered.
    """
    out = []
    for name, listed in MODEL_HASHES.items():
        path = folder / name
        try:
            data = path.read_bytes()
        except OSError:
            data = b""
        if hashlib.sha256(data).hexdigest() != listed:
            raise ResourceError(
                "this model of RapidOCR is missing or altered.",
                where=str(path),
                remedy="Install rapidocr again, in the version that Chartveil names.",
            )
        out.append(data)
    return out


def _three_colours(picture: Picture) -> Picture:
    """Blue, green and red, as the models were trained."""
    how = cv2.COLOR_GRAY2BGR if picture.ndim == 2 else cv2.COLOR_RGB2BGR
    return np.asarray(cv2.cvtColor(picture, how), np.uint8)


def _around(corners: Corners) -> Rect:
    left, top = corners.min(axis=0)
    right, bottom = corners.max(axis=0)
    return Rect(float(left), float(top), float(right), float(bottom))


def _cut(picture: Picture, corners: Corners) -> Picture | None:
    """What lies within the corners, level; None if that is no area."""
    width, height = map(round, _size(corners))
    if width < 1 or height < 1:
        return None
    to = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    turn = cv2.getPerspectiveTransform(corners, to)
    return np.asarray(
        cv2.warpPerspective(
            picture, turn, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
        ),
        np.uint8,
    )


def _ways(corners: Corners) -> list[Corners]:
    """In which ways a line may run: to the right; and if it is tall, also up or down."""
    width, height = _size(corners)
    return (
        [corners, np.roll(corners, 1, axis=0), np.roll(corners, -1, axis=0)]
        if height > _TALL * width
        else [corners]
    )


def _longer(corners: Corners) -> Corners:
    """A line with a margin at both ends: a point or a thin letter there is often left out."""
    width, height = _size(corners)
    more = (corners[1] - corners[0]) * (_MARGIN * height / max(width, 1.0))
    return corners + np.asarray([-more, more, more, -more], np.float32)


def _size(corners: Corners) -> tuple[float, float]:
    """Length and height of a line."""
    return float(np.linalg.norm(corners[1] - corners[0])), float(np.linalg.norm(corners[3] - corners[0]))


def _sureness(words: tuple[OcrWord, ...]) -> float:
    """Mean confidence by character; 0 where nothing was read."""
    count = sum(len(w.text) for w in words)
    return sum(w.confidence * len(w.text) for w in words) / count if count else 0.0


def _as_word(text: str, word: SpelledWord, corners: Corners) -> OcrWord:
    width, height = _size(corners)
    pad = _PAD_X * height / width
    return OcrWord(text, _part(corners, word.left - pad, word.right + pad), _confidence(word))


def _confidence(word: SpelledWord) -> float:
    return min(c.confidence for c in word.characters)


def _part(corners: Corners, left: float, right: float) -> Rect:
    """The upright rectangle around a part of a line, from share to share of its width."""
    along_top, along_bottom = corners[1] - corners[0], corners[2] - corners[3]
    ends = [corners[0] + along_top * s for s in (left, right)]
    ends += [corners[3] + along_bottom * s for s in (left, right)]
    return _around(np.asarray(ends, np.float32))
