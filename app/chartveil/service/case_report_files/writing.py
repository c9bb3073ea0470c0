"""Writes what comes out of a case: drafted, read back, searched for leaks, signed, then named."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from chartveil import __version__
from chartveil.case_report.leaks import require_no_leaks
from chartveil.case_report.model import AlteredNote, CaseReport, FactChoice
from chartveil.case_report.outputs.content import alteration_counts, people_rows
from chartveil.case_report.outputs.files import case_files
from chartveil.case_report.reading import POLICY
from chartveil.detection.pipeline import build_pipeline
from chartveil.domain.errors import InputError, OutputError
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.domain.span import Replacement
from chartveil.domain.wording import counted
from chartveil.formats.base import ReadOptions
from chartveil.ocr.options import BoxStyle, UnreadPolicy
from chartveil.release.copy_strings import copy_strings
from chartveil.release.input_files import InputRef
from chartveil.release.job import FileTask, OutputFormat, ProcessingJob, ReviewedSpans
from chartveil.release.leak_check import LeakCheck
from chartveil.release.runner import release_run
from chartveil.service.case_reports import CaseReportService
from chartveil.store.record_verifier import canonical, fingerprint, is_signed
from chartveil.store.workspace import open_workspace
from chartveil.system.atomic_files import DraftFile, FolderClaim, write_draft

WRITTEN = "case-report-written"
RECORD_NAME = "case-report.chartveil-case"
PAGES_FOLDER = "pages"
PAGES_REMARK = (
    "Covered pages hide what the prose alters or leaves out. They still show facts that you keep and what "
    "no rule marks in a drawing or a picture: look at each before you pass it on."
)
"""Remark for a person on covered pages."""


@dataclass(frozen=True, slots=True)
class WrittenCase:
    """A case that was written and signed.

    Attributes:
        folder: where its files lie.
        files: SHA-256 in hex by name.
        fingerprint: of the key that signed.
        suggested: indirect facts that nobody decided about, written as suggested.
        pages: notes from pages or pictures whose covered copy lies beside them.
        untold: of those, the ones that could not be covered, with the reason.
    """

    folder: Path
    files: Mapping[str, str]
    fingerprint: str
    suggested: int
    pages: int
    untold: tuple[str, ...] = ()


def refusals(
    case: CaseReport, *, as_suggested: bool = False, uncovered: bool = False, without_unread: bool = False
) -> Iterator[InputError]:
    """Why a case cannot be written as it stands, each with what to do.

    Args:
        case: as it stands.
        as_suggested: whether open facts may be written as suggested.
        uncovered: whether a person has read the passages that detection does not cover.
        without_unread: whether a person said that the report may lack the files that could not be read.
    """
    if not case.notes:
        yield InputError("no note is left.", remedy="Bring in the patient's notes.")
    names = {n.note.id: n.note.name for n in case.notes}
    for said in (c for c in case.contradictions if c.kind == "patient"):
        yield InputError(
            f"the notes are of {len(case.patients)} patients, as their headers say.",
            where=", ".join(sorted({names[note] for note, _, _ in said.places})),
            remedy="Leave these notes out, or say that they are this patient's.",
        )
    open_facts = case.undecided
    if open_facts and not as_suggested:
        yield InputError(
            f"{open_facts} indirect facts are not decided.",
            remedy="Keep, generalise or leave out each, or take what is suggested.",
        )
    if case.unread and not without_unread:
        yield InputError(
            f"{counted(len(case.unread), 'file')} could not be read, so the report lacks what they tell.",
            where=", ".join(sorted({name for name, _ in case.unread})),
            remedy="Give the files in a form that can be read, or say that the report may lack them.",
        )
    for n in case.notes:
        if n.note.uncovered and not uncovered:
            yield InputError(
                f"passages in {', '.join(n.note.uncovered)} are not covered by detection.",
                where=n.note.name,
                remedy="Read the note yourself and say so, or leave it out.",
            )


def write_case(
    service: CaseReportService,
    id: int,
    folder: Path,
    by: str = "",
    *,
    as_suggested: bool = False,
    uncovered: bool = False,
    without_unread: bool = False,
    options: ReadOptions | None = None,
) -> WrittenCase:
    """Writes a case into a folder and signs it.

    Args:
        folder: new or empty.
        by: name of whoever signs.
        as_suggested: whether open facts are written as suggested.
        uncovered: whether a person has read the passages that detection does not cover.
        without_unread: whether a person said that the report may lack the files that could not be read.
        options: how pages are read for their covered copies.

    Raises:
        InputError: if the case cannot be written as it stands (``refusals``).
        LeakError: if a draft holds what should have gone; nothing is named then.
        OutputError: if the folder is not empty or cannot be written.
        StoreError: if the audit record cannot be written.
    """
    if folder.exists() and any(folder.iterdir()):
        raise OutputError("is not empty.", where=str(folder), remedy="Name a new folder for the report.")
    case = service.case(id)
    answered = {"as_suggested": as_suggested, "uncovered": uncovered, "without_unread": without_unread}
    for error in refusals(case, **answered):
        raise error
    pipeline = build_pipeline(load_policy(POLICY), models=None)
    check = LeakCheck(pipeline.rule_spans, pipeline.is_common)
    files = case_files(case)
    with FolderClaim(folder) as claim, ExitStack() as undo:
        drafts: dict[str, DraftFile] = {}
        for name, data in files.items():
            drafts[name] = write_draft(folder, data, claim.token)
            undo.callback(drafts[name].discard)
        back = {name: d.temporary_path.read_bytes() for name, d in drafts.items()}
        require_no_leaks(case, check, _parts(back))
        said = canonical(_facts(case, {name: d.sha256 for name, d in drafts.items()}))
        digest = hashlib.sha256(said.encode()).hexdigest()
        signed = {"data": digest, "files": len(drafts), "index": str(case.index.kind) if case.index else ""}
        service.record(id, WRITTEN, by, signed)
        entries = service.signed_entries((WRITTEN,))
        entry = next(e for e in reversed(entries) if e["entry"]["body"]["public"]["data"] == digest)
        record = f"{said}\n{canonical(entry)}\n".encode()
        drafts[RECORD_NAME] = write_draft(folder, record, claim.token)
        undo.pop_all()
        for name, draft in drafts.items():
            draft.publish(name)
    pages, untold = _covered_pages(service, case, folder / PAGES_FOLDER, options or ReadOptions())
    hashes = {name: d.sha256 for name, d in drafts.items()}
    service.store.keep(id, "written", {"data": digest, "files": hashes})
    return WrittenCase(folder, hashes, fingerprint(entry["key"]), case.undecided, pages, untold)


def _parts(drafts: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """Name and text of every draft as it is read back by the readers of releases."""
    for name, data in drafts.items():
        strings: dict[str, list[str]] = {}
        for string in copy_strings(data, "docx" if name.endswith(".docx") else "text"):
            if string.is_text:
                strings.setdefault(string.where, []).append(string.text)
        for where, texts in strings.items():
            yield f"{name}, {where}", "\n".join(texts)


def _facts(case: CaseReport, hashes: Mapping[str, str]) -> dict[str, Any]:
    """What the record says of a case: kinds and numbers, nothing of its text."""
    choices = Counter(str(f.decision.choice) if f.decision else "as suggested" for f in case.facts)
    return {
        "version": __version__,
        "files": dict(sorted(hashes.items())),
        "notes": len(case.notes),
        "index": str(case.index.kind) if case.index else "",
        "alterations": {str(k): n for k, n in sorted(alteration_counts(case).items())},
        "facts": dict(sorted(choices.items())),
        "kept": sum(f.decision is not None and f.decision.choice is FactChoice.KEEP for f in case.facts),
        "consent": dict(sorted(Counter(str(c) for _, c in people_rows(case)).items())),
        "contradictions": dict(sorted(Counter(c.kind for c in case.contradictions).items())),
        "unread": len(case.unread),
        "profile": case.decisions.profile,
        "searched": len(case.decisions.searched),
    }


def _covered_pages(
    service: CaseReportService, case: CaseReport, folder: Path, options: ReadOptions
) -> tuple[int, tuple[str, ...]]:
    """Covered copies of the pages and pictures among the notes: what the prose alters or leaves out in black,
    faces and what was not read covered whole. One that cannot be covered is told and costs only itself."""
    paged: list[AlteredNote] = [n for n in case.notes if n.note.has_pages]
    if not paged:
        return 0, ()
    pages = replace(options.pages, unread=UnreadPolicy.COVER_ALL, style=BoxStyle.BLACK)
    job = ProcessingJob(
        policy=load_policy(POLICY),
        mode=ReplacementMode.MASK,
        key=service.own_key,
        output_folder=folder,
        outputs=(OutputFormat.SAME,),
        read_options=replace(options, pages=pages),
    )
    decided: dict[str, dict[str, ReviewedSpans]] = {}
    for n in paged:
        decided.setdefault(n.note.path, {})[n.note.part] = _covered_spans(n)
    refs = [InputRef(path) for path in decided]
    tasks = [FileTask(ref, number, decided[ref.path]) for number, ref in enumerate(refs)]
    untold = []
    with (
        open_workspace(service.user_paths, key=service.own_key) as workspace,
        release_run(job, tasks, workspace, renew=False) as run,
    ):
        for outcome in run.process(tasks, 1, lambda: False):
            if outcome.failure is not None:
                untold.append(outcome.failure.message)
    return len(refs) - len(untold), tuple(untold)


def _covered_spans(n: AlteredNote) -> ReviewedSpans:
    """What is covered on the pages of a note: identifiers, and every range that the prose alters."""
    text = n.note.text
    ranges = [(s.start, s.end, s.label) for s in n.note.spans]
    for a in n.alterations:
        # A capital that the next word got is no alteration of it.
        capital = a.end - a.start > 1 and len(a.text) == 1 and a.text == text[a.end - 1].upper()
        written = text[a.start : a.end - capital]
        start = a.start + len(written) - len(written.lstrip())
        ranges.append((start, start + len(written.strip()), a.label))
    covered: list[Replacement] = []
    for start, end, label in sorted(r for r in ranges if r[0] < r[1]):
        if covered and start < covered[-1].end:
            covered[-1] = replace(covered[-1], end=max(covered[-1].end, end))
        else:
            covered.append(Replacement(start, end, "", label))
    # The search for leaks looks for the identifiers, not for what stands around them on a covered line.
    note = n.note
    return ReviewedSpans(note.id, note.spans, note.ordinary, written=tuple(covered), recovered=note.recovered)


def record_problems(folder: Path, expected: str = "") -> tuple[list[str], str]:
    """The problems of a written case, and the fingerprint of the key that signed it.

    Args:
        folder: of its files.
        expected: fingerprint that should have signed; empty for any.

    Raises:
        InputError: if there is no record.
    """
    try:
        text = (folder / RECORD_NAME).read_text(encoding="utf-8")
    except OSError as e:
        raise InputError(
            f"cannot be read ({e.strerror}).",
            where=str(folder / RECORD_NAME),
            remedy="Name the folder of a case report that was written.",
        ) from None
    try:
        data, line = text.split("\n")[:2]
        entry = json.loads(line)
        facts, signer = json.loads(data), fingerprint(entry["key"])
        digest = hashlib.sha256(canonical(entry["entry"]).encode()).hexdigest()
        problems = []
        if not is_signed(digest, entry["signature"], entry["key"]):
            problems.append("Its entry is not signed by the key that it names.")
        if hashlib.sha256(data.encode()).hexdigest() != entry["entry"]["body"]["public"]["data"]:
            problems.append("The record is not the one that was signed.")
        if expected and signer.replace(" ", "") != expected.replace(" ", "").lower():
            problems.append(f"It was signed by another installation: {signer}.")
        for name, sha256 in facts["files"].items():
            path = folder / Path(name).name
            if not path.is_file():
                problems.append(f"{path.name} is missing.")
            elif hashlib.sha256(path.read_bytes()).hexdigest() != sha256:
                problems.append(f"{path.name} was changed since it was signed.")
    except (ValueError, KeyError, TypeError, AttributeError):
        return ["It is no record of a case report, or is cut off or damaged."], ""
    return problems, signer
