"""The settings as a person uses them: keys and clicks in, signals out."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QTableWidget, QWidget

from chartveil.domain.labels import Label
from chartveil.domain.patient_source import PatientSourceKind
from chartveil.domain.policy import MustDecide, ReplacementMode
from chartveil.gui.preferences import Appearance
from chartveil.gui.settings.dialog import SettingsPageName
from chartveil.gui.theme.colors import ThemeName
from chartveil.gui.widgets import fitted_dialog
from chartveil.service.site_setup import KnownKey, KnownList, KnownPatients
from gui.settings.settings_help import HOME, LEFT, MODELS, choose

# Surrogates


def test_a_mode_is_chosen_and_the_example_follows(opened, qtbot):
    dialog = opened(SettingsPageName.SURROGATES)
    button = dialog.surrogates.modes[ReplacementMode.TAG]
    qtbot.mouseClick(button, LEFT, pos=QPoint(12, button.height() // 2))
    assert dialog.told[-1].mode is ReplacementMode.TAG
    assert "[DOCTOR]" in dialog.policy.example.after.accessibleDescription()


def test_another_key_is_chosen(opened, qtbot, answers):
    dialog = opened(SettingsPageName.SURROGATES)
    page = dialog.surrogates
    assert page.id.text() == "Key 3fa41b09"
    answers.path = Path("ours.key")
    with qtbot.waitSignal(dialog.surrogates.key_action) as asked:
        qtbot.mouseClick(page.choose, LEFT)
    assert asked.args == ["choose", Path("ours.key")]
    dialog.surrogates.set_key(KnownKey(Path("ours.key"), "aabbccdd"), is_default=False)
    with qtbot.waitSignal(dialog.surrogates.key_action) as asked:
        qtbot.mouseClick(page.usual, LEFT)
    assert asked.args == ["usual", None]


def test_a_key_that_cannot_be_used_is_said(opened):
    dialog = opened(SettingsPageName.SURROGATES)
    problem = "the key has 3 bytes, which is too short. Use 16."
    dialog.surrogates.set_key(KnownKey(HOME, problem=problem), is_default=True)
    assert "too short" in dialog.surrogates.remark.text()


def test_a_new_key_is_made_only_after_a_warning(opened, qtbot, answers):
    dialog = opened(SettingsPageName.SURROGATES)
    answers.yes, answers.path = False, Path("new.key")
    with qtbot.assertNotEmitted(dialog.surrogates.key_action):
        qtbot.mouseClick(dialog.surrogates.make, LEFT)
    answers.yes = True
    with qtbot.waitSignal(dialog.surrogates.key_action) as asked:
        qtbot.mouseClick(dialog.surrogates.make, LEFT)
    assert asked.args == ["make", Path("new.key")]
    assert answers.questions.count("Make a new key?") == 2


# Dictionaries


def test_lists_are_shown_with_their_counts(opened, qtbot, answers):
    dialog = opened(SettingsPageName.DICTIONARIES)
    page = dialog.dictionaries
    assert not page.lists.isVisible()
    answers.path = Path("lists")
    with qtbot.waitSignal(dialog.dictionaries.site_action) as asked:
        qtbot.mouseClick(page.site.choose, LEFT)
    assert asked.args == ["choose", Path("lists")]
    dialog.dictionaries.set_site(Path("lists"), [KnownList("patients", Label.PATIENT, 48211, 97)])
    assert [page.lists.item(0, c).text() for c in range(4)] == ["patients", "PATIENT", "48,211", "97"]


def test_a_folder_that_cannot_be_used_is_said(opened):
    dialog = opened(SettingsPageName.DICTIONARIES)
    dialog.dictionaries.set_site(Path("lists"), problem="staff.txt: the file's name tells no label.")
    assert "tells no label" in dialog.dictionaries.remark.text()


def test_a_file_of_patients_is_chosen_by_keyboard_shown_and_given_up(opened, qtbot, answers):
    dialog = opened(SettingsPageName.DICTIONARIES)
    page = dialog.dictionaries
    assert not page.held.isVisible()
    assert not page.patients.forget.isEnabled()
    page.site.choose.setFocus()
    qtbot.keyClick(page.site.choose, Qt.Key.Key_Tab)
    assert page.patients.choose.hasFocus()
    answers.path = Path("ours.csv")
    with qtbot.waitSignal(dialog.dictionaries.patients_action) as asked:
        qtbot.keyClick(page.patients.choose, Qt.Key.Key_Space)
    assert asked.args == ["choose", Path("ours.csv")]
    dialog.dictionaries.set_patients(
        Path("ours.csv"), KnownPatients(4812, ("id", "DOB"), ("Columns not used: x.",))
    )
    assert page.patients.path.text() == "ours.csv"
    assert page.held.text() == "4,812 patients. Columns in use: id, DOB. Columns not used: x."
    with qtbot.waitSignal(dialog.dictionaries.patients_action) as asked:
        qtbot.mouseClick(page.patients.forget, LEFT)
    assert asked.args == ["forget", None]
    dialog.dictionaries.set_patients(None)


def test_problems_of_lists_and_of_the_file_of_patients_are_both_said(opened):
    dialog = opened(SettingsPageName.DICTIONARIES)
    dialog.dictionaries.set_site(Path("lists"), problem="staff.txt: no label.")
    dialog.dictionaries.set_patients(None, problem="ours.csv: is empty.")
    assert dialog.dictionaries.remark.text() == "staff.txt: no label.\nours.csv: is empty."
    dialog.dictionaries.set_site(Path("lists"))
    assert dialog.dictionaries.remark.text() == "ours.csv: is empty."


# Models


def tick(qtbot, table: QTableWidget, row: int):
    """Ticks the box in a row by keyboard."""
    table.setFocus()
    table.setCurrentCell(row, 0)
    qtbot.keyClick(table, Qt.Key.Key_Space)


def test_a_model_of_the_site_is_switched_and_ours_is_not(opened, qtbot):
    dialog = opened(SettingsPageName.MODELS)
    table = dialog.models.table
    with qtbot.waitSignal(dialog.models.model_action) as asked:
        tick(qtbot, table, 1)
    assert asked.args == ["off", "ours"]
    with qtbot.assertNotEmitted(dialog.models.model_action):
        tick(qtbot, table, 0)
    assert table.item(0, 0).checkState() is Qt.CheckState.Checked


def test_models_are_checked_and_cannot_be_asked_twice(opened, qtbot):
    dialog = opened(SettingsPageName.MODELS)
    page = dialog.models
    with qtbot.waitSignal(dialog.models.model_action) as asked:
        qtbot.mouseClick(page.verify, LEFT)
    assert asked.args == ["verify", None]
    assert not page.verify.isEnabled()
    dialog.models.set_models([replace(MODELS[0], checked="Runs, 12 finds"), *MODELS[1:]])
    assert page.verify.isEnabled()
    assert page.table.item(0, 5).text() == "Runs, 12 finds"


def test_what_is_wrong_with_a_model_is_told(opened):
    page = opened(SettingsPageName.MODELS).models
    assert page.table.item(2, 5).text() == "⚠ Cannot be used"
    page.table.selectRow(2)
    assert "missing" in page.about.text()


def test_only_a_model_of_the_site_is_removed_and_after_a_question(opened, qtbot, answers):
    dialog = opened(SettingsPageName.MODELS)
    page = dialog.models
    page.table.selectRow(0)
    assert not page.remove.isEnabled()
    page.table.selectRow(1)
    answers.yes = False
    with qtbot.assertNotEmitted(dialog.models.model_action):
        qtbot.mouseClick(page.remove, LEFT)
    answers.yes = True
    with qtbot.waitSignal(dialog.models.model_action) as asked:
        qtbot.mouseClick(page.remove, LEFT)
    assert asked.args == ["remove", "ours"]


def test_a_model_is_added_from_a_folder(opened, qtbot, answers):
    dialog = opened(SettingsPageName.MODELS)
    with qtbot.assertNotEmitted(dialog.models.model_action):
        qtbot.mouseClick(dialog.models.add, LEFT)
    answers.path = Path("export")
    with qtbot.waitSignal(dialog.models.model_action) as asked:
        qtbot.mouseClick(dialog.models.add, LEFT)
    assert asked.args == ["add", Path("export")]


# Device, appearance, review


def test_the_device_counts_at_once(opened, qtbot):
    dialog = opened(SettingsPageName.DEVICE)
    page = dialog.device
    assert page.devices["auto"].isChecked()
    qtbot.mouseClick(page.devices["cpu"], LEFT, pos=QPoint(12, 12))
    assert dialog.told[-1].device == "cpu"


def test_appearance_counts_at_once(opened, qtbot, themes):
    dialog = opened(SettingsPageName.APPEARANCE)
    page = dialog.appearance
    qtbot.mouseClick(page.themes[Appearance.DARK], LEFT, pos=QPoint(12, 12))
    assert dialog.told[-1].appearance is Appearance.DARK
    qtbot.keyClick(page.text_size, Qt.Key.Key_Up)
    assert dialog.told[-1].font_size == 15
    qtbot.keyClick(page.mono, Qt.Key.Key_Space)
    assert dialog.told[-1].mono is False
    themes.change(ThemeName.DARK)
    assert themes.theme.groups[Label.DATE.group].tint.name() in dialog.policy.example.after.text()


def test_the_reviewer_is_named_when_the_name_is_written(opened, qtbot):
    dialog = opened(SettingsPageName.REVIEW)
    page = dialog.review
    qtbot.keyClicks(page.reviewer, "  N.  Osei ")
    assert dialog.told == []
    qtbot.keyClick(page.reviewer, Qt.Key.Key_Return)
    assert dialog.told[-1].reviewer == "N. Osei"
    choose(qtbot, page.must_decide, MustDecide.ALL)
    assert dialog.told[-1].must_decide is MustDecide.ALL
    qtbot.keyClick(page.second, Qt.Key.Key_Space)
    assert dialog.told[-1].second_reader is True
    choose(qtbot, page.patients_from, PatientSourceKind.FOLDER)
    assert dialog.told[-1].patients_from is PatientSourceKind.FOLDER
    assert dialog.isVisible(), "Enter in a field does not close the settings"


# Every page


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


def test_the_dialog_fits_a_small_screen(opened, monkeypatch):
    monkeypatch.setattr(fitted_dialog, "room_on_screen", lambda _: QSize(1280, 720))
    dialog = opened()
    assert dialog.width() <= 1280
    assert dialog.height() <= 720
    for page in SettingsPageName:
        dialog.open_page(page)
        area = dialog.stack.currentWidget()
        assert area.horizontalScrollBar().maximum() == 0, page
