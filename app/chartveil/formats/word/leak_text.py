"""All that a Word document says anywhere, for the leak check of an output and the tests of it: whatever is
not in the grammar's vocabulary is text."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator

from lxml import etree

from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.blank_picture import BLANK_PNG
from chartveil.formats.text.encoding import readable_strings
from chartveil.formats.word.grammar import grammar
from chartveil.formats.word.package import WordPackage
from chartveil.formats.word.xml_names import split_tag

_OUR_PART_NAMES = re.compile(
    r"/?(?:word/)?(?:_rels/)?(?:document|header[0-9]{1,5}|footer[0-9]{1,5}|footnotes|endnotes|comments|styles|"
    r"numbering|settings|theme|media/blank)\.(?:xml|png|xml\.rels)|\[Content_Types\]\.xml|_rels/\.rels"
)
_PACKAGE_WORDS = re.compile(
    r"rId[0-9]{1,5}|rIdBlank|xml|rels|png|image/png|application/(?:xml|vnd\.openxmlformats-(?:officedocument|"
    r"package)\.[a-z.]+\+xml)|http://schemas\.openxmlformats\.org/officeDocument/2006/relationships/[A-Za-z]{1,20}"
)
_PACKAGE_NAMESPACES = (
    "http://schemas.openxmlformats.org/package/2006/relationships",
    "http://schemas.openxmlformats.org/package/2006/content-types",
)
_XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"


def all_text(file: SourceFile) -> Iterator[tuple[str, str]]:
    """(part, text) of all parts: text by lines, then names and values that are not in the grammar."""
    package = WordPackage(file, ReadOptions())
    with zipfile.ZipFile(io.BytesIO(file.data)) as archive:
        names = [archive.comment.decode("latin-1"), *(m.filename for m in archive.infolist())]
        names += [(m.comment + m.extra).decode("latin-1") for m in archive.infolist()]
    yield "names of parts", "\n".join(n for n in names if n and not _OUR_PART_NAMES.fullmatch(n))
    for part, data in sorted(package.parts.items()):
        if data == BLANK_PNG:
            continue
        if part.endswith((".xml", ".rels")):
            root = package.xml(part)
            comments = [m.decode("utf-8", "replace") for m in re.findall(rb"<[!?](?!xml )[^>]*>", data)]
            text = "\n".join([*_lines(root), *_unknown_words(root), *comments])
        else:
            text = "\n".join(readable_strings(data))
        if text.strip():
            yield part, text


def _lines(root: etree._Element) -> Iterator[str]:
    """Text of each paragraph of any namespace, then all other text."""
    line: list[str] = []
    for event, element in etree.iterwalk(root, events=("start", "end")):
        local = split_tag(element)[1]
        if event == "end" and local in ("p", "tc", "comment") and line:
            yield "".join(line)
            line = []
        elif event == "start":
            if local in ("tab", "br", "cr"):
                line.append(" ")
            if element.text:
                if local not in ("t", "delText"):
                    yield element.text
                else:
                    line.append(element.text)
        if event == "end" and element.tail and element.tail.strip():
            line.append(element.tail)
    yield "".join(line)


def _unknown_words(root: etree._Element) -> Iterator[str]:
    """Namespaces, names of elements and attributes, and values that the grammar does not hold."""
    known = {*grammar().namespaces.values(), *_PACKAGE_NAMESPACES}
    seen: set[tuple[str | None, str]] = set()
    for element in root.iter():
        for prefix, space in (
            element.nsmap.items() if element is root or element.prefix not in root.nsmap else ()
        ):
            if space not in known and (prefix, space) not in seen:
                seen.add((prefix, space))
                yield f"{prefix} {space}"
        space, local = split_tag(element)
        rule = grammar().elements.get(str(element.tag))
        if rule is None and space not in _PACKAGE_NAMESPACES:
            yield local
        for name, value in element.attrib.items():
            attribute = rule.attributes.get(str(name)) if rule else None
            if attribute is not None:
                if grammar().closed(attribute.form, str(value)) != value:
                    yield str(value)
            elif space in _PACKAGE_NAMESPACES:
                if not (_PACKAGE_WORDS.fullmatch(str(value)) or _OUR_PART_NAMES.fullmatch(str(value))):
                    yield str(value)
            elif not (name == _XML_SPACE and value == "preserve"):
                yield f"{name!s} {value!s}"
