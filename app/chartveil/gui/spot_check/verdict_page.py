"""Last step: what the reading shows, what follows, and the signed report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QByteArray, Qt, Signal
from PySide6.QtSvgWidgets import QSvgWidget
from PySide6.QtWidgets import QLineEdit, QWidget

from chartveil.gui.theme.application import set_style_property
from chartveil.gui.theme.colors import Theme, mix_colors
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.file_dialogs import UserPrompts
from chartveil.gui.widgets.flow_layout import flow
from chartveil.gui.widgets.form import batch_fill, read_only_cell, row_table
from chartveil.gui.widgets.layouts import card, column, named, row, scroll_area, text_label
from chartveil.spot_check.report.plots import ScreenColors, in_screen_colors


@dataclass(frozen=True, slots=True)
class VerdictText:
    """The texts of a verdict.

    Attributes:
        head: the verdict in a sentence.
        role: of the head: success, warning or danger.
        follows: what is to be done now.
        facts: what was read and found; each a line.
        strata: name, read, leaking and the share that may leak, of each group of notes.
        can_extend: whether more reading may show what was planned.
        by_how_many: notes to add then.
        disagreements: notes on which the readers differ still.
    """

    head: str
    role: str
    follows: str
    facts: Sequence[str]
    strata: Sequence[tuple[str, str, str, str]] = ()
    can_extend: bool = False
    by_how_many: int = 0
    disagreements: int = 0


_card = partial(card, margins=24)


class VerdictPage(QWidget):
    """The verdict in one sentence, what it rests on, and what may be done.

    Signals:
        report_requested: the folder that the signed report is to be written to.
        extend_requested, disagreements_requested, rest_requested: what they say.
    """

    report_requested = Signal(object)
    extend_requested = Signal()
    disagreements_requested = Signal()
    rest_requested = Signal()

    def __init__(self, themes: WindowTheme, prompts: UserPrompts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._prompts = prompts
        self._drawings: Sequence[tuple[bytes, str]] = ()
        self.head = text_label("", "title", plain=True)
        self.follows = text_label("", plain=True)
        self.facts = text_label("", plain=True)
        columns = [self.tr("Group"), self.tr("Read"), self.tr("Leak"), self.tr("At most")]
        self.strata = row_table(columns, self.tr("What was found in each group"), stretch=0)
        self.plots = (QSvgWidget(), QSvgWidget())
        for plot in self.plots:
            plot.setFixedSize(420, 280)
        self.folder = named(QLineEdit(), self.tr("Folder of the report"))
        self.folder.returnPressed.connect(self._write)
        self.browse = push_button(self.tr("F&older…"), self._choose)
        self.report = push_button(self.tr("&Sign and write the report"), self._write, look="primary")
        self.extend = push_button(self.tr("Read &more…"), self.extend_requested.emit)
        self.disagreements = push_button("", self.disagreements_requested.emit)
        self.rest = push_button(
            self.tr("&Look in the rest, and after the release…"), self.rest_requested.emit
        )
        self.message = text_label("", "muted", plain=True)
        self.message.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._build()
        self.extend.hide()  # until it is known how many more
        self.disagreements.hide()
        self.show_plots(())
        themes.changed.connect(self._draw_plots)
        self.setFocusProxy(self.report)

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
        self.extend.setVisible(sheet.can_extend)
        self.extend.setText(self.tr("Read {n} &more…").format(n=f"{sheet.by_how_many:,}"))
        self.disagreements.setVisible(sheet.disagreements > 0)
        self.disagreements.setText(
            self.tr("Settle {n} &disagreements…").format(n=f"{sheet.disagreements:,}")
            if sheet.disagreements != 1
            else self.tr("Settle 1 &disagreement…")
        )

    def show_plots(self, plots: Sequence[tuple[bytes, str]]) -> None:
        """Shows the plots of the report, each as SVG and in words."""
        self._drawings = plots
        self._draw_plots()

    def _draw_plots(self) -> None:
        colors = _plot_colors(self._themes.theme)
        for plot, (drawing, said) in zip(self.plots, self._drawings, strict=False):
            plot.load(QByteArray(in_screen_colors(drawing.decode(), colors).encode()))
            plot.renderer().setAspectRatioMode(Qt.AspectRatioMode.KeepAspectRatio)
            plot.setFixedSize(plot.renderer().defaultSize())
            named(plot, said, tip=said)
        for k, plot in enumerate(self.plots):
            plot.setVisible(k < len(self._drawings))

    def suggest_folder(self, folder: Path) -> None:
        """Names a folder for the report, which need not be there yet."""
        self.folder.setText(str(folder))

    def _choose(self) -> None:
        chosen = self._prompts.folder(self, self.folder.accessibleName())
        if chosen is not None:
            self.folder.setText(str(chosen))

    def _write(self) -> None:
        text = self.folder.text().strip()
        if text and self.report.isEnabled():
            self.report_requested.emit(Path(text).expanduser())

    def show_busy(self, busy: bool) -> None:
        """Shows whether a report is being written. The keyboard goes to what is said of it: a button that is
        greyed hands it on, and Enter would lead away from what is told once."""
        if busy:
            self.message.setFocus()
        self.report.setEnabled(not busy)

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
                row(
                    text_label(self.tr("Report in"), wrap=False),
                    (self.folder, 1),
                    self.browse,
                    self.report,
                    gap=8,
                ),
                self.message,
            ),
            row((_card(text_label(self.tr("What it rests on"), "heading"), self.facts, ...), 1), gap=16),
            flow(*self.plots, gap=16),
            self.strata,
            _card(
                text_label(self.tr("What was found is rarely alone"), "heading"),
                text_label(
                    self.tr(
                        "Look for a confirmed leak in every note of the release, compare a repaired release "
                        "with this one, or add a leak that was reported after publication."
                    ),
                    "muted",
                ),
                row(self.rest, ...),
            ),
            ...,
            parent=page,
            margins=(24, 24, 24, 16),
            gap=16,
        )
        self.strata.setMinimumHeight(200)
        column(scroll_area(page), parent=self, margins=0)


def _plot_colors(theme: Theme) -> ScreenColors:
    """The colours of the report's plots in a theme, on cards."""
    grid = mix_colors(theme.raised, theme.border, 0.4)
    tokens = (theme.raised, theme.text, theme.muted, grid, theme.accent, theme.warning, theme.danger)
    return ScreenColors(*(color.name() for color in tokens))
