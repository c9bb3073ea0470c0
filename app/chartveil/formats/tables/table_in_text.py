"""Tells from all of its lines whether a file with the ending of a text is a table.

A table taken for a note gives its cells to detection without their columns; a note taken for a table loses
all but one column. So a file is a table where its first row names columns that are known and its rows agree
with it, a note where its rows do not agree, and is refused in between.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import islice

from chartveil.domain.errors import InputError
from chartveil.formats.base import SourceFile
from chartveil.formats.tables import headers
from chartveil.formats.tables.column_kinds import names_patient
from chartveil.formats.tables.delimited_records import BadRecordError, DelimitedDialect, split_records
from chartveil.formats.text_kinds import AS_TEXT, ascii_view

_AGREE = 0.8
"""Share of the rows that must have as many fields as a header that is known."""
_ALIKE = 0.9
"""Share of the rows that have as many tabs or bars, from which a file without a known header is in doubt."""
_HEADER = 1 << 14
"""Bytes in which a header is looked for."""
_PARTED = {"\t": "tabs", "|": "bars", ",": "commas", ";": "semicolons"}
_SNIFFED = 200
"""Records in quotes that are looked at."""
_KEY_OR_BULLET = re.compile(rb"[^\t|]*:\s*$|\s*$|\s*(?:[-*\xb7o]|\(?\w{1,3}[.)])\s*$")
"""First cells of forms, lists and what is moved in by a tab."""


def is_table(file: SourceFile, delimiters: Sequence[str]) -> bool:
    """Whether it is a table whose fields one of the delimiters parts.

    Raises:
        InputError: if it may be one, or a note.
    """
    data = ascii_view(file.data)
    lines = [line for line in re.split(rb"[\r\n]+", data) if line.strip()]
    return len(lines) > 1 and any(_is_parted_by(file, data, lines, delimiter) for delimiter in delimiters)


def _is_parted_by(file: SourceFile, data: bytes, lines: Sequence[bytes], delimiter: str) -> bool:
    mark = delimiter.encode()
    first, *widths = (line.count(mark) for line in lines)
    if not first and not any(widths):
        return False
    header = lines[0].decode("utf-8", "replace").split(delimiter)
    records = _record_widths(data, delimiter)
    is_prose_mark = delimiter in ",;"
    if _is_known_header(header):
        in_step = round(_share(first, widths) * len(widths))
        if max(_share(first, widths), _share(first, records)) >= _AGREE:
            if is_prose_mark and (len(widths) < 2 or any(cell.startswith(" ") for cell in header)):
                raise _doubt(file, delimiter)
            return True
        if in_step >= (4 if is_prose_mark else 2) and in_step >= (0.6 if is_prose_mark else 0.3) * len(
            widths
        ):
            raise _doubt(file, delimiter)
    width, alike = Counter([first, *widths]).most_common(1)[0]
    if is_prose_mark:
        doubtful = width >= 2 and alike == len(lines)
    else:
        share = _ALIKE if width > 1 else 1.0
        doubtful = width > 0 and alike >= share * len(lines) and not _is_form_or_list(lines, mark)
    if (doubtful and len(lines) > 2) or (first > 1 and len(records) > 2 and _share(first, records) >= _ALIKE):
        raise _doubt(file, delimiter)
    return False


def has_known_header(file: SourceFile) -> bool:
    """Whether the first line of a file names columns, whatever parts them."""
    first = ascii_view(file.data)[:_HEADER].split(b"\n", 1)[0].decode("latin-1")
    return any(_is_known_header(first.split(mark)) for mark in _PARTED if mark in first)


def _is_known_header(cells: Sequence[str]) -> bool:
    """Whether the cells name columns: half of them in known words, and one a text, an id or a patient."""
    names = [cell.strip().strip('"').lstrip("\ufeff\xef\xbb\xbf") for cell in cells]
    if len(names) < 2 or len(set(names)) < len(names) or not all(map(headers.looks_like_header, names)):
        return False
    told = sum(map(headers.is_harmless_header, names))
    return told * 2 >= len(names) and (
        any(map(headers.is_text_header, names))
        or any(map(names_patient, names))
        or headers.find_column(names, "document_id") is not None
    )


def _is_form_or_list(lines: Sequence[bytes], mark: bytes) -> bool:
    """Whether most rows begin with ``Key:``, a bullet, a number, or nothing."""
    return sum(_KEY_OR_BULLET.match(line.split(mark, 1)[0]) is not None for line in lines) * 2 > len(lines)


def _record_widths(data: bytes, delimiter: str) -> list[int]:
    """How many delimiters each of the first records has, the header aside, where fields are quoted and may
    hold line ends; nothing where they are not, or cannot be read so."""
    if not re.search(
        rb'"' + re.escape(delimiter.encode()) + rb"|" + re.escape(delimiter.encode()) + rb'"', data
    ):
        return []
    text = data.decode("latin-1")
    for escapes in (False, True):
        try:
            taken = islice(split_records(text, DelimitedDialect(delimiter, escapes=escapes)), _SNIFFED)
            return [len(record.fields) - 1 for record in taken if record.fields != [""]][1:]
        except BadRecordError:
            continue
    return []


def _share(width: int, widths: Sequence[int]) -> float:
    """Share of the rows that are as wide, or wider by the column whose name R leaves out."""
    return sum(width <= w <= width + 1 for w in widths) / max(len(widths), 1)


def _doubt(file: SourceFile, delimiter: str) -> InputError:
    ending = ".tsv" if delimiter == "\t" else ".csv"
    return InputError(
        f"may be a table or a note: most of its lines have as many {_PARTED[delimiter]}.",
        where=file.path,
        remedy=f"If it is a table, give it the ending {ending}, and its text with --text-column. {AS_TEXT}",
    )
