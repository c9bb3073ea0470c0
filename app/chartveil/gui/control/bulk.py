"""Decisions on many places at once: the same text, or all above a score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtWidgets import QDialog

from chartveil.domain.labels import Label
from chartveil.gui.control.controller import Controller, WindowParts
from chartveil.gui.control.document import DocumentController
from chartveil.gui.dialogs.accept_above import AcceptAboveDialog
from chartveil.gui.dialogs.same_text import SameTextDialog, SameTextPlace
from chartveil.review.model import ActionKind, DecisionState, ReviewItem
from chartveil.service import bulk_decisions as bulk
from chartveil.service.bulk_decisions import DecisionScope, DecisionTarget
from chartveil.service.document_cache import LoadedDocument

_AROUND = 60
"""Characters shown to either side of a place."""
_READ = 40
"""Other documents that are read again, to show the lines of their places; those after them show offsets."""


class BulkDecisions(Controller):
    """Shows what a decision would touch in a dialog, and does what is chosen there."""

    def __init__(self, parts: WindowParts, document: DocumentController) -> None:
        super().__init__(parts)
        self._document = document
        self._open: SameTextDialog | None = None

    def decide_same_text(
        self,
        kind: ActionKind | None = None,
        scope: DecisionScope = DecisionScope.DOCUMENT,
    ) -> None:
        """Decides all places of the current text alike.

        Args:
            kind: what to do; by default what was decided about the current one, else accept.
            scope: how far the dialog reaches to begin with.
        """
        review, item = self._document.review, self._document.current_item
        if review is None or item is None or not self._document.ensure_editable():
            return
        kind = kind or (ActionKind.REJECT if item.state is DecisionState.REJECTED else ActionKind.ACCEPT)
        targets = bulk.same_text_targets(self._service, review, item)
        shown = [self._shown(t, review.row, review.text) for t in targets]
        dialog = SameTextDialog(
            kind,
            item.span.text(review.text),
            shown,
            row=review.row,
            theme=self._themes.theme,
            scope=scope,
            label=item.span.label,
            parent=self._window,
        )
        self._read_others(dialog, [p for p in shown if p.target.row != review.row])
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        chosen = dialog.chosen()
        self._open = None
        dialog.deleteLater()
        if accepted:
            self.decide_targets(kind, chosen, item.span.label)

    def accept_above(self) -> None:
        """Accepts every undecided span of the document from a score on."""
        review = self._document.review
        if review is None or not self._document.ensure_editable():
            return

        def targets(score: float) -> list[DecisionTarget]:
            return bulk.targets_above_score(self._service, review, score)

        def items(score: float) -> list[ReviewItem]:
            return [t.item for t in targets(score) if t.item is not None]

        where = self.tr("in this document")
        dialog = AcceptAboveDialog(items, where, self._themes.theme, parent=self._window)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            self.decide_targets(ActionKind.ACCEPT, targets(dialog.score()), None)

    def decide_targets(
        self, kind: ActionKind, targets: Sequence[DecisionTarget], label: Label | None
    ) -> None:
        """Decides on places as one step, and says how many; asks before a signature is taken back."""
        review = self._document.review
        done = self._attempt_asking(
            lambda withdraw: bulk.decide_targets(
                self._service, kind, targets, review, label, withdraw=withdraw
            )
        )
        if done is not None:
            self._document.show_action(done)
            said = self.tr("Places decided: {n}, in documents: {d}. One undo takes all back.")
            self._say(said.format(n=len(done.action.changes), d=len(done.action.documents)))

    def _read_others(self, dialog: SameTextDialog, places: Sequence[SameTextPlace]) -> None:
        """Reads the other documents in the background: each place shows its line when it is known."""
        self._open = dialog
        by_row: dict[int, list[SameTextPlace]] = {}
        for place in places:
            by_row.setdefault(place.target.row, []).append(place)
        for row, of_row in list(by_row.items())[:_READ]:
            work = self._service.loading_work(self._service.row(row))
            # One that cannot be read, as its file is gone, shows where its places are, not what is there.
            self._tasks.run(work, partial(self._show_lines, dialog, of_row), lambda _: None)

    def _show_lines(
        self, dialog: SameTextDialog, places: Sequence[SameTextPlace], loaded: LoadedDocument
    ) -> None:
        if dialog is not self._open:
            return
        text = loaded.document.text
        for place in places:
            target = place.target
            dialog.set_context(target, *_line(text, target.start, target.end))

    def _shown(self, target: DecisionTarget, row: int, text: str) -> SameTextPlace:
        shown = SameTextPlace(target, self._service.row(target.row).patient)
        if target.row != row:
            return shown
        line, before, found, after = _line(text, target.start, target.end)
        return replace(shown, line=line, before=before, found=found, after=after)


def _line(text: str, start: int, end: int) -> tuple[int, str, str, str]:
    """Number of a place's line, and what stands in it before the place, at it and behind it."""
    left = max(text.rfind("\n", 0, start) + 1, start - _AROUND)
    right = text.find("\n", end)
    right = min(len(text) if right < 0 else right, end + _AROUND)
    return text.count("\n", 0, start) + 1, text[left:start], text[start:end], text[end:right]
