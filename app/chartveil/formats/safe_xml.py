"""Reads XML from outside: without document types, entities and network. No other module parses such XML."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from chartveil.domain.errors import InputError

if TYPE_CHECKING:
    from lxml import etree

ILLEGAL_XML_CHARACTER = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Everything outside the Char production of XML 1.0 (section 2.2)."""
_SAFE: dict[str, Any] = {
    "resolve_entities": False,
    "no_network": True,
    "load_dtd": False,
    "huge_tree": False,
    "remove_comments": True,
    "remove_pis": True,
}
_REPAIR = "Open it in the program that made it, let it repair the file, and save it again."


def parse_untrusted_xml(data: bytes, where: str, part: str = "", remedy: str = _REPAIR) -> etree._Element:
    """The root element of an XML file, or of one part of a package.

    Args:
        data: the XML.
        where: the file, for messages.
        part: the part of it; empty where the file is the XML.
        remedy: what to do if it is not well formed.

    Raises:
        InputError: if it is not well formed, or declares a document type, with which XML can name files
            of this machine and grow without bound.
    """
    from lxml import etree

    try:
        root = etree.fromstring(data, etree.XMLParser(**_SAFE))
    except etree.XMLSyntaxError as e:
        raise _not_well_formed(e, where, part, remedy) from None
    _refuse_document_type(root, where, part)
    return root


def iterate_untrusted_xml(data: bytes, where: str, part: str) -> Iterator[etree._Element]:
    """Each element of a part once it is complete, inner ones first.

    Raises:
        InputError: as ``parse_untrusted_xml``.
    """
    from lxml import etree

    try:
        for event, element in etree.iterparse(io.BytesIO(data), events=("start", "end"), **_SAFE):
            if event == "end":
                yield element
            elif element.getparent() is None:
                _refuse_document_type(element, where, part)
    except etree.XMLSyntaxError as e:
        raise _not_well_formed(e, where, part, _REPAIR) from None


def _not_well_formed(error: etree.XMLSyntaxError, where: str, part: str, remedy: str) -> InputError:
    line = error.position[0] if error.position else 0
    subject = f"is damaged: its part {part}" if part else "is damaged: it"
    if "depth" in str(error.msg):
        return InputError("is nested deeper than any document that people write.", where=where, remedy=remedy)
    return InputError(f"{subject} is not well-formed XML (line {line}).", where=where, remedy=remedy)


def _refuse_document_type(root: etree._Element, where: str, part: str) -> None:
    if root.getroottree().docinfo.internalDTD is not None:
        raise InputError(
            f"declares a document type{f' in its part {part}' if part else ''}, which can hide text or "
            "exhaust memory.",
            where=where,
            remedy="Do not open it in other programs; ask its sender for a clean copy.",
        )


def replace_illegal_characters(text: str) -> str:
    """The text with characters that XML cannot hold shown as U+FFFD."""
    return ILLEGAL_XML_CHARACTER.sub("\ufffd", text)
