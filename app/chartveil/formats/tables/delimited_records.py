"""Delimited text taken apart into raw fields (RFC 4180, and backslash escapes), and a field written anew."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

_ESCAPED = re.compile(r'\\(.)|""', re.DOTALL)


@dataclass(frozen=True)
class DelimitedDialect:
    """How fields are parted and quoted.

    Attributes:
        delimiter: one character; empty for a file of one unquoted column.
        quotes: whether double quotes enclose fields.
        escapes: whether a backslash escapes a quote, besides doubling it.
    """

    delimiter: str
    quotes: bool = True
    escapes: bool = False

    @cached_property
    def field_pattern(self) -> re.Pattern[str]:
        """One field and what ends it: group 1 a delimiter, group 2 a line end, neither at the end."""
        stop = re.escape(self.delimiter)
        plain = rf"[^{stop}\r\n]*+"
        end = rf"(?:({stop})|(\r\n|\r|\n)|\Z)" if self.delimiter else r"(?:(\Z(?!\Z))|(\r\n|\r|\n)|\Z)"
        if not self.quotes:
            return re.compile(plain + end)
        inner = r'[^"\\]*+(?:(?:\\.|"")[^"\\]*+)*+' if self.escapes else r'[^"]*+(?:""[^"]*+)*+'
        return re.compile(rf'(?:[ ]*+"{inner}"[ ]*+|(?!"){plain}){end}', re.DOTALL)

    def field_value(self, raw: str) -> str:
        """The content of a raw field."""
        inner = raw.strip(" ")
        if not self.quotes or len(inner) < 2 or inner[0] != '"' or inner[-1] != '"':
            return raw
        inner = inner[1:-1]
        if self.escapes:
            return _ESCAPED.sub(lambda m: '"' if m[1] in ('"', None) else m[0], inner)
        return inner.replace('""', '"')

    def written_field(self, value: str, old: str) -> str:
        """The field for a new value, quoted where the old one was or where it must be."""
        if self.field_value(old) == value:
            return old
        if not self.quotes:
            return re.sub(rf"[\r\n{re.escape(self.delimiter)}]", " ", value)
        was_quoted = old.lstrip(" ").startswith('"')
        special = [self.delimiter, '"', "\r", "\n"] if self.delimiter else ['"', "\r", "\n"]
        if not was_quoted and not any(c in value for c in special):
            return value
        escaped = value.replace('"', '\\"' if self.escapes else '""')
        return f'"{escaped}"'


@dataclass(frozen=True, slots=True)
class DelimitedRecord:
    """One record: its raw fields and its line end (empty at the end of the file)."""

    fields: list[str]
    end: str


class BadRecordError(ValueError):
    """A field that does not end as it should, in the record of this number, from 1."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(number)


def split_records(text: str, dialect: DelimitedDialect) -> Iterator[DelimitedRecord]:
    """The records of the text, in order, blank lines included."""
    match = dialect.field_pattern.match
    position, number, fields = 0, 1, list[str]()
    while position < len(text) or fields:
        found = match(text, position)
        if found is None:
            raise BadRecordError(number)
        delimiter, end = found.span(1), found.span(2)
        stop = max(delimiter[0], end[0])
        fields.append(text[position : stop if stop >= 0 else found.end()])
        position = found.end()
        if delimiter[0] >= 0:
            continue
        yield DelimitedRecord(fields, text[end[0] : end[1]] if end[0] >= 0 else "")
        fields = []
        number += 1
