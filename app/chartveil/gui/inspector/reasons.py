"""The reasons for a span in the inspector."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from chartveil.domain.labels import LabelGroup
from chartveil.domain.wording import score_text
from chartveil.gui.inspector.wording import ReasonRow, ReasonRowKind
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.basic import score_bar_html, tag_html

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ReasonText(QTextBrowser):
    """The reasons as one text, as high as it needs: the pane around it scrolls. Tab goes from link to link.

    Signals:
        offset_requested: offset in the text of another place that a reason speaks of.
    """

    offset_requested = Signal(int)

    def __init__(self, themes: WindowTheme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._rows: Sequence[ReasonRow] = ()
        self._group = LabelGroup.NAME
        self.setObjectName("reasons")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.document().setDocumentMargin(2)
        self.setOpenLinks(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Why: reasons for this span"))
        themes.changed.connect(self._show)
        self.anchorClicked.connect(lambda url: self.offset_requested.emit(int(url.toString())))

    def show_rows(self, rows: Sequence[ReasonRow], group: LabelGroup) -> None:
        """Shows rows; bars of models that agree are in the colour of the item's group."""
        self._rows, self._group = rows, group
        self._show()

    def _show(self) -> None:
        self.setHtml("".join(map(self._html, self._rows)))
        self._fit()

    def _html(self, reason: ReasonRow) -> str:
        """A heading; or name and score in one line, and below it another label and what is said."""
        theme = self._themes.theme
        if reason.kind is ReasonRowKind.HEADING:
            return f"<div><b>{escape(reason.name)}</b></div>"
        score = score_text(reason.score) if reason.score is not None else ""
        if reason.score is not None and reason.kind is ReasonRowKind.VOTE:
            group = reason.label.group if reason.label is not None else self._group
            score = f"{score_bar_html(reason.score, theme.groups[group].ink, theme)}&nbsp;{score}"
        label = f"{tag_html(reason.label, theme)} " if reason.label is not None else ""
        said = escape(reason.detail)
        muted = f"color:{theme.muted.name()};font-size:{max(11, self.fontInfo().pixelSize() - 1)}px"
        if reason.linked_offset is not None:
            said = f'<a href="{reason.linked_offset}" style="color:{theme.accent.name()}">{said}</a>'
        return (
            f'<table width="100%" cellpadding="0"><tr><td>{escape(reason.name)}</td>'
            f'<td align="right" style="white-space:nowrap">{score}</td></tr></table>'
            + (f'<div style="{muted}">{label}{said}</div>' if label or said else "")
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        # Enter on a link is its own; all other keys are commands of the window.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.setAccepted(event.key() in _ENTER and self.textCursor().charFormat().isAnchor())
            return True
        return super().event(event)

    def _fit(self) -> None:
        """Takes the height that its text needs at its width."""
        self.setFixedHeight(max(1, round(self.document().size().height()) + 2))
