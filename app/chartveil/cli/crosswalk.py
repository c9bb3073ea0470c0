"""The table of ``deid --crosswalk``: which output came from which input."""

from __future__ import annotations

import contextlib
import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chartveil.service.publish import FileReport


@contextlib.contextmanager
def crosswalk_written_to(path: Path | None, done: Sequence[FileReport]) -> Iterator[None]:
    """Writes which output came from which input when the run ends, however it ends.

    Raises:
        OutputError: before the run begins if the file cannot be written, or is something else.
    """
    if path is None:
        yield
        return
    from chartveil.export.atomic import FolderClaim, write_draft

    _refuse_to_overwrite(path)
    with FolderClaim(path.parent) as claim:
        try:
            yield
        finally:
            text = io.StringIO()
            writer = csv.writer(text, lineterminator="\n")
            writer.writerow(_CROSSWALK_HEADER)
            for f in done:
                writer.writerows([_cell(f.path), _cell(name)] for name in f.outputs)
            write_draft(path.parent, text.getvalue().encode("utf-8"), claim.token).publish(path.name)


_CROSSWALK_HEADER = ("input", "output")


def _refuse_to_overwrite(path: Path) -> None:
    """Holds the crosswalk back from taking the place of another file, which may be an input."""
    from chartveil.errors import OutputError
    from chartveil.export.atomic import output_errors_explained

    with output_errors_explained(path):
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
