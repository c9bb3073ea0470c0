"""What a report on a worklist tells."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from chartveil.domain import Label
from chartveil.policy import ReplacementMode
from chartveil.review.model import DocumentState

_DOCUMENT_ID = re.compile(r"[0-9a-f]{16}")
_SHA256 = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class LabelCount:
    """Spans of one label in the documents of the report.

    Attributes:
        taken: whose text goes, those that a reviewer added included.
        added: of these, marked by a reviewer where nothing had been found.
        rejected: found, and left in the text by a reviewer.
        recovered: found, and given back as a medical term.
    """

    label: Label
    taken: int
    added: int = 0
    rejected: int = 0
    recovered: int = 0


@dataclass(frozen=True, slots=True)
class SecondReadingSummary:
    """What a second reader found.

    Attributes:
        readers: names of the second readers.
        documents: read twice.
        words: compared.
        kappa: Cohen's kappa by word of "identifier or not"; None where it is not defined.
        kappa_labelled: the same with the label as the class.
        disagreements, resolved: places decided differently, and how many of them are settled.
    """

    readers: tuple[str, ...]
    documents: int
    words: int
    kappa: float | None
    kappa_labelled: float | None
    disagreements: int
    resolved: int


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """One output.

    Attributes:
        name: as Chartveil made it; any other is not shown.
        sha256: of its bytes, in hex.
        documents: ids of the documents in it.
    """

    name: str
    sha256: str
    documents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FailureCount:
    """How often one kind of failure came; ``documents`` are the ids that are known.

    Attributes:
        kind: name of the error's class, or ``Bug``.
    """

    kind: str
    count: int
    documents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportData:
    """All that a report says. Free of PHI, if the caller gives it the title of the report and not a folder's.

    Attributes:
        title: of the report.
        created: when, in UTC, ISO 8601 with seconds.
        app_version: of Chartveil.
        policy, policy_sha256: name and content hash of the policy.
        mode: what stands in the place of identifiers.
        models_sha256, dictionaries_sha256: hashes of the lists that name each file; empty without models.
        key_id: tells surrogate keys apart without telling them.
        reviewers: first readers who signed off.
        states: documents by state.
        labels: spans by label, in the documents that are signed off or exported.
        decided: of the items, how many each reviewer decided.
        undecided: taken as proposed, since the policy does not want them decided.
        risk_seen: share of the worklist's risk in items that were decided, in [0, 1].
        second: None without second reading.
        files: what was written.
        leak_checked_files, leak_blocked_files: files that the leak check read back, and those of them that it kept back.
        failures: by kind.

    Raises:
        ValueError: if a document's id or a hash is none, or ``risk_seen`` is outside [0, 1].
    """

    title: str
    created: str
    app_version: str
    policy: str
    policy_sha256: str
    mode: ReplacementMode
    dictionaries_sha256: str
    key_id: str
    models_sha256: str = ""
    reviewers: tuple[str, ...] = ()
    states: Mapping[DocumentState, int] = field(default_factory=dict)
    labels: tuple[LabelCount, ...] = ()
    decided: Mapping[str, int] = field(default_factory=dict)
    undecided: int = 0
    risk_seen: float = 0.0
    second: SecondReadingSummary | None = None
    files: tuple[WrittenFile, ...] = ()
    leak_checked_files: int = 0
    leak_blocked_files: int = 0
    failures: tuple[FailureCount, ...] = ()

    def __post_init__(self) -> None:
        if not 0.0 <= self.risk_seen <= 1.0:
            raise ValueError(f"not a share: {self.risk_seen}")
        ids = [d for f in self.files for d in f.documents] + [d for f in self.failures for d in f.documents]
        if not all(map(_DOCUMENT_ID.fullmatch, ids)):
            raise ValueError("a document's id is sixteen hex digits")
        if not all(_SHA256.fullmatch(f.sha256) for f in self.files):
            raise ValueError("a SHA-256 is 64 hex digits")


_BANDS = (
    (0.0, "slight"),
    (0.21, "fair"),
    (0.41, "moderate"),
    (0.61, "substantial"),
    (0.81, "almost perfect"),
)


def kappa_word(kappa: float) -> str:
    """What Landis and Koch (Biometrics 1977;33:159-174) call a kappa, as rounded to two digits.

    Returns:
        poor, slight, fair, moderate, substantial or almost perfect.
    """
    word = "poor"
    for least, name in _BANDS:
        if round(kappa, 2) >= least:
            word = name
    return word


def whole_percent(share: float) -> int:
    """A share in whole per cent, rounded down, so that 100 means all of it."""
    return math.floor(min(1.0, max(0.0, share)) * 100 + 1e-9)
