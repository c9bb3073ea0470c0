"""A made-up note, before and after, as the policy at hand would leave it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QWidget

from chartveil.domain import Label, Replacement, Span
from chartveil.errors import ChartveilError
from chartveil.gui.settings.data import ExampleMaker
from chartveil.gui.settings.page import small_label
from chartveil.gui.theme.applying import set_style_property
from chartveil.gui.theme.tokens import GRID_UNIT, Theme
from chartveil.policy import Policy, ReplacementMode

_PIECES: tuple[tuple[str, Label | None], ...] = (
    ("Mrs. ", None),
    ("Adaeze Lindqvist", Label.PATIENT),
    (", ", None),
    ("91", Label.AGE),
    ("-year-old retired ", None),
    ("organist", Label.PROFESSION),
    (" from ", None),
    ("14 Heron Lane", Label.STREET),
    (", ", None),
    ("Burlington", Label.CITY),
    (", ", None),
    ("VT", Label.STATE),
    (" ", None),
    ("05401", Label.ZIP),
    (", came to ", None),
    ("Otter Creek Hospital", Label.HOSPITAL),
    (" on ", None),
    ("03/14/2019", Label.DATE),
    (" with her son ", None),
    ("Nils", Label.RELATIVE),
    (" (", None),
    ("48", Label.AGE),
    ("). Discharged ", None),
    ("March 19, 2019", Label.DATE),
    (". Dr. ", None),
    ("Okonkwo", Label.DOCTOR),
    (", pager ", None),
    ("802-555-0143", Label.PHONE),
    (". MRN ", None),
    ("40072915", Label.MRN),
    (".", None),
)
"""Nobody in it is real; the telephone number is of those kept for fiction."""


def _spans() -> tuple[Span, ...]:
    out, at = [], 0
    for text, label in _PIECES:
        if label is not None:
            out.append(Span(at, at + len(text), label, 1.0))
        at += len(text)
    return tuple(out)


EXAMPLE_TEXT = "".join(text for text, _ in _PIECES)
EXAMPLE_SPANS = _spans()


class PolicyExample(QFrame):
    """The example beside what becomes of it.

    Args:
        maker: makes the replacements.
        theme: gives the colours.
    """

    def __init__(self, maker: ExampleMaker, theme: Theme) -> None:
        super().__init__()
        self._maker = maker
        self._theme = theme
        self._shown: tuple[Policy, ReplacementMode] | None = None
        set_style_property(self, "card", True)
        self.before = self._text(self.tr("Example"))
        self.after = self._text(self.tr("What becomes of it"))
        grid = QGridLayout(self)
        grid.setContentsMargins(2 * GRID_UNIT, GRID_UNIT, 2 * GRID_UNIT, GRID_UNIT)
        grid.setHorizontalSpacing(3 * GRID_UNIT)
        grid.setVerticalSpacing(GRID_UNIT // 2)
        widgets: tuple[tuple[str, QWidget], ...] = (
            (self.tr("A made-up note"), self.before),
            (self.tr("What becomes of it"), self.after),
        )
        for column, (name, text) in enumerate(widgets):
            grid.addWidget(small_label(name), 0, column)
            grid.addWidget(text, 1, column, Qt.AlignmentFlag.AlignTop)
            grid.setColumnStretch(column, 1)
        grid.setRowStretch(1, 1)

    def _text(self, name: str) -> QLabel:
        label = QLabel()
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.RichText)
        label.setAccessibleName(name)
        return label

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        if self._shown is not None:
            self.show_policy(*self._shown)

    def show_policy(self, policy: Policy, mode: ReplacementMode) -> None:
        """Makes the example anew under a policy."""
        self._shown = (policy, mode)
        counted = [
            (s.start, s.end, s.label, EXAMPLE_TEXT[s.start : s.end])
            for s in EXAMPLE_SPANS
            if policy.is_identifier(s.label)
        ]
        self.before.setText(self._marked(counted))
        self.before.setAccessibleDescription(EXAMPLE_TEXT)
        try:
            made: Sequence[Replacement] = self._maker(EXAMPLE_TEXT, EXAMPLE_SPANS, policy, mode)
        except ChartveilError as e:
            self.after.setText(escape(str(e)))
            self.after.setAccessibleDescription(str(e))
            return
        self.after.setText(
            self._marked([(r.start, r.end, r.label, r.text) for r in made if r.label is not None])
        )
        out, at = "", 0
        for r in made:
            out, at = out + EXAMPLE_TEXT[at : r.start] + r.text, r.end
        self.after.setAccessibleDescription(out + EXAMPLE_TEXT[at:])

    def _marked(self, parts: Sequence[tuple[int, int, Label, str]]) -> str:
        """The text with the given ranges in their group's colours, each with its own text."""
        out, at = [], 0
        for start, end, label, text in parts:
            colors = self._theme.groups[label.group]
            out.append(escape(EXAMPLE_TEXT[at:start]))
            out.append(
                f'<span style="background-color:{colors.tint.name()};color:{colors.ink.name()};'
                f'text-decoration:underline">{escape(text)}</span>'
            )
            at = end
        out.append(escape(EXAMPLE_TEXT[at:]))
        return f'<div style="line-height:135%">{"".join(out)}</div>'
