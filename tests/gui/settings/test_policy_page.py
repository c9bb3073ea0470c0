"""The policy page of the settings as a person uses it: keys and clicks in, signals out."""

from dataclasses import replace

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from chartveil.domain.errors import StageError
from chartveil.domain.labels import Label
from chartveil.domain.policy import (
    MOST_NAMES_ANEW,
    AgeMethod,
    DateMethod,
    LabelAction,
    MustDecide,
    OtherLanguages,
    ZipMethod,
    load_policy,
    policy_toml,
)
from chartveil.service.site_setup import EXAMPLE_SPANS, EXAMPLE_TEXT, KnownPolicy
from gui.settings.settings_help import LEFT, choose, data

# Policy


def test_choosing_a_policy_tells_it_and_shows_what_it_does(opened, qtbot):
    dialog = opened()
    page = dialog.policy
    assert page.policy_choice.value == "safe_harbor_plus"
    choose(qtbot, page.policy_choice, "limited_data_set")
    assert dialog.told[-1].policy == "limited_data_set"
    row = list(Label).index(Label.DATE)
    assert page.labels.item(row, 3).text() == "Stays as it is"
    assert "03/14/2019" in page.example.after.accessibleDescription()


def test_the_example_changes_as_one_edits(opened, qtbot):
    page = opened().policy
    assert "Okonkwo" not in page.example.after.accessibleDescription()
    choose(qtbot, page.action_choices[Label.DOCTOR], LabelAction.KEEP)
    assert "Okonkwo" in page.example.after.accessibleDescription()
    assert page.labels.item(list(Label).index(Label.DOCTOR), 3).text() == "Stays as it is"
    assert page.changed
    qtbot.mouseClick(page.reset, LEFT)
    assert not page.changed
    assert "Okonkwo" not in page.example.after.accessibleDescription()


def test_the_example_holds_what_its_spans_say():
    assert [EXAMPLE_TEXT[s.start : s.end] for s in EXAMPLE_SPANS if s.label is Label.DATE] == [
        "03/14/2019",
        "March 19, 2019",
    ]


def test_an_example_that_fails_says_why(opened):
    def fails(*_):
        raise StageError("surrogates", "the lists are missing.")

    assert "lists are missing" in opened(example=fails).policy.example.after.text()


def test_a_method_and_its_action_go_together(opened, qtbot):
    page = opened().policy
    page.tabs.setCurrentIndex(1)
    choose(qtbot, page.dates, DateMethod.INTERVAL)
    assert page.policy.actions[Label.DATE] is LabelAction.GENERALIZE
    assert not page.days.isEnabled()
    page.tabs.setCurrentIndex(0)
    choose(qtbot, page.action_choices[Label.DATE], LabelAction.REPLACE)
    assert page.policy.dates is DateMethod.SHIFT
    assert page.days.isEnabled()
    choose(qtbot, page.action_choices[Label.ZIP], LabelAction.REPLACE)
    assert page.policy.zips is ZipMethod.RANDOM
    choose(qtbot, page.action_choices[Label.AGE], LabelAction.KEEP)
    assert not page.ages.isEnabled()


def test_a_share_of_names_drawn_anew_is_chosen_with_keys_saved_and_read(opened, qtbot, tmp_path):
    dialog = opened()
    page = dialog.policy
    page.tabs.setCurrentIndex(1)
    assert page.names_anew.value() == 0.0
    page.names_anew.setFocus()
    for _ in range(20):
        qtbot.keyClick(page.names_anew, Qt.Key.Key_Up)
    assert page.policy.names_anew == MOST_NAMES_ANEW
    for _ in range(8):
        qtbot.keyClick(page.names_anew, Qt.Key.Key_Down)
    assert page.policy.names_anew == 0.1
    page.name.selectAll()
    qtbot.keyClicks(page.name, "Names anew")
    with qtbot.waitSignal(dialog.policy.saved) as saved:
        qtbot.mouseClick(page.save, LEFT)
    path = tmp_path / "names_anew.toml"
    path.write_text(policy_toml(saved.args[0]), encoding="utf-8")
    assert load_policy(str(path)).names_anew == 0.1


def test_only_dates_ages_and_places_can_be_made_coarser(opened):
    page = opened().policy
    coarser = {
        label for label, combo in page.action_choices.items() if LabelAction.GENERALIZE in combo.values
    }
    assert coarser == {Label.DATE, Label.AGE, Label.ZIP, Label.CITY, Label.STATE}


def test_a_policy_of_ones_own_is_saved_and_can_be_read(opened, qtbot, tmp_path):
    dialog = opened()
    page = dialog.policy
    assert not page.save.isEnabled(), "nothing to save yet"
    choose(qtbot, page.action_choices[Label.STATE], LabelAction.KEEP)
    page.tabs.setCurrentIndex(1)
    choose(qtbot, page.ages, AgeMethod.BAND)
    page.tabs.setCurrentIndex(2)
    page.threshold.setFocus()
    qtbot.keyClick(page.threshold, Qt.Key.Key_Up)
    page.certainty.setFocus()
    qtbot.keyClick(page.certainty, Qt.Key.Key_Down)
    choose(qtbot, page.must_decide, MustDecide.ALL)
    choose(qtbot, page.other_languages, OtherLanguages.ALLOW)
    page.name.selectAll()
    qtbot.keyClicks(page.name, "Our copies 2025")
    with qtbot.waitSignal(dialog.policy.saved) as saved:
        qtbot.mouseClick(page.save, LEFT)
    policy = saved.args[0]
    assert policy.name == "our_copies_2025"
    path = tmp_path / f"{policy.name}.toml"
    path.write_text(policy_toml(policy), encoding="utf-8")
    read = load_policy(str(path))
    assert replace(read, sha256="") == policy
    assert (read.threshold, read.certainty) == (0.26, 0.9)
    assert not read.is_identifier(Label.STATE)
    dialog.policy.set_policies((*data().policies, KnownPolicy(str(path), read, own=True)), str(path))
    assert page.policy_choice.currentText() == "Our copies 2025 (yours)"
    assert not page.changed


def test_what_the_page_does_not_show_of_a_policy_stays_as_it_is(opened, qtbot, tmp_path):
    dialog = opened()
    page = dialog.policy
    path = tmp_path / "strict.toml"
    path.write_text(policy_toml(replace(load_policy(), title="Strict", certainty=0.99)), encoding="utf-8")
    dialog.policy.set_policies(
        (*data().policies, KnownPolicy(str(path), load_policy(str(path)), own=True)), str(path)
    )
    page.tabs.setCurrentIndex(2)
    page.doubtful.setFocus()
    qtbot.keyClick(page.doubtful, Qt.Key.Key_Up)
    page.name.selectAll()
    qtbot.keyClicks(page.name, "Stricter")
    with qtbot.waitSignal(dialog.policy.saved) as saved:
        qtbot.mouseClick(page.save, LEFT)
    assert saved.args[0].doubtful > load_policy().doubtful
    assert saved.args[0].certainty == 0.99


def test_our_own_policies_cannot_be_overwritten(opened, qtbot):
    dialog = opened()
    page = dialog.policy
    choose(qtbot, page.action_choices[Label.STATE], LabelAction.KEEP)
    page.name.selectAll()
    qtbot.keyClicks(page.name, "Safe Harbor Plus")
    with qtbot.assertNotEmitted(dialog.policy.saved):
        qtbot.mouseClick(page.save, LEFT)
    assert "another name" in page.remark.text()


def test_what_falls_below_a_regulation_is_told_and_not_saved_under_its_name(opened, qtbot):
    dialog = opened()
    page = dialog.policy
    assert page.law.text() == "Leaves nothing that HIPAA Safe Harbor removes."
    choose(qtbot, page.action_choices[Label.PHONE], LabelAction.KEEP)
    assert "PHONE stays" in page.law.text()
    page.name.selectAll()
    qtbot.keyClicks(page.name, "HIPAA copies")
    with qtbot.assertNotEmitted(dialog.policy.saved):
        qtbot.mouseClick(page.save, LEFT)
    assert "PHONE stays" in page.remark.text()
    page.name.selectAll()
    qtbot.keyClicks(page.name, "Recall study")
    with qtbot.waitSignal(dialog.policy.saved):
        qtbot.mouseClick(page.save, LEFT)


def test_changes_are_not_lost_without_a_question(opened, qtbot, answers):
    dialog = opened()
    page = dialog.policy
    choose(qtbot, page.action_choices[Label.STATE], LabelAction.KEEP)
    answers.yes = False
    choose_first = page.policy_choice
    choose_first.setFocus()
    qtbot.keyClick(choose_first, Qt.Key.Key_Home)
    assert answers.questions == ["Leave your changes?"]
    assert choose_first.value == "safe_harbor_plus"
    assert not page.policy.is_identifier(Label.STATE)
    assert dialog.told == []


def test_a_line_of_doubt_below_the_least_score_is_remarked_on(opened, qtbot):
    page = opened().policy
    page.tabs.setCurrentIndex(2)
    page.doubtful.setFocus()
    page.doubtful.selectAll()
    qtbot.keyClicks(page.doubtful, "0.10")
    qtbot.keyClick(page.doubtful, Qt.Key.Key_Tab)
    assert "No span can be doubtful" in page.remark.text()


def test_scrolling_past_an_action_does_not_change_it(opened):
    page = opened().policy
    combo = page.action_choices[Label.PATIENT]
    page.name.setFocus()
    down = QPoint(0, -120)
    event = QWheelEvent(
        QPointF(5, 5),
        QPointF(combo.mapToGlobal(QPoint(5, 5))),
        QPoint(),
        down,
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(combo, event)
    assert combo.value is LabelAction.REPLACE
