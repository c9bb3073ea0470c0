"""The site's own models: adds one after a trial, switches it on and off, removes it."""

from __future__ import annotations

import contextlib
import json
import shutil
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, cast

import regex

from chartveil.detection.models.class_labels import (
    CLASS_TABLE_FILE,
    class_table_as_toml,
    propose_class_labels,
    read_class_table,
)
from chartveil.detection.models.devices import Device, DeviceName
from chartveil.detection.models.ensemble import EnsembleDetector
from chartveil.detection.models.manifest import (
    IGNORED_CLASS,
    SITE_MANIFEST_FILE,
    EnsembleMember,
    labels_of_classes,
    load_members,
    read_members,
)
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import ResourceError
from chartveil.domain.labels import Label
from chartveil.domain.paths import models_folder, resources_folder
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.system.atomic_files import output_errors_explained

_NAME = regex.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_MODELS = ("model.onnx", "onnx/model.onnx")
_EXPORT = "Export it with: optimum-cli export onnx --task token-classification --model MODEL FOLDER"
_WINDOW = 256
_BEHIND_OURS = 100


@dataclass(frozen=True, slots=True)
class AddedModel:
    """A model that was added.

    Attributes:
        member: as it now takes part.
        class_labels: label of each of its classes.
        spans_by_label: spans in the samples, by label.
        sample_count: how many were tried.
        size_bytes: of its files, in bytes.
    """

    member: EnsembleMember
    class_labels: dict[str, str]
    spans_by_label: Counter[Label]
    sample_count: int
    size_bytes: int


def add_site_model(
    folder: Path,
    site: Path,
    *,
    name: str,
    mapping: Mapping[str, str] | None = None,
    votes: Sequence[Label] = (),
    threshold: float | None = None,
    priority: int | None = None,
    device: str | Device = DeviceName.AUTO,
    dry_run: bool = False,
    bundled: Path | None = None,
    samples: Sequence[Path] | None = None,
) -> AddedModel:
    """Adds a Hugging Face export for token classification to the site's models.

    Its classes are mapped by, in this order: ``mapping``, the file ``chartveil-labels.toml`` in its folder,
    and our own table. That file is written, so that it can be edited, where it is not there. The model is
    copied to a draft and tried there on samples; only then is it entered in the site's list, in one step.

    Args:
        folder: holds ``config.json``, ``tokenizer.json`` and ``model.onnx`` or ``onnx/model.onnx``.
        site: folder of the site's models; made when it is not there.
        name: for the new member.
        mapping: label, or ``ignore``, by class.
        votes: labels that it may vote for, if not all of its own.
        threshold: probability from which on a word is an identifier, if not the usual one.
        priority: if not behind our own models.
        device: to try it on.
        dry_run: whether to leave it at the trial. The table of its classes is written beside it all the same.
        bundled: list of our own models, if not the usual one.
        samples: text files with identifiers in them, if not the bundled ones.

    Raises:
        ResourceError: if a file is missing or broken (each is named), a class is not mapped, the model has no
            class for a label it shall vote for, it cannot be run, or it finds nothing in the samples.
        StageError: if it fails on a sample.
        InputError: if the device cannot be used.
        OutputError: if the site's folder cannot be written.
    """
    _check_name(name, site, bundled or models_folder() / "ensemble.toml")
    model = _model_of(folder)
    config = _read_config(folder / "config.json")
    classes = _classes(config, folder / "config.json")
    labels = _labels_of_classes(folder, classes, mapping or {})
    texts = load_sample_texts(samples)
    with _drafting(site) as draft:
        place = draft / name
        with output_errors_explained(site):
            place.mkdir()
            shutil.copyfile(model, place / "model.onnx")
            for file in ("tokenizer.json", "config.json"):
                shutil.copyfile(folder / file, place / file)
        member = _with_settings(_member(name, place, classes, labels, config), votes, threshold, priority)
        found = try_model(member, texts, device)
        if not found:
            raise ResourceError(
                f"the model finds nothing in {len(texts)} samples that are full of identifiers.",
                where=name,
                remedy="Look at its table of classes, and whether it was trained to find identifiers; "
                "let it vote on more labels, or lower its threshold.",
            )
        size = sum(p.stat().st_size for p in (member.file, member.tokenizer))
        if not dry_run:
            member = _move_into_site(place, site, member, labels)
        return AddedModel(member, labels, found, len(texts), size)


def _check_name(name: str, site: Path, bundled: Path) -> None:
    if not _NAME.fullmatch(name):
        raise ResourceError(
            "a model's name is made of lower-case letters, digits and hyphens.",
            where=name,
            remedy="Choose another name, of at most 40 characters.",
        )
    known = {m.name for m in load_members(bundled, site)}
    if name in known or (site / name).exists():
        raise ResourceError("there is a model of this name.", where=name, remedy="Choose another name.")


def _model_of(folder: Path) -> Path:
    """The ONNX file of an export; names everything that is missing."""
    if not folder.is_dir():
        raise ResourceError("there is no such folder.", where=str(folder), remedy="Check the path.")
    model = next((folder / m for m in _MODELS if (folder / m).is_file()), None)
    missing = [f for f in ("config.json", "tokenizer.json") if not (folder / f).is_file()]
    if model is None:
        missing.append("model.onnx")
    if missing or model is None:
        raise ResourceError(f"{', '.join(missing)}: not there.", where=str(folder), remedy=_EXPORT)
    return model


def _read_config(path: Path) -> dict[str, Any]:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as e:
        raise ResourceError(
            f"cannot be read as JSON ({type(e).__name__}).", where=str(path), remedy=_EXPORT
        ) from e
    if not isinstance(data, dict):
        raise ResourceError("is no model's configuration.", where=str(path), remedy=_EXPORT)
    return data


def _classes(config: Mapping[str, Any], path: Path) -> tuple[str, ...]:
    table = config.get("id2label")
    if not isinstance(table, dict) or not table or not all(isinstance(v, str) for v in table.values()):
        raise ResourceError("names no classes (id2label).", where=str(path), remedy=_EXPORT)
    try:
        by_number = {int(k): cast(str, v) for k, v in table.items()}
    except ValueError:
        by_number = {}
    if sorted(by_number) != list(range(len(table))):
        raise ResourceError(
            "numbers its classes with gaps (id2label).", where=str(path), remedy="Number them from 0 on."
        )
    return tuple(by_number[i] for i in range(len(by_number)))


def _labels_of_classes(folder: Path, classes: Sequence[str], mapping: Mapping[str, str]) -> dict[str, str]:
    own = folder / CLASS_TABLE_FILE
    labels = propose_class_labels(
        classes, {**read_class_table(own), **mapping}, resources_folder() / "models" / "label_map.toml"
    )
    unknown = [name for name, target in labels.items() if not target]
    noted = _write_class_table(own, labels)
    if unknown:
        where = f"in {own}" if noted else "for each of them"
        raise ResourceError(
            f"nobody knows what these classes stand for: {', '.join(unknown)}.",
            where=str(folder),
            remedy=f"Give a label, or '{IGNORED_CLASS}', {where}, and add the model again.",
        )
    if all(target == IGNORED_CLASS for target in labels.values()):
        raise ResourceError(
            "no class of the model stands for an identifier.",
            where=str(folder),
            remedy="Give at least one of its classes a label.",
        )
    return labels


def _write_class_table(path: Path, labels: Mapping[str, str]) -> bool:
    """Writes the table beside the model for editing; whether it stands there."""
    if path.exists():
        return True
    try:
        path.write_text(class_table_as_toml(labels), encoding="utf-8", newline="\n")
    except OSError:
        return False  # a folder that is only read is as good to add from
    return True


def _member(
    name: str, draft: Path, classes: tuple[str, ...], labels: Mapping[str, str], config: Mapping[str, Any]
) -> EnsembleMember:
    mapped, _ = labels_of_classes(classes, labels)
    reach = config.get("max_position_embeddings")
    window = min(_WINDOW, reach - 2) if isinstance(reach, int) and reach > 18 else _WINDOW
    hashes = [sha256((draft / f).read_bytes()).hexdigest() for f in ("model.onnx", "tokenizer.json")]
    return EnsembleMember(
        name=name,
        file=draft / "model.onnx",
        sha256=hashes[0],
        tokenizer=draft / "tokenizer.json",
        tokenizer_sha256=hashes[1],
        classes=classes,
        labels=mapped,
        votes=tuple(label for label in Label if label in mapped),
        priority=_BEHIND_OURS,
        window=window,
        overlap=window // 8,
        bundled=False,
    )


def _with_settings(
    member: EnsembleMember, votes: Sequence[Label], threshold: float | None, priority: int | None
) -> EnsembleMember:
    """The member with the site's own settings, as far as they are given."""
    lacking = [label for label in votes if label not in member.labels]
    if lacking:
        has = ", ".join(label for label in Label if label in member.labels)
        raise ResourceError(
            f"none of its classes stands for {', '.join(lacking)}.",
            where=member.name,
            remedy=f"It can vote on {has}; a class is given another label with --map.",
        )
    return replace(
        member,
        votes=tuple(label for label in Label if label in votes) or member.votes,
        threshold=member.threshold if threshold is None else threshold,
        priority=member.priority if priority is None else priority,
    )


def _member_as_toml(member: EnsembleMember, labels: Mapping[str, str]) -> str:
    """A member's table in a list of models."""
    keys = {
        "name": member.name,
        "file": f"{member.name}/model.onnx",
        "sha256": member.sha256,
        "tokenizer": f"{member.name}/tokenizer.json",
        "tokenizer_sha256": member.tokenizer_sha256,
        "classes": list(member.classes),
        "votes": [label.value for label in member.votes],
        "threshold": member.threshold,
        "priority": member.priority,
        "window": member.window,
        "overlap": member.overlap,
    }
    # JSON's strings, numbers and lists are TOML's too.
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in keys.items()]
    table = [f"{json.dumps(k, ensure_ascii=False)} = {json.dumps(v)}" for k, v in labels.items()]
    return "\n".join(["[[member]]", *lines, "[member.map]", *table, ""])


# The site's own list of models: what is entered in it, switched on and off, and taken out of it.


_MEMBER = regex.compile(r"(?m)^(?=[ \t]*\[\[[ \t]*member[ \t]*\]\])")
_SUBTABLE = regex.compile(r"(?m)^(?=[ \t]*\[[ \t]*member[ \t]*\.)")
_BY_HAND = "Edit the list by hand: its keys are explained in docs/models.md."


def set_site_model_enabled(site: Path, name: str, *, on: bool, bundled: Path | None = None) -> EnsembleMember:
    """Lets a model of the site take part, or not.

    Returns:
        The member as it now stands in the list.

    Raises:
        ResourceError: if the site has no such model, or its list cannot be edited line by line.
        OutputError: if the list cannot be written.
    """
    member = _site_member(site, name, bundled)
    if member.enabled is on:
        return member
    changed = replace(member, enabled=on)
    tables = _tables(site / SITE_MANIFEST_FILE)
    text = "".join(_set_enabled(t, on) if _name(t) == name else t for t in tables)
    _write_list(site, text, [changed if m.name == name else m for m in _site_members(site)])
    return changed


def remove_site_model(site: Path, name: str, *, bundled: Path | None = None) -> EnsembleMember:
    """Takes a model of the site out of its list, and deletes the copy that was made when it was added.

    Raises:
        ResourceError, OutputError: as :func:`set_site_model_enabled`.
    """
    member = _site_member(site, name, bundled)
    tables = _tables(site / SITE_MANIFEST_FILE)
    rest = [t for t in tables if _name(t) != name]
    _write_list(site, "".join(rest), [m for m in _site_members(site) if m.name != name])
    copy = site / name
    # Entries made by hand may share files: only a folder that no other entry reads is deleted.
    if not any(copy in (*m.file.parents, *m.tokenizer.parents) for m in _site_members(site)):
        with output_errors_explained(copy), contextlib.suppress(FileNotFoundError):
            shutil.rmtree(copy)
    return member


def load_sample_texts(samples: Sequence[Path] | None = None) -> list[str]:
    """Texts full of identifiers, to try models on: those named, or the bundled ones that are plain text.

    Raises:
        ResourceError: if one cannot be read.
    """
    folder = resources_folder() / "samples"
    paths = samples if samples is not None else sorted([*folder.glob("*.txt"), *folder.glob("*.md")])
    try:
        return [p.read_bytes().decode("utf-8", "replace") for p in paths]
    except OSError as e:
        raise ResourceError(
            f"a sample to try models on cannot be read ({e.strerror}).",
            where=str(e.filename or folder),
            remedy="Install Chartveil again.",
        ) from e


def try_model(member: EnsembleMember, texts: Sequence[str], device: str | Device) -> Counter[Label]:
    """The spans that one member finds in texts, by label, whether or not it is switched on.

    Raises:
        ResourceError: if it is missing, altered, or not of the form that the list says.
        StageError: if it fails on a text.
        InputError: if the device cannot be used.
    """
    detector = EnsembleDetector([replace(member, enabled=True)], device=device)
    found: Counter[Label] = Counter()
    try:
        for text in texts:
            spans = detector.detect(TokenizedText(Document(text, DocumentSource("sample", "text", ""))))
            found.update(s.label for s in spans)
    finally:
        detector.close()
    return found


def _site_members(site: Path) -> tuple[EnsembleMember, ...]:
    path = site / SITE_MANIFEST_FILE
    return read_members(path, bundled=False) if path.exists() else ()


def _site_member(site: Path, name: str, bundled: Path | None) -> EnsembleMember:
    for member in _site_members(site):
        if member.name == name:
            return member
    if any(m.name == name for m in read_members(bundled or models_folder() / "ensemble.toml", bundled=True)):
        raise ResourceError(
            "comes with Chartveil and always takes part.",
            where=name,
            remedy="Only models of your site can be switched or removed.",
        )
    raise ResourceError(
        "there is no model of this name.", where=name, remedy="'chartveil models list' names them."
    )


def _tables(path: Path) -> list[str]:
    """The list in parts: what stands before the first member, then each member's table."""
    with output_errors_explained(path):
        return list(_MEMBER.split(path.read_text(encoding="utf-8")))


def _name(table: str) -> str:
    """Name of the member whose table it is; empty if it is none."""
    try:
        (member,) = tomllib.loads(table).get("member", [{}])
    except (tomllib.TOMLDecodeError, ValueError):
        return ""
    return str(member.get("name", ""))


def _set_enabled(table: str, on: bool) -> str:
    """A member's table with its key ``enabled`` set; every other line stays."""
    head, *subtables = _SUBTABLE.split(table)
    line = f"enabled = {json.dumps(on)}"  # JSON's true and false are TOML's too
    head, there = regex.subn(r"(?m)^enabled[ \t]*=.*$", line, head, count=1)
    if not there:
        head = regex.sub(r"(?m)^name[ \t]*=.*$", lambda m: f"{m[0]}\n{line}", head, count=1)
    return "".join([head, *subtables])


def _write_list(site: Path, text: str, expected: Sequence[EnsembleMember]) -> None:
    """Puts a list in the place of the site's, if it says what it should."""
    with output_errors_explained(site), tempfile.TemporaryDirectory(prefix=".list-", dir=site) as folder:
        new = Path(folder) / SITE_MANIFEST_FILE
        new.write_text(text, encoding="utf-8", newline="\n")
        try:
            same = [_without_place(m, new.parent) for m in read_members(new, bundled=False)]
        except ResourceError:
            same = []
        if same != [_without_place(m, site) for m in expected]:
            raise ResourceError(
                "the list of models has a form that cannot be changed line by line.",
                where=str(site / SITE_MANIFEST_FILE),
                remedy=_BY_HAND,
            )
        new.replace(site / SITE_MANIFEST_FILE)


def _without_place(member: EnsembleMember, folder: Path) -> EnsembleMember:
    file, tokenizer = (p.relative_to(folder) for p in (member.file, member.tokenizer))
    return replace(member, file=file, tokenizer=tokenizer)


@contextlib.contextmanager
def _drafting(site: Path) -> Iterator[Path]:
    """An empty folder among the site's models, removed at the end with all that is left in it."""
    with output_errors_explained(site):
        site.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=".draft-", dir=site))
    try:
        yield draft
    finally:
        shutil.rmtree(draft, ignore_errors=True)
        with contextlib.suppress(OSError):
            site.rmdir()  # if it was made for nothing


def _move_into_site(
    place: Path, site: Path, member: EnsembleMember, labels: Mapping[str, str]
) -> EnsembleMember:
    """Moves a member's folder to the site's and enters it in the site's list: both, or neither."""
    target, listed = site / member.name, site / SITE_MANIFEST_FILE
    member = replace(member, file=target / "model.onnx", tokenizer=target / "tokenizer.json")
    with output_errors_explained(site):
        before = listed.read_text(encoding="utf-8") if listed.exists() else ""
        expected = [*_site_members(site), member]
        place.replace(target)
    try:
        _write_list(site, before + ("\n" if before else "") + _member_as_toml(member, labels), expected)
    except BaseException:
        shutil.rmtree(target, ignore_errors=True)
        raise
    return member
