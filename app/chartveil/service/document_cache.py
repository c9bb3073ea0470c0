"""Reads documents of a worklist again, and keeps those of the last files."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field, replace

from chartveil.domain.document import Document
from chartveil.domain.errors import InputError
from chartveil.formats.base import ReadOptions
from chartveil.formats.pages.ocr_cache import StoredPageReads, using_stored_reads
from chartveil.release.input_files import InputRef, read_documents
from chartveil.review.model import DocumentRow
from chartveil.service.page_pictures import PageSource

_MOST_BYTES = 64 << 20
"""Text, and files with pages, that are kept in memory, at most, but for the file that was read last."""
_BYTES_PER_CHARACTER = 4
"""Bytes at most."""


@dataclass(frozen=True)
class LoadedDocument:
    """A document as it was searched.

    Attributes:
        document: with its text.
        pages: what its pages are drawn from; None for files without pages.
    """

    document: Document
    pages: PageSource | None = field(default=None, repr=False)


@dataclass(frozen=True)
class _CachedFile:
    documents: dict[str, Document]
    pages: PageSource | None
    size: int


class DocumentCache:
    """Documents of the files read last. May be used from several threads."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[InputRef, str], _CachedFile] = OrderedDict()
        self._lock = threading.Lock()

    def clear(self) -> None:
        """Drops all documents."""
        with self._lock:
            self._kept.clear()

    def load(
        self, ref: InputRef, options: ReadOptions, sha256: str, row: DocumentRow, page_reads: bytes = b""
    ) -> LoadedDocument:
        """A document of a file.

        Args:
            ref, options: the file and how it was read.
            sha256: of the file when it was searched.
            row: of the document.
            page_reads: what OCR read on its pages then (``formats.pages.ocr_cache``).

        Raises:
            InputError: if the file is gone or has changed.
        """
        key = (ref, sha256)
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None:
                self._kept.move_to_end(key)
        if kept is None:
            kept = _read(ref, options, sha256, page_reads)
            with self._lock:
                self._kept[key] = kept
                while len(self._kept) > 1 and sum(k.size for k in self._kept.values()) > _MOST_BYTES:
                    self._kept.popitem(last=False)
        document = kept.documents.get(row.part)
        if document is None or document.id != row.document_id:
            raise _changed(ref)
        # Whose it is may be told by its path or by the site's file, which reading does not ask.
        return LoadedDocument(replace(document, patient_id=row.patient or None), kept.pages)


def _read(ref: InputRef, options: ReadOptions, sha256: str, page_reads: bytes) -> _CachedFile:
    with using_stored_reads(StoredPageReads(page_reads)):
        file, _, documents = read_documents(ref, options)
    if file.sha256 != sha256:
        raise _changed(ref)
    layout = documents[0].layout if documents else None
    pages = PageSource(file.data, options, layout.readings) if layout is not None else None
    size = _BYTES_PER_CHARACTER * sum(len(d.text) for d in documents) + (
        len(file.data) if pages is not None else 0
    )
    return _CachedFile({d.source.part: d for d in documents}, pages, size)


def _changed(ref: InputRef) -> InputError:
    return InputError(
        "has changed since it was searched.",
        where=ref.display,
        remedy="Begin a new worklist with it; decisions on the older text are kept in this one.",
    )
