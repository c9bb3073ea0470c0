"""The pages of a case report, used by keys; what they ask for, and what they show of a case."""

from dataclasses import replace
from functools import partial
from operator import attrgetter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from chartveil.case_report.estimate import Assumptions, estimate
from chartveil.case_report.model import Consent, Contradiction, DayRange, FactChoice, FactDecision
from chartveil.case_report.outputs.content import day_zero, timeline
from chartveil.case_report.outputs.drawing import timeline_svg
from chartveil.case_report.profiles import check_profile, journal_profiles
from chartveil.gui.case_report.days import days_from_text, days_text
from chartveil.gui.case_report.page import CaseReportPage, CaseStep
from chartveil.gui.case_report.places import places_of
from chartveil.gui.theme.colors import ThemeName
from chartveil.gui.widgets.file_dialogs import UserPrompts
from gui.case_report.cases import made_case


@pytest.fixture
def pages(qtbot, themes, tmp_path):
    shown = CaseReportPage(themes, UserPrompts(folder=lambda *_: tmp_path))
    qtbot.addWidget(shown)
    shown.resize(1200, 800)
    with qtbot.waitExposed(shown):
        shown.show()
    shown.activateWindow()
    return shown


@pytest.fixture
def prose(pages, qtbot):
    show(pages, made_case())
    pages.show_step(CaseStep.PROSE, set(CaseStep))
    qtbot.waitUntil(pages.prose.texts.result.hasFocus)
    return pages.prose


def show(pages, case):
    pages.show_case(case, estimate(case))


def press(*keys):
    for key in keys:
        QTest.keyClick(QApplication.focusWidget(), key)


def type_line(text):
    QTest.keyClicks(QApplication.focusWidget(), text)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)


def heard(signal):
    told = []
    signal.connect(lambda *args: told.append(args))
    return told


@pytest.mark.parametrize("text", ["2019-03-04", "2019-03-01 to 2019-03-09"])
def test_days_are_read_as_they_are_shown(text):
    assert days_text(days_from_text(text)) == text


@pytest.mark.parametrize("text", ["", "3/4/2019", "2019-02-30", "2019-03-09 to 2019-03-01", "2019-03-04 to"])
def test_what_is_no_day_is_none(text):
    assert days_from_text(text) is None


def test_a_month_is_all_its_days():
    assert days_text(days_from_text("2020-02")) == "2020-02-01 to 2020-02-29"


def test_the_notes_are_asked_for(pages, qtbot, tmp_path):
    asked = heard(pages.notes.bring_in_requested)
    pages.notes.ask_notes()
    qtbot.waitUntil(pages.notes.folder.hasFocus)
    type_line(str(tmp_path))
    assert asked[0][0].inputs == (tmp_path,)


def test_notes_day_zero_and_what_does_not_fit_are_shown(pages):
    show(pages, made_case())
    page = pages.notes
    rows = [[page.table.item(r, c).text() for c in range(5)] for r in range(page.table.rowCount())]
    assert rows[0] == ["1", "2019-03-04", "Day 0: admission note", "Ana Ruiz", "note-1.txt"]
    assert page.index.currentText() == "admission (2019-03-04): the first note tells of it"
    said = [page.problems.item(i).text() for i in range(page.problems.count())]
    assert len(said) == 3
    assert any("encrypted" in line for line in said)
    assert pages.undecided.text() == "3 facts undecided"


def test_a_note_of_another_patient_and_a_days_note_are_said_by_keys(pages, qtbot):
    show(pages, made_case())
    pages.show_step(CaseStep.NOTES, set(CaseStep))
    qtbot.waitUntil(pages.notes.table.hasFocus)
    other, dated = heard(pages.notes.other_patient_said), heard(pages.notes.note_dated)
    press(Qt.Key.Key_Down, Qt.Key.Key_X)
    assert other == [("b" * 16, True)]
    press(Qt.Key.Key_D)
    type_line("last week")
    assert dated == []
    pages.notes.note_day.clear()
    type_line("2019-03-10")
    assert dated == [("b" * 16, days_from_text("2019-03-10"))]


def test_places_are_what_is_altered_and_facts_that_stay():
    case = made_case()
    key = case.facts[1].key
    kept = made_case({key: FactDecision(FactChoice.KEEP, reason="the point of it")})
    before, after = (
        [(p.becomes, p.fact is not None) for p in places_of(c, c.notes[0])] for c in (case, kept)
    )
    assert ("keeps animals", True) in before
    assert ("keeps two wolves", True) in after
    assert len(before) == len(after) == 7


def test_one_key_goes_from_fact_to_fact_and_takes_a_wording(prose):
    decided = heard(prose.panel.fact_decided)
    press(Qt.Key.Key_N)
    facts = made_case().facts
    assert prose.panel.fact.key == facts[0].key
    assert "worked as a glassblower" in prose.panel.written.full_text
    press(Qt.Key.Key_Return)
    press(Qt.Key.Key_3)
    press(Qt.Key.Key_N, Qt.Key.Key_L)
    assert decided == [
        (facts[0].key, FactDecision(FactChoice.GENERALISE, 1)),
        (facts[0].key, FactDecision(FactChoice.LEAVE_OUT)),
        (facts[1].key, FactDecision(FactChoice.LEAVE_OUT)),
    ]
    press(Qt.Key.Key_N)
    assert prose.notes.currentRow() == 1, "the last fact is in the second note"


def test_to_keep_a_fact_needs_a_reason(prose, qtbot):
    decided = heard(prose.panel.fact_decided)
    press(Qt.Key.Key_N, Qt.Key.Key_1)
    qtbot.waitUntil(prose.panel.reason.hasFocus)
    press(Qt.Key.Key_Return)
    assert decided == []
    assert prose.panel.said_reason.text()
    type_line("silica explains the lungs")
    key = made_case().facts[0].key
    assert decided == [(key, FactDecision(FactChoice.KEEP, reason="silica explains the lungs"))]
    qtbot.waitUntil(prose.texts.result.hasFocus)
    press(Qt.Key.Key_N, Qt.Key.Key_K, Qt.Key.Key_Return)
    assert decided[1][1].reason == "silica explains the lungs", "offered for the next"


def test_own_words_for_a_fact_and_for_another_place(prose, qtbot):
    decided, worded = heard(prose.panel.fact_decided), heard(prose.panel.worded)
    press(Qt.Key.Key_N, Qt.Key.Key_W)
    type_line("did skilled manual work")
    assert decided[0][1].wording == "did skilled manual work"
    press(Qt.Key.Key_Comma, Qt.Key.Key_Comma)
    assert prose.panel.fact is None
    press(Qt.Key.Key_W)
    type_line("The woman")
    ((place, text),) = worded
    assert (place.becomes, text) == ("The patient", "The woman")


def test_a_date_is_put_right(prose, qtbot):
    dated = heard(prose.panel.event_dated)
    prose.notes.setCurrentRow(1)
    press(Qt.Key.Key_Period, Qt.Key.Key_D)
    type_line("soon")
    assert dated == []
    prose.panel.day.clear()
    type_line("2019-03")
    assert dated == [("b" * 16 + ":5", days_from_text("2019-03"))]
    assert isinstance(dated[0][1], DayRange)


def test_what_stays_is_shown_again_after_a_decision(pages, prose):
    press(Qt.Key.Key_N)
    key = prose.panel.fact.key
    show(pages, made_case({key: FactDecision(FactChoice.LEAVE_OUT)}))
    assert prose.panel.fact.key == key
    assert prose.panel.state.text() == "✓ Left out"
    assert pages.undecided.text() == "2 facts undecided"
    assert "◆1" in prose.notes.item(0).text()
    press(Qt.Key.Key_N)
    assert prose.panel.fact.key != key


def test_selected_text_is_marked_as_a_fact(prose, qtbot):
    marked = heard(prose.fact_marked)
    view = prose.texts.result
    start = view.text.index("drove her here")
    view.select(start, start + len("drove her here"))
    press(Qt.Key.Key_A)
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None)
    QTest.keyClick(QApplication.activePopupWidget(), Qt.Key.Key_2)
    ((note, begin, end, category),) = marked
    assert made_case().notes[0].note.text[begin:end] == "drove her here"
    assert (note, category.value) == ("a" * 16, "family")


@pytest.mark.parametrize("key", ["Return", "Enter", "L", "K", "U", "W", "D", "1", "4", "9"])
def test_a_key_for_what_is_not_chosen_says_so(prose, key):
    decided = heard(prose.panel.fact_decided)
    press(getattr(Qt.Key, f"Key_{key}"))
    assert prose.message.text()
    assert decided == []
    press(Qt.Key.Key_N)
    assert not prose.message.text()
    assert prose.texts.result.hasFocus()


def test_a_wording_that_the_ladder_lacks_is_said_to_be_lacking(prose):
    decided = heard(prose.panel.fact_decided)
    press(Qt.Key.Key_N, Qt.Key.Key_7)
    assert prose.message.text() == "This fact has 3 wordings."
    assert decided == []


def test_a_decided_fact_shows_at_once_and_the_next_has_the_keys(pages, prose):
    press(Qt.Key.Key_N)
    first = prose.panel.fact.key
    case = made_case({first: FactDecision(FactChoice.LEAVE_OUT)})
    prose.show_decided(case, first)
    assert prose.panel.fact.key == case.facts[1].key
    assert "◆1" in prose.notes.item(0).text()
    show(pages, case)
    assert prose.panel.fact.key == case.facts[1].key


@pytest.mark.parametrize(
    ("step", "field"),
    [
        (CaseStep.PROSE, "prose.panel.reason"),
        (CaseStep.PROSE, "prose.panel.wording"),
        (CaseStep.PEOPLE, "people.role"),
        (CaseStep.PEOPLE, "people.why"),
        (CaseStep.NOTES, "notes.named_patient"),
        (CaseStep.NOTES, "notes.day_zero"),
        (CaseStep.NOTES, "notes.note_day"),
        (CaseStep.CHECK, "check.population"),
        (CaseStep.CHECK, "check.prevalence"),
        (CaseStep.CHECK, "check.affiliation"),
    ],
)
def test_what_is_being_typed_stays_when_the_case_was_worked_out_anew(pages, qtbot, step, field):
    show(pages, made_case())
    pages.show_step(step, set(CaseStep))
    pages.prose.show_fact(made_case().facts[0].key)
    line = attrgetter(field)(pages)
    line.setFocus()
    qtbot.waitUntil(line.hasFocus)
    line.selectAll()
    QTest.keyClicks(line, "a reason")
    show(pages, made_case({made_case().facts[1].key: FactDecision(FactChoice.LEAVE_OUT)}))
    assert line.text() == "a reason"


@pytest.mark.parametrize("step", CaseStep)
@pytest.mark.parametrize("keys", ["Ctrl+Z", "Ctrl+Y", "Ctrl+Shift+Z"])
def test_undo_and_redo_have_their_keys_on_every_page(pages, qtbot, step, keys):
    show(pages, made_case())
    pages.show_step(step, set(CaseStep))
    pages.people.table.setFocus()
    asked = heard(pages.undo_requested if keys == "Ctrl+Z" else pages.redo_requested)
    wanted = pages.steps[step]
    wanted.setFocus()
    qtbot.waitUntil(wanted.hasFocus)
    chord = QKeySequence(keys)[0]
    QTest.keyClick(wanted, chord.key(), chord.keyboardModifiers())
    assert asked == [()]


def test_undo_and_redo_are_off_where_there_is_nothing_to_take_back(pages, prose, qtbot):
    pages.show_undo_redo(True, False)
    assert pages.undo.isEnabled()
    assert not pages.redo.isEnabled()
    pages.undo.setFocus()
    qtbot.waitUntil(pages.undo.hasFocus)
    pages.show_undo_redo(False, True)
    assert not pages.undo.isEnabled()
    qtbot.waitUntil(prose.texts.result.hasFocus)


def test_what_does_not_fit_together_names_its_note_and_leads_there(pages):
    case = made_case()
    start = case.notes[1].note.text.index("9 March")
    told = Contradiction("order", "A note tells of a later day.", (("b" * 16, start, start + 7),))
    show(pages, replace(case, contradictions=(told,)))
    wanted = heard(pages.notes.place_requested)
    assert pages.notes.problems.item(0).text() == "⚠ A note tells of a later day. (note 2: “9 March”)"
    pages.show_step(CaseStep.NOTES, set(CaseStep))
    pages.notes.problems.setFocus()
    pages.notes.problems.setCurrentRow(0)
    QTest.keyClick(pages.notes.problems, Qt.Key.Key_Return)
    assert wanted == [("b" * 16, start)]
    pages.prose.show_offset("b" * 16, start)
    assert pages.prose.panel.written.full_text == "9 March"


def test_a_note_that_came_later_is_the_chosen_one(pages):
    case = made_case()
    show(pages, replace(case, notes=case.notes[:1]))
    show(pages, case)
    assert pages.notes.table.currentRow() == 1


def test_to_bring_nothing_in_says_what_is_wanted(pages, qtbot):
    pages.notes.ask_notes()
    qtbot.waitUntil(pages.notes.folder.hasFocus)
    press(Qt.Key.Key_Return)
    assert "Give the folder" in pages.notes.problem.text()
    QTest.keyClicks(pages.notes.folder, "/")
    assert not pages.notes.problem.text()


def test_consent_by_keys_asks_why_where_none_is_needed(pages, qtbot):
    show(pages, made_case())
    pages.show_step(CaseStep.PEOPLE, set(CaseStep))
    qtbot.waitUntil(pages.people.table.hasFocus)
    decided = heard(pages.people.person_decided)
    press(Qt.Key.Key_3)
    press(Qt.Key.Key_Down, Qt.Key.Key_5)
    qtbot.waitUntil(pages.people.why.hasFocus)
    type_line("told by role alone")
    assert decided == [
        ("patient", "the patient", Consent.GIVEN, ""),
        ("relative-1", "her sister", Consent.NOT_NEEDED, "told by role alone"),
    ]


def test_what_a_person_said_of_a_note_is_not_said_of_its_header(pages):
    show(pages, made_case(same_patient=frozenset({"b" * 16})))
    shown = [label.text() for label in pages.notes.findChildren(QLabel)]
    assert "1 note is this patient's as you said; all other headers name the same one." in shown


def test_what_was_written_of_one_case_is_not_said_of_another(pages, tmp_path):
    page = pages.write
    page.show_message("✓ 8 files", "success")
    page.folder.setText(str(tmp_path))
    page.as_suggested.setChecked(True)
    page.begin()
    page.suggest_folder(tmp_path / "new")
    assert page.message.text() == ""
    assert page.folder.text() == str(tmp_path / "new")
    assert not page.as_suggested.isChecked()


@pytest.mark.parametrize("width", [1000, 1024, 1100, 1280])
def test_there_is_room_to_write_what_was_found(pages, qtbot, width):
    show(pages, made_case())
    pages.resize(width, 680)
    pages.show_step(CaseStep.WRITE, set(CaseStep))
    qtbot.waitUntil(lambda: pages.width() == width and pages.write.seen.width() > 200)


@pytest.mark.parametrize("width", [880, 900, 1000, 1024])
@pytest.mark.parametrize("step", [CaseStep.NOTES, CaseStep.CHECK, CaseStep.WRITE])
def test_a_narrow_page_needs_no_scrolling_sideways(pages, qtbot, width, step):
    show(pages, made_case())
    pages.resize(width, 600)
    pages.write.show_open(37, ("Dutch", "Frisian"), ("a.pdf", "b.pdf"))
    pages.show_step(step, set(CaseStep))
    page = {CaseStep.NOTES: pages.notes, CaseStep.CHECK: pages.check, CaseStep.WRITE: pages.write}[step]
    outer = page.layout().itemAt(0).widget()
    qtbot.waitUntil(lambda: outer.isVisible() and outer.horizontalScrollBar().maximum() == 0)


@pytest.mark.parametrize("width", [1000, 1200, 1360, 1920])
def test_many_names_leave_room_for_why(pages, qtbot, width):
    case = made_case()
    many = replace(case.people[0], names=tuple(f"Ana Maria Ruiz-Lopez {n}" for n in range(12)))
    pages.resize(width, 800)
    show(pages, replace(case, people=(many, *case.people[1:])))
    pages.show_step(CaseStep.PEOPLE, set(CaseStep))
    table = pages.people.table
    qtbot.waitUntil(lambda: table.columnWidth(5) > 100)
    assert abs(table.columnWidth(1) - table.columnWidth(5)) < 4


@pytest.mark.parametrize(
    ("patient", "sister", "left"),
    [
        (Consent.OPEN, Consent.OPEN, 2),
        (Consent.ASKED, Consent.OPEN, 2),
        (Consent.GIVEN, Consent.OPEN, 1),
        (Consent.GIVEN, Consent.ASKED, 1),
        (Consent.GIVEN, Consent.GIVEN, 0),
        (Consent.GIVEN, Consent.REFUSED, 0),
        (Consent.GIVEN, Consent.NOT_NEEDED, 0),
        (Consent.NOT_NEEDED, Consent.REFUSED, 0),
        (Consent.REFUSED, Consent.GIVEN, 1),
        (Consent.REFUSED, Consent.REFUSED, 1),
    ],
)
def test_who_refused_is_left_out_and_not_asked_again_except_the_patient(pages, patient, sister, left):
    case = made_case()
    ana, eva = case.people
    people = (replace(ana, consent=patient), replace(eva, consent=sister))
    show(pages, replace(case, people=people))
    assert pages.without_consent.text().startswith(f"{left} p" if left else "✓ 0 p")


@pytest.mark.parametrize("step", CaseStep)
@pytest.mark.parametrize("width", [1000, 1024, 1100, 1280, 1440])
def test_no_button_and_no_number_is_cut_off(pages, qtbot, width, step):
    pages.resize(width, 680)
    case = made_case()
    show(pages, replace(case, people=case.people * 9, title="a case with a long name that somebody gave it"))
    pages.show_step(step, set(CaseStep))

    def cut():
        shown = [b for b in pages.findChildren(QPushButton) if b.isVisible()]
        shown += [pages.undecided, pages.without_consent, pages.fit]
        return [w.text() for w in shown if w.width() < w.sizeHint().width()]

    qtbot.waitUntil(lambda: pages.width() == width and cut() == [])


def test_phrases_are_worked_through_by_keys(pages, qtbot):
    page = pages.write
    page.show_phrases(("plays the theremin", "keeps two wolves"), {})
    pages.show_step(CaseStep.WRITE, set(CaseStep))
    qtbot.waitUntil(page.phrases.hasFocus)
    searched = heard(page.searched)
    press(Qt.Key.Key_1, Qt.Key.Key_2)
    type_line("a newspaper names her")
    press(Qt.Key.Key_0)
    assert searched == [
        ("plays the theremin", "✓ nothing that tells who it is"),
        ("keeps two wolves", "✕ a newspaper names her"),
        ("keeps two wolves", None),
    ]
    page.show_phrases(("plays the theremin", "keeps two wolves"), {"keeps two wolves": "✕ a post"})
    assert page.searched_count.text() == "1 of 2 searched"
    assert page.phrases.item(1, 1).text() == "✕ a post"


def test_what_a_person_answers_for_is_asked_only_where_it_is(pages, tmp_path):
    page = pages.write
    pages.show_step(CaseStep.WRITE, set(CaseStep))
    wanted = heard(page.write_requested)
    page.show_open(0, ())
    assert not page.as_suggested.isVisible()
    assert not page.uncovered.isVisible()
    page.show_open(2, ("Dutch",))
    page.as_suggested.setChecked(True)
    page.folder.setText(str(tmp_path / "out"))
    QTest.mouseClick(page.write, Qt.MouseButton.LeftButton)
    assert wanted == [(tmp_path / "out", {"as_suggested": True, "uncovered": False, "without_unread": False})]
    assert "Dutch" in page.uncovered.text()
    page.show_open(0, (), ("broken.pdf",))
    assert page.without_unread.isVisible()
    page.without_unread.setChecked(True)
    QTest.mouseClick(page.write, Qt.MouseButton.LeftButton)
    assert wanted[-1][1] == {"as_suggested": False, "uncovered": False, "without_unread": True}


def test_each_wording_says_how_many_people_it_fits(prose):
    press(Qt.Key.Key_N)
    lines = [prose.panel.rungs.item(i).text() for i in range(prose.panel.rungs.count())]
    assert all("fit" in line for line in lines)
    assert lines[1] != lines[2]


def test_assumptions_are_typed_and_refused_where_they_cannot_be(pages, qtbot):
    show(pages, made_case())
    pages.show_step(CaseStep.CHECK, set(CaseStep))
    page = pages.check
    qtbot.waitUntil(page.population.hasFocus)
    assumed = heard(page.assumed)
    type_line("many")
    assert page.problem.text()
    assert assumed == []
    page.population.clear()
    type_line("20,000")
    assert assumed[0] == (Assumptions(population=20_000),)
    case = made_case(assumptions={"population": 20_000})
    show(pages, case)
    assert page.factors.item(0, 1).text() == "20,000"
    assert estimate(case).k < estimate(made_case()).k
    assert "fit" in pages.fit.text()


def test_a_journals_list_is_shown_with_what_is_missing_first(pages):
    profile = journal_profiles()["care"]
    page = pages.check
    chosen = heard(page.profile_chosen)
    page.show_profiles({p.name: p.title for p in journal_profiles().values()}, "care")
    page.show_checked(check_profile(made_case(), profile), profile.source)
    assert page.items.rowCount() == len(profile.items)
    signs = [page.items.item(r, 0).text() for r in range(page.items.rowCount())]
    assert signs == sorted(signs, key="✕☐✓".index)
    page.profile.setCurrentIndex(0)
    page.profile.activated.emit(0)
    assert chosen == [(next(iter(journal_profiles())),)]


@pytest.mark.parametrize("name", [ThemeName.DARK, ThemeName.LIGHT, ThemeName.CONTRAST])
def test_the_timeline_has_the_colours_of_the_theme(pages, themes, name):
    case = made_case()
    pages.write.show_timeline(partial(timeline_svg, timeline(case), day_zero(case)), "Timeline")
    show(pages, case)
    pages.show_step(CaseStep.WRITE, set(CaseStep))
    themes.change(name)
    drawn = pages.write.timeline.grab().toImage()
    # A corner is paper; somewhere stand the marks.
    assert drawn.pixelColor(3, 3) == themes.theme.raised
    colors = {drawn.pixel(x, y) for x in range(drawn.width()) for y in range(drawn.height())}
    assert themes.theme.accent.rgb() in colors


def test_the_authors_affiliation_is_told_once_and_shown(pages):
    show(pages, made_case())
    pages.show_step(CaseStep.CHECK, set(CaseStep))
    told = heard(pages.check.affiliation_told)
    pages.check.affiliation.setFocus()
    type_line("St Ogg's Hospital,  Floss")
    pages.check.population.setFocus()
    assert told == [("St Ogg's Hospital, Floss",)]
    pages.check.show_affiliation("Oakvale")
    assert pages.check.affiliation.text() == "Oakvale"


def test_what_was_wrong_with_the_notes_of_one_case_is_not_said_of_another(pages):
    case = made_case()
    show(pages, case)
    pages.notes.show_problem("holds no note that the case lacks.")
    show(pages, case)
    assert pages.notes.problem_with_more.text()
    show(pages, replace(case, id=case.id + 1))
    assert not pages.notes.problem_with_more.text()
