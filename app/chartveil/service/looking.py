"""Looks for the files of a new worklist: a large or remote folder takes its time."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

from chartveil.errors import Cancelled
from chartveil.formats.base import InputLimits
from chartveil.ingest.discover import FoundInputs, discover_inputs

__all__ = ["FileDiscovery", "FoundInputs"]


class FileDiscovery:
    """Work that looks through files and folders, once; called in any thread.

    Attributes:
        files_found: how many files were found so far; may be read in any thread.
    """

    def __init__(self, inputs: Sequence[Path], limits: InputLimits) -> None:
        self.files_found = 0
        self._inputs = inputs
        self._limits = limits
        self._stop = threading.Event()

    def stop(self) -> None:
        """Ends it at the next place; from any thread."""
        self._stop.set()

    def __call__(self) -> FoundInputs:
        """What was found.

        Raises:
            Cancelled: after ``stop``.
        """
        return discover_inputs(self._inputs, self._limits, each=self._note)

    def _note(self, count: int) -> None:
        self.files_found = count
        if self._stop.is_set():
            raise Cancelled
