"""Whether a folder can take the files of an export. Looks at the disk, and changes nothing there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class FolderProblem(StrEnum):
    NONE = "none"
    EMPTY = "empty"
    """No folder is named yet."""
    RELATIVE = "relative"
    IS_FILE = "a file"
    """There is a file of this name, or on the way to it."""
    INPUT_FOLDER = "input"
    """It is, or lies in, a folder whose files are being de-identified."""
    UNREADABLE = "unreadable"
    """The system does not tell what is there."""


class FolderRemark(StrEnum):
    NONE = "none"
    WILL_BE_CREATED = "new"
    """It will be made."""
    NOT_EMPTY = "not empty"
    HOLDS_ORIGINALS = "originals"
    """Files that are being de-identified lie in it."""


@dataclass(frozen=True, slots=True)
class FolderCheck:
    """``problem`` keeps the folder from being used; ``remark`` is worth knowing."""

    problem: FolderProblem = FolderProblem.NONE
    remark: FolderRemark = FolderRemark.NONE


def check_folder(text: str, inputs: Sequence[Path]) -> FolderCheck:
    """What speaks against a folder.

    Args:
        text: the path as it was typed.
        inputs: files and folders of the worklist.
    """
    if not text.strip():
        return FolderCheck(FolderProblem.EMPTY)
    path = Path(text.strip()).expanduser()
    if not path.is_absolute():
        return FolderCheck(FolderProblem.RELATIVE)
    try:
        return _check_resolved(path.resolve(), [i.resolve() for i in inputs])
    except (OSError, ValueError, RuntimeError):
        # A path too long, one with a null in it, a loop of links, a disk that is gone.
        return FolderCheck(FolderProblem.UNREADABLE)


def _check_resolved(folder: Path, inputs: Iterable[Path]) -> FolderCheck:
    on_the_way = next(p for p in (folder, *folder.parents) if p.exists())
    if not on_the_way.is_dir():
        return FolderCheck(FolderProblem.IS_FILE)
    remark = FolderRemark.NONE
    for given in inputs:
        if given.is_dir():
            if folder == given or given in folder.parents:
                return FolderCheck(FolderProblem.INPUT_FOLDER)
        elif given.parent == folder:
            remark = FolderRemark.HOLDS_ORIGINALS
    if on_the_way != folder:
        return FolderCheck(remark=FolderRemark.WILL_BE_CREATED)
    if remark is FolderRemark.NONE and next(folder.iterdir(), None) is not None:
        remark = FolderRemark.NOT_EMPTY
    return FolderCheck(remark=remark)
