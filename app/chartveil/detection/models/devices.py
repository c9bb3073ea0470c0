"""Chooses the device that the ensemble runs on, and says why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from chartveil.domain.errors import InputError, ResourceError
from chartveil.system.machine import load_onnxruntime


class DeviceName(StrEnum):
    """The devices that a user may choose."""

    AUTO = "auto"
    CPU = "cpu"
    CUDA = "cuda"
    DIRECTML = "directml"
    COREML = "coreml"


_PROVIDERS = {
    DeviceName.CUDA: "CUDAExecutionProvider",
    DeviceName.DIRECTML: "DmlExecutionProvider",
    DeviceName.COREML: "CoreMLExecutionProvider",
    DeviceName.CPU: "CPUExecutionProvider",
}
"""In the order in which ``auto`` tries them."""

# A whole ONNX model in its binary form (protocol buffers; onnx.proto3): "y" is "x" times "x", x of 2 × 2.
_NODE = b"\x0a\x01x\x0a\x01x\x12\x01y\x22\x06MatMul"
_TYPE = b"\x12\x0e\x0a\x0c\x08\x01\x12\x08\x0a\x02\x08\x02\x0a\x02\x08\x02"
_GRAPH = (
    b"\x0a" + bytes([len(_NODE)]) + _NODE + b"\x12\x05probe"
    b"\x5a\x13\x0a\x01x" + _TYPE + b"\x62\x13\x0a\x01y" + _TYPE
)
PROBE_MODEL = b"\x08\x08\x3a" + bytes([len(_GRAPH)]) + _GRAPH + b"\x42\x02\x10\x0d"


@dataclass(frozen=True, slots=True)
class Device:
    """The device on which sessions run.

    Attributes:
        name: for people and options.
        provider: what onnxruntime calls it.
        reason: one line: which was taken and why.
    """

    name: DeviceName
    provider: str
    reason: str

    @property
    def is_cpu(self) -> bool:
        """Whether it is the processor itself."""
        return self.name is DeviceName.CPU


def choose_device(
    device: str = DeviceName.AUTO,
    *,
    available: Callable[[], Sequence[str]] | None = None,
    probe: Callable[[str], str] | None = None,
) -> Device:
    """The device to run on.

    ``auto`` takes the first of CUDA, DirectML, CoreML and CPU that works. Each is tried with a tiny model:
    the package for GPUs lists CUDA also on machines that have none.

    Args:
        device: ``auto``, ``cpu``, ``cuda``, ``directml`` or ``coreml``.
        available: names of the providers that the installed onnxruntime has; for tests.
        probe: runs the tiny model on a provider; the reason why it cannot, or nothing; for tests.

    Raises:
        InputError: if the device asked for does not exist or does not work: nothing else is taken for it.
        ResourceError: if onnxruntime is not installed.
    """
    try:
        asked = DeviceName(device)
    except ValueError:
        raise InputError(
            "there is no such device.", where=device, remedy=f"Use one of {', '.join(DeviceName)}."
        ) from None
    listed = (available or _available)()
    try_it = probe or _probe
    if asked is not DeviceName.AUTO:
        provider = _PROVIDERS[asked]
        reason = "onnxruntime was installed without it" if provider not in listed else try_it(provider)
        if reason:
            raise InputError(f"this device cannot be used: {reason}.", where=asked, remedy=_remedy(asked))
        return Device(asked, provider, f"{asked}: asked for, and it works.")
    failed: list[str] = []
    for name, provider in _PROVIDERS.items():
        if provider not in listed:
            continue
        reason = try_it(provider)
        if not reason:
            passed = f" ({'; '.join(failed)})" if failed else ""
            last = "no GPU was found to work" if name is DeviceName.CPU else "the first that works"
            return Device(name, provider, f"{name}: {last}{passed}.")
        failed.append(f"{name}: {reason}")
    raise ResourceError(
        f"onnxruntime works on no device of this machine ({'; '.join(failed) or 'none listed'}).",
        remedy="Install Chartveil again with the extra 'cpu'.",
    )


def session_options(ort: Any, device: Device) -> Any:
    """Options of a session: reproducible numbers, no telemetry, memory that does not grow."""
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1  # runs beside each other give more on a CPU
    options.inter_op_num_threads = 1
    options.execution_mode = ort.ExecutionMode.ORT_SEQUENTIAL
    options.use_deterministic_compute = True
    options.log_severity_level = 4
    # A plan of memory is kept for every new length, and windows come in all lengths; DirectML forbids it.
    options.enable_mem_pattern = False
    if device.is_cpu:
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return options


def _available() -> Sequence[str]:
    return list(load_onnxruntime().get_available_providers())


def _probe(provider: str) -> str:
    """Runs the tiny model on a provider; the reason why it cannot, or nothing."""
    ort = load_onnxruntime()
    import numpy as np

    device = Device(DeviceName.CPU, provider, "")
    ort.set_default_logger_severity(4)  # a provider that cannot be loaded is our finding, not an alarm
    try:
        # Without a fall back: with one, it prints its own story and runs on the CPU.
        session = ort.InferenceSession(
            PROBE_MODEL, session_options(ort, device), providers=[provider], enable_fallback=0
        )
        if session.get_providers()[:1] != [provider]:
            return "its libraries or its driver are missing"
        (y,) = session.run(None, {"x": np.full((2, 2), 3, np.float32)})
    except Exception as e:  # noqa: BLE001 - whatever a provider raises, it does not work
        return f"it fails on a tiny model ({type(e).__name__})"
    finally:
        ort.set_default_logger_severity(2)
    return "" if bool((y == 18).all()) else "it computes wrongly"


def _remedy(device: DeviceName) -> str:
    how = {
        DeviceName.CUDA: "It needs an NVIDIA GPU, its driver, and Chartveil with the extra 'gpu'.",
        DeviceName.DIRECTML: "It needs Windows and onnxruntime-directml.",
        DeviceName.COREML: "It needs a Mac.",
    }
    return f"{how.get(device, 'Install Chartveil again with the extra cpu.')} Or use --device auto."
