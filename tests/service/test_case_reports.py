"""Case reports as a front end uses them: brought in, decided about, taken back, found again."""

import subprocess
import sys

import pytest

from chartveil.case_report import reading
from chartveil.case_report.model import Consent, DateStyle, FactChoice, FactDecision
from chartveil.domain.errors import Cancelled, InputError, StoreError
from chartveil.domain.paths import UserPaths
from chartveil.service.case_reports import CaseReportService, CaseRequest, day
from dying_reader import DyingReader

_NOTES = {
    "a.txt": "Patient: KELLER, MARIA   MRN: 4011-27\nProgress note\nDate: 03/06/2019\nMaria feels better.\n",
    "b.txt": "Patient: Maria Keller\nAdmission note\nDate: 03/04/2019\nMrs. Keller came with chest pain.\n",
}


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    folder = tmp_path_factory.mktemp("case")
    for name, text in _NOTES.items():
        (folder / "notes").mkdir(exist_ok=True)
        (folder / "notes" / name).write_text(text)
    service = CaseReportService(UserPaths(folder / "home"))
    service.bring_in(CaseRequest((folder / "notes",)))
    yield service
    service.close()


def test_a_case_is_read_once_and_found_again(service):
    (listed,) = service.cases()
    assert (listed.title, listed.notes) == ("notes", 2)
    other = CaseReportService(service.user_paths)
    case = other.case(listed.id)
    other.close()
    assert {n.note.text for n in case.notes} == set(_NOTES.values())
    assert len(case.patients) == 1
    assert case == service.case(listed.id)


def test_a_file_that_brings_its_process_down_costs_only_itself(service, tmp_path, monkeypatch):
    for name, text in (*_NOTES.items(), ("dies.txt", "Patient: Maria Keller\nNote\n")):
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(reading, "NoteReader", DyingReader)
    told = []
    id = service.bring_in(CaseRequest((tmp_path,)), told.append, apart=True)
    case, in_this_process = service.case(id), service.case(service.cases()[-1].id)
    service.forget(id)
    assert [name for name, _ in case.unread] == ["dies.txt"]
    assert "died" in case.unread[0][1]
    assert [n.note.spans for n in case.notes] == [n.note.spans for n in in_this_process.notes]
    assert [(at.done, at.of) for at in told if not at.is_searched] == [(1, 3), (2, 3), (3, 3)]
    assert [(at.done, at.of) for at in told if at.is_searched] == [(n, 5) for n in range(1, 6)]
    assert [at.is_searched for at in told] == [False] * 3 + [True] * 5


def test_what_is_cancelled_in_processes_of_its_own_leaves_nothing(service, tmp_path):
    for name, text in _NOTES.items():
        (tmp_path / name).write_text(text)
    before, told = service.cases(), []
    with pytest.raises(Cancelled):
        service.bring_in(CaseRequest((tmp_path,)), told.append, lambda: len(told) > 1, apart=True)
    assert service.cases() == before


_LATER = {
    "c.txt": "Patient: Maria Keller\nClinic note\nDate: 03/20/2019\nSeen with her friend Odalys Brandt.\n",
    "same.txt": _NOTES["b.txt"],
    "scan.txt": "Patient: Maria Keller\nDate: 03/08/2019\nWell.\n",
}


def test_further_notes_join_a_case_with_all_that_was_decided(service, tmp_path):
    """What a new note names is found in those before it; the files of these are not needed."""
    first, later = tmp_path / "first", tmp_path / "later"
    for folder, notes in (
        (first, {**_NOTES, "d.txt": "Patient: Maria Keller\nDate: 03/05/2019\nOdalys called twice.\n"}),
        (later, _LATER),
    ):
        folder.mkdir()
        for name, text in notes.items():
            (folder / name).write_text(text)
    (first / "scan.txt").write_bytes(b"%PDF-1.4 broken")
    id = service.bring_in(CaseRequest((first,)))
    service.decide_style(id, DateStyle.WORDS)
    before = service.case(id)
    for file in first.iterdir():
        file.unlink()
    assert service.add_notes(id, (later,)) == 2, "what the case has already is no note more"
    case = service.case(id)
    assert [name for name, _ in before.unread] == ["scan.txt"]
    assert case.unread == (), "it can be read now"
    assert {n.note.id for n in before.notes} < {n.note.id for n in case.notes}
    assert case.notes[-1].note.text == _LATER["c.txt"]
    assert case.index == before.index, "day 0 stays what it was"
    assert case.decisions.style is DateStyle.WORDS
    assert not any("Odalys" in n.text for n in case.notes)
    for note in before.notes:
        again = next(n.note for n in case.notes if n.note.id == note.note.id)
        assert (again.text, again.name, again.patient) == (
            note.note.text,
            note.note.name,
            note.note.patient,
        )
    assert {f.key for f in before.facts} <= {f.key for f in case.facts}
    (listed,) = [c for c in service.cases() if c.id == id]
    assert listed.notes == 5
    with pytest.raises(InputError, match="no note that the case lacks"):
        service.add_notes(id, (later,))
    told = []
    (later / "e.txt").write_text("Patient: Maria Keller\nDate: 04/01/2019\nWell.\n")
    with pytest.raises(Cancelled):
        service.add_notes(id, (later,), told.append, lambda: len(told) > 1)
    assert service.case(id) == case, "nothing is changed"
    service.forget(id)


def test_decisions_are_steps_that_are_taken_back_and_made_again(service):
    id = service.cases()[0].id
    service.decide_style(id, DateStyle.WORDS)
    service.decide_fact(id, "x:1-2:WORK", FactDecision(FactChoice.KEEP, reason="the cause"))
    service.decide_person(id, "p1", "her daughter", Consent.GIVEN, "in writing")
    service.decide_date(id, "x:4", day("2019-03"))
    service.decide_affiliation(id, " St Ogg's Hospital ")
    assert service.case(id).decisions.affiliation == "St Ogg's Hospital"
    assert service.undo(id)
    made = service.case(id).decisions
    assert not made.affiliation
    assert made.facts["x:1-2:WORK"].reason == "the cause"
    assert made.people["p1"] == ("her daughter", Consent.GIVEN, "in writing")
    assert (made.dates["x:4"].last - made.dates["x:4"].first).days == 30
    for _ in range(4):
        assert service.undo(id)
    assert not service.undo(id)
    assert service.case(id).decisions.style is DateStyle.DAYS
    assert service.redo(id)
    assert service.case(id).decisions.style is DateStyle.WORDS
    service.decide_profile(id, "ICMJE")
    assert not service.redo(id), "a new step ends what could be made again"
    while service.undo(id):
        pass


def test_reasons_are_asked_for(service):
    id = service.cases()[0].id
    with pytest.raises(ValueError, match="reason"):
        service.decide_fact(id, "k", FactDecision(FactChoice.KEEP))
    with pytest.raises(ValueError, match="why"):
        service.decide_person(id, "k", "", Consent.NOT_NEEDED)


def test_the_store_holds_no_plain_text_and_no_other_key_opens_it(service, tmp_path):
    content = service.user_paths.case_reports_file.read_bytes()
    assert b"KELLER" not in content
    assert b"chest pain" not in content
    with pytest.raises(StoreError):
        CaseReportService(service.user_paths, b"x" * 32)


def test_a_folder_without_a_note_is_said(service, tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="no file"):
        service.bring_in(CaseRequest((tmp_path / "empty",)))


_DECIDING = """
import sys
from chartveil.case_report.model import Consent
from chartveil.domain.paths import UserPaths
from chartveil.service.case_reports import CaseReportService

service = CaseReportService(UserPaths(__import__("pathlib").Path(sys.argv[1])))
(case,) = service.cases()
for n in range(10_000):
    service.decide_person(case.id, sys.argv[2], "the patient", Consent.NOT_NEEDED, f"reason {n}")
    print(n, flush=True)
"""


def test_what_was_decided_outlives_a_kill(service):
    """Whatever the process told to be stored is there after it was killed, and at most one step more."""
    (case,) = service.cases()
    before = case.steps
    home = service.user_paths.case_reports_file.parent
    person = service.case(case.id).people[0].key
    deciding = [sys.executable, "-c", _DECIDING, str(home), person]
    process = subprocess.Popen(deciding, stdout=subprocess.PIPE, text=True)
    told = [int(next(process.stdout)) for _ in range(25)][-1]
    process.kill()
    told = max([told, *map(int, process.stdout.read().split())])
    process.wait()
    process.stdout.close()
    again = CaseReportService(service.user_paths)
    steps = again.cases()[0].steps - before
    (said,) = {p.why for p in again.case(case.id).people if p.key == person}
    while again.cases()[0].steps > before:
        again.undo(case.id)
    again.close()
    assert steps in (told + 1, told + 2)
    assert said == f"reason {steps - 1}"
