"""Loads annotated documents of any format. Nothing is silently dropped."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from chartveil.domain.errors import InputError
from chartveil.formats.annotations.brat import read_brat
from chartveil.formats.annotations.document import AnnotatedDocument, text_sha256
from chartveil.formats.annotations.i2b2 import read_i2b2
from chartveil.formats.annotations.inline import has_inline_marks, read_inline
from chartveil.formats.annotations.json_lines import read_jsonl
from chartveil.formats.annotations.label_names import LabelAliases
from chartveil.formats.annotations.spans_json import read_spans_json
from chartveil.formats.base import InputLimits

ANNOTATION_FORMATS = ("inline", "i2b2", "brat", "jsonl", "spans")
"""Names of the formats that ``load_gold`` takes."""

_BY_SUFFIX = {
    ".note": "inline",
    ".txt": "inline",
    ".md": "inline",
    ".xml": "i2b2",
    ".ann": "brat",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "spans",
}
_SUFFIX = {"i2b2": ".xml", "brat": ".ann", "jsonl": ".jsonl", "spans": ".json"}
_HOLDS_MARKS = (".ann", ".json", ".xml", ".jsonl")
# Files that lie beside annotated documents: descriptions, and brat's own settings.
_BESIDE = ("readme", "license", "licence", "notice", "thumbs.db")
_NO_ALIASES: LabelAliases = {}


def load_gold(
    path: Path,
    format: str | None = None,
    aliases: LabelAliases = _NO_ALIASES,
    limits: InputLimits | None = None,
) -> list[AnnotatedDocument]:
    """The annotated documents of a file, or of a folder and those below it, sorted by id.

    In a folder, hidden files, READMEs, licences and brat's ``*.conf`` are passed over, and a ``.txt``
    beside an ``.ann``, ``.xml`` or ``.json`` of the same name counts as its text. Any other file that is
    not of a known format is an error.

    Args:
        path: file or folder.
        format: one of ``ANNOTATION_FORMATS``; None to tell each file's by its ending.
        aliases: further names of labels.
        limits: largest file and most files taken.

    Raises:
        InputError: naming the file (and line, mark or key) and the remedy.
    """
    limits = limits or InputLimits()
    if format is not None and format not in ANNOTATION_FORMATS:
        raise InputError(
            "there is no annotation format of this name.",
            where=format,
            remedy=f"Use {', '.join(ANNOTATION_FORMATS)}.",
        )
    if path.is_dir():
        files = [f for f in sorted(path.rglob("*")) if f.is_file() and not _is_no_gold(f, path)]
        files = [f for f in files if not _is_partner(f, format)]
    elif path.is_file():
        partner = path.with_suffix(".ann")
        brat_text = format in (None, "brat") and path.suffix.lower() == ".txt" and partner.is_file()
        files = [partner if brat_text else path]
    else:
        raise InputError("there is no such file or folder.", where=str(path), remedy="Check the path.")
    if len(files) > limits.members:
        raise InputError(
            f"the folder holds more than {limits.members} files.",
            where=str(path),
            remedy="Give a part of it.",
        )
    out = [d for f in files for d in _load(f, format, aliases, limits)]
    if not out:
        raise InputError(
            "there are no annotated documents.",
            where=str(path),
            remedy=f"Give files in one of the formats {', '.join(ANNOTATION_FORMATS)}.",
        )
    check_unique_ids(out)
    return sorted(out, key=lambda d: d.id)


def _is_no_gold(file: Path, root: Path) -> bool:
    hidden = any(part.startswith(".") for part in file.relative_to(root).parts)
    return hidden or file.name.lower().startswith(_BESIDE) or file.suffix.lower() == ".conf"


def _is_partner(file: Path, format: str | None) -> bool:
    """Whether the file is the text that goes with a file of marks beside it."""
    if file.suffix.lower() != ".txt" or format in ("inline", "jsonl"):
        return False
    suffixes = _HOLDS_MARKS if format is None else (_SUFFIX[format],)
    return any(file.with_suffix(s).is_file() for s in suffixes)


def _load(
    file: Path, format: str | None, aliases: LabelAliases, limits: InputLimits
) -> list[AnnotatedDocument]:
    kind = format or _BY_SUFFIX.get(file.suffix.lower())
    where = str(file)
    if kind is None:
        raise InputError(
            f"its ending '{file.suffix}' is none of an annotation format.",
            where=where,
            remedy=f"Name the format ({', '.join(ANNOTATION_FORMATS)}), or move the file elsewhere.",
        )
    if kind == "i2b2":
        return [read_i2b2(_bytes(file, limits), file.stem, where, aliases)]
    text = _text(file, limits)
    if kind == "jsonl":
        return read_jsonl(text, where, aliases)
    if kind == "spans":
        return _with_text(read_spans_json(text, file.stem, where), file, limits)
    if kind == "brat":
        partner = file.with_suffix(".txt")
        if not partner.is_file():
            raise InputError(
                "the text file that goes with it is missing.",
                where=where,
                remedy=f"Put {partner.name} beside it.",
            )
        return [read_brat(_text(partner, limits), text, file.stem, where, aliases)]
    document = read_inline(text, file.stem, where, aliases)
    if not has_inline_marks(text):
        document = replace(document, remarks=(*document.remarks, "there are no marks in it"))
    return [document]


def _with_text(
    documents: list[AnnotatedDocument], file: Path, limits: InputLimits
) -> list[AnnotatedDocument]:
    """The documents with the text beside the file, where that is the very text they were found in."""
    partner = file.with_suffix(".txt")
    if len(documents) != 1 or not partner.is_file():
        return documents
    text = _text(partner, limits)
    return [replace(documents[0], text=text)] if text_sha256(text) == documents[0].sha256 else documents


def _bytes(file: Path, limits: InputLimits) -> bytes:
    try:
        if file.stat().st_size > limits.file_bytes:
            raise InputError(
                f"it is larger than {limits.file_bytes} bytes.", where=str(file), remedy="Split the file."
            )
        return file.read_bytes()
    except OSError as e:
        raise InputError(
            f"it cannot be read ({e.strerror}).",
            where=str(file),
            remedy="Check that it exists and is yours to read.",
        ) from None


def _text(file: Path, limits: InputLimits) -> str:
    try:
        # "utf-8-sig" drops a byte-order mark; line ends stay as they are.
        return _bytes(file, limits).decode("utf-8-sig")
    except UnicodeDecodeError as e:
        raise InputError(
            f"it is not UTF-8 at byte {e.start}.", where=str(file), remedy="Save it as UTF-8."
        ) from None


def check_unique_ids(documents: Iterable[AnnotatedDocument]) -> None:
    """Raises InputError if two documents have the same id."""
    seen: dict[str, str] = {}
    for d in documents:
        if d.id in seen:
            raise InputError(
                f"another document has the same name: {seen[d.id]}.",
                where=d.where or d.id,
                remedy="Give each document a name of its own; names are compared without ending.",
            )
        seen[d.id] = d.where or d.id
