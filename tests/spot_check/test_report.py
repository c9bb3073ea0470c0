"""The figures and pages of a report, for every design, and for more than a page has room for."""

from __future__ import annotations

import hashlib
import io
import random
import re
from dataclasses import replace

import pypdfium2
import pytest

from chartveil.spot_check.bounds import ReadersTest, bound_with_readers, finite_upper_bound
from chartveil.spot_check.report.data import (
    ArmFacts,
    LeakPlace,
    NoteFacts,
    ReaderFacts,
    ReportData,
    SearchFacts,
)
from chartveil.spot_check.report.files import PDF_NAME, rendered_report
from chartveil.spot_check.report.plots import (
    ORANGE,
    Curve,
    ScreenColors,
    as_svg,
    curve_plot,
    in_screen_colors,
    share_text,
)
from chartveil.spot_check.report.results import results_of
from chartveil.spot_check.sampling import (
    CommittedSeed,
    Design,
    DrawnSample,
    FrameEntry,
    SamplingPlan,
    Strata,
    Unit,
    first_look,
)
from chartveil.spot_check.verdict import Outcome

TYPES = ("Discharge summary", "Letter", "Radiology")


def made(plan: SamplingPlan, leaking: int, *, planted: int = 0, types=TYPES, more: int = 0) -> ReportData:
    """A release of 400 notes of 50 patients, read as planned or further; the first units read leak."""
    rng = random.Random(7)
    notes = tuple(
        NoteFacts(kind, f"{i:064x}", f"{i % 50:016x}", rng.randint(30, 600), "text", "", kind)
        for i in range(400)
        for kind in [types[i % len(types)]]
    )
    entries = tuple(FrameEntry(i, "", n.patient, n.stratum, n.words) for i, n in enumerate(notes))
    seed = CommittedSeed(bytes(32), "f" * 64, plan.as_text() + "\n{}")
    first = first_look(entries, plan)
    looks = (first, first + more) if more else (first,)
    units = DrawnSample(entries, plan, seed, looks).units()
    leaky = {unit[0].number for unit in units[:leaking]}
    answers = tuple((e.number, e.number in leaky) for unit in units for e in unit)
    return ReportData(
        "Made",
        "2026-11-24T20:00:00+00:00",
        "0",
        "1a2b " * 8,
        ("400 notes",),
        notes,
        "f" * 64,
        plan,
        "{}",
        seed.commitment,
        seed.seed.hex(),
        looks,
        1,
        answers,
        tuple(LeakPlace(n, "DATE", "part", 0, 3, 9) for n in sorted(leaky)),
        (ReaderFacts("Ada", answers, 3600, 9000, planted, planted), ReaderFacts("Ben", answers[:50])),
        planted,
        planted,
    )


def text_of(data: ReportData) -> list[str]:
    pdf = pypdfium2.PdfDocument(io.BytesIO(rendered_report(data).pages[PDF_NAME]))
    try:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in pdf]
    finally:
        pdf.close()


def test_bounds_by_kind_risk_and_patient_with_and_without_readers():
    data = made(SamplingPlan(0.05, size=120), 2, planted=20)
    results = results_of(data)
    kinds, risks, hows = ({r.name: r for r in rows} for _, rows in results.rows)
    plain = finite_upper_bound(400, 120, 2, 0.05) / 400
    tested = bound_with_readers(2, 120, ReadersTest(20, 20), 0.05)
    assert (kinds["DATE"].found, kinds["DATE"].plain, kinds["DATE"].bound) == (2, plain, tested)
    assert kinds["each other kind"].plain == finite_upper_bound(400, 120, 0, 0.05) / 400
    assert sum(r.found for r in risks.values()) == hows["part"].found == 2
    assert results.plain == plain
    assert results.verdict.bound == tested == results.curve[-1][1]
    assert results.anytime == ()
    assert results.found_at == (1, 2)
    assert (results.patients.patients, results.patients.of_notes) == (50, 8)
    assert results.patients.leaking == min(50, int(tested * 400) + 1)
    assert results.agreement.agreement.words == 50


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        (SamplingPlan(0.05, size=60, strata=Strata.TYPE), "60 notes, every unit with the same chance"),
        (SamplingPlan(0.1, unit=Unit.PATIENT, size=20), "20 patients, every unit"),
        (SamplingPlan(0.1, design=Design.ONE_A_PATIENT, size=30), "one note of each"),
        (SamplingPlan(0.1, design=Design.STRATIFIED, size=60, strata=Strata.TYPE), "by strata"),
    ],
)
def test_every_design_has_four_pages(plan, says):
    data = made(plan, 1)
    assert ReportData.from_text(data.as_text()) == data
    pages = text_of(data)
    assert len(pages) == 4
    assert says in pages[0]
    assert f"{share_text(results_of(data).verdict.bound)}" in pages[0]


def test_strata_and_readers_who_were_tested_go_together():
    plan = SamplingPlan(0.1, design=Design.STRATIFIED, size=60, strata=Strata.TYPE)
    results = results_of(made(plan, 1, planted=10))
    assert results.plain < results.verdict.bound < 1
    assert results.curve[-1] == (60, results.verdict.bound)
    assert [s.name for s in results.strata] == sorted(TYPES)
    counts = [(s.notes, s.read, s.leaking) for s in results.strata]
    assert [sum(column) for column in zip(*counts, strict=True)] == [400, 60, 1]


def test_a_larger_sample_shows_both_lines():
    results = results_of(made(SamplingPlan(0.05, size=60), 0, more=40))
    assert results.verdict.sequential
    assert results.anytime[-1] == (100, results.verdict.bound)
    assert results.curve[-1][1] < results.anytime[-1][1]


def test_more_than_a_page_has_room_for_stays_on_it():
    many = tuple(f"Type of note with a long name, number {i}" for i in range(40))
    data = made(SamplingPlan(0.05, size=200, strata=Strata.TYPE), 60, types=many)
    data = replace(
        data,
        title="A title " * 20,
        leaks=tuple(LeakPlace(x.note, f"KIND{i}", "whole") for i, x in enumerate(data.leaks)),
        left_out=tuple((f"reason {i} " * 12, i) for i in range(30)),
        searches=tuple(SearchFacts("the same words", "DATE", i, ((many[0], i, 9),)) for i in range(30)),
        arms=ArmFacts(50, 40, 3, 20, 2, 5),
        later=("2026-11-24: a leak was told.",) * 20,
        draws=3,
    )
    pages = text_of(data)
    assert len(pages) == 4
    assert results_of(data).verdict.outcome is Outcome.REPAIR
    assert "earlier draws of the same release" in pages[0]
    for last, page in zip(
        ("Second signature", "Patients", "a leak was told", "for the expert"), pages, strict=True
    ):
        assert last in page


def test_the_same_data_give_the_same_bytes_and_names_in_other_scripts_do_not_stop_them():
    data = replace(made(SamplingPlan(0.05, size=60), 0), title="Отчёт 報告 <b>&")
    one, two = rendered_report(data), rendered_report(ReportData.from_text(data.as_text()))
    assert one.pages == two.pages
    assert one.digest == hashlib.sha256(data.as_text().encode()).hexdigest()
    assert "Отчёт 報告 &lt;b&gt;&amp;" in one.pages["spot-check.html"].decode()


def test_no_colour_of_paper_is_left_in_a_plot_for_a_screen():
    curves = [Curve("one", [(1, 0.1), (9, 0.02)]), Curve("other", [(1, 0.2), (9, 0.05)], ORANGE)]
    printed = as_svg(curve_plot(curves, 0.05, [3], "notes read"), "a plot")
    shown = in_screen_colors(printed, ScreenColors(*(f"#00000{i}" for i in range(7))))
    assert set(re.findall(r"#\w{6}|rgb\(.*?\)", shown)) == {f"#00000{i}" for i in range(7)}


@pytest.mark.parametrize(
    ("share", "text"), [(0.010049, "1.01%"), (0.01, "1.00%"), (0.1234, "12.4%"), (0, "0.00%")]
)
def test_bounds_are_rounded_up(share, text):
    assert share_text(share) == text
