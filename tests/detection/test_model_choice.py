"""Which networks read how many files."""

from __future__ import annotations

import pytest

from chartveil.detection.model_choice import ModelChoice, ModelProfile
from chartveil.domain.errors import InputError


@pytest.mark.parametrize(
    ("device", "files", "meant"),
    [
        ("auto", 1, ModelProfile.CAREFUL),
        ("cpu", 200, ModelProfile.CAREFUL),
        ("cpu", 201, ModelProfile.CASCADE),
        ("cuda", 50_000, ModelProfile.CAREFUL),
    ],
)
def test_auto_reads_carefully_where_that_takes_little_time(
    monkeypatch: pytest.MonkeyPatch, device: str, files: int, meant: ModelProfile
) -> None:
    monkeypatch.delenv("CHARTVEIL_PROFILE")
    assert ModelChoice(device, profile=ModelProfile.AUTO).for_files(files).profile is meant


def test_what_is_chosen_holds_for_any_number_of_files_and_over_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CHARTVEIL_PROFILE", "cascade")
    assert ModelChoice(profile=ModelProfile.AUTO).for_files(1).profile is ModelProfile.CASCADE
    assert ModelChoice(profile=ModelProfile.CAREFUL).for_files(9999).profile is ModelProfile.CAREFUL


def test_an_unknown_profile_in_the_environment_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHARTVEIL_PROFILE", "thorough")
    with pytest.raises(InputError) as told:
        ModelChoice(profile=ModelProfile.AUTO).for_files(1)
    assert "thorough" in str(told.value)
    assert "careful" in told.value.remedy
