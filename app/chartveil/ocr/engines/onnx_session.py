"""Sessions of onnxruntime in the OCR engines that share it: their options, and one run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from chartveil.domain.errors import StageError
from chartveil.ocr.engine_interface import OCR_STAGE

_SHRINKS = "memory.enable_memory_arena_shrinkage"


def ocr_session_options(ort: Any, threads: int, *, arena: bool = False) -> Any:
    """Options for a session: the same numbers each time, nothing said, memory that does not creep up.

    Args:
        threads: inside one run.
        arena: whether the layers of one run hand memory on to each other; only for ``WholePageSession``.
    """
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.use_deterministic_compute = True
    options.log_severity_level = 4
    # A plan or an arena of memory would be kept for the largest picture; lines come in all widths.
    options.enable_mem_pattern = False
    options.enable_cpu_mem_arena = arena
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return options


class WholePageSession:
    """A session for inputs of the size of a page, the layers of which hand memory on to each other.

    Asked from the system for each layer anew, that memory takes an eighth of the time. What a run took is
    given back at its end: nothing is kept for the largest page.

    Args:
        ort: the module ``onnxruntime``.
        model: the bytes of the network.
        threads: inside one run.
    """

    def __init__(self, ort: Any, model: bytes, threads: int) -> None:
        options = ocr_session_options(ort, threads, arena=True)
        self._session = ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])
        self._gives_back = ort.RunOptions()
        self._gives_back.add_run_config_entry(_SHRINKS, "cpu:0")

    def get_inputs(self) -> Any:
        """As of a session."""
        return self._session.get_inputs()

    def run(self, names: Any, feed: Mapping[str, Any]) -> Any:
        """As of a session."""
        return self._session.run(names, feed, self._gives_back)


def run_network(session: Any, feed: Mapping[str, Any]) -> Any:
    """All outputs of a network.

    Raises:
        StageError: if onnxruntime fails. Its errors have no class in common, and what they say may hold what
            was read, so that any error counts and only its kind is told.
    """
    try:
        return session.run(None, feed)
    except Exception as e:  # noqa: BLE001 - see above
        raise StageError(OCR_STAGE, f"a network could not read a page ({type(e).__name__}).") from None
