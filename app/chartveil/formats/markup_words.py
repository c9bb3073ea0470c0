"""The words of each format's own markup, which a copy may hold besides its text.

The search of a copy asks for them (``release.copy_search``): a word that is neither one of these nor in a
text that was read has no business in a copy.
"""

from __future__ import annotations

import io
import re
import unicodedata
import zipfile
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from chartveil.domain.entities import unescape_entities
from chartveil.domain.paths import resources_folder
from chartveil.domain.tokenized_text import fold
from chartveil.formats.blank_picture import BLANK_PNG
from chartveil.formats.builtin_names import known_fonts
from chartveil.formats.rtf import control_words as rtf
from chartveil.formats.tables.headers import is_harmless_header
from chartveil.formats.tables.new_workbook import NewWorkbook

_PAGE = "doctype charset utf http equiv content xmlns xlink important href src name for id place"
"""Words of a page: its head, and attributes that are written with values of ours."""
_PACKAGE = "xmlns space preserve Picture"
_WORDS = re.compile(r"[^\W\d_]+")


def own_word_test(format_name: str) -> Callable[[str], bool]:
    """Tells whether a word, in small letters, is one of the format's own.

    Args:
        format_name: ``Format.name``.
    """
    if format_name == "xlsx":
        words = _workbook_words()
        return lambda word: word in words or is_harmless_header(word)
    if format_name == "docx":
        return (_table_words(format_name) | _package_words()).__contains__
    if format_name in ("html", "rtf"):
        return _table_words(format_name).__contains__
    return frozenset[str]().__contains__


@cache
def _table_words(format_name: str) -> frozenset[str]:
    """All words of the closed grammar of a format, and what else is in every copy."""
    if format_name == "rtf":
        return _words_of(rtf.words_of_copies())
    if format_name == "html":
        return _words_of([*_lines("html.toml"), _PAGE, *known_fonts()])
    return _words_of([*_lines("wordprocessingml.toml"), _PACKAGE])


def _lines(table: str) -> Iterator[str]:
    text = (resources_folder() / "formats" / table).read_text("utf-8")
    return (line for line in text.splitlines() if not line.startswith("#"))


def _words_of(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(_WORDS.findall(fold(unicodedata.normalize("NFKC", "\n".join(texts)))))


@cache
def _workbook_words() -> frozenset[str]:
    """All words of a workbook without words, as the library writes it, with every look of a cell."""
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Alignment, Border, Font, PatternFill, Side, alignment, borders, fills

    with NewWorkbook() as workbook:
        sheet = workbook.add_sheet("Sheet 1", wide_columns=[0])
        cell = WriteOnlyCell(sheet, "\n")  # a text with blanks at its ends is marked as one that keeps them
        cell.font = Font(
            name="Arial", b=True, i=True, u="single", strike=True, vertAlign="superscript", outline=True
        )
        cell.fill = PatternFill("solid", fgColor="FFFFFFFF", bgColor="FFFFFFFF")
        side = Side("thin", "FF000000")
        cell.border = Border(left=side, right=side, top=side, bottom=side, diagonal=side)
        cell.alignment = Alignment("left", "top", 90, wrapText=True, indent=1)
        sheet.append([cell])
        data = workbook.to_bytes()
    kinds = [v for module in (borders, fills) for v in vars(module).values() if isinstance(v, str)]
    kinds += [*alignment.horizontal_alignments, *alignment.vertical_aligments]
    kinds += [Font.UNDERLINE_DOUBLE, Font.UNDERLINE_DOUBLE_ACCOUNTING, Font.UNDERLINE_SINGLE_ACCOUNTING]
    kinds += ["gradientFill degree stop position path subscript baseline"]
    return _words_of(kinds) | _archive_words(data)


@cache
def _package_words() -> frozenset[str]:
    """All words of a Word file without text, as our own writer makes it, with every part and a picture."""
    from lxml import etree

    from chartveil.formats.word.document import KEPT_PART_KINDS
    from chartveil.formats.word.package import BLANK_PICTURE_RELATIONSHIP_ID, WordPackageWriter
    from chartveil.formats.word.theme import plain_theme
    from chartveil.formats.word.xml_names import W

    root = etree.Element(f"{W}document", {f"{W}id": BLANK_PICTURE_RELATIONSHIP_ID})
    writer = WordPackageWriter()
    for kind in ("document.main", *KEPT_PART_KINDS):
        links = [("rId1", kind, f"{kind}.xml")]
        writer.add_part(f"word/{kind}.xml", kind, plain_theme(root) if kind == "theme" else root, links)
    return _archive_words(writer.to_bytes())


def _archive_words(data: bytes) -> frozenset[str]:
    """All words of the members of an archive and of their names, but those of pictures."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = [(name, archive.read(name)) for name in archive.namelist()]
    texts = [unescape_entities(content.decode("utf-8")) for _, content in members if content != BLANK_PNG]
    return _words_of([*texts, *(name for name, _ in members)])
