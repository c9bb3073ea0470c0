"""The site's own list of models: what is entered in it, switched on and off, and taken out of it.

The list is edited as text, one line at a time, so that a site's own lines and remarks in it stay.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import regex

from chartveil.detect.ensemble.adopt import AddedModel, import_model, report_write_errors
from chartveil.detect.ensemble.detector import EnsembleDetector
from chartveil.detect.ensemble.devices import Device, DeviceName
from chartveil.detect.ensemble.manifest import SITE_MANIFEST_FILE, EnsembleMember, read_members
from chartveil.domain import Document, DocumentSource, Label
from chartveil.errors import ResourceError
from chartveil.paths import models_folder, resources_folder
from chartveil.words import TokenizedText

_MEMBER = regex.compile(r"(?m)^(?=[ \t]*\[\[[ \t]*member[ \t]*\]\])")
_SUBTABLE = regex.compile(r"(?m)^(?=[ \t]*\[[ \t]*member[ \t]*\.)")
_BY_HAND = "Edit the list by hand: its keys are explained in docs/models.md."


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
    """Adds a Hugging Face export to the site's models, with settings of the site's own.

    It is tried with these settings on samples, in a list of its own; only then is it entered in the site's,
    in one step.

    Args:
        folder, site, name, mapping, device, bundled, samples: as in :func:`.adopt.adopt`.
        votes: labels that it may vote for, if not all of its own.
        threshold: probability from which on a word is an identifier, if not the usual one.
        priority: if not behind our own models.
        dry_run: whether to leave it at the trial. The table of its classes is written beside it all the same.

    Raises:
        ResourceError, StageError, OutputError, InputError: as :func:`.adopt.adopt`; also if the model has no
            class for a label it shall vote for.
    """
    ours = bundled or models_folder() / "ensemble.toml"
    known = {m.name for m in (*read_members(ours, bundled=True), *_site_members(site))}
    if name in known or (name and (site / name).exists()):
        raise ResourceError("there is a model of this name.", where=name, remedy="Choose another name.")
    with _drafting(site) as draft:
        added = import_model(
            folder, draft, name=name, mapping=mapping, device=device, bundled=ours, samples=samples
        )
        changes = _changes(added.member, votes, threshold, priority)
        if changes:
            texts = load_sample_texts(samples)
            member = _change(draft, name, changes)
            found = try_model(member, texts, device)
            if not found:
                raise ResourceError(
                    f"with these settings the model finds nothing in {len(texts)} samples.",
                    where=name,
                    remedy="Let it vote on more labels, or lower its threshold.",
                )
            added = replace(added, member=member, spans_by_label=found)
        return added if dry_run else replace(added, member=_move_into_site(draft, site, name))


def set_site_model_enabled(site: Path, name: str, *, on: bool, bundled: Path | None = None) -> EnsembleMember:
    """Lets a model of the site take part, or not.

    Returns:
        The member as it now stands in the list.

    Raises:
        ResourceError: if the site has no such model, or its list cannot be edited line by line.
        OutputError: if the list cannot be written.
    """
    member = _site_member(site, name, bundled)
    return member if member.enabled is on else _change(site, name, {"enabled": on})


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
        with report_write_errors(copy), contextlib.suppress(FileNotFoundError):
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
    """What a member by itself finds in texts, by label, whether or not it is switched on.

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


def _changes(
    member: EnsembleMember, votes: Sequence[Label], threshold: float | None, priority: int | None
) -> dict[str, object]:
    lacking = [label for label in votes if label not in member.labels]
    if lacking:
        has = ", ".join(label for label in Label if label in member.labels)
        raise ResourceError(
            f"none of its classes stands for {', '.join(lacking)}.",
            where=member.name,
            remedy=f"It can vote on {has}; a class is given another label with --map.",
        )
    changes: dict[str, object] = {}
    if votes:
        changes["votes"] = [label.value for label in Label if label in votes]
    if threshold is not None:
        changes["threshold"] = threshold
    if priority is not None:
        changes["priority"] = priority
    return changes


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
    with report_write_errors(path):
        return list(_MEMBER.split(path.read_text(encoding="utf-8")))


def _name(table: str) -> str:
    """Name of the member whose table it is; empty if it is none."""
    try:
        (member,) = tomllib.loads(table).get("member", [{}])
    except (tomllib.TOMLDecodeError, ValueError):
        return ""
    return str(member.get("name", ""))


def _change(site: Path, name: str, values: Mapping[str, object]) -> EnsembleMember:
    """Sets keys of a member in the list."""
    tables = [_with_values(t, values) if _name(t) == name else t for t in _tables(site / SITE_MANIFEST_FILE)]
    tuples: dict[str, Any] = {
        k: tuple(map(Label, v)) if isinstance(v, list) else v for k, v in values.items()
    }
    expected = [replace(m, **tuples) if m.name == name else m for m in _site_members(site)]
    _write_list(site, "".join(tables), expected)
    return next(m for m in expected if m.name == name)


def _with_values(table: str, values: Mapping[str, object]) -> str:
    head, *subtables = _SUBTABLE.split(table)
    for key, value in values.items():
        line = f"{key} = {json.dumps(value, ensure_ascii=False)}"  # JSON's values are TOML's too
        head, there = regex.subn(rf"(?m)^{key}[ \t]*=.*$", lambda _, new=line: new, head, count=1)
        if not there:
            head = regex.sub(r"(?m)^name[ \t]*=.*$", lambda m, new=line: f"{m[0]}\n{new}", head, count=1)
    return "".join([head, *subtables])


def _write_list(site: Path, text: str, expected: Sequence[EnsembleMember]) -> None:
    """Puts a list in the place of the site's, if it says what it should."""
    with report_write_errors(site), tempfile.TemporaryDirectory(prefix=".list-", dir=site) as folder:
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
    """A folder for a list that does not count yet, beside the one that does."""
    with report_write_errors(site):
        site.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=".draft-", dir=site))
    try:
        yield draft
    finally:
        shutil.rmtree(draft, ignore_errors=True)
        with contextlib.suppress(OSError):
            site.rmdir()  # if it was made for nothing


def _move_into_site(draft: Path, site: Path, name: str) -> EnsembleMember:
    """Moves a draft's one model to the site's and enters it in the site's list: both, or neither."""
    (member,) = read_members(draft / SITE_MANIFEST_FILE, bundled=False)
    file, tokenizer = (site / p.relative_to(draft) for p in (member.file, member.tokenizer))
    member = replace(member, file=file, tokenizer=tokenizer)
    path = site / SITE_MANIFEST_FILE
    with report_write_errors(site):
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        entry = (draft / SITE_MANIFEST_FILE).read_text(encoding="utf-8")
        expected = [*_site_members(site), member]
        (draft / name).replace(site / name)
    try:
        _write_list(site, before + ("\n" if before else "") + entry, expected)
    except BaseException:
        shutil.rmtree(site / name, ignore_errors=True)
        raise
    return member
