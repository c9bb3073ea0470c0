"""Marks of a page that may identify somebody without being text: barcodes and QR codes, signatures, pictures
of people.

There is no detector of faces here: OpenCV 5 comes with neither cascades nor a network, and nothing is
downloaded. A picture with continuous tones is marked as :attr:`RegionKind.FACE` with a low score instead,
whatever it shows: on a clinical page it may be a photograph of the patient.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from chartveil.domain.geometry import Rect
from chartveil.domain.page_layout import RegionKind
from chartveil.ocr.barcode_bars import rows_of_bars
from chartveil.ocr.engine_interface import OcrWord
from chartveil.ocr.ink_shapes import find_shapes, group_nearby, median_height, rect_around_boxes
from chartveil.ocr.preprocessing import to_grey
from chartveil.ocr.unread_regions import (
    DOUBTFUL_CONFIDENCE,
    PageInk,
    PictureRegion,
    merge_regions,
    widened,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from chartveil.ocr.engine_interface import Picture

_CUES = ("sign", "x:", "autograph")
"""Beginnings of words that ask for a signature."""
_NAMED_BELOW = ("sincerely", "regards", "yours", "cordially", "respectfully", "faithfully")
"""After these a letter is signed."""
_BARS = 10
"""A barcode has so many bars, at least."""
_READ_WORDS, _LETTERS = 2, 3
"""So many words of so many different letters, at least, are text and no bars."""
_PICTURE = 0.012
"""Share of a page that a picture takes, at least."""
_SIZE = 8
_TONES = 0.5
"""Share of a picture's blocks whose brightness is neither paper nor ink."""
_WRITING = 4
"""So many words are written on a page, not on a portrait."""
_LARGE_PICTURE, _BLACK, _ON_BLACK = 0.12, 40, 0.2
"""Share of a page, brightness and share of it, from which a picture without colours shows the inside of a
body: portraits on forms and cards are smaller."""
_SERIES_PICTURE = 0.06
"""The share on a page that a program drew: reports show several pictures on black beside each other."""
_GREY, _MOSTLY_GREY = 16, 0.95
"""Steps of 256 between the colours of what is grey, and share of a picture without colours that is."""
FACE_SCORE_OF_PICTURE = 0.3
"""Score of a face that is only guessed from a picture."""


def decoded_barcodes(brightness: Picture) -> list[PictureRegion]:
    """Barcodes and QR codes that can be read. With errors they are not asked for: letters look like them.

    Args:
        brightness: of the page, height x width.
    """
    import zxingcpp

    out = []
    for code in zxingcpp.read_barcodes(brightness, try_invert=False):
        at = code.position
        corners = [at.top_left, at.top_right, at.bottom_right, at.bottom_left]
        across, down = [float(c.x) for c in corners], [float(c.y) for c in corners]
        place = widened(Rect(min(across), min(down), max(across), max(down)), 6.0)
        if place.area > 0 and max(place.width, place.height) > 20:
            out.append(PictureRegion(place, RegionKind.BARCODE, 1.0))
    return out


def barcode_like_rows(page: PageInk) -> list[PictureRegion]:
    """Rows of many tall thin pieces of one height: barcodes, whether they can be read or not."""
    import numpy as np

    runs = find_shapes(page.upright_runs)
    boxes = runs.boxes[runs.heights >= 3 * runs.widths]
    out = []
    for group in group_nearby(boxes, page.mask.shape, 1.0 * page.letter_height, 1.0):
        own = boxes[group]
        heights = own[:, 3] - own[:, 1]
        middle = float(np.median(heights))
        alike = np.abs(heights - middle) < 0.2 * middle
        level = np.abs(own[:, 1] - np.median(own[:, 1])) < 0.2 * middle
        if int((alike & level).sum()) < _BARS:
            continue
        place = page.to_page(rect_around_boxes(own[alike & level]))
        out.append(PictureRegion(widened(place, 3.0 * page.step), RegionKind.BARCODE, 0.7))
    return out


def barcode_regions(page: PageInk, brightness: Picture, words: Sequence[OcrWord] = ()) -> list[PictureRegion]:
    """All barcodes: what was decoded, widened to its bars, and what only looks like one.

    Args:
        page: its ink.
        brightness: of the page, height x width.
        words: that were read: where some stand, the dark head of a table looked like bars.
    """
    bars = [PictureRegion(widened(r, 3.0), RegionKind.BARCODE, 0.7) for r in rows_of_bars(brightness)]
    rows = [row for row in (*barcode_like_rows(page), *bars) if not _is_text(row.place, words)]
    return merge_regions([*decoded_barcodes(brightness), *rows])


def _is_text(place: Rect, words: Sequence[OcrWord]) -> bool:
    """Whether words stand in a place; bars are read as one letter again and again."""
    inside = (
        w
        for w in words
        if w.confidence >= DOUBTFUL_CONFIDENCE
        and len(set(w.text.lower())) >= _LETTERS
        and place.shared_area(w.place) > 0.5 * w.place.area
    )
    return sum(1 for _ in inside) >= _READ_WORDS


def picture_regions(
    picture: Picture,
    words: Sequence[OcrWord],
    codes: Sequence[PictureRegion] = (),
    *,
    program_drawn: bool = False,
) -> list[PictureRegion]:
    """Large parts of the page with continuous tones, apart from words and barcodes. A page that was
    photographed is none, nor is a picture from inside a body.

    Args:
        picture: of the page.
        words: that were read; a shaded table is no picture. Large or doubtful ones are no words: faces are
            taken for letters.
        codes: of the page.
        program_drawn: as of ``body_pictures``.
    """
    return [
        PictureRegion(widened(place, _SIZE), RegionKind.FACE, FACE_SCORE_OF_PICTURE)
        for place, is_of_body in _toned_pictures(picture, program_drawn=program_drawn)
        if not is_of_body
        and not _holds_writing(place, words)
        and not any(place.overlaps(c.place) for c in codes)
    ]


def body_pictures(picture: Picture, *, program_drawn: bool) -> list[Rect]:
    """Where a page shows the inside of a body: X-rays, ultrasound, sections. That is a large picture without
    colours, on a scan only one on black, since portraits are grey there, too.

    Args:
        picture: of the page.
        program_drawn: whether a program drew the page, so that a camera's pictures have their colours.
    """
    found = _toned_pictures(picture, program_drawn=program_drawn)
    return [place for place, is_of_body in found if is_of_body]


def _toned_pictures(picture: Picture, *, program_drawn: bool) -> Iterator[tuple[Rect, bool]]:
    """Large parts of a page with continuous tones, each with whether it shows the inside of a body."""
    import cv2
    import numpy as np

    brightness = to_grey(picture)
    rows, columns = brightness.shape
    size = (max(1, columns // _SIZE), max(1, rows // _SIZE))
    mean = np.asarray(cv2.resize(brightness, size, interpolation=cv2.INTER_AREA), np.float32)
    # The paper of a photographed page is no tone: light falls off slowly.
    behind = cv2.medianBlur(np.asarray(mean, np.uint8), 5).astype(np.float32)
    paper = float(np.percentile(behind, 75))
    dark = (behind < 0.86 * paper).astype(np.uint8)
    closed = cv2.morphologyEx(dark, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    toned = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
    _, labels, found, _ = cv2.connectedComponentsWithStats(toned, connectivity=4)
    for n, (left, top, width, height, area) in enumerate(found.tolist()):
        if n == 0 or area < _PICTURE * mean.size or area < 0.5 * width * height or area > 0.6 * mean.size:
            continue
        inside = mean[labels == n]
        if not _has_tones(inside):
            continue
        place = Rect(left * _SIZE, top * _SIZE, (left + width) * _SIZE, (top + height) * _SIZE)
        on_black = float((inside < _BLACK).mean()) >= _ON_BLACK
        share = area / mean.size
        is_large = share >= _LARGE_PICTURE and (on_black or program_drawn)
        is_of_series = program_drawn and on_black and share >= _SERIES_PICTURE
        yield place, (is_large or is_of_series) and _is_colourless(picture, place)


def _is_colourless(picture: Picture, place: Rect) -> bool:
    """Whether nearly all of a place is grey: coloured marks on it may be letters."""
    import numpy as np

    if picture.ndim == 2:
        return True
    part = picture[int(place.top) : int(place.bottom) : 4, int(place.left) : int(place.right) : 4]
    return float((np.ptp(part, axis=2) <= _GREY).mean()) >= _MOSTLY_GREY


def is_toned(brightness: Picture, place: Rect) -> bool:
    """Whether a place has continuous tones, as pictures have and neither paper with ink nor a screen of dots.

    Args:
        brightness: of the page, height x width.
        place: in its pixels.
    """
    import cv2
    import numpy as np

    part = brightness[max(int(place.top), 0) : int(place.bottom), max(int(place.left), 0) : int(place.right)]
    if min(part.shape) < 4 * _SIZE:
        return False
    size = (part.shape[1] // _SIZE, part.shape[0] // _SIZE)
    mean = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
    # What stands behind letters is what most of their surroundings show.
    return _has_tones(np.asarray(cv2.medianBlur(mean, 5), np.float32))


def _has_tones(values: NDArray[np.float32]) -> bool:
    """Whether brightness is spread over many tones, unlike a shaded field or a black bar."""
    import numpy as np

    counts, _ = np.histogram(values, bins=16, range=(0.0, 256.0))
    share = np.sort(counts / max(1, values.size))[::-1]
    return bool(share[:2].sum() < 1.0 - _TONES * 0.5 and (share > 0.03).sum() >= 4)


def _holds_writing(place: Rect, words: Sequence[OcrWord]) -> bool:
    """Whether words were read in a place: some, or such that take much of it."""
    usual = median_height([w.place.height for w in words], 0.0)
    plain = [w for w in words if w.confidence >= DOUBTFUL_CONFIDENCE and w.place.height < 3 * usual]
    inside = [w for w in plain if w.place.overlaps(place)]
    return len(inside) >= _WRITING or sum(w.place.area for w in inside) >= 0.15 * place.area


def with_signatures_marked(
    doubtful: Sequence[PictureRegion], words: Sequence[OcrWord]
) -> list[PictureRegion]:
    """The regions once more, handwriting beside a word that asks for a signature as a signature.

    Args:
        doubtful: regions of :func:`chartveil.ocr.unread_regions.unread_regions`.
        words: that were read.
    """
    cues = [w for w in words if w.text.lower().strip(".,:_").startswith(_CUES + _NAMED_BELOW)]
    out = []
    for region in doubtful:
        if region.kind is RegionKind.HANDWRITING and any(_beside(region.place, c.place) for c in cues):
            region = PictureRegion(region.place, RegionKind.SIGNATURE, region.score)
        out.append(region)
    return out


def _beside(place: Rect, cue: Rect) -> bool:
    """Whether a place is right of a cue, above it or below it, within some lines."""
    height = cue.height
    level = place.top - 1.5 * height < cue.bottom and cue.top < place.bottom + 1.5 * height
    right = level and -height < place.left - cue.right < 20 * height
    above = 0 <= cue.top - place.top < 6 * height and place.left < cue.right + 8 * height
    below = 0 <= place.top - cue.top < 6 * height and abs(place.left - cue.left) < 12 * height
    return right or (above and place.right > cue.left - 2 * height) or below
