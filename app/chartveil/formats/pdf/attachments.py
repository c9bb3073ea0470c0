"""Files within a PDF: attached to it, to a page, to an annotation or to anything else that can be reached.

Most PDFs hold none and are not taken apart: that one may is told by its bytes and its object streams.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from chartveil.domain.errors import InputError, StageError
from chartveil.domain.page_layout import ATTACHED_FILES
from chartveil.formats.base import InputLimits
from chartveil.formats.pdf.stream_decoding import UnpackBudget, decode_stream, object_streams, stream_filters
from chartveil.formats.registry import all_formats

_MARK = re.compile(rb"/(?:(?:E|#45)(?:F|#46)|3D|RichMedia|Sound|Movie|Encrypt)(?![A-Za-z0-9])")
_PLAYED = {"/3D": "3D drawing", "/RichMedia": "rich media", "/Sound": "sound", "/Movie": "film"}
"""Annotations that play something, by subtype (ISO 32000-2, 12.5.6): what they hold is in no copy."""


@dataclass(frozen=True, slots=True)
class AttachedFile:
    """A file within a PDF.

    Attributes:
        name: as the PDF has it; empty where it has none. It may say anything.
        stream: of pikepdf; readable while the PDF is open.
    """

    name: str
    stream: Any

    @property
    def size(self) -> int:
        """Bytes as they are packed."""
        return len(self.stream.read_raw_bytes())

    def content(self, limits: InputLimits, where: str) -> bytes:
        """The file unpacked.

        Args:
            where: its name, for errors.

        Raises:
            InputError: if it is too large, damaged, or packed or locked in a way that cannot be undone.
        """
        import pikepdf

        budget = UnpackBudget(limits.file_bytes, limits.file_bytes)
        try:
            data, left = decode_stream(self.stream.read_raw_bytes(), stream_filters(self.stream), budget)
            promised = self.stream.get("/Params", {}).get("/Size", 0)
        except StageError:
            raise InputError(
                f"unpacks to more than {limits.file_bytes:,} bytes.",
                where=where,
                remedy="Save it as a file of its own, and split it into smaller files.",
            ) from None
        except (pikepdf.PdfError, ValueError, AttributeError):
            data, left, promised = b"", ("damaged",), 0
        if left or "/DecodeParms" in self.stream or (isinstance(promised, int) and len(data) < promised):
            raise InputError(
                "cannot be taken out of the PDF that it is attached to.",
                where=where,
                remedy="Open the PDF, save the file from there, and give it by itself.",
            )
        return data


def open_with_attachments(data: bytes, passwords: Sequence[str] = ()) -> Any:
    """The PDF, opened by pikepdf, if it may hold files and can be taken apart; else None. Whoever reads the
    pages says what is wrong with a PDF that cannot.

    Args:
        data: its bytes.
        passwords: one may open it.
    """
    import pikepdf

    try:
        marked = _MARK.search(data) or any(map(_MARK.search, object_streams(data, UnpackBudget())))
    except StageError:  # its tables are a bomb
        return None
    for password in ("", *passwords) if marked else ():
        with suppress(pikepdf.PdfError, pikepdf.PasswordError, RuntimeError, ValueError):
            return pikepdf.open(io.BytesIO(data), password=password)
    return None


def attached_files(pdf: Any) -> list[AttachedFile]:
    """The files within a PDF that pikepdf has opened, each once, in the order in which they are met."""
    import pikepdf

    found: dict[tuple[int, int], AttachedFile] = {}
    for entry in _dictionaries(pdf):
        held = entry.get("/EF")
        if not isinstance(held, pikepdf.Dictionary):
            continue
        name = str(entry.get("/UF", entry.get("/F", "")))
        others = entry.get("/RF", pikepdf.Dictionary())
        related = [
            part
            for _, parts in (others.items() if isinstance(others, pikepdf.Dictionary) else ())
            for part in (parts if isinstance(parts, pikepdf.Array) else ())
        ]
        for _, stream in held.items():
            if isinstance(stream, pikepdf.Stream):
                found.setdefault(stream.objgen, AttachedFile(name, stream))
        for before, stream in zip(["", *related], related, strict=False):
            if isinstance(stream, pikepdf.Stream):
                found.setdefault(stream.objgen, AttachedFile(str(before), stream))
    return list(found.values())


def attachments_by_kind(data: bytes, passwords: Sequence[str] = ()) -> Counter[str]:
    """How many files of which kind lie within a PDF, and how many things that are played.

    A kind is the ending of a format that can be read, else ``other``: names may tell anything.
    """
    pdf = open_with_attachments(data, passwords)
    if pdf is None:
        return Counter()
    known = {suffix for form in all_formats() for suffix in form.suffixes}
    with pdf:
        endings = (PurePath(f.name.casefold()).suffix for f in attached_files(pdf))
        counts = Counter(
            f"{ATTACHED_FILES} ({ending.removeprefix('.') if ending in known else 'other'})"
            for ending in endings
        )
        for entry in _dictionaries(pdf):
            played = _PLAYED.get(str(entry.get("/Subtype", "")))
            if played and "/Rect" in entry:
                counts[played] += 1
    return counts


def _dictionaries(pdf: Any) -> Iterator[Any]:
    """Every dictionary that can be reached from a document's catalog, each once."""
    import pikepdf

    left, seen = [pdf.Root], set[tuple[int, int]]()
    while left:
        item = left.pop()
        if not isinstance(item, pikepdf.Object):
            continue
        if item.is_indirect:
            if item.objgen in seen:
                continue
            seen.add(item.objgen)
        if isinstance(item, pikepdf.Stream):
            item = item.stream_dict
        if isinstance(item, pikepdf.Dictionary):
            yield item
            left += [value for key, value in item.items() if key != "/Parent"]
        elif isinstance(item, pikepdf.Array):
            left += list(item)
