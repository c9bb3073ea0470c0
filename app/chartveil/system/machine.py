"""The machine: its cores, its screen, and the onnxruntime for models and OCR."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import Any

from chartveil.domain.errors import ResourceError


def usable_cores() -> int:
    """Cores this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def has_screen() -> bool:
    """Whether a window can be shown. On Linux: whether the display that the environment names answers, since
    Qt ends the whole process where it does not."""
    if not sys.platform.startswith("linux"):
        return True
    if os.environ.get("QT_QPA_PLATFORM"):
        # Whoever names a platform, such as "offscreen" or "vnc", is taken at their word.
        return True
    wayland = os.environ.get("WAYLAND_DISPLAY")
    if wayland and _answers(str(Path(os.environ.get("XDG_RUNTIME_DIR", "")) / wayland)):
        return True
    return _x_server_answers(os.environ.get("DISPLAY", ""))


def _x_server_answers(display: str) -> bool:
    """Whether something listens where an X server of the name ``[HOST]:NUMBER[.SCREEN]`` does."""
    host, _, number = display.rpartition(":")
    number = number.partition(".")[0]
    if not number.isdecimal():
        return False
    local = f"/tmp/.X11-unix/X{number}"  # noqa: S108 - where X servers listen
    if host in ("", "unix") and (_answers("\0" + local) or _answers(local)):
        return True
    # Each display has a port of its own, counted from 6000.
    return _answers((host.removeprefix("unix") or "localhost", 6000 + int(number)))


def _answers(address: str | tuple[str, int]) -> bool:
    """Whether a socket, a path or host and port, takes a connection within two seconds."""
    try:
        if isinstance(address, tuple):
            socket.create_connection(address, timeout=2).close()
        else:
            with socket.socket(socket.AF_UNIX) as s:
                s.settimeout(2)
                s.connect(address)
    except (OSError, OverflowError, ValueError):
        return False
    return True


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
