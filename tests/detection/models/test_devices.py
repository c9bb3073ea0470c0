"""Which device is taken, and that one that does not work is never taken in silence."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from chartveil.detection.models.devices import DeviceName, choose_device
from chartveil.domain.errors import InputError, ResourceError
from chartveil.system.machine import load_onnxruntime

CPU, CUDA, DML, COREML = (f"{name}ExecutionProvider" for name in ("CPU", "CUDA", "Dml", "CoreML"))


def broken(*providers: str) -> Callable[[str], str]:
    return lambda provider: "it fails" if provider in providers else ""


@pytest.mark.parametrize(
    ("listed", "bad", "taken"),
    [
        ([CPU], (), DeviceName.CPU),
        ([CPU, CUDA], (), DeviceName.CUDA),
        ([CUDA, CPU], (CUDA,), DeviceName.CPU),
        ([CPU, DML, COREML], (), DeviceName.DIRECTML),
        (["AzureExecutionProvider", COREML, CPU], (), DeviceName.COREML),
    ],
)
def test_auto_takes_the_first_that_works(listed: list[str], bad: tuple[str, ...], taken: DeviceName) -> None:
    device = choose_device("auto", available=lambda: listed, probe=broken(*bad))
    assert device.name is taken
    assert device.reason.startswith(f"{taken}: ")
    assert ("it fails" in device.reason) is bool(bad)


@pytest.mark.parametrize(("listed", "said"), [([CPU], "was installed without it"), ([CPU, CUDA], "it fails")])
def test_a_device_asked_for_is_taken_or_refused(listed: list[str], said: str) -> None:
    with pytest.raises(InputError, match=said) as caught:
        choose_device("cuda", available=lambda: listed, probe=broken(CUDA))
    assert "--device auto" in str(caught.value)


def test_unknown_devices_are_refused() -> None:
    with pytest.raises(InputError, match="auto, cpu, cuda, directml, coreml"):
        choose_device("tpu")


def test_no_device_at_all_is_an_error() -> None:
    with pytest.raises(ResourceError, match="works on no device"):
        choose_device(available=lambda: [CPU], probe=broken(CPU))


def test_the_tiny_model_runs_here_and_a_provider_that_is_not_there_does_not() -> None:
    import onnxruntime

    assert choose_device("cpu").provider == CPU
    gpus = {CUDA: DeviceName.CUDA, DML: DeviceName.DIRECTML, COREML: DeviceName.COREML}
    absent = next(p for p in gpus if p not in onnxruntime.get_available_providers())
    with pytest.warns(UserWarning, match=absent), pytest.raises(InputError, match="libraries or its driver"):
        choose_device(gpus[absent], available=lambda: [absent])
    with pytest.warns(UserWarning, match=absent):
        assert choose_device(available=lambda: [absent, CPU]).name is DeviceName.CPU


def test_onnxruntime_is_loaded_with_its_telemetry_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ORT_DISABLE_TELEMETRY", raising=False)
    load_onnxruntime()
    assert os.environ["ORT_DISABLE_TELEMETRY"] == "1"
