"""The parts of a Word document that show text, cleaned, in reading order, and their way back into a file."""

from __future__ import annotations

from dataclasses import dataclass

from lxml import etree

from chartveil.domain.errors import InputError
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.word.cleaning import rename_styles, resolve_part
from chartveil.formats.word.package import WordPackage, WordPackageWriter
from chartveil.formats.word.rebuild import CopyNames, PartRebuilder
from chartveil.formats.word.text import WordDocumentText
from chartveil.formats.word.theme import plain_theme
from chartveil.formats.word.xml_names import W

KEPT_PART_KINDS = (
    "header",
    "footer",
    "footnotes",
    "endnotes",
    "comments",
    "styles",
    "numbering",
    "settings",
    "theme",
)
"""Parts that a copy has beside the document itself."""
_READING_ORDER = ("header", "document", "footer", "footnotes", "endnotes", "comments")
_ROOTS = {"header": "hdr", "footer": "ftr"}


@dataclass(slots=True)
class _Part:
    kind: str
    name: str
    """Name of the part in the output, within ``word/``."""
    id: str
    """Relationship id in the output."""
    root: etree._Element
    source: str
    """Name of the part in the file."""


_PART_KINDS = (
    ("docProps/thumbnail", "picture of the first page"),
    ("docProps/", "document properties"),
    ("customXml/", "data of another program"),
    ("word/embeddings/", "embedded file"),
    ("word/activeX/", "control"),
    ("word/vba", "macro"),
    # Pictures are counted where they are shown; settings and themes are formatting.
    ("word/media/", ""),
    ("word/settings", ""),
    ("word/webSettings", ""),
    ("word/theme/", ""),
    ("word/fontTable", ""),
    ("word/stylesWithEffects", ""),
)
"""How parts of a file that are in no copy begin, and what a person calls them; empty for formatting."""


def _part_kind(name: str) -> str:
    """What a part of the file is to a person; empty for formatting."""
    return next((kind for start, kind in _PART_KINDS if name.startswith(start)), "part of the file")


class WordDocument:
    """All parts that stay.

    Attributes:
        text: their pieces of text, in reading order.
        dropped: how many things of which kind are not in the copy.

    Raises:
        InputError: if the file is not a readable Word document.
    """

    def __init__(self, file: SourceFile, options: ReadOptions) -> None:
        package = WordPackage(file, options)
        self._main = package.xml(package.main)
        if self._main.tag != f"{W}document":
            raise InputError(
                "holds no text document in its document part.",
                where=file.path,
                remedy="Open it in a word processor and save it as .docx again.",
            )
        self._parts: list[_Part] = []
        new_names = CopyNames()
        self.dropped = new_names.dropped
        numbers: dict[str, int] = {}
        for relation in package.relationships(package.main):
            kind = relation.kind
            if kind not in KEPT_PART_KINDS or relation.external:
                continue
            numbered = kind in _ROOTS
            numbers[kind] = numbers.get(kind, 0) + 1
            if numbers[kind] > 1 and not numbered:
                continue
            root = package.xml(relation.target)
            new_id = f"rId{len(self._parts) + 1}"
            new_names.links[relation.id] = new_id
            name = f"{kind}{numbers[kind]}.xml" if numbered else f"{kind}.xml"
            self._parts.append(_Part(kind, name, new_id, root, relation.target))
        kept = {package.main, *(part.source for part in self._parts)}
        others = {n for n in package.parts if not n.endswith(".rels") and n != "[Content_Types].xml"} - kept
        self.dropped.update(kind for name in others if (kind := _part_kind(name)))
        self._rebuild(file.path, new_names)
        self.text = WordDocumentText()
        for kind in _READING_ORDER:
            for root in self._roots(kind):
                self.text.add_part(root)
        for root in self._roots("numbering"):
            self.text.add_list_labels(root)
        for part in self._parts:
            self.text.clear_unread(part.root)
        self.text.clear_unread(self._main)

    def to_bytes(self) -> bytes:
        """The document as a file."""
        writer = WordPackageWriter()
        links = [(s.id, s.kind, s.name) for s in self._parts]
        writer.add_part("word/document.xml", "document.main", self._main, links)
        for part in self._parts:
            writer.add_part(f"word/{part.name}", part.kind, part.root, [])
        return writer.to_bytes()

    def _roots(self, kind: str) -> list[etree._Element]:
        if kind == "document":
            return [self._main]
        return [s.root for s in self._parts if s.kind == kind]

    def _rebuild(self, where: str, names: CopyNames) -> None:
        """Puts new trees in place of the old: what is not in the grammar is in none."""
        for root in self._roots("styles"):
            names.styles |= rename_styles(root)
        rebuilder = PartRebuilder(names, where)
        for part in self._parts:
            if part.kind == "theme":
                part.root = plain_theme(part.root)
                continue
            resolve_part(part.root, where)
            part.root = rebuilder.part(part.root, f"{W}{_ROOTS.get(part.kind, part.kind)}")
        resolve_part(self._main, where)
        self._main = rebuilder.part(self._main, self._main.tag)
