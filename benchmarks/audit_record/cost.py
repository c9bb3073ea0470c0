"""What the record costs a batch: runs with it and without it, in turn, by the time of the processor."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.audit_record.histories import KEY
from chartveil.detection.model_choice import ModelChoice
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.release.batch import BatchRequest, run_batch
from chartveil.release.job import ProcessingJob
from chartveil.store.workspace import Workspace


class NoRecord(Workspace):
    """A workspace that is asked to record, and does not."""

    def begin_run(self, *_: Any) -> str:
        return "none"

    def end_run(self, *_: Any) -> None:
        pass

    def record_file(self, *_: Any, **__: Any) -> None:
        pass

    def record_failure(self, *_: Any) -> None:
        pass


def _seconds(notes: Path, kind: type[Workspace]) -> float:
    """Seconds of processor that a batch takes in this process, from opening the record to its end."""
    with tempfile.TemporaryDirectory() as folder:
        job = ProcessingJob(
            load_policy(),
            ReplacementMode.SURROGATE,
            KEY,
            output_folder=Path(folder) / "out",
            models=ModelChoice("cpu", threads=1),
        )
        began = time.process_time()
        with kind(Path(folder) / "workspace.sqlite", KEY) as ws:
            report = run_batch(BatchRequest((notes,), job, processes=1), ws)
        took = time.process_time() - began
    if not report.finished:
        raise SystemExit("nothing was released: the time says nothing.")
    return took


def share_of_batch(notes: Path, pairs: int) -> list[tuple[float, float]]:
    """Seconds with the record and without it, of each pair; which of a pair is first changes in turn."""
    _seconds(notes, NoRecord)  # what is loaded once
    found = []
    for n in range(pairs):
        kinds: Sequence[type[Workspace]] = (Workspace, NoRecord) if n % 2 else (NoRecord, Workspace)
        took = {kind: _seconds(notes, kind) for kind in kinds}
        found.append((took[Workspace], took[NoRecord]))
    return found
