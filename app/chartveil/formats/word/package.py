"""The zip package of a Word document: opened within limits, and put together again under plain names."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from dataclasses import dataclass
from urllib.parse import unquote

from lxml import etree

from chartveil.domain.errors import InputError
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.blank_picture import BLANK_PNG
from chartveil.formats.safe_xml import parse_untrusted_xml
from chartveil.formats.zips import open_zip, read_member

_RELS = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
_TYPES = "{http://schemas.openxmlformats.org/package/2006/content-types}"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
_WORD_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml."
_REPAIR = "Open it in a word processor, let it repair the file, and save it again."
BLANK_PICTURE_RELATIONSHIP_ID = "rIdBlank"
"""Relationship id by which any part shows the blank picture."""


@dataclass(frozen=True, slots=True)
class Relationship:
    """A relationship of a part: its kind (last word of the type), and what part or address it points to."""

    id: str
    kind: str
    target: str
    external: bool


class WordPackage:
    """An opened package.

    Raises:
        InputError: if the file is not a package of a Word document that can be read safely.
    """

    def __init__(self, file: SourceFile, options: ReadOptions) -> None:
        self.where = file.path
        self.parts = _read_parts(file, options)
        mains = [r for r in self.relationships("") if r.kind == "officeDocument"]
        self.main = mains[0].target if mains else "word/document.xml"
        if self.main not in self.parts:
            raise InputError(
                "holds no document part: it is not a Word document, or is damaged.",
                where=self.where,
                remedy=_REPAIR,
            )
        self._refuse_macros()

    def xml(self, part: str) -> etree._Element:
        """A part's root element.

        Raises:
            InputError: if the part is missing or no safe XML.
        """
        if part not in self.parts:
            raise InputError(
                "is damaged: it refers to a part that it does not hold.", where=self.where, remedy=_REPAIR
            )
        return parse_untrusted_xml(self.parts[part], self.where, part)

    def relationships(self, part: str) -> list[Relationship]:
        """Relationships of a part (of the package for ``""``), in the file's order."""
        folder, name = posixpath.split(part)
        rels = posixpath.join(folder, "_rels", f"{name}.rels")
        if rels not in self.parts:
            return []
        out = []
        for element in self.xml(rels).iter(_RELS):
            target = element.get("Target", "")
            external = element.get("TargetMode") == "External"
            if not external:
                target = posixpath.normpath(posixpath.join("/", folder, unquote(target))).lstrip("/")
            kind = element.get("Type", "")
            if kind == "http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument":
                raise InputError(
                    "is a Strict Open XML document, which is not supported.",
                    where=self.where,
                    remedy="Save it in Word as 'Word Document (*.docx)'.",
                )
            out.append(Relationship(element.get("Id", ""), kind.rpartition("/")[2], target, external))
        return out

    def _refuse_macros(self) -> None:
        types = self.parts.get("[Content_Types].xml", b"").lower()
        if b"macroenabled" in types or any(n.lower().endswith("vbaproject.bin") for n in self.parts):
            raise InputError(
                "holds macros, which could carry anything.",
                where=self.where,
                remedy="Save it in Word as 'Word Document (*.docx)', which leaves them out.",
            )


def _read_parts(file: SourceFile, options: ReadOptions) -> dict[str, bytes]:
    """Content of every part by its name.

    Raises:
        InputError: if the zip file is damaged, protected or a bomb, or names two parts alike.
    """
    with open_zip(file.data, options.limits, file.path) as archive:
        members = [m for m in archive.infolist() if not m.is_dir()]
        names = [m.filename.lstrip("/") for m in members]
        if len({n.lower() for n in names}) < len(names):
            raise InputError("holds two parts of one name.", where=file.path, remedy=_REPAIR)
        return {
            name: read_member(archive, m, options.limits, file.path)
            for name, m in zip(names, members, strict=True)
        }


class WordPackageWriter:
    """Puts a package together: the same parts give the same bytes."""

    def __init__(self) -> None:
        self._parts: list[tuple[str, bytes]] = []
        self._types: list[tuple[str, str]] = []
        self._blank = False

    def add_part(self, name: str, kind: str, root: etree._Element, links: list[tuple[str, str, str]]) -> None:
        """Adds a part.

        Args:
            name: e.g. ``word/header1.xml``.
            kind: its content type, without what all parts of a Word document begin with.
            root: its XML.
            links: (id, kind, target) of its relationships.
        """
        data = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
        content_type = f"{_WORD_TYPE}{kind}+xml"
        if kind == "theme":
            content_type = "application/vnd.openxmlformats-officedocument.theme+xml"
        self._types.append((f"/{name}", content_type))
        self._parts.append((name, data))
        if BLANK_PICTURE_RELATIONSHIP_ID.encode() in data:
            self._blank = True
            links = [*links, (BLANK_PICTURE_RELATIONSHIP_ID, "image", "media/blank.png")]
        if links:
            folder, base = posixpath.split(name)
            self._parts.append((f"{folder}/_rels/{base}.rels", _rels(links)))

    def to_bytes(self) -> bytes:
        """The package, with a fixed date on every part."""
        types = "".join(f'<Override PartName="{n}" ContentType="{t}"/>' for n, t in self._types)
        content = (
            '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
            f'<Types xmlns="{_TYPES[1:-1]}"><Default Extension="rels" '
            'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            '<Default Extension="xml" ContentType="application/xml"/>'
            f'<Default Extension="png" ContentType="image/png"/>{types}</Types>'
        )
        root = _rels([("rId1", "officeDocument", "word/document.xml")])
        parts = [("[Content_Types].xml", content.encode()), ("_rels/.rels", root), *self._parts]
        if self._blank:
            parts.append(("word/media/blank.png", BLANK_PNG))
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in parts:
                info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
                info.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(info, data)
        return out.getvalue()


def _rels(links: list[tuple[str, str, str]]) -> bytes:
    items = "".join(
        f'<Relationship Id="{i}" Type="{_OFFICE}{kind}" Target="{target}"/>' for i, kind, target in links
    )
    head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    namespace = re.sub(r"[{}]|Relationship$", "", _RELS)
    return f'{head}<Relationships xmlns="{namespace}">{items}</Relationships>'.encode()
