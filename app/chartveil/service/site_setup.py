"""Settings of the site: policies, keys, lists, models, devices."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from chartveil.detection.models.devices import Device, choose_device
from chartveil.detection.models.manifest import EnsembleMember, MemberStatus, load_members, member_statuses
from chartveil.detection.models.site_models import (
    add_site_model,
    load_sample_texts,
    try_model,
)
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import ChartveilError, KeyFileError, OutputError
from chartveil.domain.labels import Label
from chartveil.domain.paths import UserPaths, models_folder
from chartveil.domain.policy import (
    Policy,
    ReplacementMode,
    bundled_policies,
    check_policy_name,
    load_policy,
    policy_toml,
)
from chartveil.domain.span import Replacement, Span
from chartveil.domain.wording import counted
from chartveil.store.keys import key_id, load_key, load_or_create_key
from chartveil.surrogates.engine import SurrogateEngine
from chartveil.system.atomic_files import write_file
from chartveil.system.machine import usable_cores

_NOTE = (
    "Mrs. [PATIENT|Adaeze Lindqvist], [AGE|91]-year-old retired [PROFESSION|organist] from "
    "[STREET|14 Heron Lane], [CITY|Burlington], [STATE|VT] [ZIP|05401], came to "
    "[HOSPITAL|Otter Creek Hospital] on [DATE|03/14/2019] with her son [RELATIVE|Nils] ([AGE|48]). "
    "Discharged [DATE|March 19, 2019]. Dr. [DOCTOR|Okonkwo], pager [PHONE|802-555-0143]. MRN [MRN|40072915]."
)
"""Nobody in it is real; the telephone number is of those kept for fiction."""


def _marked_note() -> tuple[str, tuple[Span, ...]]:
    """The text of the note, and its spans."""
    text, spans = "", []
    for plain, label, marked in re.findall(r"([^\[]*)(?:\[(\w+)\|([^\]]*)\])?", _NOTE):
        text += plain
        if label:
            spans.append(Span(len(text), len(text) + len(marked), Label(label), 1.0))
            text += marked
    return text, tuple(spans)


EXAMPLE_TEXT, EXAMPLE_SPANS = _marked_note()
_EXAMPLE_KEY = b"Chartveil shows examples with it"


@dataclass(frozen=True, slots=True)
class KnownPolicy:
    """A policy that can be chosen.

    Attributes:
        id: what settings hold: the name of a bundled one, the path of a user's own.
        policy: the policy.
        own: whether the user made it.
    """

    id: str
    policy: Policy
    own: bool = False


@dataclass(frozen=True, slots=True)
class KnownKey:
    """A surrogate key: its file, its id without telling it, and what is wrong with it."""

    path: Path
    id: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class KnownList:
    """One list of the site: entries in use, and lines left out as too short or ordinary words."""

    name: str
    label: Label
    kept: int
    dropped: int


@dataclass(frozen=True, slots=True)
class KnownPatients:
    """A file of patients: how many it holds, headers of columns in use, and what the user should know."""

    patients: int
    columns: tuple[str, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KnownModel:
    """A model with what a check says of it.

    Attributes:
        state: the model, its size and what is wrong with its files.
        checked: result of a try on the samples; empty before one.
        about: where it comes from, and its licence.
    """

    state: MemberStatus
    checked: str = ""
    about: str = ""


def known_policies(user_paths: UserPaths) -> list[KnownPolicy]:
    """Bundled policies, then the user's own; one that is broken is left out. One that is named after a
    regulation and falls below it is shown, so that it can be renamed; no run takes it."""
    known = [KnownPolicy(p.stem, load_policy(p.stem)) for p in bundled_policies()]
    for path in (
        sorted(user_paths.policies_folder.glob("*.toml")) if user_paths.policies_folder.is_dir() else ()
    ):
        try:
            known.append(KnownPolicy(str(path), load_policy(str(path), check_name=False), own=True))
        except ChartveilError:
            continue
    return known


def save_policy(user_paths: UserPaths, policy: Policy) -> str:
    """Writes a policy of the user's own; gives its path.

    Raises:
        OutputError: if it cannot be written.
        PolicyError: if its name promises more than it does; nothing is written then.
    """
    check_policy_name(policy)
    stem = re.sub(r"[^a-z0-9]+", "_", (policy.name or policy.title).lower()).strip("_")[:60] or "my_policy"
    path = user_paths.policies_folder / f"{stem}.toml"
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as e:
        raise OutputError(
            f"cannot be made ({e.strerror}).", where=str(path.parent), remedy="Check your rights there."
        ) from None
    write_file(path, policy_toml(policy).encode("utf-8"))
    load_policy(str(path))
    return str(path)


def known_key(path: Path) -> KnownKey:
    """A key file as it is."""
    try:
        return KnownKey(path, key_id(load_key(path)))
    except KeyFileError as e:
        return KnownKey(path, problem=str(e))


def make_key(path: Path) -> KnownKey:
    """Makes a new key file.

    Raises:
        KeyFileError: if there is a file of this name, or it cannot be made.
    """
    if path.exists():
        raise KeyFileError("there is a file of this name.", where=str(path), remedy="Choose another name.")
    return KnownKey(path, key_id(load_or_create_key(path)))


def known_site_lists(folder: Path) -> list[KnownList]:
    """The lists of a site's folder, and its rules as lists of one entry each.

    Takes a moment: may run in any thread.

    Raises:
        ChartveilError: if one cannot be read.
    """
    from chartveil.detection.lists.site_lists import load_site_lists
    from chartveil.detection.rules import build_rules
    from chartveil.detection.rules.rule import SITE_PREFIX
    from chartveil.lexicon.lexicon import bundled_lexicon

    lists = load_site_lists(folder, bundled_lexicon().is_common)
    known = [
        KnownList(s.name, s.label, s.prune_result.kept, len(s.prune_result.dropped_lines)) for s in lists
    ]
    rules = build_rules(site=folder).rules
    return known + [KnownList(r.id, r.label, 1, 0) for r in rules if r.id.startswith(SITE_PREFIX)]


def known_patients(path: Path) -> KnownPatients:
    """The content of a file of patients. Takes a moment: may run in any thread.

    Raises:
        ChartveilError: if it cannot be used.
    """
    from chartveil.detection.lists.patient_file import load_patient_file

    read = load_patient_file(path)
    return KnownPatients(len(read.rows), tuple(header for header, _ in read.columns), read.remarks)


def known_models(user_paths: UserPaths) -> list[KnownModel]:
    """Every model, its files held to their hashes. May run in any thread."""
    return [
        KnownModel(s, about=" · ".join(model_card(s.member)))
        for s in member_statuses(models_folder() / "ensemble.toml", user_paths.models_folder)
    ]


@dataclass(frozen=True, slots=True)
class ModelTrial:
    """The finds of a model in the bundled samples, or why it could not be tried.

    Attributes:
        member: the model.
        found: identifiers.
        samples: how many it read.
        problem: empty where all went well.
    """

    member: EnsembleMember
    found: int
    samples: int
    problem: str = ""


def try_models(user_paths: UserPaths, device: Device) -> list[ModelTrial]:
    """Lets every model read the bundled samples, those switched off too. May run in any thread.

    Raises:
        ResourceError: if a list of models or the samples cannot be read.
    """
    texts = load_sample_texts()
    trials = []
    for member in load_members(models_folder() / "ensemble.toml", user_paths.models_folder):
        try:
            found = sum(try_model(member, texts, device).values())
            trials.append(ModelTrial(member, found, len(texts)))
        except ChartveilError as e:
            trials.append(ModelTrial(member, 0, len(texts), str(e)))
    return trials


def verify_models(user_paths: UserPaths) -> list[KnownModel]:
    """Every model, tried on the samples. May run in any thread."""
    trials = {t.member.name: t for t in try_models(user_paths, choose_device("cpu"))}
    verified = []
    for known in known_models(user_paths):
        trial = trials[known.state.member.name]
        result = trial.problem or f"{trial.found} finds in {trial.samples} samples"
        verified.append(replace(known, checked=result))
    return verified


def model_name_from(folder: Path) -> str:
    """A name for a model made from its folder's; empty where that has no letters to use."""
    return re.sub(r"[^a-z0-9]+", "-", folder.resolve().name.lower())[:40].strip("-")


def add_model(user_paths: UserPaths, folder: Path) -> str:
    """Adds a model of the user's own, after a try on the samples; gives its name. May run in any thread.

    Raises:
        ChartveilError: if it cannot be used; nothing is added then.
    """
    name = model_name_from(folder) or "model"
    return add_site_model(folder, user_paths.models_folder, name=name, device="cpu").member.name


def describe_device(device: str) -> str:
    """The device that models run on, in one line. May run in any thread."""
    chosen = choose_device(device)
    if chosen.name == "cpu":
        return f"CPU, {counted(usable_cores(), 'core')}"
    return str(chosen.reason)


def example_replacements(
    text: str, spans: Sequence[Span], policy: Policy, mode: ReplacementMode
) -> list[Replacement]:
    """The replacements of a policy in a made-up text, under a key of its own."""
    engine = SurrogateEngine(_EXAMPLE_KEY, policy, mode)
    counted = [s for s in spans if policy.is_identifier(s.label)]
    return engine.replacements(Document(text, DocumentSource("example", "text", "0" * 64)), counted)


def model_card(member: EnsembleMember) -> list[str]:
    """The origin and licence of a model by its card; empty without a card."""
    card = member.file.with_suffix(".md")
    if not card.exists():
        return []
    return re.findall(r"^\| *(?:encoder|licence|license) *\| *(.+?) *\|$", card.read_text("utf-8"), re.M)
