"""Recognises text files that no format reads, by their content: e-mail, messages, XML, dumps, encoded files.

All of them decode as text, and none is a note: read as one, what they encode or tag would leave unread. The
kinds are a table, ``resources/formats/text_kinds.toml``.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

from chartveil.domain.errors import InputError
from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import read_toml
from chartveil.formats.base import SourceFile

AS_TEXT = "To read all of it as plain text: 'chartveil deid --as text'."
_HEAD = 1 << 16
"""Bytes by which the kind of lines is told, and in which the end of an element is looked for."""
_PROLOG = re.compile(r"(?:\s++|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^\[>]*+(?:\[.*?\]\s*+)?>)*+", re.DOTALL | re.I)
_TAG = re.compile(r"<([A-Za-z_][\w.-]*+(?::[\w.-]++)?)(\s[^<>]*+)?/?>")
_HTML = frozenset(
    """a article aside b base body br center div dl em font footer form h1 h2 h3 h4 h5 h6 head header hr html
    i img li link main meta nav noscript ol p pre script section span strong style table tbody td th title tr
    u ul""".split()
)
_ROOTS = frozenset(("html", "head", "body"))
_XML_START = re.compile(r"<\?xml\b|<!DOCTYPE\s+(?!html\b)|<!DOCTYPE[^\[>]*+\[", re.I)
_PAGE_START = re.compile(r"<!DOCTYPE\s+html\b[^\[>]*+>", re.I)
_PAGES = (".html", ".htm", ".xhtml")
_JSON = re.compile(r'\{\s*"[^"\n]{0,300}+"\s*:|\[\s*\{\s*["}]')


@dataclass(frozen=True, slots=True)
class _Kinds:
    """The table, its patterns compiled: those over characters, and those over bytes."""

    begins: tuple[tuple[re.Pattern[str], dict[str, Any]], ...]
    roots: tuple[tuple[re.Pattern[str], dict[str, Any]], ...]
    lines: tuple[tuple[re.Pattern[bytes], dict[str, Any]], ...]
    encoded: tuple[tuple[re.Pattern[bytes], dict[str, Any]], ...]
    holds: tuple[tuple[re.Pattern[bytes], dict[str, Any]], ...]
    endings: dict[str, dict[str, Any]]


@cache
def _kinds() -> _Kinds:
    table = read_toml(resources_folder() / "formats" / "text_kinds.toml", "the table of kinds of text")
    flags = re.MULTILINE
    return _Kinds(
        tuple((re.compile(k["begins"], flags | re.ASCII), k) for k in table["begins"]),
        tuple((re.compile(k["root"], flags | re.ASCII), k) for k in table["root"]),
        tuple((re.compile(b"^" + k["line"].encode(), flags), k) for k in table["lines"]),
        tuple((re.compile(k["part"].encode(), flags), k) for k in table["encoded"]),
        tuple((re.compile(k["holds"].encode(), flags), k) for k in table["holds"]),
        {ending: k for k in table["endings"] for ending in k["endings"]},
    )


def refuse_kind_by_beginning(file: SourceFile, head: str) -> None:
    """Refuses what its first characters tell.

    Args:
        file: the file, for the message.
        head: its first characters, without mark and leading white space.

    Raises:
        InputError: if it is of a kind that no format reads.
    """
    for pattern, kind in _kinds().begins:
        if pattern.match(head):
            raise _refusal(file, kind)
    if head.startswith("<") and (root := _xml_root(file, head)) is not None:
        raise _refusal(file, next(kind for pattern, kind in _kinds().roots if pattern.match(root)))


def _xml_root(file: SourceFile, head: str) -> str | None:
    """What follows the ``<`` of the root element of XML; None for what is no XML, or a page of HTML."""
    prolog = _PROLOG.match(head)
    at = prolog.end() if prolog else 0
    tag = _TAG.match(head, at)
    if _PAGE_START.match(head) and (tag is None or "xmlns" not in (tag[2] or "")):
        return None
    declared = re.search(r"<\?|<!DOCTYPE", head[: max(at, 2)], re.I) is not None
    # What declares text of its own, or begins as XML within an element that no page begins with, is no page.
    is_xml = file.suffix not in _PAGES and _XML_START.match(head) is not None
    if tag is not None and tag[1].lower() in _HTML and (tag[1].lower() in _ROOTS or not is_xml):
        return None
    # A note may begin with <Name> or <3; no note begins with <name key="value">, though a page may.
    key = "xmlns" if file.suffix in _PAGES else ""
    if declared or (tag is not None and tag[2] and re.search(rf"{key}[\w:.-]*\s*=\s*[\"']", tag[2])):
        return head[at + 1 :]
    return None


def refuse_kind_by_lines(file: SourceFile) -> None:
    """Refuses what its lines, its end or what is encoded in it tell, and what only its ending can tell.

    Raises:
        InputError: if it is of a kind that no format reads.
    """
    kinds, data = _kinds(), ascii_view(file.data)
    if file.suffix in kinds.endings:
        raise _refusal(file, kinds.endings[file.suffix])
    head = data[:_HEAD].decode("latin-1").lstrip("\xef\xbb\xbf\xfe\xff \t\r\n")
    if _JSON.match(head) or (head.startswith("[") and _is_json_list(file.data)):
        what = "is JSON, but not one object a line"
        raise _unread(file, what, "Write it as JSON lines: one object a line.")
    tag = _TAG.match(head)
    if tag is not None and data.rstrip().endswith(b">") and f"</{tag[1]}>".encode() in data:
        raise _refusal(file, kinds.roots[-1][1])
    lines = b"\n".join(line for line in data[:_HEAD].splitlines() if line.strip())
    count = lines.count(b"\n") + 1
    for pattern, kind in kinds.lines:
        found = sum(1 for _ in pattern.finditer(lines))
        if found >= kind["least"] and found >= kind["share"] * count:
            raise _refusal(file, kind)
    for pattern, kind in kinds.holds:
        if sum(1 for _ in islice(pattern.finditer(lines), kind["least"])) >= kind["least"]:
            raise _refusal(file, kind)
    refuse_encoded_parts(file, data)


def refuse_encoded_parts(file: SourceFile, data: bytes | None = None) -> None:
    """Refuses a text with an encoded attachment in it: nobody can read that, so nobody could search it.

    Args:
        file: the file.
        data: its ``ascii_view``, where that is at hand.

    Raises:
        InputError: naming the line.
    """
    data = ascii_view(file.data) if data is None else data
    for pattern, kind in _kinds().encoded:
        for found in pattern.finditer(data):
            if not kind.get("mixed") or _is_mixed(found[0]):
                line = data.count(b"\n", 0, found.start()) + 1
                raise InputError(
                    f"holds {kind['is']} in line {line}, which cannot be read.",
                    where=file.path,
                    remedy="Save what is attached as a file of its own, and take it out of this one.",
                )


def ascii_view(data: bytes) -> bytes:
    """The bytes so that ASCII patterns find ASCII in them, in UTF-16 and UTF-32 too."""
    return data.replace(b"\0", b"") if b"\0" in data[:_HEAD] else data


def _is_mixed(run: bytes) -> bool:
    """Whether it has capitals, small letters and digits, as base64 has and a word has not."""
    return all(re.search(kind, run) for kind in (b"[A-Z]", b"[a-z]", b"[0-9]"))


def _is_json_list(data: bytes) -> bool:
    try:
        return isinstance(json.loads(data), list)
    except (ValueError, RecursionError):
        return False


def _refusal(file: SourceFile, kind: dict[str, Any]) -> InputError:
    return _unread(file, f"is {kind['is']}", kind["remedy"])


def _unread(file: SourceFile, what: str, remedy: str) -> InputError:
    return InputError(f"{what}, which cannot be read.", where=file.path, remedy=f"{remedy} {AS_TEXT}")
