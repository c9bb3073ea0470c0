"""Random changes of a file: of its bytes, and of what its format is made of."""

from __future__ import annotations

import contextlib
import io
import json
import random
import re
import zipfile
import zlib
from collections.abc import Callable
from typing import TypeAlias

from benchmarks.hostile_files.slots.word import zipped

Mutation: TypeAlias = Callable[[random.Random, bytes], bytes]
_MOST_BYTES = 400_000

_TOKENS: dict[str, tuple[str, ...]] = {
    "html": (
        '<b>', '</b>', '<!--', '-->', '<p ', '">', "'", '=', '<script>', '</script>', '<style>',
        '<textarea>', '</title>', '<![CDATA[', ']]>', '&#', '&#x', '&lt', '&amp;', ';', '<plaintext>',
        '<svg>', '</', '<td>', '<br>', '<wbr>', '/>', '<?', '<!', '\x00', '<template>', '<a href="',
        '<input value=',
    ),
    "rtf": (
        '{', '}', '\\*', '\\par ', "\\'", '\\u', '\\u8364?', '\\uc3 ', '\\uc0 ', '\\bin5 ',
        '{\\*\\zzq ', '\\v ', '{\\pict ', '{\\field{\\*\\fldinst ', '{\\fldrslt ', '\\deleted ',
        '{\\info ', '\\plain ', '\\f1 ', '\\cell ', '{\\upr{', '{\\*\\ud{', '{\\footnote ', '\\~',
        '\\-', '\\\n', '{\\shptxt ', '\\ansicpg932 ', '\\pc ',
    ),
    "delimited": (
        '"', '""', ',', '\n', '\r', '\t', '|', ';', '"\n"', '\x00', 'sep=;\n', '\ufeff', "'",
    ),
    "jsonl": (
        '{', '}', '[', ']', '"', '\\', '\\u', '\\ud83d', ':', ',', 'null', '1e999', '\n', '{"a":', '//',
        '\x00', 'NaN',
    ),
    "text": (
        '<', '>', '&#', ';', '=\n', '\\u00', '%', '\u200b', '\xad', '\u202e', '\x00', '\x1b[', '\r',
        '\ufeff', '́',
    ),
}  # fmt: skip
_TOKENS["refused"] = _TOKENS["text"]
_XML_FORMATS = ("docx", "xlsx")


def mutate(draw: random.Random, format_name: str, data: bytes) -> tuple[bytes, str]:
    """A file changed once to three times by lot, and what was done to it."""
    done = []
    for _ in range(draw.randint(1, 3)):
        choices: list[Mutation] = [*_BYTES]
        if format_name in _XML_FORMATS and draw.random() < 0.85:
            choices = [*_TREES]
        elif format_name in _TOKENS and draw.random() < 0.7:
            choices = [_insert_token(format_name), _swap_tokens]
            if format_name == "jsonl":
                choices += [_nest_json, _requote_json]
        change = draw.choice(choices)
        data = change(draw, data)[:_MOST_BYTES]
        done.append(change.__name__.strip("_"))
    return data, " ".join(done)


# -- bytes --


def _place(draw: random.Random, data: bytes, most: int = 64) -> tuple[int, int]:
    start = draw.randrange(len(data) + 1)
    return start, min(len(data), start + draw.randint(1, most))


def _flip_bit(draw: random.Random, data: bytes) -> bytes:
    at, _ = _place(draw, data[:-1])
    return data[:at] + bytes([data[at] ^ (1 << draw.randrange(8))]) + data[at + 1 :] if data else data


def _delete(draw: random.Random, data: bytes) -> bytes:
    start, end = _place(draw, data)
    return data[:start] + data[end:]


def _double(draw: random.Random, data: bytes) -> bytes:
    start, end = _place(draw, data, 400)
    return data[:end] + data[start:end] * draw.randint(1, 3) + data[end:]


def _cut(draw: random.Random, data: bytes) -> bytes:
    return data[: draw.randrange(len(data) + 1)]


def _swap(draw: random.Random, data: bytes) -> bytes:
    a, b, c, d = sorted(draw.randrange(len(data) + 1) for _ in range(4))
    return data[:a] + data[c:d] + data[b:c] + data[a:b] + data[d:]


def _insert_bytes(draw: random.Random, data: bytes) -> bytes:
    at, _ = _place(draw, data)
    return data[:at] + draw.randbytes(draw.randint(1, 6)) + data[at:]


def _repeat_byte(draw: random.Random, data: bytes) -> bytes:
    at, end = _place(draw, data, 1)
    return data[:at] + data[at:end] * draw.choice((50, 500, 5000)) + data[end:]


_BYTES: tuple[Mutation, ...] = (_flip_bit, _delete, _double, _cut, _swap, _insert_bytes, _repeat_byte)

# -- tokens --


def _insert_token(format_name: str) -> Mutation:
    def insert_token(draw: random.Random, data: bytes) -> bytes:
        at, _ = _place(draw, data)
        token = draw.choice(_TOKENS[format_name]) * draw.choice((1, 1, 1, 2, 40))
        return data[:at] + token.encode() + data[at:]

    return insert_token


_MARKUP = re.compile(rb'</?[A-Za-z][^<>]*>|\\[a-z]+-?\d* ?|[{}",\n\t&<>]')


def _swap_tokens(draw: random.Random, data: bytes) -> bytes:
    """Two tokens of the format's own change places, or one goes."""
    tokens = list(_MARKUP.finditer(data))
    if len(tokens) < 2:
        return data
    first, second = sorted(draw.sample(tokens, 2), key=lambda m: m.start())
    a, b = (second[0], first[0]) if draw.random() < 0.6 else (b"", second[0])
    return data[: first.start()] + a + data[first.end() : second.start()] + b + data[second.end() :]


def _nest_json(draw: random.Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    at = draw.randrange(len(lines))
    depth = draw.choice((1, 3, 60, 3000))
    lines[at] = b'{"note":' * depth + lines[at] + b"}" * depth
    return b"\n".join(lines)


def _requote_json(draw: random.Random, data: bytes) -> bytes:
    lines = data.split(b"\n")
    at = draw.randrange(len(lines))
    lines[at] = json.dumps({"note_text": lines[at].decode("utf-8", "replace")}).encode()
    return b"\n".join(lines)


# -- trees --


def _of_part(change: Callable[[random.Random, object], None], name: str) -> Mutation:
    """A change of the tree of one part of a zip file; of its bytes, where it is no zip file any more."""

    def mutation(draw: random.Random, data: bytes) -> bytes:
        from lxml import etree

        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                members: dict[str, str | bytes] = {i.filename: archive.read(i) for i in archive.infolist()}
        except (zipfile.BadZipFile, zlib.error, OSError, ValueError, RuntimeError, EOFError):
            return _flip_bit(draw, data)
        names = [n for n in members if n.endswith((".xml", ".rels"))]
        # The main part is changed most: it holds the text.
        main = [n for n in names if n.endswith(("document.xml", "sheet1.xml"))]
        part = draw.choice(main if main and draw.random() < 0.7 else names or list(members))
        if change is _raw:
            held = members[part]
            held = held.encode() if isinstance(held, str) else held
            members[part] = draw.choice(_BYTES)(draw, held)
            return zipped(members)
        try:
            root = etree.fromstring(members[part], etree.XMLParser(resolve_entities=False, huge_tree=True))
        except (etree.LxmlError, ValueError):
            return _flip_bit(draw, data)
        # What a tree does not allow (an element within itself) is not done.
        with contextlib.suppress(ValueError, TypeError):
            change(draw, root)
        members[part] = etree.tostring(root)
        return zipped(members)

    mutation.__name__ = name
    return mutation


def _raw(draw: random.Random, root: object) -> None:
    """Stands for a change of the part's bytes."""


def _pick(draw: random.Random, root: object, least: int = 1) -> list:  # type: ignore[type-arg]
    found = [e for e in root.iter() if isinstance(e.tag, str) and e.getparent() is not None]  # type: ignore[attr-defined]
    return draw.sample(found, least) if len(found) >= least else []


def _move_element(draw: random.Random, root: object) -> None:
    chosen = _pick(draw, root, 2)
    if chosen and chosen[0] not in chosen[1].iterancestors():
        chosen[0].insert(draw.randrange(len(chosen[0]) + 1), chosen[1])


def _copy_element(draw: random.Random, root: object) -> None:
    from copy import deepcopy

    chosen = _pick(draw, root, 2)
    if chosen:
        # A copy of the copy: what is copied may hold what it is put into, and would double each time.
        copy = deepcopy(chosen[1])
        for _ in range(draw.choice((1, 1, 2, 20))):
            chosen[0].append(deepcopy(copy))


def _rename_element(draw: random.Random, root: object) -> None:
    chosen = _pick(draw, root, 2)
    if chosen:
        space = chosen[0].tag.rpartition("}")[0]
        chosen[0].tag = draw.choice([chosen[1].tag, (space + "}" if space else "") + "zzq", "{urn:q}zzq"])


def _move_attribute(draw: random.Random, root: object) -> None:
    chosen = _pick(draw, root, 2)
    if chosen:
        for name, value in list(chosen[1].attrib.items()):
            chosen[0].set(draw.choice([name, name + "q", "{urn:q}" + name.rpartition("}")[2]]), value)


def _text_to_attribute(draw: random.Random, root: object) -> None:
    """Text becomes the value of an attribute elsewhere, or stray text."""
    holders = [e for e in root.iter() if isinstance(e.tag, str) and e.text and e.text.strip()]  # type: ignore[attr-defined]
    chosen = _pick(draw, root)
    if not holders or not chosen:
        return
    text = draw.choice(holders).text
    if draw.random() < 0.4:
        chosen[0].tail = text
    elif chosen[0].attrib and draw.random() < 0.7:
        chosen[0].set(draw.choice(list(chosen[0].attrib)), text)
    else:
        chosen[0].set("zzq", text)


def _unwrap(draw: random.Random, root: object) -> None:
    chosen = _pick(draw, root)
    if chosen:
        parent = chosen[0].getparent()
        for child in list(chosen[0]):
            parent.append(child)
        parent.remove(chosen[0])


def _nest(draw: random.Random, root: object) -> None:
    chosen = _pick(draw, root)
    if chosen:
        element = chosen[0]
        for _ in range(draw.choice((1, 5, 120))):
            inner = element.makeelement(element.tag, dict(element.attrib))
            parent = element.getparent()
            parent.replace(element, inner)
            inner.append(element)


_TREES: tuple[Mutation, ...] = tuple(
    _of_part(change, change.__name__)
    for change in (
        _move_element,
        _copy_element,
        _rename_element,
        _move_attribute,
        _text_to_attribute,
        _unwrap,
        _nest,
        _raw,
    )
)
