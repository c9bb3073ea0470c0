"""What a PDF holds besides its pages' text: form fields and annotations."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from chartveil.domain.geometry import Rect
from chartveil.formats.pdf.text_layer import PageCoordinates

_SPOKEN = ("Contents", "Subj")
"""Texts of an annotation that a reader shows; its author (``T``) comes with them."""


@dataclass(frozen=True, slots=True)
class AnnotationText:
    """A text that stands in no page's stream.

    Attributes:
        text: never blank.
        rect: where its annotation stands; None where it has no place, or shows its text elsewhere.
    """

    text: str
    rect: Rect | None


def _utf16(call: Callable[[Any, int], int]) -> str:
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

    return _utf16(partial(raw.FPDFAnnot_GetStringValue, annotation, key.encode()))


def annotation_texts(page: Any, space: PageCoordinates) -> list[AnnotationText]:
    """Values of the form fields and texts of the annotations of a page, in their order, each once a place.

    Args:
        page: a page of a document whose forms were initialised.
    """
    import pypdfium2.raw as raw

    found: list[AnnotationText] = []
    for annotation in _annotations(page):
        kind = raw.FPDFAnnot_GetSubtype(annotation)
        if kind == raw.FPDF_ANNOT_WIDGET:
            texts, shown = _field_texts(page, annotation), True
        else:
            texts = [_key(annotation, key) for key in _SPOKEN]
            if any(texts) and kind != raw.FPDF_ANNOT_POPUP:
                texts.append(_key(annotation, "T"))
            shown = kind == raw.FPDF_ANNOT_FREETEXT
        rect = _rect(annotation, space) if shown else None
        for text in dict.fromkeys(t.strip() for t in texts):
            if text and AnnotationText(text, rect) not in found:
                found.append(AnnotationText(text, rect))
    return found


def _field_texts(page: Any, annotation: Any) -> list[str]:
    """Value of a text or choice field; labels that are chosen, where they differ from it."""
    import pypdfium2.raw as raw

    form = page.formenv.raw if page.formenv else None
    if form is None:
        return [_key(annotation, "V"), _key(annotation, "Contents")]
    kind = raw.FPDFAnnot_GetFormFieldType(form, annotation)
    if kind in (raw.FPDF_FORMFIELD_CHECKBOX, raw.FPDF_FORMFIELD_RADIOBUTTON, raw.FPDF_FORMFIELD_PUSHBUTTON):
        return []
    texts = [_utf16(partial(raw.FPDFAnnot_GetFormFieldValue, form, annotation))]
    for i in range(max(raw.FPDFAnnot_GetOptionCount(form, annotation), 0)):
        if raw.FPDFAnnot_IsOptionSelected(form, annotation, i):
            texts.append(_utf16(partial(raw.FPDFAnnot_GetOptionLabel, form, annotation, i)))
    return texts


def _rect(annotation: Any, space: PageCoordinates) -> Rect | None:
    import pypdfium2.raw as raw

    box = raw.FS_RECTF()
    if not raw.FPDFAnnot_GetRect(annotation, box):
        return None
    return space.rect(box.left, box.bottom, box.right, box.top)


def has_drawn_annotations(page: Any) -> bool:
    """Whether an annotation has a look of its own, which may show text that no string of it holds."""
    import pypdfium2.raw as raw

    kinds = (raw.FPDF_ANNOT_LINK, raw.FPDF_ANNOT_POPUP)
    return any(
        raw.FPDFAnnot_GetSubtype(a) not in kinds and bool(raw.FPDFAnnot_HasKey(a, b"AP"))
        for a in _annotations(page)
    )
