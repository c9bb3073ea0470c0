"""The list of formats, and which of them a file is in.

To add a format: give it a folder with a class that keeps to ``formats.base.Format``, and a line here.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from chartveil.domain.errors import InputError
from chartveil.formats.base import Format, SourceFile
from chartveil.formats.file_signatures import refuse_what_is_no_text

FORMAT_CLASSES: tuple[str, ...] = (
    "chartveil.formats.pdf.format:PdfFormat",
    "chartveil.formats.pictures.format:PictureFormat",
    "chartveil.formats.word.format:DocxFormat",
    "chartveil.formats.tables.xlsx:XlsxFormat",
    "chartveil.formats.tables.parquet:ParquetFormat",
    "chartveil.formats.rtf.format:RtfFormat",
    "chartveil.formats.html.format:HtmlFormat",
    "chartveil.formats.tables.json_lines:JsonlFormat",
    "chartveil.formats.tables.delimited:TabSeparatedFormat",
    "chartveil.formats.tables.delimited:DelimitedFormat",
    "chartveil.formats.text.format:TextFormat",
)
"""Module and class of every format, in the order in which they are asked whether a file is theirs.

First come those known by their first bytes, then those known by their text, then those known by their ending;
plain text takes the rest. All modules are imported with the first file; the libraries that they use, only
when they read.
"""


def all_formats() -> tuple[Format, ...]:
    """Every format, in the order of ``FORMAT_CLASSES``."""
    return tuple(_load(location) for location in FORMAT_CLASSES)


@cache
def _load(location: str) -> Format:
    module, _, name = location.partition(":")
    form: Format = getattr(import_module(module), name)()
    return form


def format_named(name: str) -> Format:
    """The format of this name, e.g. ``text``.

    Raises:
        KeyError: if there is none.
    """
    return {form.name: form for form in all_formats()}[name]


def format_for(file: SourceFile, *, as_text: bool = False) -> Format:
    """The format of a file; where content and ending disagree, the content counts.

    Args:
        file: the file.
        as_text: whether it is plain text, whatever it looks like.

    Raises:
        InputError: if the file is empty, or of a kind that cannot be read; the remedy says what to do. As
            text, if it is no text, or holds what is encoded.
    """
    if not file.data:
        raise InputError("is empty.", where=file.path, remedy="Check that it was copied completely.")
    if as_text:
        refuse_what_is_no_text(file)
        return format_named("text")
    return next(form for form in all_formats() if form.recognizes(file))
