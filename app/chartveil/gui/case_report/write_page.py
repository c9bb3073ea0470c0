"""Last step: the timeline, the phrases to look for in a search engine, and the signed files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypedDict

from PySide6.QtCore import QByteArray, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtSvgWidgets import QSvgWidget
from PySide6.QtWidgets import QCheckBox, QLineEdit, QScrollArea, QWidget

from chartveil.case_report.outputs.drawing import DrawingColors
from chartveil.gui.theme.application import set_style_property
from chartveil.gui.theme.colors import mix_colors
from chartveil.gui.theme.switcher import WindowTheme
from chartveil.gui.widgets.basic import one_line, plain_tooltip
from chartveil.gui.widgets.buttons import push_button
from chartveil.gui.widgets.file_dialogs import UserPrompts
from chartveil.gui.widgets.form import batch_fill, read_only_cell, row_table
from chartveil.gui.widgets.layouts import card, column, named, row, scroll_area, text_label
from chartveil.gui.widgets.number_wording import counted_text


class WriteAnswers(TypedDict):
    """What a person answers for: open facts are taken as suggested, passages that detection does not cover
    were read, and the report may lack the files that could not be read."""

    as_suggested: bool
    uncovered: bool
    without_unread: bool


class WritePage(QWidget):
    """The obstacles to writing the files, and the button that writes and signs them.

    Keys while the list of phrases has the keyboard: 1 nothing was found, 2 something was, 0 not searched yet.

    Args:
        themes: colours of the timeline.
        prompts: ask for folders.

    Signals:
        write_requested: folder, and ``WriteAnswers``.
        searched: a phrase, and what a search engine showed for it; None for not searched.
    """

    write_requested = Signal(object, object)
    searched = Signal(str, object)

    def __init__(self, themes: WindowTheme, prompts: UserPrompts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._prompts = prompts
        self._draw: Callable[[DrawingColors], str] | None = None
        self._phrases: tuple[str, ...] = ()
        self._build()
        self.setFocusProxy(self.phrases)
        themes.changed.connect(self._draw_timeline)

    # What the window tells

    def begin(self) -> None:
        """Begins with another case: what was written of the one before is not said of it."""
        self.folder.clear()
        self.seen.clear()
        self.show_message("")
        for box in self._answers:
            box.setChecked(False)

    def show_obstacles(self, said: Sequence[str]) -> None:
        """Shows why the files cannot be written as things stand; nothing where they can."""
        self.obstacles.setText("\n".join(f"✕ {each}" for each in said))
        self.obstacles.setVisible(bool(said))

    def show_open(self, undecided: int, uncovered: Sequence[str], unread: Sequence[str] = ()) -> None:
        """Shows what a person may answer for instead of mending it: open facts, passages not covered, files
        that could not be read."""
        self.as_suggested.setText(
            counted_text(
                undecided,
                self.tr("Write 1 undecided fact as it shows now,\nwhich may be as it stands"),
                self.tr("Write {n} undecided facts as they show now,\nsome as they stand"),
            )
        )
        self.as_suggested.setVisible(undecided > 0)
        self.uncovered.setText(
            self.tr("I have read the passages in {languages},\nwhich are not searched").format(
                languages=", ".join(uncovered)
            )
        )
        self.uncovered.setVisible(bool(uncovered))
        self.without_unread.setText(
            counted_text(
                len(unread),
                self.tr("Write without 1 file that could not be read"),
                self.tr("Write without {n} files that could not be read"),
            )
        )
        self.without_unread.setToolTip(plain_tooltip("\n".join(unread)))
        self.without_unread.setVisible(bool(unread))

    def show_timeline(self, draw: Callable[[DrawingColors], str] | None, said: str) -> None:
        """Shows the timeline.

        Args:
            draw: gives it as SVG in some colours; None where nothing is dated.
            said: what it is, for screen readers.
        """
        self._draw = draw
        self._draw_timeline()
        named(self.timeline, said)
        self._timeline_area.setVisible(draw is not None)

    def _draw_timeline(self) -> None:
        if self._draw is None:
            return
        theme = self._themes.theme
        grid = mix_colors(theme.raised, theme.border, 0.4)
        tokens = (theme.raised, theme.text, theme.muted, theme.accent, grid)
        drawing = self._draw(DrawingColors(*(color.name() for color in tokens)))
        self.timeline.load(QByteArray(drawing.encode()))
        self.timeline.setFixedSize(self.timeline.renderer().defaultSize())

    def show_phrases(self, phrases: Sequence[str], seen: Mapping[str, str]) -> None:
        """Shows the phrases to type into a search engine, and what was seen of each."""
        at = max(0, self.phrases.currentRow())
        self._phrases = tuple(phrases)
        with batch_fill(self.phrases):
            self.phrases.setRowCount(len(phrases))
            for k, phrase in enumerate(phrases):
                known = seen.get(phrase)
                state = self.tr("○ not searched") if known is None else known
                self.phrases.setItem(k, 0, read_only_cell(one_line(phrase), phrase))
                self.phrases.setItem(k, 1, read_only_cell(state, state))
        if phrases:
            self.phrases.setCurrentCell(min(at, len(phrases) - 1), 0)
        done = sum(p in seen for p in phrases)
        self.searched_count.setText(
            self.tr("{n} of {m} searched").format(n=f"{done:,}", m=f"{len(phrases):,}")
        )

    def suggest_folder(self, folder: Path) -> None:
        """Names a folder for the files, which need not be there yet."""
        if not self.folder.text().strip():
            self.folder.setText(str(folder))

    def show_busy(self, busy: bool) -> None:
        """Shows whether the files are being written."""
        self.write.setEnabled(not busy)
        if busy:
            self.show_message(self.tr("Writing, reading back, searching for leaks…"))

    def show_message(self, text: str, role: str = "muted") -> None:
        """Says what was written, or why nothing was."""
        set_style_property(self.message, "role", role)
        self.message.setText(text)

    # What the user does

    def _say_seen(self, seen: str | None) -> None:
        at = self.phrases.currentRow()
        if 0 <= at < len(self._phrases):
            if seen is not None and at + 1 < len(self._phrases):
                self.phrases.setCurrentCell(at + 1, 0)
            self.searched.emit(self._phrases[at], seen)

    def _say_own(self) -> None:
        text = self.seen.text().strip()
        if not text:
            self.seen.setFocus()
        else:
            self.seen.clear()
            self._say_seen(f"✕ {text}")
            self.phrases.setFocus()

    def _choose(self) -> None:
        chosen = self._prompts.folder(self, self.folder.accessibleName())
        if chosen is not None:
            self.folder.setText(str(chosen))

    def _write(self) -> None:
        text = self.folder.text().strip()
        if text and self.write.isEnabled():
            said = [box.isChecked() and not box.isHidden() for box in self._answers]
            answers = WriteAnswers(as_suggested=said[0], uncovered=said[1], without_unread=said[2])
            self.write_requested.emit(Path(text).expanduser(), answers)

    # How it is made

    def _build(self) -> None:
        columns = [self.tr("Phrase"), self.tr("What the search engine showed")]
        self.phrases = row_table(columns, self.tr("Phrases to search for"), stretch=0)
        self.phrases.setMinimumHeight(220)
        self.searched_count = text_label("", "muted", wrap=False)
        nothing = self.tr("✓ nothing that tells who it is")
        self.seen = named(QLineEdit(), self.tr("What was found"))
        self.seen.setPlaceholderText(self.tr("what was found"))
        self.seen.returnPressed.connect(self._say_own)
        keys: list[tuple[str, Callable[[], object]]] = [
            ("1", partial(self._say_seen, nothing)),
            ("2", self.seen.setFocus),
            ("0", partial(self._say_seen, None)),
        ]
        for key, work in keys:
            shortcut = QShortcut(QKeySequence(key), self.phrases, work)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
        self.timeline = QSvgWidget()
        self._timeline_area = named(QScrollArea(), self.tr("Timeline"))
        self._timeline_area.setWidget(self.timeline)
        self._timeline_area.setMinimumHeight(260)
        self.folder = named(QLineEdit(), self.tr("Folder of the case report"))
        self.folder.returnPressed.connect(self._write)
        self.as_suggested, self.uncovered, self.without_unread = QCheckBox(), QCheckBox(), QCheckBox()
        self._answers = (self.as_suggested, self.uncovered, self.without_unread)
        self.obstacles = text_label("", "danger", plain=True)
        self.write = push_button(self.tr("&Sign and write"), self._write, look="primary")
        self.message = text_label("", "muted", plain=True)
        self.message.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        searching = self.tr(
            "Type each phrase into a search engine on a machine of your choice, and see whether news, posts "
            "or other articles tell who it is. Chartveil sends nothing."
        )
        outputs = self.tr(
            "The prose as Word, text and Markdown, the timeline as drawing and table, what was altered, a "
            "copy in large print for the patient to read, and the signed record."
        )
        head = text_label(self.tr("Would a search find the patient?"), "heading", wrap=False)
        search = card(
            row(head, ..., self.searched_count),
            text_label(searching, "muted"),
            (self.phrases, 1),
            row(
                push_button(self.tr("Nothing found   1"), partial(self._say_seen, nothing)),
                push_button(self.tr("Not searched   0"), partial(self._say_seen, None), quiet=True),
                ...,
                gap=8,
            ),
            row((self.seen, 1), push_button(self.tr("Found   2"), self._say_own), gap=8),
        )
        write = card(
            text_label(self.tr("Write the case report"), "heading"),
            text_label(outputs, "muted"),
            self.obstacles,
            *self._answers,
            8,
            text_label(self.tr("Folder"), "small"),
            row((self.folder, 1), push_button(self.tr("F&older…"), self._choose), gap=8),
            row(self.write, ...),
            self.message,
            ...,
        )
        line = card(text_label(self.tr("Timeline"), "heading"), (self._timeline_area, 1))
        page = QWidget()
        column(
            (row((search, 3), (write, 2), gap=16), 3),
            (line, 2),
            parent=page,
            margins=(24, 16, 24, 16),
            gap=16,
        )
        column(scroll_area(page), parent=self, margins=0)
