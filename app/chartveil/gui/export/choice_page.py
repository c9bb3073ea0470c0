"""First step of the export: what is exported, to which folder, in which formats."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from chartveil.gui.export.model import ExportCandidates, ExportChoice
from chartveil.gui.theme.application import set_style_property
from chartveil.gui.widgets.basic import one_line
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.choice_wording import choice_meaning, choice_name
from chartveil.gui.widgets.file_dialogs import ask_folder
from chartveil.gui.widgets.form import ValueComboBox
from chartveil.gui.widgets.layouts import column, named, row, text_label
from chartveil.gui.widgets.number_wording import counted_text
from chartveil.ocr.options import BoxStyle
from chartveil.release.job import OutputFormat


@dataclass(frozen=True, slots=True)
class FolderCheck:
    """Whether a folder can take the files of an export, and what is worth knowing of it; may be empty."""

    usable: bool
    text: str = ""


def check_folder(text: str, input_folders: Collection[Path]) -> FolderCheck:
    """Checks a folder and describes it. Reads the disk, and changes nothing there.

    Args:
        text: the path as it was typed.
        input_folders: those that the documents of the worklist lie in.
    """
    if not text.strip():
        return FolderCheck(False)
    path = Path(text.strip()).expanduser()
    if not path.is_absolute():
        return FolderCheck(False, _folder_tr("Give the whole path, from the root of the disk."))
    try:
        return _check_resolved(path.resolve(), input_folders)
    except (OSError, ValueError, RuntimeError):
        # A path too long, one with a null in it, a loop of links, a disk that is gone.
        return FolderCheck(False, _folder_tr("This path cannot be used."))


def _check_resolved(folder: Path, input_folders: Collection[Path]) -> FolderCheck:
    on_the_way = next(p for p in (folder, *folder.parents) if p.exists())
    if not on_the_way.is_dir():
        return FolderCheck(False, _folder_tr("There is a file of this name, not a folder."))
    if folder in input_folders:
        said = _folder_tr("This folder holds originals. What goes out has to lie apart from them.")
        return FolderCheck(False, said)
    if on_the_way != folder:
        return FolderCheck(True, _folder_tr("This folder will be made."))
    if next(folder.iterdir(), None) is not None:
        said = _folder_tr("This folder is not empty: earlier exports of the same files are replaced.")
        return FolderCheck(True, said)
    return FolderCheck(True)


def _folder_tr(text: str) -> str:
    return QCoreApplication.translate("ExportFolder", text)


class ExportChoicePage(QWidget):
    """The choices of an export: documents, folder, formats, report.

    Signals:
        chosen: an ``ExportChoice``.
        cancelled: the user wants none of it.
    """

    chosen = Signal(object)
    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._candidates = ExportCandidates(())
        self._check = FolderCheck(False)
        self._build()

    def show_candidates(self, candidates: ExportCandidates) -> None:
        """Shows what there is to export; the folder of the last export is proposed."""
        self._candidates = candidates
        self.show_problem("")
        out = len(candidates.files)
        head = counted_text(out, self.tr("1 file goes out"), self.tr("{n} files go out"))
        self._head.setText(head if out else self.tr("No file is ready to go out"))
        self.files.clear()
        going = [
            QTreeWidgetItem([one_line(name), self.tr("goes out: all signed off")])
            for name in candidates.files
        ]
        staying = [
            QTreeWidgetItem([one_line(name), self.tr("stays: {reason}").format(reason=reason)])
            for name, reason in candidates.excluded
        ]
        self.files.addTopLevelItems([*going, *staying])
        self.folder.setText(str(candidates.folder) if candidates.folder else "")
        self.boxes.select_value(candidates.box_style)
        self._boxes_part.setVisible(candidates.box_style is not None)
        self._check_folder()

    def show_problem(self, text: str) -> None:
        """Tells why the export could not begin; empty for nothing."""
        self.problem.setText(text)
        self.problem.setVisible(bool(text))

    def choice(self) -> ExportChoice | None:
        """The choice; None where something is missing."""
        formats = tuple(f for f, box in self.formats.items() if box.isChecked())
        if not self._candidates.files or not self._check.usable or not formats:
            return None
        folder = Path(self.folder.text().strip()).expanduser()
        boxes = self.boxes.value if self._candidates.box_style is not None else None
        return ExportChoice(folder, formats, self.report.isChecked(), boxes)

    def _build(self) -> None:
        self._head = text_label("", "title")
        self.problem = text_label("", "danger")
        self.problem.hide()
        self.files = named(QTreeWidget(), self.tr("Files that go out, and those that stay, and why"))
        self.files.setHeaderLabels([self.tr("File"), self.tr("What becomes of it")])
        self.files.setRootIsDecorated(False)
        self.files.setTabKeyNavigation(False)
        self.files.header().resizeSection(0, 280)
        self.files.setMinimumHeight(96)
        column(
            self._head,
            self.problem,
            (self.files, 1),
            8,
            self._folder_part(),
            8,
            self._format_part(),
            8,
            self._buttons(),
            parent=self,
            margins=(24, 24, 24, 16),
            gap=8,
        )
        self._check_folder()

    def _folder_part(self) -> QGridLayout:
        self.folder = named(QLineEdit(), self.tr("Folder"))
        self.folder.setPlaceholderText(self.tr("An empty folder, or a new one"))
        self.folder.textChanged.connect(self._check_folder)
        self.folder_remark = text_label()
        self.browse = push_button(self.tr("Choose &folder…"), self._ask_folder)
        label = text_label(self.tr("&To the folder"), wrap=False)
        label.setBuddy(self.folder)
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        for at, widget in enumerate((label, self.folder, self.browse)):
            grid.addWidget(widget, 0, at)
        grid.addWidget(self.folder_remark, 1, 1, 1, 2)
        grid.setColumnStretch(1, 1)
        return grid

    def _format_part(self) -> QVBoxLayout:
        self.formats: dict[OutputFormat, QCheckBox] = {}
        grid = QGridLayout()
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(4)
        for i, kind in enumerate(OutputFormat):
            name, tip = choice_name(kind), choice_meaning(kind)
            box = named(QCheckBox(name), name.replace("&", ""), description=tip, tip=tip)
            box.setChecked(kind is OutputFormat.SAME)
            box.toggled.connect(self._refresh)
            self.formats[kind] = box
            grid.addWidget(box, i % 3, i // 3)
        grid.setColumnStretch(2, 1)
        self.report = QCheckBox(self.tr("Add a &report page: counts, policy, versions, who signed"))
        self.report.setToolTip(self.tr("A web page without a word of the documents, for your files."))
        self.report.setAccessibleDescription(self.report.toolTip())
        self.report.setChecked(True)
        self.boxes = ValueComboBox()
        for style in BoxStyle:
            self.boxes.add_value(choice_name(style), style)
        self.boxes.setAccessibleName(self.tr("Boxes on pages"))
        self._boxes_part = QWidget(self)
        label = text_label(self.tr("&Boxes on pages"), wrap=False)
        label.setBuddy(self.boxes)
        row(label, self.boxes, ..., parent=self._boxes_part, margins=0)
        head = text_label(self.tr("Each file as"), "muted")
        return column(head, grid, 8, self._boxes_part, self.report, gap=4)

    def _buttons(self) -> QHBoxLayout:
        self.blocked_reason = text_label("", "muted", wrap=False)
        cancel = push_button(self.tr("Cancel"), self.cancelled.emit)
        self.start = push_button(self.tr("&Export"), self._choose, look="primary")
        self.start.setDefault(True)
        return row((self.blocked_reason, 1), cancel, self.start, gap=8)

    def _ask_folder(self) -> None:
        chosen = ask_folder(self, self.tr("Folder for the exported files"), self.folder.text())
        if chosen is not None:
            self.folder.setText(str(chosen))

    def _check_folder(self) -> None:
        self._check = check_folder(self.folder.text(), self._candidates.input_folders)
        wrong = not self._check.usable and bool(self._check.text)
        self.folder_remark.setText(self._check.text)
        set_style_property(self.folder_remark, "role", "danger" if wrong else "small")
        set_style_property(self.folder, "invalid", wrong)
        self.folder.setAccessibleDescription(self._check.text)
        self._refresh()

    def _refresh(self) -> None:
        ready = self.choice() is not None
        self.start.setEnabled(ready)
        if not self._candidates.files:
            text = self.tr("Sign off all documents of a file first.")
        elif not self._check.usable:
            text = self.tr("Choose another folder.") if self._check.text else self.tr("Choose a folder.")
        else:
            text = "" if ready else self.tr("Choose at least one form.")
        self.blocked_reason.setText(text)
        self.start.setAccessibleDescription(text)

    def _choose(self) -> None:
        choice = self.choice()
        if choice is not None:
            self.show_problem("")
            self.chosen.emit(choice)
