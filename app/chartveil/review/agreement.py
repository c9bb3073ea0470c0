"""Measures how far two readers of a document agree, lists what they disagree on, and begins the third
reading."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from chartveil.domain.labels import LABEL_NUMBERS, Label
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import word_ranges
from chartveil.review.edits import with_merged_evidence
from chartveil.review.model import DecisionState, ReviewItem

_NO_IDENTIFIER = ""


class DisagreementKind(StrEnum):
    """In what two readers differ about a place."""

    FIRST_ONLY = "first only"
    """Only the first reader takes it."""
    SECOND_ONLY = "second only"
    """Only the second reader takes it."""
    LABEL = "label"
    """Both take it, as different kinds; its ends may differ too."""
    RANGE = "range"
    """Both take it as the same kind, with different ends."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A place on which two readers differ.

    Attributes:
        start, end: the range that either takes, in code points.
        first: the first reader's item; None where he takes nothing there.
        second: the second reader's.
        kind: in what they differ.
    """

    start: int
    end: int
    first: ReviewItem | None
    second: ReviewItem | None
    kind: DisagreementKind


@dataclass(frozen=True, slots=True)
class ReaderAgreement:
    """Two readings of one document, or of many, compared by word (``words.word_ranges``).

    Counts of several documents are added; kappa is of the sums.

    Attributes:
        pairs: how many words each pair of classes has; a class is a label's value, empty for no identifier.
        disagreements: of one document, in order of the text; empty in a sum.
    """

    pairs: tuple[tuple[tuple[str, str], int], ...] = ()
    disagreements: tuple[Disagreement, ...] = ()

    @property
    def words(self) -> int:
        """Words compared."""
        return sum(n for _, n in self.pairs)

    @property
    def taken_by_both(self) -> int:
        """Words that both take."""
        return sum(n for (a, b), n in self.pairs if a and b)

    @property
    def first_only(self) -> int:
        """Words that only the first takes."""
        return sum(n for (a, b), n in self.pairs if a and not b)

    @property
    def second_only(self) -> int:
        """Words that only the second takes."""
        return sum(n for (a, b), n in self.pairs if b and not a)

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa of "identifier or not"; None where both use one class only (Cohen 1960,
        doi:10.1177/001316446002000104)."""
        counts: Counter[tuple[str, str]] = Counter()
        for (a, b), n in self.pairs:
            counts[str(bool(a)), str(bool(b))] += n
        return _kappa(counts)

    @property
    def kappa_labelled(self) -> float | None:
        """The same with the label as the class."""
        return _kappa(Counter(dict(self.pairs)))

    def __add__(self, other: ReaderAgreement) -> ReaderAgreement:
        return ReaderAgreement(_sorted(Counter(dict(self.pairs)) + Counter(dict(other.pairs))))


def word_agreement(text: str, first: Iterable[Span], second: Iterable[Span]) -> ReaderAgreement:
    """Compares the spans of two readers word by word, without a list of what they disagree on.

    A word is in the class of the label that covers most of it; of the earlier in the order of labels, where
    two cover as much. One character is enough.
    """
    return ReaderAgreement(_sorted(Counter(zip(_classes(text, first), _classes(text, second), strict=True))))


def measure_agreement(
    text: str, first: Iterable[ReviewItem], second: Iterable[ReviewItem]
) -> ReaderAgreement:
    """Compares what two readers take: word by word as ``word_agreement``, and place by place.

    Args:
        text: of the document.
        first, second: items of the two readings, in any order and state; those left in the text do not count.
    """
    a, b = _taken(first), _taken(second)
    by_word = word_agreement(text, (i.span for i in a), (i.span for i in b))
    return replace(by_word, disagreements=tuple(_disagreements(a, b)))


def resolution_items(first: Iterable[ReviewItem], second: Iterable[ReviewItem]) -> list[ReviewItem]:
    """Items that the third reading begins with, in order, ids from 0.

    What both take alike is accepted, as by the first reader. What they differ on is proposed, over the whole
    range that either takes, with the label of the first reader where he takes some of it: until it is
    decided, nothing that one of them took is left in the text. Of what neither takes stays what the first
    reader left.

    Args:
        first, second: items of the two readings, in any order and state.
    """
    first = list(first)
    out: list[ReviewItem] = []
    for ours, theirs in _clusters(_taken(first), _taken(second)):
        every = [*ours, *theirs]
        start, end = min(i.span.start for i in every), max(i.span.end for i in every)
        alike = len(ours) == len(theirs) == 1 and _place(ours[0]) == _place(theirs[0])
        whole = replace((ours or theirs)[0].span, start=start, end=end)
        span = with_merged_evidence(whole, [i.span for i in every])
        out.append(
            replace(ours[0], span=span, state=DecisionState.ACCEPTED) if alike else ReviewItem(0, span)
        )
    free = _GapFinder(i.span for i in out)
    out += [i for i in first if not i.state.taken_out and free(i.span)]
    out.sort(key=lambda i: (i.span.start, i.span.end, not i.state.taken_out))
    return [replace(item, id=id) for id, item in enumerate(out)]


class _GapFinder:
    """Tells whether a range holds none of some disjoint spans, which are sorted."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._ranges = [(s.start, s.end) for s in spans]

    def __call__(self, span: Span) -> bool:
        at = bisect_left(self._ranges, (span.end,))
        return at == 0 or self._ranges[at - 1][1] <= span.start


def _taken(items: Iterable[ReviewItem]) -> list[ReviewItem]:
    return sorted((i for i in items if i.state.taken_out), key=lambda i: (i.span.start, i.span.end, i.id))


def _place(item: ReviewItem) -> tuple[int, int, Label]:
    return item.span.start, item.span.end, item.span.label


def _clusters(
    first: Sequence[ReviewItem], second: Sequence[ReviewItem]
) -> Iterator[tuple[list[ReviewItem], list[ReviewItem]]]:
    """Items of both that overlap, directly or through others, in order of the text."""
    tagged = sorted(
        [(_place(i)[:2], 0, i.id, i) for i in first] + [(_place(i)[:2], 1, i.id, i) for i in second]
    )
    cluster: tuple[list[ReviewItem], list[ReviewItem]] = ([], [])
    reach = 0
    for (start, end), reader, _, item in tagged:
        if start >= reach and (cluster[0] or cluster[1]):
            yield cluster
            cluster = ([], [])
        cluster[reader].append(item)
        reach = max(reach, end)
    if cluster[0] or cluster[1]:
        yield cluster


def _disagreements(first: Sequence[ReviewItem], second: Sequence[ReviewItem]) -> Iterator[Disagreement]:
    for ours, theirs in _clusters(first, second):
        seen: set[int] = set()
        for a in ours:
            b = max(theirs, key=lambda b: (_shared(a, b), -b.span.start), default=None)
            if b is not None and _shared(a, b) > 0:
                seen.add(b.id)
                yield from _difference(a, b)
            else:
                yield from _difference(a, None)
        for b in theirs:
            if b.id not in seen:
                # It overlaps something of the first reader's, or it is alone.
                other = max(ours, key=lambda a: (_shared(a, b), -a.span.start), default=None)
                yield from _difference(other, b)


def _difference(a: ReviewItem | None, b: ReviewItem | None) -> Iterator[Disagreement]:
    spans = [i.span for i in (a, b) if i is not None]
    start, end = min(s.start for s in spans), max(s.end for s in spans)
    if a is None or b is None:
        kind = DisagreementKind.SECOND_ONLY if a is None else DisagreementKind.FIRST_ONLY
    elif a.span.label is not b.span.label:
        kind = DisagreementKind.LABEL
    elif (a.span.start, a.span.end) != (b.span.start, b.span.end):
        kind = DisagreementKind.RANGE
    else:
        return
    yield Disagreement(start, end, a, b, kind)


def _shared(a: ReviewItem, b: ReviewItem) -> int:
    return min(a.span.end, b.span.end) - max(a.span.start, b.span.start)


def _classes(text: str, spans: Iterable[Span]) -> Iterator[str]:
    """Class of each word of a text. Spans may overlap."""
    waiting = sorted(spans, key=lambda s: (s.start, s.end), reverse=True)
    near: list[Span] = []
    for start, end in word_ranges(text):
        while waiting and waiting[-1].start < end:
            near.append(waiting.pop())
        near = [s for s in near if s.end > start]
        covered: Counter[Label] = Counter()
        for span in near:
            covered[span.label] += min(end, span.end) - max(start, span.start)
        yield min(covered, key=lambda x: (-covered[x], LABEL_NUMBERS[x])).value if covered else _NO_IDENTIFIER


def _sorted(pairs: Counter[tuple[str, str]]) -> tuple[tuple[tuple[str, str], int], ...]:
    return tuple(sorted(pairs.items()))


def _kappa(pairs: Counter[tuple[str, str]]) -> float | None:
    total = sum(pairs.values())
    first: Counter[str] = Counter()
    second: Counter[str] = Counter()
    same = 0
    for (a, b), n in pairs.items():
        first[a] += n
        second[b] += n
        same += n if a == b else 0
    if total == 0 or len(first | second) < 2:
        return None
    # In whole numbers up to the one division: the order of classes leaves no trace in it.
    chance = sum(first[c] * second[c] for c in first)
    return (same * total - chance) / (total * total - chance)
