"""The user's preferences: one small file, free of PHI.

The folders and files that were opened last are not in it, as their names may tell who the patients are.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, get_args, get_type_hints

from PySide6.QtCore import QCoreApplication

from chartveil.detection.model_choice import ModelProfile
from chartveil.domain.patient_source import PatientSourceKind
from chartveil.domain.policy import DEFAULT_POLICY, MustDecide, ReplacementMode
from chartveil.gui.theme.application import DEFAULT_TEXT_SIZE, MAX_TEXT_SIZE, MIN_TEXT_SIZE
from chartveil.ocr.engine_interface import EngineName
from chartveil.ocr.options import BoxStyle, UnreadPolicy
from chartveil.system.atomic_files import output_errors_explained, write_file

_VERSION = 1
translate = QCoreApplication.translate


class Appearance(StrEnum):
    """Which theme the user wants."""

    SYSTEM = "system"
    """As the system is, also when it changes by the hour."""
    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"


class PageViewMode(StrEnum):
    """What the window shows of a document with pages."""

    TEXT = "text"
    BESIDE = "beside"
    """The page beside the text."""
    ALONE = "alone"
    """The page instead of the text."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """A user's preferences.

    Attributes:
        appearance: theme.
        font_size: of documents' text in logical pixels, 11 to 28; the window's text follows it.
        mono: whether documents are shown in a monospace font.
        zoom: of documents' text, 0.5 to 4.
        wrap: whether long lines are broken at the window's edge.
        pages: what is shown of a document that has pages.
        strip: whether its pages stand beside them in small.
        keys: the user's own keys by command; see ``gui.commands.keymap``.
        reviewer: the name that stands under decisions and sign-offs. Staff, not a patient.
        policy: name of a bundled policy, or path of a file.
        mode: what stands in the place of an identifier.
        key_file: of the surrogate key; empty for the user's own.
        site: folder of the site's own lists; empty for none.
        patients: the site's file of patients; empty for none.
        patients_from: what tells the patient of a file that has no column for it.
        must_decide: what has to be decided before a sign-off; None leaves it to the policy.
        second_reader: whether a second person reads each document.
        ocr: reads pages that have no text layer.
        ocr_second: reads them again; None for none.
        unread: what becomes of parts of pages that no text stands for.
        boxes: what copies of pages show where an identifier stood.
        device: what models run on, as ``--device`` takes it.
        profile: which of the models read.
        jobs: documents in work at once; 0 for what the machine is good for.
        idle_minutes: without a key or the mouse, after which the window locks itself; 0 for never.
        clipboard_seconds: after which a copied original is taken out of the clipboard; 0 for never.
        geometry: of the window, from Qt, in base64.
        layout: of the panes, from Qt, in base64.
    """

    appearance: Appearance = Appearance.SYSTEM
    font_size: int = DEFAULT_TEXT_SIZE
    mono: bool = True
    zoom: float = 1.0
    wrap: bool = True
    pages: PageViewMode = PageViewMode.BESIDE
    strip: bool = False
    keys: dict[str, list[str]] = field(default_factory=dict)
    reviewer: str = ""
    policy: str = DEFAULT_POLICY
    mode: ReplacementMode = ReplacementMode.SURROGATE
    key_file: str = ""
    site: str = ""
    patients: str = ""
    patients_from: PatientSourceKind = PatientSourceKind.COLUMN
    must_decide: MustDecide | None = None
    second_reader: bool = False
    ocr: EngineName = EngineName.RAPIDOCR
    ocr_second: EngineName | None = None
    unread: UnreadPolicy = UnreadPolicy.COVER
    boxes: BoxStyle = BoxStyle.SURROGATE
    device: str = "auto"
    profile: ModelProfile = ModelProfile.AUTO
    jobs: int = 0
    idle_minutes: int = 10
    clipboard_seconds: int = 60
    geometry: str = ""
    layout: str = ""


@dataclass(frozen=True, slots=True)
class LoadedPreferences:
    """Preferences and what there is to tell the user about them.

    Attributes:
        preferences: as stored; the usual ones for what was missing or not valid.
        remark: for the user; empty if there is none.
    """

    preferences: Preferences
    remark: str = ""


_LIMITS: dict[str, tuple[float, float]] = {
    "font_size": (MIN_TEXT_SIZE, MAX_TEXT_SIZE),
    "zoom": (0.5, 4.0),
    "jobs": (0, 256),
    "idle_minutes": (0, 240),
    "clipboard_seconds": (0, 3600),
}


def load_preferences(path: Path, usual: Preferences | None = None) -> LoadedPreferences:
    """The preferences of a file. Whatever is wrong with it, the window opens: with the usual ones.

    Args:
        path: of the file; it need not be there.
        usual: the ones for what the file does not say.
    """
    usual = usual or Preferences()
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return LoadedPreferences(usual)
    except OSError as e:
        said = translate(
            "Preferences", "Your settings could not be read ({reason}): the usual ones are used."
        )
        return LoadedPreferences(usual, said.format(reason=e.strerror))
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        return LoadedPreferences(
            usual,
            translate("Preferences", "The file of your settings is damaged: the usual ones are used."),
        )
    values, wrong = {}, []
    for f in fields(Preferences):
        if f.name in data:
            try:
                values[f.name] = _checked(f.name, data[f.name])
            except ValueError:
                wrong.append(f.name)
    said = translate("Preferences", "Some of your settings are not valid, and are as usual again: {names}.")
    return LoadedPreferences(replace(usual, **values), said.format(names=", ".join(wrong)) if wrong else "")


def _checked(name: str, value: Any) -> Any:
    """A stored value as the attribute holds it.

    Raises:
        ValueError: if it is of another kind, or out of bounds.
    """
    if name == "keys":
        if not isinstance(value, dict) or not all(map(_texts, value.values())):
            raise ValueError(name)
        return value
    hint = get_type_hints(Preferences)[name]
    kind, *others = get_args(hint) or (hint,)
    if value is None and others:
        return None
    if issubclass(kind, StrEnum):
        return kind(value)
    if kind is float and type(value) is int:
        value = float(value)
    if type(value) is not kind:
        raise ValueError(name)
    if name in _LIMITS and not _LIMITS[name][0] <= value <= _LIMITS[name][1]:
        raise ValueError(name)
    return value


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(v, str) for v in value)


def save_preferences(path: Path, preferences: Preferences) -> None:
    """Writes preferences, for this user alone; the file is whole at any moment.

    Raises:
        OutputError: if it cannot be written.
    """
    data = {"version": _VERSION, **asdict(preferences)}
    with output_errors_explained(path.parent):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_file(path, (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode())
