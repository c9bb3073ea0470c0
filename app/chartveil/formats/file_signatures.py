"""How kinds of file are recognized by their content, and what to do about those that cannot be read."""

from __future__ import annotations

import codecs
import re
import zipfile

from chartveil.domain.errors import InputError
from chartveil.formats.base import InputLimits, SourceFile
from chartveil.formats.text_kinds import refuse_encoded_parts, refuse_kind_by_beginning
from chartveil.formats.zips import open_zip

ZIP_SIGNATURES = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
TEXT_HEAD_BYTES = 1 << 16
"""How much of a file ``text_head`` decodes."""
_OLE_SIGNATURE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_UNPACK = "Unpack it and give the files."
_OTHER_PICTURE = "Save it as PNG, JPEG, TIFF or PDF: pages in these are read by OCR."

_READ_PICTURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")
"""PNG, JPEG, TIFF, and TIFF for large files."""
_PICTURES: tuple[tuple[int, bytes, str], ...] = (
    (0, b"GIF87a", "GIF"),
    (0, b"GIF89a", "GIF"),
    (8, b"WEBP", "WebP"),
    (4, b"ftypheic", "HEIC"),
    (4, b"ftypheix", "HEIC"),
    (4, b"ftyphevc", "HEIC"),
    (4, b"ftypmsf1", "HEIF"),
    (4, b"ftypmif1", "HEIF"),
    (4, b"ftypavif", "AVIF"),
    (0, b"\0\0\0\x0cjP  ", "JPEG 2000"),
    (128, b"DICM", "DICOM"),
)
_BARE_DICOM = re.compile(
    rb"[\x02\x08]\0[\0-\xff]\0(?:(?:AE|AS|AT|CS|DA|DS|DT|IS|LO|LT|OB|OW|PN|SH|SQ|TM|UI|UL|US)|[\0-\x40]\0\0\0)",
    re.DOTALL,
)
"""DICOM without its preamble: an element of group 2 or 8 with its value representation, or the length of its
value (PS3.5, section 7.1)."""
_PACKED: tuple[tuple[int, bytes, str], ...] = (
    (0, b"\x1f\x8b", "gzip"),
    (4, b"1AY&SY", "bzip2"),
    (0, b"\xfd7zXZ\0", "xz"),
    (0, b"\x28\xb5\x2f\xfd", "Zstandard"),
    (0, b"7z\xbc\xaf\x27\x1c", "7-Zip"),
    (0, b"Rar!\x1a\x07", "RAR"),
    # With what follows it in the two dialects: "mustard" may stand there in a text.
    (257, b"ustar\0", "tar"),
    (257, b"ustar  \0", "tar"),
    (0, b"MSCF\0\0\0\0", "cabinet"),
)
_OTHERS: tuple[tuple[int, bytes, str, str], ...] = (
    (0, b"SQLite format 3\0", "a database", "Export the notes as CSV."),
    (0, b"MZ", "a program", "Leave it out."),
    (0, b"\x7fELF", "a program", "Leave it out."),
    (0, b"\xc5\xd0\xd3\xc6", "a PostScript file", "Save it as PDF."),
    (0, b"\xffWPC", "a WordPerfect file", "Save it as DOCX or plain text."),
    (0, b"!BDN", "an Outlook mailbox", "Save the messages as plain text."),
)
_OLD_OFFICE: tuple[tuple[str, str, str], ...] = (
    (
        "EncryptedPackage",
        "is an Office file protected by a password",
        "Open it, remove the password and save it again.",
    ),
    ("WordDocument", "is an old Word file (.doc)", "Open it and save it as .docx."),
    ("Workbook", "is an old Excel file (.xls)", "Open it and save it as .xlsx."),
    ("Book", "is an old Excel file (.xls)", "Open it and save it as .xlsx."),
    ("PowerPoint Document", "is an old PowerPoint file (.ppt)", "Export it as PDF."),
    ("__properties_version1.0", "is an Outlook message", "Save it as plain text or HTML."),
)
"""Name of a stream that only such a file has, the kind of file, and the remedy."""


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
    for at, magic, kind in _PICTURES:
        if data[at : at + len(magic)] == magic:
            raise unreadable_error(file, f"is a {kind} image", _OTHER_PICTURE)
    if _BARE_DICOM.match(data):
        raise unreadable_error(file, "is a DICOM image", _OTHER_PICTURE)
    if data[:2] == b"BM" and data[6:10] == b"\0\0\0\0":
        raise unreadable_error(file, "is a BMP image", _OTHER_PICTURE)
    for at, magic, kind in _PACKED:
        if data[at : at + len(magic)] == magic:
            raise unreadable_error(file, f"is packed with {kind}", _UNPACK)
    for at, magic, kind, remedy in _OTHERS:
        if data[at : at + len(magic)] == magic and (len(magic) > 2 or b"\0" in data[:512]):
            raise unreadable_error(file, f"is {kind}", remedy)


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
    return unreadable_error(file, "is a zip archive", _UNPACK)


def _old_office_error(file: SourceFile) -> InputError:
    """What kind of old Office file it is, by the names of its streams."""
    for stream, what, remedy in _OLD_OFFICE:
        if stream.encode("utf-16-le") in file.data:
            return unreadable_error(file, what, remedy)
    return unreadable_error(file, "is an old Office file", "Save it as .docx, .xlsx or plain text.")


def unreadable_error(file: SourceFile, what: str, remedy: str) -> InputError:
    """The error for a file of a kind that no format reads.

    Args:
        what: the kind, as the end of a sentence: ``is a zip archive``.
        remedy: what to do to have it read.
    """
    return InputError(f"{what}, which cannot be read.", where=file.path, remedy=remedy)
