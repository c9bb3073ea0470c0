"""Last step: what the reading shows, what follows, and the signed report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QByteArray, Signal
from PySide6.QtSvgWidgets import QSvgWidget
from PySide6.QtWidgets import QFrame, QWidget

from chartveil.gui.theme.application import set_style_property
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.form import batch_fill, read_only_cell, row_table
from chartveil.gui.widgets.layouts import Part, column, named, row, scroll_area, text_label


@dataclass(frozen=True, slots=True)
class VerdictText:
    """What is shown, in words.

    Attributes:
        head: the verdict in a sentence.
        role: of the head: success, warning or danger.
        follows: what is to be done now.
        facts: what was read and found; each a line.
        strata: name, read, leaking and the share that may leak, of each group of notes.
        plots: two drawings as SVG, and what each shows.
        can_extend: whether more reading may show what was planned.
        by_how_many: notes to add then.
        disagreements: notes on which the readers differ still.
    """

    head: str
    role: str
    follows: str
    facts: Sequence[str]
    strata: Sequence[tuple[str, str, str, str]] = ()
    plots: Sequence[tuple[bytes, str]] = field(default=())
    can_extend: bool = False
    by_how_many: int = 0
    disagreements: int = 0


class VerdictPage(QWidget):
    """The verdict in one sentence, what it rests on, and what may be done.

    Signals:
        extend_requested, disagreements_requested: what they say.
    """

    extend_requested = Signal()
    disagreements_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = text_label("", "title", plain=True)
        self.follows = text_label("", plain=True)
        self.facts = text_label("", plain=True)
        columns = [self.tr("Group"), self.tr("Read"), self.tr("Leak"), self.tr("At most")]
        self.strata = row_table(columns, self.tr("What was found in each group"), stretch=0)
        self.plots = (QSvgWidget(), QSvgWidget())
        for plot in self.plots:
            plot.setFixedSize(420, 280)
        self.extend = push_button(self.tr("Read &more…"), self.extend_requested.emit)
        self.disagreements = push_button("", self.disagreements_requested.emit)
        self.message = text_label("", "muted", plain=True)
        self._build()
        self.setFocusProxy(self.extend)

    def show_verdict(self, sheet: VerdictText) -> None:
        """Shows what the reading shows now."""
        sign = {"success": "✓", "danger": "✕"}.get(sheet.role, "◐")
        self.head.setText(f"{sign}  {sheet.head}")
        set_style_property(self.head, "role", "title")
        self.head.setStyleSheet("")
        set_style_property(self.follows, "role", sheet.role)
        self.follows.setText(sheet.follows)
        self.facts.setText("\n".join(sheet.facts))
        with batch_fill(self.strata):
            self.strata.setRowCount(len(sheet.strata))
            for at, cells in enumerate(sheet.strata):
                for k, text in enumerate(cells):
                    self.strata.setItem(at, k, read_only_cell(text))
        self.strata.setVisible(len(sheet.strata) > 1)
        for plot, (drawing, said) in zip(self.plots, sheet.plots, strict=False):
            plot.load(QByteArray(drawing))
            named(plot, said)
        for k, plot in enumerate(self.plots):
            plot.setVisible(k < len(sheet.plots))
        self.extend.setVisible(sheet.can_extend)
        self.extend.setText(self.tr("Read {n} &more…").format(n=f"{sheet.by_how_many:,}"))
        self.disagreements.setVisible(sheet.disagreements > 0)
        self.disagreements.setText(
            self.tr("Settle {n} &disagreements…").format(n=f"{sheet.disagreements:,}")
            if sheet.disagreements != 1
            else self.tr("Settle 1 &disagreement…")
        )

    def show_message(self, text: str, role: str = "muted") -> None:
        """Says what was written, or what could not be."""
        set_style_property(self.message, "role", role)
        self.message.setText(text)

    def _build(self) -> None:
        page = QWidget()
        column(
            _card(
                self.head,
                self.follows,
                8,
                row(self.extend, self.disagreements, ..., gap=8),
                self.message,
            ),
            row((_card(text_label(self.tr("What it rests on"), "heading"), self.facts, ...), 1), gap=16),
            row(*self.plots, ..., gap=16),
            self.strata,
            ...,
            parent=page,
            margins=(24, 24, 24, 16),
            gap=16,
        )
        self.strata.setMinimumHeight(200)
        column(scroll_area(page), parent=self, margins=0)


def _card(*parts: Part) -> QFrame:
    card = QFrame()
    card.setProperty("card", True)
    column(*parts, parent=card, margins=24, gap=8)
    return card
