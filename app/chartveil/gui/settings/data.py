"""What the settings show: plain values that the window puts in, and gets back through signals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from chartveil.domain.document import Label, Replacement, Span
from chartveil.domain.policy import Policy, ReplacementMode
from chartveil.gui.preferences import Preferences
from chartveil.ocr.engine_interface import EngineName

ExampleMaker = Callable[[str, tuple[Span, ...], Policy, ReplacementMode], Sequence[Replacement]]
"""Makes what the spans of an example text become under a policy; only those that the policy counts."""


@dataclass(frozen=True, slots=True)
class PolicyRow:
    """A policy to choose.

    Attributes:
        id: what the preferences hold: the name of a bundled policy, the path of a user's own.
        policy: the policy.
        is_custom: whether the user made it.
    """

    id: str
    policy: Policy
    is_custom: bool = False


@dataclass(frozen=True, slots=True)
class KeyInfo:
    """The surrogate key in use.

    Attributes:
        path: of its file.
        id: eight hex digits that tell keys apart; empty where there is no key yet, or it cannot be read.
        is_default: whether it is the user's own key in its usual place.
        problem: why it cannot be used; empty if it can.
    """

    path: Path
    id: str = ""
    is_default: bool = True
    problem: str = ""


@dataclass(frozen=True, slots=True)
class SiteListInfo:
    """One list of the site.

    Attributes:
        name: file name without ending.
        label: what its entries are taken for.
        kept: entries in use.
        dropped: lines left out, as too short or ordinary words.
    """

    name: str
    label: Label
    kept: int
    dropped: int


@dataclass(frozen=True, slots=True)
class SiteInfo:
    """The site's own lists.

    Attributes:
        folder: that holds them; None for none.
        lists: in order of name.
        problem: why they cannot be used; empty if they can.
    """

    folder: Path | None = None
    lists: tuple[SiteListInfo, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class PatientFileInfo:
    """The site's file of patients.

    Attributes:
        file: the file; None for none.
        patients: how many it holds.
        columns: headers of columns in use.
        remarks: what the user should know of it, a sentence each.
        problem: why it cannot be used; empty if it can.
    """

    file: Path | None = None
    patients: int = 0
    columns: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class ModelRow:
    """One model that votes.

    Attributes:
        name: unique.
        votes: labels it votes for.
        size: of its files in bytes.
        threshold: probability from which on a word is an identifier.
        enabled: whether it takes part.
        bundled: whether it comes with Chartveil: then it always takes part.
        about: of its card: where it comes from and its licence; may be empty.
        problem: what is wrong with it; empty if nothing is.
        checked: what a check said of it; empty before one.
    """

    name: str
    votes: tuple[Label, ...]
    size: int
    threshold: float
    enabled: bool = True
    bundled: bool = True
    about: str = ""
    problem: str = ""
    checked: str = ""


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """Something that models can run on.

    Attributes:
        name: what the preferences hold: ``auto``, ``cpu``, ``cuda`` and so on.
        text: for people, e.g. the name of the graphics card.
        usable: whether it can be chosen on this machine.
        reason: why it cannot, or what it is good for.
    """

    name: str
    text: str
    usable: bool = True
    reason: str = ""


@dataclass(frozen=True, slots=True)
class EngineRow:
    """An engine that reads scans.

    Attributes:
        name: the engine.
        ready: whether it can be used on this machine.
        detail: its version, or what is missing.
    """

    name: EngineName
    ready: bool
    detail: str = ""


@dataclass(frozen=True, slots=True)
class SettingsData:
    """All that the dialog starts with."""

    preferences: Preferences
    policies: tuple[PolicyRow, ...]
    example: ExampleMaker
    key: KeyInfo
    site: SiteInfo = field(default_factory=SiteInfo)
    patients: PatientFileInfo = field(default_factory=PatientFileInfo)
    models: tuple[ModelRow, ...] = ()
    devices: tuple[DeviceRow, ...] = (
        DeviceRow("auto", "The fastest there is"),
        DeviceRow("cpu", "Processor"),
    )
    device_in_use: str = ""
    cores: int = 1
