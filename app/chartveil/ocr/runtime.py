"""The onnxruntime that OCR engines share: how it is loaded, and how its sessions run."""

from __future__ import annotations

import os
from typing import Any

from chartveil.errors import ResourceError


def usable_cores() -> int:
    """Cores this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def runtime() -> Any:
    """The module ``onnxruntime``, imported with its telemetry off.

    Raises:
        ResourceError: if it is not installed.
    """
    # 1.28 has no telemetry; later ones look here, and only before they are loaded (docs/decisions/0002).
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
    try:
        import onnxruntime
    except ImportError as e:
        raise ResourceError(
            "OCR needs onnxruntime, which is not installed.",
            remedy="Install Chartveil with the extra 'cpu' or 'gpu', or run start.py.",
        ) from e
    return onnxruntime


def session_options(ort: Any, threads: int) -> Any:
    """Options for a session: the same numbers each time, nothing said, memory that does not creep up.

    Args:
        threads: inside one run.
    """
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.use_deterministic_compute = True
    options.log_severity_level = 4
    # A plan or an arena of memory would be kept for the largest picture; lines come in all widths.
    options.enable_mem_pattern = False
    options.enable_cpu_mem_arena = False
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return options
