"""Passwords of protected PDFs: tried, kept with the worklist, never logged or shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from chartveil.formats.base import ReadOptions
from chartveil.formats.pdf.opening import is_password_error, matching_password
from chartveil.ocr.options import PageOptions
from chartveil.release.discovery import FoundInputs, discover_inputs
from chartveil.release.input_files import INSIDE, InputRef
from chartveil.review.model import DocumentRow, DocumentState
from chartveil.service.review_service import ReviewService


def needs_password(row: DocumentRow) -> bool:
    """Whether a document failed for want of its password."""
    return row.state is DocumentState.FAILED and is_password_error(row.reason)


def password_trial(service: ReviewService, row: int, password: str) -> Callable[[], bool]:
    """Work that tells whether a password opens a document's file; may run in any thread.

    The work raises InputError if the file cannot be read.
    """
    (file,) = service.store.files(service.worklist, [service.row(row).file])
    ref = InputRef(file.path, file.member)
    options = ReadOptions(pages=PageOptions(passwords=(password,)))
    known = service.settings.read.pages.passwords
    return lambda: matching_password(ref.load(options.limits, known), options) is not None


def keep_password(service: ReviewService, password: str) -> None:
    """Keeps a password with the open worklist, in the encrypted store; files are opened with it from now on.

    Raises:
        StoreError: if it cannot be stored.
    """
    read = service.settings.read
    if password not in read.pages.passwords:
        pages = replace(read.pages, passwords=(*read.pages.passwords, password))
        service.change_settings(replace(service.settings, read=replace(read, pages=pages)))


def search_within(service: ReviewService, rows: Sequence[DocumentRow]) -> Callable[[], FoundInputs]:
    """Work that looks for the files within protected PDFs, with the passwords that are known by now; may run
    in any thread. What it finds is for ``ReviewService.add_files``.

    Args:
        rows: of the PDFs.
    """
    refs = [InputRef(f.path, f.member) for f in service.store.files(service.worklist, {r.file for r in rows})]
    read = service.settings.read

    def work() -> FoundInputs:
        paths = list(dict.fromkeys(ref.path for ref in refs))
        found = discover_inputs(paths, read.limits, passwords=read.pages.passwords)
        inside = tuple(ref.display + INSIDE for ref in refs)
        return FoundInputs(
            tuple(r for r in found.refs if r.display.startswith(inside)),
            tuple(s for s in found.skipped if s.path.startswith(inside)),
            tuple(f for f in found.failures if f.path.startswith(inside)),
        )

    return work
