"""What journals ask for, and how far a case meets it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from case_notes import case_of
from chartveil.case_report.building import CaseTools
from chartveil.case_report.indirect_facts.finder import find_facts
from chartveil.case_report.model import CaseReport, Consent, FactChoice, FactDecision
from chartveil.case_report.profiles import ItemStatus, check_profile, journal_profiles, load_profile
from chartveil.domain.errors import InputError

NOTES = (
    "Admission note\nPatient: [[PATIENT|Lindqvist, Eva]]\nDate: 03/04/2019\n"
    "A [[AGE|32]]-year-old woman presented with cough. Examination: clear. CT was normal. "
    "She was treated with rest in [[CITY|Malmo]]. Her daughter drove. She works as a glassblower.\n",
    "Progress note\nPatient: [[PATIENT|Lindqvist, Eva]]\nDate: 03/09/2019\nShe has recovered.\n",
)
TOOLS = CaseTools(find_facts)


def statuses(case: CaseReport, profile: str) -> dict[str, ItemStatus]:
    return {c.item.id: c.status for c in check_profile(case, journal_profiles()[profile])}


def test_the_profiles_are_there_and_say_where_they_are_from() -> None:
    profiles = journal_profiles()
    assert set(profiles) == {"bmj-case-reports", "care", "icmje", "own"}
    assert len(profiles["care"].items) == 13
    assert all(p.source and p.items for p in profiles.values())


def test_what_nobody_did_is_missing_and_what_a_person_does_is_never_met() -> None:
    case = case_of(*NOTES, tools=TOOLS)
    found = statuses(case, "bmj-case-reports")
    assert {found[i] for i in ("ages", "dates", "names", "places")} == {ItemStatus.MET}
    assert {found[i] for i in ("facts", "patient-consent", "others-consent", "search")} == {
        ItemStatus.MISSING
    }
    assert found["read"] is found["pictures"] is ItemStatus.PERSON


def test_decisions_meet_what_was_missing() -> None:
    case = case_of(*NOTES, tools=TOOLS)
    decided = case_of(
        *NOTES,
        tools=TOOLS,
        facts={f.key: FactDecision(FactChoice.LEAVE_OUT) for f in case.facts},
        people={p.key: (p.role, Consent.GIVEN, "") for p in case.people},
        searched={"a phrase": "nothing"},
    )
    found = statuses(decided, "bmj-case-reports")
    assert ItemStatus.MISSING not in found.values()
    assert statuses(decided, "icmje")["consent"] is ItemStatus.MET


def test_care_looks_for_what_the_notes_tell() -> None:
    found = statuses(case_of(*NOTES), "care")
    assert {n for n, s in found.items() if s is ItemStatus.MET} == {"5", "6", "7", "8", "9", "10"}
    assert statuses(case_of("Clinic note\nShe is well.\n"), "care")["7"] is ItemStatus.MISSING


def test_what_is_left_in_the_text_is_told() -> None:
    case = case_of(*NOTES)
    first = replace(case.notes[0], text=case.notes[0].text + " Seen in Malmo on 03/04/2019, aged 32 years.")
    found = statuses(replace(case, notes=(first, *case.notes[1:])), "own")
    assert {i for i in ("places", "dates", "ages") if found[i] is ItemStatus.MISSING} == {
        "places",
        "dates",
        "ages",
    }


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = 'x'\n", "name, title, source or items"),
        ("name='x'\ntitle='x'\nsource='x'\n[[item]]\nid='a'\n", "item 1"),
        ("name='x'\ntitle='x'\nsource='x'\n[[item]]\nid='a'\nwhat='w'\ncheck='moon'\n", "moon"),
        ("name='x'\ntitle='x'\nsource='x'\n[[item]]\nid='a'\nwhat='w'\ncheck='words'\n", "lacks words"),
    ],
)
def test_a_profile_that_is_not_valid_is_refused_by_name(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=said) as error:
        load_profile(path)
    assert "mine.toml" in error.value.where


def test_a_site_adds_its_own_profile(tmp_path: Path) -> None:
    (tmp_path / "profiles").mkdir()
    text = "name = 'gazette'\ntitle = 'Our gazette'\nsource = 'its site'\n[[item]]\nid='a'\nwhat='w'\n"
    (tmp_path / "profiles" / "gazette.toml").write_text(text, encoding="utf-8")
    assert journal_profiles(tmp_path)["gazette"].title == "Our gazette"
