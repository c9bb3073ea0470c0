"""The one module of the window that owns threads.

Work runs in a thread and hands plain values back; callbacks run in the main thread, which alone touches
models, widgets and stores. Processes are the service's own.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from PySide6.QtCore import QObject, QRunnable, Qt, QThread, QThreadPool, Signal, Slot

from chartveil.domain.errors import Cancelled

T = TypeVar("T")

_PATIENCE = 20_000
"""Milliseconds to wait for a thread when the window closes."""
_STEP = 100
"""Milliseconds after which a thread that should end is hurried again."""


class _MainThreadCallback(QObject):
    """Carries a result into the main thread, where this object lives."""

    given = Signal(object, object)
    """Result and error; one of them is None."""

    def __init__(self, parent: QObject, then: Callable[[Any, Exception | None], None]) -> None:
        super().__init__(parent)
        self._then = then
        self.given.connect(self._take, Qt.ConnectionType.QueuedConnection)

    @Slot(object, object)
    def _take(self, result: object, error: Exception | None) -> None:
        self.deleteLater()
        self._then(result, error)


class _Work(QRunnable):
    def __init__(self, work: Callable[[], Any], answer: _MainThreadCallback) -> None:
        super().__init__()
        self._work = work
        self._answer = answer

    def run(self) -> None:
        result, error = None, None
        try:
            result = self._work()
        except Exception as e:  # noqa: BLE001 - handed to the main thread, which tells the user
            error = e
        try:
            self._answer.given.emit(result, error)
        except RuntimeError:
            # The window is gone, and nobody waits for the answer.
            return


class StreamThread(QThread):
    """Work that gives values one by one and can be stopped.

    Signals:
        value_ready: each value, in the main thread.
        ended: None, or the error that ended it; not for a stop, which is no error.
    """

    value_ready = Signal(object)
    ended = Signal(object)

    def __init__(
        self,
        make: Callable[[Callable[[], bool]], Iterator[Any]],
        parent: QObject,
        hurry: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(parent)
        self._make = make
        self._hurry = hurry
        self._stop = threading.Event()

    def run(self) -> None:
        error: Exception | None = None
        try:
            for value in self._make(self._stop.is_set):
                self.value_ready.emit(value)
        except Cancelled:
            error = None
        except Exception as e:  # noqa: BLE001 - handed to the main thread, which tells the user
            error = e
        self.ended.emit(error)

    def stop(self) -> None:
        """Asks it to end after what is under way."""
        self._stop.set()

    def abort(self) -> None:
        """Asks it to end, and gives up what is under way where that can be done."""
        self._stop.set()
        if self._hurry is not None:
            self._hurry()

    def stop_and_wait(self, patience: int) -> bool:
        """Gives up and waits, at most so many milliseconds; says whether it has ended."""
        for _ in range(0, patience, _STEP):
            self.abort()
            if self.wait(_STEP):
                return True
        return False


class _StreamListener(QObject):
    """Hears a stream in the main thread: a plain function would be called in the stream's."""

    def __init__(
        self,
        stream: StreamThread,
        each: Callable[[Any], None],
        ended: Callable[[StreamThread, Exception | None], None],
    ) -> None:
        super().__init__(stream)
        self._stream = stream
        self._each = each
        self._ended = ended
        stream.value_ready.connect(self._hear, Qt.ConnectionType.QueuedConnection)
        stream.ended.connect(self._end, Qt.ConnectionType.QueuedConnection)

    @Slot(object)
    def _hear(self, value: object) -> None:
        self._each(value)

    @Slot(object)
    def _end(self, error: Exception | None) -> None:
        self._ended(self._stream, error)


class BackgroundTasks(QObject):
    """Runs work beside the window. Closed before the window is."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(2)
        self._streams: list[StreamThread] = []
        self._latest: dict[str, int] = {}
        self._closed = False

    def run(
        self,
        work: Callable[[], T],
        done: Callable[[T], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Runs ``work`` in a thread, then ``done`` or ``failed`` in the main thread."""

        def then(result: Any, error: Exception | None) -> None:
            if self._closed:
                return
            if error is not None:
                failed(error)
            else:
                done(result)

        self._pool.start(_Work(work, _MainThreadCallback(self, then)))

    def run_latest(
        self,
        name: str,
        work: Callable[[], T],
        done: Callable[[T], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """As ``run``; of several under one name only the last one's answer counts."""
        number = self._latest.get(name, 0) + 1
        self._latest[name] = number

        def current() -> bool:
            return self._latest[name] == number

        self.run(
            work,
            lambda result: done(result) if current() else None,
            lambda error: failed(error) if current() else None,
        )

    def cancel_latest(self, name: str) -> None:
        """Drops the answer that is still to come under a name."""
        self._latest[name] = self._latest.get(name, 0) + 1

    def run_stream(
        self,
        make: Callable[[Callable[[], bool]], Iterator[T]],
        each: Callable[[T], None],
        ended: Callable[[Exception | None], None],
        hurry: Callable[[], None] | None = None,
    ) -> StreamThread:
        """Runs an iterator in a thread of its own.

        Args:
            make: makes the iterator; it is given a callable that tells whether to stop.
            each: told each value, in the main thread.
            ended: told None or the error, in the main thread.
            hurry: makes the iterator give up what is under way, when nobody waits for it any more.
        """
        stream = StreamThread(make, self, hurry)

        def hear(value: Any) -> None:
            if not self._closed:
                each(value)

        def end(stream: StreamThread, error: Exception | None) -> None:
            stream.wait()
            if stream in self._streams:
                self._streams.remove(stream)
            stream.deleteLater()
            if not self._closed:
                ended(error)

        _StreamListener(stream, hear, end)
        self._streams.append(stream)
        stream.start()
        return stream

    def close(self) -> None:
        """Stops all and waits; answers that come later are dropped."""
        self._closed = True
        for stream in self._streams:
            stream.stop()
        for stream in self._streams:
            stream.stop_and_wait(_PATIENCE)
        self._pool.waitForDone(_PATIENCE)
