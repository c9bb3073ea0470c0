"""Which models take part in detection, and on which device they run.

Crosses process boundaries."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from chartveil.domain.errors import InputError

_PROFILE_VARIABLE = "CHARTVEIL_PROFILE"
_FEW_FILES, _LITTLE_TEXT = 200, 1_000_000
"""Up to so many files with so many characters the careful profile costs two minutes on a CPU or so."""


class ModelProfile(StrEnum):
    """Which of our networks read a text: accuracy against time."""

    AUTO = "auto"
    """What the environment's ``CHARTVEIL_PROFILE`` says; else ``careful`` for up to 200 files with up to a
    million characters, or on a GPU, and ``cascade`` for more."""
    QUICK = "quick"
    """The two small networks."""
    CASCADE = "cascade"
    """The large network reads only the windows where the small ones are in doubt."""
    CAREFUL = "careful"
    """The large network reads all."""


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """How the ensemble is run.

    Attributes:
        device: ``auto``, ``cpu``, ``cuda``, ``directml`` or ``coreml``. It does not change the spans.
        threads: windows that run beside each other on a CPU; 0 for one a core. It does not change the spans.
        site_models: folder of the site's own models; it may be missing.
        profile: which networks read. It changes the spans.
    """

    device: str = "auto"
    threads: int = 0
    site_models: Path | None = None
    profile: ModelProfile = ModelProfile.QUICK

    def for_texts(self, files: int, characters: int) -> ModelChoice:
        """The choice with the profile that ``auto`` means for so much text.

        Args:
            files: how many, or how many texts where they do not come as files.
            characters: of all of them, about.

        Raises:
            InputError: if the environment names a profile that there is not, or the device asked for cannot
                be used.
            ResourceError: if onnxruntime is needed to tell, and not installed.
        """
        if self.profile is not ModelProfile.AUTO:
            return self
        named = os.environ.get(_PROFILE_VARIABLE) or ModelProfile.AUTO
        if named not in list(ModelProfile):
            raise InputError(
                f"names a profile that there is not: {named}.",
                where=_PROFILE_VARIABLE,
                remedy=f"Set it to one of {', '.join(ModelProfile)}, or take it out of the environment.",
            )
        if named != ModelProfile.AUTO:
            return replace(self, profile=ModelProfile(named))
        few = files <= _FEW_FILES and characters <= _LITTLE_TEXT
        careful = few or not self._runs_on_cpu()
        return replace(self, profile=ModelProfile.CAREFUL if careful else ModelProfile.CASCADE)

    def _runs_on_cpu(self) -> bool:
        from chartveil.detection.models.devices import choose_device

        return choose_device(self.device).is_cpu


DEFAULT_MODELS = ModelChoice()
"""Our models on the best device there is."""


class PatientMatch(StrEnum):
    """How many patients of the site's file a document may be of. Facts are looked for only of one."""

    ONE = "one"
    NONE = "none"
    SEVERAL = "several"
