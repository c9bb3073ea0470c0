"""Small widgets and texts that several panels show: label tags, score bars, elided texts, key names."""

from __future__ import annotations

import re
from html import escape

from PySide6.QtCore import QCoreApplication, QPointF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontInfo,
    QPainter,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from chartveil.domain.labels import Label
from chartveil.domain.wording import capitalized, score_text
from chartveil.gui.theme.colors import Theme, mix_colors
from chartveil.gui.widgets.buttons import FocusedButton
from chartveil.gui.widgets.choice_wording import choice_name
from chartveil.review.model import DecisionState, ReviewItem

CORNER_RADIUS = 3.0
_KEY_SIGNS = (("Backspace", "⌫"), ("Return", "↵"), ("Enter", "↵"))
_FEW_LINES = 90
"""Characters that fill about three lines of a pane."""
_LONG_WORD = re.compile(r"\S{20}(?=\S)")
_LINE_SIGNS = str.maketrans(
    {"\n": "↵", "\r": "", "\t": " ", "\f": "↵", "\v": "↵", "\u2028": "↵", "\u2029": "↵"}
)


def label_text(label: Label) -> str:
    """A label as tags show it."""
    return label.value.replace("_", " ")


def one_line(text: str) -> str:
    """Text of a document for a place of one line: line ends as signs, other control characters left out."""
    return "".join(c for c in text.translate(_LINE_SIGNS) if c.isprintable())


def plain_tooltip(text: str) -> str:
    """Text of documents and files for a tooltip, in which nothing is taken for markup."""
    return f"<p style='white-space:pre-wrap'>{escape(text[:2000])}</p>" if text else ""


def tag_font(font: QFont) -> QFont:
    """The font of tags beside text in a font."""
    small = QFont(font)
    small.setPixelSize(max(10, round(QFontInfo(font).pixelSize() * 0.85)))
    small.setWeight(QFont.Weight.DemiBold)
    return small


def draw_state_line(
    painter: QPainter,
    state: DecisionState | None,
    ink: QColor,
    left: QPointF,
    right: float,
    thick: float = 1.5,
) -> None:
    """The line below a text that tells a state: dashed, solid, double, dotted; none where it was rejected."""
    if state is None or state is DecisionState.REJECTED:
        return
    pen = QPen(ink, thick)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if state is DecisionState.PROPOSED:
        pen.setDashPattern([3.0, 2.0])
    elif state is DecisionState.RECOVERED:
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setDashPattern([0.1, 2.2])
    elif state is DecisionState.ADDED:
        pen.setWidthF(max(1.0, thick * 0.7))
        below = QPointF(0, pen.widthF() * 2 + 0.5)
        painter.setPen(pen)
        painter.drawLine(left + below, QPointF(right, left.y()) + below)
    painter.setPen(pen)
    painter.drawLine(left, QPointF(right, left.y()))


def tag_html(label: Label, theme: Theme) -> str:
    """A label in the colours of its group, as markup."""
    colors = theme.groups[label.group]
    style = f"color:{colors.ink.name()};background-color:{colors.tint.name()}"
    return f'<b style="{style}">&nbsp;{label_text(label).replace(" ", "&nbsp;")}&nbsp;</b>'


def bar_html(blanks: int, color: QColor) -> str:
    """A bar of a colour, as markup; a blank of it is one to two pixels wide."""
    return f'<span style="font-size:5px;background-color:{color.name()}">{"&nbsp;" * blanks}</span>'


def score_bar_html(score: float, ink: QColor, theme: Theme, blanks: int = 40) -> str:
    """A score in [0, 1] as a bar of so many blanks, as markup."""
    filled = max(1, round(score * blanks)) if score > 0 else 0
    rest = mix_colors(theme.window, theme.border, 0.4)
    return bar_html(filled, ink) + bar_html(blanks - filled, rest)


class ElidedText(QLabel):
    """One line of text, cut in the middle where there is no room; the whole of it in the tooltip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whole = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    @property
    def full_text(self) -> str:
        return self._whole

    def show_text(self, text: str) -> None:
        """Shows a text that may hold anything."""
        self._whole = text
        self.setToolTip(plain_tooltip(text))
        self.setAccessibleName(text)
        self.updateGeometry()
        self._cut()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._cut()

    def sizeHint(self) -> QSize:
        self.ensurePolished()
        # Two more, as the letters of the last word may lean over.
        wide = self.fontMetrics().horizontalAdvance(one_line(self._whole[:2000])) + 2 if self._whole else 0
        return QSize(wide, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(min(24, self.sizeHint().width()), super().minimumSizeHint().height())

    def _cut(self) -> None:
        line = one_line(
            self._whole if len(self._whole) < 2000 else f"{self._whole[:900]}…{self._whole[-900:]}"
        )
        room = self.contentsRect().width() - 2 * self.margin()
        self.setText(self.fontMetrics().elidedText(line, Qt.TextElideMode.ElideMiddle, max(room, 24)))


class WrappedText(ElidedText):
    """A text in a few lines, and cut only where it is longer; no word is too long for a line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWordWrap(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)

    def _cut(self) -> None:
        line = one_line(self._whole[:2000])
        line = line if len(line) <= _FEW_LINES else f"{line[: _FEW_LINES - 1]}…"
        self.setText(_LONG_WORD.sub("\\g<0>\u200b", line))


class KeyButton(FocusedButton):
    """A button that shows its key behind its name.

    Args:
        text: its name.
        tip: what it does, in a sentence.
        keys: its key as the system writes it; empty for none.
    """

    def __init__(self, text: str, tip: str, keys: str = "") -> None:
        super().__init__(text)
        self._text, self._tip = text, tip
        self.setAccessibleName(text.removesuffix("…"))
        self.set_keys(keys)

    def show_name(self, text: str) -> None:
        """Shows another name, with the same key."""
        self._text = text
        self.setAccessibleName(text.removesuffix("…"))
        self.set_keys(self.keys)

    def set_keys(self, keys: str) -> None:
        """Shows a key as the system writes it; empty for none."""
        self.keys = keys
        self.setText(f"{self._text}   {short_key_text(keys)}".rstrip())
        self.setAccessibleDescription(f"{self._tip} {keys}".strip())
        self.setToolTip(f"{self._tip} ({keys})" if keys else self._tip)


def short_key_text(keys: str) -> str:
    """A key with signs for its longest names, so that it fits on a button."""
    for name, sign in _KEY_SIGNS:
        keys = keys.replace(name, sign)
    return keys


RECOVERED_SIGN = "\u211e"
"""Stands beside a span that was recovered as a medical term."""


def label_meaning(label: Label) -> str:
    """The meaning of a label, beginning with a capital."""
    return capitalized(label.info.meaning)


def item_description(item: ReviewItem, doubtful: bool) -> str:
    """Label, state and score in one line, and the meaning of the label in a second."""
    label = item.span.label
    doubt = _tr(", doubtful") if doubtful else ""
    return (
        f"{label_text(label)} · {choice_name(item.state)}{doubt} · {score_text(item.span.score)}\n"
        f"{label.info.meaning}"
    )


def _tr(text: str) -> str:
    return QCoreApplication.translate("Span", text)
