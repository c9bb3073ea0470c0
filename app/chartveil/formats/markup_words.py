"""Each format's own words: names and fixed values of the markup that a copy may hold beside its text.

The search of a copy asks for them (``release.copy_search``): a word that is neither one of these nor in a
text that was read has no business in a copy.
"""

from __future__ import annotations

import html
import io
import re
import unicodedata
import zipfile
from collections.abc import Callable, Iterable
from functools import cache

from chartveil.domain.paths import resources_folder
from chartveil.domain.tokenized_text import fold
from chartveil.formats.builtin_names import KNOWN_FONTS
from chartveil.formats.rtf import control_words as rtf
from chartveil.formats.tables.headers import is_harmless_header
from chartveil.formats.word.grammar import LANGUAGES, VML_KEYWORDS, VML_PROPERTIES

_PACKAGE = (
    "Content_Types xml rels Relationships Relationship Type Target Types Default Override Extension "
    "ContentType PartName png image application vnd openxmlformats officedocument package relationships "
    "wordprocessingml document main header footer footnotes endnotes comments styles numbering settings "
    "theme media blank word xmlns http schemas org rId rIdBlank space preserve Picture Author Theme"
)
"""Words of the package of a Word file, as ``formats.word.package`` writes it."""
_PAGE = "doctype charset utf http equiv content xmlns xlink important href src name for id place"
"""Words of a page: its head, and attributes that are written with values of ours."""
_PAGE = "doctype charset utf http equiv content xmlns xlink important href src name for id place"
"""Words of a page: its head, and attributes that are written with values of ours."""
_DESTINATIONS = (
    rtf.CHARACTER_WORDS,
    rtf.STRUCTURE_WORDS,
    rtf.SIDE_TEXT_DESTINATIONS,
    rtf.KEPT_DESTINATIONS,
    rtf.LIST_DESTINATIONS,
    rtf.LABEL_DESTINATIONS,
    rtf.LIST_TEXT_DESTINATIONS,
    rtf.STYLE_WORDS,
    rtf.KEPT_STARRED_DESTINATIONS,
    rtf.FIELD_WORDS,
)
_TABLES = {
    "docx": ("wordprocessingml.toml", _PACKAGE, *LANGUAGES, *VML_PROPERTIES, *VML_KEYWORDS),
    "html": ("html.toml", _PAGE, *KNOWN_FONTS),
    "rtf": (
        "rtf.toml",
        "Style pict picw pich picwgoal pichgoal picscalex picscaley pngblip listid ls uc",
        *(word for words in _DESTINATIONS for word in words),
    ),
}
"""The table of each closed grammar, and words that are not in it."""
_WORDS = re.compile(r"[^\W\d_]+")


def own_word_test(format_name: str) -> Callable[[str], bool]:
    """Tells whether a word, in small letters, is one of the format's own.

    Args:
        format_name: ``Format.name``.
    """
    if format_name == "xlsx":
        words = _workbook_words()
        return lambda word: word in words or is_harmless_header(word)
    if format_name in _TABLES:
        return _table_words(format_name).__contains__
    return frozenset[str]().__contains__


@cache
def _table_words(format_name: str) -> frozenset[str]:
    """All words of the closed grammar of a format, and what else is in every copy."""
    table, *more = _TABLES[format_name]
    text = (resources_folder() / "formats" / table).read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return _words_of([*lines, *more])


def _words_of(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(_WORDS.findall(fold(unicodedata.normalize("NFKC", "\n".join(texts)))))


@cache
def _workbook_words() -> frozenset[str]:
    """All words of a workbook without text, as the library writes it, with every look of a cell."""
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Alignment, Border, Font, PatternFill, Side, alignment, borders, fills

    workbook = Workbook(write_only=True)
    sheet = workbook.create_sheet("Sheet 1")
    sheet.column_dimensions["A"].width = 80
    cell = WriteOnlyCell(sheet, "")
    cell.font = Font(
        name="Arial", b=True, i=True, u="single", strike=True, vertAlign="superscript", outline=True
    )
    cell.fill = PatternFill("solid", fgColor="FFFFFFFF", bgColor="FFFFFFFF")
    side = Side("thin", "FF000000")
    cell.border = Border(left=side, right=side, top=side, bottom=side, diagonal=side)
    cell.alignment = Alignment("left", "top", 90, wrapText=True, indent=1)
    sheet.append([cell])
    out = io.BytesIO()
    workbook.save(out)
    with zipfile.ZipFile(out) as archive:
        parts = [html.unescape(archive.read(name).decode("utf-8")) + name for name in archive.namelist()]
    kinds = [v for module in (borders, fills) for v in vars(module).values() if isinstance(v, str)]
    kinds += [*alignment.horizontal_alignments, *alignment.vertical_aligments]
    kinds += [Font.UNDERLINE_DOUBLE, Font.UNDERLINE_DOUBLE_ACCOUNTING, Font.UNDERLINE_SINGLE_ACCOUNTING]
    kinds += ["gradientFill degree stop position path subscript baseline"]
    return _words_of([*parts, *kinds])
