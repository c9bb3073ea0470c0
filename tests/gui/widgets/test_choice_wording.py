"""Every choice, state and kind that the window names has its words."""

import importlib
import pkgutil
from enum import StrEnum

import pytest

from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import read_toml
from chartveil.gui.widgets.choice_wording import choice_name

NAMED = read_toml(resources_folder() / "window" / "words.toml", "the words of the window")["names"]
NOT_OFFERED = {"PatientSourceKind": {"ask", "name"}, "UnreadPolicy": {"refuse"}}
"""What the command line alone can choose."""


def _kinds(base):
    for kind in base.__subclasses__():
        yield kind
        yield from _kinds(kind)


@pytest.fixture(scope="module")
def kinds():
    """All of ours that the file names, by name."""
    for folder in ("domain", "review", "spot_check", "case_report"):
        package = importlib.import_module(f"chartveil.{folder}")
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    return {kind.__name__: kind for kind in _kinds(StrEnum) if kind.__module__.startswith("chartveil.")}


@pytest.mark.parametrize("name", NAMED)
def test_each_has_a_name_and_no_name_is_left_over(kinds, name):
    members = {member.value for member in kinds[name]}
    assert members - set(NAMED[name]) == NOT_OFFERED.get(name, set())
    assert set(NAMED[name]) <= members
    for member in kinds[name]:
        if member.value in NAMED[name]:
            choice_name(member)
