"""What the spans of the open document will become: made beside the window, for the document as it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from chartveil.domain import Document, Replacement, Span
from chartveil.gui.failures import notice_of
from chartveil.gui.tasks import Tasks

Make = Callable[[Document, Sequence[Span]], Iterable[Replacement]]


class Becoming(QObject):
    """Surrogates of one document at a time.

    Args:
        make: gives what takes the place of spans; called in a thread.
        tasks: runs it.

    Signals:
        made: they are ready to be asked for.
        failed: why there are none, in one line that quotes no text.
    """

    made = Signal()
    failed = Signal(str)

    def __init__(self, make: Make, tasks: Tasks, parent: QObject) -> None:
        super().__init__(parent)
        self._make = make
        self._tasks = tasks
        self._made: dict[tuple[int, int], str] | None = None

    @property
    def ready(self) -> bool:
        """Whether they are made."""
        return self._made is not None

    def of(self, span: Span) -> str | None:
        """What a span becomes; None where it stays, or nothing is made yet."""
        return (self._made or {}).get((span.start, span.end))

    def make(self, document: Document, spans: Sequence[Span]) -> None:
        """Has them made; ``made`` or ``failed`` tells the end."""
        self._tasks.run_latest("becomes", partial(self._make, document, spans), self._take, self._fail)

    def forget(self) -> None:
        """Drops them; those on their way are of another text or of other spans."""
        self._made = None
        self._tasks.forget("becomes")

    def _take(self, made: Iterable[Replacement]) -> None:
        self._made = {(r.start, r.end): r.text for r in made}
        self.made.emit()

    def _fail(self, error: Exception) -> None:
        self.failed.emit(notice_of(error).what)
