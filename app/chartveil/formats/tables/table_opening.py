"""Opens a file of tables by its format."""

from __future__ import annotations

from chartveil.formats.base import Format, ReadOptions, SourceFile
from chartveil.formats.endings import TABLE_FORMATS
from chartveil.formats.tables.row_stream import OpenTable


def open_table(form: Format, file: SourceFile, options: ReadOptions) -> OpenTable:
    """The file, to be gone through row by row.

    Raises:
        InputError: if it cannot be read as a table.
        KeyError: if the format is none of tables.
    """
    if form.name == "jsonl":
        from chartveil.formats.tables.json_lines_stream import OpenJsonLines

        return OpenJsonLines(file, options)
    if form.name == "parquet":
        from chartveil.formats.tables.parquet_stream import OpenParquet

        return OpenParquet(file, options)
    if form.name == "xlsx":
        from chartveil.formats.tables.xlsx_stream import OpenXlsx

        return OpenXlsx(file, options)
    if form.name not in TABLE_FORMATS:
        raise KeyError(form.name)
    from chartveil.formats.tables.delimited_stream import OpenDelimited

    return OpenDelimited(file, options, tabs=form.name == "tsv")
