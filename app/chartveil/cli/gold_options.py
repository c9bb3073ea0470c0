"""Worklists as gold: the options of commands that take them, and a summary of what they give."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from chartveil.cli.own_key import load_own_key
from chartveil.domain.wording import counted

if TYPE_CHECKING:
    from chartveil.formats.annotations.document import AnnotatedDocument
    from chartveil.service.reviewed_gold import ReviewedWorklist

F = TypeVar("F", bound=Callable[..., Any])


def worklist_options(f: F) -> F:
    """Options that name worklists; what they give goes to ``load_gold_and_worklists``."""
    for option in (
        click.option(
            "--unsigned",
            is_flag=True,
            help="Take documents of worklists too that are in review and not signed off. What nobody has "
            "marked in them yet counts as no identifier.",
        ),
        click.option(
            "--worklist",
            "worklists",
            multiple=True,
            metavar="NAME",
            help="Documents reviewed and signed off in the window: a worklist's name or number; may be given "
            "more than once, and beside GOLD.",
        ),
    ):
        f = option(f)
    return f


def load_gold_and_worklists(
    gold: Path | None, format: str | None, worklists: tuple[str, ...], unsigned: bool
) -> tuple[list[AnnotatedDocument], list[str]]:
    """The documents of files and worklists together, and a summary of each worklist in lines.

    Raises:
        click.UsageError: if neither is given.
        UserError: if one cannot be read.
    """
    if gold is None and not worklists:
        raise click.UsageError("Give GOLD, --worklist, or both.")
    if unsigned and not worklists:
        raise click.UsageError("--unsigned is of worklists: give --worklist too.")
    from chartveil.evaluation.gold import load_gold

    documents = load_gold(gold, format) if gold is not None else []
    if not worklists:
        return documents, []
    from chartveil.domain.paths import UserPaths
    from chartveil.service.reviewed_gold import load_reviewed_worklists, merge_with_gold

    user_paths = UserPaths.default()
    own_key = load_own_key() if user_paths.worklists_file.exists() else b""
    read = load_reviewed_worklists(user_paths, worklists, unsigned=unsigned, own_key=own_key)
    documents, repeated = merge_with_gold(documents, read)
    lines = [line for worklist in read for line in _summary(worklist)]
    if repeated:
        lines.append(f"{repeated} of these: the same text as in a document named before; it is taken once.")
    return documents, lines


def _summary(worklist: ReviewedWorklist) -> list[str]:
    n, out = len(worklist.documents), sum(count for _, count in worklist.left_out)
    line = f"Worklist {worklist.worklist}, policy {worklist.policy}: {counted(n, 'document')}"
    if out:
        reasons = "; ".join(f"{reason}: {count}" for reason, count in worklist.left_out)
        line += f", {out} left out ({reasons})"
    lines = [f"{line}."]
    if worklist.unmarked:
        labels = ", ".join(worklist.unmarked)
        lines.append(f"  Its policy keeps {labels}: a word without a mark may be any of these.")
    return lines
