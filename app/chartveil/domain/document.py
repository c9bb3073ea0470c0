"""A document: its text and its metadata."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from chartveil.domain.page_layout import PageLayout


@dataclass(frozen=True, slots=True)
class DocumentSource:
    """The origin of a document.

    Attributes:
        path: the file as the user named it. May hold PHI: never logged, never stored in the audit log.
        format: name of the format, e.g. ``docx``.
        file_sha256: of the file's bytes, so that a writer can tell that the file has not changed.
        part: which part of the file: ``""`` for a whole file, ``row:17`` for a row of a table.
    """

    path: str
    format: str
    file_sha256: str
    part: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """An immutable text with what is known about it.

    Attributes:
        text: decoded text with its line ends as they are, without a byte-order mark.
        source: where it came from.
        patient_id: whose document this is, when known. PHI.
        note_type, date: when known.
        layout: page boxes, when known.
        left_out: how many things of its file are in no copy, by kind (``comment``, ``column``). Kinds are
            words of ours, never of the file.
        beside: of a row of a table, name and value of its other columns. PHI.
        id: sixteen hex digits, stable for the same file content, part and text; free of PHI.
    """

    text: str
    source: DocumentSource
    patient_id: str | None = None
    note_type: str | None = None
    date: dt.date | None = None
    layout: PageLayout | None = None
    left_out: Mapping[str, int] = field(default_factory=dict, compare=False)
    beside: tuple[tuple[str, str], ...] = field(default=(), compare=False, repr=False)
    id: str = field(init=False)

    def __post_init__(self) -> None:
        seed = "\0".join((self.source.file_sha256, self.source.part, self.sha256))
        object.__setattr__(self, "id", _sha256(seed)[:16])

    @property
    def sha256(self) -> str:
        """SHA-256 of the text in UTF-8, in hex. Lone surrogates are hashed as they stand."""
        return _sha256(self.text)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
