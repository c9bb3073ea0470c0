"""What to do with the files of a run, and what became of each; all of it crosses process boundaries."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from chartveil.detect.choice import USUAL, ModelChoice, PatientMatch
from chartveil.domain import Span
from chartveil.export.atomic import Draft
from chartveil.formats.base import ReadOptions
from chartveil.layout import Region
from chartveil.policy import Mode, Policy
from chartveil.review.blocks import BlockRisk


class OutputFormat(StrEnum):
    """What is written for an input."""

    SAME = "same"
    """The input's own format, formatting kept."""
    TXT = "txt"
    """Plain text in UTF-8."""
    JSON = "json"
    """Spans by offset, without text (docs/spans.md)."""
    JSONL = "jsonl"
    """One line a document: text and spans."""
    I2B2 = "i2b2"
    """The XML of the i2b2-2014 corpus."""
    BRAT = "brat"
    """A ``.txt`` and an ``.ann`` file."""


@dataclass(frozen=True)
class Job:
    """What to do with every file of a run. Crosses process boundaries.

    Attributes:
        out: folder for the outputs.
        token: of the claim that is held on it (``export.atomic.Claim``).
        policy: what counts and what happens to it.
        mode: what stands in the place of identifiers; None to write the spans of the originals only.
        key: surrogate key.
        read: how to read.
        outputs: what to write for each input.
        site: folder with the site's own dictionaries; None without.
        patients: the site's file of patients; None without.
        models: how the ensemble is run; None for rules and dictionaries alone.
        for_review: whether a reviewer decides next: what the leak check keeps finding is left to him, and
            outcomes tell what his list shows.
    """

    out: Path
    token: str
    policy: Policy
    mode: Mode | None
    key: bytes = field(repr=False)
    read: ReadOptions = field(default_factory=ReadOptions)
    outputs: tuple[OutputFormat, ...] = (OutputFormat.SAME,)
    site: Path | None = None
    models: ModelChoice | None = USUAL
    patients: Path | None = None
    for_review: bool = False


@dataclass(frozen=True, slots=True)
class Decided:
    """What was decided about one document, in the place of detection.

    Attributes:
        document_id: the document that was reviewed; another text is refused.
        spans: what is taken, sorted and disjoint.
        left: ranges that stay in the text because a reviewer said so.
        regions: of its pages, that are covered; None for a document without pages.
        page_reads: what OCR read when it was searched (``formats.file_reads``). PHI.
        pages: sizes of its pages in points as they were then, on which the regions lie; a page that is turned
            otherwise now has another. Empty where they are not known.
    """

    document_id: str
    spans: tuple[Span, ...]
    left: tuple[tuple[int, int], ...] = ()
    regions: tuple[Region, ...] | None = None
    page_reads: bytes = field(default=b"", repr=False)
    pages: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class OutputDraft:
    """A checked draft and what its name is made from.

    Attributes:
        draft: the file.
        kind: first word of the name: ``note`` or ``table``.
        parts: what the keyed part of the name is made from.
        suffix: ending with the dot.
    """

    draft: Draft
    kind: str
    parts: tuple[str, ...]
    suffix: str


@dataclass(frozen=True, slots=True)
class DocumentOutcome:
    """One document's proposal, without its text.

    Attributes:
        document_id, part: which document.
        characters: length of its text.
        spans, recovered: as proposed, or as decided.
        patient, note_type: where known; for review only. PHI.
        surfaces: folded text of each span, then of each recovered one; for review only. PHI.
        blocks: stretches worth a look in which nothing was found; for review only.
        regions: parts of its pages that are covered, or wait for a reviewer.
        pages: as of its layout, where it has one; for review only.
    """

    document_id: str
    part: str
    characters: int
    spans: tuple[Span, ...]
    recovered: tuple[Span, ...]
    patient: str = field(default="", repr=False)
    note_type: str = ""
    surfaces: tuple[str, ...] = field(default=(), repr=False)
    blocks: tuple[BlockRisk, ...] = ()
    pages: tuple[tuple[float, float], ...] = ()
    regions: tuple[Region, ...] = ()
    of_patient: PatientMatch | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """Why nothing was written for a file.

    Attributes:
        kind: name of the error's class.
        message: what to tell the user: names the file or document, never quotes text.
        places: ranges of the original where a leak was found, with the part of the file.
    """

    kind: str
    message: str
    places: tuple[tuple[str, int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class FileOutcome:
    """What became of one input file: drafts to publish, or the failure that blocks them.

    ``remarks`` tell what had to be guessed, e.g. a table's columns; they may hold headers of the file.
    ``page_reads`` is what OCR read on its pages, for review only (``formats.file_reads``). PHI.
    """

    display: str
    file_sha256: str = ""
    format: str = ""
    documents: tuple[DocumentOutcome, ...] = ()
    drafts: tuple[OutputDraft, ...] = ()
    failure: Failure | None = None
    seconds: float = 0.0
    remarks: tuple[str, ...] = ()
    page_reads: bytes = field(default=b"", repr=False)
