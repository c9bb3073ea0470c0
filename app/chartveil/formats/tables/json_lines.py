"""JSON lines, row by row: one object a line.

Columns are the paths to texts, numbers and truth values, nested keys as ``a.b``; lists are in no copy.
"""

from __future__ import annotations

import codecs
import json
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, BinaryIO

from chartveil.domain.errors import InputError
from chartveil.domain.tables.column_plan import TablePlan
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.endings import ENDINGS
from chartveil.formats.file_signatures import TEXT_HEAD_BYTES, text_head, unreadable_error
from chartveil.formats.json_keys import DuplicateKeyError, unique_keys
from chartveil.formats.tables.row_stream import (
    SAMPLE_ROWS,
    NewRows,
    OpenTable,
    TableHead,
    TableRow,
    check_column_count,
    decode_table,
    kept_columns,
    named_head,
)
from chartveil.formats.tables.table_format import TableFormat

_JsonPath = tuple[str, ...]
_DICOM_TAG = re.compile(r"[0-9A-Fa-f]{8}")
_BLOCK = 1 << 20
"""Bytes that are decoded at a time."""
_DEPTH = 50
"""Deepest nesting taken; note exports have two or three levels."""


class JsonlFormat(TableFormat):
    """JSON lines (``.jsonl``, ``.ndjson``)."""

    name = "jsonl"
    suffixes: tuple[str, ...] = ENDINGS["jsonl"]
    output_suffix = ".jsonl"

    def library_errors(self) -> tuple[type[Exception], ...]:
        """None: it is read without a library that could fail."""
        return ()

    def recognizes(self, file: SourceFile) -> bool:
        """Whether the first line is a JSON object, or the ending says so.

        Raises:
            InputError: if it is JSON of another form.
        """
        if _begins_with_object(text_head(file), whole=len(file.data) <= TEXT_HEAD_BYTES):
            return True
        if file.suffix == ".json":
            raise unreadable_error(
                file, "is JSON, but not one object a line", "Write it as JSON lines: one object a line."
            )
        return file.suffix in self.suffixes

    def open(self, file: SourceFile, options: ReadOptions) -> OpenTable:
        """See ``TableFormat``."""
        return OpenJsonLines(file, options)


class OpenJsonLines:
    """A file of JSON lines that is open. All its lines are read once for their keys.

    Raises:
        InputError: if it is empty or no text, a line is no object, or there are too many keys.
    """

    def __init__(self, file: SourceFile, options: ReadOptions) -> None:
        self._file = file
        decoded = decode_table(file)
        self._encoding, self._mark = decoded.encoding, decoded.byte_order_mark
        self._style = _JsonStyle.of(decoded.text)
        del decoded
        order: dict[_JsonPath, int] = {}
        lists = 0
        for _, value, _ in self._lines():
            for path, leaf in _leaves_of(value or {}, ()):
                if leaf is not None:
                    order.setdefault(path, len(order))
            lists += len(_lists_of(value or {}, ()))
        _refuse_records(file, order)
        check_column_count(len(order), options.limits, file.path)
        self._paths = tuple(order)
        self.left_out = {"list": lists}
        names = [".".join(path) for path in self._paths]
        rows = islice((self._cells(v) for _, v, _ in self._lines() if v is not None), SAMPLE_ROWS)
        self.heads: tuple[TableHead, ...] = (named_head(names, rows),)

    def rows(self, *, beside: bool = False) -> Iterator[TableRow]:
        """See ``OpenTable``."""
        for number, value, _ in self._lines():
            if value is not None:
                lists = tuple(_lists_of(value, ())) if beside else ()
                yield TableRow(0, number, self._cells(value), lists)

    def write(self, plans: Sequence[TablePlan], new_rows: NewRows, target: BinaryIO) -> None:
        """See ``OpenTable``. Emptied keys hold ``null``; keys of unknown words become one at the top."""
        plan, head = plans[0], self.heads[0]
        new = iter(new_rows())
        target.write(self._mark)
        kept = {self._paths[i]: i for i in kept_columns(plan)}
        for _, value, end in self._lines():
            text = ""
            if value is not None:
                cells = next(new)
                out: dict[str, Any] = {}
                for path, old in _leaves_of(value, ()):
                    i = kept.get(path)
                    if i is None:
                        continue
                    safe = head.labels[i] == head.names[i]
                    *parents, key = path if safe else (head.labels[i],)
                    inner = out
                    for parent in parents:
                        inner = inner.setdefault(parent, {})
                    inner[key] = old if _cell_text(old) == cells[i] else cells[i] or None
                text = self._style.dump(out)
            try:
                line = (text + end).encode(self._encoding)
            except UnicodeEncodeError:  # JSON holds any character as an escape
                line = (json.dumps(json.loads(text)) + end).encode(self._encoding)
            target.write(line)

    def _cells(self, value: dict[str, Any]) -> tuple[str, ...]:
        found = (_value_at(value, path) for path in self._paths)
        return tuple("" if isinstance(v, dict | list) else _cell_text(v) for v in found)

    def _lines(self) -> Iterator[tuple[int, dict[str, Any] | None, str]]:
        """Number, object and line end of each line; None for a blank one."""
        decoder = codecs.getincrementaldecoder(self._encoding)()
        data = memoryview(self._file.data)[len(self._mark) :]
        left, number = "", 0
        for at in range(0, len(data) + _BLOCK, _BLOCK):
            last = at >= len(data)
            left += decoder.decode(data[at : at + _BLOCK], final=last)
            *lines, left = left.split("\n")
            ended = [(line, "\n") for line in lines] + ([(left, "")] if last else [])
            for line, line_end in ended:
                number += 1
                raw = line.removesuffix("\r")
                end = line[len(raw) :] + line_end
                yield number, _object_of_line(raw, number, self._file.path) if raw.strip() else None, end


def _begins_with_object(head: str, *, whole: bool) -> bool:
    """Whether the first line is a JSON object, or the beginning of one that is longer than the head.

    Args:
        whole: whether the head is all of the file.
    """
    if not re.match(r'\{\s*["}]', head):
        return False
    line, line_end, _ = head.partition("\n")
    if not line_end and not whole:
        return True
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False


def _object_of_line(raw: str, number: int, where: str) -> dict[str, Any]:
    """The object of one line."""
    try:
        value = json.loads(
            raw, object_pairs_hook=unique_keys, parse_constant=lambda _: None, parse_float=_finite
        )
        if _depth(value) > _DEPTH:
            raise RecursionError
    except DuplicateKeyError:
        raise _bad(number, "has a key twice", where) from None
    except RecursionError:
        raise _bad(number, f"is nested deeper than {_DEPTH} levels", where) from None
    except json.JSONDecodeError as e:
        raise _bad(number, f"is not valid JSON (at character {e.pos + 1})", where) from None
    except ValueError:  # an integer of thousands of digits
        raise _bad(number, "holds a number that is too long", where) from None
    if not isinstance(value, dict):
        raise _bad(number, "is not an object in braces", where)
    return value


def _refuse_records(file: SourceFile, paths: Iterable[_JsonPath]) -> None:
    """Refuses lines that are records of programs: most of what they tell stands in lists.

    Raises:
        InputError: if they are FHIR resources (R4, section 2.6.2), or DICOM data sets (PS3.18, annex F).
    """
    for path in paths:
        is_dicom = path[-1] == "vr" and len(path) > 1 and _DICOM_TAG.fullmatch(path[-2]) is not None
        if is_dicom or path[-1] == "resourceType":
            raise unreadable_error(
                file,
                f"holds {'DICOM' if is_dicom else 'FHIR'} records",
                "Write the notes in them as JSON lines (a key 'text' in each object), or as plain text.",
            )


def _finite(number: str) -> float | None:
    """A number; nothing for one that JSON could not hold again. Programs write what is missing so, as NaN."""
    value = float(number)
    return value if math.isfinite(value) else None


def _bad(number: int, what: str, where: str) -> InputError:
    return InputError(
        f"line {number} {what}.", where=where, remedy="Write one object a line, as JSON lines have it."
    )


def _depth(value: Any) -> int:
    deepest, level = 0, [value]
    while level and deepest <= _DEPTH:
        deepest += 1
        level = [
            child
            for v in level
            if isinstance(v, dict | list)
            for child in (v.values() if isinstance(v, dict) else v)
        ]
    return deepest


def _leaves_of(value: dict[str, Any], prefix: _JsonPath) -> Iterator[tuple[_JsonPath, Any]]:
    """Path and value of everything that is neither an object nor a list."""
    for key, child in value.items():
        if isinstance(child, dict):
            yield from _leaves_of(child, (*prefix, key))
        elif not isinstance(child, list):
            yield (*prefix, key), child


def _lists_of(value: dict[str, Any], prefix: _JsonPath) -> list[tuple[str, str]]:
    """Path and text of the lists outside of others, of which a copy holds none."""
    found = []
    for key, child in value.items():
        if isinstance(child, dict):
            found += _lists_of(child, (*prefix, key))
        elif isinstance(child, list):
            found.append((".".join((*prefix, key)), json.dumps(child, ensure_ascii=False)))
    return found


def _value_at(value: Any, path: _JsonPath) -> Any:
    """The value at a path; None where the path leads nowhere."""
    for key in path:
        if not isinstance(value, dict):
            return None
        value = value.get(key)
    return value


def _cell_text(value: Any) -> str:
    """A leaf as text; empty for null, lists and objects."""
    if value is None or isinstance(value, dict | list):
        return ""
    return value if isinstance(value, str) else json.dumps(value)


@dataclass(frozen=True, slots=True)
class _JsonStyle:
    """How the file writes JSON: its separators, and whether it escapes what is not ASCII."""

    separators: tuple[str, str]
    ascii_only: bool

    @classmethod
    def of(cls, text: str) -> _JsonStyle:
        """The style of a file, by its first line."""
        first = text.lstrip().partition("\n")[0]
        spaced = '": ' in first
        return cls((", ", ": ") if spaced else (",", ":"), text.isascii())

    def dump(self, value: dict[str, Any]) -> str:
        """One line of the file."""
        text = json.dumps(value, ensure_ascii=self.ascii_only, separators=self.separators)
        try:
            text.encode()
        except UnicodeEncodeError:  # half a surrogate pair, which JSON can hold only escaped
            text = json.dumps(value, ensure_ascii=True, separators=self.separators)
        return text
