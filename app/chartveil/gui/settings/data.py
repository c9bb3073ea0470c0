"""What the settings dialog starts with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from chartveil.domain.policy import Policy, ReplacementMode
from chartveil.domain.span import Replacement, Span
from chartveil.gui.preferences import Preferences
from chartveil.service.site_setup import KnownKey, KnownPolicy

ExampleMaker = Callable[[str, tuple[Span, ...], Policy, ReplacementMode], Sequence[Replacement]]
"""Makes the replacements of an example text under a policy; only of spans that the policy counts."""


@dataclass(frozen=True, slots=True)
class SettingsData:
    """What is known when the dialog opens; lists, patients, models and engines are read afterwards.

    Attributes:
        preferences: as they are now.
        policies: the policies to choose from; at least one.
        example: makes the example on the policy page.
        key: the surrogate key in use.
        device_in_use: what the models run on, for people; empty while that is not known.
        cores: processor cores that work can be spread over.
    """

    preferences: Preferences
    policies: Sequence[KnownPolicy]
    example: ExampleMaker
    key: KnownKey
    device_in_use: str = ""
    cores: int = 1
