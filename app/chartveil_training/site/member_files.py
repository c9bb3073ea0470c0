"""Where a new member's files lie: a draft while it is made, the site's models once it has shown its worth.

The weights have learned from patients' documents: they lie in the user's own folder alone, readable by nobody
else, and a draft is removed however the training ends. One that was killed leaves a draft, which the next
training removes.
"""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from chartveil.detection.models.manifest import (
    SITE_MANIFEST_FILE,
    EnsembleMember,
    load_members,
    read_members,
)
from chartveil.domain.errors import OutputError, ResourceError
from chartveil.system.atomic_files import (
    CLAIM_SUFFIX,
    DRAFT_PREFIX,
    FolderClaim,
    output_errors_explained,
    write_file,
)

MODEL_FILE, TOKENIZER_FILE, CARD_FILE = "model.onnx", "tokenizer.json", "card.md"
_ENDING = "-training"
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_")


def check_member_name(name: str, bundled: Path, site: Path) -> None:
    """Holds a name back that cannot be given.

    Raises:
        ResourceError: if it has other signs than small letters, digits and hyphens, or is taken.
    """
    if not name[:1].isalnum() or len(name) > 40 or not _LETTERS.issuperset(name):
        raise ResourceError(
            "a model's name is made of small letters, digits and hyphens.",
            where=name,
            remedy="Choose another name, of at most 40 characters.",
        )
    if name in {m.name for m in load_members(bundled, site)} or (site / name).exists():
        raise ResourceError("there is a model of this name.", where=name, remedy="Choose another --name.")


@contextlib.contextmanager
def draft_folder(site: Path) -> Iterator[Path]:
    """An empty folder among the site's models, removed at the end with all that is in it.

    Raises:
        OutputError: if it cannot be made.
    """
    with FolderClaim(site) as claim:
        _remove_stale_drafts(site)
        draft = site / f"{DRAFT_PREFIX}{claim.token}{_ENDING}"
        try:
            with output_errors_explained(draft):
                draft.mkdir(mode=0o700)
                work = draft / "work"
                work.mkdir(mode=0o700)
            yield work
        finally:
            shutil.rmtree(draft, ignore_errors=True)


def _remove_stale_drafts(site: Path) -> None:
    """Removes drafts of trainings that were killed, whose marks the claim has removed."""
    for draft in sorted(site.glob(f"{DRAFT_PREFIX}*{_ENDING}")):
        if not draft.with_name(draft.name.removesuffix(_ENDING) + CLAIM_SUFFIX).exists():
            shutil.rmtree(draft, ignore_errors=True)


def add_member(member: EnsembleMember, work: Path, site: Path) -> EnsembleMember:
    """Moves a member's files to the site's models and enters it in their list: both, or neither.

    Args:
        member: whose files lie in ``work``.
        work: holds ``MODEL``, ``TOKENIZER_FILE`` and ``CARD_FILE``.
        site: folder of the site's models.

    Returns:
        The member where it now lies.

    Raises:
        ResourceError: if the list is damaged, or has the name by now.
        OutputError: if it cannot be written.
    """
    place, listed = site / member.name, site / SITE_MANIFEST_FILE
    with output_errors_explained(listed):
        before = listed.read_text(encoding="utf-8") if listed.exists() else ""
    known = read_members(listed, bundled=False) if before else ()
    if member.name in {m.name for m in known} or place.exists():
        raise ResourceError(
            "there is a model of this name.", where=member.name, remedy="Choose another --name."
        )
    ready = work.parent / "ready"
    with output_errors_explained(site):
        ready.mkdir(mode=0o700)
        for name in (MODEL_FILE, TOKENIZER_FILE, CARD_FILE):
            (work / name).replace(ready / name)
    try:
        with output_errors_explained(place):
            ready.replace(place)
        text = before + ("\n" if before else "") + _manifest_entry(member)
        write_file(listed, text.encode("utf-8"))
    except BaseException:
        shutil.rmtree(place, ignore_errors=True)
        raise
    return replace(member, file=place / MODEL_FILE, tokenizer=place / TOKENIZER_FILE)


def _manifest_entry(member: EnsembleMember) -> str:
    """A member's table in the list."""
    keys: dict[str, object] = {
        "name": member.name,
        "file": f"{member.name}/{MODEL_FILE}",
        "sha256": member.sha256,
        "tokenizer": f"{member.name}/{TOKENIZER_FILE}",
        "tokenizer_sha256": member.tokenizer_sha256,
        "classes": list(member.classes),
        "votes": [label.value for label in member.votes],
        "threshold": member.threshold,
        "priority": member.priority,
        "normalise": member.normalise.value,
        "window": member.window,
        "overlap": member.overlap,
    }
    if member.inputs:
        keys["inputs"] = list(member.inputs)
    # JSON's strings, numbers and lists are TOML's too.
    return "\n".join(["[[member]]", *(f"{k} = {json.dumps(v)}" for k, v in keys.items()), ""])


def copy_to_folder(work: Path, out: Path) -> None:
    """Copies all that was made to a folder, for inspection.

    Raises:
        OutputError: if there is something in the folder, or it cannot be written.
    """
    require_empty_folder(out)
    with output_errors_explained(out):
        made = not out.exists()
        out.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            shutil.copytree(work, out, dirs_exist_ok=True)
        except BaseException:
            if made:
                shutil.rmtree(out, ignore_errors=True)
            raise


def require_empty_folder(out: Path) -> None:
    """Holds a folder back that has something in it.

    Raises:
        OutputError: if it has.
    """
    with output_errors_explained(out):
        taken = out.exists() and (not out.is_dir() or any(out.iterdir()))
    if taken:
        raise OutputError(
            "there is something in it.", where=str(out), remedy="Name a folder that is new or empty."
        )
