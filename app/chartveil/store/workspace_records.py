"""What the workspace stores about a run, a document and a written file, and how it becomes JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from chartveil.domain.decision import Decision, RegionDecision, Verdict
from chartveil.domain.labels import Label
from chartveil.domain.page_layout import Region
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.domain.uncovered_passage import UncoveredPassage
from chartveil.store.record_chain import stored_time


@dataclass(frozen=True, slots=True)
class RunFacts:
    """The facts of a run: versions, hashes, settings.

    Attributes:
        app_version: of Chartveil.
        policy, policy_sha256: name and content hash of the policy.
        dictionaries_sha256: hash of the dictionaries' manifest.
        mode: ``surrogate``, ``tag``, ``numbered``, ``mask`` or ``spans``.
        key_id: tells surrogate keys apart without telling them.
        settings: fingerprint of all that shapes an output; equal fingerprints give equal outputs.
        models_sha256: hash of the lists of models, which name the hash of each; empty without models.
        profile: which of them read (``ModelProfile``); empty without models, and in runs of before.
    """

    app_version: str
    policy: str
    policy_sha256: str
    dictionaries_sha256: str
    mode: str
    key_id: str
    settings: str
    models_sha256: str = ""
    profile: str = ""


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """One document's outcome as it is stored.

    ``decisions`` and ``boxes`` are the reviewers', on spans and on parts of pages; where ``decisions`` is
    None, whoever ``record_file`` names accepted every span and every one of ``regions``. ``signatures`` are
    reading, reader and time of each.
    """

    id: str
    part: str
    format: str
    characters: int
    spans: Sequence[Span]
    recovered: Sequence[Span]
    decisions: Sequence[Decision] | None = None
    regions: Sequence[Region] = ()
    region_decisions: Sequence[RegionDecision] = ()
    passages: Sequence[UncoveredPassage] = ()
    signatures: Sequence[tuple[str, str, str]] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """Which input a file is, by which a later run knows it again; kept keyed, never shown.

    Attributes:
        path: of the file.
        root: the file or folder that the user named; empty where that is not known.
        patient: whose it is, where the file itself does not tell; empty for nobody.
    """

    path: str
    root: str = ""
    patient: str = ""


@dataclass(frozen=True, slots=True)
class WrittenCopies:
    """The copies that one run wrote for one file, as recorded.

    Attributes:
        policy, mode, key_id: of the run; other ones may not lie in one folder with them.
        policy_name: of the run.
        settings: fingerprint of the run.
        file: keyed id of the content.
        source: keyed ids of ``SourceFacts``, by name; empty in records of earlier versions.
        outputs: what was written.
    """

    policy: str
    mode: str
    key_id: str
    policy_name: str
    settings: str
    file: str
    source: Mapping[str, str]
    outputs: tuple[ExportFacts, ...]


@dataclass(frozen=True, slots=True)
class ExportFacts:
    """One written file.

    Attributes:
        name: empty where Chartveil did not make the name, since it may hold PHI.
        sha256: of its content.
        size: in bytes.
    """

    name: str
    sha256: str
    size: int


# Spans, evidence and what was decided as JSON.


def evidence_json(evidence: Iterable[Evidence]) -> str:
    """Evidence as JSON, without what is empty."""
    return json.dumps(_evidence_facts(evidence), separators=(",", ":"))


def _evidence_facts(evidence: Iterable[Evidence]) -> list[dict[str, Any]]:
    return [
        {k: v for k in Evidence.__slots__ if (v := getattr(e, k)) is not None and v != ""} for e in evidence
    ]


def evidence_from_json(text: str) -> tuple[Evidence, ...]:
    """The evidence that ``evidence_json`` wrote."""
    return tuple(_evidence(e) for e in json.loads(text))


def _evidence(e: dict[str, Any]) -> Evidence:
    label = e.get("label")
    return Evidence(
        EvidenceKind(e["kind"]),
        e.get("name", ""),
        None if label is None else Label(label),
        e.get("score"),
        e.get("start"),
        e.get("end"),
        e.get("detail", ""),
    )


@dataclass(frozen=True, slots=True)
class ReviewEvent:
    """Something that a reader did beside a run.

    Attributes:
        id: random; an event is recorded once.
        kind: ``signed-off``, ``signature-withdrawn``, ``exported`` and the like.
        reader: name that the reader has set.
        facts: what is shown of it; strings, numbers and lists of them.
    """

    id: str
    kind: str
    reader: str
    facts: Mapping[str, Any]


def public_facts(
    documents: Sequence[DocumentFacts], exports: Sequence[ExportFacts], decided_by: str | None
) -> dict[str, Any]:
    """The facts of a file in an exported record: kinds and numbers, no place and no length."""
    decided: Counter[tuple[str, str]] = Counter()
    covered: Counter[tuple[str, str]] = Counter()
    for d in documents:
        decided.update((x[-3], x[-2]) for x in _decisions(d, decided_by))
        covered.update((x[5], x[-3]) for x in _regions(d, decided_by))
    return {
        "documents": len(documents),
        "outputs": [{"name": e.name, "sha256": e.sha256, "bytes": e.size} for e in exports],
        "labels": _counted(s.label for d in documents for s in d.spans),
        "recovered": sum(len(d.recovered) for d in documents),
        "decisions": [[*key, n] for key, n in sorted(decided.items())],
        "regions": [[*key, n] for key, n in sorted(covered.items())],
        "uncovered": _counted(p.name for d in documents for p in d.passages),
        "signatures": [list(s) for d in documents for s in d.signatures],
        "left_out": dict(documents[0].left_out) if documents else {},
    }


def private_facts(
    documents: Sequence[DocumentFacts], decided_by: str | None, content_id: Callable[[str], str]
) -> list[dict[str, Any]]:
    """The facts of each document that stay in the store: places, scores, evidence, and every decision.

    A reviewer's note may hold PHI and is not kept.
    """
    return [
        {
            "id": content_id(d.id),
            "part": d.part,
            "format": d.format,
            "characters": d.characters,
            "spans": [_span(s, recovered=False) for s in d.spans]
            + [_span(s, recovered=True) for s in d.recovered],
            "decisions": _decisions(d, decided_by),
            "regions": _regions(d, decided_by),
        }
        for d in documents
    ]


def _counted(names: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(map(str, names)).items()))


def _span(s: Span, *, recovered: bool) -> dict[str, Any]:
    return {
        "start": s.start,
        "end": s.end,
        "label": s.label,
        "score": s.score,
        "recovered": recovered,
        "evidence": _evidence_facts(s.evidence),
    }


def _decisions(d: DocumentFacts, decided_by: str | None) -> list[list[Any]]:
    """Start, end, label, verdict, reader and time of each decision on a span; none where nobody decides."""
    if decided_by is None:
        return []
    if d.decisions is None:
        return [[s.start, s.end, s.label, Verdict.ACCEPTED, decided_by, ""] for s in d.spans]
    return [[x.span.start, x.span.end, x.span.label, x.verdict, x.by, stored_time(x.at)] for x in d.decisions]


def _regions(d: DocumentFacts, decided_by: str | None) -> list[list[Any]]:
    """Page, box in points from the upper left corner, kind, score, verdict, reader and time of each part."""
    if decided_by is None:
        return []
    if d.decisions is None:
        decided = [(r, Verdict.ACCEPTED, decided_by, "") for r in d.regions]
    else:
        decided = [(x.region, x.verdict, x.by, stored_time(x.at)) for x in d.region_decisions]
    return [
        [r.page, r.left, r.top, r.right, r.bottom, r.kind, r.score, verdict, by, at]
        for r, verdict, by, at in decided
    ]
