"""Looks for the files of a new worklist: a large or remote folder takes its time."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

from chartveil.errors import Cancelled
from chartveil.formats.base import Limits
from chartveil.ingest import Found, discover

__all__ = ["Found", "Look"]


class Look:
    """Work that looks through files and folders, once; called in any thread.

    Attributes:
        count: how many files were found so far; may be read in any thread.
    """

    def __init__(self, inputs: Sequence[Path], limits: Limits) -> None:
        self.count = 0
        self._inputs = inputs
        self._limits = limits
        self._stop = threading.Event()

    def stop(self) -> None:
        """Ends it at the next place; from any thread."""
        self._stop.set()

    def __call__(self) -> Found:
        """What was found.

        Raises:
            Cancelled: after ``stop``.
        """
        return discover(self._inputs, self._limits, each=self._note)

    def _note(self, count: int) -> None:
        self.count = count
        if self._stop.is_set():
            raise Cancelled
