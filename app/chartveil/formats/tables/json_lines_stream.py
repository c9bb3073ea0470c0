"""JSON lines row by row. Columns are the paths to texts, numbers and truth values, nested keys as ``a.b``."""

from __future__ import annotations

import codecs
import json
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, BinaryIO

from chartveil.domain.tables.column_plan import TablePlan
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.tables import columns
from chartveil.formats.tables.json_lines import (
    JsonPath,
    JsonStyle,
    cell_text,
    leaves_of,
    list_count,
    object_of_line,
    value_at,
)
from chartveil.formats.tables.row_stream import (
    SAMPLE_ROWS,
    NewRows,
    TableHead,
    TableRow,
    kept_columns,
    named_head,
)

_BLOCK = 1 << 20


class OpenJsonLines:
    """A file of JSON lines that is open. All its lines are read once for their keys.

    Raises:
        InputError: if it is empty or no text, a line is no object, or there are too many keys.
    """

    def __init__(self, file: SourceFile, options: ReadOptions) -> None:
        self._file = file
        decoded = columns.decode_table(file)
        self._encoding, self._mark = decoded.encoding, decoded.byte_order_mark
        self._style = JsonStyle.of(decoded.text)
        del decoded
        order: dict[JsonPath, int] = {}
        lists = 0
        for _, value, _ in self._lines():
            for path, leaf in leaves_of(value or {}, ()):
                if leaf is not None:
                    order.setdefault(path, len(order))
            lists += list_count(value)
        columns.check_column_count(len(order), options.limits, file.path)
        self._paths = tuple(order)
        self.left_out = {"list": lists}
        names = [".".join(path) for path in self._paths]
        rows = islice((self._cells(v) for _, v, _ in self._lines() if v is not None), SAMPLE_ROWS)
        self.heads: tuple[TableHead, ...] = (named_head(names, rows),)

    def rows(self) -> Iterator[TableRow]:
        """See ``OpenTable``."""
        for number, value, _ in self._lines():
            if value is not None:
                yield TableRow(0, number, self._cells(value))

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
                for path, old in leaves_of(value, ()):
                    i = kept.get(path)
                    if i is None:
                        continue
                    safe = head.labels[i] == head.names[i]
                    *parents, key = path if safe else (head.labels[i],)
                    inner = out
                    for parent in parents:
                        inner = inner.setdefault(parent, {})
                    inner[key] = old if cell_text(old) == cells[i] else cells[i] or None
                text = self._style.dump(out)
            try:
                line = (text + end).encode(self._encoding)
            except UnicodeEncodeError:  # JSON holds any character as an escape
                line = (json.dumps(json.loads(text)) + end).encode(self._encoding)
            target.write(line)

    def _cells(self, value: dict[str, Any]) -> tuple[str, ...]:
        found = (value_at(value, path) for path in self._paths)
        return tuple("" if isinstance(v, dict | list) else cell_text(v) for v in found)

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
                yield number, object_of_line(raw, number, self._file.path) if raw.strip() else None, end
