"""The text of a Word document's parts in pieces, and changes to them. Works on trees that are cleaned."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lxml import etree

from chartveil.formats.safe_xml import replace_illegal_characters
from chartveil.formats.source_edits import PieceChange, text_with_changes
from chartveil.formats.word.grammar import is_list_sign
from chartveil.formats.word.xml_names import VML, WP, M, W, split_tag

_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_CHARACTERS = {
    f"{W}tab": "\t",
    f"{W}ptab": "\t",
    f"{W}br": "\n",
    f"{W}cr": "\n",
    f"{W}noBreakHyphen": "\u2011",
}
_TEXTS = {f"{W}t", f"{M}t"}
_TEXT_ATTRIBUTES = ("title", "descr", "alt")
_PROPERTIES = {f"{W}pPr", f"{W}rPr", f"{W}sectPr", f"{W}tcPr", f"{W}trPr", f"{W}tblPr", f"{W}tblGrid"}
_PARTS = re.compile(r"([\n\t])")


@dataclass(frozen=True, slots=True)
class WordTextPiece:
    """A stretch of text.

    Attributes:
        text: what it says.
        element: where it stands; None for structure.
        attribute: the attribute of the element that holds it; empty where the element itself does.
    """

    text: str
    element: etree._Element | None = None
    attribute: str = ""


class WordDocumentText:
    """Collects the pieces of one part after another, in the order that a reader meets them."""

    def __init__(self) -> None:
        self.pieces: list[WordTextPiece] = []

    def add_part(self, root: etree._Element) -> None:
        """Adds the text of a part: paragraphs as lines, cells parted by tabs, rows as lines; text boxes,
        readings over letters and descriptions of pictures after the paragraph that they are anchored in."""
        self._blocks(root)

    def add_list_labels(self, numbering: etree._Element) -> None:
        """Adds what list labels say, as ``Visit of %1.``"""
        for element in numbering.iter(f"{W}lvlText"):
            if not is_list_sign(element.get(f"{W}val", "")):
                self._attribute(element, f"{W}val")

    def clear_unread(self, root: etree._Element) -> None:
        """Empties text and attributes that the walk does not come to: what was not read is not written."""
        read = {(piece.element, piece.attribute) for piece in self.pieces if piece.element is not None}
        for element in root.iter():
            if element.tag in _TEXTS and (element, "") not in read:
                element.text = None
            for name in (*_TEXT_ATTRIBUTES, f"{W}val") if element.tag == f"{W}lvlText" else _TEXT_ATTRIBUTES:
                said = element.get(name)
                if said and (element, name) not in read and not (name == f"{W}val" and is_list_sign(said)):
                    del element.attrib[name]

    def _blocks(self, container: etree._Element) -> None:
        for child in container:
            if child.tag == f"{W}p":
                self._paragraph(child)
            elif child.tag == f"{W}tbl":
                self._table(child)
            elif child.tag not in _PROPERTIES:
                self._blocks(child)

    def _table(self, table: etree._Element) -> None:
        for row in table.iterchildren(f"{W}tr"):
            cells = list(row.iterchildren(f"{W}tc"))
            for cell in cells:
                first = len(self.pieces)
                self._blocks(cell)
                # The end of the cell's last paragraph is the end of the cell.
                if len(self.pieces) > first and self.pieces[-1] == WordTextPiece("\n"):
                    self.pieces.pop()
                self.pieces.append(WordTextPiece("\n" if cell is cells[-1] else "\t"))

    def _paragraph(self, paragraph: etree._Element) -> None:
        beside: list[etree._Element] = []
        self._inline(paragraph, beside)
        self.pieces.append(WordTextPiece("\n"))
        for element in beside:
            if element.tag == f"{W}txbxContent":
                self._blocks(element)
                continue
            if element.tag == f"{W}rt":
                self._inline(element, beside)
                self.pieces.append(WordTextPiece("\n"))
                continue
            for name in _TEXT_ATTRIBUTES:
                if element.get(name, "").strip():
                    self._attribute(element, name)

    def _attribute(self, element: etree._Element, name: str) -> None:
        self.pieces += (WordTextPiece(element.get(name, ""), element, name), WordTextPiece("\n"))

    def _inline(self, container: etree._Element, beside: list[etree._Element]) -> None:
        for child in container:
            tag = child.tag
            if tag in _TEXTS:
                self.pieces.append(WordTextPiece(child.text or "", child))
            elif tag in _CHARACTERS:
                self.pieces.append(WordTextPiece(_CHARACTERS[tag], child))
            elif tag in (f"{W}txbxContent", f"{W}rt"):
                beside.append(child)
            elif tag not in _PROPERTIES:
                if tag == f"{WP}docPr" or split_tag(child)[0] == VML:
                    beside.append(child)
                self._inline(child, beside)


def apply_piece_changes(pieces: Sequence[WordTextPiece], changes: Sequence[PieceChange]) -> None:
    """Makes the changes in the trees that the pieces stand in.

    Raises:
        AssertionError: if one is in structure, which would be our bug.
    """
    by_piece: dict[int, list[PieceChange]] = {}
    for change in changes:
        by_piece.setdefault(change.piece, []).append(change)
    for i, mine in by_piece.items():
        piece = pieces[i]
        assert piece.element is not None, f"piece {i} is structure"
        _write_piece(piece, replace_illegal_characters(text_with_changes(piece.text, mine)))


def _write_piece(piece: WordTextPiece, text: str) -> None:
    element = piece.element
    assert element is not None
    if piece.attribute:
        element.set(piece.attribute, text)
        return
    if element.tag != f"{W}t" and element.tag in _TEXTS:
        element.text = re.sub(r"[\n\t]", " ", text)
        return
    parent = element.getparent()
    assert parent is not None
    at = parent.index(element)
    parent.remove(element)
    for part in _PARTS.split(text.replace("\r\n", "\n").replace("\r", "\n")):
        if not part:
            continue
        new = etree.Element({"\n": f"{W}br", "\t": f"{W}tab"}.get(part, f"{W}t"))
        if part not in "\n\t":
            new.text = part
            if part != part.strip():
                new.set(_SPACE, "preserve")
        parent.insert(at, new)
        at += 1
