"""XML from outside: no document types, no entities, no network."""

from __future__ import annotations

import re

from lxml import etree

from chartveil.domain.errors import InputError

_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def parse_untrusted_xml(data: bytes, where: str, part: str) -> etree._Element:
    """The root element of a part of a file.

    Raises:
        InputError: if it is not well formed, or declares a document type, with which XML can name files
            of this machine and grow without bound.
    """
    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as e:
        line = e.position[0] if e.position else 0
        raise InputError(
            f"is damaged: its part {part} is not well-formed XML (line {line}).",
            where=where,
            remedy="Open it in a word processor, let it repair the file, and save it again.",
        ) from None
    info = root.getroottree().docinfo
    if info.internalDTD is not None or info.doctype:
        raise InputError(
            f"declares a document type in its part {part}, which no office program does.",
            where=where,
            remedy="Do not open it in other programs; ask its sender for a clean copy.",
        )
    return root


def replace_illegal_characters(text: str) -> str:
    """The text with characters that XML cannot hold shown as U+FFFD."""
    return _ILLEGAL.sub("\ufffd", text)
