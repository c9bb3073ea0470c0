"""How sessions of onnxruntime run in the OCR engines that share it."""

from __future__ import annotations

from typing import Any


def ocr_session_options(ort: Any, threads: int) -> Any:
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
