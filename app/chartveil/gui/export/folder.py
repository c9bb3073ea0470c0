"""Whether a folder can take the files of an export. Looks at the disk, and changes nothing there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path


class Problem(StrEnum):
    NONE = "none"
    EMPTY = "empty"
    """No folder is named yet."""
    RELATIVE = "relative"
    A_FILE = "a file"
    """There is a file of this name, or on the way to it."""
    INPUT = "input"
    """It is, or lies in, a folder whose files are being de-identified."""
    UNREADABLE = "unreadable"
    """The system does not tell what is there."""


class Remark(StrEnum):
    NONE = "none"
    NEW = "new"
    """It will be made."""
    NOT_EMPTY = "not empty"
    ORIGINALS = "originals"
    """Files that are being de-identified lie in it."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """``problem`` keeps the folder from being used; ``remark`` is worth knowing."""

    problem: Problem = Problem.NONE
    remark: Remark = Remark.NONE


def judge(text: str, inputs: Sequence[Path]) -> Verdict:
    """What speaks against a folder.

    Args:
        text: the path as it was typed.
        inputs: files and folders of the worklist.
    """
    if not text.strip():
        return Verdict(Problem.EMPTY)
    path = Path(text.strip()).expanduser()
    if not path.is_absolute():
        return Verdict(Problem.RELATIVE)
    try:
        return _judge(path.resolve(), [i.resolve() for i in inputs])
    except (OSError, ValueError, RuntimeError):
        # A path too long, one with a null in it, a loop of links, a disk that is gone.
        return Verdict(Problem.UNREADABLE)


def _judge(folder: Path, inputs: Iterable[Path]) -> Verdict:
    on_the_way = next(p for p in (folder, *folder.parents) if p.exists())
    if not on_the_way.is_dir():
        return Verdict(Problem.A_FILE)
    remark = Remark.NONE
    for given in inputs:
        if given.is_dir():
            if folder == given or given in folder.parents:
                return Verdict(Problem.INPUT)
        elif given.parent == folder:
            remark = Remark.ORIGINALS
    if on_the_way != folder:
        return Verdict(remark=Remark.NEW)
    if remark is Remark.NONE and next(folder.iterdir(), None) is not None:
        remark = Remark.NOT_EMPTY
    return Verdict(remark=remark)
