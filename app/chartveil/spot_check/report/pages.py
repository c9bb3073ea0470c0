"""The content of the four pages of a report, for PDF and HTML alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from reportlab.graphics.shapes import Drawing

from chartveil.domain.wording import counted
from chartveil.evaluation.stats import lower_bound
from chartveil.spot_check.report.data import ReportData
from chartveil.spot_check.report.plots import (
    ORANGE,
    Curve,
    PointRow,
    curve_plot,
    interval_plot,
    share_text,
)
from chartveil.spot_check.report.results import BoundRow, ReportResults
from chartveil.spot_check.sampling import Design, Unit
from chartveil.spot_check.verdict import Outcome

_STRATA_SHOWN = 14
_PLACES_SHOWN = 14
_LINES_SHOWN = 8


class TextStyle(StrEnum):
    """The styles of paragraphs."""

    TITLE = "title"
    HEADING = "heading"
    LEAD = "lead"
    BODY = "body"
    SMALL = "small"


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph or heading."""

    text: str
    style: TextStyle = TextStyle.BODY


@dataclass(frozen=True, slots=True)
class VerdictBox:
    """The outcome, with what it means."""

    outcome: Outcome
    meaning: str


@dataclass(frozen=True, slots=True)
class FactTable:
    """Names with their values."""

    rows: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table with a header; ``widths`` of its columns as shares, where they are not to be alike."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    widths: Sequence[float] = ()


@dataclass(frozen=True, slots=True)
class Plot:
    """A drawing, and what it shows in words."""

    drawing: Drawing
    description: str


@dataclass(frozen=True, slots=True)
class SignatureLines:
    """Room to sign by hand, for each role."""

    roles: Sequence[str]


Block = Text | VerdictBox | FactTable | Grid | Plot | SignatureLines

_MEANINGS = {
    Outcome.ACCEPT: "The bound that was planned is shown.",
    Outcome.EXTEND: "The bound that was planned is not shown. {more} more units, if none of them leaks, "
    "would show it.",
    Outcome.DRAW_AFRESH: "The bound that was planned is not shown. A sample {of} is not made larger: a fresh "
    "one of about {more} units, if no more of them leak, would show it.",
    Outcome.REPAIR: "Too many leak. The release is to be mended, and a fresh sample drawn from it then.",
    Outcome.READ_ON: "Reading is not finished: {more} drawn units have no settled answer.",
}
_NOT_LARGER = {Design.STRATIFIED: "by strata", Design.ONE_A_PATIENT: "of one note a patient"}
_DESIGNS = {
    Design.SIMPLE: "every unit with the same chance",
    Design.STRATIFIED: "by strata: so many of each, at least {floor}",
    Design.ONE_A_PATIENT: "patients with the same chance, one note of each",
}
_UNITS_READ: dict[Unit | Design, str] = {
    Unit.NOTE: "Every note had the same chance.",
    Unit.PATIENT: "Every patient had the same chance, and all notes of those drawn were read.",
    Design.STRATIFIED: "Within each stratum every note had the same chance.",
    Design.ONE_A_PATIENT: "Every patient had the same chance, and then each note of those drawn.",
}


def report_pages(data: ReportData, results: ReportResults, data_hash: str) -> tuple[tuple[Block, ...], ...]:
    """The blocks of each of the four pages.

    Args:
        data: what the report is of.
        results: computed from it.
        data_hash: SHA-256 of the data, in hex, which ties a paper to its file.
    """
    return (
        _statement_page(data, results, data_hash),
        _findings_page(data, results),
        _certainty_page(data, results),
        _method_page(data),
    )


def _meaning(data: ReportData, results: ReportResults) -> str:
    verdict, design = results.verdict, data.plan.design
    of = _NOT_LARGER.get(design, "with planted leaks")
    return _MEANINGS[verdict.outcome].format(more=f"{verdict.more:,}", of=of)


def _units(data: ReportData, number: int) -> str:
    return counted(number, data.plan.unit.value)


def _what_counts(data: ReportData) -> str:
    if data.plan.design is Design.ONE_A_PATIENT:
        return "a note drawn from a patient drawn at random leaks with a chance of at most {share}"
    return "at most {share} of the {units} of this release leak, that is {count}"


def _statement(data: ReportData, results: ReportResults) -> str:
    verdict = results.verdict
    sure = f"{1 - data.plan.alpha:.0%}"
    read = (
        f"{_units(data, verdict.read)} drawn at random {'was' if verdict.read == 1 else 'were'} read; "
        f"{verdict.leaking or 'none'} of them {'leaks' if verdict.leaking == 1 else 'leak'}."
    )
    if verdict.bound is None:
        return f"{read} Too little was read for a statement about the release."
    said = _what_counts(data).format(
        share=share_text(verdict.bound),
        units=_units(data, verdict.units),
        count=f"{int(verdict.bound * verdict.units + 1e-9):,}",
    )
    return f"With {sure} confidence, {said}. {read}"


def _readers_sentence(data: ReportData, results: ReportResults) -> str:
    verdict = results.verdict
    if verdict.sensitivity is None:
        return (
            "The readers were not tested with planted leaks: the statement takes it that they missed "
            "nothing. Published readers find 90 to 98 of 100 identifiers, and far fewer where surrogates "
            "stand in their place."
        )
    plain = "" if results.plain is None else f" Had they missed nothing: {share_text(results.plain)}."
    return (
        f"The statement reckons with what readers miss: of {data.planted:,} leaks planted in reading copies "
        f"{data.found:,} were found, so they find at least {verdict.sensitivity:.0%} of all (error "
        f"{data.plan.alpha / 2:.1%}).{plain}"
    )


def _statement_page(data: ReportData, results: ReportResults, data_hash: str) -> tuple[Block, ...]:
    verdict, plan = results.verdict, data.plan
    hours = sum(r.seconds for r in data.readers) / 3600
    names = ", ".join(r.name for r in data.readers) or "–"
    design = _DESIGNS[plan.design].format(floor=plan.floor)
    return (
        Text("Spot-check of a release", TextStyle.TITLE),
        Text(data.title, TextStyle.SMALL),
        VerdictBox(verdict.outcome, _meaning(data, results)),
        Text(_statement(data, results), TextStyle.LEAD),
        Text(_readers_sentence(data, results)),
        Text(
            f"A {plan.unit} leaks when it holds at least one identifier that should have gone: in its text, "
            "its metadata, its file's name, or in layers that are not shown."
        ),
        FactTable(
            (
                ("Release", f"{counted(len(data.notes), 'note')}; frame {_short(data.frame)}"),
                *(("", line) for line in data.release),
                (
                    "To be shown",
                    f"at most {share_text(plan.bound)} leak, with {1 - plan.alpha:.0%} confidence",
                ),
                ("Drawn", f"{_units(data, verdict.drawn)}, {design}"),
                (
                    "Draws of this release",
                    f"{data.draws}"
                    + ("" if data.draws == 1 else ": the record knows earlier draws of the same release"),
                ),
                ("Read by", f"{names}; {hours:.1f} hours{_between(data)}"),
                ("Made", f"{data.made[:16].replace('T', ' ')} UTC with Chartveil {data.version}"),
                ("Signed with", f"key {data.signer}"),
                ("Data", f"SHA-256 {data_hash}"),
            )
        ),
        Text("The rule, set before reading", TextStyle.HEADING),
        Text(
            f"Accept where the bound is at most {share_text(plan.bound)}. Repair where more than that is "
            "shown to leak, or no further reading could outweigh what was found. Otherwise extend the "
            "sample. The plan and the seed of the draw were bound by a hash that was recorded before "
            "anything was drawn."
        ),
        Text("What this does not say", TextStyle.HEADING),
        Text(
            "It does not say that nothing leaks, nor which notes leak beyond those that were read. It says "
            "nothing of persons who could be found by combining facts that are no identifiers, and nothing "
            "of files that were left out (page 4). It holds for this release alone: a change needs a fresh "
            "sample."
        ),
        Text("Decision", TextStyle.HEADING),
        Text("[    ]  may be released"),
        Text("[    ]  may be released under these conditions:  " + "." * 96),
        Text("[    ]  is not released"),
        SignatureLines(("Privacy officer", "Second signature")),
    )


def _between(data: ReportData) -> str:
    days = sorted(day for reader in data.readers for day in reader.days if day)
    return "" if not days else f"; {days[0]}" if days[0] == days[-1] else f"; {days[0]} to {days[-1]}"


def _findings_page(data: ReportData, results: ReportResults) -> tuple[Block, ...]:
    strata = sorted(results.strata, key=lambda s: (-s.leaking, -s.notes, s.name))
    shown, rest = strata[:_STRATA_SHOWN], strata[_STRATA_SHOWN:]
    points = [
        PointRow(
            s.name or "all notes",
            s.interval.low if s.interval else None,
            s.leaking / s.read if s.read else None,
            s.interval.high if s.interval else None,
            f"{s.leaking:,} of {s.read:,} read ({s.notes:,})",
        )
        for s in shown
    ]
    blocks: list[Block] = [
        Text("What was found", TextStyle.TITLE),
        Text(
            "Leaking notes by stratum: share of those read, with its exact 95% interval, and how many notes "
            "the stratum has."
        ),
        Plot(
            interval_plot(points, data.plan.bound),
            "; ".join(f"{p.name}: {p.note}" for p in points),
        ),
    ]
    if rest:
        blocks.append(
            Text(
                f"{counted(len(rest), 'more stratum').replace('stratums', 'strata')}: "
                f"{sum(s.leaking for s in rest):,} of {sum(s.read for s in rest):,} notes read leak.",
                TextStyle.SMALL,
            )
        )
    tested = results.verdict.sensitivity is not None
    header = [f"{data.plan.unit.value}s found", "at most, if readers missed nothing"]
    if tested:
        header.append("at most, with what readers miss")
    for title, rows in results.rows:
        if rows:
            blocks.append(Grid((title, *header), [_bound_cells(r, tested) for r in _most_found(rows)]))
    blocks.append(
        Text(
            "Each row is a statement by itself, with the same confidence; they do not hold all at once. "
            "What readers miss was measured over all kinds together. A kind that no reader named counts as "
            "direct.",
            TextStyle.SMALL,
        )
    )
    blocks += _patient_blocks(results)
    return tuple(blocks)


def _most_found(rows: Sequence[BoundRow]) -> list[BoundRow]:
    """Not more rows than a page has room for: those with most leaks, and the last, which is of the rest."""
    if len(rows) <= _LINES_SHOWN:
        return list(rows)
    kept = sorted(rows[:-1], key=lambda r: -r.found)[: _LINES_SHOWN - 1]
    return [*kept, rows[-1]]


def _bound_cells(row: BoundRow, tested: bool) -> tuple[str, ...]:
    cells = (row.name, f"{row.found:,}", _or_dash(row.plain))
    return (*cells, _or_dash(row.bound)) if tested else cells


def _decimal(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _or_dash(share: float | None) -> str:
    return "–" if share is None else share_text(share)


def _patient_blocks(results: ReportResults) -> list[Block]:
    found = results.patients
    if found is None:
        return []
    said = []
    if found.leaking is not None:
        said.append(f"At most {found.leaking:,} of {found.patients:,} patients have a leaking note.")
    else:
        said.append(f"The release is of {found.patients:,} patients; this design bounds notes, not patients.")
    if found.share is not None:
        said.append(
            f"For a patient with {counted(found.of_notes, 'note')} (the median) that is at most "
            f"{share_text(found.share)}, if notes of one patient leak independently; they leak together more "
            "often, so fewer patients are touched."
        )
    return [Text("Patients", TextStyle.HEADING), Text(" ".join(said))]


def _certainty_page(data: ReportData, results: ReportResults) -> tuple[Block, ...]:
    blocks: list[Block] = [Text("How sure this is", TextStyle.TITLE)]
    if results.curve:
        curves = [Curve("bound if reading had been planned to end here", results.curve)]
        if results.anytime:
            curves.append(Curve("bound that holds whenever one looks", results.anytime, ORANGE, (4, 2)))
        blocks += [
            Text(
                f"The bound as reading went on. Red ticks: a leaking {data.plan.unit.value} was found. "
                + (
                    "The sample was stopped early or made larger, so the dashed line counts."
                    if results.verdict.sequential
                    else "The sample was read as planned, so the whole line counts, at its end."
                )
            ),
            Plot(
                curve_plot(curves, data.plan.bound, results.found_at, f"{data.plan.unit.value}s read"),
                f"The bound is {share_text(results.curve[-1][1])} after {results.curve[-1][0]:,}.",
            ),
        ]
    blocks += [Text("Readers", TextStyle.HEADING), *_reader_blocks(data)]
    two = results.agreement
    if two is not None:
        blocks += [
            Text("Agreement of two readers", TextStyle.HEADING),
            Text(
                f"F1 {_decimal(two.f1)}, kappa {_decimal(two.kappa)} over "
                f"{counted(two.agreement.words, 'note')}, in {two.found:,} of which either saw a leak"
                f"{' (too few for a kappa)' if two.found and two.kappa is None else ''}. They disagreed on "
                f"{counted(len(two.unsettled), 'note')}; {counted(len(data.adjudicated), 'note')} had an "
                f"adjudicator’s last word. By their overlap (Chapman) about {two.missed:.1f} leaking notes "
                "were missed by both. Each read without seeing the other's answers."
            ),
        ]
    arms = data.arms
    blocks.append(Text("Read beside the sample", TextStyle.HEADING))
    blocks.append(
        Text(
            f"Targeted arm: {arms.read:,} of {arms.drawn:,} notes that the program found most suspicious "
            f"were read; {arms.leaking:,} leak. They were not drawn at random and are in no bound."
            if arms.drawn
            else "No notes were read beside the random sample for being suspicious."
        )
    )
    blocks.append(
        Text(
            f"Over-removal: in {arms.removed_in:,} of {arms.removed_read:,} notes looked at for it clinical "
            f"words were lost, at {arms.places_lost:,} places in all."
            if arms.removed_read
            else "How many clinical words were removed with the identifiers was not looked at."
        )
    )
    if data.searches:
        blocks += [
            Text("The rest of the release, searched for what was found", TextStyle.HEADING),
            Grid(
                ("Searched for", "notes with it", "where most"),
                [
                    (f"{s.kind}{f' ({s.label})' if s.label else ''}", f"{s.notes:,}", _where_most(s.strata))
                    for s in data.searches[:_LINES_SHOWN]
                ],
                (0.4, 0.15, 0.45),
            ),
            Text(_after_searches(len(data.searches) - _LINES_SHOWN), TextStyle.SMALL),
        ]
    if data.later:
        blocks += [Text("Since an earlier report", TextStyle.HEADING)]
        blocks += [Text(line) for line in data.later[:_LINES_SHOWN]]
    return tuple(blocks)


def _after_searches(more: int) -> str:
    others = f"{more:,} more are in the data. " if more > 0 else ""
    return f"{others}Searches come after reading and are in no bound."


def _where_most(strata: Sequence[tuple[str, int, int]]) -> str:
    most = sorted((s for s in strata if s[1]), key=lambda s: -s[1])[:2]
    return "; ".join(f"{name or 'all'}: {found:,} of {notes:,}" for name, found, notes in most) or "–"


def _reader_blocks(data: ReportData) -> list[Block]:
    rows = []
    for r in data.readers:
        leaking = sum(leaks for _, leaks in r.answers)
        pace = f"{r.words / r.seconds * 60:,.0f}" if r.seconds else "–"
        planted = "–"
        if r.planted:
            least = lower_bound(r.found, r.planted, data.plan.alpha / 2)
            planted = f"{r.found:,} of {r.planted:,} (at least {least:.0%})"
        rows.append(
            (
                r.name,
                f"{len(r.answers):,}",
                f"{leaking:,}",
                f"{r.seconds / 3600:.1f}",
                pace,
                planted,
                f"{r.hints:,}",
            )
        )
    header = (
        "Reader",
        "notes",
        "leaking",
        "hours",
        "words a minute",
        "planted leaks found",
        "hints asked for",
    )
    hinted = len({leak.note for leak in data.leaks if leak.after_hints})
    return [
        Grid(header, rows),
        Text(
            "Every note was read without hints first; they were shown on demand after the answer. In "
            f"{counted(hinted, 'leaking note')} marks were made then.",
            TextStyle.SMALL,
        ),
    ]


def _method_page(data: ReportData) -> tuple[Block, ...]:
    left = sum(n for _, n in data.left_out)
    blocks: list[Block] = [
        Text("Method, limits, and how to check this report", TextStyle.TITLE),
        FactTable(
            (
                ("Frame", data.frame),
                ("Commitment", data.commitment),
                ("Seed", data.seed),
                ("Units drawn", ", then ".join(f"{n:,}" for n in data.looks)),
            )
        ),
        Text(
            "Draw. Every note of the release was numbered and hashed; the hash of the whole is the frame. "
            "A random seed was drawn, and its hash together with frame and plan, the commitment, was put "
            "into the signed audit record before the draw. The order of reading follows from seed and "
            "frame. " + _UNITS_READ[data.plan.unit if data.plan.design is Design.SIMPLE else data.plan.design]
        ),
        Text(
            "Confidence. The bounds are exact for the way units were drawn, whatever the leaks' clusters: "
            "hypergeometric for a finite release, Wendell and Schmee (1996) over strata, Buehler (1957) "
            "with tested readers, Waudby-Smith and Ramdas (2020) where one looked more than once. "
            + ("Planted leaks stood in reading copies alone and are in no count." if data.planted else "")
        ),
        Text("Not looked at", TextStyle.HEADING),
        Text(
            f"{counted(left, 'file')} of the release could not be read and are in no statement."
            if left
            else "Every file of the release could be read."
        ),
    ]
    if data.left_out:
        blocks.append(Grid(("Why", "files"), [(why, f"{n:,}") for why, n in data.left_out[:_LINES_SHOWN]]))
    if data.leaks:
        blocks += [
            Text("Places of confirmed leaks", TextStyle.HEADING),
            Grid(
                ("Note", "kind of identifier", "how", "part", "characters"),
                [
                    (
                        f"{x.note + 1:,}",
                        x.label or "not told",
                        x.kind,
                        "text" if not x.layer else f"part {x.layer + 1}",
                        f"{x.start:,}–{x.end:,}" if x.end > x.start else "whole",
                    )
                    for x in sorted(data.leaks, key=lambda x: (x.note, x.layer, x.start))[:_PLACES_SHOWN]
                ],
                (0.15, 0.3, 0.2, 0.15, 0.2),
            ),
        ]
        if len(data.leaks) > _PLACES_SHOWN:
            blocks.append(Text(f"{len(data.leaks) - _PLACES_SHOWN:,} more are in the data.", TextStyle.SMALL))
    blocks += [
        Text("How to check it", TextStyle.HEADING),
        Text(
            "chartveil spotcheck verify FOLDER computes frame, commitment, order of the draw and every "
            "figure anew from the data, checks the signatures, and compares this paper with them. Ask the "
            "maker of this report for the fingerprint of the key by another way than you got the report. "
            "What was found stands in a sealed annex for the maker of the release; no text of the release "
            "stands here."
        ),
        Text(
            "Method and results are documented as 45 CFR 164.514(b)(1)(ii) asks; parts follow ISO/IEC "
            "27559:2022. Whether the risk is very small is for the expert to say who signs.",
            TextStyle.SMALL,
        ),
    ]
    return tuple(blocks)


def _short(digest: str) -> str:
    return " ".join(digest[i : i + 4] for i in range(0, 16, 4))
