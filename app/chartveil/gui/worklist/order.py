"""The button that says in which order the documents stand, and changes it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from chartveil.gui.worklist.model import (
    COL_DOUBTFUL,
    COL_NAME,
    COL_PATIENT,
    COL_RISK_LEFT,
    COL_RISK_SEEN,
    COL_SPANS,
    COL_STATE,
    COL_TYPE,
    COL_UNDECIDED,
    UNSORTED,
)

ASCENDING = Qt.SortOrder.AscendingOrder
DESCENDING = Qt.SortOrder.DescendingOrder


class SortButton(QToolButton):
    """Shows the order; its menu has the others.

    Signals:
        chosen: column (``COL_*`` or ``UNSORTED``) and direction.
    """

    chosen = Signal(int, Qt.SortOrder)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.setStyleSheet(
            "QToolButton { padding-right: 20px; }"
            "QToolButton::menu-indicator {"
            " subcontrol-origin: padding; subcontrol-position: right center; right: 4px; }"
        )
        self.setToolTip(self.tr("Order of the list"))
        menu = QMenu(self)
        group = QActionGroup(self)
        for column, direction, short, long in (
            (UNSORTED, ASCENDING, self.tr("As added"), self.tr("As added")),
            (COL_RISK_LEFT, DESCENDING, self.tr("Risk left"), self.tr("Risk left, highest first")),
            (COL_DOUBTFUL, DESCENDING, self.tr("Doubtful"), self.tr("Doubtful spans, most first")),
            (COL_UNDECIDED, DESCENDING, self.tr("Undecided"), self.tr("Undecided spans, most first")),
            (COL_SPANS, DESCENDING, self.tr("Spans"), self.tr("Spans, most first")),
            (COL_RISK_SEEN, ASCENDING, self.tr("Risk looked at"), self.tr("Risk looked at, least first")),
            (COL_NAME, ASCENDING, self.tr("Name"), self.tr("Name, A to Z")),
            (COL_PATIENT, ASCENDING, self.tr("Patient"), self.tr("Patient")),
            (COL_TYPE, ASCENDING, self.tr("Type"), self.tr("Type of document")),
            (COL_STATE, ASCENDING, self.tr("State"), self.tr("State, waiting first")),
        ):
            action = menu.addAction(long)
            action.setCheckable(True)
            action.setData((column, direction))
            action.setIconText(short)
            group.addAction(action)
        menu.triggered.connect(self._choose)
        self.setMenu(menu)
        self.show_order(UNSORTED)

    def show_order(self, column: int) -> None:
        for action in self.menu().actions():
            if action.data()[0] == column:
                action.setChecked(True)
                self.setText(action.iconText())
                self.setAccessibleName(self.tr("Order of the list: {order}").format(order=action.text()))

    def _choose(self, action: QAction) -> None:
        column, direction = action.data()
        self.show_order(column)
        self.chosen.emit(column, direction)
