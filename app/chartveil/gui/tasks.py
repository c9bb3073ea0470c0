"""The one module of the window that owns threads.

Work runs in a thread and hands plain values back; callbacks run in the main thread, which alone touches
models, widgets and stores. Processes are the service's own.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Qt, QThreadPool, Signal, Slot

from chartveil.domain.errors import Cancelled

T = TypeVar("T")

THREADS = 4
"""Pieces of work at once: a document opens while the surrogates of a long one are made."""
_PATIENCE = 20_000
"""Milliseconds to wait for a thread when the window closes."""
_STEP = 100
"""Milliseconds after which a thread that should end is hurried again."""
_EACH, _DONE, _FAILED = range(3)
"""Kinds of messages from a thread: a value of several, its result, its error."""


class Stream:
    """Work that gives values one by one and can be stopped."""

    def __init__(self, hurry: Callable[[], None]) -> None:
        self._hurry = hurry
        self._stop = threading.Event()

    @property
    def stopped(self) -> bool:
        """Whether it was asked to end."""
        return self._stop.is_set()

    def stop(self) -> None:
        """Asks it to end after what is under way."""
        self._stop.set()

    def abort(self) -> None:
        """Asks it to end, and gives up what is under way where that can be done."""
        self._stop.set()
        self._hurry()


class BackgroundTasks(QObject):
    """Runs work beside the window. Closed before the window is."""

    _sent = Signal(int, int, object)
    """Number of a task, what it tells, and the value."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(THREADS)
        self._stream_pool = QThreadPool(self)
        self._stream_pool.setMaxThreadCount(8)
        self._streams: list[Stream] = []
        self._numbers = count()
        # The threads know the numbers alone: a callback may hold widgets, which they must not let go.
        self._callbacks: dict[int, tuple[Callable[[Any], object], ...]] = {}
        self._latest: dict[str, int] = {}
        self._closed = False
        self._sent.connect(self._receive, Qt.ConnectionType.QueuedConnection)

    def run(
        self,
        work: Callable[[], T],
        done: Callable[[T], object],
        failed: Callable[[Exception], object],
    ) -> None:
        """Runs ``work`` in a thread, then ``done`` or ``failed`` in the main thread."""
        number = next(self._numbers)
        self._callbacks[number] = (done, done, failed)
        self._pool.start(partial(self._work, number, work))

    def run_latest(
        self,
        name: str,
        work: Callable[[], T],
        done: Callable[[T], object],
        failed: Callable[[Exception], object],
    ) -> None:
        """As ``run``; of several under one name only the last one's answer counts.

        Those before it that have not begun never do: each of many quick decisions asks for the same anew.
        """
        self.cancel_latest(name)
        number = self._latest[name]

        def current() -> bool:
            return self._latest[name] == number

        def work_if_current() -> T:
            if not current():
                raise Cancelled
            return work()

        self.run(
            work_if_current,
            lambda result: done(result) if current() else None,
            lambda error: failed(error) if current() else None,
        )

    def cancel_latest(self, name: str) -> None:
        """Drops the answer that is still to come under a name."""
        self._latest[name] = self._latest.get(name, 0) + 1

    def run_stream(
        self,
        make: Callable[[Callable[[], bool]], Iterator[T]],
        each: Callable[[T], object],
        ended: Callable[[Exception | None], object],
        hurry: Callable[[], None] = lambda: None,
    ) -> Stream:
        """Runs an iterator in a thread of its own.

        Args:
            make: makes the iterator; it is given a callable that tells whether to stop.
            each: gets each value, in the main thread.
            ended: gets None or the error, in the main thread. A stop is no error.
            hurry: makes the iterator give up what is under way, when nobody waits for it any more.
        """
        stream = Stream(hurry)
        number = next(self._numbers)

        def work() -> None:
            with suppress(Cancelled):
                for value in make(lambda: stream.stopped):
                    self._send(number, _EACH, value)

        def end(error: Exception | None) -> None:
            self._streams.remove(stream)
            ended(error)

        self._streams.append(stream)
        self._callbacks[number] = (each, end, end)
        self._stream_pool.start(partial(self._work, number, work))
        return stream

    def in_main_thread(self, callback: Callable[[Any], object]) -> Callable[[Any], None]:
        """A callable for any thread that has ``callback`` called in the main one."""
        number = next(self._numbers)
        self._callbacks[number] = (callback,)
        return partial(self._send, number, _EACH)

    def close(self) -> None:
        """Stops all and waits; answers that come later are dropped."""
        self._closed = True
        for stream in self._streams:
            stream.stop()
        for _ in range(0, _PATIENCE, _STEP):
            for stream in self._streams:
                stream.abort()
            if self._stream_pool.waitForDone(_STEP):
                break
        self._pool.waitForDone(_PATIENCE)

    def _work(self, number: int, work: Callable[[], Any]) -> None:
        """Runs in a thread."""
        try:
            result = work()
        except Exception as e:  # noqa: BLE001 - handed to the main thread, which tells the user
            self._send(number, _FAILED, e)
        else:
            self._send(number, _DONE, result)

    def _send(self, number: int, what: int, value: object) -> None:
        with suppress(RuntimeError):  # the window is gone, and nobody waits for the answer
            self._sent.emit(number, what, value)

    @Slot(int, int, object)
    def _receive(self, number: int, what: int, value: object) -> None:
        callbacks = self._callbacks[number]
        if what != _EACH:
            del self._callbacks[number]
        if not self._closed:
            callbacks[what](value)
