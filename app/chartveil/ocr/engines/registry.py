"""The OCR engines by name: made once a process, and whether they are ready."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from chartveil.domain.errors import ResourceError
from chartveil.ocr.engine_interface import EngineName, OcrEngine

_lock = threading.Lock()
_engines: dict[tuple[EngineName, int], OcrEngine] = {}


@dataclass(frozen=True, slots=True)
class EngineState:
    """Whether an engine can be used here.

    Attributes:
        name: the engine.
        ready: whether everything it needs is there.
        message: its version, or what is missing and what to do about it.
    """

    name: EngineName
    ready: bool
    message: str


def get_engine(name: EngineName, threads: int = 0) -> OcrEngine:
    """The engine of this name, made at first use. Safe to call from many threads.

    Args:
        threads: of the engine; 0 for one a core.

    Raises:
        ResourceError: if it is not ready; its remedy says what is missing.
    """
    with _lock:
        if (name, threads) not in _engines:
            _engines[name, threads] = _make(EngineName(name), threads)
        return _engines[name, threads]


def engine_states() -> list[EngineState]:
    """All engines, the usual one first. Files are checked; no network is loaded."""
    return [_state(name) for name in EngineName]


def _state(name: EngineName) -> EngineState:
    try:
        return EngineState(name, True, _version(name))
    except ResourceError as e:
        return EngineState(name, False, str(e))


def _make(name: EngineName, threads: int) -> OcrEngine:
    match name:
        case EngineName.RAPIDOCR:
            from chartveil.ocr.engines.rapid.engine import RapidOcrEngine

            return RapidOcrEngine(threads)
        case EngineName.DOCTR:
            from chartveil.ocr.engines.doctr import DoctrEngine

            return DoctrEngine(threads)
        case EngineName.TESSERACT:
            from chartveil.ocr.engines.tesseract import TesseractEngine

            return TesseractEngine()


def _version(name: EngineName) -> str:
    match name:
        case EngineName.RAPIDOCR:
            from chartveil.ocr.engines.rapid import engine as rapid

            return rapid.checked_version()
        case EngineName.DOCTR:
            from chartveil.ocr.engines import doctr

            return doctr.checked_version()
        case EngineName.TESSERACT:
            from chartveil.ocr.engines import tesseract

            return tesseract.checked_version()
