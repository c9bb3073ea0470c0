"""A spot-check from a release to a verdict, as a window or a command drives it."""

from __future__ import annotations

from pathlib import Path

import docx
import pytest
from reportlab.pdfgen import canvas

from chartveil.domain.errors import InputError
from chartveil.domain.labels import Label
from chartveil.domain.paths import UserPaths
from chartveil.service.spot_checks.releases import BringInRequest
from chartveil.service.spot_checks.service import SpotCheckService
from chartveil.spot_check.bounds import finite_sample_size, finite_upper_bound
from chartveil.spot_check.sampling import Design, SamplingPlan, Strata, Unit
from chartveil.spot_check.verdict import Outcome
from chartveil.store.spot_checks.records import Arm, CheckChoices, LeakKind, NoteAnswer, SpotCheckStage
from chartveil.store.workspace import open_workspace


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """Forty notes of eight patients, one without a word, and a table of ten with another column."""
    folder = tmp_path / "release"
    for i in range(40):
        path = folder / f"p{i % 8}" / f"note{i:03}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("" if i == 7 else f"Note {i}. Seen today for a cough.\n", encoding="utf-8")
    rows = "".join(f"{i},Row {i} was seen for a rash on both arms.,Ward {i}\n" for i in range(10))
    (folder / "letters.csv").write_text("row,text,ward\n" + rows, encoding="utf-8")
    return folder


@pytest.fixture
def service(tmp_path: Path):
    made = SpotCheckService(UserPaths(tmp_path / "home"))
    yield made
    made.close()


def brought_in(service: SpotCheckService, release: Path, **choices: bool) -> int:
    return service.releases.bring_in(BringInRequest(release, **choices))


def read_all(service, id, reader, leaking=(), arm=Arm.RANDOM):
    for p in service.readings.positions(id, reader, arm):
        service.readings.note(id, reader, arm, p.position)
        if p.number in leaking:
            service.readings.mark(id, reader, arm, p.position, 0, 4, Label.PATIENT, LeakKind.WHOLE)
        service.readings.answer(
            id,
            reader,
            arm,
            p.position,
            NoteAnswer.LEAK if p.number in leaking else NoteAnswer.CLEAN,
            seconds=6,
        )


def test_a_frame_counts_every_note_and_names_what_is_none(service, release):
    id = brought_in(service, release, patient_folders=True)
    frame = service.releases.frame(id)
    assert frame.notes == 49
    assert frame.patients == 8
    ((place, why),) = frame.left_out
    assert place == "p7/note007.txt"
    assert "empty" in why
    assert dict(frame.counts["format"]) == {"delimited": 10, "text": 39}
    assert frame.own_release == ""
    assert service.facts(id).stage is SpotCheckStage.FRAMED


def test_a_clean_sample_read_to_its_end_is_accepted(service, release):
    id = brought_in(service, release)
    plan = SamplingPlan(0.05, size=20, strata=Strata.FORMAT)
    shown = service.draws.preview(id, plan)
    assert (shown.size, shown.population) == (20, 49)
    assert not shown.measured
    commitment = service.draws.commit(id, plan, by="Officer")
    with pytest.raises(InputError):
        service.draws.commit(id, plan)
    service.draws.draw(id)
    assert service.draws.sample(id).seed.commitment == commitment
    with open_workspace(service.user_paths) as workspace:
        (entry,) = [e for e in workspace.entries() if e.kind == "spot-check-committed"]
    assert commitment in str(entry.facts)
    assert service.verdicts.verdict(id).verdict.outcome is Outcome.READ_ON
    read_all(service, id, "Ada")
    sheet = service.verdicts.verdict(id)
    assert sheet.verdict.outcome is Outcome.EXTEND
    assert sheet.verdict.bound == finite_upper_bound(49, 20, 0, 0.05) / 49
    assert service.draws.preview(id, plan).measured
    assert service.draws.extend(id, 100) == 49
    read_all(service, id, "Ada")
    assert service.verdicts.verdict(id).verdict.outcome is Outcome.ACCEPT


def test_a_sample_that_has_no_bound_once_it_is_larger_is_drawn_afresh(service, release):
    id = brought_in(service, release)
    service.draws.commit(id, SamplingPlan(0.1, size=15), CheckChoices(planted=3))
    service.draws.draw(id)
    read_all(service, id, "Ada")  # sees no planted leak
    verdict = service.verdicts.verdict(id).verdict
    assert (verdict.outcome, verdict.read) == (Outcome.REPAIR, 15)  # readers who see nothing show nothing
    id = brought_in(service, release)
    plan = SamplingPlan(0.1, design=Design.STRATIFIED, size=10, floor=4, strata=Strata.FORMAT)
    service.draws.commit(id, plan)
    service.draws.draw(id)
    read_all(service, id, "Ada")
    verdict = service.verdicts.verdict(id).verdict
    assert verdict.outcome is Outcome.DRAW_AFRESH
    assert verdict.more == finite_sample_size(49, 4, 0, 0.05)
    with pytest.raises(InputError, match="no bound once it is made larger"):
        service.draws.extend(id, 10)


def test_readers_are_blind_to_one_another_and_differ(service, release):
    id = brought_in(service, release)
    service.draws.commit(id, SamplingPlan(0.05, size=20), CheckChoices(readers=2))
    service.draws.draw(id)
    one, two = [p.number for p in service.readings.positions(id, "Ada", Arm.RANDOM)][:2]
    read_all(service, id, "Ada", {one, two})
    assert all(p.answer is None and not p.marks for p in service.readings.positions(id, "Ben", Arm.RANDOM))
    assert service.verdicts.verdict(id).verdict.read == 0  # it takes two
    read_all(service, id, "Ben", {one})
    (differ,) = service.verdicts.disagreements(id)
    assert differ.number == two
    assert [name for name, _ in differ.readings] == ["Ada", "Ben"]
    with pytest.raises(InputError):
        service.verdicts.adjudicate(id, differ.arm, differ.position, True, "", "")
    service.verdicts.adjudicate(id, differ.arm, differ.position, False, "Cas", "a name of the ward")
    sheet = service.verdicts.verdict(id)
    assert sheet.verdict.leaking == 1
    assert [leak.number for leak in sheet.leaks] == [one]
    assert sheet.two_readers.agreement.first_only == 1


def test_each_key_press_is_kept_and_taken_back(service, release, tmp_path):
    id = brought_in(service, release)
    service.draws.commit(id, SamplingPlan(0.05, size=5))
    service.draws.draw(id)
    service.readings.mark(id, "Ada", Arm.RANDOM, 2, 0, 4, Label.PATIENT, LeakKind.PART)
    service.readings.answer(id, "Ada", Arm.RANDOM, 2, NoteAnswer.LEAK, 3.0)
    other = SpotCheckService(service.user_paths)  # another program sees it at once
    try:
        assert other.readings.positions(id, "Ada", Arm.RANDOM)[2].answer is NoteAnswer.LEAK
        assert other.readings.undo(id, "Ada") == (Arm.RANDOM, 2)
        assert other.readings.undo(id, "Ben") is None
    finally:
        other.close()
    assert service.readings.positions(id, "Ada", Arm.RANDOM)[2].answer is None
    assert service.readings.positions(id, "Ada", Arm.RANDOM)[2].marks == 1
    assert service.readings.undo(id, "Ada") == (Arm.RANDOM, 2)
    assert service.readings.undo(id, "Ada") is None
    assert service.readings.positions(id, "Ada", Arm.RANDOM)[2].marks == 0


def test_a_file_that_changed_is_not_read(service, release):
    id = brought_in(service, release)
    service.draws.commit(id, SamplingPlan(0.05, size=49))
    service.draws.draw(id)
    place = next(n.place for n in service.store.notes(id) if n.place.endswith(".txt"))
    (release / place).write_text("Another text.")
    (number,) = [n.number for n in service.store.notes(id) if n.place == place]
    (position,) = [
        p.position for p in service.readings.positions(id, "Ada", Arm.RANDOM) if p.number == number
    ]
    with pytest.raises(InputError, match="not what it was"):
        service.readings.note(id, "Ada", Arm.RANDOM, position)
    assert [n.place for n, layers in service.releases.read_all(id) if layers is None] == [place]


def test_columns_beside_the_text_are_read_too(service, release):
    id = brought_in(service, release)
    layers = {n.place: layers for n, layers in service.releases.read_all(id)}["letters.csv, row:4"]
    assert [layer.name for layer in layers] == ["Text", "File name", "Other columns"]
    assert layers[2].text == "row: 2\nward: Ward 2"


def test_strata_are_drawn_as_they_were_shown(service, release):
    id = brought_in(service, release)
    plan = SamplingPlan(0.1, design=Design.STRATIFIED, size=20, floor=8, strata=Strata.FORMAT)
    shown = service.draws.preview(id, plan)
    strata = {name: drawn for name, _, drawn in shown.strata}
    assert strata == {"delimited": 9, "text": 11}
    service.draws.commit(id, plan)
    service.draws.draw(id)
    formats = [
        n.format
        for n in service.store.notes(id, [p.number for p in service.readings.positions(id, "A", Arm.RANDOM)])
    ]
    assert {f: formats.count(f) for f in formats} == strata
    read_all(service, id, "Ada")
    assert service.verdicts.verdict(id).verdict.bound == dict(shown.bounds)[0]


def test_what_is_forgotten_is_gone(service, release):
    id = brought_in(service, release)
    service.forget(id)
    assert service.spot_checks() == ()
    with pytest.raises(InputError):
        service.releases.frame(id)


def test_a_release_without_a_note_is_refused_and_leaves_nothing(service, tmp_path):
    (tmp_path / "none").mkdir()
    (tmp_path / "none" / "a.txt").write_text("")
    with pytest.raises(InputError):
        brought_in(service, tmp_path / "none")
    assert service.spot_checks() == ()


def test_planted_leaks_measure_readers_and_stay_out_of_the_results(service, release):
    before = {p: p.read_bytes() for p in release.rglob("*.*")}
    id = brought_in(service, release)
    service.draws.commit(id, SamplingPlan(0.1, size=20), CheckChoices(planted=10))
    service.draws.draw(id)
    drawn = service.store.drawn(id, Arm.RANDOM)
    copies = [d for d in drawn if d.planted]
    assert (len(drawn), len(copies)) == (30, 10)
    assert len({d.note for d in drawn}) == 30  # none of the sample is a copy
    assert len({d.planted.kind for d in copies}) == 3
    for d in copies:
        shown = service.readings.note(id, "Ada", Arm.RANDOM, d.position)
        leak = d.planted
        assert leak.text.strip()
        assert leak.text in shown.layers[leak.layer].text
        assert shown.layers[leak.layer].text[leak.start : leak.end].strip()
    read_all(service, id, "Ada", {copies[0].note})  # marked where nothing was planted, so not found
    for d in copies[1:8]:
        place = d.planted.start, d.planted.end, d.planted.label, d.planted.kind, d.planted.layer
        service.readings.mark(id, "Ada", Arm.RANDOM, d.position, *place)
        service.readings.answer(id, "Ada", Arm.RANDOM, d.position, NoteAnswer.LEAK)
    sheet = service.verdicts.verdict(id)
    assert (sheet.readers.planted, sheet.readers.found) == (10, 7)
    assert sheet.by_reader == (("Ada", sheet.readers),)
    assert (sheet.verdict.read, sheet.verdict.leaking) == (20, 0)
    assert sheet.verdict.bound > sheet.untested
    assert [leak.number for leak in sheet.leaks] == [copies[0].note]
    assert {p: p.read_bytes() for p in release.rglob("*.*")} == before


@pytest.fixture
def with_originals(tmp_path: Path) -> tuple[Path, Path]:
    """Twelve notes and the copies that a tool made of them; in one of them it left a name."""
    for i in range(12):
        for folder, name, day in (("originals", "Quillon", "3/14/2021"), ("copies", "Barlow", "5/2/2021")):
            left = "Quillon" if i == 5 else name
            text = f"Mr. {name} was seen on {day} for a cough.\nHis wife, Mrs. {left}, will call. Note {i}.\n"
            path = tmp_path / folder / f"n{i:02}.txt"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
    return tmp_path / "originals", tmp_path / "copies"


def test_originals_show_what_was_replaced_and_what_stands_still(service, with_originals):
    originals, copies = with_originals
    id = service.releases.bring_in(BringInRequest(copies, originals=originals))
    found = service.releases.frame(id).originals
    assert (found.matched, found.compared, found.unlike) == (12, 12, 0)
    service.draws.commit(id, SamplingPlan(0.2, size=8), CheckChoices(planted=4))
    service.draws.draw(id)
    for d in service.store.drawn(id, Arm.RANDOM):
        shown = service.readings.note(id, "Ada", Arm.RANDOM, d.position)
        text = shown.layers[0].text
        stands = {text[a:b] for a, b in shown.beside.survived}
        if d.note == 5 and d.planted is None:
            assert stands == {"Quillon"}
        if d.planted is None and d.note != 5:
            assert not stands
            assert next(r.original for r in shown.beside.replaced if r.is_identifier) == "Quillon"
        elif d.planted is not None:  # one of the note's own was put back
            assert text[d.planted.start : d.planted.end] in shown.beside.original


def test_the_targeted_arm_begins_with_what_stands_beside_its_original(service, with_originals):
    originals, copies = with_originals
    id = service.releases.bring_in(BringInRequest(copies, originals=originals))
    service.draws.commit(id, SamplingPlan(0.5, size=1), CheckChoices(targeted=2))
    service.draws.draw(id)
    service.draws.look_for_suspects(id)
    ranked = [number for number, _, _ in service.store.most_suspicious(id, 12)]
    assert ranked[0] == 5


@pytest.mark.parametrize(
    ("original", "copy"),
    [
        ("Ms. Ottilie Brennan", "Ms. Gerda Brennan"),
        ("He called Dr. Anselm Dreyfus.", "He called Dr. Anselm Dreyfus."),
        ("Discharged on 3/14/2021.", "Discharged on 3/14/2021."),
        ("Phone (212) 555-0187.", "Phone (212) 555-0187."),
    ],
)
def test_what_other_notes_leave_as_well_is_less_suspicious_than_what_one_leaves(
    service, tmp_path, original, copy
):
    names = ("Quillon", "Barlow", "Okafor", "Lindqvist", "Almeida")
    for i in range(20):
        who, other, day = names[i % 5], names[(i + 2) % 5], f"{i % 12 + 1}/{i + 3}/2021"
        left = "Ramadan was over; GCS 15, Foley out, since 2014 and 2016."  # in every note
        text = f"Dr. {{}} van {{}} saw her on {{}}, phone (301) 555-01{{}}. {left} {{}}\n"
        for folder, filled in (
            ("originals", (who, other, day, 20 + i, original if i == 5 else "")),
            ("copies", (other, who, f"{i % 12 + 1}/{i + 9}/2020", 60 + i, copy if i == 5 else "")),
        ):
            path = tmp_path / folder / f"n{i:02}.txt"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text.format(*filled))
    asked = BringInRequest(tmp_path / "copies", originals=tmp_path / "originals")
    id = service.releases.bring_in(asked)
    service.draws.commit(id, SamplingPlan(0.5, size=1), CheckChoices(targeted=2))
    service.draws.draw(id)
    service.draws.look_for_suspects(id)
    ((first, weight, why), (_, next_weight, _)) = service.store.most_suspicious(id, 2)
    assert first == 5
    assert weight > next_weight
    assert why


def test_planting_more_leaks_costs_more_and_shows_more(service, release):
    id = brought_in(service, release)
    costs = service.draws.planted_costs(id, 299, 0.05, readers=2, sensitivity=0.3)
    assert [c.bound for c in costs] == sorted((c.bound for c in costs), reverse=True)
    assert [c.hours for c in costs] == sorted(c.hours for c in costs)
    assert [c.planted for c in costs if not c.is_enough] == [20, 40, 80]
    assert all(c.is_enough for c in service.draws.planted_costs(id, 299, 0.05, 1, 0.9))


def test_originals_of_another_release_are_said_to_be_so(service, with_originals, release):
    originals, copies = with_originals
    for path in originals.iterdir():
        path.write_text("Quite another letter about knees, crutches, walking aids and stairs.")
    found = service.releases.frame(
        service.releases.bring_in(BringInRequest(copies, originals=originals))
    ).originals
    assert (found.matched, found.unlike) == (12, 12)
    found = service.releases.frame(
        service.releases.bring_in(BringInRequest(release, originals=originals))
    ).originals
    assert found.matched == 0


def test_a_crosswalk_tells_which_original_a_copy_has(service, with_originals, tmp_path):
    originals, copies = with_originals
    rows = ["input,output"]
    for i, path in enumerate(sorted(copies.iterdir())):
        rows.append(f"elsewhere/{path.name},note-{i}.txt")
        path.rename(copies / f"note-{i}.txt")
    (tmp_path / "crosswalk.csv").write_text("\n".join(rows))
    asked = BringInRequest(copies, originals=originals, crosswalk=tmp_path / "crosswalk.csv")
    assert service.releases.frame(service.releases.bring_in(asked)).originals.matched == 12
    (tmp_path / "crosswalk.csv").write_text("a,b\n1,2\n")
    with pytest.raises(InputError, match="crosswalk"):
        service.releases.bring_in(asked)


def test_hints_come_after_the_answer_and_count_apart(service, with_originals):
    id = service.releases.bring_in(BringInRequest(with_originals[1]))
    service.draws.commit(id, SamplingPlan(0.2, size=3))
    service.draws.draw(id)
    with pytest.raises(InputError, match="your own answer"):
        service.readings.hints(id, "Ada", Arm.RANDOM, 0)
    service.readings.answer(id, "Ada", Arm.RANDOM, 0, NoteAnswer.CLEAN)
    hints = service.readings.hints(id, "Ada", Arm.RANDOM, 0)
    text = service.readings.note(id, "Ada", Arm.RANDOM, 0).layers[0].text
    assert "5/2/2021" in {text[h.start : h.end] for h in hints if h.layer == 0}
    service.readings.mark(id, "Ada", Arm.RANDOM, 0, 4, 10, Label.PATIENT, LeakKind.WHOLE)
    service.readings.answer(id, "Ada", Arm.RANDOM, 0, NoteAnswer.LEAK)
    reading = service.readings.note(id, "Ada", Arm.RANDOM, 0).reading
    assert (reading.blind, reading.answer, reading.hints_asked) == (NoteAnswer.CLEAN, NoteAnswer.LEAK, 1)
    assert reading.marks[0].after_hints


def test_the_targeted_arm_begins_with_what_is_unlike_the_rest(service, tmp_path):
    folder = tmp_path / "tagged"
    folder.mkdir()
    leaky = {17: "Mrs. Ottilie Brennan, phone (212) 555-0187,", 23: "Mr. Anselm Dreyfus, born 5/2/1961,"}
    for i in range(40):
        who = leaky.get(i, "[PATIENT], phone [PHONE],")
        text = f"{who} was seen on [DATE] for a cough and a rash on both arms. No fever.\n"
        (folder / f"n{i:02}.txt").write_text(text)
    id = service.releases.bring_in(BringInRequest(folder))
    with pytest.raises(InputError):
        service.draws.look_for_suspects(id)
    service.draws.commit(id, SamplingPlan(0.5, size=1), CheckChoices(targeted=3))
    service.draws.draw(id)
    # The seed is drawn afresh each time: one of the two leaky notes at least is not in the sample of one.
    sample = {p.number for p in service.readings.positions(id, "Ada", Arm.RANDOM)}
    assert service.draws.look_for_suspects(id) == 3
    suspects = [p.number for p in service.readings.positions(id, "Ada", Arm.TARGETED)]
    assert not sample & set(suspects)
    assert suspects[0] in leaky.keys() - sample
    shown = service.readings.note(id, "Ada", Arm.TARGETED, 0)
    assert shown.why
    assert not {"Brennan", "Dreyfus"} & set(" ".join(shown.why).split())
    read_all(service, id, "Ada", set(suspects[:1]), arm=Arm.TARGETED)
    sheet = service.verdicts.verdict(id)
    assert (sheet.targeted.read, sheet.targeted.found, sheet.verdict.read) == (3, 1, 0)


def test_copies_of_one_note_in_two_formats_are_said_to_repeat(service, tmp_path):
    folder = tmp_path / "release"
    folder.mkdir()
    for i in range(6):
        (folder / f"n{i}.txt").write_text(f"Note {i} tells of a cough.\nNo fever.\n")
    (folder / "n5.html").write_text(
        "<html><body><p>Note 5 tells of a cough.</p><p>No fever.</p></body></html>"
    )
    (folder / "again.txt").write_text("Note 4 tells of a cough.\nNo fever.\n")
    frame = service.releases.frame(service.releases.bring_in(BringInRequest(folder)))
    assert (frame.notes, frame.repeated) == (8, 2)


def test_properties_comments_and_hidden_text_are_layers_of_their_own(service, tmp_path):
    folder = tmp_path / "release"
    folder.mkdir()
    letter = docx.Document()
    letter.add_paragraph("Seen today for a cough.")
    letter.core_properties.author = "Ottilie Brennan"
    letter.save(folder / "a.docx")
    page = canvas.Canvas(str(folder / "b.pdf"))
    page.setAuthor("Ottilie Brennan")
    page.drawString(100, 700, "Seen today for a cough.")
    page.save()
    (folder / "c.html").write_text("<html><!-- Brennan --><body><p>Seen today for a cough.</p></body></html>")
    (folder / "d.rtf").write_text(r"{\rtf1{\info{\author Ottilie Brennan}}Seen today for a cough.\par}")
    (folder / "e.txt").write_text("Seen today for a cough.")
    id = service.releases.bring_in(BringInRequest(folder))
    hidden = {
        n.place: layers[2].text.lower() for n, layers in service.releases.read_all(id) if len(layers) > 2
    }
    assert sorted(hidden) == ["a.docx", "b.pdf", "c.html", "d.rtf"]
    assert all("brennan" in text and "cough" not in text for text in hidden.values())
    assert max(map(len, hidden.values())) < 400  # and not what programs write there


def test_a_reader_who_stops_half_way_is_told_what_holds_so_far(service, release):
    id = brought_in(service, release)
    service.draws.commit(id, SamplingPlan(0.3, size=30))
    service.draws.draw(id)
    for p in service.readings.positions(id, "Ada", Arm.RANDOM):
        if p.position < 15 or p.position > 17:  # three were skipped
            service.readings.answer(id, "Ada", Arm.RANDOM, p.position, NoteAnswer.CLEAN)
    found = service.verdicts.verdict(id).verdict
    assert (found.read, found.skipped, found.sequential) == (15, 12, True)
    assert found.bound > finite_upper_bound(49, 15, 0, 0.05) / 49  # wider: it may be looked at any time
    service.close()
    again = SpotCheckService(service.user_paths)
    try:
        assert again.readings.progress(id, "Ada", Arm.RANDOM).read == 27
        assert again.verdicts.verdict(id).verdict == found
    finally:
        again.close()


@pytest.mark.parametrize("design", [Design.SIMPLE, Design.ONE_A_PATIENT])
def test_patients_are_drawn_and_counted(service, release, design):
    id = brought_in(service, release, patient_folders=True)
    unit = Unit.PATIENT if design is Design.SIMPLE else Unit.NOTE
    plan = SamplingPlan(0.3, unit=unit, design=design, size=6)
    assert service.draws.preview(id, plan).population == 8 + 10  # a row without a patient is one of its own
    service.draws.commit(id, plan)
    service.draws.draw(id)
    first = service.readings.positions(id, "Ada", Arm.RANDOM)[0].number
    read_all(service, id, "Ada", {first})
    found = service.verdicts.verdict(id).verdict
    assert (found.units, found.read, found.leaking) == (18, 6, 1)
