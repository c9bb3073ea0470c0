"""Recognises kinds of file by their content, and refuses those that cannot be read."""

from __future__ import annotations

import codecs
import re
import zipfile
from dataclasses import dataclass
from functools import cache
from typing import Any

from chartveil.domain.errors import InputError
from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import read_toml
from chartveil.formats.base import InputLimits, SourceFile
from chartveil.formats.text_kinds import refuse_encoded_parts, refuse_kind_by_beginning
from chartveil.formats.zips import open_zip

ZIP_SIGNATURES = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
TEXT_HEAD_BYTES = 1 << 16
"""How much of a file ``text_head`` decodes."""
_OLE_SIGNATURE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

_READ_PICTURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")
"""PNG, JPEG, TIFF, and TIFF for large files."""
_BARE_DICOM = re.compile(
    rb"[\x02\x08]\0[\0-\xff]\0(?:(?:AE|AS|AT|CS|DA|DS|DT|IS|LO|LT|OB|OW|PN|SH|SQ|TM|UI|UL|US)|[\0-\x40]\0\0\0)",
    re.DOTALL,
)
"""DICOM without its preamble: an element of group 2 or 8 with its value representation, or the length of its
value (PS3.5, section 7.1)."""


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of file that no format reads: the bytes that tell it and where they stand, and what to do."""

    at: int
    mark: bytes
    what: str
    remedy: str

    def is_of(self, data: bytes) -> bool:
        """Whether a file is of this kind. A text may begin with two letters, but holds no zero."""
        begins = data.startswith(self.mark, self.at)
        return begins and (self.mark != b"MZ" or b"\0" in data[:512])


@cache
def _kinds() -> tuple[_Kind, ...]:
    remedies = _table()["remedies"]
    return tuple(
        _Kind(k["at"], k["bytes"].encode("latin-1"), f"is {k['is']}", remedies.get(k["remedy"], k["remedy"]))
        for k in _table()["kinds"]
    )


@cache
def _table() -> dict[str, Any]:
    return read_toml(resources_folder() / "formats" / "file_kinds.toml", "the table of kinds of file")


def is_pdf(data: bytes) -> bool:
    """Whether it is a PDF; bytes may stand before its head, but a text that quotes the head is a text."""
    if data[:64].lstrip().startswith(b"%PDF-"):
        return True
    return b"%PDF-" in data[:1024] and b"%%EOF" in data[-2048:]


def is_picture(data: bytes) -> bool:
    """Whether it is a picture of a kind that is read: PNG, JPEG or TIFF."""
    return data.startswith(_READ_PICTURES)


def is_document_package(archive: zipfile.ZipFile) -> bool:
    """Whether a zip file is one document (Office, OpenDocument, EPUB) and no archive of documents."""
    return not {"[Content_Types].xml", "mimetype"}.isdisjoint(archive.namelist())


def zip_member_names(file: SourceFile) -> frozenset[str]:
    """Names of the members of a zip file; none for a file of any other kind.

    Raises:
        InputError: if the zip file is damaged, or a bomb.
    """
    if file.data[:4] not in ZIP_SIGNATURES:
        return frozenset()
    with open_zip(file.data, InputLimits(), file.path) as archive:
        return frozenset(archive.namelist())


def text_head(file: SourceFile) -> str:
    """The first characters of a text file, without its mark and leading white space, decoded well enough to
    recognize ASCII in it.

    Raises:
        InputError: if the file is of a kind that cannot be read; the remedy says what to do.
    """
    _refuse_unreadable_kinds(file)
    head = _decoded_head(file.data[:TEXT_HEAD_BYTES]).lstrip("\ufeff \t\r\n")
    refuse_kind_by_beginning(file, head)
    return head


def refuse_what_is_no_text(file: SourceFile) -> None:
    """Refuses what was called plain text and is none, or what nobody could read in it.

    Raises:
        InputError: naming the kind.
    """
    if is_pdf(file.data) or is_picture(file.data) or file.data.startswith((b"PAR1", b"PARE")):
        raise InputError("is no plain text.", where=file.path, remedy="Read it without --as text.")
    _refuse_unreadable_kinds(file)
    refuse_encoded_parts(file)


def _decoded_head(head: bytes) -> str:
    if head.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return head.decode("utf-32", "replace")
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return head.decode("utf-16", "replace")
    if head[:200:2].count(0) * 4 > len(head[:200]):
        return head.decode("utf-16-be", "replace")
    if head[1:200:2].count(0) * 4 > len(head[:200]):
        return head.decode("utf-16-le", "replace")
    return head.decode("utf-8", "replace")


def _refuse_unreadable_kinds(file: SourceFile) -> None:
    """Names the kind of a file that no format here reads.

    Raises:
        InputError: if the file is of such a kind.
    """
    data = file.data
    if data[:4] in ZIP_SIGNATURES:
        raise _other_zip_error(file)
    if data.startswith(_OLE_SIGNATURE):
        raise _old_office_error(file)
    for kind in _kinds():
        if kind.is_of(data):
            raise unreadable_error(file, kind.what, kind.remedy)
    if _BARE_DICOM.match(data):
        raise unreadable_error(file, "is a DICOM image", _table()["remedies"]["picture"])
    if data[:2] == b"BM" and data[6:10] == b"\0\0\0\0":
        raise unreadable_error(file, "is a BMP image", _table()["remedies"]["picture"])


def _other_zip_error(file: SourceFile) -> InputError:
    """What a zip file is that is neither a Word document nor a workbook, by the names of its members."""
    names = zip_member_names(file)
    if "xl/workbook.bin" in names:
        return unreadable_error(file, "is a binary Excel workbook", "Save it as .xlsx.")
    if any(name.startswith("ppt/") for name in names):
        return unreadable_error(file, "is a PowerPoint file", "Export it as PDF.")
    if "mimetype" in names and "content.xml" in names:
        return unreadable_error(file, "is an OpenDocument file", "Save it as .docx or .xlsx.")
    if "mimetype" in names and "META-INF/container.xml" in names:
        return unreadable_error(file, "is an e-book", "Save it as HTML or plain text.")
    return unreadable_error(file, "is a zip archive", _table()["remedies"]["unpack"])


def _old_office_error(file: SourceFile) -> InputError:
    """What kind of old Office file it is, by the names of its streams."""
    for kind in _table()["old_office"]:
        if kind["stream"].encode("utf-16-le") in file.data:
            return unreadable_error(file, f"is {kind['is']}", kind["remedy"])
    return unreadable_error(file, "is an old Office file", "Save it as .docx, .xlsx or plain text.")


def unreadable_error(file: SourceFile, what: str, remedy: str) -> InputError:
    """The error for a file of a kind that no format reads.

    Args:
        what: the kind, as the end of a sentence: ``is a zip archive``.
        remedy: what to do to have it read.
    """
    return InputError(f"{what}, which cannot be read.", where=file.path, remedy=remedy)
