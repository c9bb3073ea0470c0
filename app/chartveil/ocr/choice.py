"""The OCR engines by name: made once a process, and whether they are ready."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from chartveil.errors import ResourceError
from chartveil.ocr.model import Engine, EngineName

_lock = threading.Lock()
_made: dict[tuple[EngineName, int], Engine] = {}


@dataclass(frozen=True, slots=True)
class EngineState:
    """Whether an engine can be used here.

    Attributes:
        name: the engine.
        ready: whether everything it needs is there.
        said: its version, or what is missing and what to do about it.
    """

    name: EngineName
    ready: bool
    said: str


def engine(name: EngineName, threads: int = 0) -> Engine:
    """The engine of this name, made at first use. Safe to call from many threads.

    Args:
        threads: of the engine; 0 for one a core.

    Raises:
        ResourceError: if it is not ready; its remedy says what is missing.
    """
    with _lock:
        if (name, threads) not in _made:
            _made[name, threads] = _make(EngineName(name), threads)
        return _made[name, threads]


def engine_states() -> list[EngineState]:
    """All engines, the usual one first. Files are checked; no network is loaded."""
    return [_state(name) for name in EngineName]


def _state(name: EngineName) -> EngineState:
    try:
        return EngineState(name, True, _version(name))
    except ResourceError as e:
        return EngineState(name, False, str(e))


def _make(name: EngineName, threads: int) -> Engine:
    match name:
        case EngineName.RAPIDOCR:
            from chartveil.ocr.rapid import RapidOcr

            return RapidOcr(threads)
        case EngineName.DOCTR:
            from chartveil.ocr.doctr import Doctr

            return Doctr(threads)
        case EngineName.TESSERACT:
            from chartveil.ocr.tesseract import Tesseract

            return Tesseract()


def _version(name: EngineName) -> str:
    match name:
        case EngineName.RAPIDOCR:
            from chartveil.ocr import rapid

            return rapid.checked_version()
        case EngineName.DOCTR:
            from chartveil.ocr import doctr

            return doctr.checked_version()
        case EngineName.TESSERACT:
            from chartveil.ocr import tesseract

            return tesseract.checked_version()
