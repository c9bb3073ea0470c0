"""Extracts all strings of a written copy, with readers of its own.

Each format is read by another library or another, simpler walk than the one that wrote it. What they give is
coarser than a document's text: strings as they stand in the file, with what is next to them unknown.
"""

from __future__ import annotations

import codecs
import gzip
import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from html.parser import HTMLParser
from itertools import chain
from typing import IO, Any
from urllib.parse import unquote
from xml.parsers import expat

from chartveil.domain.entities import unescape_entities
from chartveil.formats.blank_picture import BLANK_DATA_URL, BLANK_PNG

_BLANK_HEX = BLANK_PNG.hex()
_MOST_UNPACKED = 512 * 2**20
"""Bytes of a packed part that is opened. What formats read has limits of its own, an archive inside another
has not."""
_BLOCK = 1 << 20
"""Characters of a text from which on it is cut at the next end of a line; bytes of XML read at once."""
_OWN_TITLE = re.compile(r"Sheet(?: \d{1,4}){0,2}")
"""Titles that our writer gives to sheets."""
_MOST_SEEN = 100_000
"""Words of markup that are remembered, so that each is told once or seldom."""
_RTF_TOKEN = re.compile(
    r"\\'(?P<hex>[0-9a-fA-F]{2})|\\(?P<word>[a-zA-Z]+)(?P<number>-?[0-9]+)? ?|\\(?P<symbol>[^a-zA-Z])|[{}]|"
    r"(?P<run>[^\\{}]+)",
    re.DOTALL,
)
_CHARSET = re.compile(rb"""(?:charset|encoding)\s*=\s*["']?\s*([A-Za-z0-9_:-]{2,30})""", re.IGNORECASE)
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2}){2}|[A-Za-z]%20[A-Za-z]")
_PACKAGE_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_RTF_TABLES = frozenset({"fonttbl", "stylesheet", "listtable", "listoverridetable", "colortbl", "fldinst"})
"""Groups of RTF whose text is no text of the page."""
_END_TAG_TAIL = re.compile(r"</[^\s>]*+([^>]+)>")
"""Text behind the name of an end tag, which the parser passes over."""
_HEX_COLOUR = re.compile(r"#[0-9A-Fa-f]{3}|#?(?:[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})")
_COLOUR_IN_STYLE = re.compile(r"#(?:[0-9A-Fa-f]{6}|[0-9A-Fa-f]{3})(?![0-9A-Za-z])")
UNREAD = "\ufffd"
"""Stands for a character that a reader here does not decode: what is beside it may be part of a word."""


@dataclass(frozen=True, slots=True)
class CopyString:
    """A string of a file.

    Attributes:
        where: part of the file, never its content.
        text: as decoded.
        is_text: whether a reader of the file may see it as text; else a name or a value of the markup.
        open_ends: whether a word at its ends may go on in the next string.
    """

    where: str
    text: str
    is_text: bool
    open_ends: bool = False


class UnreadPartError(Exception):
    """A packed part of a file cannot be opened: what it holds is not known."""


def copy_strings(data: bytes, format_name: str) -> Iterator[CopyString]:
    """All strings of a copy.

    Args:
        data: the copy.
        format_name: ``Format.name`` of the format that it was written in.
    """
    if data.startswith(b"PK"):
        yield from _package_strings(data)
    elif format_name == "html":
        yield from _html_strings(_decoded(data))
    elif format_name == "rtf":
        yield from _rtf_strings(data.decode("latin-1"))
    elif format_name == "parquet":
        yield from _parquet_strings(data)
    elif format_name == "jsonl":
        yield from _json_strings(_decoded(data))
    else:
        # In blocks of lines: the words of a whole table would fill the memory.
        text, start = _decoded(data), 0
        while start < len(text):
            end = text.find("\n", start + _BLOCK) + 1 or len(text)
            yield CopyString("the file", text[start:end], True)
            start = end


def raw_views(data: bytes) -> Iterator[str]:
    """A file decoded in every plausible way, with archives and packed streams opened: where a word of it may
    stand, without a notion of its format.

    Memory: about ten times that of the unpacked file.

    Raises:
        UnreadPartError: if a packed part is damaged, too large, or too deep in others to be opened.
    """
    for part in _unpacked(data, depth=3):
        for text in _decodings(part):
            yield text
            if _PERCENT.search(text):
                yield unquote(text, errors="replace")
            if "&" in text:
                yield unescape_entities(text)
            if "\\" in text:
                yield re.sub(
                    r"\\u([0-9a-fA-F]{4})|\\'([0-9a-fA-F]{2})|\\u(-?\d{1,5}) ?\??",
                    lambda m: chr((int(m[1] or m[2], 16) if m[1] or m[2] else int(m[3])) & 0xFFFF),
                    text,
                )


def _unpacked(data: bytes, depth: int) -> Iterator[bytes]:
    """The bytes, and those of what is packed in them."""
    if not depth and data.startswith((b"PK\x03\x04", b"PAR1", b"\x1f\x8b")):
        raise UnreadPartError
    if depth and data.startswith(b"PK"):
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                if sum(member.file_size for member in archive.infolist()) > _MOST_UNPACKED:
                    raise UnreadPartError
                yield archive.comment
                for member in archive.infolist():
                    yield member.filename.encode("utf-8", "replace") + b"\n" + member.comment + member.extra
                    yield from _unpacked(archive.read(member), depth - 1)
            return
        except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError):
            if data.startswith(b"PK\x03\x04"):  # a text may begin with these letters
                raise UnreadPartError from None
    if depth and data.startswith(b"PAR1"):
        # Its schema and its pages are packed in ways of its own.
        try:
            texts = [string.text for string in _parquet_strings(data)]
        except (ImportError, OSError, ValueError, TypeError, OverflowError, NotImplementedError):
            raise UnreadPartError from None
        yield "\n".join(texts).encode("utf-8", "replace")
    if depth and data.startswith(b"\x1f\x8b"):
        try:
            yield from _unpacked(gzip.decompress(data), depth - 1)
            return
        except (OSError, EOFError, zlib.error):
            raise UnreadPartError from None
    yield data


def _decodings(data: bytes) -> Iterator[str]:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        yield data.decode("utf-16", "replace")
        return
    if b"\0" in data:
        yield data.decode("utf-16-le", "replace")
        yield data.decode("utf-16-be", "replace")
    try:
        yield data.decode("utf-8")
    except UnicodeDecodeError:
        yield data.decode("cp1252", "replace")
    declared = _CHARSET.search(data, 0, 4096)
    if declared:
        with suppress(LookupError):
            yield data.decode(declared[1].decode("ascii"), "replace")


def _decoded(data: bytes) -> str:
    """The text of a text file. In an unknown encoding, what is no ASCII is told as not read."""
    if data.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        return data.decode("utf-32", "replace")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    if b"\0" in data:
        wide = len(data[:4096:2].replace(b"\0", b"")) > len(data[1:4096:2].replace(b"\0", b""))
        return data.decode("utf-16-le" if wide else "utf-16-be", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return re.sub(r"[^\0-\x7f]", UNREAD, data.decode("latin-1"))


class _HtmlStrings(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[CopyString] = []

    def handle_data(self, data: str) -> None:
        self.found.append(CopyString("the text", data, True, open_ends=True))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(CopyString("a tag", tag, False))
        for name, value in attrs:
            self.found.append(CopyString("an attribute", name, False))
            if tag == "meta" and value and name in ("charset", "content"):
                value = _without_encoding(value)
            if value and value != BLANK_DATA_URL:
                self.found.append(CopyString("an attribute", _COLOUR_IN_STYLE.sub(" ", value), False))

    def handle_endtag(self, tag: str) -> None:
        self.found.append(CopyString("a tag", tag, False))

    def handle_comment(self, data: str) -> None:
        self.found.append(CopyString("a comment", data, True))

    def handle_decl(self, decl: str) -> None:
        self.found.append(CopyString("a declaration", decl, False))

    unknown_decl = handle_comment
    handle_pi = handle_comment


def _without_encoding(value: str) -> str:
    """What a meta element says besides the name of an encoding."""
    label = value.rpartition("=")[2].strip()
    try:
        codecs.lookup(label)
    except (LookupError, ValueError):
        return value
    return value.removesuffix(label) if label.isascii() else value


def _html_strings(text: str) -> Iterator[CopyString]:
    parser = _HtmlStrings()
    parser.feed(text)
    parser.close()
    behind_names = (CopyString("an end tag", m[1], False) for m in _END_TAG_TAIL.finditer(text))
    return chain(parser.found, behind_names)


def _rtf_strings(source: str) -> Iterator[CopyString]:
    """Runs between control words, and the control words. A code above ASCII may be of any encoding."""
    text: list[str] = []
    skip, length = 0, 1
    depth, table = 0, 0
    for m in _RTF_TOKEN.finditer(source):
        if m["hex"]:
            code = int(m["hex"], 16)
            text.append("" if skip else chr(code) if code < 128 else UNREAD)
            skip = max(skip - 1, 0)
            continue
        if m["run"]:
            run = m["run"].replace("\r", "").replace("\n", "")
            if _BLANK_HEX in run:
                run = run.replace(_BLANK_HEX, "")
            text.append(run[skip:])
            skip = max(skip - len(run), 0)
            continue
        if m["word"] == "u" and m["number"]:
            text.append(chr(int(m["number"]) & 0xFFFF))
            skip = length
            continue
        if m["word"] == "uc" and m["number"]:
            length = max(int(m["number"]), 0)
        skip = 0
        if text:
            yield CopyString("the text", "".join(text), not table, open_ends=True)
            text = []
        depth += {"{": 1, "}": -1}.get(m.group(), 0)
        if table and depth < table:
            table = 0
        if m["word"] in _RTF_TABLES and not table:
            table = depth
        if m["word"]:
            yield CopyString("a control word", m["word"], False)
            if m["number"]:
                yield CopyString("a control word", m["number"], False)
    if text:
        yield CopyString("the text", "".join(text), True, open_ends=True)


def _package_strings(data: bytes) -> Iterator[CopyString]:
    """Of an Office file: names of members, and all names, values and texts of its XML."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        yield CopyString("the archive", archive.comment.decode("latin-1"), False)
        for member in archive.infolist():
            yield CopyString("the archive", member.filename, False)
            yield CopyString("the archive", (member.comment + member.extra).decode("latin-1"), False)
            with archive.open(member) as stream:
                head = stream.read(_BLOCK)
                if head.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"<"):
                    yield from _XmlStrings(member.filename).strings(head, stream)
                elif (content := head + stream.read()) != BLANK_PNG:
                    yield CopyString(member.filename, content.decode("latin-1"), False)


class _XmlStrings:
    """Names, values and texts of an XML file, in blocks: a sheet of a long table has a name for each cell.

    Args:
        where: as of ``CopyString``.
    """

    def __init__(self, where: str) -> None:
        self._where = where
        self._found: list[CopyString] = []
        self._text: list[str] = []
        self._seen: set[str] = set()
        self._inside: list[str] = []
        self._parser = expat.ParserCreate(namespace_separator=None)
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text.append
        self._parser.CommentHandler = self._add
        self._parser.ProcessingInstructionHandler = lambda target, value: self._add(f"{target} {value}")

    def strings(self, head: bytes, stream: IO[bytes]) -> Iterator[CopyString]:
        """All strings of a file; where it is no XML, it is one text.

        Args:
            head: the first block.
            stream: the rest.
        """
        block = head
        try:
            while block:
                self._parser.Parse(block, False)
                yield from self._take()
                block = stream.read(_BLOCK)
            self._parser.Parse(b"", True)
        except expat.ExpatError:
            yield CopyString(self._where, (block + stream.read()).decode("utf-8", "replace"), True)
        self._flush()
        yield from self._take()

    def _take(self) -> list[CopyString]:
        found, self._found = self._found, []
        return found

    def _add(self, value: str) -> None:
        self._found.append(CopyString(self._where, value, False))

    def _flush(self) -> None:
        if self._text:
            shown = _PACKAGE_ESCAPE.sub(lambda m: chr(int(m[1], 16)), "".join(self._text))
            self._found.append(CopyString(self._where, shown, self._inside[-1:] == ["t"], open_ends=True))
            self._text.clear()

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._flush()
        self._inside.append(name.rpartition(":")[2])
        title = (
            attributes.get("name", "") if self._inside[-1] == "sheet" else ""
        )  # which people write and see
        if title and not _OWN_TITLE.fullmatch(title):
            self._found.append(CopyString(self._where, title, True))
        for word in (name, *attributes, *attributes.values()):
            if word not in self._seen:
                if len(self._seen) >= _MOST_SEEN:
                    self._seen.clear()
                self._seen.add(word)
                if not _HEX_COLOUR.fullmatch(word):
                    self._add(word)

    def _end(self, _name: str) -> None:
        self._flush()
        self._inside.pop()


def _json_strings(text: str) -> Iterator[CopyString]:
    for line in text.split("\n"):
        if line.strip():
            try:
                yield from _json_values(json.loads(line))
            except ValueError:
                yield CopyString("a line", line, True)


def _json_values(value: Any) -> Iterator[CopyString]:
    left = [value]
    while left:
        item = left.pop()
        if isinstance(item, dict):
            for key, inner in item.items():
                yield CopyString("a key", str(key), True)
                left.append(inner)
        elif isinstance(item, list):
            left += item
        elif item is not None:
            yield CopyString("a value", str(item), True)


def _parquet_strings(data: bytes) -> Iterator[CopyString]:
    """Names of columns and of what is in them, metadata, statistics, each value, and the entries of
    dictionaries that no value uses."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    head = pq.read_metadata(pa.BufferReader(data))
    chunks = [(g, c) for g in range(head.num_row_groups) for c in range(head.num_columns)]
    paths = [head.schema.column(c).path for c in range(head.num_columns)]
    if head.created_by != f"parquet-cpp-arrow version {pa.__version__}":
        yield CopyString("metadata", head.created_by, False)
    pairs = [pair for pair in (head.metadata or {}).items() if pair[0] != b"ARROW:schema"]
    table = pq.read_table(pa.BufferReader(data), read_dictionary=paths)
    times = {field.name for field in table.schema if pa.types.is_temporal(field.type)}
    left: list[Any] = list(table.schema)
    while left:
        field = left.pop()
        yield CopyString("a column name", field.name, True)
        if pa.types.is_timestamp(field.type) and field.type.tz not in (None, "UTC"):
            yield CopyString("a time zone", field.type.tz, False)
        pairs += (field.metadata or {}).items()
        left += [field.type.field(i) for i in range(field.type.num_fields)]
    for pair in pairs:
        yield CopyString("metadata", b" ".join(pair).decode("utf-8", "replace"), False)
    for group, column in chunks:
        statistics = head.row_group(group).column(column).statistics
        # Bounds of times are numbers, and are among the values, which are read below.
        is_time = paths[column] in times
        if statistics is not None and statistics.has_min_max and not is_time:
            for value in (statistics.min_raw, statistics.max_raw):
                text = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
                yield CopyString("statistics", text, True)
    for column in table.columns:
        for chunk in column.chunks:
            packed = pa.types.is_dictionary(chunk.type)
            yield from _json_values(_parquet_values(chunk.dictionary if packed else chunk))


def _parquet_values(array: Any) -> list[Any]:
    """The values of an array; times by UTC, as a zone may have any name, and to the microsecond."""
    import pyarrow as pa

    if pa.types.is_timestamp(array.type):
        array = array.cast(pa.timestamp("us", "UTC" if array.type.tz is not None else None), safe=False)
    try:
        return list(array.to_pylist())
    except (ValueError, OverflowError):
        return list(array.cast(pa.string()).to_pylist())
