"""What to do with the files of a run, and what became of each; all of it crosses process boundaries."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from chartveil.detection.model_choice import DEFAULT_MODELS, ModelChoice, PatientMatch
from chartveil.domain.document import Span
from chartveil.domain.page_layout import Region
from chartveil.domain.policy import Policy, ReplacementMode
from chartveil.formats.base import ReadOptions
from chartveil.review.unmarked_blocks import UnmarkedBlock
from chartveil.system.atomic_files import DraftFile


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
class ProcessingJob:
    """What to do with every file of a run. Crosses process boundaries.

    Attributes:
        out: folder for the outputs.
        token: of the claim that is held on it (``system.atomic_files.Claim``).
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
    mode: ReplacementMode | None
    key: bytes = field(repr=False)
    read: ReadOptions = field(default_factory=ReadOptions)
    outputs: tuple[OutputFormat, ...] = (OutputFormat.SAME,)
    site: Path | None = None
    models: ModelChoice | None = DEFAULT_MODELS
    patients: Path | None = None
    for_review: bool = False


@dataclass(frozen=True, slots=True)
class ReviewedSpans:
    """What was decided about one document, in the place of detection.

    Attributes:
        document_id: the document that was reviewed; another text is refused.
        spans: what is taken, sorted and disjoint.
        kept_ranges: ranges that stay in the text because a reviewer said so.
        regions: of its pages, that are covered; None for a document without pages.
        page_reads: what OCR read when it was searched (``formats.pages.ocr_cache``). PHI.
        page_sizes: sizes of its pages in points as they were then, on which the regions lie; a page that is turned
            otherwise now has another. Empty where they are not known.
    """

    document_id: str
    spans: tuple[Span, ...]
    kept_ranges: tuple[tuple[int, int], ...] = ()
    regions: tuple[Region, ...] | None = None
    page_reads: bytes = field(default=b"", repr=False)
    page_sizes: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class OutputDraft:
    """A checked draft and what its name is made from.

    Attributes:
        draft: the file.
        name_prefix: first word of the name: ``note`` or ``table``.
        name_parts: what the keyed part of the name is made from.
        suffix: ending with the dot.
    """

    draft: DraftFile
    name_prefix: str
    name_parts: tuple[str, ...]
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
        page_sizes: as of its layout, where it has one; for review only.
    """

    document_id: str
    part: str
    characters: int
    spans: tuple[Span, ...]
    recovered: tuple[Span, ...]
    patient: str = field(default="", repr=False)
    note_type: str = ""
    surfaces: tuple[str, ...] = field(default=(), repr=False)
    blocks: tuple[UnmarkedBlock, ...] = ()
    page_sizes: tuple[tuple[float, float], ...] = ()
    regions: tuple[Region, ...] = ()
    patient_match: PatientMatch | None = None


@dataclass(frozen=True, slots=True)
class FileFailure:
    """Why nothing was written for a file.

    Attributes:
        kind: name of the error's class.
        message: what to tell the user: names the file or document, never quotes text.
        leaked_ranges: ranges of the original where a leak was found, with the part of the file.
    """

    kind: str
    message: str
    leaked_ranges: tuple[tuple[str, int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class FileOutcome:
    """What became of one input file: drafts to publish, or the failure that blocks them.

    ``remarks`` tell what had to be guessed, e.g. a table's columns; they may hold headers of the file.
    ``page_reads`` is what OCR read on its pages, for review only (``formats.pages.ocr_cache``). PHI.
    """

    display: str
    file_sha256: str = ""
    format: str = ""
    documents: tuple[DocumentOutcome, ...] = ()
    drafts: tuple[OutputDraft, ...] = ()
    failure: FileFailure | None = None
    seconds: float = 0.0
    remarks: tuple[str, ...] = ()
    page_reads: bytes = field(default=b"", repr=False)
