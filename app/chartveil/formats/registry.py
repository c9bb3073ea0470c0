"""Which format a file is in: told by its content first, by its ending where content does not tell.

A format's module is imported only when a file needs it.
"""

from __future__ import annotations

import codecs
import json
import re
import zipfile
from collections.abc import Callable
from pathlib import PurePath

from chartveil.domain.errors import InputError
from chartveil.formats.base import Format, InputLimits, SourceFile
from chartveil.formats.file_signatures import (
    OLE_SIGNATURE,
    PARQUET_SIGNATURES,
    ZIP_SIGNATURES,
    is_pdf,
    is_picture,
    old_office_error,
    refuse_unreadable_kinds,
    unreadable_error,
)
from chartveil.formats.zips import open_zip

_HTML_START = re.compile(
    r"(?:\s|<\?xml[^>]{0,200}\?>|<!--.{0,2000}?-->)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
_TAG = re.compile(r"</?(?:p|div|span|br|table|td|body|html|h[1-6]|b|i|ul|li|font|pre)\b[^<>]{0,500}>", re.I)


def _text() -> Format:
    from chartveil.formats.text.format import TextFormat

    return TextFormat()


def _html() -> Format:
    from chartveil.formats.html.format import HtmlFormat

    return HtmlFormat()


def _rtf() -> Format:
    from chartveil.formats.rtf.format import RtfFormat

    return RtfFormat()


def _docx() -> Format:
    from chartveil.formats.word.format import DocxFormat

    return DocxFormat()


def _delimited() -> Format:
    from chartveil.formats.tables.delimited import DelimitedFormat

    return DelimitedFormat()


def _xlsx() -> Format:
    from chartveil.formats.tables.xlsx import XlsxFormat

    return XlsxFormat()


def _jsonl() -> Format:
    from chartveil.formats.tables.json_lines import JsonlFormat

    return JsonlFormat()


def _parquet() -> Format:
    from chartveil.formats.tables.parquet import ParquetFormat

    return ParquetFormat()


def _pdf() -> Format:
    from chartveil.formats.pdf.format import PdfFormat

    return PdfFormat()


def _picture() -> Format:
    from chartveil.formats.pictures.format import PictureFormat

    return PictureFormat()


_MAKERS: tuple[Callable[[], Format], ...] = (
    _text, _html, _rtf, _docx, _pdf, _picture, _delimited, _xlsx, _jsonl, _parquet,
)  # fmt: skip
_BY_NAME: dict[str, Callable[[], Format]] = {make.__name__.lstrip("_"): make for make in _MAKERS}
_BY_SUFFIX: dict[str, Callable[[], Format]] = {
    ".csv": _delimited, ".tsv": _delimited, ".tab": _delimited, ".psv": _delimited,
    ".jsonl": _jsonl, ".ndjson": _jsonl, ".json": _jsonl,
}  # fmt: skip
"""Only for text, where content does not tell."""


def all_formats() -> tuple[Format, ...]:
    """Every format, in the order in which people are told of them."""
    return tuple(make() for make in _MAKERS)


def format_named(name: str) -> Format:
    """The format of this name, e.g. ``text``.

    Raises:
        KeyError: if there is none.
    """
    return _BY_NAME[name]()


def format_for(file: SourceFile) -> Format:
    """The format of a file; where content and ending disagree, the content counts.

    Raises:
        InputError: if the file is empty, or of a kind that cannot be read; the remedy says what to do.
    """
    data = file.data
    if not data:
        raise InputError("is empty.", where=file.path, remedy="Check that it was copied completely.")
    if is_pdf(data):
        return _pdf()
    if is_picture(data):
        return _picture()
    if data[:4] in ZIP_SIGNATURES:
        return _from_zip(file)
    if data[:4] in PARQUET_SIGNATURES:
        return _parquet()
    if data.startswith(OLE_SIGNATURE):
        raise old_office_error(file)
    refuse_unreadable_kinds(file)
    return _from_text(file)


def is_document_package(archive: zipfile.ZipFile) -> bool:
    """Whether a zip file is one document (Office, OpenDocument, EPUB) and no archive of documents."""
    return not {"[Content_Types].xml", "mimetype"}.isdisjoint(archive.namelist())


def _from_zip(file: SourceFile) -> Format:
    with open_zip(file.data, InputLimits(), file.path) as archive:
        names = set(archive.namelist())
    if any(name.startswith("word/") for name in names):
        return _docx()
    if "xl/workbook.bin" in names:
        raise unreadable_error(file, "is a binary Excel workbook", "Save it as .xlsx.")
    if any(name.startswith("xl/") for name in names):
        return _xlsx()
    if any(name.startswith("ppt/") for name in names):
        raise unreadable_error(file, "is a PowerPoint file", "Export it as PDF.")
    if "mimetype" in names and "content.xml" in names:
        raise unreadable_error(file, "is an OpenDocument file", "Save it as .docx or .xlsx.")
    if "mimetype" in names and "META-INF/container.xml" in names:
        raise unreadable_error(file, "is an e-book", "Save it as HTML or plain text.")
    raise unreadable_error(file, "is a zip archive", "Unpack it and give the files.")


def _from_text(file: SourceFile) -> Format:
    """A text format by how the text begins, else by the ending; plain text where neither tells."""
    head = _head(file.data)
    begin = head.lstrip("\ufeff \t\r\n")
    suffix = PurePath(file.path).suffix.lower()
    if begin.startswith("{\\rtf"):
        return _rtf()
    if _HTML_START.match(begin) or (suffix in (".html", ".htm", ".xhtml") and _TAG.search(head)):
        return _html()
    if _is_json_line(begin, complete=len(file.data) <= _HEAD):
        return _jsonl()
    if suffix == ".json":
        raise unreadable_error(
            file, "is JSON, but not one object a line", "Write it as JSON lines: one object a line."
        )
    return _BY_SUFFIX.get(suffix, _text)()


_HEAD = 1 << 16


def _head(data: bytes) -> str:
    """The first characters of a text, decoded well enough to recognise ASCII in it."""
    head = data[:_HEAD]
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return head.decode("utf-16", "replace")
    if head[:200:2].count(0) * 4 > len(head[:200]):
        return head.decode("utf-16-be", "replace")
    if head[1:200:2].count(0) * 4 > len(head[:200]):
        return head.decode("utf-16-le", "replace")
    return head.decode("utf-8", "replace")


def _is_json_line(text: str, *, complete: bool) -> bool:
    """Whether the first line is a JSON object, or the beginning of one that is longer than the head."""
    if not re.match(r'\{\s*["}]', text):
        return False
    line, feed, _ = text.partition("\n")
    if not feed and not complete:
        return True
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False
