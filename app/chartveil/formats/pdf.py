"""PDF through PDFium: text layers, scans, and both in one file. Redacted PDFs out.

A document's text is that of all pages, a form feed between them; each page's text layer is followed by
its form values and annotations, a line each, and by what only the drawn look of an annotation or a picture
shows. Pages without a text layer that can be read are read by OCR.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from chartveil.domain import Document, Replacement
from chartveil.formats import pdf_extras
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.page_reads import READS
from chartveil.formats.pdf_open import PDFIUM, opened, password_for
from chartveil.formats.pdf_page import read_page
from chartveil.formats.pdf_read import drawn_pages, read_sheets
from chartveil.formats.sheets import Made, document_of
from chartveil.layout import Region
from chartveil.ocr.options import Keep

__all__ = ["PDFIUM", "PdfFormat"]


class PdfFormat:
    """PDF. Copies are made of pictures of the pages, with an invisible text layer.

    Attributes:
        redrawn: as ``PagedFormat.redrawn``.
    """

    name = "pdf"
    suffixes: tuple[str, ...] = (".pdf",)
    output_suffix = ".pdf"
    redrawn = True

    def read(self, file: SourceFile, options: ReadOptions) -> list[Document]:
        """The file as one document with word boxes.

        Raises:
            InputError: if the file is damaged, asks for a password, has too many pages or too much text,
                or holds no text at all.
            ResourceError: if a page needs OCR and the engine is not ready.
            StageError: if the engine fails.
        """
        return [self._made(file, options).document]

    def _made(self, file: SourceFile, options: ReadOptions) -> Made:
        with opened(file, options) as pdf:
            return document_of(
                read_sheets(pdf, options.pages),
                file,
                self.name,
                options,
                nothing="has only blank pages, or pages that hold no text that could be read.",
                remedy="Check that it is the right file; if it is a scan, scan it again, sharper and darker.",
            )

    def write(
        self,
        file: SourceFile,
        options: ReadOptions,
        replacements: Mapping[str, Sequence[Replacement]],
        regions: Mapping[str, Sequence[Region]] | None = None,
    ) -> bytes:
        """A new PDF of pictures of the pages with boxes over what is replaced, and with the de-identified
        text as an invisible layer; nothing of the old file is carried over. With ``Keep.VECTORS``, text and
        lines of pages where that is safe are written anew instead.

        Raises:
            InputError: as ``read`` does, or if something that is replaced stands where no box can cover it.
            KeyError: if the document has no entry in ``replacements``.
        """
        from chartveil.formats.pdf_vectors import VectorPages
        from chartveil.formats.redaction import redact

        made = self._made(file, options)
        edits = replacements[made.document.id]
        covered = None if regions is None else regions[made.document.id]
        with opened(file, options) as pdf:
            pages = drawn_pages(pdf, options.pages.dpi)
            given = (made.document, pages, edits, options.pages, file.path, made.unseen, covered)
            if options.pages.keep is Keep.PICTURES:
                return redact(*given)
            with VectorPages(pdf, file.data, password_for(file, options)) as vectors:
                return redact(*given, vectors)

    def everything(self, file: SourceFile) -> Iterator[tuple[str, str]]:
        """All text that the file holds in any way: text of each page, hidden annotation strings and link
        targets, information, outline, attachments, what other extractors find, and what OCR reads on each
        page as it is drawn (``page:3/ocr``)."""
        from chartveil.formats.pdf_proof import everything_in

        yield from everything_in(file.data)
        options = ReadOptions()
        with opened(file, options) as pdf:
            for number in range(len(pdf)):
                with PDFIUM:
                    hidden = list(pdf_extras.hidden_texts(pdf[number]))
                    text = read_page(pdf, number).sheet.text
                yield from ((f"page:{number + 1}/annotations", t) for t in hidden)
                yield f"page:{number + 1}", text
            with PDFIUM:
                whole = list(pdf_extras.document_texts(pdf))
            yield from whole
            for page in drawn_pages(pdf, options.pages.dpi):
                yield f"page:{page.number + 1}/ocr", READS.read(page, options.pages).text
