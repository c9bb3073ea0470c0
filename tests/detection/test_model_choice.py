"""Which networks read how many files."""

from __future__ import annotations

import pytest

from chartveil.detection.model_choice import ModelChoice, ModelProfile
from chartveil.detection.models import devices
from chartveil.detection.models.devices import Device, DeviceName
from chartveil.domain.errors import InputError

MILLION = 1_000_000


@pytest.mark.parametrize(
    ("device", "files", "characters", "meant"),
    [
        ("cpu", 1, 0, ModelProfile.CAREFUL),
        ("cpu", 200, MILLION, ModelProfile.CAREFUL),
        ("cpu", 201, 0, ModelProfile.CASCADE),
        ("cpu", 1, MILLION + 1, ModelProfile.CASCADE),
        ("cuda", 50_000, 50 * MILLION, ModelProfile.CAREFUL),
    ],
)
def test_auto_reads_carefully_where_that_takes_little_time(
    monkeypatch: pytest.MonkeyPatch, device: str, files: int, characters: int, meant: ModelProfile
) -> None:
    monkeypatch.delenv("CHARTVEIL_PROFILE")
    found = Device(DeviceName(device), f"{device} provider", "told by the test")
    monkeypatch.setattr(devices, "choose_device", {device: found, "auto": found}.__getitem__)
    for asked in (device, "auto"):
        models = ModelChoice(asked, profile=ModelProfile.AUTO).for_texts(files, characters)
        assert models == ModelChoice(asked, profile=meant)


def test_what_is_chosen_holds_for_any_number_of_files_and_over_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CHARTVEIL_PROFILE", "cascade")
    assert ModelChoice(profile=ModelProfile.AUTO).for_texts(1, 0).profile is ModelProfile.CASCADE
    assert ModelChoice(profile=ModelProfile.CAREFUL).for_texts(9999, 0).profile is ModelProfile.CAREFUL


def test_an_unknown_profile_in_the_environment_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHARTVEIL_PROFILE", "thorough")
    with pytest.raises(InputError) as told:
        ModelChoice(profile=ModelProfile.AUTO).for_texts(1, 0)
    assert "thorough" in str(told.value)
    assert "careful" in told.value.remedy
