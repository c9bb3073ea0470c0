"""Pictures of pages: PNG, JPEG, and TIFF with one page or many, as scanners, faxes and cameras make them.
Redacted PDFs out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from chartveil.domain.document import Document
from chartveil.domain.errors import InputError
from chartveil.domain.page_layout import OTHER_PICTURES, Region
from chartveil.domain.span import Replacement
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.file_signatures import is_pdf, is_picture
from chartveil.formats.pages.content import PageContent, paged_document
from chartveil.formats.pages.ocr_cache import OCR_PAGE_CACHE
from chartveil.formats.pages.page_picture import PagePicture
from chartveil.formats.pictures.frames import frame_counts, frame_pictures
from chartveil.system.page_progress import PageStep, report_page


class PictureFormat:
    """PNG, JPEG and TIFF. A copy is a PDF.

    Attributes:
        redrawn: as ``PagedFormat.redrawn``.
    """

    name = "picture"
    suffixes: tuple[str, ...] = (".png", ".jpg", ".jpeg", ".tif", ".tiff")
    output_suffix = ".pdf"
    redrawn = True

    def library_errors(self) -> tuple[type[Exception], ...]:
        """What Pillow raises where it opens no picture."""
        from PIL import UnidentifiedImageError

        return (UnidentifiedImageError,)

    def recognizes(self, file: SourceFile) -> bool:
        """Whether it begins as PNG, JPEG or TIFF do."""
        return is_picture(file.data)

    def read(self, file: SourceFile, options: ReadOptions) -> list[Document]:
        """The file as one document with word boxes, a form feed between pages.

        Raises:
            InputError: if the file is damaged, too large, has too many pages, or no text is read on it.
            ResourceError: if the OCR engine is not ready.
            StageError: if it fails.
        """
        return [self._made(file, options, PageStep.READING)]

    def _made(self, file: SourceFile, options: ReadOptions, step: PageStep) -> Document:
        pages, others = frame_counts(file)
        if pages > options.limits.members:
            raise InputError(
                f"has more than {options.limits.members:,} pages.",
                where=file.path,
                remedy="Split it into several files.",
            )

        def contents() -> Iterator[PageContent]:
            for page in frame_pictures(file, options.pages.dpi):
                report_page(step, page.number, pages)
                yield OCR_PAGE_CACHE.read(page, options.pages)

        return paged_document(
            contents(),
            file,
            self.name,
            options,
            empty_message="holds no text that could be read.",
            remedy="Check that it is the right file; scan it again, sharper and darker, at 200 dpi or more.",
            left_out={OTHER_PICTURES: others},
        ).document

    def write(
        self,
        file: SourceFile,
        options: ReadOptions,
        replacements: Mapping[str, Sequence[Replacement]],
        regions: Mapping[str, Sequence[Region]] | None = None,
    ) -> bytes:
        """A PDF of the pages with boxes over what is replaced, and with the de-identified text as an
        invisible layer.

        Raises:
            InputError: as ``read`` does.
            KeyError: if the document has no entry in ``replacements``.
        """
        from chartveil.formats.pdf.redaction import redacted_pdf

        document = self._made(file, options, PageStep.PREPARING)
        edits = replacements[document.id]
        pages = frame_pictures(file, options.pages.dpi)
        covered = None if regions is None else regions[document.id]
        return redacted_pdf(document, pages, edits, options.pages, file.path, regions=covered)

    def drawn(self, file: SourceFile, options: ReadOptions) -> Iterator[PagePicture]:
        """The pages, or those of a copy."""
        from chartveil.formats.pdf.format import PdfFormat

        if is_pdf(file.data):
            return PdfFormat().drawn(file, options)
        return frame_pictures(file, options.pages.dpi)

    def all_text(self, file: SourceFile) -> Iterator[tuple[str, str]]:
        """The text that ``PdfFormat`` finds in a copy; a picture holds no text."""
        from chartveil.formats.pdf.format import PdfFormat

        return PdfFormat().all_text(file) if is_pdf(file.data) else iter(())
