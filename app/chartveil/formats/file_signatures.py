"""Kinds of file told by their first bytes, and what to do about those that cannot be read."""

from __future__ import annotations

from chartveil.domain.errors import InputError
from chartveil.formats.base import SourceFile

ZIP_SIGNATURES = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
PARQUET_SIGNATURES = (b"PAR1", b"PARE")
OLE_SIGNATURE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
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
    (0, b"%!PS", "a PostScript file", "Save it as PDF."),
    (0, b"\xffWPC", "a WordPerfect file", "Save it as DOCX or plain text."),
    (0, b"!BDN", "an Outlook mailbox", "Save the messages as plain text."),
)


def is_pdf(data: bytes) -> bool:
    """Whether it is a PDF; bytes may stand before its head, but a text that quotes the head is a text."""
    if data[:64].lstrip().startswith(b"%PDF-"):
        return True
    return b"%PDF-" in data[:1024] and b"%%EOF" in data[-2048:]


def is_picture(data: bytes) -> bool:
    """Whether it is a picture of a kind that is read: PNG, JPEG or TIFF."""
    return data.startswith(_READ_PICTURES)


def old_office_error(file: SourceFile) -> InputError:
    """What kind of old Office file it is, told by the names of its streams."""

    def has(name: str) -> bool:
        return name.encode("utf-16-le") in file.data

    if has("EncryptedPackage"):
        return unreadable_error(
            file,
            "is an Office file protected by a password",
            "Open it, remove the password and save it again.",
        )
    if has("WordDocument"):
        return unreadable_error(file, "is an old Word file (.doc)", "Open it and save it as .docx.")
    if has("Workbook") or has("Book"):
        return unreadable_error(file, "is an old Excel file (.xls)", "Open it and save it as .xlsx.")
    if has("PowerPoint Document"):
        return unreadable_error(file, "is an old PowerPoint file (.ppt)", "Export it as PDF.")
    if has("__properties_version1.0"):
        return unreadable_error(file, "is an Outlook message", "Save it as plain text or HTML.")
    return unreadable_error(file, "is an old Office file", "Save it as .docx, .xlsx or plain text.")


def refuse_unreadable_kinds(file: SourceFile) -> None:
    data = file.data
    for at, magic, kind in _PICTURES:
        if data[at : at + len(magic)] == magic:
            raise unreadable_error(file, f"is a {kind} image", _OTHER_PICTURE)
    if data[:2] == b"BM" and data[6:10] == b"\0\0\0\0":
        raise unreadable_error(file, "is a BMP image", _OTHER_PICTURE)
    for at, magic, kind in _PACKED:
        if data[at : at + len(magic)] == magic:
            raise unreadable_error(file, f"is packed with {kind}", _UNPACK)
    for at, magic, kind, remedy in _OTHERS:
        if data[at : at + len(magic)] == magic and (len(magic) > 2 or b"\0" in data[:512]):
            raise unreadable_error(file, f"is {kind}", remedy)


def unreadable_error(file: SourceFile, what: str, remedy: str) -> InputError:
    return InputError(f"{what}, which cannot be read.", where=file.path, remedy=remedy)
