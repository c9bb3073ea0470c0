"""The settings of a worklist, stored with it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from chartveil.detection.model_choice import ModelProfile
from chartveil.domain.errors import StoreError
from chartveil.domain.patient_source import PatientSource
from chartveil.domain.policy import DEFAULT_POLICY, MustDecide, Policy, ReplacementMode
from chartveil.formats.base import ReadOptions
from chartveil.ocr.engine_interface import EngineName
from chartveil.ocr.options import BoxStyle, PageOptions, UnreadPolicy

_PLAIN = ("policy", "device", "profile", "reviewer", "second_reader", "jobs")
_PATHS = ("key_file", "site", "patients")
_READ = ("text_columns", "id_column", "patient_column", "patient_id")
_PAGES = ("engine", "second", "unread", "style", "dpi", "passwords")


@dataclass(frozen=True, slots=True)
class WorklistSettings:
    """How a worklist is worked on.

    Attributes:
        policy: name of a bundled policy, or path of another.
        mode: what takes an identifier's place.
        key_file: surrogate key; None for the user's own.
        site: folder with the site's own dictionaries; None without.
        patients: the site's file of patients, of which each document's own is looked up; None without.
        device: where models run: ``auto``, ``cpu``, ``cuda``, ``directml`` or ``coreml``.
        profile: which of the models read (``ModelProfile``).
        reviewer: who decides; may be empty until a document is signed off.
        must_decide: what must be decided before that; None for what the policy says.
        second_reader: whether each document is read by two.
        read: columns of tables, the patient whose documents these are where a file does not tell, and how
            pages are read and written.
        jobs: processes that search; 0 to choose.
    """

    policy: str = DEFAULT_POLICY
    mode: ReplacementMode = ReplacementMode.SURROGATE
    key_file: Path | None = None
    site: Path | None = None
    patients: Path | None = None
    device: str = "auto"
    profile: str = ModelProfile.AUTO.value
    reviewer: str = ""
    must_decide: MustDecide | None = None
    second_reader: bool = False
    read: ReadOptions = field(default_factory=ReadOptions)
    jobs: int = 0

    def required_decisions(self, policy: Policy) -> MustDecide:
        """What must be decided before a document is signed off."""
        return self.must_decide or policy.must_decide

    def to_json(self) -> str:
        """As JSON, for the encrypted store alone: it holds passwords of protected files, and the patient's id
        where one was given."""
        read = {name: getattr(self.read, name) for name in _READ}
        read["patients_from"] = str(self.read.patients_from)
        read["pages"] = {name: getattr(self.read.pages, name) for name in _PAGES}
        kept = {name: getattr(self, name) for name in (*_PLAIN, "mode", "must_decide", *_PATHS)}
        return json.dumps(kept | {"read": read}, sort_keys=True, default=str)

    @classmethod
    def from_json(cls, text: str) -> WorklistSettings:
        """From JSON; keys of later versions are passed over.

        Raises:
            StoreError: if it cannot be understood.
        """
        try:
            return _from_json(json.loads(text))
        except (KeyError, TypeError, ValueError, AttributeError) as e:
            raise StoreError(
                f"the settings of the worklist cannot be read ({type(e).__name__}).",
                remedy="Update Chartveil, or begin a new worklist from the same files.",
            ) from None


def _from_json(data: dict[str, Any]) -> WorklistSettings:
    read = {name: data["read"][name] for name in _READ}
    read["text_columns"] = tuple(read["text_columns"])
    read["patients_from"] = PatientSource.parse(data["read"].get("patients_from", "column"))
    paths: dict[str, Any] = {name: Path(data[name]) for name in _PATHS if data.get(name)}
    return replace(
        WorklistSettings(**{name: data[name] for name in _PLAIN if name in data}, **paths),
        mode=ReplacementMode(data["mode"]),
        # A worklist of before profiles was begun with the small models alone.
        profile=ModelProfile(data.get("profile", ModelProfile.QUICK)).value,
        must_decide=MustDecide(data["must_decide"]) if data.get("must_decide") else None,
        read=ReadOptions(**read, pages=_pages(data["read"].get("pages", {}))),
    )


def _pages(data: dict[str, Any]) -> PageOptions:
    """What an earlier version did not keep is as usual."""
    usual = PageOptions()
    second = data.get("second", usual.second)
    return PageOptions(
        engine=EngineName(data.get("engine", usual.engine)),
        second=EngineName(second) if second else None,
        unread=UnreadPolicy(data.get("unread", usual.unread)),
        style=BoxStyle(data.get("style", usual.style)),
        dpi=int(data.get("dpi", usual.dpi)),
        passwords=tuple(map(str, data.get("passwords", usual.passwords))),
    )
