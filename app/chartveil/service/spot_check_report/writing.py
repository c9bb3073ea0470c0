"""Gathers, signs and writes the report of a spot-check."""

from __future__ import annotations

import csv
import hashlib
import io
import secrets
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from html import escape
from pathlib import Path
from typing import Any

from chartveil import __version__
from chartveil.domain.errors import InputError, OutputError
from chartveil.domain.wording import counted
from chartveil.service.spot_checks.releases import BringInRequest
from chartveil.service.spot_checks.service import SpotCheckService
from chartveil.spot_check.check_views import VerdictSheet
from chartveil.spot_check.report.annex import LeakText, sealed_annex
from chartveil.spot_check.report.data import (
    ArmFacts,
    LeakPlace,
    NoteFacts,
    ReaderFacts,
    ReportData,
    SearchFacts,
)
from chartveil.spot_check.report.files import (
    ANNEX_NAME,
    COMMITTED,
    DATA_NAME,
    EXTENDED,
    HTML_NAME,
    PDF_NAME,
    REPORTED,
    rendered_report,
    signed_file,
)
from chartveil.spot_check.report.pages import Plot, report_pages
from chartveil.spot_check.report.plots import as_svg
from chartveil.spot_check.report.results import results_of
from chartveil.spot_check.sampling import Strata
from chartveil.spot_check.verdict import Outcome
from chartveil.store.record_verifier import fingerprint
from chartveil.store.recovery_words import key_to_words
from chartveil.store.spot_checks.records import (
    Arm,
    DrawnNote,
    NoteAnswer,
    NoteReading,
    SpotCheckFacts,
    as_json,
)
from chartveil.system.atomic_files import output_errors_explained, write_file
from chartveil.system.clock import utc_timestamp

SEARCH, REPAIRED, TOLD, LEAKS = "search", "repaired", "told-leak", "leak-texts"
"""Kinds of what the store keeps beside readings."""
_PASSPHRASE_WORDS = 8
"""Words of a passphrase, of 11 bits each."""


def report_data(service: SpotCheckService, id: int) -> ReportData:
    """All that a report of a spot-check says, as it stands now.

    Raises:
        InputError: before the draw.
    """
    facts, sample, sheet = service.facts(id), service.draws.sample(id), service.verdicts.verdict(id)
    frame = service.releases.frame(id)
    drawn = [d for d in service.store.drawn(id, Arm.RANDOM) if d.planted is None]
    settled = service.verdicts.final_answers(id, Arm.RANDOM)
    last_words = service.store.adjudications(id, Arm.RANDOM)
    people = f" of {counted(frame.patients, 'patient')}" if frame.patients else ""
    held = f"{counted(frame.notes, 'note')}{people}, {counted(frame.words, 'word')}; "
    held += f"{frame.empty:,} empty, {frame.repeated:,} with the text of an earlier one"
    published = _published(sample.plan.strata, (e.stratum for e in sample.entries))
    beside = "Readers had no originals to compare with."
    if frame.originals is not None:
        beside = f"Readers had the originals of {counted(frame.originals.matched, 'note')} beside them."
    return ReportData(
        given_title(facts) or f"Spot-check {facts.id} of {facts.created[:10]}",
        utc_timestamp(),
        __version__,
        service.audit.fingerprint(),
        tuple(filter(None, (held, frame.own_release, beside))),
        tuple(_notes(service, id, sample.plan.strata, [e.stratum for e in sample.entries])),
        facts.frame,
        sample.plan,
        as_json(facts.choices),
        facts.commitment,
        facts.seed.hex(),
        facts.looks,
        _draws(service, facts.frame),
        tuple((d.note, leak) for d in drawn for leak in [settled[d.position]] if leak is not None),
        tuple(_leak_places(sheet)),
        tuple(_readers(service, id, drawn, sheet)),
        sheet.readers.planted if sheet.readers else 0,
        sheet.readers.found if sheet.readers else 0,
        tuple(d.note for d in drawn if d.position in last_words),
        tuple(Counter(_reason(place, why) for place, why in frame.left_out).most_common()),
        tuple(_search_facts(kept, published) for kept in service.store.kept(id, SEARCH)),
        _arms(service, id, sheet),
        tuple(_later(service, id)),
    )


def given_title(facts: SpotCheckFacts) -> str:
    """The title that somebody gave; empty where the folder of the release, which may be named after a
    patient, lent its name."""
    return "" if facts.title == BringInRequest.from_json(facts.request).release.name else facts.title


def _notes(service: SpotCheckService, id: int, strata: Strata, names: list[str]) -> Iterator[NoteFacts]:
    """The frame as it may be published."""
    published = _published(strata, names)
    for note, facts in service.releases.frame_facts(id):
        yield NoteFacts(published[names[note.number]], *facts)


def _published(strata: Strata, names: Iterable[str]) -> dict[str, str]:
    """Names of strata as they may be published: folders are numbered in their order, not named."""
    known = sorted(set(names))
    if strata is Strata.FOLDER:
        return {name: f"folder {i:04}" for i, name in enumerate(known, 1)}
    return {name: name for name in known}


def _draws(service: SpotCheckService, frame: str) -> int:
    return sum(
        e["entry"]["body"]["public"]["frame"] == frame for e in service.audit.signed_entries((COMMITTED,))
    )


def _leak_places(sheet: VerdictSheet) -> Iterator[LeakPlace]:
    seen: dict[LeakPlace, None] = {}
    for leak in sheet.leaks:
        for m in leak.marks:
            label = "" if m.label is None else str(m.label)
            place = LeakPlace(leak.number, label, m.kind, m.layer, m.start, m.end, m.after_hints)
            seen[place] = None
        if not leak.marks:
            seen[LeakPlace(leak.number, "", "whole")] = None
    yield from seen


def _readers(
    service: SpotCheckService, id: int, drawn: list[DrawnNote], sheet: VerdictSheet
) -> Iterator[ReaderFacts]:
    words = [e.words for e in service.draws.sample(id).entries]
    tests = dict(sheet.by_reader)
    for name in service.store.readers(id):
        readings = service.store.readings(id, name, Arm.RANDOM)
        answered = [
            (d.note, r)
            for d in drawn
            for r in [readings.get(d.position, NoteReading())]
            if r.answer is not None
        ]
        test = tests.get(name)
        opened = sorted(r.opened[:10] for _, r in answered if r.opened)
        yield ReaderFacts(
            name,
            tuple((note, r.answer is not NoteAnswer.CLEAN) for note, r in answered),
            sum(r.seconds for _, r in answered),
            sum(words[note] for note, _ in answered),
            test.planted if test else 0,
            test.found if test else 0,
            sum(r.hints_asked > 0 for _, r in answered),
            (opened[0], opened[-1]) if opened else ("", ""),
        )


def _arms(service: SpotCheckService, id: int, sheet: VerdictSheet) -> ArmFacts:
    lost = {
        (m.layer, m.start, m.end, position)
        for reader in service.store.readers(id)
        for position, r in service.store.readings(id, reader, Arm.OVER_REMOVAL).items()
        for m in r.marks
    }
    arm, removed = sheet.targeted, sheet.over_removal
    return ArmFacts(arm.drawn, arm.read, arm.found, removed.read, removed.found, len(lost))


def _reason(place: str, why: str) -> str:
    """Why a file was left out, without its name."""
    names = {place, Path(place).name, Path(place).stem}
    return "cannot be read" if any(name and name in why for name in names) else why.split(". ")[0].rstrip(".")


def _search_facts(kept: Mapping[str, Any], published: Mapping[str, str]) -> SearchFacts:
    strata = tuple((published.get(name, name), found, notes) for name, found, notes in kept["strata"])
    return SearchFacts(kept["kind"], kept["label"], kept["notes"], strata, kept["unread"])


def _later(service: SpotCheckService, id: int) -> Iterator[str]:
    for told in service.store.kept(id, TOLD):
        kind = f" ({told['label']})" if told["label"] else ""
        yield f"{told['at'][:10]}: a leak was told{kind}; {counted(told['notes'], 'note')} hold it."
    for repaired in service.store.kept(id, REPAIRED):
        yield (
            f"{repaired['at'][:10]}: compared with a mended release: {repaired['gone_leaks']:,} of "
            f"{repaired['leaks']:,} leaks are gone, {counted(repaired['changed'], 'note')} changed."
        )


def plots(service: SpotCheckService, id: int) -> tuple[tuple[bytes, str], ...]:
    """The plots of a report as it stands now: each as SVG, with what it shows in words.

    Raises:
        InputError: before the draw.
    """
    data = report_data(service, id)
    pages = report_pages(data, results_of(data), "")
    drawn = [block for page in pages for block in page if isinstance(block, Plot)]
    return tuple((as_svg(p.drawing, escape(p.description)).encode(), p.description) for p in drawn)


@dataclass(frozen=True, slots=True)
class WrittenReport:
    """A report that was signed and written.

    Attributes:
        folder: where its files lie.
        outcome: what it says.
        passphrase: opens the annex; it is kept nowhere.
        fingerprint: of the key that signed, to be told by another way.
        digest: SHA-256 of its data, in hex.
    """

    folder: Path
    outcome: Outcome
    passphrase: str
    fingerprint: str
    digest: str


def write_report(service: SpotCheckService, id: int, folder: Path, by: str = "") -> WrittenReport:
    """Signs the report of a spot-check and writes it: PDF, page, data to compute it anew, sealed annex.

    Args:
        folder: new or empty.
        by: name of whoever signs.

    Raises:
        InputError: if reading is not finished.
        OutputError: if the folder is not empty, or cannot be written.
        StoreError: if the audit record does not hold or cannot be written.
    """
    if folder.exists() and any(folder.iterdir()):
        raise OutputError("is not empty.", where=str(folder), remedy="Name a new folder for the report.")
    data = report_data(service, id)
    report = rendered_report(data)
    outcome = report.results.verdict.outcome
    if outcome is Outcome.READ_ON:
        raise InputError(
            "is not read to its end.",
            where=data.title,
            remedy="Read on, or settle the notes on which readers disagree.",
        )
    leaks = list(_leak_texts(service, id, data))
    passphrase = " ".join(key_to_words(secrets.token_bytes(32))[:_PASSPHRASE_WORDS])
    annex = sealed_annex(data, leaks, _annex_extra(service, id), passphrase)
    files = {**report.pages, ANNEX_NAME: annex}
    hashes = {
        part: hashlib.sha256(files[name]).hexdigest()
        for part, name in (("pdf", PDF_NAME), ("html", HTML_NAME), ("annex", ANNEX_NAME))
    }
    signed = {"commitment": data.commitment, "data": report.digest, "outcome": str(outcome), **hashes}
    service.audit.record(id, REPORTED, by, signed)
    entries = [
        e
        for e in service.audit.signed_entries((COMMITTED, EXTENDED, REPORTED))
        for public in [e["entry"]["body"]["public"]]
        if public.get("commitment") == data.commitment
        and (e["entry"]["kind"] != REPORTED or public["data"] == report.digest)
    ]
    files[DATA_NAME] = signed_file(report, entries)
    with output_errors_explained(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            write_file(folder / name, content)
    service.store.keep(id, LEAKS, {"leaks": [asdict(leak) for leak in leaks]})
    service.store.set_outcome(id, str(outcome), report.digest)
    return WrittenReport(folder, outcome, passphrase, fingerprint(entries[-1]["key"]), report.digest)


def _leak_texts(service: SpotCheckService, id: int, data: ReportData) -> Iterator[LeakText]:
    places = {n.number: n.place for n in service.store.notes(id, sorted({x.note for x in data.leaks}))}
    for leak in data.leaks:
        try:
            layers = service.releases.layers(id, leak.note)
        except InputError:
            layers = ()
        layer = layers[leak.layer] if leak.layer < len(layers) else None
        text = layer.text if layer else ""
        yield LeakText(
            leak.note,
            places[leak.note],
            layer.name if layer else "cannot be read any more",
            leak.label,
            leak.kind,
            leak.start,
            leak.end,
            text[leak.start : leak.end],
            text[max(0, leak.start - 40) : leak.end + 40],
        )


def _annex_extra(service: SpotCheckService, id: int) -> bytes:
    """What was searched and decided, as CSV."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    table.writerow(("what", "when", "how", "text", "where"))
    for kept in service.store.kept(id, SEARCH) + service.store.kept(id, TOLD):
        for place in kept["places"] or [""]:
            table.writerow(("search", kept["at"], kept["kind"], kept["text"], place))
    sample = service.draws.sample(id)
    for name, number in _published(sample.plan.strata, (e.stratum for e in sample.entries)).items():
        if name != number:
            table.writerow(("folder", "", "", name, number))
    for arm in (Arm.RANDOM, Arm.TARGETED):
        numbers = {d.position: d.note for d in service.store.drawn(id, arm)}
        for position, word in service.store.adjudications(id, arm).items():
            said = "leak" if word.leak else "no leak"
            table.writerow(
                (f"last word: {said}", word.at, word.by, word.reason, f"note {numbers[position] + 1}")
            )
    return out.getvalue().encode("utf-8-sig")
