"""The table of ``deid --crosswalk``: which output came from which input."""

from __future__ import annotations

import contextlib
import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chartveil.service import FileReport


@contextlib.contextmanager
def written_to(path: Path | None, done: Sequence[FileReport]) -> Iterator[None]:
    """Writes which output came from which input when the run ends, however it ends.

    Raises:
        OutputError: before the run begins if the file cannot be written, or is something else.
    """
    if path is None:
        yield
        return
    from chartveil.export.atomic import Claim, write_draft

    _spare_others(path)
    with Claim(path.parent) as claim:
        try:
            yield
        finally:
            text = io.StringIO()
            writer = csv.writer(text, lineterminator="\n")
            writer.writerow(_HEADER)
            for f in done:
                writer.writerows([_cell(f.path), _cell(name)] for name in f.outputs)
            write_draft(path.parent, text.getvalue().encode("utf-8"), claim.token).publish(path.name)


_HEADER = ("input", "output")


def _spare_others(path: Path) -> None:
    """Holds the crosswalk back from taking the place of another file, which may be an input."""
    from chartveil.errors import OutputError
    from chartveil.export.atomic import explained

    with explained(path):
        other = path.is_dir() or (path.exists() and not path.read_bytes().startswith(b"input,output\n"))
    if other:
        raise OutputError(
            "there is something else of this name.",
            where=str(path),
            remedy="Give --crosswalk another name, or move that file away.",
        )


def _cell(path: str) -> str:
    """A path that a spreadsheet does not take for a formula, and that is the same path."""
    return f"./{path}" if path.startswith(("=", "+", "-", "@")) else path
