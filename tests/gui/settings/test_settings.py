"""The settings as a person uses them: keys and clicks in, signals out."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QTableWidget, QWidget

from chartveil.domain import Document, Label, Source
from chartveil.errors import StageError
from chartveil.gui.icons import Icons
from chartveil.gui.preferences import Appearance, Preferences, write_private
from chartveil.gui.settings import (
    Asking,
    DeviceRow,
    KeyFacts,
    ModelRow,
    PageName,
    PolicyRow,
    SettingsData,
    SettingsDialog,
    SiteFacts,
    SiteListFacts,
)
from chartveil.gui.settings.example import SPANS, TEXT
from chartveil.gui.theme import ThemeName, theme
from chartveil.policy import Action, AgeMethod, DateMethod, Mode, MustDecide, ZipMethod, bundled, load_policy
from chartveil.policy_text import policy_toml
from chartveil.surrogates.engine import SurrogateEngine

LEFT = Qt.MouseButton.LeftButton
HOME = Path("home/surrogate.key")


def example(text, spans, policy, mode):
    """The real thing, but for surrogates, whose lists take a while to load."""
    shown = Mode.NUMBERED if mode is Mode.SURROGATE else mode
    document = Document(text, Source("example", "txt", "0" * 64))
    return SurrogateEngine(b"k" * 32, policy, shown).replacements(document, spans)


class Answers:
    """Answers in the place of the system's dialogs, and remembers what was asked."""

    def __init__(self):
        self.path = None
        self.yes = True
        self.asked = []
        self.asking = Asking(self._path, self._path, self._path, self._confirm)

    def _path(self, parent, title, *rest):
        self.asked.append(title)
        return self.path

    def _confirm(self, parent, question, consequence, yes, no):
        self.asked.append(question)
        return self.yes


MODELS = (
    ModelRow("names", (Label.PATIENT, Label.DOCTOR), 23_400_000, 0.4),
    ModelRow("ours", (Label.MRN,), 9_000_000, 0.5, enabled=True, bundled=False, about="Apache-2.0"),
    ModelRow("broken", (Label.MRN,), 0, 0.5, bundled=False, problem="model.onnx is missing. Add it again."),
)


def data(**changes):
    rows = tuple(PolicyRow(p.stem, load_policy(p.stem)) for p in bundled())
    made = SettingsData(
        preferences=Preferences(),
        policies=rows,
        example=example,
        key=KeyFacts(HOME, "3fa41b09"),
        models=MODELS,
        devices=(DeviceRow("auto", "The fastest"), DeviceRow("cuda", "Graphics card", False, "None found")),
        cores=8,
    )
    return replace(made, **changes)


@pytest.fixture
def answers():
    return Answers()


@pytest.fixture
def opened(qtbot, answers):
    """Makes a dialog, shows it, and records the preferences it tells."""

    def make(page=PageName.POLICY, **changes):
        light = theme(ThemeName.LIGHT)
        dialog = SettingsDialog(data(**changes), light, Icons(light), answers.asking)
        qtbot.addWidget(dialog)
        dialog.told = []
        dialog.preferences_changed.connect(dialog.told.append)
        with qtbot.waitExposed(dialog):
            dialog.show()
        dialog.activateWindow()
        dialog.open_page(page)
        return dialog

    return make


def choose(qtbot, combo, value):
    """Chooses an entry with the keyboard."""
    combo.setFocus()
    qtbot.keyClick(combo, Qt.Key.Key_Home)
    for _ in range(combo.values.index(value)):
        qtbot.keyClick(combo, Qt.Key.Key_Down)
    assert combo.value is value or combo.value == value


# Policy


def test_choosing_a_policy_tells_it_and_shows_what_it_does(opened, qtbot):
    dialog = opened()
    page = dialog.policy
    assert page.choice_of.value == "safe_harbor_plus"
    choose(qtbot, page.choice_of, "limited_data_set")
    assert dialog.told[-1].policy == "limited_data_set"
    row = list(Label).index(Label.DATE)
    assert page.labels.item(row, 3).text() == "Stays as it is"
    assert "03/14/2019" in page.example.after.accessibleDescription()


def test_the_example_changes_as_one_edits(opened, qtbot):
    page = opened().policy
    assert "Okonkwo" not in page.example.after.accessibleDescription()
    choose(qtbot, page.actions_of[Label.DOCTOR], Action.KEEP)
    assert "Okonkwo" in page.example.after.accessibleDescription()
    assert page.labels.item(list(Label).index(Label.DOCTOR), 3).text() == "Stays as it is"
    assert page.changed
    qtbot.mouseClick(page.reset, LEFT)
    assert not page.changed
    assert "Okonkwo" not in page.example.after.accessibleDescription()


def test_the_example_holds_what_its_spans_say():
    assert [TEXT[s.start : s.end] for s in SPANS if s.label is Label.DATE] == ["03/14/2019", "March 19, 2019"]


def test_an_example_that_fails_says_why(opened):
    def fails(*_):
        raise StageError("surrogates", "the lists are missing.")

    assert "lists are missing" in opened(example=fails).policy.example.after.text()


def test_a_method_and_its_action_go_together(opened, qtbot):
    page = opened().policy
    page.tabs.setCurrentIndex(1)
    choose(qtbot, page.dates, DateMethod.INTERVAL)
    assert page.policy.actions[Label.DATE] is Action.GENERALIZE
    assert not page.days.isEnabled()
    page.tabs.setCurrentIndex(0)
    choose(qtbot, page.actions_of[Label.DATE], Action.REPLACE)
    assert page.policy.dates is DateMethod.SHIFT
    assert page.days.isEnabled()
    choose(qtbot, page.actions_of[Label.ZIP], Action.REPLACE)
    assert page.policy.zips is ZipMethod.RANDOM
    choose(qtbot, page.actions_of[Label.AGE], Action.KEEP)
    assert not page.ages.isEnabled()


def test_only_dates_ages_and_zip_codes_can_be_made_coarser(opened):
    page = opened().policy
    coarser = {label for label, combo in page.actions_of.items() if Action.GENERALIZE in combo.values}
    assert coarser == {Label.DATE, Label.AGE, Label.ZIP}


def test_a_policy_of_ones_own_is_saved_and_can_be_read(opened, qtbot, tmp_path):
    dialog = opened()
    page = dialog.policy
    assert not page.save.isEnabled(), "nothing to save yet"
    choose(qtbot, page.actions_of[Label.STATE], Action.KEEP)
    page.tabs.setCurrentIndex(1)
    choose(qtbot, page.ages, AgeMethod.BAND)
    page.tabs.setCurrentIndex(2)
    page.threshold.setFocus()
    qtbot.keyClick(page.threshold, Qt.Key.Key_Up)
    choose(qtbot, page.must, MustDecide.ALL)
    page.name.selectAll()
    qtbot.keyClicks(page.name, "Our copies 2025")
    with qtbot.waitSignal(dialog.policy_saved) as saved:
        qtbot.mouseClick(page.save, LEFT)
    policy = saved.args[0]
    assert policy.name == "our_copies_2025"
    path = tmp_path / f"{policy.name}.toml"
    write_private(path, policy_toml(policy))
    read = load_policy(str(path))
    assert replace(read, sha256="") == policy
    assert read.threshold == 0.35
    assert not read.counts(Label.STATE)
    dialog.set_policies((*data().policies, PolicyRow(str(path), read, own=True)), str(path))
    assert dialog.told[-1].policy == str(path)
    assert page.choice_of.currentText() == "Our copies 2025 (yours)"
    assert not page.changed


def test_our_own_policies_cannot_be_overwritten(opened, qtbot):
    dialog = opened()
    page = dialog.policy
    choose(qtbot, page.actions_of[Label.STATE], Action.KEEP)
    page.name.selectAll()
    qtbot.keyClicks(page.name, "Safe Harbor Plus")
    with qtbot.assertNotEmitted(dialog.policy_saved):
        qtbot.mouseClick(page.save, LEFT)
    assert "another name" in page.remark.text()


def test_changes_are_not_lost_without_a_question(opened, qtbot, answers):
    dialog = opened()
    page = dialog.policy
    choose(qtbot, page.actions_of[Label.STATE], Action.KEEP)
    answers.yes = False
    choose_first = page.choice_of
    choose_first.setFocus()
    qtbot.keyClick(choose_first, Qt.Key.Key_Home)
    assert answers.asked == ["Leave your changes?"]
    assert choose_first.value == "safe_harbor_plus"
    assert not page.policy.counts(Label.STATE)
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
    combo = page.actions_of[Label.PATIENT]
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
    assert combo.value is Action.REPLACE


# Surrogates


def test_a_mode_is_chosen_and_the_example_follows(opened, qtbot):
    dialog = opened(PageName.SURROGATES)
    button = dialog.surrogates.modes[Mode.TAG]
    qtbot.mouseClick(button, LEFT, pos=QPoint(12, button.height() // 2))
    assert dialog.told[-1].mode is Mode.TAG
    assert "[DOCTOR]" in dialog.policy.example.after.accessibleDescription()


def test_another_key_is_chosen(opened, qtbot, answers):
    dialog = opened(PageName.SURROGATES)
    page = dialog.surrogates
    assert page.id.text() == "Key 3fa41b09"
    answers.path = Path("ours.key")
    with qtbot.waitSignal(dialog.key_action) as asked:
        qtbot.mouseClick(page.choose, LEFT)
    assert asked.args == ["choose", Path("ours.key")]
    dialog.set_key(KeyFacts(Path("ours.key"), "aabbccdd", usual=False))
    assert dialog.told[-1].key_file == "ours.key"
    with qtbot.waitSignal(dialog.key_action) as asked:
        qtbot.mouseClick(page.usual, LEFT)
    assert asked.args == ["usual", None]


def test_a_key_that_cannot_be_used_is_said_and_not_kept(opened):
    dialog = opened(PageName.SURROGATES)
    dialog.set_key(KeyFacts(HOME, problem="the key has 3 bytes, which is too short. Use 16."))
    assert "too short" in dialog.surrogates.remark.text()
    assert dialog.told == []


def test_a_new_key_is_made_only_after_a_warning(opened, qtbot, answers):
    dialog = opened(PageName.SURROGATES)
    answers.yes, answers.path = False, Path("new.key")
    with qtbot.assertNotEmitted(dialog.key_action):
        qtbot.mouseClick(dialog.surrogates.make, LEFT)
    answers.yes = True
    with qtbot.waitSignal(dialog.key_action) as asked:
        qtbot.mouseClick(dialog.surrogates.make, LEFT)
    assert asked.args == ["make", Path("new.key")]
    assert answers.asked.count("Make a new key?") == 2


# Dictionaries


def test_lists_are_shown_with_their_counts(opened, qtbot, answers):
    dialog = opened(PageName.DICTIONARIES)
    page = dialog.dictionaries
    assert not page.lists.isVisible()
    answers.path = Path("lists")
    with qtbot.waitSignal(dialog.site_action) as asked:
        qtbot.mouseClick(page.choose, LEFT)
    assert asked.args == ["choose", Path("lists")]
    dialog.set_site(SiteFacts(Path("lists"), (SiteListFacts("patients", Label.PATIENT, 48211, 97),)))
    assert [page.lists.item(0, c).text() for c in range(4)] == ["patients", "PATIENT", "48,211", "97"]
    assert dialog.told[-1].site == "lists"


def test_a_folder_that_cannot_be_used_is_said_and_not_kept(opened):
    dialog = opened(PageName.DICTIONARIES)
    dialog.set_site(SiteFacts(Path("lists"), problem="staff.txt: the file's name tells no label."))
    assert "tells no label" in dialog.dictionaries.remark.text()
    assert dialog.told == []


# Models


def tick(qtbot, table: QTableWidget, row: int):
    """Ticks the box in a row by keyboard."""
    table.setFocus()
    table.setCurrentCell(row, 0)
    qtbot.keyClick(table, Qt.Key.Key_Space)


def test_a_model_of_the_site_is_switched_and_ours_is_not(opened, qtbot):
    dialog = opened(PageName.MODELS)
    table = dialog.models.table
    with qtbot.waitSignal(dialog.model_action) as asked:
        tick(qtbot, table, 1)
    assert asked.args == ["off", "ours"]
    with qtbot.assertNotEmitted(dialog.model_action):
        tick(qtbot, table, 0)
    assert table.item(0, 0).checkState() is Qt.CheckState.Checked


def test_models_are_checked_and_cannot_be_asked_twice(opened, qtbot):
    dialog = opened(PageName.MODELS)
    page = dialog.models
    with qtbot.waitSignal(dialog.model_action) as asked:
        qtbot.mouseClick(page.verify, LEFT)
    assert asked.args == ["verify", None]
    assert not page.verify.isEnabled()
    dialog.set_models([replace(MODELS[0], checked="Runs, 12 finds"), *MODELS[1:]])
    assert page.verify.isEnabled()
    assert page.table.item(0, 5).text() == "Runs, 12 finds"


def test_what_is_wrong_with_a_model_is_told(opened):
    page = opened(PageName.MODELS).models
    assert page.table.item(2, 5).text() == "⚠ Cannot be used"
    page.table.selectRow(2)
    assert "missing" in page.about.text()


def test_only_a_model_of_the_site_is_removed_and_after_a_question(opened, qtbot, answers):
    dialog = opened(PageName.MODELS)
    page = dialog.models
    page.table.selectRow(0)
    assert not page.remove.isEnabled()
    page.table.selectRow(1)
    answers.yes = False
    with qtbot.assertNotEmitted(dialog.model_action):
        qtbot.mouseClick(page.remove, LEFT)
    answers.yes = True
    with qtbot.waitSignal(dialog.model_action) as asked:
        qtbot.mouseClick(page.remove, LEFT)
    assert asked.args == ["remove", "ours"]


def test_a_model_is_added_from_a_folder(opened, qtbot, answers):
    dialog = opened(PageName.MODELS)
    with qtbot.assertNotEmitted(dialog.model_action):
        qtbot.mouseClick(dialog.models.add, LEFT)
    answers.path = Path("export")
    with qtbot.waitSignal(dialog.model_action) as asked:
        qtbot.mouseClick(dialog.models.add, LEFT)
    assert asked.args == ["add", Path("export")]


# Device, appearance, review


def test_what_this_machine_lacks_cannot_be_chosen(opened):
    page = opened(PageName.DEVICE).device
    assert page.devices["auto"].isChecked()
    assert not page.devices["cuda"].isEnabled()


def test_appearance_counts_at_once(opened, qtbot):
    dialog = opened(PageName.APPEARANCE)
    page = dialog.appearance
    qtbot.mouseClick(page.themes[Appearance.DARK], LEFT, pos=QPoint(12, 12))
    assert dialog.told[-1].appearance is Appearance.DARK
    qtbot.keyClick(page.text_size, Qt.Key.Key_Up)
    assert dialog.told[-1].font_size == 15
    qtbot.keyClick(page.mono, Qt.Key.Key_Space)
    assert dialog.told[-1].mono is False
    dark = theme(ThemeName.DARK)
    dialog.set_theme(dark, Icons(dark))
    assert dark.groups[Label.DATE.group].tint.name() in dialog.policy.example.after.text()


def test_the_reviewer_is_named_when_the_name_is_written(opened, qtbot):
    dialog = opened(PageName.REVIEW)
    page = dialog.review
    qtbot.keyClicks(page.reviewer, "  N.  Osei ")
    assert dialog.told == []
    qtbot.keyClick(page.reviewer, Qt.Key.Key_Return)
    assert dialog.told[-1].reviewer == "N. Osei"
    choose(qtbot, page.must, MustDecide.ALL)
    assert dialog.told[-1].must_decide is MustDecide.ALL
    qtbot.keyClick(page.second, Qt.Key.Key_Space)
    assert dialog.told[-1].second_reader is True
    assert dialog.isVisible(), "Enter in a field does not close the settings"


# Keys


def select(page, id):
    row = [c.id for c in page._keymap.commands].index(id)
    page.table.selectRow(row)
    return row


def press(qtbot, page, key, modifier=Qt.KeyboardModifier.NoModifier):
    page.edit.setFocus()
    QTest.keyClick(page.edit, key, modifier)
    qtbot.waitUntil(page.replace.isEnabled)


def test_a_key_is_changed_and_made_usual_again(opened, qtbot):
    dialog = opened(PageName.KEYS)
    page = dialog.keys
    row = select(page, "note")
    press(qtbot, page, Qt.Key.Key_O)
    qtbot.mouseClick(page.replace, LEFT)
    assert dialog.told[-1].keys == {"note": ["O"]}
    assert page.table.item(row, 1).text() == "O"
    assert page.table.item(row, 2).text() == "Changed"
    qtbot.mouseClick(page.usual, LEFT)
    assert dialog.told[-1].keys == {}


def test_a_second_key_is_added(opened, qtbot):
    dialog = opened(PageName.KEYS)
    select(dialog.keys, "note")
    press(qtbot, dialog.keys, Qt.Key.Key_O)
    qtbot.mouseClick(dialog.keys.add, LEFT)
    assert dialog.told[-1].keys == {"note": ["C", "O"]}


def test_a_key_of_another_command_is_asked_about(opened, qtbot):
    dialog = opened(PageName.KEYS)
    page = dialog.keys
    select(page, "note")
    press(qtbot, page, Qt.Key.Key_L)
    qtbot.mouseClick(page.replace, LEFT)
    assert page.clash.isVisible()
    assert "'Change the label…'" in page.clash_text.text()
    assert dialog.told == []
    qtbot.mouseClick(page.leave, LEFT)
    assert not page.clash.isVisible()
    qtbot.mouseClick(page.replace, LEFT)
    qtbot.mouseClick(page.take, LEFT)
    assert dialog.told[-1].keys == {"relabel": [], "note": ["L"]}


def test_a_letter_is_refused_where_it_would_be_typed(opened, qtbot):
    dialog = opened(PageName.KEYS)
    select(dialog.keys, "find")
    press(qtbot, dialog.keys, Qt.Key.Key_Q)
    qtbot.mouseClick(dialog.keys.replace, LEFT)
    assert "heard everywhere" in dialog.keys.remark.text()
    assert dialog.told == []


def test_clashes_that_were_stored_are_shown(opened):
    page = opened(PageName.KEYS, preferences=Preferences(keys={"note": ["L"]})).keys
    row = select(page, "relabel")
    assert page.table.item(row, 2).text() == "⚠ Clashes"
    assert "L" in page.remark.text()


def test_commands_are_searched(opened, qtbot):
    page = opened(PageName.KEYS).keys
    qtbot.keyClicks(page.search, "doubtful")
    shown = [r for r in range(page.table.rowCount()) if not page.table.isRowHidden(r)]
    assert len(shown) == 2


# The house


def test_pages_are_reached_by_keyboard(opened, qtbot):
    dialog = opened()
    dialog.nav.setFocus()
    qtbot.keyClick(dialog.nav, Qt.Key.Key_Down)
    assert dialog.stack.currentIndex() == 1
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_every_control_has_a_name_for_screen_readers(opened):
    for widget in opened().stack.findChildren(QWidget):
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and type(widget).__module__.startswith("PySide6"):
            inner = isinstance(widget, QLineEdit) and widget.objectName().startswith("qt_")
            named = widget.accessibleName() or (isinstance(widget, QAbstractButton) and widget.text())
            buddy = isinstance(widget.parent(), QWidget) and widget.parent().accessibleName()
            assert (
                named or buddy or inner or type(widget).__name__ in ("QTabBar", "QTabWidget", "QListView")
            ), widget


def test_the_dialog_fits_a_small_screen(opened):
    dialog = opened()
    assert dialog.width() <= 1280
    assert dialog.height() <= 720
    for page in PageName:
        dialog.open_page(page)
        area = dialog.stack.currentWidget()
        assert area.horizontalScrollBar().maximum() == 0, page
