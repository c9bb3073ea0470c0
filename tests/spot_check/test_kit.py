"""From a release to a verdict, as a reader with a spreadsheet would go."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from chartveil.cli.main import cli
from chartveil.domain.errors import InputError, OutputError
from chartveil.spot_check.bounds import ReadersTest, finite_upper_bound, upper_bound
from chartveil.spot_check.frame import FrameOptions, read_frame
from chartveil.spot_check.kit import FORM, Kit, draw_kit, extend_kit, load_kit, read_form
from chartveil.spot_check.sampling import Design, SamplingPlan, Strata, Unit
from chartveil.spot_check.verdict import Outcome, compare_readers, judge, settled_answers


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """120 notes in twelve folders, one of them empty, and a table of thirty rows."""
    folder = tmp_path / "release"
    for i in range(120):
        path = folder / f"p{i % 12:02}" / f"note{i:03}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("" if i == 7 else f"Note {i}. Seen today for a cough.\n", encoding="utf-8")
    rows = "".join(f"{i},Row {i} was seen for a rash on both arms today.\n" for i in range(30))
    (folder / "letters.csv").write_text("row,text\n" + rows, encoding="utf-8")
    return folder


def drawn(release: Path, kit: Path, plan: SamplingPlan, options: FrameOptions | None = None) -> Kit:
    return draw_kit(release, kit, plan, options or FrameOptions(), lambda *_: None)


def fill_in(path: Path, answer: Callable[[int, dict[str, str]], str], to: Path | None = None) -> Path:
    rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"), newline="")))
    out = io.StringIO()
    table = csv.DictWriter(out, rows[0].keys())
    table.writeheader()
    for i, row in enumerate(rows):
        table.writerow({**row, "leak": answer(i, row)})
    to = to or path
    to.write_text(out.getvalue(), encoding="utf-8-sig")
    return to


def test_the_frame_holds_every_note_and_names_what_is_none(release: Path) -> None:
    frame = read_frame(release, FrameOptions(Strata.FOLDER, patient_folders=True))
    assert len(frame.notes) == 149
    ((place, why),) = frame.left_out
    assert place == "p07/note007.txt"
    assert "empty" in why
    assert {e.stratum for e in frame.entries} == {"", *(f"p{i:02}" for i in range(12))}
    assert {n.entry.patient for n in frame.notes if n.place.startswith("p03/")} == {"p03"}


def test_a_kit_holds_the_drawn_notes_in_order(release: Path, tmp_path: Path) -> None:
    kit = drawn(release, tmp_path / "kit", SamplingPlan(0.05, size=30))
    assert load_kit(tmp_path / "kit") == kit
    texts = {e.number: f"{i:04}.txt" for i, unit in enumerate(kit.units(), 1) for e in unit}
    assert sorted(p.name for p in (tmp_path / "kit" / "notes").iterdir()) == sorted(texts.values())
    by_place = {n.entry.number: n.place for n in kit.notes}
    for number, name in texts.items():
        if by_place[number].endswith(".txt"):
            written = (tmp_path / "kit" / "notes" / name).read_text(encoding="utf-8")
            assert written == (release / by_place[number]).read_text(encoding="utf-8")


def test_a_clean_sample_read_to_its_end_is_accepted(release: Path, tmp_path: Path) -> None:
    kit = drawn(release, tmp_path / "kit", SamplingPlan(0.05, size=50))
    form = fill_in(tmp_path / "kit" / FORM, lambda i, row: "no")
    verdict = judge(kit.sample, read_form(form, kit))
    assert verdict.outcome is Outcome.ACCEPT
    assert verdict.bound == finite_upper_bound(149, 50, 0, 0.05) / 149
    assert not verdict.sequential


def test_readers_who_were_tested_get_the_wider_bound(release: Path, tmp_path: Path) -> None:
    kit = drawn(release, tmp_path / "kit", SamplingPlan(0.06, size=50))
    answers = read_form(fill_in(tmp_path / "kit" / FORM, lambda i, row: "no"), kit)
    verdict = judge(kit.sample, answers, ReadersTest(40, 30))
    assert verdict.bound is not None
    assert verdict.bound > upper_bound(0, 50, 0.05)
    assert verdict.outcome is Outcome.EXTEND
    assert 50 < 50 + verdict.more <= 149


def test_leaks_that_nothing_outweighs_call_for_repair(release: Path, tmp_path: Path) -> None:
    kit = drawn(release, tmp_path / "kit", SamplingPlan(0.02, size=40))
    answers = read_form(fill_in(tmp_path / "kit" / FORM, lambda i, row: "yes" if i < 4 else "no"), kit)
    verdict = judge(kit.sample, answers)
    assert verdict.outcome is Outcome.REPAIR
    assert verdict.kinds == (("not told", 4),)


def test_one_who_stops_half_way_gets_the_bound_for_that(release: Path, tmp_path: Path) -> None:
    kit = drawn(release, tmp_path / "kit", SamplingPlan(0.05, size=60))
    form = fill_in(tmp_path / "kit" / FORM, lambda i, row: "" if i == 40 else "no")
    verdict = judge(kit.sample, read_form(form, kit))
    assert (verdict.read, verdict.skipped) == (40, 19)
    assert verdict.sequential
    assert verdict.bound is not None
    assert verdict.bound >= finite_upper_bound(149, 40, 0, 0.05) / 149


def test_a_stratified_sample_is_judged_when_it_is_read_to_its_end(release: Path, tmp_path: Path) -> None:
    plan = SamplingPlan(0.05, design=Design.STRATIFIED, size=60, floor=3)
    kit = drawn(release, tmp_path / "kit", plan, FrameOptions(Strata.FORMAT))
    half = fill_in(tmp_path / "kit" / FORM, lambda i, row: "no" if i < 20 else "")
    assert judge(kit.sample, read_form(half, kit)).outcome is Outcome.READ_ON
    verdict = judge(kit.sample, read_form(fill_in(half, lambda i, row: "no"), kit))
    assert verdict.bound is not None
    assert sum(s.read for s in verdict.strata) == verdict.drawn == 60
    assert [s.name for s in verdict.strata] == ["delimited", "text"]


def test_a_patient_leaks_with_one_note(release: Path, tmp_path: Path) -> None:
    plan = SamplingPlan(0.3, unit=Unit.PATIENT, size=8)
    kit = drawn(release, tmp_path / "kit", plan, FrameOptions(patient_folders=True))
    first = {e.number for e in kit.units()[0]}
    places = {n.place for n in kit.notes if n.entry.number in first}
    one = sorted(places)[0]
    answers = read_form(
        fill_in(tmp_path / "kit" / FORM, lambda i, row: "yes" if row["place"] == one else "no"), kit
    )
    verdict = judge(kit.sample, answers)
    assert (verdict.read, verdict.leaking) == (8, 1)
    assert verdict.units == 12 + 30


def test_more_is_drawn_from_the_same_order(release: Path, tmp_path: Path) -> None:
    kit = drawn(release, tmp_path / "kit", SamplingPlan(0.05, size=20))
    fill_in(tmp_path / "kit" / FORM, lambda i, row: "no")
    larger = extend_kit(tmp_path / "kit", release, 15)
    assert larger.units()[:20] == kit.units()
    answers = read_form(tmp_path / "kit" / FORM, larger)
    assert sum(a.leak is False for a in answers.values()) == 20
    assert judge(larger.sample, answers).sequential


def test_a_changed_release_gives_no_more_notes(release: Path, tmp_path: Path) -> None:
    drawn(release, tmp_path / "kit", SamplingPlan(0.05, size=20))
    (release / "p01" / "note001.txt").write_text("Mended.\n", encoding="utf-8")
    with pytest.raises(InputError, match="1 notes changed"):
        extend_kit(tmp_path / "kit", release, 5)


@pytest.mark.parametrize(
    "change",
    [
        lambda f: f["notes"][3][1].update(content="0" * 64),
        lambda f: f["notes"].pop(),
        lambda f: f["plan"].update(size=5),
        lambda f: f.update(seed="00" * 32),
        lambda f: f["plan"].update(bound=0.5),
    ],
)
def test_a_forged_kit_is_refused(release: Path, tmp_path: Path, change: Callable[[dict], None]) -> None:  # type: ignore[type-arg]
    drawn(release, tmp_path / "kit", SamplingPlan(0.05, size=20))
    path = tmp_path / "kit" / "spot-check.json"
    facts = json.loads(path.read_bytes())
    change(facts)
    path.write_text(json.dumps(facts), encoding="utf-8")
    with pytest.raises(InputError, match="changed after the draw"):
        load_kit(tmp_path / "kit")


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"version": 1}', "\udcff"])
def test_what_is_no_kit_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "spot-check.json").write_text(text, encoding="utf-8", errors="surrogateescape")
    with pytest.raises(InputError, match="not the file of a kit"):
        load_kit(tmp_path)


def test_a_full_folder_and_an_empty_release_are_refused(release: Path, tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="not empty"):
        drawn(release, release, SamplingPlan(0.05, size=5))
    (tmp_path / "nothing").mkdir()
    with pytest.raises(InputError, match="no note"):
        drawn(tmp_path / "nothing", tmp_path / "kit", SamplingPlan(0.05, size=5))


def test_an_answer_that_is_none_names_its_row(release: Path, tmp_path: Path) -> None:
    kit = drawn(release, tmp_path / "kit", SamplingPlan(0.05, size=20))
    form = fill_in(tmp_path / "kit" / FORM, lambda i, row: "perhaps" if i == 4 else "no")
    with pytest.raises(InputError, match="row 0005"):
        read_form(form, kit)
    lines = form.read_text(encoding="utf-8-sig").splitlines()
    form.write_text("\n".join([lines[0], *reversed(lines[1:])]), encoding="utf-8")
    with pytest.raises(InputError, match="20 rows"):
        read_form(form, kit)


def test_two_readers_and_an_adjudicator(release: Path, tmp_path: Path) -> None:
    kit = drawn(release, tmp_path / "kit", SamplingPlan(0.2, size=30))
    empty = tmp_path / "kit" / FORM
    first = read_form(fill_in(empty, lambda i, r: "yes" if i in (1, 2) else "no", tmp_path / "a.csv"), kit)
    second = read_form(fill_in(empty, lambda i, r: "yes" if i in (2, 9) else "no", tmp_path / "b.csv"), kit)
    last = read_form(fill_in(empty, lambda i, r: "no" if i in (1, 9) else "", tmp_path / "c.csv"), kit)
    compared = compare_readers(first, second)
    assert compared.f1 == 0.5
    assert len(compared.unsettled) == 2
    assert compared.missed == pytest.approx(3 * 3 / 2 - 1 - 3)
    assert judge(kit.sample, settled_answers(first, second, {})).outcome is Outcome.READ_ON
    assert judge(kit.sample, settled_answers(first, second, last)).leaking == 1


def test_the_command_line_from_release_to_verdict(release: Path, tmp_path: Path) -> None:
    run = CliRunner().invoke
    told = run(cli, ["spotcheck", "size", "--notes", "5000", "--bound", "0.05"])
    assert "58 of 5,000 to read" in told.output
    kit = str(tmp_path / "kit")
    told = run(cli, ["spotcheck", "draw", str(release), kit, "--bound", "0.05", "--read", "50"])
    assert told.exit_code == 0
    assert told.output.index("Commitment") < told.output.index("Seed")
    assert "p07/note007.txt" in told.output
    fill_in(tmp_path / "kit" / FORM, lambda i, row: "no")
    told = run(cli, ["spotcheck", "report", kit, "--release", str(release)])
    assert "ACCEPT" in told.output
    told = run(cli, ["spotcheck", "report", kit, "--planted", "40", "--planted-found", "35", "--json"])
    assert json.loads(told.output)["sensitivity"] == pytest.approx(0.7320, abs=1e-3)
    assert run(cli, ["spotcheck", "report", kit, "--planted", "40"]).exit_code == 2
