"""What the spans of the open document will become: made beside the window, for the document as it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from chartveil.domain import Document, Replacement, Span
from chartveil.gui.failures import notice_for_error
from chartveil.gui.tasks import BackgroundTasks

ReplacementMaker = Callable[[Document, Sequence[Span]], Iterable[Replacement]]


class SurrogatePreview(QObject):
    """Surrogates of one document at a time.

    Args:
        start: gives what takes the place of spans; called in a thread.
        tasks: runs it.

    Signals:
        finished: they are ready to be asked for.
        failed: why there are none, in one line that quotes no text.
    """

    finished = Signal()
    failed = Signal(str)

    def __init__(self, make: ReplacementMaker, tasks: BackgroundTasks, parent: QObject) -> None:
        super().__init__(parent)
        self._make = make
        self._tasks = tasks
        self._made: dict[tuple[int, int], str] | None = None

    @property
    def ready(self) -> bool:
        """Whether they are made."""
        return self._made is not None

    def text_for(self, span: Span) -> str | None:
        """What a span becomes; None where it stays, or nothing is made yet."""
        return (self._made or {}).get((span.start, span.end))

    def start(self, document: Document, spans: Sequence[Span]) -> None:
        """Has them made; ``made`` or ``failed`` tells the end."""
        self._tasks.run_latest("becomes", partial(self._make, document, spans), self._take, self._fail)

    def discard(self) -> None:
        """Drops them; those on their way are of another text or of other spans."""
        self._made = None
        self._tasks.cancel_latest("becomes")

    def _take(self, made: Iterable[Replacement]) -> None:
        self._made = {(r.start, r.end): r.text for r in made}
        self.finished.emit()

    def _fail(self, error: Exception) -> None:
        self.failed.emit(notice_for_error(error).what)
