"""Trims what does not belong to an identifier off a span: titles, credentials, field labels, clock times.

What is marked is the identifier itself (``Rev. [Maria Ndu], MD``). Words that a rule, a list of names or a
dossier covers are never cut off.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import regex

from chartveil.detection.judgement.single_word_recovery import load_abbreviations
from chartveil.detection.judgement.span_support import firmly_supported_ranges
from chartveil.domain.errors import ResourceError, StageError
from chartveil.domain.labels import LabelGroup
from chartveil.domain.languages import LanguagePart, find_language
from chartveil.domain.resource_files import read_toml
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.domain.tokenized_text import fold
from chartveil.lexicon import word_flags as flags
from chartveil.lexicon.lexicon import Lexicon
from chartveil.lexicon.name_particles import NAME_PARTICLES
from chartveil.system.compiled_patterns import Pattern, compile_together, compiled_pattern

_SECONDS = 2.0
_SIGNS = " \t\r\n\"'.,;:()[]/#-–*"
_MINUTES = regex.compile(r":[0-5]\d(?!\d)")
_HOUR = regex.compile(r"(?<=[\p{L}\d,]{2})[ ,T]{1,3}(?:[01]?\d|2[0-3])\Z")
_LEAST_ABBREVIATION = 3
"""Two letters beside a name are initials as often as not."""
_NO_WORD = regex.compile(r"[^\p{L}\p{N}]*")


@dataclass(frozen=True)
class SpanEdge:
    """A pattern for what does not belong to an identifier at the edge of its span.

    Attributes:
        id: stable, upper case.
        description: one line a reviewer understands.
        groups: groups of labels it is cut off.
        pattern: of the ``regex`` library; matched at the span's start, or up to its end.
        before: whether it stands before the identifier; else after it.
        required_rest: what must be left for it to be cut off, a pattern searched there.
        silent: whether what is cut off is not listed as recovered, as the label of a field need not be.
        examples: spans, what is cut off parted by ``|``.
    """

    id: str
    description: str
    groups: frozenset[LabelGroup]
    pattern: str
    before: bool
    required_rest: str
    silent: bool = False
    examples: tuple[str, ...] = field(default=(), compare=False)

    @cached_property
    def compiled(self) -> tuple[Any, Any]:
        """The pattern and that of the rest, compiled when first asked for.

        Raises:
            regex.error: if one is no pattern.
        """
        whole, rest = (compiled_pattern(*pattern) for pattern in self.patterns)
        return whole, rest

    @property
    def patterns(self) -> tuple[Pattern, Pattern]:
        """The compiled patterns of the edge."""
        whole = rf"(?:{self.pattern})" if self.before else rf"(?:{self.pattern})\Z"
        return (whole, regex.VERSION1), (self.required_rest, regex.VERSION1)

    def cut_position(self, text: str) -> int | None:
        """The position at which to cut a span's text, if this edge is there.

        Raises:
            TimeoutError: if a pattern runs too long.
        """
        whole, required = self.compiled
        if self.before:
            m = whole.match(text, timeout=_SECONDS)
            at, rest = (m.end(), text[m.end() :]) if m else (0, "")
        else:
            m = whole.search(text, timeout=_SECONDS)
            at, rest = (m.start(), text[: m.start()]) if m else (0, "")
        if m is None or required.search(rest, timeout=_SECONDS) is None:
            return None
        return int(at)


_CLOCK = SpanEdge(
    "EDGE-CLOCK-HOUR", "hour of a clock time after a date", frozenset({LabelGroup.DATE}), "", False, ""
)
_NAMES = frozenset({LabelGroup.NAME})
_SHIFT = SpanEdge("EDGE-SHIFT", "letter of a shift after a name", _NAMES, "", False, "")
_BEFORE_NAME = SpanEdge("EDGE-ABBREVIATION", "abbreviation before a name", _NAMES, "", True, "")
_AFTER_NAME = SpanEdge("EDGE-ABBREVIATION", "abbreviation after a name", _NAMES, "", False, "")
_WORD_BEFORE_NAME = SpanEdge("EDGE-WORD", "word in small letters before a name", _NAMES, "", True, "")
_WORD_AFTER_NAME = SpanEdge("EDGE-WORD", "word in small letters after a name", _NAMES, "", False, "")
_CAPITALS_BEFORE = regex.compile(r"(\p{Lu}{3,})[.:]?\s+(?=\p{Lu}\p{Ll})")
_CAPITALS_BEHIND = regex.compile(r"[.,]?\s(\p{Lu}{3,})\.?\Z")
_SMALL_BEFORE = regex.compile(
    r"(\p{Ll}[\p{Ll}\p{M}'’-]{2,})[.:,]?\s+(?=[\p{Lu}\p{Lt}][\p{Lu}\p{M}'’]*\p{Ll})"
)
_SMALL_BEHIND = regex.compile(r"([\p{L}\p{M}'’-]+)[.,]?\s((?!l+\b)\p{Ll}[\p{Ll}\p{M}'’-]{2,})\.?\Z")
_WRITTEN_SMALL = regex.compile(r"(?<!\p{L})\p{Lu}(?:\p{Ll}|['’.]\s?\p{Lu}\p{Ll})")
_LAST_LETTERS = regex.compile(r"(?<=\p{Ll})[ ]{1,2}(\p{Lu}{1,2})\Z")
_SHIFTS = "(?i:nights?|late|early|long|days?|off|stand-?by|annual|rest|theatre|clinic|on[ -]call)"


class SpanTrimmer:
    """Cuts the bundled edges off spans.

    Args:
        lexicon: what words are known as.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        known = load_span_edges()
        self._other_letters = _OtherLetters(lexicon)
        self._by_group = {g: tuple(e for e in known if g in e.groups) for g in LabelGroup}

    def trim(self, text: str, span: Span, document_id: str) -> tuple[Span, list[Span]]:
        """The span without its edges, and the edges but silent ones as spans of their own, each with its
        reason.

        Raises:
            StageError: if a pattern runs too long.
        """
        edges = self._by_group[span.group]
        if not edges or not any(e.kind is EvidenceKind.MODEL for e in span.evidence):
            return span, []
        firm = firmly_supported_ranges(span)
        cut: list[Span] = []
        hour = _hour(text, span)
        if hour is not None and not _touches(firm, hour[1]):
            span = hour[0]
            cut.append(hour[1])
        shift = _shift(text, span)
        if shift is not None and not _touches(firm, shift[1]):
            span = shift[0]
            cut.append(shift[1])
        again = True
        while again:
            again = False
            for edge in edges:
                try:
                    at = edge.cut_position(text[span.start : span.end])
                except TimeoutError:
                    raise StageError(
                        "recovery", f"the edge {edge.id} ran longer than {_SECONDS:.0f} s.", document_id
                    ) from None
                if at is None:
                    continue
                parted = _split_at(text, span, span.start + at, edge)
                if parted is not None and not _touches(firm, parted[1]):
                    span, again = parted[0], True
                    if not edge.silent:
                        cut.append(parted[1])
                    break
            else:
                parted = self._other_letters.cut(text, span)
                if parted is not None and not _touches(firm, parted[1]):
                    span, again = parted[0], True
                    cut.append(parted[1])
        return span, cut


class _OtherLetters:
    """Words written another way than the name that they stand beside: in capitals, or small.

    Of 25,000 such words beside marked names that are not in capitals, one in 120 is part of the name. A word
    in small letters that no list knows may be one that is typed so: it stays.

    Args:
        lexicon: what words are known as.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        self._words = lexicon.words
        listed = load_abbreviations().never_people
        self._abbreviations = frozenset(
            w for w in listed if len(w) >= _LEAST_ABBREVIATION and not self._is_name(w)
        )

    def cut(self, text: str, span: Span) -> tuple[Span, Span] | None:
        """The name, and such a word beside it (``LMC Ngaire``, ``Clodagh GIB``, ``nights Desiree``)."""
        if span.group is not LabelGroup.NAME:
            return None
        first = _CAPITALS_BEFORE.match(text, span.start, span.end)
        if first is not None and first[1] in self._abbreviations:
            return _split_at(text, span, first.end(), _BEFORE_NAME)
        first = _SMALL_BEFORE.match(text, span.start, span.end)
        if first is not None and self._is_no_name(first[1]):
            return _split_at(text, span, first.end(), _WORD_BEFORE_NAME)
        last = _CAPITALS_BEHIND.search(text, span.start, span.end)
        if last is not None and last[1] in self._abbreviations:
            at, edge = last.start(), _AFTER_NAME
        else:
            last = _SMALL_BEHIND.search(text, span.start, span.end)
            if last is None or not self._is_word_behind(last[1], last[2]):
                return None
            at, edge = last.end(1), _WORD_AFTER_NAME
        if _WRITTEN_SMALL.search(text, span.start, at) is None:
            return None
        return _split_at(text, span, at, edge)

    def _is_word_behind(self, before: str, word: str) -> bool:
        """Whether it is an ordinary word, and no piece of a name that scanning has broken (``Eun ice``)."""
        parted = not (self._is_name(before) or self._is_ordinary(before)) or self._is_name(before + word)
        return not parted and self._is_no_name(word)

    def _is_no_name(self, word: str) -> bool:
        """Whether a word in small letters is an ordinary one, and no usual name and no particle of one."""
        usual = self._words.get(fold(word), 0) & flags.USUAL_NAME
        return self._is_ordinary(word) and not usual and fold(word) not in NAME_PARTICLES

    def _is_ordinary(self, word: str) -> bool:
        known = self._words.get(fold(word), 0)
        return bool(known & (flags.MEDICAL | flags.NOT_A_NAME) or known >> flags.ZIPF_SHIFT)

    def _is_name(self, word: str) -> bool:
        return bool(self._words.get(fold(word), 0) & flags.NAME)


def _hour(text: str, span: Span) -> tuple[Span, Span] | None:
    """A date that a model took with the hour of a clock time behind it (``24 April 17`` of ``24 April
    17:51``), and the hour."""
    if span.group is not LabelGroup.DATE or _MINUTES.match(text, span.end) is None:
        return None
    hour = _HOUR.search(text, span.start, span.end)
    return _split_at(text, span, hour.start(), _CLOCK) if hour is not None else None


def _shift(text: str, span: Span) -> tuple[Span, Span] | None:
    """A name that a model took with the letter of a shift behind it, in a rota that says what the letter
    stands for (``Poe N`` where it says ``N=2200-0830``), and the letter."""
    if span.group is not LabelGroup.NAME:
        return None
    letter = _LAST_LETTERS.search(text, span.start, span.end)
    if letter is None:
        return None
    legend = rf"(?<![\p{{L}}\d]){letter[1]}[ ]?=[ ]?(?:\d{{3,4}}[ ]?[-–]|{_SHIFTS})"
    if regex.search(legend, text) is None:
        return None
    return _split_at(text, span, letter.start(), _SHIFT)


def _split_at(text: str, span: Span, at: int, edge: SpanEdge) -> tuple[Span, Span] | None:
    """The identifier and its edge; None if either would hold no letter or digit."""
    left, right = _stripped_range(text, span.start, at), _stripped_range(text, at, span.end)
    if left is None or right is None:
        return None
    inner, outer = (right, left) if edge.before else (left, right)
    reason = Evidence(EvidenceKind.RECOVERY, edge.id, detail=edge.description)
    return span.with_range(*inner), span.with_range(*outer).with_evidence(reason)


def _stripped_range(text: str, start: int, end: int) -> tuple[int, int] | None:
    """A range without blanks and signs at its ends."""
    if _NO_WORD.fullmatch(text, start, end):
        return None
    while text[start] in _SIGNS:
        start += 1
    while text[end - 1] in _SIGNS:
        end -= 1
    return start, end


def _touches(ranges: Sequence[tuple[int, int]], span: Span) -> bool:
    return any(a < span.end and span.start < b for a, b in ranges)


def load_span_edges(path: Path | None = None) -> tuple[SpanEdge, ...]:
    """The edges of ``resources/recovery/en/edges.toml`` or another file of that form.

    A file is read once a process, so that its patterns are compiled once.

    Raises:
        ResourceError: if the file is missing or not valid; it names the edge and the remedy.
    """
    return _load(path or find_language().file(LanguagePart.RECOVERY) / "edges.toml")


@cache
def _load(path: Path) -> tuple[SpanEdge, ...]:
    entries = read_toml(path, "the file of edges of spans").get("edge", [])
    found = tuple(_edge(entry, path) for entry in entries)
    compile_together(path, (pattern for edge in found for pattern in edge.patterns))
    for edge in found:
        try:
            _ = edge.compiled
        except regex.error as e:
            raise _not_valid(edge.id, e, path) from e
    return found


def _edge(entry: dict[str, Any], path: Path) -> SpanEdge:
    try:
        found = SpanEdge(
            id=entry["id"],
            description=entry["description"],
            groups=frozenset(LabelGroup(g) for g in entry["groups"]),
            pattern=entry["pattern"],
            before={"before": True, "after": False}[entry["side"]],
            required_rest=entry.get("rest", r"[\p{L}\p{N}]"),
            silent=bool(entry.get("silent", False)),
            examples=tuple(entry.get("examples", ())),
        )
    except (KeyError, TypeError, ValueError) as e:
        raise _not_valid(entry.get("id", "without id"), e, path) from e
    return found


def _not_valid(name: str, error: Exception, path: Path) -> ResourceError:
    return ResourceError(
        f"the edge {name} is not valid: {error}.",
        where=str(path),
        remedy="Give id, description, groups, side and pattern as the head of the file says.",
    )
