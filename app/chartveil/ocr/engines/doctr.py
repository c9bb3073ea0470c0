"""docTR as an OCR engine, by ``onnxtr`` and weights that the user has put on this machine.

Nothing is downloaded: a folder holds two ONNX files and a list of their hashes. A file's name begins with
the name of its network, as the releases of onnxtr name them: ``fast_base-1b89ebf9.onnx``.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from chartveil.domain.errors import ResourceError, StageError
from chartveil.domain.geometry import Rect
from chartveil.domain.paths import user_data_folder
from chartveil.ocr.engine_interface import (
    OCR_STAGE,
    EngineName,
    OcrLine,
    OcrWord,
    Picture,
    padded_word_place,
)
from chartveil.ocr.engines.onnx_session import ocr_session_options
from chartveil.system.machine import load_onnxruntime, usable_cores

WEIGHTS_VARIABLE = "CHARTVEIL_DOCTR"
HASH_LIST = "SHA256SUMS"


@dataclass(frozen=True, slots=True)
class DoctrWeights:
    """The two networks.

    Attributes:
        finder, finder_network: file and network that find words.
        speller, speller_network: file and network that spell them.
        digest: of both files, eight hex digits.
    """

    finder: Path
    finder_network: str
    speller: Path
    speller_network: str
    digest: str


class DoctrEngine:
    """Reads pictures by docTR.

    Args:
        threads: inside one run of a network; 0 for one a core.
        folder: of the weights; :func:`weights_folder` by default.

    Raises:
        ResourceError: if ``onnxtr`` or the weights are not there, or the weights are not those of the list.
    """

    name = EngineName.DOCTR

    def __init__(self, threads: int = 0, folder: Path | None = None) -> None:
        finders, spellers = _networks()
        weights = verified_weights(folder or weights_folder(), finders, spellers)
        self._predictor = _predictor(weights, threads or usable_cores())
        self.version = _version(weights)

    def read(self, picture: Picture, dpi: float = 0.0) -> list[OcrLine]:
        """The lines of a picture; see :class:`chartveil.ocr.engine_interface.OcrEngine`."""
        colours = np.stack([picture] * 3, axis=-1) if picture.ndim == 2 else picture
        try:
            result = self._predictor([colours])
        except Exception as e:  # noqa: BLE001 - what the library says may hold what was read
            raise StageError(OCR_STAGE, f"docTR could not read a page ({type(e).__name__}).") from None
        height, width = picture.shape[:2]
        return list(to_ocr_lines(result, width, height))


def checked_version() -> str:
    """Version of the library and of the weights.

    Raises:
        ResourceError: as :class:`DoctrEngine` does.
    """
    return _version(verified_weights(weights_folder(), *_networks()))


def _version(weights: DoctrWeights) -> str:
    library = f"onnxtr {importlib.metadata.version('onnxtr')}"
    return f"{library} {weights.finder_network} {weights.speller_network} {weights.digest}"


def to_ocr_lines(result: Any, width: int, height: int) -> Iterator[OcrLine]:
    """What docTR found on one picture of this size, in our form. Its places are shares of the picture."""
    for page in result.pages:
        for block in page.blocks:
            for line in block.lines:
                words = [
                    OcrWord(
                        part, padded_word_place(_place(word.geometry, width, height)), float(word.confidence)
                    )
                    for word in line.words
                    if (part := "".join(word.value.split()))
                ]
                words.sort(key=lambda w: (w.place.left, w.place.right))
                yield OcrLine(tuple(words), _place(line.geometry, width, height))


def weights_folder() -> Path:
    """The folder named by ``CHARTVEIL_DOCTR``, or ``doctr`` in this user's folder."""
    named = os.environ.get(WEIGHTS_VARIABLE)
    return Path(named) if named else user_data_folder() / "doctr"


def verified_weights(folder: Path, finders: list[str], spellers: list[str]) -> DoctrWeights:
    """The weights in a folder, once their hashes are those of the list beside them.

    Args:
        finders, spellers: names of the networks that find words and that spell them.

    Raises:
        ResourceError: if the list or a file is missing, altered, or there is not one file of either kind.
    """
    listed = _listed(folder / HASH_LIST)
    chosen: list[tuple[Path, str]] = []
    for networks, what in ((finders, "finds words"), (spellers, "spells them")):
        of_kind = [(folder / name, name.partition("-")[0]) for name in sorted(listed)]
        of_kind = [(path, network) for path, network in of_kind if network in networks]
        if len(of_kind) != 1:
            raise ResourceError(
                f"the list names {len(of_kind)} files of a network that {what}, not one.",
                where=str(folder / HASH_LIST),
                remedy=f"Name one of {', '.join(networks)}; its file's name begins so. {_remedy()}",
            )
        chosen += of_kind
    both = hashlib.sha256()
    for path, _ in chosen:
        digest = _digest(path)
        if digest != listed[path.name]:
            raise ResourceError("these weights are not those of the list.", where=str(path), remedy=_remedy())
        both.update(bytes.fromhex(digest))
    (finder, finder_network), (speller, speller_network) = chosen
    return DoctrWeights(finder, finder_network, speller, speller_network, both.hexdigest()[:8])


def _listed(path: Path) -> dict[str, str]:
    """Hashes by name of file, from a list as ``sha256sum`` writes it."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise ResourceError(
            "the weights of docTR are not there.", where=str(path), remedy=_remedy()
        ) from None
    out = {}
    for number, line in enumerate(lines, 1):
        digest, _, name = line.strip().partition(" ")
        name = name.strip().removeprefix("*")
        if not digest:
            continue
        plain = Path(name).name == name and len(digest) == 64
        if not plain or set(digest.lower()) - set("0123456789abcdef"):
            raise ResourceError(f"line {number} is no hash and name.", where=str(path), remedy=_remedy())
        out[name] = digest.lower()
    return out


def _digest(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        raise ResourceError("these weights are not there.", where=str(path), remedy=_remedy()) from None


def _networks() -> tuple[list[str], list[str]]:
    """Names of the networks that find words, and of those that spell them."""
    load_onnxruntime("OCR needs")
    if importlib.util.find_spec("onnxtr") is None:
        raise ResourceError("onnxtr is not installed.", remedy="Install Chartveil with the extra 'doctr'.")
    from onnxtr.models.detection import zoo as detection
    from onnxtr.models.recognition import zoo as recognition

    return list(detection.ARCHS), list(recognition.ARCHS)


def _predictor(weights: DoctrWeights, threads: int) -> Any:
    """The library's reader, of local files only."""
    from onnxtr.models import detection, engine, ocr_predictor, recognition

    vars(engine)["download_from_url"] = _refuse_download
    ort = load_onnxruntime("OCR needs")
    config = engine.EngineConfig(
        providers=["CPUExecutionProvider"], session_options=ocr_session_options(ort, threads)
    )
    try:
        finder = getattr(detection, weights.finder_network)(str(weights.finder), engine_cfg=config)
        speller = getattr(recognition, weights.speller_network)(str(weights.speller), engine_cfg=config)
        return ocr_predictor(finder, speller)
    except ResourceError:
        raise
    except Exception:  # noqa: BLE001 - whatever onnxruntime raises, the files are no networks
        raise ResourceError(
            "these weights cannot be loaded.", where=str(weights.finder.parent), remedy=_remedy()
        ) from None


def _refuse_download(*_: Any, **__: Any) -> Path:
    raise ResourceError("docTR wanted to download its weights.", remedy=_remedy())


def _remedy() -> str:
    return (
        f"Put a network that finds words, one that spells them, and {HASH_LIST} with the hashes of both into "
        f"{user_data_folder() / 'doctr'} or a folder that {WEIGHTS_VARIABLE} names; docs/ocr.md says how."
    )


def _place(geometry: Any, width: int, height: int) -> Rect:
    (left, top), (right, bottom) = geometry
    return Rect(float(left) * width, float(top) * height, float(right) * width, float(bottom) * height)
