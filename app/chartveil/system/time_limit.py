"""A time limit for one piece of work, which is stopped wherever it is.

Two nets. The first raises an exception in the working thread: by a timer signal where the system has one and
the thread is the main one, which breaks off regular expressions too; else by a second thread, as soon as the
work runs a line of Python. The second is for work that hangs in a library: a process of its own may be ended.
"""

from __future__ import annotations

import ctypes
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_AGAIN = 1.0
"""Seconds after which it is raised again, where something in between has swallowed it."""


class TimeLimitExceeded(BaseException):
    """The work took longer than it may; no ``except Exception`` takes it for its own."""


LimitMoved = Callable[[float | None, float], None]
"""Called when the end of a time limit has moved, with the end and the length of the limit."""


class TimeLimit:
    """The limit of the work under way; made by ``time_limit``.

    Attributes:
        seconds: that the work may take, from its beginning.
        page_seconds: by which each page that is read adds to it.
    """

    def __init__(self, seconds: float, page_seconds: float, moved: LimitMoved) -> None:
        self.seconds = seconds
        self.page_seconds = page_seconds
        self._begun = time.monotonic()
        self._moved = moved
        self._thread = threading.get_ident()
        self._timer: threading.Timer | None = None
        self._signals = _has_signal()

    def arm(self) -> None:
        """Sets the timer to what is left."""
        end = self._begun + self.seconds
        self._moved(end, self.seconds)
        left = max(end - time.monotonic(), 0.001)
        if self._signals:
            signal.setitimer(signal.ITIMER_REAL, left, _AGAIN)
        else:
            self._stop_timer()
            self._timer = threading.Timer(left, self._raise_in_thread)
            self._timer.daemon = True
            self._timer.start()

    def disarm(self) -> None:
        """Ends the limit."""
        if self._signals:
            signal.setitimer(signal.ITIMER_REAL, 0)
        self._stop_timer()
        self._moved(None, self.seconds)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _raise_in_thread(self) -> None:
        with _lock:
            if _current is self:
                thread = ctypes.c_ulong(self._thread)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(TimeLimitExceeded))


_current: TimeLimit | None = None
_lock = threading.Lock()


def _raise(*_: object) -> None:
    if _current is not None:
        raise TimeLimitExceeded


def _not_told(_: float | None, __: float) -> None:
    pass


@contextmanager
def time_limit(
    seconds: float, page_seconds: float = 0.0, moved: LimitMoved = _not_told
) -> Iterator[TimeLimit]:
    """Limits the work inside, which must be the only limited work of this process.

    Args:
        seconds: that it may take, until it is allowed more.
        page_seconds: by which each page adds to it.
        moved: told the end of the time (``time.monotonic``) and its length in seconds, at the beginning and
            whenever it moves; the end is None when the work is done.

    Raises:
        TimeLimitExceeded: if it takes longer.
    """
    global _current
    limit = TimeLimit(seconds, page_seconds, moved)
    with _signal_handled():
        try:
            _current = limit
            limit.arm()
            yield limit
        finally:
            try:
                _current = None  # from here on the signal does nothing
            finally:
                with _lock:
                    _current = None
                limit.disarm()


@contextmanager
def _signal_handled() -> Iterator[None]:
    """Takes the timer's signal, and gives it back to whoever had it."""
    if not _has_signal():
        yield
        return
    before, timer = signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)
    signal.signal(signal.SIGALRM, _raise)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, *timer)


def _has_signal() -> bool:
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


def allow_more_time(seconds: float) -> None:
    """Adds to the time of the work under way, once its size is known; nothing where it has no limit."""
    if _current is not None:
        _current.seconds += seconds
        _current.arm()


def allow_page_time() -> None:
    """Adds the time of one page to that of the work under way."""
    if _current is not None:
        allow_more_time(_current.page_seconds)
