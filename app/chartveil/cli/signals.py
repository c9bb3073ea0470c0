"""Ends a command cleanly when it gets a signal."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Callable, Iterator

import click

SignalHandler = Callable[[int, object], None]


@contextlib.contextmanager
def signals_handled(handler: SignalHandler, *names: str) -> Iterator[None]:
    """Handles signals of these names, where the system has them; afterwards they are as before."""
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = {number: signal.signal(number, handler) for number in numbers}
    try:
        yield
    finally:
        for number, handled_before in before.items():
            signal.signal(number, handled_before)


@contextlib.contextmanager
def ends_as_interrupt() -> Iterator[None]:
    """Makes SIGTERM and SIGHUP an interrupt, so that what is half done is removed."""

    def on_end(*_: object) -> None:
        raise KeyboardInterrupt

    with signals_handled(on_end, "SIGTERM", "SIGHUP"):
        yield


@contextlib.contextmanager
def stop_request() -> Iterator[Callable[[], bool]]:
    """Makes the first Ctrl-C a request to stop after the files under way; the second stops at once.

    When the system asks the run to end (SIGTERM), or its terminal is closed (SIGHUP), it stops at once: a
    file may take minutes, and a kill follows soon.
    """
    asked = False

    def on_interrupt(number: int, _: object) -> None:
        nonlocal asked
        if asked or number != signal.SIGINT:
            asked = True
            raise KeyboardInterrupt
        asked = True
        with contextlib.suppress(OSError):  # the terminal may be gone
            click.echo("\nStopping after the files under way; Ctrl-C again stops at once.", err=True)

    with signals_handled(on_interrupt, "SIGINT", "SIGTERM", "SIGHUP"):
        yield lambda: asked
