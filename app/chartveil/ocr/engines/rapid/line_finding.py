"""Finds lines of text on a picture: the network of PP-OCR that marks text, and the boxes around its marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from chartveil.ocr.engine_interface import Picture
from chartveil.ocr.engines.onnx_session import run_network

NETWORK_SIDE = 1280
"""Longest side of a picture as the network sees it, in pixels, unless it were shrunk too much by that."""

_LEAST_SCALE = 0.5
"""No picture is shrunk more: letters of large pages would be too small to be seen."""
_USUAL_DPI = 200.0
"""Up to which this holds; a finer picture is shrunk so far as one of this resolution would be."""
_TILE, _LAP = 1280, 128
"""Larger pictures are seen in tiles of this side, which overlap: memory does not grow with the picture."""
_STEP = 32
"""The network halves its input five times."""
_MARK = 0.3
"""Probability from which a pixel counts as text."""
_LEAST_SCORE = 0.35
"""Mean probability of a box below which it is no text."""
_GROWTH = 1.6
"""The network marks the core of a line; area × this ÷ girth is what it leaves off on each side."""
_LEAST_SIDE = 2.0
"""Least side of a marked core, in pixels; single thin letters mark little."""
_LEAST_CONTRAST = 24
"""Between the darkest and the lightest pixel of a line: on empty paper the network sees faint ghosts."""

ProbabilityMap = NDArray[np.float32]
Corners = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class FoundLine:
    """The place of a line of text.

    Attributes:
        corners: left upper, right upper, right lower, left lower, 4 × 2, in pixels of the picture.
        score: mean probability that its pixels are text.
    """

    corners: Corners
    score: float


def find_lines(session: Any, picture: Picture, dpi: float = 0.0) -> list[FoundLine]:
    """The lines of a picture (height × width × 3), from the top; none on a blank page.

    Args:
        dpi: of the picture; 0 if it is not known.
    """
    height, width = picture.shape[:2]
    seen = _shrunk(picture, dpi)
    calm = np.asarray(cv2.medianBlur(seen, 3), np.uint8)
    scale = np.array([width / seen.shape[1], height / seen.shape[0]], np.float32)
    boxes = [(c, score) for c, score in _boxes(_chances(session, seen)) if _has_ink(calm, c)]
    found = [FoundLine(corners * scale, score) for corners, score in boxes]
    return sorted(found, key=lambda f: (float(f.corners[0, 1]), float(f.corners[0, 0])))


def _shrunk(picture: Picture, dpi: float) -> Picture:
    """The picture as the network sees it, in steps that it can halve."""
    height, width = picture.shape[:2]
    least = _LEAST_SCALE * _USUAL_DPI / max(dpi, _USUAL_DPI)
    ratio = min(1.0, max(NETWORK_SIDE / max(height, width), least))
    size = [max(_STEP, round(n * ratio / _STEP) * _STEP) for n in (width, height)]
    how = cv2.INTER_AREA if ratio < 1.0 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, size, interpolation=how), np.uint8)


def _chances(session: Any, seen: Picture) -> ProbabilityMap:
    """For each pixel, how likely it is text; where tiles overlap, what the surer one says."""
    height, width = seen.shape[:2]
    out = np.zeros((height, width), np.float32)
    name = session.get_inputs()[0].name
    for top in _starts(height):
        for left in _starts(width):
            part = (slice(top, top + _TILE), slice(left, left + _TILE))
            feed = (seen[part].astype(np.float32) / 127.5 - 1.0).transpose(2, 0, 1)[None]
            (chance,) = run_network(session, {name: feed})
            out[part] = np.maximum(out[part], chance[0, 0])
    return out


def _starts(length: int) -> list[int]:
    """Where tiles begin along a side."""
    if length <= _TILE:
        return [0]
    count = -(-(length - _LAP) // (_TILE - _LAP))
    return [round(i * (length - _TILE) / (count - 1) / _STEP) * _STEP for i in range(count)]


def _boxes(chance: ProbabilityMap) -> list[tuple[Corners, float]]:
    """Corners and score of each patch of text in a map of probabilities."""
    marked = cv2.dilate((chance > _MARK).astype(np.uint8), np.ones((2, 2), np.uint8))
    contours, _ = cv2.findContours(marked, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    out = []
    for contour in contours:
        middle, (a, b), angle = cv2.minAreaRect(contour)
        if min(a, b) < _LEAST_SIDE:
            continue
        score = _score(chance, _corners(middle, (a, b), angle))
        if score < _LEAST_SCORE:
            continue
        more = _GROWTH * a * b / (a + b)  # 2 · growth · area ÷ girth
        out.append((_in_order(_corners(middle, (a + more, b + more), angle)), score))
    return out


def _corners(middle: Sequence[float], size: Sequence[float], angle: float) -> Corners:
    return np.asarray(cv2.boxPoints((middle, size, angle)), np.float32)


def _score(chance: ProbabilityMap, corners: Corners) -> float:
    """Mean probability within the corners."""
    height, width = chance.shape
    left, top = np.floor(corners.min(axis=0)).clip(0, [width - 1, height - 1]).astype(int)
    right, bottom = np.ceil(corners.max(axis=0)).clip(0, [width - 1, height - 1]).astype(int)
    mask = np.zeros((bottom - top + 1, right - left + 1), np.uint8)
    cv2.fillPoly(mask, [(corners - [left, top]).astype(np.int32)], 1)
    return float(cv2.mean(chance[top : bottom + 1, left : right + 1], mask)[0])


def _has_ink(seen: Picture, corners: Corners) -> bool:
    """Whether there is anything within the corners."""
    left, top = np.floor(corners.min(axis=0)).clip(0).astype(int)
    right, bottom = np.ceil(corners.max(axis=0)).astype(int)
    part = seen[top:bottom, left:right]
    return part.size > 0 and int(part.max()) - int(part.min()) >= _LEAST_CONTRAST


def _in_order(corners: Corners) -> Corners:
    """Corners from the left upper one, clockwise."""
    by_x = corners[np.argsort(corners[:, 0], kind="stable")]
    left = by_x[:2][np.argsort(by_x[:2, 1], kind="stable")]
    right = by_x[2:][np.argsort(by_x[2:, 1], kind="stable")]
    return np.asarray([left[0], right[0], right[1], left[1]], np.float32)
