"""What goes into the export window and comes out of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from chartveil.ocr.options import BoxStyle
from chartveil.release.job import OutputFormat


@dataclass(frozen=True, slots=True)
class ExportCandidates:
    """The documents that can be exported.

    Attributes:
        files: names of files whose documents are all signed off. May hold PHI: for the window only.
        excluded: names of the others, and why each stays.
        input_folders: where the originals lie; nothing is written there.
        folder: to begin with, e.g. that of the last export; None without.
        box_style: what copies of pages show where an identifier stood; None where no file has pages.
    """

    files: tuple[str, ...]
    excluded: tuple[tuple[str, str], ...] = ()
    input_folders: frozenset[Path] = frozenset()
    folder: Path | None = None
    box_style: BoxStyle | None = None


@dataclass(frozen=True, slots=True)
class ExportChoice:
    """The user's choices for an export.

    Attributes:
        folder: where to; may have to be made.
        formats: at least one, in the order of ``OutputFormat``.
        report: whether the report page goes beside the files.
        box_style: what copies of pages show; None where no file has pages.
    """

    folder: Path
    formats: tuple[OutputFormat, ...]
    report: bool
    box_style: BoxStyle | None = None


@dataclass(frozen=True, slots=True)
class ExportFileResult:
    """The outcome of one file.

    Attributes:
        name: of the file. May hold PHI: for the window only.
        outputs: names of what was written.
        failure: why nothing was written, with what the user can do; empty if it was written.
        leaks: where to look, if the leak check stopped it: row of the document in the worklist, and start and
            end of what would still stand in the copy, in code points of the original's text.
    """

    name: str
    outputs: tuple[str, ...] = ()
    failure: str = ""
    leaks: tuple[tuple[int, int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class ExportResult:
    """The outcome of an export.

    Attributes:
        folder: where the files are.
        files: in order.
        remaining: files that were not begun when it was stopped; 0 where it was not.
        report: name of the report page; empty without.
        replaced: names of copies in the folder that are gone, as newer ones take their place.
    """

    folder: Path
    files: tuple[ExportFileResult, ...]
    remaining: int = 0
    report: str = ""
    replaced: tuple[str, ...] = ()
