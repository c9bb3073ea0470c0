"""Runs windows of sub-words through models and gives the probability of each class.

On a CPU each window runs by itself and at its own length: int8 models scale their activations by the whole
batch, so that neighbours and padding would change the numbers. Windows run beside each other instead; the
runs of a session may overlap. On a GPU windows of like length are batched.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chartveil.detection.models.devices import Device, session_options
from chartveil.detection.models.encoder import EncodedText, TextEncoder, TokenWindow
from chartveil.detection.models.float_twin import has_float_twin, make_float_twin
from chartveil.detection.models.manifest import EnsembleMember, read_verified_file, verified_file
from chartveil.domain.errors import ResourceError, StageError
from chartveil.system.machine import load_onnxruntime, usable_cores

Probabilities = NDArray[np.float32]

ENSEMBLE_STAGE = "ensemble"
CACHE_BYTES = 16 << 20
GPU_BATCH = 16
_STANDARD = frozenset({"input_ids", "attention_mask", "token_type_ids", "position_ids"})
_EXTRA = ("shape_ids", "gap_ids", "known_ids")
_TYPES = {"tensor(int64)": np.int64, "tensor(int32)": np.int32}


@dataclass(frozen=True, slots=True)
class WindowInput:
    """The input of a model: a window's sub-words, without special tokens.

    Attributes:
        ids, shapes, gaps, gazetteer_codes: as in :class:`EncodedText`.
        key: equal for pieces that give equal numbers.
    """

    ids: NDArray[np.int64]
    shapes: NDArray[np.int64]
    gaps: NDArray[np.int64]
    gazetteer_codes: NDArray[np.int64]
    key: bytes

    @staticmethod
    def of(encoded: EncodedText, window: TokenWindow) -> WindowInput:
        """The part of a text that a window covers."""
        part = slice(window.start, window.end)
        arrays = (encoded.ids[part], encoded.shapes[part], encoded.gaps[part], encoded.gazetteer_codes[part])
        return WindowInput(*arrays, hashlib.sha256(b"".join(a.tobytes() for a in arrays)).digest())

    def __len__(self) -> int:
        return len(self.ids)


class OnnxNetwork:
    """One ONNX model, loaded.

    Args:
        member: any of those that read it.
        encoder: of the member's tokenizer.
        device: where it runs.
        cache_bytes: how much to remember of what it gave; clinical boilerplate comes again and again.
        batch: most windows in one run; 0 for what suits the device.

    Raises:
        ResourceError: if the file is missing, altered, no ONNX model, or not of the form that the manifest
            says.
    """

    def __init__(
        self,
        member: EnsembleMember,
        encoder: TextEncoder,
        device: Device,
        *,
        cache_bytes: int = CACHE_BYTES,
        batch: int = 0,
    ) -> None:
        self._member = member
        self._before, self._behind = (np.asarray(ids, np.int64) for ids in encoder.special_ids_around())
        self._pad = encoder.padding_id()
        self._session = self._load(device)
        self._inputs = self._read_inputs()
        self._output = self._read_output()
        self._batch = batch or (1 if device.is_cpu else GPU_BATCH)
        self._cache = _Cache(cache_bytes)

    @property
    def special_count(self) -> int:
        """Special tokens around a window."""
        return len(self._before) + len(self._behind)

    def cached(self, piece: WindowInput) -> Probabilities | None:
        """The cached output for a piece; None where there is none."""
        return self._cache.get(piece.key)

    def batches(self, pieces: Sequence[int]) -> list[list[int]]:
        """Parts numbered pieces of the given lengths into batches: the longest first, like beside like."""
        order = sorted(range(len(pieces)), key=lambda i: (-pieces[i], i))
        return [order[i : i + self._batch] for i in range(0, len(order), self._batch)]

    def run(self, pieces: Sequence[WindowInput]) -> list[Probabilities]:
        """Probabilities of each piece's sub-words, ``[sub-words, classes]``; safe to call from many threads.

        Raises:
            StageError: if the model fails or gives what are no probabilities.
        """
        longest = max(map(len, pieces)) + self.special_count
        feed = {name: np.zeros((len(pieces), longest), kind) for name, kind in self._inputs}
        first = len(self._before)
        for row, piece in enumerate(pieces):
            full = first + len(piece) + len(self._behind)
            given = {
                "input_ids": np.concatenate([self._before, piece.ids, self._behind]),
                "attention_mask": np.ones(full, np.int64),
                "position_ids": np.arange(full),
            }
            if "input_ids" in feed:
                feed["input_ids"][row, full:] = self._pad
            for name, values in given.items():
                if name in feed:
                    feed[name][row, :full] = values
            for name, values in zip(_EXTRA, (piece.shapes, piece.gaps, piece.gazetteer_codes), strict=True):
                if name in feed:
                    feed[name][row, first : first + len(piece)] = values
        try:
            (logits,) = self._session.run([self._output], feed)
        except Exception as e:  # noqa: BLE001 - what onnxruntime says may hold numbers of the text
            raise self._failed(f"it could not be run ({type(e).__name__})") from None
        if logits.shape != (len(pieces), longest, len(self._member.classes)):
            raise self._failed(
                f"it gave {'×'.join(map(str, logits.shape))} numbers "
                f"for {len(pieces)}×{longest} sub-words and {len(self._member.classes)} classes"
            )
        parts = [logits[row, first : first + len(piece)] for row, piece in enumerate(pieces)]
        if not all(np.isfinite(part).all() for part in parts):
            raise self._failed("it gave what is no number")
        out = [_softmax(part) for part in parts]
        for piece, probabilities in zip(pieces, out, strict=True):
            self._cache.put(piece.key, probabilities)
        return out

    def _failed(self, what: str) -> StageError:
        return StageError(ENSEMBLE_STAGE, f"model '{self._member.name}' ({self._member.file.name}): {what}.")

    def _wrong(self, what: str) -> ResourceError:
        return ResourceError(
            f"the model of '{self._member.name}' {what}.",
            where=str(self._member.file),
            remedy="Export it again, for token classification and as one file, or mend the list of models.",
        )

    def _load(self, device: Device) -> Any:
        member = self._member
        if device.is_cpu and member.bundled:
            # By its path: a session that is given bytes keeps them, and what it made of them, for good. A
            # site's own might name further files, which nobody has hashed.
            with verified_file(member, member.file, member.sha256) as path:
                return self._session_of(str(path), device)
        model = read_verified_file(member, member.file, member.sha256)
        if not device.is_cpu and has_float_twin(model):
            # The twin that rounds as the CPU does, window by window: .04 % of the sub-words change sides at
            # .5, with float16 .25 %. Networks this small do not need the latter's speed.
            model = make_float_twin(model)
        return self._session_of(model, device)

    def _session_of(self, model: str | bytes, device: Device) -> Any:
        ort = load_onnxruntime()
        provider = (device.provider, {"use_tf32": "0"}) if device.name == "cuda" else device.provider
        try:
            session = ort.InferenceSession(
                model, session_options(ort, device), providers=[provider], enable_fallback=0
            )
        except Exception as e:
            raise self._wrong(f"cannot be loaded ({type(e).__name__})") from e
        if session.get_providers()[:1] != [device.provider]:
            raise self._wrong(f"cannot be loaded on the device {device.name}")
        return session

    def _read_inputs(self) -> list[tuple[str, Any]]:
        inputs = []
        for node in self._session.get_inputs():
            if node.type not in _TYPES:
                raise self._wrong(f"asks for '{node.name}' in a form that is not known ({node.type})")
            inputs.append((node.name, _TYPES[node.type]))
        names = {name for name, _ in inputs}
        if "input_ids" not in names:
            raise self._wrong("does not ask for 'input_ids'")
        extra = names - _STANDARD
        if extra != set(self._member.inputs) or not extra <= set(_EXTRA):
            asked, listed = ", ".join(sorted(extra)), ", ".join(sorted(self._member.inputs))
            raise self._wrong(f"asks for the inputs [{asked}] beyond the usual, the list has [{listed}]")
        return inputs

    def _read_output(self) -> str:
        outputs = self._session.get_outputs()
        named = [o for o in outputs if o.name == "logits"] or outputs[:1]
        shape = named[0].shape
        if len(shape) != 3:
            raise self._wrong("gives no output of the form [batch, tokens, classes]")
        if isinstance(shape[2], int) and shape[2] != len(self._member.classes):
            raise self._wrong(f"has {shape[2]} classes, the list has {len(self._member.classes)}")
        return str(named[0].name)


class WindowRunner:
    """Runs many windows of many models, beside each other where the device is a CPU.

    Args:
        device: where the models run.
        threads: how many windows run beside each other on a CPU; 0 for one a core.
    """

    def __init__(self, device: Device, threads: int = 1) -> None:
        workers = (threads or usable_cores()) if device.is_cpu else 1
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="ensemble") if workers > 1 else None

    def run(self, wanted: Sequence[tuple[OnnxNetwork, Sequence[WindowInput]]]) -> list[list[Probabilities]]:
        """For each network what it gives for each of its pieces.

        Raises:
            StageError: if a model fails.
        """
        found: dict[tuple[int, bytes], Probabilities] = {}
        tasks: list[tuple[OnnxNetwork, list[WindowInput]]] = []
        # A window that several readings of one model have in common, or a text has twice, runs once.
        todo: dict[int, tuple[OnnxNetwork, dict[bytes, WindowInput]]] = {}
        for network, pieces in wanted:
            _, new = todo.setdefault(id(network), (network, {}))
            for piece in pieces:
                if (known := network.cached(piece)) is not None:
                    found[id(network), piece.key] = known
                else:
                    new[piece.key] = piece
        for network, new in todo.values():
            several = list(new.values())
            for batch in network.batches([len(p) for p in several]):
                tasks.append((network, [several[i] for i in batch]))
        tasks.sort(key=lambda task: -sum(map(len, task[1])))
        for (network, pieces), given in zip(tasks, self._each(tasks), strict=True):
            for piece, probabilities in zip(pieces, given, strict=True):
                found[id(network), piece.key] = probabilities
        return [[found[id(network), p.key] for p in pieces] for network, pieces in wanted]

    def close(self) -> None:
        """Ends the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def _each(self, tasks: list[tuple[OnnxNetwork, list[WindowInput]]]) -> Iterator[list[Probabilities]]:
        if self._pool is None or len(tasks) < 2:
            return (network.run(pieces) for network, pieces in tasks)
        return self._pool.map(lambda task: task[0].run(task[1]), tasks)


class _Cache:
    """What was given for pieces, the latest used, up to a size. Safe to use from many threads."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._size = 0
        self._kept: OrderedDict[bytes, Probabilities] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: bytes) -> Probabilities | None:
        with self._lock:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key]

    def put(self, key: bytes, value: Probabilities) -> None:
        with self._lock:
            if key in self._kept or value.nbytes > self._limit:
                return
            self._kept[key] = value
            self._size += value.nbytes
            while self._size > self._limit:
                _, old = self._kept.popitem(last=False)
                self._size -= old.nbytes


def _softmax(logits: NDArray[Any]) -> Probabilities:
    values = logits.astype(np.float32)
    values -= values.max(axis=-1, keepdims=True)
    np.exp(values, out=values)
    values /= values.sum(axis=-1, keepdims=True)
    values.flags.writeable = False  # the cache hands it out again
    return values
