"""PDF with a text layer, through PDFium.

A document's text is that of all pages, a form feed between them; each page's text layer is followed by
its form values and annotations, a line each, and by what only the drawn look of an annotation shows.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from chartveil.domain import Box, Document, Layout, Replacement, apply_replacements
from chartveil.errors import InputError
from chartveil.formats import pdf_extras
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.pdf_page import read_page
from chartveil.formats.signatures import is_pdf

_OCR_REMEDY = "Run OCR on it first, so that every page has a text layer, and give that file."


PDFIUM = threading.RLock()
"""Whoever uses PDFium holds it: PDFium must not be entered by two threads at once."""


class PdfFormat:
    """PDF with a text layer. Redacted PDFs come with a later part; for now a text file is written."""

    name = "pdf"
    suffixes: tuple[str, ...] = (".pdf",)
    output_suffix = ".txt"

    def read(self, file: SourceFile, options: ReadOptions) -> list[Document]:
        """The file as one document with word boxes.

        Raises:
            InputError: if the file is damaged, asks for a password, has too many pages or too much text,
                holds no text at all, or has pages that need OCR (the message names them).
        """
        parts, boxes, sizes = list[str](), list[Box](), list[tuple[float, float]]()
        at, scans = 0, list[int]()
        with _opened(file, options) as pdf:
            for number in range(len(pdf)):
                page = read_page(pdf, number)
                if page.needs_ocr:
                    scans.append(number + 1)
                boxes += [
                    Box(
                        w.start + at, w.end + at, number, w.rect.left, w.rect.top, w.rect.right, w.rect.bottom
                    )
                    for w in page.words
                ]
                sizes.append(page.size)
                parts.append(page.text)
                at += len(page.text) + 1
                if at > options.limits.text_chars:
                    raise InputError(
                        f"holds more than {options.limits.text_chars:,} characters.",
                        where=file.path,
                        remedy="Split it into several files.",
                    )
        if scans:
            raise InputError(
                f"{_pages(scans)} without a text layer that can be read.", where=file.path, remedy=_OCR_REMEDY
            )
        text = "\f".join(parts)
        if not text.strip():
            raise InputError(
                "has only blank pages.", where=file.path, remedy="Check that it is the right file."
            )
        layout = Layout(tuple(sizes), tuple(boxes))
        return [Document(text, file.source(self.name), patient_id=options.patient_id, layout=layout)]

    def write(
        self, file: SourceFile, options: ReadOptions, replacements: Mapping[str, Sequence[Replacement]]
    ) -> bytes:
        """The replaced text as a UTF-8 text file (``.txt``), a form feed between pages; no PDF yet.

        Raises:
            InputError: as ``read`` does.
            KeyError: if the document has no entry in ``replacements``.
        """
        (document,) = self.read(file, options)
        return apply_replacements(document.text, tuple(replacements[document.id])).encode("utf-8", "replace")

    def everything(self, file: SourceFile) -> Iterator[tuple[str, str]]:
        """Text, hidden annotation strings and link targets of each page; information, outline and
        attachments of the document. For what ``write`` made, a text file, its text."""
        if not is_pdf(file.data):
            yield "text", file.data.decode("utf-8", "replace")
            return
        with _opened(file, ReadOptions()) as pdf:
            for number in range(len(pdf)):
                for text in pdf_extras.hidden_texts(pdf[number]):
                    yield f"page:{number + 1}/annotations", text
                yield f"page:{number + 1}", read_page(pdf, number).text
            yield from pdf_extras.document_texts(pdf)


def _pages(numbers: Sequence[int]) -> str:
    shown = ", ".join(map(str, numbers[:20]))
    more = f" and {len(numbers) - 20} more" if len(numbers) > 20 else ""
    return f"page {shown} is" if len(numbers) == 1 else f"pages {shown}{more} are"


@contextmanager
def _opened(file: SourceFile, options: ReadOptions) -> Iterator[Any]:
    """The opened document with its forms initialised, closed afterwards.

    Raises:
        InputError: if it cannot be opened, has no pages or too many, or is a dynamic form.
    """
    with PDFIUM:
        yield from _open(file, options)


def _open(file: SourceFile, options: ReadOptions) -> Iterator[Any]:
    import pypdfium2
    import pypdfium2.raw as raw

    try:
        pdf = pypdfium2.PdfDocument(file.data)
    except pypdfium2.PdfiumError as e:
        if e.err_code in (raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY):
            raise InputError(
                "is protected by a password.",
                where=file.path,
                remedy="Save a copy without protection and give that.",
            ) from None
        raise _damaged(file) from None
    try:
        if not 0 < len(pdf) <= options.limits.members:
            many = len(pdf) > 0
            raise InputError(
                f"has more than {options.limits.members:,} pages." if many else "has no pages.",
                where=file.path,
                remedy="Split it into several files." if many else "Create it again.",
            )
        if pdf.get_formtype() == raw.FORMTYPE_XFA_FULL:
            raise InputError(
                "is a dynamic form (XFA), whose pages only Adobe Reader can draw.",
                where=file.path,
                remedy="Open it there and print it to PDF.",
            )
        pdf.init_forms()
        yield pdf
    except pypdfium2.PdfiumError:
        raise _damaged(file) from None
    finally:
        pdf.close()


def _damaged(file: SourceFile) -> InputError:
    return InputError(
        "is damaged and cannot be opened as PDF.", where=file.path, remedy="Copy or create it again."
    )
