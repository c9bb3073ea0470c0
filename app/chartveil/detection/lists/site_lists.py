"""The site's own lists: patients, providers, clinics, addresses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chartveil.detection.rules.rule_files import SITE_FILE, SITE_FOLDER
from chartveil.domain.errors import ResourceError
from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon.term_keys import phrase_key
from chartveil.lexicon.word_lookup import LookedUpWords

_LABELS = {
    "patients": Label.PATIENT,
    "relatives": Label.RELATIVE,
    "providers": Label.DOCTOR,
    "clinics": Label.HOSPITAL,
    "hospitals": Label.HOSPITAL,
    "organizations": Label.ORGANIZATION,
    "addresses": Label.STREET,
    "cities": Label.CITY,
}

_SCORE = 0.9


@dataclass(frozen=True, slots=True)
class PruneResult:
    """How many entries of a list are used, and how many are left out.

    Attributes:
        kept: entries in use.
        dropped_lines: entries left out because they are ordinary words or too short; numbers of their lines.
    """

    kept: int
    dropped_lines: tuple[int, ...]


class SiteList:
    """A list of the site, matched by whole words, whatever the case, accents and spacing.

    Args:
        name: shown as evidence.
        label: label of what is found.
        entries: texts; those that are a single ordinary word by ``is_common``, or shorter than three
            characters, are left out.
        is_common: whether a folded word is an ordinary one.
    """

    def __init__(
        self,
        name: str,
        label: Label,
        entries: Iterable[str],
        is_common: Callable[[str], bool],
    ) -> None:
        self.name = name
        self.label = label
        kept: set[str] = set()
        dropped = []
        for number, entry in enumerate(entries, 1):
            key = phrase_key(entry)
            if len(key) < 3 or (" " not in key and is_common(key)):
                dropped.append(number)
            else:
                kept.add(key)
        self.prune_result = PruneResult(len(kept), tuple(dropped))
        self._evidence = Evidence(EvidenceKind.DICTIONARY, name, label, _SCORE)
        self._automaton = _automaton(kept)

    def find(self, scan: LookedUpWords, view: TokenizedText) -> list[Span]:
        """Spans of this list in a text, longest first where several begin at one word."""
        if self._automaton is None:
            return []
        found: list[Span] = []
        for i, j in find_matches(self._automaton, scan):
            start, end = scan.ranges[i][0], scan.ranges[j][1]
            if view.text[end - 2 : end] in ("'s", "’s"):
                end -= 2
            found.append(Span(start, end, self.label, _SCORE, (self._evidence,)))
        return found


def _automaton(keys: Iterable[str]) -> Any:
    """An Aho-Corasick automaton over keys with a blank at either end; None for no keys."""
    import ahocorasick

    automaton = ahocorasick.Automaton()
    empty = True
    for key in sorted(keys):
        automaton.add_word(f" {key} ", key.count(" ") + 1)
        empty = False
    if empty:
        return None
    automaton.make_automaton()
    return automaton


def find_matches(automaton: Any, scan: LookedUpWords) -> list[tuple[int, int]]:
    """First and last word of each match, leftmost longest, without overlaps."""
    parts = []
    at: dict[int, int] = {}
    length = 0
    for i, key in enumerate(scan.keys):
        parts.append(key)
        length += len(key) + 1
        at[length] = i
        if not scan.joined_to_next[i]:
            # A word of one character that no key holds: nothing matches across it.
            parts.append("\0")
            length += 2
    hay = " " + " ".join(parts) + " "
    best: dict[int, int] = {}
    for end, words in automaton.iter(hay):
        last = at[end]
        first = last - words + 1
        best[first] = max(best.get(first, -1), last)
    out: list[tuple[int, int]] = []
    for first in sorted(best):
        if not out or first > out[-1][1]:
            out.append((first, best[first]))
    return out


def load_site_lists(folder: Path, is_common: Callable[[str], bool]) -> list[SiteList]:
    """Reads every ``.txt`` and ``.tsv`` of a folder, in order of name. The site's rules are passed over.

    A file's name tells the label: ``patients.txt``, ``providers-2024.tsv`` (known beginnings: patients,
    relatives, providers, clinics, hospitals, organizations, addresses, cities). One entry a line; of a TSV
    the first column; ``#`` begins a comment.

    Raises:
        ResourceError: if the folder or a file cannot be read, a name tells no label, or a file is in
            another form or has no entry (hidden files and a README are passed over).
    """
    if not folder.is_dir():
        raise ResourceError(
            "the folder of site lists is missing.", where=str(folder), remedy="Give another one."
        )
    lists = []
    for path in sorted(p for p in folder.iterdir() if not p.name.startswith((".", "README"))):
        if path.name in (SITE_FILE, SITE_FOLDER):
            continue
        if path.suffix not in (".txt", ".tsv"):
            # Passed over in silence, a list in another form would protect nobody.
            raise ResourceError(
                "is no list: lists are .txt or .tsv files.",
                where=str(path),
                remedy="Save it as UTF-8 text, one entry a line, or move it away.",
            )
        known = [label for start, label in _LABELS.items() if path.stem.casefold().startswith(start)]
        if not known:
            raise ResourceError(
                "the file's name tells no label.",
                where=str(path),
                remedy=f"Begin it with one of: {', '.join(_LABELS)}.",
            )
        try:
            lines = path.read_text(encoding="utf-8-sig").splitlines()
        except (OSError, UnicodeDecodeError) as e:
            raise ResourceError(
                "the list cannot be read as UTF-8 text.", where=str(path), remedy="Save it as UTF-8."
            ) from e
        entries = [line.split("\t")[0].strip() for line in lines if not line.startswith("#")]
        if not any(entries):
            # An export that failed leaves an empty file behind.
            raise ResourceError(
                "the list has no entry.", where=str(path), remedy="Export it again, or move it away."
            )
        lists.append(SiteList(f"site/{path.stem}", known[0], [e for e in entries if e], is_common))
    return lists
