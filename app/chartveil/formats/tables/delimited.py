"""Tables as text: comma, semicolon, tab or bar between fields. A block of it is in memory at a time.

A file is taken apart into raw fields by our own reader (RFC 4180, and backslash escapes), because what
is not replaced must come back byte for byte, with its own quotes and line ends.
"""

from __future__ import annotations

import codecs
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import BinaryIO

from chartveil.domain.errors import InputError
from chartveil.domain.tables.column_plan import TablePlan
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.endings import ENDINGS
from chartveil.formats.tables import headers
from chartveil.formats.tables.column_kinds import kind_of_header
from chartveil.formats.tables.delimited_records import (
    BadRecordError,
    DelimitedDialect,
    DelimitedRecord,
    split_records,
)
from chartveil.formats.tables.row_stream import (
    MOST_TITLES,
    SAMPLE_ROWS,
    NewRows,
    OpenTable,
    TableHead,
    TableRow,
    decode_table,
    escape_formula,
    kept_columns,
    make_head,
    named_head,
    wide,
)
from chartveil.formats.tables.table_format import TableFormat
from chartveil.formats.tables.table_in_text import has_known_header, is_table
from chartveil.formats.text_kinds import refuse_kind_by_lines

_DELIMITERS = (",", "\t", ";", "|")
_ENDINGS = frozenset(ENDINGS["delimited"] + ENDINGS["tsv"])
"""Those of all tables of delimited text: what stands below a header there stands in cells."""
_OTHER_DELIMITERS = "^~:!\x1f\xa6\xa7"
"""Signs that part fields in tables of other programs, which are not read."""
_SNIFFED = 300
"""Records by which delimiter and quoting are told."""
_AGREE = 0.8
"""Share of those records that must have the same number of fields."""
_BLOCK = 1 << 20
"""Bytes that are decoded at a time."""


class DelimitedFormat(TableFormat):
    """CSV and its kin. Delimiter, quotes, line ends and encoding stay as they are."""

    name = "delimited"
    suffixes: tuple[str, ...] = ENDINGS["delimited"]
    output_suffix = ".csv"
    _told_by: tuple[str, ...] = (",", ";", "|")
    """What parts the fields of a file of another ending."""

    def library_errors(self) -> tuple[type[Exception], ...]:
        """None: it is read without a library that could fail."""
        return ()

    def recognizes(self, file: SourceFile) -> bool:
        """Whether the ending says so, or every line of a text of another ending does.

        Raises:
            InputError: if it may be a table or a note, or is of a kind of text that no format reads.
        """
        if file.suffix in self.suffixes:
            return True
        if file.suffix in _ENDINGS and has_known_header(file):
            return False
        refuse_kind_by_lines(file)
        return is_table(file, self._told_by)

    def open(self, file: SourceFile, options: ReadOptions) -> OpenTable:
        """See ``TableFormat``."""
        return OpenDelimited(file, options, tabs=self._told_by == ("\t",))


class TabSeparatedFormat(DelimitedFormat):
    """Tables with tabs between fields; also what has such lines under the ending of a text."""

    name = "tsv"
    suffixes: tuple[str, ...] = ENDINGS["tsv"]
    output_suffix = ".tsv"
    _told_by = ("\t",)


class OpenDelimited:
    """A delimited file that is open.

    Attributes:
        dialect: how its fields are parted and quoted.

    Raises:
        InputError: if it is empty or no text, or its rows do not agree on their number of fields.
    """

    def __init__(self, file: SourceFile, options: ReadOptions, *, tabs: bool) -> None:
        self._file = file
        self._options = options
        decoded = decode_table(file)
        self._encoding, self._mark = decoded.encoding, decoded.byte_order_mark
        self.dialect = _dialect(decoded.text[: 8 * _BLOCK], file.path, tabs=tabs)
        del decoded
        found = islice(self._filled(), SAMPLE_ROWS + MOST_TITLES + 1)
        first = [(number, [self.dialect.field_value(raw) for raw in r.fields]) for number, r in found]
        rows = [cells for _, cells in first]
        head = make_head(rows, options, where=file.path)
        titles = len(head.titles)
        body = titles + head.has_header
        widths = Counter(map(len, rows[body:]))
        usual = widths.most_common(1)[0][0] if widths else len(head.names)
        self._shift = 0
        if head.has_header and len(rows[titles]) == usual - 1:  # as R writes it
            self._shift = 1
            names = ["", *(cell.strip() for cell in rows[titles])]
            head = _renamed(head, names)
        elif head.has_header and len(head.names) > max(usual, len(rows[titles])):
            head = _renamed(head, [name.strip() for name in rows[titles]][: max(usual, 1)])
        self.heads: tuple[TableHead, ...] = (head,)
        self._first = first[body][0] if len(first) > body else 0
        self._header = first[titles][0] if head.has_header else 0
        self.left_out = {"row above the header": titles}

    def rows(self, *, beside: bool = False) -> Iterator[TableRow]:
        """See ``OpenTable``."""
        width = len(self.heads[0].names)
        for number, record in self._filled():
            if not self._first or number < self._first:
                continue
            cells = [self.dialect.field_value(raw) for raw in record.fields]
            if any(cell.strip() for cell in cells[width:]) or (len(cells) == 1 < width and cells[0].strip()):
                raise InputError(
                    f"row {number} has {len(cells)} fields where there are {width} columns: a delimiter or a "
                    "line break stands in text without quotes around it.",
                    where=self._file.path,
                    remedy="Export it again with quotes around text, or as JSON lines.",
                )
            yield TableRow(0, number, wide(cells, width))

    def write(self, plans: Sequence[TablePlan], new_rows: NewRows, target: BinaryIO) -> None:
        """See ``OpenTable``. Quotes, line ends and encoding stay; what the encoding lacks makes it UTF-8."""
        start = target.tell()
        try:
            self._write(plans[0], new_rows, target, self._encoding)
        except UnicodeEncodeError:
            target.seek(start)
            target.truncate()
            self._mark = b""
            self._write(plans[0], new_rows, target, "utf-8")

    def _write(self, plan: TablePlan, new_rows: NewRows, target: BinaryIO, encoding: str) -> None:
        target.write(self._mark)
        head, dialect, kept = self.heads[0], self.dialect, kept_columns(plan)
        new = iter(new_rows())
        for number, record in self._records():
            if record.fields == [""]:
                fields = [""] if number > self._header else None
            elif number == self._header:
                fields = [
                    self._header_field(head.labels[i], _field(record, i - self._shift))
                    for i in kept
                    if i >= self._shift
                ]
            elif not self._first or number < self._first:
                fields = None
            else:
                cells = next(new)
                given = len(record.fields)
                fields = [
                    dialect.written_field(escape_formula(cells[i]), _field(record, i))
                    for i in kept
                    if i < given or cells[i]
                ]
            if fields is not None:
                target.write((dialect.delimiter.join(fields) + record.end).encode(encoding))

    def _header_field(self, label: str, old: str) -> str:
        if self.dialect.field_value(old).strip() == label:
            return old
        return self.dialect.written_field(escape_formula(label), old)

    def _filled(self) -> Iterator[tuple[int, DelimitedRecord]]:
        return ((number, r) for number, r in self._records() if r.fields != [""])

    def _records(self) -> Iterator[tuple[int, DelimitedRecord]]:
        """The records with their numbers, blank lines included.

        Raises:
            InputError: if a quote is not closed.
        """
        records = _split_blocks(self._blocks(), self.dialect)
        number = 0
        try:
            for number, record in enumerate(records, 1):
                yield number, record
        except BadRecordError:
            raise InputError(
                f"row {number + 1}: a quote is not closed, or a quote inside a field is not doubled.",
                where=self._file.path,
                remedy="Export it again with quotes around text and doubled quotes inside, or as JSON lines.",
            ) from None

    def _blocks(self) -> Iterator[str]:
        return _decoded_blocks(memoryview(self._file.data)[len(self._mark) :], self._encoding)

    def records_of(self, data: bytes, encoding: str) -> Iterator[Sequence[str]]:
        """The cells of other bytes in the same dialect, header and blank lines included."""
        for record in _split_blocks(_decoded_blocks(memoryview(data), encoding), self.dialect):
            yield [self.dialect.field_value(raw) for raw in record.fields]


def _decoded_blocks(data: memoryview, encoding: str) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder(encoding)()
    for at in range(0, len(data), _BLOCK):
        yield decoder.decode(data[at : at + _BLOCK])
    yield decoder.decode(b"", final=True)


def _renamed(head: TableHead, names: list[str]) -> TableHead:
    return named_head(
        names, [wide(row, len(names)) for row in head.sample], has_header=True, titles=head.titles
    )


def _field(record: DelimitedRecord, position: int) -> str:
    return record.fields[position] if 0 <= position < len(record.fields) else ""


def _split_blocks(blocks: Iterator[str], dialect: DelimitedDialect) -> Iterator[DelimitedRecord]:
    """The records of a text that comes in blocks.

    Raises:
        BadRecordError: for a record that does not end as it should; its number does not count.
    """
    text, more, wanted = "", True, 1
    while more:
        for _ in range(wanted):
            block = next(blocks, None)
            more = block is not None
            text += block or ""
        done, at = 0, 0
        try:
            for record in split_records(text, dialect):
                length = sum(map(len, record.fields)) + max(len(record.fields) - 1, 0) * len(
                    dialect.delimiter
                )
                at += length + len(record.end)
                # At the end of what is there it may go on, and a line end too.
                if more and at >= len(text):
                    break
                done = at
                yield record
        except BadRecordError:
            if not more:
                raise
        wanted = 1 if done else min(wanted * 2, 1 << 12)
        text = text[done:]


def _is_one_text_column(text: str, widths: Sequence[int]) -> bool:
    """Whether the first line is the header of text alone, whose commas part nothing."""
    return widths[0] == 1 and headers.is_text_header(text.strip().splitlines()[0])


def _is_head(line: str, delimiter: str) -> bool:
    """Whether a line is the header of several columns, most of which are known: the rows below are no texts,
    however many of them have lost a field."""
    names = [name.strip(' "') for name in line.split(delimiter)]
    known = sum(kind_of_header(name) is not None for name in names)
    return len(names) > 1 and all(map(headers.looks_like_header, names)) and known * 2 > len(names)


def _dialect(text: str, where: str, *, tabs: bool) -> DelimitedDialect:
    """The dialect whose first records agree best on their number of fields.

    Quoting as RFC 4180 has it is tried first, then backslash escapes, then none at all.

    Raises:
        InputError: if none fits.
    """
    order = ("\t", *(d for d in _DELIMITERS if d != "\t")) if tabs else _DELIMITERS
    bad = 0
    for level in (
        [DelimitedDialect(d) for d in order],
        [DelimitedDialect(d, escapes=True) for d in order],
        [DelimitedDialect(d, quotes=False) for d in order if d in "\t|"],
    ):
        best: tuple[tuple[bool, float], DelimitedDialect] | None = None
        for dialect in level:
            widths = []
            try:
                for record in islice(split_records(text, dialect), _SNIFFED):
                    if record.fields != [""]:
                        widths.append(len(record.fields))
            except BadRecordError as e:
                bad = bad or e.number
                if len(widths) < _SNIFFED // 2:
                    continue
            body = widths[1:] or widths
            width, count = max(Counter(body).items(), key=lambda item: (item[1], item[0])) if body else (1, 0)
            rest = body[next((i for i, w in enumerate(body) if w == width), 0) :]
            share = count / max(len(rest), 1)
            if len(rest) * 2 < len(body) or (width == 2 and _is_one_text_column(text, widths)):
                continue
            fit = (widths[0] > 1, share * width)  # below a title the fields may be the commas of texts
            if width > 1 and share >= _AGREE and (best is None or fit > best[0]):
                best = (fit, dialect)
        if best is not None:
            return best[1]
    one = [r.fields for r in islice(split_records(text, DelimitedDialect("", quotes=False)), _SNIFFED)]
    if bad and not tabs and any(d in "".join(map("".join, one)) for d in ",;"):
        raise InputError(
            f"row {bad}: a quote is not closed, or a quote inside a field is not doubled.",
            where=where,
            remedy="Export it again with quotes around text and doubled quotes inside, or as JSON lines.",
        )
    first = next(("".join(line) for line in one if line != [""]), "")
    if any(d in first for d in order) or any(
        _is_head("".join(line), d) for line in one[: MOST_TITLES + 1] for d in order
    ):
        raise InputError(
            "rows differ in their number of fields, whichever delimiter is taken.",
            where=where,
            remedy="Export it again with quotes around text, or as JSON lines.",
        )
    if any(first.count(d) > 1 and _is_head(first, d) for d in _OTHER_DELIMITERS):
        raise InputError(
            "its fields are parted by another sign than a comma, semicolon, tab or bar.",
            where=where,
            remedy="Export it again with one of these, and quotes around text.",
        )
    quoted = sum(f[0].strip()[:1] == '"' == f[0].strip()[-1:] for f in one) * 2 > len(one)
    return DelimitedDialect("", quotes=quoted)
