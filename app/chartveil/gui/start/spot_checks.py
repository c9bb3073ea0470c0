"""Part of the start page: check a release that anybody made, or go on with a check."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from chartveil.gui.theme.colors import GRID_UNIT
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.basic import ElidedText
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.layouts import column, row, text_label


class SpotChecksCard(QFrame):
    """What a spot-check is for, its button, and the checks there are.

    Signals:
        begin_requested: a new one is wanted.
        open_requested, remove_requested: id of a spot-check.
    """

    begin_requested = Signal()
    open_requested = Signal(int)
    remove_requested = Signal(int)

    def __init__(self, themes: WindowTheme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._shown: Sequence[tuple[int, str, str]] = ()
        self.setProperty("card", True)
        self.begin = push_button(
            self.tr("Check a release…"), self.begin_requested.emit, name=self.tr("Check a release")
        )
        said = self.tr(
            "Copies that anybody made, with any tool: read a sample of them, and learn how many of the rest "
            "may leak, and how sure that is."
        )
        self._list = QWidget()
        self._entries = column(parent=self._list, margins=0, gap=GRID_UNIT)
        column(
            text_label(self.tr("Check a release"), "heading"),
            text_label(said, "muted"),
            GRID_UNIT // 2,
            row(self.begin, ...),
            self._list,
            parent=self,
            margins=2 * GRID_UNIT,
            gap=GRID_UNIT,
        )
        themes.changed.connect(lambda: self.show_spot_checks(self._shown))
        self._list.hide()

    def show_spot_checks(self, shown: Sequence[tuple[int, str, str]]) -> None:
        """Shows the spot-checks there are: id, title and how far each is."""
        self._shown = shown
        while (item := self._entries.takeAt(0)) is not None:
            if (entry := item.widget()) is not None:
                entry.deleteLater()
        for id, title, far in shown:
            self._entries.addWidget(self._entry(id, title, far))
        self._list.setVisible(bool(shown))

    def _entry(self, id: int, title: str, far: str) -> QWidget:
        icons = self._themes.icons
        name, about = ElidedText(), text_label(far, "muted", wrap=False)
        name.show_text(title)
        go_on = push_button(
            self.tr("Open"),
            partial(self.open_requested.emit, id),
            name=self.tr("Go on with the check of {title}").format(title=title),
        )
        remove = push_button(
            "",
            partial(self.remove_requested.emit, id),
            name=self.tr("Forget the check of {title}…").format(title=title),
            tip=self.tr("Forget this spot-check…"),
            quiet=True,
        )
        remove.setIcon(icons.icon("remove", icons.theme.muted))
        entry = QWidget()
        words = column(name, about, gap=GRID_UNIT // 2)
        row((words, 1), GRID_UNIT, go_on, remove, parent=entry, margins=0, gap=GRID_UNIT)
        return entry
