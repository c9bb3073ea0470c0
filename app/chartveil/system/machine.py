"""The machine: its cores, its screen, and the onnxruntime for models and OCR."""

from __future__ import annotations

import os
import sys
from typing import Any

from chartveil.domain.errors import ResourceError


def usable_cores() -> int:
    """Cores this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def has_screen() -> bool:
    """Whether a window can be shown, as far as the environment tells."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return not sys.platform.startswith("linux") or any(os.environ.get(name) for name in names)


def load_onnxruntime(needed: str = "the models need") -> Any:
    """The module ``onnxruntime``, imported with its telemetry off.

    Args:
        needed: who needs it, as the error begins.

    Raises:
        ResourceError: if it is not installed.
    """
    # 1.28 has no telemetry; later ones look here, and only before they are loaded (docs/decisions/0002).
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
    try:
        import onnxruntime
    except ImportError as e:
        raise ResourceError(
            f"{needed} onnxruntime, which is not installed.",
            remedy="Install Chartveil with the extra 'cpu' or 'gpu', or run start.py.",
        ) from e
    return onnxruntime
