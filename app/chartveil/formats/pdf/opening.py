"""Opens PDFs with PDFium: with the password that fits, within limits, and none whose drawing never ends.

Some files hold groups that draw groups that draw groups, each many times. PDFium unfolds them all when it
loads the page and cannot be stopped, so they are counted before.
"""

from __future__ import annotations

import io
import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeAlias

from chartveil.domain.errors import InputError, StageError
from chartveil.domain.geometry import POINTS_PER_INCH
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.pdf.fonts.own_fonts import use_own_fonts
from chartveil.formats.pdf.stream_decoding import UnpackBudget, object_streams

LARGEST_SIDE = 14_400.0
"""Longest side of a page in points that readers of PDF must take (ISO 32000-1, annex C)."""
_MOST = 300_000
"""Groups that one group may unfold to."""
_LEVELS = 40
"""Groups inside of each other that are looked into; deeper ones are looked at from within."""
_Number: TypeAlias = tuple[int, int]
"""Numbers of an object and its generation."""
_DRAWS = re.compile(rb"/([^\s/<>\[\](){}%]+)\s+Do\b")
PDFIUM_LOCK = threading.RLock()
"""Whoever uses PDFium holds it: PDFium must not be entered by two threads at once."""

_REMEDY = "Give the password (--password-file), or save a copy without protection and give that."
_OTHER_REMEDY = "Give its own, or save a copy without protection and give that."


def open_apart(data: bytes, passwords: Sequence[str] = ()) -> Any:
    """The PDF, opened by pikepdf; None if it cannot be, with no password or one of these."""
    import pikepdf

    try:
        for _ in object_streams(data, UnpackBudget()):
            pass
    except StageError:
        return None
    # Older files have it in the letters of Western Europe, newer ones in UTF-8 (ISO 32000-2, 7.6.4.3).
    western = [p.encode("cp1252", "ignore") for p in passwords if not p.isascii()]
    given: list[str | bytes] = ["", *passwords, *western]
    for password in given:
        with suppress(pikepdf.PdfError, pikepdf.PasswordError, RuntimeError, ValueError):
            return pikepdf.open(io.BytesIO(data), password=password)
    return None


def is_drawing_bomb(data: bytes, password: str | None = None) -> bool:
    """Whether a group of the PDF unfolds to more than any page needs. A file that cannot be taken apart, or
    not with this password, is none: whoever opens it next says what is wrong."""
    if b"/Form" not in data and b"/ObjStm" not in data:
        return False
    import pikepdf

    pdf = open_apart(data, [password] if password else [])
    if pdf is None:
        return False
    try:
        with pdf:
            return _unfolds_without_end({g.objgen: _inner(g) for g in pdf.objects if _is_group(g)})
    except (pikepdf.PdfError, RuntimeError, ValueError):
        return False


def _is_group(obj: Any) -> bool:
    import pikepdf

    return isinstance(obj, pikepdf.Stream) and obj.get("/Subtype") == "/Form"


def _unfolds_without_end(drawn: Mapping[_Number, Sequence[tuple[_Number, int]]]) -> bool:
    """Whether a group unfolds to more than any page needs, level by level: one that draws itself once is a
    chain, one that draws itself twice is a tree.

    Args:
        drawn: by each group, with how often.
    """
    counts = dict.fromkeys(drawn, 1)
    for _ in range(_LEVELS):
        before = counts
        counts = {g: 1 + sum(before.get(inner, 0) * n for inner, n in drawn[g]) for g in drawn}
        if counts == before:
            return False
        if max(counts.values()) > _MOST:
            return True
    return False


def _inner(group: Any) -> list[tuple[_Number, int]]:
    """The groups that a group draws, with how often."""
    named = group.get("/Resources", {}).get("/XObject", {})
    if not len(named):
        return []
    names = [m.group(1) for m in _DRAWS.finditer(group.read_bytes())]
    counted = ((inner, names.count(name[1:].encode())) for name, inner in named.items())
    return [(inner.objgen, n) for inner, n in counted if n and _is_group(inner)]


def is_password_error(message: str) -> bool:
    """Whether an error, as it is told, is that of a PDF that no given password opens."""
    return _REMEDY in message or _OTHER_REMEDY in message


def matching_password(file: SourceFile, options: ReadOptions) -> str | None:
    """The one of the given passwords that opens a file; None where it needs none, or none of them does."""
    import pypdfium2

    given = options.pages.passwords
    for password in (None, *given) if given else ():
        try:
            with PDFIUM_LOCK:
                pypdfium2.PdfDocument(file.data, password=password).close()
        except pypdfium2.PdfiumError:
            continue
        return password
    return None


@contextmanager
def open_pdf(file: SourceFile, options: ReadOptions) -> Iterator[Any]:
    """The opened document with its forms initialised, closed afterwards. PDFium is held while it is opened
    and closed only: whoever uses the document in between holds it himself.

    Raises:
        InputError: if it cannot be opened, has no pages or too many, or is a dynamic form.
    """
    import pypdfium2

    password = matching_password(file, options)
    if is_drawing_bomb(file.data, password):
        raise InputError(
            "draws the same things over and over, more often than any page needs, as files do that are made "
            "to stop programs.",
            where=file.path,
            remedy="Leave it out, or print it to a new PDF where it was made.",
        )
    with PDFIUM_LOCK:
        pdf = _open(file, options, password)
    try:
        yield pdf
    except pypdfium2.PdfiumError:
        raise damaged_pdf_error(file) from None
    finally:
        with PDFIUM_LOCK:
            pdf.close()


def layer_text(file: SourceFile, options: ReadOptions) -> str:
    """The text of the text layers of all pages, seen or not, quickly and without OCR.

    Raises:
        InputError: as ``open_pdf``.
    """
    texts = []
    with open_pdf(file, options) as pdf:
        for number in range(len(pdf)):
            with PDFIUM_LOCK:
                page = pdf[number]
                layer = page.get_textpage()
                texts.append(layer.get_text_bounded())
                layer.close()
                page.close()
    return "\n".join(texts)


def _open(file: SourceFile, options: ReadOptions, password: str | None) -> Any:
    import pypdfium2

    use_own_fonts()
    try:
        pdf = pypdfium2.PdfDocument(file.data, password=password)
    except pypdfium2.PdfiumError as e:
        raise _not_opened(file, e.err_code, given=bool(options.pages.passwords)) from None
    try:
        _check(pdf, file, options)
        pdf.init_forms()
    except pypdfium2.PdfiumError:
        pdf.close()
        raise damaged_pdf_error(file) from None
    except BaseException:
        pdf.close()
        raise
    return pdf


def _not_opened(file: SourceFile, code: int, *, given: bool) -> InputError:
    import pypdfium2.raw as raw

    # PDFium keeps the code of an earlier file where it opens one without pages.
    if code not in (raw.FPDF_ERR_PASSWORD, raw.FPDF_ERR_SECURITY) or b"Encrypt" not in file.data:
        return damaged_pdf_error(file)
    if given:
        return InputError(
            "is protected by another password than the one that was given.",
            where=file.path,
            remedy=_OTHER_REMEDY,
        )
    return InputError("is protected by a password.", where=file.path, remedy=_REMEDY)


def _check(pdf: Any, file: SourceFile, options: ReadOptions) -> None:
    import pypdfium2.raw as raw

    if len(pdf) <= 0:
        raise InputError("has no pages.", where=file.path, remedy="Create it again.")
    if len(pdf) > options.limits.members:
        raise InputError(
            f"has more than {options.limits.members:,} pages.",
            where=file.path,
            remedy="Split it into several files.",
        )
    for number in range(len(pdf)):
        width, height = pdf.get_page_size(number)
        if max(width, height) > LARGEST_SIDE:
            raise InputError(
                f"has a page that is too large: page {number + 1} is {width / POINTS_PER_INCH:,.0f} x "
                f"{height / POINTS_PER_INCH:,.0f} inches, more than {LARGEST_SIDE / POINTS_PER_INCH:.0f}.",
                where=file.path,
                remedy="Print it to a new PDF of a smaller paper size, and give that.",
            )
    if pdf.get_formtype() == raw.FORMTYPE_XFA_FULL:
        raise InputError(
            "is a dynamic form (XFA), whose pages only Adobe Reader can draw.",
            where=file.path,
            remedy="Open it there and print it to PDF.",
        )


def refuse_lost_pages(file: SourceFile, passwords: Sequence[str], count: int) -> None:
    """Stops a file that holds more pages than it says: PDFium, and most viewers, show none of the others.

    Args:
        file: the file; one that cannot be taken apart passes.
        passwords: to try.
        count: of the pages that PDFium sees.

    Raises:
        InputError: if there are others.
    """
    import pikepdf

    pdf = open_apart(file.data, passwords)
    if pdf is None:
        return
    with pdf:
        try:
            held = len(pdf.pages)
        except (pikepdf.PdfError, RuntimeError, ValueError):
            return
    if held > count:
        raise InputError(
            f"holds {held:,} pages and says that it has {count:,}: the others would be lost.",
            where=file.path,
            remedy="Open it in another program, look whether all pages are there, and save it anew.",
        )


def damaged_pdf_error(file: SourceFile) -> InputError:
    """The error for a file that PDFium cannot open."""
    return InputError(
        "is damaged and cannot be opened as PDF.", where=file.path, remedy="Copy or create it again."
    )
