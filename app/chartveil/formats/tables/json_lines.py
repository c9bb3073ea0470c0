"""JSON lines: one object a line. Columns are the paths to texts and numbers, nested keys as ``a.b``.

An output holds the text keys and the id key (its value the document's id); the patient's key is there
with ``null``; all other keys are left out, as key and value alike may hold identifiers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from chartveil.domain.document import Document
from chartveil.domain.errors import InputError
from chartveil.domain.span import Replacement
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.endings import ENDINGS
from chartveil.formats.file_signatures import TEXT_HEAD_BYTES, text_head, unreadable_error
from chartveil.formats.json_keys import DuplicateKeyError, unique_keys
from chartveil.formats.tables import columns
from chartveil.formats.text.encoding import DecodedText

JsonPath = tuple[str, ...]
_DEPTH = 50
"""Deepest nesting taken; note exports have two or three levels."""


@dataclass(frozen=True, slots=True)
class _Line:
    """One line of the file.

    Attributes:
        number: from 1.
        value: its object; None for a blank line.
        end: its line end; empty at the end of the file.
    """

    number: int
    value: dict[str, Any] | None
    end: str


@dataclass(frozen=True, slots=True)
class _Parsed:
    decoded: DecodedText
    lines: list[_Line]
    paths: tuple[JsonPath, ...]
    plan: columns.ColumnPlan


class JsonlFormat:
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

    def describe_columns(self, file: SourceFile, options: ReadOptions) -> list[columns.ChosenColumns]:
        """See ``TableFormat``."""
        return [_parse(file, options).plan.chosen_columns()]

    def read(self, file: SourceFile, options: ReadOptions) -> list[Document]:
        """One document for each filled text key of each line.

        Raises:
            InputError: if a line is not one JSON object, a text key holds a list or an object, a named
                key is on no line, or no line has text.
        """
        parsed = _parse(file, options)
        found = [d for _, documents in self._documents(file, parsed, options) for _, d in documents]
        if not found:
            raise columns.no_text_error(file.path, parsed.plan.chosen_columns().text)
        lists = sum(list_count(line.value) for line in parsed.lines)
        return columns.with_left_out(found, [parsed.plan], {"list": lists})

    def write(
        self, file: SourceFile, options: ReadOptions, replacements: Mapping[str, Sequence[Replacement]]
    ) -> bytes:
        """The lines with their text de-identified and all other keys left out.

        Raises:
            InputError: as ``read`` does.
            KeyError: if a document has no entry in ``replacements``.
        """
        parsed = _parse(file, options)
        plan, width = parsed.plan, len(parsed.paths)
        style = JsonStyle.of(parsed.decoded.text)
        kept = [i for i in (*plan.text, plan.id, plan.patient) if i is not None]
        wanted = {parsed.paths[i]: i for i in kept}
        done = {}
        for line, documents in self._documents(file, parsed, options):
            values = columns.deidentified_row(plan, width, documents, replacements)
            new = _kept_object(line.value or {}, wanted, values, plan)
            done[line.number] = style.dump(new)
        return parsed.decoded.encode("".join(done.get(n.number, "") + n.end for n in parsed.lines))

    def _documents(
        self, file: SourceFile, parsed: _Parsed, options: ReadOptions
    ) -> Iterator[tuple[_Line, list[tuple[int, Document]]]]:
        for line in parsed.lines:
            if line.value is None:
                continue
            cells = [""] * len(parsed.paths)
            plan = parsed.plan
            for i in {*plan.text, plan.id, plan.patient, plan.note_type, plan.date} - {None}:
                if i is None:  # for the type checker: taken out above
                    continue
                value = value_at(line.value, parsed.paths[i])
                if isinstance(value, dict | list) and i in plan.text:
                    raise InputError(
                        f"line {line.number}: the key '{plan.labels[i]}' holds a list or an object.",
                        where=file.path,
                        remedy="Put its text into one string, or name another key as text column.",
                    )
                cells[i] = cell_text(value)
            part = f"row:{line.number}"
            yield line, columns.row_documents(file, self.name, plan, part, cells, options)


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


def _parse(file: SourceFile, options: ReadOptions) -> _Parsed:
    decoded = columns.decode_table(file)
    lines = list(_lines(decoded.text, file.path))
    columns.check_row_count(len(lines), options.limits, file.path)
    order: dict[JsonPath, int] = {}
    for line in lines:
        for path, value in leaves_of(line.value or {}, ()):
            if value is not None:
                order.setdefault(path, len(order))
    paths = tuple(order)
    columns.check_column_count(len(paths), options.limits, file.path)
    sample = [
        [cell_text(value_at(line.value, path)) for path in paths]
        for line in lines[: columns.SAMPLE_ROWS]
        if line.value is not None
    ]
    plan = columns.choose_columns([".".join(path) for path in paths], sample, options, file.path)
    return _Parsed(decoded, lines, paths, plan)


def _lines(text: str, where: str) -> Iterator[_Line]:
    """The lines of the file. Only line feeds part them: JSON strings may hold other line ends."""
    parts = text.split("\n")
    for number, part in enumerate(parts, 1):
        end = "\n" if number < len(parts) else ""
        raw = part.removesuffix("\r")
        end = part[len(raw) :] + end
        yield _Line(number, object_of_line(raw, number, where) if raw.strip() else None, end)


def object_of_line(raw: str, number: int, where: str) -> dict[str, Any]:
    """The object of one line."""
    try:
        value = json.loads(raw, object_pairs_hook=unique_keys)
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


def leaves_of(value: dict[str, Any], prefix: JsonPath) -> Iterator[tuple[JsonPath, Any]]:
    """Path and value of everything that is neither an object nor a list."""
    for key, child in value.items():
        if isinstance(child, dict):
            yield from leaves_of(child, (*prefix, key))
        elif not isinstance(child, list):
            yield (*prefix, key), child


def list_count(value: Any) -> int:
    """Lists outside of others, of which a copy holds none."""
    return sum(map(list_count, value.values())) if isinstance(value, dict) else isinstance(value, list)


def value_at(value: Any, path: JsonPath) -> Any:
    """The value at a path; None where the path leads nowhere."""
    for key in path:
        if not isinstance(value, dict):
            return None
        value = value.get(key)
    return value


def cell_text(value: Any) -> str:
    """A leaf as text; empty for null, lists and objects."""
    if value is None or isinstance(value, dict | list):
        return ""
    return value if isinstance(value, str) else json.dumps(value)


def _kept_object(
    value: dict[str, Any], wanted: Mapping[JsonPath, int], values: list[str], plan: columns.ColumnPlan
) -> dict[str, Any]:
    """The object with the wanted paths only, in their order, with new values.

    A path that may itself tell something becomes one key at the top: its column's label.

    Args:
        wanted: column of each path.
    """
    out: dict[str, Any] = {}
    for path, old in leaves_of(value, ()):
        column = wanted.get(path)
        if column is None:
            continue
        safe = plan.labels[column] == plan.names[column]
        *parents, key = path if safe else (plan.labels[column],)
        inner = out
        for parent in parents:
            inner = inner.setdefault(parent, {})
        inner[key] = None if old is None else _new(column, values, plan)
    return out


def _new(column: int, values: list[str], plan: columns.ColumnPlan) -> str | None:
    """The new value of a column: null for the patient's, and for an id without a document."""
    if column == plan.patient or (column == plan.id and not values[column]):
        return None
    return values[column]


@dataclass(frozen=True, slots=True)
class JsonStyle:
    """How the file writes JSON: its separators, and whether it escapes what is not ASCII."""

    separators: tuple[str, str]
    ascii_only: bool

    @classmethod
    def of(cls, text: str) -> JsonStyle:
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
