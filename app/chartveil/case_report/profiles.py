"""Journal profiles: what a journal asks of a case report, and how far a case meets it.

A profile is a file of ``resources/case_report/profiles``, or of the folder ``profiles`` beside a site's
lists. An item that names a check is looked at here; any other is for a person, and never counts as met.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from chartveil.case_report.ages import find_ages
from chartveil.case_report.estimate import estimate
from chartveil.case_report.model import CaseReport, Consent, FactCategory, PersonKind
from chartveil.domain.errors import InputError
from chartveil.domain.labels import LabelGroup
from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import read_toml
from chartveil.lexicon.calendar import calendar_words

SITE_FOLDER = "profiles"
"""Name of the folder with a site's own profiles, beside its lists."""


class ItemStatus(StrEnum):
    """How far a case meets an item."""

    MET = "met"
    MISSING = "missing"
    PERSON = "to be done by a person"


@dataclass(frozen=True, slots=True)
class ProfileItem:
    """One thing that a journal asks for.

    Attributes:
        id: stable within its profile.
        what: in our words.
        check: name of a check; empty where a person has to look.
        words: for the check ``words``: of which the notes tell one.
    """

    id: str
    what: str
    check: str = ""
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class JournalProfile:
    """The items that a journal asks of a case report.

    Attributes:
        name: in decisions: ``care``.
        title: for people.
        source: where it is from.
        items: in order.
    """

    name: str
    title: str
    source: str
    items: tuple[ProfileItem, ...]


@dataclass(frozen=True, slots=True)
class CheckedItem:
    """An item and how far the case meets it.

    Attributes:
        item: what is asked for.
        status: how far it is met.
        remark: what is missing, free of text of the notes; empty for nothing.
    """

    item: ProfileItem
    status: ItemStatus
    remark: str = ""


def journal_profiles(site_lists: Path | None = None) -> dict[str, JournalProfile]:
    """All profiles by name, ours first; one of the site takes the place of ours with its name.

    Args:
        site_lists: the folder with the site's own lists.

    Raises:
        ResourceError: if a file of ours is missing.
        InputError: if a file is not valid; it names the item and what is wrong.
    """
    files = sorted((resources_folder() / "case_report" / "profiles").glob("*.toml"))
    if site_lists is not None and (site_lists / SITE_FOLDER).is_dir():
        files += sorted((site_lists / SITE_FOLDER).glob("*.toml"))
    return {profile.name: profile for profile in map(load_profile, files)}


def load_profile(path: Path) -> JournalProfile:
    """The profile of a file.

    Raises:
        ResourceError: if it cannot be read.
        InputError: if it is not valid; it names the item and what is wrong.
    """
    data = read_toml(path, "the journal's profile", "Mend the file, or move it away.")
    heads = [data.get(key) for key in ("name", "title", "source")]
    entries = data.get("item")
    if not all(isinstance(h, str) and h.strip() for h in heads) or not isinstance(entries, list):
        raise InputError(
            "the profile lacks name, title, source or items.",
            where=str(path),
            remedy="Copy resources/case_report/profiles/own.toml and change it.",
        )
    items = tuple(_item(entry, number, path) for number, entry in enumerate(entries, 1))
    return JournalProfile(data["name"], data["title"], data["source"], items)


def _item(entry: Any, number: int, path: Path) -> ProfileItem:
    values = entry if isinstance(entry, dict) else {}
    ok = all(isinstance(v, str) for v in values.values()) and values.keys() <= {
        "id",
        "what",
        "check",
        "words",
    }
    if not ok or not values.get("what") or not values.get("id"):
        raise InputError(
            f"item {number} is not valid.",
            where=str(path),
            remedy="Give it id and what, and if a check is made, check and words, all of them texts.",
        )
    check = values.get("check", "")
    if check and check not in CHECKS:
        raise InputError(
            f"item {values['id']} names the check {check}, which is not known.",
            where=str(path),
            remedy=f"Known: {', '.join(sorted(CHECKS))}. Without a check it is for a person.",
        )
    words = tuple(w.strip().lower() for w in values.get("words", "").split(",") if w.strip())
    if check == "words" and not words:
        raise InputError(
            f"item {values['id']} lacks words.", where=str(path), remedy="Give words, parted by commas."
        )
    return ProfileItem(values["id"], values["what"], check, words)


def check_profile(case: CaseReport, profile: JournalProfile) -> tuple[CheckedItem, ...]:
    """How far a case as it stands meets each item of a profile."""
    out = []
    for item in profile.items:
        if not item.check:
            out.append(CheckedItem(item, ItemStatus.PERSON))
            continue
        missing = CHECKS[item.check](case, item)
        out.append(CheckedItem(item, ItemStatus.MISSING if missing else ItemStatus.MET, missing))
    return tuple(out)


# Checks: each gives what is missing, in words free of the notes' text; empty where nothing is.

Check = Callable[[CaseReport, ProfileItem], str]


def _gone(*groups: LabelGroup) -> Check:
    def check(case: CaseReport, _: ProfileItem) -> str:
        left = 0
        for note in case.notes:
            told = {s.text(note.note.text) for s in note.note.spans if s.group in groups}
            left += sum(
                bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", note.text))
                for name in told
                if len(name) > 1 and not name.islower()
            )
        return f"Still in the text: {left}." if left else ""

    return check


def _no_dates(case: CaseReport, _: ProfileItem) -> str:
    words = calendar_words()
    months = "|".join(map(re.escape, (*words.months["en"], *words.month_abbreviations["en"])))
    pattern = re.compile(
        rf"\b\d{{1,2}}[/.-]\d{{1,2}}[/.-](?:\d\d){{1,2}}\b|\b(?:19|20)\d\d-\d\d-\d\d\b|"
        rf"\b(?:{months})\.? (?:\d{{1,2}}(?:st|nd|rd|th)?,? )?(?:19|20)\d\d\b|"
        rf"\b(?:in|since|of) (?:19|20)\d\d\b"
    )
    left = sum(len(pattern.findall(note.text)) for note in case.notes)
    if left:
        return f"Still in the text: {left}."
    return "" if case.index is not None else "There is no day 0: give the notes their days."


def _ages_are_bands(case: CaseReport, _: ProfileItem) -> str:
    left = sum(
        not re.search(r"\d+-? (?:to|or) ", note.text[max(0, a.start - 8) : a.end + 12])
        for note in case.notes
        for a in find_ages(note.text)
    )
    return f"Ages that are no range: {left}." if left else ""


def _essential(category: FactCategory) -> Check:
    def check(case: CaseReport, _: ProfileItem) -> str:
        left = sum(f.rung == 0 and f.decision is None for f in case.facts if f.category is category)
        return f"To be decided: {left}." if left else ""

    return check


def _facts_decided(case: CaseReport, _: ProfileItem) -> str:
    return f"To be decided: {case.undecided}." if case.undecided else ""


def _patient_consent(case: CaseReport, _: ProfileItem) -> str:
    patient = next((p for p in case.people if p.kind is PersonKind.PATIENT), None)
    if patient is None or patient.consent is not Consent.GIVEN:
        return "The register does not say that consent was given."
    return ""


def _others_consent(case: CaseReport, _: ProfileItem) -> str:
    open_ones = (Consent.OPEN, Consent.ASKED)
    others = (PersonKind.RELATIVE, PersonKind.OTHER)
    left = sum(p.consent in open_ones for p in case.people if p.kind in others)
    return f"Neither given, refused nor not needed: {left}." if left else ""


def _timeline(case: CaseReport, _: ProfileItem) -> str:
    placed = sum(e.when is not None for e in case.events)
    return "" if case.index is not None and placed > 1 else "There are no two events with a day."


def _words(case: CaseReport, item: ProfileItem) -> str:
    text = " ".join(note.text.lower() for note in case.notes)
    told = any(re.search(rf"(?<!\w){re.escape(w)}", text) for w in item.words)
    return "" if told else "The notes do not tell of it."


def _searched(case: CaseReport, _: ProfileItem) -> str:
    return "" if case.decisions.searched else "No phrase was searched for."


def _estimate(case: CaseReport, _: ProfileItem) -> str:
    now = estimate(case)
    return "" if now.is_low else f"The chance is above {now.threshold:.2f}."


CHECKS: Mapping[str, Check] = {
    "ages": _ages_are_bands,
    "dates": _no_dates,
    "names": _gone(LabelGroup.NAME),
    "places": _gone(LabelGroup.LOCATION),
    "institutions": _gone(LabelGroup.ORGANIZATION),
    "numbers": _gone(LabelGroup.ID, LabelGroup.CONTACT),
    "origin": _essential(FactCategory.ORIGIN),
    "occupation": _essential(FactCategory.WORK),
    "facts": _facts_decided,
    "patient consent": _patient_consent,
    "others' consent": _others_consent,
    "timeline": _timeline,
    "words": _words,
    "searched": _searched,
    "estimate": _estimate,
    "log": lambda _case, _item: "",
}
"""Checks by name. ``log``: the alteration log is always among the outputs."""
