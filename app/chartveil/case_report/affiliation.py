"""Marks places in notes that the author's affiliation names: it stands above the article for all to read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from chartveil.case_report.model import CaseNote
from chartveil.case_report.vocabulary import role_words
from chartveil.domain.labels import Label
from chartveil.domain.span import Span

_SCORE = 1.0
"""A person typed it."""
_SHORTEST = 4
"""Letters of a name that is searched for: shorter ones (``UK``) are other words too often."""


def with_affiliation_spans(note: CaseNote, affiliation: str) -> CaseNote:
    """A note with a span for each place or institution that the author's affiliation names.

    Args:
        note: of the case.
        affiliation: as it will stand above the article: ``Burns Unit, St Ogg's Hospital, Floss``. Words that
            name nothing by themselves (``Department of Medicine``) are passed over.
    """
    found: list[Span] = []
    for words, label in _names(affiliation):
        name = r"\s+".join(re.escape(w).replace("'", "['’]") for w in words)
        for m in re.finditer(rf"(?<!\w){name}(?!\w)", note.text, re.IGNORECASE):
            span = Span(m.start(), m.end(), label, _SCORE)
            named = m.group()[0].isupper()  # ``reading`` is not ``Reading``
            if named and not any(span.overlaps(other) for other in (*note.spans, *found)):
                found.append(span)
    return replace(note, spans=tuple(sorted((*note.spans, *found)))) if found else note


def _names(affiliation: str) -> Iterator[tuple[list[str], Label]]:
    """What the pieces of an affiliation name, each whole first and then without its general words."""
    general = role_words().general
    for piece in re.split(r"[,;\n|]", affiliation):
        words = piece.replace("’", "'").split()
        core, before = list(words), ""
        while core and core[0].lower() in general:
            before = core.pop(0).lower()
        while core and core[-1].lower() in general:
            core.pop()
        if len("".join(core)) < _SHORTEST:
            continue
        is_institution = any(pattern.search(piece) for _, pattern in role_words().institutions)
        label = Label.HOSPITAL if is_institution else Label.CITY
        yield words, label
        if core != words:  # ``University Hospital of Oakvale``: the town
            yield core, Label.CITY if before in ("of", "at", "in") else label
