"""PDF through PDFium: text layers, scans, and both in one file. Redacted PDFs out.

A document's text is that of all pages, a form feed between them; each page's text layer is followed by
its form values and annotations, a line each, and by what only the drawn look of an annotation or a picture
shows. Pages without a text layer that can be read are read by OCR.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from chartveil.domain.document import Document
from chartveil.domain.page_layout import PageLayout, Region
from chartveil.domain.span import Replacement
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.file_signatures import is_pdf
from chartveil.formats.pages.content import PagedDocument, paged_document
from chartveil.formats.pages.page_picture import PagePicture, is_black_and_white
from chartveil.formats.pdf.attachments import attachments_by_kind
from chartveil.formats.pdf.fonts.font_maps import doubtful_fonts
from chartveil.formats.pdf.opening import open_pdf, refuse_lost_pages
from chartveil.formats.pdf.page_parts import page_pictures
from chartveil.formats.pdf.reader_view import (
    OUTLINE_TITLES,
    outline_of_copy,
    reader_view,
    title_places,
)
from chartveil.formats.pdf.reading import drawn_pages, read_page_contents
from chartveil.formats.pdf.text_layer_styles import text_layer_styles
from chartveil.ocr.options import BoxStyle
from chartveil.system.page_progress import PageStep


def pages_for_copy(pdf: Any, layout: PageLayout | None, dpi: float) -> Iterator[PagePicture]:
    """The pages of an opened document as they are written: those that a program drew fine and with hard
    edges, as well as scans in black and white; other scans, and what was turned by some degrees, as read."""
    from chartveil.formats.pdf.picture_encoding import is_drawn

    def kept_fine(page: PagePicture) -> PagePicture | None:
        if readings and readings[page.number].skew != 0.0:
            return page if is_black_and_white(page.picture) else None
        return replace(page, is_drawn=True) if is_drawn(page.picture) else None

    readings = layout.readings if layout is not None else ()
    for number in range(len(pdf)):
        yield from page_pictures(pdf, number, dpi, kept_fine)


class PdfFormat:
    """PDF. Copies are made of pictures of the pages, with an invisible text layer.

    Attributes:
        redrawn: as ``PagedFormat.redrawn``.
    """

    name = "pdf"
    suffixes: tuple[str, ...] = (".pdf",)
    output_suffix = ".pdf"
    redrawn = True

    def library_errors(self) -> tuple[type[Exception], ...]:
        """What PDFium and pikepdf raise."""
        from pikepdf import PdfError
        from pypdfium2 import PdfiumError

        return (PdfiumError, PdfError)

    def recognizes(self, file: SourceFile) -> bool:
        """Whether it has the head of a PDF."""
        return is_pdf(file.data)

    def read(self, file: SourceFile, options: ReadOptions) -> list[Document]:
        """The file as one document with word boxes.

        Raises:
            InputError: if the file is damaged, asks for a password, has too many pages or too much text,
                or holds no text at all.
            ResourceError: if a page needs OCR and the engine is not ready.
            StageError: if the engine fails.
        """
        return [self._made(file, options).document]

    def _made(
        self, file: SourceFile, options: ReadOptions, step: PageStep = PageStep.READING
    ) -> PagedDocument:
        with open_pdf(file, options) as pdf:
            fonts = doubtful_fonts(file.data, options.pages.passwords)
            left_out: Mapping[str, int] = {}
            if step is PageStep.READING:
                refuse_lost_pages(file, options.pages.passwords, len(pdf))
                held = attachments_by_kind(file, options.pages.passwords)
                left_out = {**held, **reader_view(pdf).left_out}
            made = paged_document(
                read_page_contents(pdf, options.pages, step, fonts),
                file,
                self.name,
                options,
                empty_message="has only blank pages, or pages that hold no text that could be read.",
                remedy="Check that it is the right file; if it is a scan, scan it again, sharper and darker.",
                left_out=left_out,
            )
            kept = len(title_places(pdf, made.document.text)) if left_out.get(OUTLINE_TITLES) else 0
        if not kept:
            return made
        counts = {k: n - kept * (k == OUTLINE_TITLES) for k, n in made.document.left_out.items()}
        document = replace(made.document, left_out={k: n for k, n in counts.items() if n})
        return replace(made, document=document)

    def write(
        self,
        file: SourceFile,
        options: ReadOptions,
        replacements: Mapping[str, Sequence[Replacement]],
        regions: Mapping[str, Sequence[Region]] | None = None,
    ) -> bytes:
        """A new PDF of pictures of the pages with boxes over what is replaced, and with the de-identified
        text as an invisible layer; nothing of the old file is carried over.

        Raises:
            InputError: as ``read`` does, or if something that is replaced stands where no box can cover it.
            KeyError: if the document has no entry in ``replacements``.
        """
        from chartveil.formats.pdf.redaction import redacted_pdf

        made = self._made(file, options, PageStep.PREPARING)
        edits = replacements[made.document.id]
        covered = None if regions is None else regions[made.document.id]
        with open_pdf(file, options) as pdf:
            pages = pages_for_copy(pdf, made.document.layout, options.pages.dpi)
            text = made.document.text
            kinds = options.pages.style is not BoxStyle.SURROGATE
            outline = outline_of_copy(text, title_places(pdf, text), edits, kinds=kinds)
            return redacted_pdf(
                made.document,
                pages,
                edits,
                options.pages,
                file.path,
                made.unseen_ranges,
                covered,
                partial(text_layer_styles, pdf),
                replace(reader_view(pdf), outline=outline),
            )

    def drawn(self, file: SourceFile, options: ReadOptions) -> Iterator[PagePicture]:
        """The pages as PDFium draws them."""
        with open_pdf(file, options) as pdf:
            yield from drawn_pages(pdf, options.pages.dpi)

    def all_text(self, file: SourceFile) -> Iterator[tuple[str, str]]:
        """All text that the file holds in any object, stream or byte; what its pictures show is no text."""
        from chartveil.formats.pdf.forensics import all_text_in

        return all_text_in(file.data)
