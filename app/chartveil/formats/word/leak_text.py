"""All that a Word document says anywhere, for the leak check of an output and the tests of it."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator

from lxml import etree

from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.blank_picture import BLANK_PNG
from chartveil.formats.builtin_names import is_builtin_style, is_known_font
from chartveil.formats.text.encoding import readable_strings
from chartveil.formats.word.package import WordPackage
from chartveil.formats.word.xml_names import A, W, split_name, split_tag

# Words of the format itself begin with a small letter; sizes, colours and ids are numbers.
_VOCABULARY = re.compile(
    r"[a-z][A-Za-z0-9]*|[-+]?[0-9]*\.?[0-9]+(?:pt|in|cm|mm|px|em|%)?|[0-9A-Fa-f]{6,8}|[0-9A-F]{4}|x-none|\{[-0-9A-Fa-f]{36}\}|"
    r"_x0000_[a-z][0-9]+|#_x0000_[a-z][0-9]+|rId[A-Z]?[a-z0-9]*|true|false|[A-Z]{2,3}|[a-z]{2,3}-[A-Za-z]{2,8}|"
    r"https?://(?:schemas\.openxmlformats\.org|schemas\.microsoft\.com|www\.w3\.org)/[\w./-]*|"
    r"(?:Heading|TOC|Style|List|Table|Header|Footer)[A-Za-z0-9]*"
)
_FREE_TEXT_ATTRIBUTES = {
    "descr",
    "title",
    "name",
    "alt",
    "string",
    "author",
    "initials",
    "date",
    "tooltip",
    "Target",
    "instr",
}
_FONTS = {
    f"{W}rFonts",
    f"{W}font",
    f"{A}latin",
    f"{A}ea",
    f"{A}cs",
    f"{A}font",
    f"{A}sym",
    f"{A}buFont",
    f"{W}sym",
}
_OUR_PART_NAMES = re.compile(
    r"/?(?:word/)?(?:_rels/)?(?:document|header[0-9]+|footer[0-9]+|footnotes|endnotes|comments|styles|numbering|"
    r"settings|theme|media/blank)\.(?:xml|png|xml\.rels)|\[Content_Types\]\.xml|_rels/\.rels"
)
_OUR_NAMES = re.compile(r"Author|Theme|Picture [0-9]+|Style [0-9]+|(?:application|image)/[\w.+-]+")


def all_text(file: SourceFile) -> Iterator[tuple[str, str]]:
    """(part, text) of all parts: text by lines, then attributes that are not the format's own words."""
    package = WordPackage(file, ReadOptions())
    with zipfile.ZipFile(io.BytesIO(file.data)) as archive:
        names = [archive.comment.decode("latin-1"), *(m.filename for m in archive.infolist())]
        names += [m.comment.decode("latin-1") for m in archive.infolist()]
    yield "names of parts", "\n".join(n for n in names if n and not _OUR_PART_NAMES.fullmatch(n))
    for part, data in sorted(package.parts.items()):
        if data == BLANK_PNG:
            continue
        if part.endswith((".xml", ".rels")):
            root = package.xml(part)
            text = "\n".join([*_lines(root), *_free_text_attributes(root), *_xml_comments(data)])
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


def _free_text_attributes(root: etree._Element) -> Iterator[str]:
    """Values of attributes that somebody may have typed."""
    for prefix, uri in sorted((p or "", u) for p, u in root.nsmap.items()):
        if not _VOCABULARY.fullmatch(uri) and not uri.startswith("urn:schemas-microsoft-com:"):
            yield f"{prefix} {uri}"
    for element in root.iter():
        for name, value in element.attrib.items():
            if is_free_text_attribute(element, str(name), str(value)):
                yield str(value)


def is_free_text_attribute(element: etree._Element, name: str, value: str) -> bool:
    """Whether an attribute's value is something that somebody may have typed: no number, no word of the
    format, no common font, no built-in style, none of our own names."""
    short = split_name(name)[1]
    if short not in _FREE_TEXT_ATTRIBUTES and _VOCABULARY.fullmatch(value):
        return False
    if (element.tag in _FONTS or short == "typeface") and is_known_font(value):
        return False
    return not (is_builtin_style(value) or _OUR_NAMES.fullmatch(value) or _OUR_PART_NAMES.fullmatch(value))


def drop_unread_attributes(root: etree._Element, read: set[tuple[int, str]]) -> None:
    """Takes away attributes that may have been typed and were not read as text: what was not read is not
    written. Font names stay, as they shape the text; ``all_text`` tells those that are not common.

    Args:
        root: of a cleaned part.
        read: identity of the element and name of each attribute that is the document's text.
    """
    for element in root.iter():
        for name, value in list(element.attrib.items()):
            space, short = split_name(str(name))
            typed = short in _FREE_TEXT_ATTRIBUTES or f"{{{space}}}" == W
            if not typed or element.tag in _FONTS or (id(element), str(name)) in read:
                continue
            if element.tag == f"{W}lvlText" and not re.search(r"[^\W\d_]{2}", str(value)):
                continue
            if is_free_text_attribute(element, str(name), str(value)):
                del element.attrib[name]


def _xml_comments(data: bytes) -> Iterator[str]:
    """Comments of the XML itself, which the parser leaves out."""
    for found in re.findall(rb"<!--(.*?)-->", data, re.DOTALL):
        yield found.decode("utf-8", "replace")
