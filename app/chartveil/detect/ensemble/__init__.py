"""Small models that vote on each word."""

from __future__ import annotations

from pathlib import Path

from chartveil.detect.ensemble.detector import EnsembleDetector
from chartveil.detect.ensemble.devices import Device, DeviceName, choose_device
from chartveil.detect.ensemble.inclusion import HarmlessLines
from chartveil.detect.ensemble.manifest import EnsembleMember, TextNormalisation, load_members, verify_member
from chartveil.lexicon.lexicon import Lexicon
from chartveil.paths import models_folder

__all__ = [
    "Device",
    "DeviceName",
    "EnsembleDetector",
    "EnsembleMember",
    "HarmlessLines",
    "TextNormalisation",
    "build_ensemble",
    "choose_device",
    "load_members",
    "verify_member",
]


def build_ensemble(
    *,
    device: str | Device = DeviceName.AUTO,
    threads: int = 1,
    site_models: Path | None = None,
    lexicon: Lexicon | None = None,
) -> EnsembleDetector:
    """The ensemble as it is used: our members and the site's, and the harmless lines.

    Nothing is loaded yet.

    Args:
        device: ``auto``, ``cpu``, ``cuda``, ``directml`` or ``coreml``, or one that was chosen.
        threads: see :class:`EnsembleDetector`.
        site_models: folder of the site's own models; it may be missing.
        lexicon: the bundled dictionaries, if they are loaded already.

    Raises:
        ResourceError: if a list of models is not valid, no member takes part, or the harmless lines are
            missing or altered.
    """
    members = load_members(models_folder() / "ensemble.toml", site_models)
    inclusion = HarmlessLines.bundled()
    return EnsembleDetector(members, device=device, threads=threads, inclusion=inclusion, lexicon=lexicon)
