"""Tables as text: comma, semicolon, tab or bar between fields.

A file is taken apart into raw fields by our own reader (RFC 4180, and backslash escapes), because what
is not replaced must come back byte for byte, with its own quotes and line ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from chartveil.domain.document import Document
from chartveil.domain.errors import InputError
from chartveil.domain.span import Replacement
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.endings import ENDINGS
from chartveil.formats.tables import columns, headers
from chartveil.formats.tables.delimited_records import (
    BadRecordError,
    DelimitedDialect,
    DelimitedRecord,
    split_records,
)
from chartveil.formats.tables.table_in_text import has_known_header, is_table
from chartveil.formats.text.encoding import DecodedText
from chartveil.formats.text_kinds import refuse_kind_by_lines

_DELIMITERS = (",", "\t", ";", "|")
_ENDINGS = frozenset(ENDINGS["delimited"] + ENDINGS["tsv"])
"""Those of all tables of delimited text: what stands below a header there stands in cells."""
_SNIFFED = 200
"""Records by which delimiter and quoting are told."""
_AGREE = 0.8
"""Share of those records that must have the same number of fields."""


class _TitledError(ValueError):
    """One field in the first row, and this many in the others."""

    def __init__(self, width: int) -> None:
        self.width = width
        super().__init__(width)


def parse_delimited(
    text: str, where: str, *, tabs: bool = False
) -> tuple[DelimitedDialect, list[DelimitedRecord]]:
    """The dialect whose records agree best on their number of fields, and the records.

    Quoting as RFC 4180 has it is tried first, then backslash escapes, then none at all; a dialect counts
    only if it reads the whole file.

    Args:
        text: the whole file.
        tabs: whether its ending promises tabs.

    Raises:
        InputError: if quotes do not add up, or rows do not agree on their number of fields.
    """
    order = ("\t", *(d for d in _DELIMITERS if d != "\t")) if tabs else _DELIMITERS
    bad: int | None = None
    for level in (
        [DelimitedDialect(d) for d in order],
        [DelimitedDialect(d, escapes=True) for d in order],
        [DelimitedDialect(d, quotes=False) for d in order if d in "\t|"],
    ):
        try:
            dialect = _best(text, level)
            if dialect is not None:
                return dialect, list(split_records(text, dialect))
        except BadRecordError as e:
            bad = bad or e.number
        except _TitledError as e:
            raise _out_of_place(where, 1, 1, e.width) from None
    if bad is not None:
        raise InputError(
            f"row {bad}: a quote is not closed, or a quote inside a field is not doubled.",
            where=where,
            remedy="Export it again with quotes around text and doubled quotes inside, or as JSON lines.",
        )
    raise InputError(
        "rows differ in their number of fields, whichever delimiter is taken.",
        where=where,
        remedy="Export it again with quotes around text, or as JSON lines.",
    )


def _best(text: str, level: Sequence[DelimitedDialect]) -> DelimitedDialect | None:
    """The best dialect of one way of quoting; None if none fits.

    Raises:
        BadRecordError: if none fits, and quotes were why one of them could not be tried.
        _TitledError: if only the first row does not fit.
    """
    bad: BadRecordError | None = None
    best: tuple[float, DelimitedDialect] | None = None
    alone: DelimitedDialect | None = None
    one_column = True
    titled = 0
    for dialect in level:
        try:
            taken = (r.fields for r in islice(split_records(text, dialect), _SNIFFED))
            widths = [len(fields) for fields in taken if fields != [""]]
        except BadRecordError as e:
            bad = bad or e
            continue
        one_column &= widths[0] == 1
        body = widths[1:] or widths  # the header may be one field short
        width, count = max(Counter(body).items(), key=lambda item: (item[1], item[0]))
        share = count / len(body)
        if width == 1 and share == 1.0:
            alone = alone or dialect
        if widths[0] == 1 < width and share >= _AGREE:
            titled = max(titled, width)
        if min(width, widths[0]) > 1 and share >= _AGREE and (best is None or share * width > best[0]):
            best = (share * width, dialect)
    if best is not None:
        return best[1]
    if bad is not None:
        raise bad
    if not one_column or not level[0].quotes:
        return None
    if titled > 2 or (titled and not headers.is_text_header(text.strip().splitlines()[0])):
        raise _TitledError(titled)  # rows of prose seldom agree on their number of commas
    return alone if alone is not None and '"' in text else DelimitedDialect("", quotes=False)


@dataclass(frozen=True)
class _Parsed:
    """A file taken apart.

    Attributes:
        decoded: its text and encoding.
        header: position of the header in ``records``; None if there is none.
        shift: 1 where the header lacks the name of the first column (as R writes it), else 0.
        plan: its columns.
    """

    decoded: DecodedText
    dialect: DelimitedDialect
    records: list[DelimitedRecord]
    header: int | None
    shift: int
    plan: columns.ColumnPlan

    def rows(self) -> Iterator[tuple[int, DelimitedRecord, list[str]]]:
        """Position, record and values of each row that is neither blank nor the header."""
        for i, record in enumerate(self.records):
            if i != self.header and record.fields != [""]:
                yield i, record, [self.dialect.field_value(raw) for raw in record.fields]


class DelimitedFormat:
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

    def describe_columns(self, file: SourceFile, options: ReadOptions) -> list[columns.ChosenColumns]:
        """See ``TableFormat``."""
        return [self._parse(file, options).plan.chosen_columns()]

    def read(self, file: SourceFile, options: ReadOptions) -> list[Document]:
        """One document for each filled cell of the text columns.

        Raises:
            InputError: if the file is empty, quotes do not add up, rows have more fields than there are
                columns, a named column does not exist, or no row has text.
        """
        parsed = self._parse(file, options)
        found = [d for _, _, documents in self._documents(file, parsed, options) for _, d in documents]
        if not found:
            raise columns.no_text_error(file.path, parsed.plan.chosen_columns().text)
        return columns.with_left_out(found, [parsed.plan])

    def write(
        self, file: SourceFile, options: ReadOptions, replacements: Mapping[str, Sequence[Replacement]]
    ) -> bytes:
        """The table with its text de-identified and all other columns emptied (see ``columns``).

        Raises:
            InputError: as ``read`` does.
            KeyError: if a document has no entry in ``replacements``.
        """
        parsed = self._parse(file, options)
        dialect, out = parsed.dialect, dict[int, list[str]]()
        for i, record, documents in self._documents(file, parsed, options):
            values = columns.deidentified_row(parsed.plan, len(record.fields), documents, replacements)
            out[i] = [dialect.written_field(new, old) for new, old in zip(values, record.fields, strict=True)]
        if parsed.header is not None:
            fields = parsed.records[parsed.header].fields
            labels = parsed.plan.labels[parsed.shift :]
            out[parsed.header] = [
                dialect.written_field(label if dialect.field_value(old).strip() else "", old)
                if dialect.field_value(old).strip() != label
                else old
                for label, old in zip(labels, fields, strict=False)
            ]
        text = "".join(
            dialect.delimiter.join(out.get(i, record.fields)) + record.end
            for i, record in enumerate(parsed.records)
        )
        return parsed.decoded.encode(text)

    def _parse(self, file: SourceFile, options: ReadOptions) -> _Parsed:
        decoded = columns.decode_table(file)
        dialect, found = parse_delimited(decoded.text, file.path, tabs=self._told_by == ("\t",))
        columns.check_row_count(len(found), options.limits, file.path)
        filled = [i for i, record in enumerate(found) if record.fields != [""]]
        sample = [
            [dialect.field_value(raw) for raw in found[i].fields] for i in filled[: columns.SAMPLE_ROWS + 1]
        ]
        width = Counter(map(len, sample[1:] or sample)).most_common(1)[0][0]
        first, header, shift = sample[0], None, 0
        if len(first) == 1 < width:
            raise _out_of_place(file.path, filled[0] + 1, 1, width)
        if columns.first_row_is_header(first, sample[1:], options):
            header = filled[0]
            shift = 1 if len(first) == width - 1 else 0
            sample = sample[1:]
        names = [""] * shift + first if header is not None else [""] * max(width, len(first))
        plan = columns.choose_columns(names, sample, options, file.path)
        return _Parsed(decoded, dialect, found, header, shift, plan)

    def _documents(
        self, file: SourceFile, parsed: _Parsed, options: ReadOptions
    ) -> Iterator[tuple[int, DelimitedRecord, list[tuple[int, Document]]]]:
        """Position, record and documents of each row, checked for fields that fell out of place."""
        width = len(parsed.plan.names)
        for i, record, values in parsed.rows():
            broken = len(values) == 1 < width and 0 not in parsed.plan.text and values[0].strip()
            if broken or any(value.strip() for value in values[width:]):
                raise _out_of_place(file.path, i + 1, len(values), width)
            part = f"row:{i + 1}"
            yield i, record, columns.row_documents(file, self.name, parsed.plan, part, values, options)


class TabSeparatedFormat(DelimitedFormat):
    """Tables with tabs between fields; also what has such lines under the ending of a text."""

    name = "tsv"
    suffixes: tuple[str, ...] = ENDINGS["tsv"]
    output_suffix = ".tsv"
    _told_by = ("\t",)


def _out_of_place(where: str, row: int, fields: int, width: int) -> InputError:
    return InputError(
        f"row {row} has {fields} fields where there are {width} columns: a delimiter or a line break stands "
        "in text without quotes around it, or a title above the header.",
        where=where,
        remedy="Export it again with quotes around text, or as JSON lines.",
    )
