"""Reads form fields and annotations of a PDF."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from chartveil.domain.geometry import Rect
from chartveil.formats.pdf.text_layer import PageCoordinates, PlacedCharacter, TextLine

_SPOKEN = ("Contents", "Subj")
"""Texts of an annotation that a reader shows; its author (``T``) comes with them."""
_NEVER_SHOWN = 2 | 32
"""Flags of annotations that are hidden, or not shown on a screen (ISO 32000-1, 12.5.3)."""


@dataclass(frozen=True, slots=True)
class AnnotationNote:
    """A text of an annotation that opens at a click.

    Attributes:
        text: never blank.
        is_drawn: whether its annotation shows it on the page as well, if it has a look.
    """

    text: str
    is_drawn: bool


@dataclass(frozen=True, slots=True)
class FieldValue:
    """The value of a form field, and where the field stands."""

    text: str
    rect: Rect


def utf16_text(call: Callable[[Any, int], int]) -> str:
    """A string from a function that fills a buffer with UTF-16-LE and returns its size in bytes."""
    size = call(None, 0)
    if size <= 2:
        return ""
    buffer = ctypes.create_string_buffer(size)
    call(ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ushort)), size)
    return buffer.raw[:size].decode("utf-16-le", "replace").rstrip("\0")


def _annotations(page: Any) -> Iterator[Any]:
    """The handles of the page's annotations, each closed afterwards."""
    import pypdfium2.raw as raw

    for i in range(raw.FPDFPage_GetAnnotCount(page.raw)):
        handle = raw.FPDFPage_GetAnnot(page.raw, i)
        if handle:
            try:
                yield handle
            finally:
                raw.FPDFPage_CloseAnnot(handle)


def _key(annotation: Any, key: str) -> str:
    import pypdfium2.raw as raw

    return utf16_text(partial(raw.FPDFAnnot_GetStringValue, annotation, key.encode()))


def annotation_notes(page: Any) -> list[AnnotationNote]:
    """Texts of the annotations of a page in their order, each once; none of those that are never shown."""
    import pypdfium2.raw as raw

    found: list[AnnotationNote] = []
    for annotation in _annotations(page):
        kind = raw.FPDFAnnot_GetSubtype(annotation)
        if kind == raw.FPDF_ANNOT_WIDGET or raw.FPDFAnnot_GetFlags(annotation) & _NEVER_SHOWN:
            continue
        texts = [_key(annotation, key) for key in _SPOKEN]
        if any(texts) and kind != raw.FPDF_ANNOT_POPUP:
            texts.append(_key(annotation, "T"))
        for text in dict.fromkeys(t.strip() for t in texts):
            note = AnnotationNote(text, kind == raw.FPDF_ANNOT_FREETEXT)
            if text and note not in found:
                found.append(note)
    return found


def field_values(page: Any, space: PageCoordinates) -> list[FieldValue]:
    """Values of the text and choice fields of a page of a document whose forms were initialised."""
    import pypdfium2.raw as raw

    form = page.formenv.raw if page.formenv else None
    found = []
    for annotation in _annotations(page) if form is not None else ():
        kinds = (raw.FPDF_FORMFIELD_TEXTFIELD, raw.FPDF_FORMFIELD_COMBOBOX)
        if raw.FPDFAnnot_GetFormFieldType(form, annotation) not in kinds:
            continue
        text = utf16_text(partial(raw.FPDFAnnot_GetFormFieldValue, form, annotation)).strip()
        rect = _rect(annotation, space)
        if text and rect is not None:
            found.append(FieldValue(text, rect))
    return found


def with_field_values(lines: Sequence[TextLine], values: Iterable[FieldValue]) -> list[TextLine]:
    """The lines of a page with the values of its fields as they were entered, where they are drawn so: a
    field may show each figure of a number in a box of its own."""
    out = list(lines)
    for value in values:
        around = value.rect.grown(1.0, 1.0)
        wanted = [c for c in value.text if not c.isspace()]
        inside = [
            (n, k)
            for n, line in enumerate(out)
            for k, c in enumerate(line.characters)
            if c.rect is not None and not c.char.isspace() and _holds_middle(around, c.rect)
        ]
        drawn = [out[n].characters[k] for n, k in inside]
        if not drawn or [c.char for c in drawn] != wanted:
            continue
        first = inside[0][0]
        taken = frozenset(inside)
        for n in {n for n, _ in inside}:
            kept = (
                PlacedCharacter(" ", None) if (n, k) in taken else c for k, c in enumerate(out[n].characters)
            )
            out[n] = TextLine(tuple(kept))
        out[first:first] = _value_lines(value.text, drawn)
    return [line for line in out if line.text.strip()]


def _holds_middle(rect: Rect, other: Rect) -> bool:
    x, y = (other.left + other.right) / 2, (other.top + other.bottom) / 2
    return rect.left <= x <= rect.right and rect.top <= y <= rect.bottom


def _value_lines(text: str, drawn: Sequence[PlacedCharacter]) -> list[TextLine]:
    """The words of a value in the places of its characters, a line where they begin a new one."""
    lines: list[list[PlacedCharacter]] = [[]]
    characters = iter(drawn)
    for word in text.split():
        own = [next(characters) for _ in word]
        before = lines[-1][-1].rect if lines[-1] else None
        if before is not None and own[0].rect is not None and own[0].rect.left < before.left:
            lines.append([])
        elif before is not None:
            lines[-1].append(PlacedCharacter(" ", None))
        lines[-1] += own
    return [TextLine(tuple(line)) for line in lines]


def _rect(annotation: Any, space: PageCoordinates) -> Rect | None:
    import pypdfium2.raw as raw

    box = raw.FS_RECTF()
    if not raw.FPDFAnnot_GetRect(annotation, box):
        return None
    return space.rect(box.left, box.bottom, box.right, box.top)


def make_content_of_annotations(page: Any) -> None:
    """Draws the looks of the annotations into the page, so that their words stand in its text. The page has
    to be loaded anew."""
    import pypdfium2.raw as raw

    if raw.FPDFPage_GetAnnotCount(page.raw):
        raw.FPDFPage_Flatten(page.raw, raw.FLAT_NORMALDISPLAY)
