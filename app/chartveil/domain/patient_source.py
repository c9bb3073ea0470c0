"""Where the patient of a file is read from: its path, its header, or a person."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from chartveil.domain.errors import InputError

_PARTS = re.compile(r"!/|[/\\]")
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}|([*#])")
_ENDING = re.compile(r"(?<=.)\.[^.\s]{1,5}$")
_ARCHIVE = re.compile(r"\.zip$", re.IGNORECASE)
_DOCUMENT_WITH_FILES = ".pdf"
"""Ending of a document that holds files: it is no folder of a patient's."""


class PatientSourceKind(StrEnum):
    """The places in which the patient of a file is looked for."""

    COLUMN = "column"
    """Only in a table's own column."""
    FOLDER = "folder"
    """The name of the nearest folder, or of the nearest that has the form of the pattern."""
    NAME = "name"
    """A part of the file's name."""
    HEADER = "header"
    """Fields at the head of the text."""
    ASK = "ask"
    """A person is asked."""


@dataclass(frozen=True)
class PatientSource:
    """The place in which the patient of a file is looked for, and its pattern.

    Attributes:
        kind: where.
        pattern: of a folder's or file's name, with ``{patient}`` for the id, or its form in braces
            (``{P####}``); ``*`` is anything, ``#`` a digit, all else itself in either case.
    """

    kind: PatientSourceKind = PatientSourceKind.COLUMN
    pattern: str = ""

    @classmethod
    def parse(cls, text: str) -> PatientSource:
        """From what a user writes: ``folder``, ``folder:P{patient}``, ``name:{patient}_*``, ``header``, …

        Raises:
            InputError: if there is no such source, or its pattern names no patient.
        """
        kind, _, pattern = text.partition(":")
        remedy = "Write folder, folder:P{patient}, name:{patient}_*, name:*{P####}*, header, ask or column."
        if kind not in tuple(PatientSourceKind):
            raise InputError("tells no source of patients.", where=text, remedy=remedy)
        takes = kind in (PatientSourceKind.FOLDER, PatientSourceKind.NAME)
        needs = kind == PatientSourceKind.NAME or bool(pattern)
        if (pattern and not takes) or (needs and len(re.findall(r"\{[^{}]+\}", pattern)) != 1):
            raise InputError("names no place of the patient, or more than one.", where=text, remedy=remedy)
        return cls(PatientSourceKind(kind), pattern)

    def __str__(self) -> str:
        return f"{self.kind}:{self.pattern}" if self.pattern else str(self.kind)

    def from_path(self, path: str) -> str | None:
        """The patient by the path of a file; None where that tells nothing.

        Args:
            path: of the file, members of archives behind ``!/``, as people see it.
        """
        if self.kind not in (PatientSourceKind.FOLDER, PatientSourceKind.NAME):
            return None
        parts = [part for part in _PARTS.split(path) if part not in ("", ".", "..")]
        if self.kind is PatientSourceKind.FOLDER:
            held = [part for part in parts[-2::-1] if not part.lower().endswith(_DOCUMENT_WITH_FILES)]
            tried = [_ARCHIVE.sub("", part) for part in (held if self.pattern else held[:1])]
        else:
            # A file attached to another, whose own name says nothing, is of the patient of that one.
            tried = [_PARTS.split(file)[-1] for file in path.split("!/")[::-1]]
        for name in tried:
            forms = (_ENDING.sub("", name), name) if self.kind is PatientSourceKind.NAME else (name,)
            for form in forms:
                if match := self._expression.fullmatch(form):
                    return normalised_patient(match["patient"])
        return None

    @cached_property
    def _expression(self) -> re.Pattern[str]:
        if not self.pattern:
            return re.compile(r"(?P<patient>.+)", re.DOTALL)
        made, at = "", 0
        for found in _PLACEHOLDER.finditer(self.pattern):
            made += re.escape(self.pattern[at : found.start()])
            if found[1] is None:
                made += "[0-9]" if found[2] == "#" else ".*?"
            elif found[1].casefold() == "patient":
                made += "(?P<patient>.+?)"
            else:
                form = "".join("[0-9]" if c == "#" else re.escape(c) for c in found[1])
                made += f"(?<![0-9A-Za-z])(?P<patient>{form})(?![0-9A-Za-z])"
            at = found.end()
        return re.compile(made + re.escape(self.pattern[at:]), re.IGNORECASE | re.DOTALL)


def normalised_patient(patient: str | None) -> str | None:
    """The id of a patient as it counts, whatever its source: blanks and case do not matter. None for none."""
    return " ".join((patient or "").split()).upper() or None
