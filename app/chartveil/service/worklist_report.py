"""The report on a worklist: what was decided and written, for whoever answers for it."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from string import Template

from chartveil import __version__
from chartveil.domain.display import safe_for_display
from chartveil.domain.errors import InputError
from chartveil.domain.labels import Label
from chartveil.domain.policy import ReplacementMode
from chartveil.domain.resource_files import page_with_parts
from chartveil.domain.wording import counted
from chartveil.release.run_facts import run_facts
from chartveil.review.agreement import ReaderAgreement
from chartveil.review.model import DecisionState, DocumentState
from chartveil.review.risk import share_of_risk_seen
from chartveil.service.review_service import ReviewService
from chartveil.service.second_reader import compare_readings
from chartveil.store.worklists.records import BoxTally, ExportRecord, PassageTally
from chartveil.store.workspace import open_workspace
from chartveil.system.atomic_files import write_file

_DOCUMENT_ID = re.compile(r"[0-9a-f]{16}")
_SHA256 = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class SecondReadingSummary:
    """The result of second readings.

    Attributes:
        readers: names of the second readers.
        documents: read twice.
        words: compared.
        kappa: Cohen's kappa by word of "identifier or not"; None where it is not defined.
        kappa_labelled: the same with the label as the class.
        disagreements, resolved: places decided differently, and how many of them are resolved.
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
class ReportData:
    """All that a report says. Free of PHI, if the caller gives it the title of the report and not a folder's.

    Attributes:
        title: of the report.
        created: when, in UTC, ISO 8601 with seconds.
        app_version: of Chartveil.
        policy, policy_sha256: name and content hash of the policy.
        mode: what stands in the place of identifiers.
        models_sha256, dictionaries_sha256: hashes of the lists that name each file; empty without models.
        profile: which of the models read.
        key_id: tells surrogate keys apart without telling them.
        reviewers: first readers who signed off.
        states: documents by state.
        labels: spans by label and what was decided, in the documents that are signed off or exported.
        decided: of the items, how many each reviewer decided.
        undecided: taken as proposed, since the policy does not want them decided.
        risk_seen: share of the worklist's risk in items that were decided, in [0, 1].
        second: None without second reading.
        files: what was written.
        leak_checked_files: files that passed the leak check and were written.
        leak_blocked_files: files that it kept back.
        passages: in languages and scripts that detection does not cover, with how many a person has read.
        boxes: parts of pages that no text stands for, in the documents that are signed off or exported.

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
    profile: str = ""
    reviewers: tuple[str, ...] = ()
    states: Mapping[DocumentState, int] = field(default_factory=dict)
    labels: Mapping[Label, Counter[DecisionState]] = field(default_factory=dict)
    decided: Mapping[str, int] = field(default_factory=dict)
    undecided: int = 0
    risk_seen: float = 0.0
    second: SecondReadingSummary | None = None
    files: tuple[WrittenFile, ...] = ()
    leak_checked_files: int = 0
    leak_blocked_files: int = 0
    passages: tuple[PassageTally, ...] = ()
    boxes: tuple[BoxTally, ...] = ()

    def __post_init__(self) -> None:
        if not 0.0 <= self.risk_seen <= 1.0:
            raise ValueError(f"not a share: {self.risk_seen}")
        if not all(_DOCUMENT_ID.fullmatch(d) for f in self.files for d in f.documents):
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
    """The word of Landis and Koch (Biometrics 1977;33:159-174) for a kappa, rounded to two digits.

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


def gather_report_data(service: ReviewService) -> ReportData:
    """The data of a report on the open worklist, without names of documents or patients."""
    rows = service.rows()
    facts = run_facts(service.processing_job())
    tally = service.store.item_tallies(service.worklist)
    counts: dict[Label, Counter[DecisionState]] = {}
    decided: Counter[str] = Counter()
    undecided = 0
    for t in tally:
        counts.setdefault(t.label, Counter())[t.state] += t.item_count
        if t.state.decided:
            decided[t.by or "reviewer"] += t.item_count
        elif t.state is DecisionState.PROPOSED:
            undecided += t.item_count
    documents: dict[int, list[str]] = {}
    for row in rows:
        if row.document_id:
            documents.setdefault(row.file, []).append(row.document_id)
    exports = _latest_exports(service.store.exports(service.worklist))
    return ReportData(
        title="De-identification",
        created=service.timestamp(),
        app_version=__version__,
        policy=service.policy.name,
        policy_sha256=service.policy.sha256,
        mode=service.settings.mode,
        dictionaries_sha256=facts.dictionaries_sha256,
        key_id=facts.key_id,
        models_sha256=facts.models_sha256,
        profile=facts.profile,
        reviewers=tuple(sorted({r.signed_by for r in rows if r.signed_by})),
        states=Counter(r.state for r in rows),
        labels=counts,
        decided=dict(sorted(decided.items())),
        undecided=undecided,
        risk_seen=share_of_risk_seen(r.counts for r in rows),
        second=_second_reading_summary(service),
        files=tuple(WrittenFile(e.name, e.sha256, tuple(documents.get(e.file, ()))) for e in exports),
        leak_checked_files=len({e.file for e in exports}),
        leak_blocked_files=_count_leak_blocked(service, {e.file for e in exports}),
        passages=tuple(service.store.passage_tallies(service.worklist)),
        boxes=tuple(service.store.box_tallies(service.worklist)),
    )


def _latest_exports(exports: Sequence[ExportRecord]) -> list[ExportRecord]:
    """What the last export of each file wrote: an earlier copy may show what was decided otherwise."""
    last = {e.file: e.at for e in exports}
    by_name = {(e.file, e.name): e for e in exports if e.at == last[e.file]}
    return list(by_name.values())


def _count_leak_blocked(service: ReviewService, written: set[int]) -> int:
    """Files of the worklist that the leak check kept back and that were not written since."""
    files = service.store.files(service.worklist)
    with open_workspace(service.user_paths, key=service.own_key) as workspace:
        return sum(f.file not in written and workspace.is_blocked_by("LeakError", f.sha256) for f in files)


def _second_reading_summary(service: ReviewService) -> SecondReadingSummary | None:
    """What the second readers did; None where nobody read a second time. Reads their documents again."""
    rows = [r for r in service.rows() if r.second_by and r.signed_by]
    if not rows:
        return None
    total, disagreements, resolved, read = ReaderAgreement(), 0, 0, 0
    for row in rows:
        try:
            found = compare_readings(service, row.row, service.loading_work(row)().document)
        except InputError:
            continue  # the file is gone since: its words cannot be counted
        read += 1
        total += found
        disagreements += len(found.disagreements)
        if row.resolved:
            resolved += len(found.disagreements)
    return SecondReadingSummary(
        readers=tuple(sorted({r.second_by for r in rows})),
        documents=read,
        words=total.words,
        kappa=total.kappa,
        kappa_labelled=total.kappa_labelled,
        disagreements=disagreements,
        resolved=resolved,
    )


_OUTPUT_NAME = re.compile(r"(?:note|table|row|spans)-[0-9a-f]{12}(?:-\d+)?\.[a-z0-9]{1,8}")
"""Names that ``release.publish`` makes from the key. Any other may come from an input's, and is not shown."""
REPORT_NAME = "report.html"
_MOST_DOCUMENTS = 6
"""Ids shown of one file."""

_MODES = {
    ReplacementMode.SURROGATE: "made-up text of the same kind (surrogates)",
    ReplacementMode.TAG: "the label in brackets",
    ReplacementMode.NUMBERED: "the label and a number in brackets",
    ReplacementMode.MASK: "black boxes",
}
_STATES = {
    DocumentState.EXPORTED: "signed off and exported",
    DocumentState.SIGNED_OFF: "signed off, not exported",
    DocumentState.IN_REVIEW: "in review: someone has begun",
    DocumentState.TO_REVIEW: "to review: nobody has begun",
    DocumentState.DETECTING: "being searched for identifiers",
    DocumentState.WAITING: "waiting to be searched",
    DocumentState.FAILED: "failed: nothing was written",
}


def report_html(data: ReportData) -> str:
    """The report as one page of HTML that prints well: no script, nothing fetched from anywhere.

    Args:
        data: what to say.

    Returns:
        A whole document. Text that reviewers gave is escaped, and control characters in it are shown.
    """
    page, parts = page_with_parts("worklist-report.html")
    documents = sum(data.states.values())
    exported = data.states.get(DocumentState.EXPORTED, 0)
    failed = data.states.get(DocumentState.FAILED, 0)
    taken, added, rejected, _ = _span_counts(sum(data.labels.values(), Counter()))
    deciders = [
        *sorted(data.decided.items()),
        ("nobody: taken as proposed, as the policy allows", data.undecided),
    ]
    return page.substitute(
        title=_text(data.title),
        version=_text(data.app_version),
        created=_text(_moment(data.created)),
        signed=counted(exported + data.states.get(DocumentState.SIGNED_OFF, 0), "document"),
        documents=f"{documents:,}",
        exported=f"{exported:,}",
        files_written=counted(len(data.files), "file"),
        blocked=f"{data.leak_blocked_files:,}",
        taken=counted(taken, "span"),
        added=f"{added:,}",
        rejected=f"{rejected:,}",
        risk=whole_percent(data.risk_seen),
        policy=_text(data.policy),
        policy_sha256=_text(data.policy_sha256),
        mode=_MODES[data.mode],
        models=f"{_code(data.models_sha256)}, profile {_text(data.profile)}"
        if data.models_sha256
        else "no models were used",
        dictionaries_sha256=_text(data.dictionaries_sha256),
        key_id=_text(data.key_id),
        reviewers=_text(", ".join(data.reviewers) or "nobody"),
        states=_rows((words, data.states.get(s, 0)) for s, words in _STATES.items()),
        uncovered=_uncovered(data, parts["uncovered"]),
        spans=_spans(data, parts["spans"]),
        boxes=_boxes(data, parts["boxes"]),
        deciders=_rows(deciders),
        second=_second_reading(data.second, parts["second"]),
        checked=counted(data.leak_checked_files, "file"),
        kept_back=counted(data.leak_blocked_files, "file"),
        files=_files(data, parts["files"]),
        failed=_FAILED.format(counted(failed, "document")) if failed else "<p>Nothing.</p>",
        not_done="".join(f"<li>{line}</li>" for line in _not_done(data)),
    )


_FAILED = """<p>{} could not be read or searched.</p>
<p class="muted">Nothing was written for these.</p>"""


def _span_counts(states: Counter[DecisionState]) -> tuple[int, int, int, int]:
    """Spans taken out, of these marked by a reviewer where nothing was found, left in, and recovered."""
    taken = sum(n for state, n in states.items() if state.taken_out)
    return (
        taken,
        states[DecisionState.ADDED],
        states[DecisionState.REJECTED],
        states[DecisionState.RECOVERED],
    )


def _uncovered(data: ReportData, part: Template) -> str:
    rows = _rows((t.language or t.script, t.passages, t.read) for t in data.passages)
    return part.substitute(rows=rows) if rows else ""


def _spans(data: ReportData, part: Template) -> str:
    if not data.labels:
        return "<p>No spans.</p>"
    rows = _rows(
        (label.value, label.info.meaning, *_span_counts(data.labels[label]))
        for label in Label
        if label in data.labels
    )
    total = _cells(("all", "", *_span_counts(sum(data.labels.values(), Counter()))))
    return part.substitute(rows=rows, total=total)


def _boxes(data: ReportData, part: Template) -> str:
    covered, left = Counter[str](), Counter[str]()
    for kind, state, count in data.boxes:
        (covered if state.taken_out else left)[kind] += count
    rows = _rows((kind, covered[kind], left[kind]) for kind in sorted({*covered, *left}))
    return part.substitute(rows=rows) if rows else ""


def _second_reading(second: SecondReadingSummary | None, part: Template) -> str:
    if second is None:
        return "<p>There was none.</p>"
    return part.substitute(
        readers=_text(", ".join(second.readers)),
        documents=f"{second.documents:,}",
        words=f"{second.words:,}",
        kappa=_kappa(second.kappa),
        kappa_labelled=_kappa(second.kappa_labelled),
        disagreements=f"{second.disagreements:,}",
        resolved=f"{second.resolved:,}",
    )


def _files(data: ReportData, part: Template) -> str:
    if not data.files:
        return "<p>None.</p>"
    rows = []
    for f in data.files:
        name = f.name if _OUTPUT_NAME.fullmatch(f.name) else "name not shown: it may come from an input's"
        head = f'<th scope="row">{_text(name)}<br>{_code(f.sha256)}</th>'
        rows.append(f"<tr>{head}<td>{_code(_ids(f.documents))}</td></tr>")
    return part.substitute(rows="\n".join(rows))


def _not_done(data: ReportData) -> Iterator[str]:
    """What is true of this worklist alone; what is true of all stands in the page."""
    unsigned = sum(
        n for state, n in data.states.items() if not (state.is_signed or state is DocumentState.FAILED)
    )
    if unsigned:
        yield f"{counted(unsigned, 'document')} not signed off, and so not exported."
    if data.undecided:
        yield f"{counted(data.undecided, 'span')} taken as proposed: no person looked at each of them."
    if data.second is None:
        yield "No second person read the documents."
    elif data.second.resolved < data.second.disagreements:
        left = data.second.disagreements - data.second.resolved
        yield f"{counted(left, 'place')} on which the readers differ: not settled."
    if not data.models_sha256:
        yield "No models were used: only rules and dictionaries looked for identifiers."


def _rows(rows: Iterable[Sequence[str | int]]) -> str:
    return "\n".join(f"<tr>{_cells(row)}</tr>" for row in rows)


def _cells(row: Sequence[str | int]) -> str:
    """A name, and cells of texts and numbers beside it."""
    name, *others = row
    return f'<th scope="row">{_text(str(name))}</th>' + "".join(
        f'<td class="number">{c:,}</td>' if isinstance(c, int) else f"<td>{_text(c)}</td>" for c in others
    )


def _code(text: str) -> str:
    """A hash or an id."""
    return f'<span class="hash">{_text(text)}</span>'


def _kappa(kappa: float | None) -> str:
    if kappa is None:
        return "not defined: both readers put all words into one class"
    return f"{kappa:.2f}, {kappa_word(kappa)}"


def _ids(documents: Sequence[str]) -> str:
    shown = ", ".join(documents[:_MOST_DOCUMENTS])
    more = len(documents) - _MOST_DOCUMENTS
    return f"{shown} and {more:,} more" if more > 0 else shown


def _moment(iso: str) -> str:
    """``2026-01-02T10:22:05+00:00`` as people write it; anything else as it is."""
    match = re.fullmatch(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\+00:00|Z)", iso)
    return f"{match[1]} {match[2]} UTC" if match else iso


def _text(text: str) -> str:
    return escape(safe_for_display(text), quote=True)


def write_report_page(folder: Path, html: str) -> str:
    """Writes a report into a folder of outputs, whole or not at all; gives its name.

    Raises:
        OutputError: if it cannot be written.
    """
    write_file(folder / REPORT_NAME, html.encode("utf-8"))
    return REPORT_NAME
