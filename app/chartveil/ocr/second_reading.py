"""Merges what two OCR readings found on a page, so that nothing that either read is lost."""

from __future__ import annotations

from collections.abc import Sequence

from chartveil.domain.geometry import Rect, rect_around
from chartveil.ocr.engine_interface import OcrLine, OcrWord

SECOND_READING_CONFIDENCE = 0.9
"""Confidence of the first reader below which another reading of the same place is kept beside its own."""
_SAME_PLACE = 0.5
"""Share of a word's area that the first reader's words must cover to be the same place."""
_READ = 0.6
"""Share of an unread line that added words must cover for it to be read."""


def merge_readings(first: Sequence[OcrLine], second: Sequence[OcrLine]) -> list[OcrLine]:
    """The lines of the first reader, and as lines of their own what only the second reader found.

    A word of the second reader is added where the first has no words, and where the first doubts what it
    read and the second read something else: then both readings stand. What holds neither a letter nor a
    digit is not added: readers take rules and specks for it. Words side by side in one line stay together.
    A line that the first found and could not read is dropped once added words stand for it.
    """
    known = [word for line in first for word in line.words]
    added = [run for line in second for run in _runs(line, known)]
    places = [word.place for line in added for word in line.words]
    kept = [line for line in first if line.words or _covered(line.place, places) < _READ]
    return [*kept, *added]


def _runs(line: OcrLine, known: Sequence[OcrWord]) -> list[OcrLine]:
    """The parts of a line of the second reader that are to be added."""
    out: list[OcrLine] = []
    run: list[OcrWord] = []
    for word in line.words:
        if _adds(word, known):
            run.append(word)
        elif run:
            out.append(_line_of(run))
            run = []
    return [*out, _line_of(run)] if run else out


def _adds(word: OcrWord, known: Sequence[OcrWord]) -> bool:
    """Whether a word of the second reader says what the first does not."""
    letters = _plain(word.text)
    if not letters:
        return False
    if _covered(word.place, [k.place for k in known]) < _SAME_PLACE:
        return True
    # Neighbours that only the padding of a box touches are no reading of this word.
    there = [
        k for k in known if _share(k.place, word.place) >= _SAME_PLACE or _share(word.place, k.place) >= 0.2
    ]
    there.sort(key=lambda k: k.place.left)
    if letters in _plain("".join(k.text for k in there)):
        return False
    return min((k.confidence for k in there), default=0.0) < SECOND_READING_CONFIDENCE


def _plain(text: str) -> str:
    """Letters and digits alone, in small letters."""
    return "".join(c for c in text.casefold() if c.isalnum())


def _line_of(words: Sequence[OcrWord]) -> OcrLine:
    return OcrLine(tuple(words), rect_around(w.place for w in words))


def _covered(place: Rect, by: Sequence[Rect]) -> float:
    """Share of a place that others cover; an overlap of the others counts twice, up to the whole."""
    return min(1.0, sum(_share(place, other) for other in by))


def _share(place: Rect, other: Rect) -> float:
    """Share of a place's area that another covers."""
    return place.shared_area(other) / place.area if place.area else 0.0
