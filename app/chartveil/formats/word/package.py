"""The zip package of a Word document: opened within limits, and put together again under plain names."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from dataclasses import dataclass
from urllib.parse import unquote

from lxml import etree

from chartveil.domain.errors import InputError
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.blank_picture import BLANK_PNG
from chartveil.formats.safe_xml import parse_untrusted_xml

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_RELS = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
_TYPES = "{http://schemas.openxmlformats.org/package/2006/content-types}"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
_WORD_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml."
_MIB = 2**20
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
        self.parts = _unzip(file, options)
        self._refuse_others()
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
        """A part's root element. Raises InputError if the part is missing or not safe XML."""
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

    def _refuse_others(self) -> None:
        """Names the other zip-based formats that end up under this ending."""
        for part, kind, ending in (
            ("xl/workbook.xml", "an Excel workbook", ".xlsx"),
            ("ppt/presentation.xml", "a PowerPoint presentation", ".pptx"),
            ("mimetype", "an OpenDocument or EPUB file", ".odt"),
        ):
            if part in self.parts and "word/document.xml" not in self.parts:
                raise InputError(
                    f"is {kind}, not a Word document.",
                    where=self.where,
                    remedy=f"Give it its own ending back ({ending}), or save it as .docx.",
                )

    def _refuse_macros(self) -> None:
        types = self.parts.get("[Content_Types].xml", b"").lower()
        if b"macroenabled" in types or any(n.lower().endswith("vbaproject.bin") for n in self.parts):
            raise InputError(
                "holds macros, which could carry anything.",
                where=self.where,
                remedy="Save it in Word as 'Word Document (*.docx)', which leaves them out.",
            )


def _unzip(file: SourceFile, options: ReadOptions) -> dict[str, bytes]:
    data, where, limits = file.data, file.path, options.limits
    _refuse_other_files(data, where)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [m for m in archive.infolist() if not m.is_dir()]
            names = [m.filename.lstrip("/") for m in members]
            if len(members) > limits.members or sum(m.file_size for m in members) > limits.unpacked_bytes:
                raise _bomb(where, "unpacks to more than the limits allow")
            for m in members:
                if m.flag_bits & 1:
                    raise InputError(
                        "is an encrypted zip archive.", where=where, remedy="Unlock it and save it again."
                    )
                if m.file_size >= _MIB and m.file_size > limits.ratio * max(m.compress_size, 1):
                    raise _bomb(where, f"holds a part compressed more than {limits.ratio} times")
            if len({n.lower() for n in names}) < len(names):
                raise InputError("holds two parts of one name.", where=where, remedy=_REPAIR)
            return {name: archive.read(m) for name, m in zip(names, members, strict=True)}
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, OSError, RuntimeError):
        raise InputError(
            "is not a readable .docx file: its zip archive is damaged or cut off.",
            where=where,
            remedy="Get the file again, or open it in a word processor and save it again.",
        ) from None


def _bomb(where: str, what: str) -> InputError:
    return InputError(
        f"{what}; such files are made to exhaust a computer.",
        where=where,
        remedy="Check where it came from. If it is good, raise the limits.",
    )


def _refuse_other_files(data: bytes, where: str) -> None:
    """Says what a file is that is no zip archive."""
    if data.startswith(b"PK"):
        return
    if data.startswith(_OLE):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise InputError(
                "is password-protected.",
                where=where,
                remedy="Open it in Word, take the password away (File, Info, Protect Document), and save it.",
            )
        raise InputError(
            "is an old Word file (.doc), whatever its ending says.",
            where=where,
            remedy="Open it in a word processor and save it as .docx.",
        )
    for signature, kind, ending in (
        (b"{\\rtf", "an RTF file", ".rtf"),
        (b"%PDF-", "a PDF", ".pdf"),
        (b"<", "an HTML or XML file", ".html"),
    ):
        if data.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(signature):
            raise InputError(
                f"is {kind}, not a Word document.", where=where, remedy=f"Give it the ending {ending}."
            )
    raise InputError(
        "is not a Word document: it is no zip archive.",
        where=where,
        remedy="Give it the ending of its true format, or save it as .docx.",
    )


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
