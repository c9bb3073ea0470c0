"""Names of choices, states and kinds in the window, from ``resources/window/words.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import Any

from chartveil.domain.labels import Label
from chartveil.domain.paths import resources_folder
from chartveil.domain.policy import AgeMethod, LabelAction, Policy, ZipMethod
from chartveil.domain.resource_files import read_toml


@cache
def _words() -> dict[str, Any]:
    return read_toml(resources_folder() / "window" / "words.toml", "the words of the window")


def choice_name(value: StrEnum) -> str:
    """The name of a choice or a state.

    Raises:
        KeyError: if its kind has no words.
        ResourceError: if the words cannot be read.
    """
    return str(_words()["names"][type(value).__name__][value.value])


def choice_meaning(value: StrEnum) -> str:
    """The meaning of a choice or a state; empty where its name says it."""
    return str(_words()["meanings"].get(type(value).__name__, {}).get(value.value, ""))


def same_text_words(kind: StrEnum) -> Mapping[str, str]:
    """How a decision about all places of one text is named (``title``), what its button says (``button``) and
    what it does (``outcome``); with ``{text}``, ``{label}``, ``{n}`` and ``{of}``."""
    words: Mapping[str, str] = _words()["same_text"][kind.value]
    return words


def label_outcome(label: Label, policy: Policy) -> str:
    """What becomes of a label's spans under a policy, where ``replace`` makes surrogates."""
    action, becomes = policy.actions[label], _words()["becomes"]
    if action in (LabelAction.KEEP, LabelAction.TAG, LabelAction.MASK, LabelAction.REMOVE):
        key = f"action_{action}"
    elif label is Label.DATE:
        key = f"date_{policy.date_method}"
    elif label is Label.AGE:
        moved = action is LabelAction.REPLACE and policy.ages is AgeMethod.OVER_89
        moved = moved or action is LabelAction.SURROGATE
        key = "age_moved" if moved else f"age_{policy.ages}"
    elif label is Label.ZIP:
        coarser = action is LabelAction.GENERALIZE and policy.zips is ZipMethod.ZIP3
        key = f"zip_{ZipMethod.ZIP3 if coarser else ZipMethod.RANDOM}"
    elif action is LabelAction.GENERALIZE:
        key = "region"
    else:
        key = next((k for k in (label.value, label.group.value) if k in becomes), "other")
    return str(becomes[key])
