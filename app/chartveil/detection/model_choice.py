"""Which models take part in detection and where they run, and whether a document's patient is known.

Crosses process boundaries."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """How the ensemble is run.

    Attributes:
        device: ``auto``, ``cpu``, ``cuda``, ``directml`` or ``coreml``. It does not change the spans.
        threads: windows that run beside each other on a CPU; 0 for one a core. It does not change the spans.
        site_models: folder of the site's own models; it may be missing.
    """

    device: str = "auto"
    threads: int = 0
    site_models: Path | None = None


DEFAULT_MODELS = ModelChoice()
"""Our models on the best device there is."""


class PatientMatch(StrEnum):
    """How many patients of the site's file a document may be of. Facts are looked for only of one."""

    ONE = "one"
    NONE = "none"
    SEVERAL = "several"
