"""The vocabulary of Chartveil: documents, spans, evidence, decisions. Imports nothing of ours but ``layout``.

All offsets are in Unicode code points of ``Document.text``; ranges are half open, ``[start, end)``.
Everything here is frozen: a change is ``dataclasses.replace``.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from dataclasses import dataclass, field, replace
from enum import StrEnum

from chartveil.domain.page_layout import PageLayout, Region


class LabelGroup(StrEnum):
    """What kind of thing a label names; one colour each in the window."""

    NAME = "NAME"
    PROFESSION = "PROFESSION"
    LOCATION = "LOCATION"
    ORGANIZATION = "ORGANIZATION"
    AGE = "AGE"
    DATE = "DATE"
    CONTACT = "CONTACT"
    ID = "ID"


class LabelRisk(StrEnum):
    """How far one leaked mention goes towards a person: alone, with one more fact, or with several."""

    HIGH = "high"
    MODERATE = "moderate"
    LOW = "low"


class Label(StrEnum):
    """Kinds of identifier: the i2b2-2014 labels, widened to what HIPAA names."""

    PATIENT = "PATIENT"
    RELATIVE = "RELATIVE"
    DOCTOR = "DOCTOR"
    USERNAME = "USERNAME"
    PROFESSION = "PROFESSION"
    STREET = "STREET"
    CITY = "CITY"
    STATE = "STATE"
    COUNTRY = "COUNTRY"
    ZIP = "ZIP"
    LOCATION_OTHER = "LOCATION_OTHER"
    HOSPITAL = "HOSPITAL"
    ORGANIZATION = "ORGANIZATION"
    AGE = "AGE"
    DATE = "DATE"
    PHONE = "PHONE"
    FAX = "FAX"
    EMAIL = "EMAIL"
    URL = "URL"
    IP = "IP"
    SSN = "SSN"
    MRN = "MRN"
    HEALTHPLAN = "HEALTHPLAN"
    ACCOUNT = "ACCOUNT"
    LICENSE = "LICENSE"
    VEHICLE = "VEHICLE"
    DEVICE = "DEVICE"
    BIOID = "BIOID"
    IDNUM = "IDNUM"

    @property
    def info(self) -> LabelInfo:
        """Group, HIPAA number, risk and meaning of this label."""
        return LABELS[self]

    @property
    def group(self) -> LabelGroup:
        return LABELS[self].group


@dataclass(frozen=True, slots=True)
class LabelInfo:
    """What is fixed about a label.

    Attributes:
        group: its group.
        hipaa_number: number of the identifier in 45 CFR 164.514(b)(2)(i), 1 for (A) to 18 for (R);
            None where the rule does not name it (providers, for one).
        risk: how far one leaked mention goes towards a person.
        meaning: one line for people.
    """

    group: LabelGroup
    hipaa_number: int | None
    risk: LabelRisk
    meaning: str


LABELS: dict[Label, LabelInfo] = {
    Label.PATIENT: LabelInfo(LabelGroup.NAME, 1, LabelRisk.HIGH, "name of the patient, in any form"),
    Label.RELATIVE: LabelInfo(LabelGroup.NAME, 1, LabelRisk.HIGH, "name of family or other private people"),
    Label.DOCTOR: LabelInfo(
        LabelGroup.NAME, None, LabelRisk.MODERATE, "name or initials of a provider or staff member"
    ),
    Label.USERNAME: LabelInfo(LabelGroup.NAME, 18, LabelRisk.MODERATE, "login name"),
    Label.PROFESSION: LabelInfo(
        LabelGroup.PROFESSION, None, LabelRisk.LOW, "occupation of the patient or a relative"
    ),
    Label.STREET: LabelInfo(
        LabelGroup.LOCATION, 2, LabelRisk.HIGH, "house number, street, unit, post-office box"
    ),
    Label.CITY: LabelInfo(LabelGroup.LOCATION, 2, LabelRisk.MODERATE, "town, county, neighbourhood"),
    Label.STATE: LabelInfo(LabelGroup.LOCATION, None, LabelRisk.LOW, "state, province or territory"),
    Label.COUNTRY: LabelInfo(LabelGroup.LOCATION, None, LabelRisk.LOW, "country"),
    Label.ZIP: LabelInfo(LabelGroup.LOCATION, 2, LabelRisk.MODERATE, "postal code"),
    Label.LOCATION_OTHER: LabelInfo(
        LabelGroup.LOCATION, 2, LabelRisk.MODERATE, "named landmark, park, camp, airport"
    ),
    Label.HOSPITAL: LabelInfo(LabelGroup.ORGANIZATION, None, LabelRisk.MODERATE, "named place of care"),
    Label.ORGANIZATION: LabelInfo(
        LabelGroup.ORGANIZATION, None, LabelRisk.MODERATE, "employer, school, insurer, company, agency"
    ),
    Label.AGE: LabelInfo(LabelGroup.AGE, 3, LabelRisk.LOW, "age of a person; 90 and over identify"),
    Label.DATE: LabelInfo(LabelGroup.DATE, 3, LabelRisk.MODERATE, "any part of a calendar date"),
    Label.PHONE: LabelInfo(LabelGroup.CONTACT, 4, LabelRisk.HIGH, "telephone, mobile, pager, extension"),
    Label.FAX: LabelInfo(LabelGroup.CONTACT, 5, LabelRisk.MODERATE, "fax number"),
    Label.EMAIL: LabelInfo(LabelGroup.CONTACT, 6, LabelRisk.HIGH, "e-mail address"),
    Label.URL: LabelInfo(LabelGroup.CONTACT, 14, LabelRisk.MODERATE, "web address"),
    Label.IP: LabelInfo(LabelGroup.CONTACT, 15, LabelRisk.HIGH, "internet protocol or hardware address"),
    Label.SSN: LabelInfo(LabelGroup.ID, 7, LabelRisk.HIGH, "social security number, also its last digits"),
    Label.MRN: LabelInfo(LabelGroup.ID, 8, LabelRisk.HIGH, "medical record or chart number"),
    Label.HEALTHPLAN: LabelInfo(LabelGroup.ID, 9, LabelRisk.HIGH, "insurance or national health number"),
    Label.ACCOUNT: LabelInfo(LabelGroup.ID, 10, LabelRisk.HIGH, "billing or bank account number"),
    Label.LICENSE: LabelInfo(
        LabelGroup.ID, 11, LabelRisk.MODERATE, "professional or driving licence, DEA, NPI, CLIA"
    ),
    Label.VEHICLE: LabelInfo(
        LabelGroup.ID, 12, LabelRisk.HIGH, "number plate or vehicle identification number"
    ),
    Label.DEVICE: LabelInfo(LabelGroup.ID, 13, LabelRisk.HIGH, "serial number of one device"),
    Label.BIOID: LabelInfo(LabelGroup.ID, 16, LabelRisk.HIGH, "biometric identifier"),
    Label.IDNUM: LabelInfo(
        LabelGroup.ID, 18, LabelRisk.MODERATE, "any other number of one person, event or object"
    ),
}


class EvidenceKind(StrEnum):
    """Who speaks for or against a span."""

    RULE = "rule"
    MODEL = "model"
    DICTIONARY = "dictionary"
    DOSSIER = "dossier"
    PROPAGATION = "propagation"
    MERGE = "merge"
    RECOVERY = "recovery"
    LEAK_CHECK = "residual"
    REVIEWER = "reviewer"


@dataclass(frozen=True, slots=True)
class Evidence:
    """One reason for a span, or one thing done to it.

    Attributes:
        kind: who speaks.
        name: id of the rule, member, dictionary or pattern, e.g. ``DATE-NUMERIC`` or ``surnames``.
        label: the label it spoke for; None where it spoke for none (recovery, merge).
        score: its own score in [0, 1]; None where it gave none.
        start, end: the range it saw, when that differs from the span's; else None.
        detail: a short remark free of document text, e.g. ``common word beside a cue``.
    """

    kind: EvidenceKind
    name: str
    label: Label | None = None
    score: float | None = None
    start: int | None = None
    end: int | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A range of a document's text taken for an identifier.

    Raises:
        ValueError: if the range is empty or negative, or the score is outside [0, 1].
    """

    start: int
    end: int
    label: Label
    score: float
    evidence: tuple[Evidence, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise ValueError(f"not a range: [{self.start}, {self.end})")
        if not 0.0 <= self.score <= 1.0:
            raise ValueError(f"not a score: {self.score}")

    @property
    def group(self) -> LabelGroup:
        return LABELS[self.label].group

    def text(self, document_text: str) -> str:
        """The characters this span covers."""
        return document_text[self.start : self.end]

    def overlaps(self, other: Span) -> bool:
        return self.start < other.end and other.start < self.end

    def with_evidence(self, *more: Evidence) -> Span:
        """The same span with reasons added."""
        return replace(self, evidence=self.evidence + more)


@dataclass(frozen=True, slots=True)
class DocumentSource:
    """Where a document came from.

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
        id: sixteen hex digits, stable for the same file content, part and text; free of PHI.
    """

    text: str
    source: DocumentSource
    patient_id: str | None = None
    note_type: str | None = None
    date: dt.date | None = None
    layout: PageLayout | None = None
    id: str = field(init=False)

    def __post_init__(self) -> None:
        seed = "\0".join((self.source.file_sha256, self.source.part, self.sha256))
        object.__setattr__(self, "id", hashlib.sha256(seed.encode()).hexdigest()[:16])

    @property
    def sha256(self) -> str:
        """SHA-256 of the text in UTF-8, in hex. Lone surrogates are hashed as they stand."""
        return hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class Proposal:
    """What detection proposes for a document.

    Attributes:
        document_id: the document.
        spans: disjoint, sorted: what would be taken.
        recovered: what was found and given back as a medical term, sorted; each carries the reason.
    """

    document_id: str
    spans: tuple[Span, ...]
    recovered: tuple[Span, ...] = ()

    def __post_init__(self) -> None:
        for a, b in zip(self.spans, self.spans[1:], strict=False):
            if a.end > b.start:
                raise ValueError(
                    f"spans overlap or are not sorted: [{a.start}, {a.end}) [{b.start}, {b.end})"
                )


class Verdict(StrEnum):
    """What was decided about a span."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision about a span.

    Attributes:
        span: the span as decided (relabelled or resized, if it was).
        verdict: what was decided.
        by: reviewer's name, or ``policy`` where nobody looked.
        at: when, in UTC.
        note: free remark of the reviewer; may hold PHI.
    """

    span: Span
    verdict: Verdict
    by: str
    at: dt.datetime
    note: str = ""


@dataclass(frozen=True, slots=True)
class RegionDecision:
    """A decision about a region of a page; ``by`` and ``at`` as of ``Decision``."""

    region: Region
    verdict: Verdict
    by: str
    at: dt.datetime


@dataclass(frozen=True, slots=True, order=True)
class Replacement:
    """Text that takes the place of ``[start, end)`` of the original. ``text`` may be empty; ``label`` is None
    for text that goes with the part of a page that it stands on."""

    start: int
    end: int
    text: str
    label: Label | None

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise ValueError(f"not a range: [{self.start}, {self.end})")


def apply_replacements(text: str, replacements: tuple[Replacement, ...] | list[Replacement]) -> str:
    """The text with each range replaced.

    Raises:
        ValueError: if replacements overlap, are not sorted, or reach past the text.
    """
    out: list[str] = []
    at = 0
    for r in replacements:
        if r.start < at or r.end > len(text):
            raise ValueError(f"replacements overlap, are not sorted, or reach past the text at {r.start}")
        out += (text[at : r.start], r.text)
        at = r.end
    out.append(text[at:])
    return "".join(out)
