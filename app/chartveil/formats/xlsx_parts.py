"""The parts of an Excel package that openpyxl does not show: formulas without results, hidden texts."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from xml.etree.ElementTree import Element  # the type only; parsing is defusedxml's

from chartveil.errors import InputError
from chartveil.formats.base import InputLimits
from chartveil.formats.zips import read_member

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_STRICT = "{http://purl.oclc.org/ooxml/spreadsheetml/main}"
_CORE = (
    b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    b'<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"/>'
)
_NAMES = frozenset({"name", "displayName", "uniqueName", "caption", "title", "author"})
"""Attributes that people write into, so that even a number in one may tell something."""
_FIGURES = re.compile(r"[-0-9.,:%\s]{0,12}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8}|[A-Z]{1,3}\d+(?::[A-Z]{1,3}\d+)?")
"""Sizes, colours and cell references in other attributes: they are legion, and tell nothing."""
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip entry can hold."""


def first_unresolved_formula(archive: zipfile.ZipFile, limits: InputLimits, where: str) -> str:
    """The first cell with a formula and no stored result, as ``xl/worksheets/sheet1.xml, cell B7``.

    Empty if there is none.

    Raises:
        InputError: if a sheet is damaged.
    """
    for info in archive.infolist():
        if not info.filename.startswith("xl/worksheets/") or not info.filename.endswith(".xml"):
            continue
        data = read_member(archive, info, limits, where)
        if b"<f" not in data and b":f" not in data:
            continue
        cell = _first_unresolved(data, f"{where}, {info.filename}")
        if cell:
            return f"{info.filename}, cell {cell}"
    return ""


def _first_unresolved(data: bytes, where: str) -> str:
    for element in _elements(data, where):
        if element.tag not in (f"{_MAIN}c", f"{_STRICT}c"):
            continue
        space = element.tag[:-1]
        result = element.findtext(f"{space}v") or element.find(f"{space}is")
        empty_text = element.get("t") == "str"  # a formula may well result in no text
        if element.find(f"{space}f") is not None and not result and not empty_text:
            return element.get("r", "without a name")
        element.clear()
    return ""


def _elements(data: bytes, where: str) -> Iterator[Element]:
    """Each element once it is complete.

    Raises:
        InputError: if the part is no well-formed XML, or defines entities.
    """
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import ParseError, iterparse

    try:
        for _, element in iterparse(io.BytesIO(data), forbid_dtd=True):
            yield element
    except (ParseError, DefusedXmlException, ValueError, LookupError) as e:
        raise InputError(
            f"is no valid XML ({type(e).__name__}).",
            where=where,
            remedy="Open the workbook in Excel or LibreOffice and save it again as .xlsx.",
        ) from None


def _xml_texts(data: bytes, where: str) -> Iterator[str]:
    for element in _elements(data, where):
        yield from (text for text in (element.text, element.tail) if text and not text.isspace())
        for name, value in element.attrib.items():
            if name in _NAMES or not _FIGURES.fullmatch(value):
                yield value


def package_texts(archive: zipfile.ZipFile, limits: InputLimits, where: str) -> Iterator[tuple[str, str]]:
    """Every text and attribute of every XML part, other parts as Latin-1, with the part's name."""
    for info in archive.infolist():
        if info.is_dir():
            continue
        data = read_member(archive, info, limits, where)
        name = info.filename
        yield "names of parts", name
        if name.endswith((".xml", ".rels", ".vml")):
            texts = list(_xml_texts(data, f"{where}, {name}"))
            yield name, "\n".join(texts)
        else:
            yield name, data.decode("latin-1")
    if archive.comment:
        yield "zip comment", archive.comment.decode("latin-1")


def repack_without_metadata(data: bytes) -> bytes:
    """The package with nothing that tells when, where or by whom it was made; the same bytes each time."""
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as source,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for name in sorted(source.namelist()):
            info = zipfile.ZipInfo(name, _EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 0
            target.writestr(info, _CORE if name == "docProps/core.xml" else source.read(name))
    return out.getvalue()
