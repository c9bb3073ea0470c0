"""Finds files within a PDF: attached to it, to a page, to an annotation or to anything else in it.

Most PDFs hold none and are not taken apart: that one may is told by its bytes and its object streams.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from chartveil.domain.errors import InputError, StageError
from chartveil.domain.page_layout import ATTACHED_FILES
from chartveil.formats.base import InputLimits, SourceFile
from chartveil.formats.pdf.opening import open_apart
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

    def beginning(self, limits: InputLimits, length: int) -> tuple[int, bytes]:
        """Its size unpacked, so far as the limits allow, and its first bytes; none of a damaged one."""
        budget = UnpackBudget(limits.file_bytes, limits.file_bytes)
        data, _ = self._unpacked(budget)
        return max(len(data or b""), budget.taken), (data or b"")[:length]

    def _unpacked(self, budget: UnpackBudget) -> tuple[bytes | None, bool]:
        """Its bytes as far as they can be unpacked, None if they are too many; and whether they are all."""
        import pikepdf

        try:
            data, left = decode_stream(self.stream.read_raw_bytes(), stream_filters(self.stream), budget)
            promised = self.stream.get("/Params", {}).get("/Size", 0)
        except StageError:
            return None, False
        except (pikepdf.PdfError, ValueError, AttributeError):
            return b"", False
        is_cut = isinstance(promised, int) and len(data) < promised
        return data, not (left or is_cut or "/DecodeParms" in self.stream)

    def content(self, limits: InputLimits, where: str) -> bytes:
        """The file unpacked.

        Args:
            where: its name, for errors.

        Raises:
            InputError: if it is too large, damaged, or packed or locked in a way that cannot be undone.
        """
        data, is_whole = self._unpacked(UnpackBudget(limits.file_bytes, limits.file_bytes))
        if data is None:
            raise InputError(
                f"unpacks to more than {limits.file_bytes:,} bytes.",
                where=where,
                remedy="Save it as a file of its own, and split it into smaller files.",
            )
        if not is_whole:
            raise InputError(
                "cannot be taken out of the PDF that it is attached to.",
                where=where,
                remedy="Open the PDF, save the file from there, and give it by itself.",
            )
        return data


def may_hold_files(data: bytes) -> bool:
    """Whether a PDF has to be taken apart to tell whether it holds files; also where its tables unpack to
    more than can be looked into."""
    try:
        return bool(_MARK.search(data)) or any(map(_MARK.search, object_streams(data, UnpackBudget())))
    except StageError:
        return True


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


def attachments_by_kind(file: SourceFile, passwords: Sequence[str] = ()) -> Counter[str]:
    """How many files of which kind lie within a PDF that PDFium can open, and how many things that play.

    A kind is the ending of a format that can be read, else ``other``: names may tell anything.

    Raises:
        InputError: if it may hold files, and cannot be taken apart to look for them.
    """
    if not may_hold_files(file.data):
        return Counter()
    pdf = open_apart(file.data, passwords)
    if pdf is None:
        raise InputError(
            "is damaged in parts, so that files which are attached to it may not be seen.",
            where=file.path,
            remedy="Print its pages to a new PDF and give that; give files attached to it by themselves.",
        )
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
