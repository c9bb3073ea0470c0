"""The library of hand-written, annotated notes that training starts from."""

from __future__ import annotations

from pathlib import Path

from chartveil.domain.errors import InputError, ResourceError
from chartveil.formats.annotations.inline import read_inline
from chartveil_training.data_files import DATA_FOLDER
from chartveil_training.samples import IdentifierMark, Sample

NOTE_SUFFIX = ".note"


def load_skeletons(folder: Path | None = None) -> list[Sample]:
    """Every ``*.note`` of a folder, sorted by name.

    Args:
        folder: the notes that come with Chartveil when not given.

    Returns:
        Samples whose source is ``skeleton`` and the name of the file without its ending.

    Raises:
        ResourceError: if there is no note in the folder.
        InputError: for a note that cannot be read, or with a mark that is broken; it names file and line.
    """
    folder = folder or DATA_FOLDER / "skeletons"
    paths = sorted(folder.glob("*" + NOTE_SUFFIX))
    if not paths:
        raise ResourceError(
            f"holds no {NOTE_SUFFIX} file.",
            where=str(folder),
            remedy="Name a folder with annotated notes.",
        )
    return [_read(path) for path in paths]


def _read(path: Path) -> Sample:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as e:
        raise InputError(
            f"cannot be read ({type(e).__name__}).", where=str(path), remedy="Write the note anew as UTF-8."
        ) from e
    document = read_inline(text, path.stem, str(path))
    if document.text is None:
        raise ValueError("a note without a text")
    marks = []
    for span in document.spans:
        covered = document.text[span.start : span.end]
        if covered != covered.strip():
            line = document.text.count("\n", 0, span.start) + 1
            raise InputError(
                f"line {line}: a mark begins or ends with a blank.",
                where=str(path),
                remedy="Leave blanks and line ends outside of marks.",
            )
        marks.append(IdentifierMark(span.start, span.end, (span.label,)))
    return Sample(document.text, tuple(marks), source=f"skeleton {path.stem}")
