"""The layers of a note that are read: its text, the name of its file, and what else the file holds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chartveil.domain.document import Document
from chartveil.domain.errors import StageError
from chartveil.domain.tokenized_text import fold
from chartveil.formats.base import Format, PagedFormat, SourceFile
from chartveil.formats.builtin_names import is_known_font
from chartveil.lexicon.lexicon import bundled_lexicon
from chartveil.release.copy_search import strings_outside_texts

_WORD = re.compile(r"[^\W\d_]{3,}|\d{4,}")
_SYNTAX = re.compile(
    r"\S*[/:\\{}<>=#]\S*|[\w.-]+\.\w{2,4}|[a-z]+(?:[A-Z]\w*)+|(?:[A-Z][A-Za-z]*?){2,}\d*|[a-z\d_-]+"
)
"""Paths, addresses, names in camel case and small letters: what file formats are made of."""
_LOOKS = re.compile(r"/theme/|fontTable")
"""Parts of packages whose values are names of looks."""
_BINARY = 20
"""Characters of which one is a control, from which on a string is no text."""
_LONGEST, _MOST = 500, 10_000
"""Characters of a string, and of all that stands beside a text, that are shown."""


@dataclass(frozen=True, slots=True)
class NoteLayer:
    """One of the things that are read of a note.

    Attributes:
        name: for people: ``Text``, ``File name``, ``Properties`` and so on.
        text: what it says.
        is_place: whether it is the name of the file.
    """

    name: str
    text: str
    is_place: bool = False


def layers_of(
    file: SourceFile, form: Format, documents: Sequence[Document], place: str
) -> list[tuple[NoteLayer, ...]]:
    """The layers of each document of a file, the text first.

    Args:
        file, form, documents: as read.
        place: of the file below the release, as people see it.
    """
    hidden = "" if any(d.beside for d in documents) else _hidden_text(file, form, documents)
    layers = []
    for d in documents:
        of_note = [NoteLayer("Text", d.text), NoteLayer("File name", place, is_place=True)]
        if d.beside:
            columns = "\n".join(f"{name}: {value}" for name, value in d.beside)
            of_note.append(NoteLayer("Other columns", columns))
        if hidden:
            of_note.append(NoteLayer("Properties and hidden text", hidden))
        layers.append(tuple(of_note))
    return layers


def _hidden_text(file: SourceFile, form: Format, documents: Sequence[Document]) -> str:
    """What stands in a file beside its texts, a line each with the part of the file that it is in."""
    texts = [d.text for d in documents]
    lines: list[str] = []
    size = 0
    for where, text in _strings(file, form, texts):
        line = f"{where}: {' '.join(text.split())[:_LONGEST]}"
        size += len(line)
        if size > _MOST:
            lines.append(f"… and more: this file holds more than {_MOST:,} characters beside its text")
            break
        lines.append(line)
    return "\n".join(lines)


def _strings(file: SourceFile, form: Format, texts: Sequence[str]) -> Iterator[tuple[str, str]]:
    if not isinstance(form, PagedFormat):
        for string in strings_outside_texts(file.data, form.name, texts):
            if _is_binary(string.text):
                continue
            if string.is_text or (_may_tell(string.text) and not _LOOKS.search(string.where)):
                yield string.where, string.text
        return
    known = {word for text in texts for word in _WORD.findall(text.lower())}
    try:
        for where, text in form.all_text(file):
            words = set(_WORD.findall(text.lower())) - known
            if words and _may_tell(text):
                known |= words  # a PDF says the same in several places
                told = [w for w in text.split() if _may_tell(w)] if where == "bytes" else [text]
                yield where, " ".join(told)
    except StageError:
        yield "the file", "more than this cannot be searched"


def _may_tell(text: str) -> bool:
    """Whether a name or value of a file's own syntax may be of a person: not what programs write there."""
    words = [w for w in text.split() if not _SYNTAX.fullmatch(w) and not is_known_font(w)]
    is_common = bundled_lexicon().is_common
    return any(c.isdigit() for w in words for c in w) or any(
        not is_common(fold(run)) for w in words for run in _WORD.findall(w)
    )


def _is_binary(text: str) -> bool:
    """Whether a string is a picture or the like, which shows as nothing to read."""
    return sum(c < " " and not c.isspace() for c in text) * _BINARY > len(text)
