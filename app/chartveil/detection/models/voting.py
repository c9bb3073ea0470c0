"""Turns the probabilities of sub-words into one vote of each member for each word.

A word is here a run of letters, digits and combining marks, or a single other sign; blanks are none. It is
the same for every member, however its tokenizer parts the text, so that votes can be counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import regex
from numpy.typing import NDArray

from chartveil.detection.models.encoder import EncodedText
from chartveil.detection.models.manifest import EnsembleMember
from chartveil.domain.labels import LABEL_NUMBERS, PERSON_LABELS, Label, LabelGroup
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.domain.tokenized_text import stop_parts_names

_WORD = regex.compile(r"[\p{L}\p{N}\p{M}]+|\S")

NO_VOTE = -1
LEAST_DOUBT = 1e-4
"""No network is taken to be surer than this of a word."""


@dataclass(frozen=True, slots=True)
class VotedWords:
    """Words of a text, in order.

    Attributes:
        starts, ends: range of each, in characters.
        has_letter_or_digit: whether each holds a letter or digit.
    """

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    has_letter_or_digit: tuple[bool, ...]

    @staticmethod
    def of(text: str) -> VotedWords:
        """The words of a text."""
        ranges = [m.span() for m in _WORD.finditer(text)]
        pairs = np.asarray(ranges, dtype=np.int64).reshape(-1, 2)
        return VotedWords(pairs[:, 0], pairs[:, 1], tuple(_solid(text[a:b]) for a, b in ranges))

    def __len__(self) -> int:
        return len(self.starts)


@dataclass(frozen=True, slots=True)
class MemberVotes:
    """The votes of one member for each word of a text.

    Attributes:
        member: who.
        label_probabilities: for each word the probability of each label in ``member.votes``,
            ``[words, labels]``.
        identifier_probability: for each word that it is an identifier of any of them, in [0, 1].
        chosen_label: for each word the number of the label it votes for, in ``member.votes``;
            ``NO_VOTE`` for none.
    """

    member: EnsembleMember
    label_probabilities: NDArray[np.float32]
    identifier_probability: NDArray[np.float32]
    chosen_label: NDArray[np.int64]

    def label_of(self, word: int) -> Label | None:
        """The label voted for, if any."""
        number = int(self.chosen_label[word])
        return None if number == NO_VOTE else self.member.votes[number]


@dataclass(frozen=True, slots=True)
class NetworkOutput:
    """The outputs of all networks for the words of a text.

    Attributes:
        words: of the text.
        votes: of each member, the highest priority first.
        identifier: how likely each word is an identifier by each network, ``[networks, words]``, in [0, 1].
        agreement: how far our networks agree that each word is one (``pooled_probability``), ``[words]``,
            in [0, 1].
        labels: how likely each word bears each label, the mean over our networks by their weight,
            ``[words, labels]`` (``LABEL_NUMBERS``), in [0, 1].
    """

    words: VotedWords
    votes: tuple[MemberVotes, ...]
    identifier: NDArray[np.float32]
    agreement: NDArray[np.float64]
    labels: NDArray[np.float32]

    def range_of(self, start: int, end: int) -> slice:
        """The words that a range of the text touches."""
        first = int(np.searchsorted(self.words.ends, start, side="right"))
        return slice(first, int(np.searchsorted(self.words.starts, end, side="left")))


def log_odds(probabilities: NDArray[np.float32]) -> NDArray[np.float64]:
    """The log odds of probabilities, which count as no nearer to 0 or 1 than ``LEAST_DOUBT``."""
    p = np.clip(probabilities.astype(np.float64), LEAST_DOUBT, 1 - LEAST_DOUBT)
    return np.asarray(np.log(p / (1 - p)))


def pooled_probability(identifier: NDArray[np.float32], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """The pooled probability of several networks: the weighted mean of their log odds.

    A network that is sure so counts for more than one that is in doubt, which a mean of probabilities does
    not give (logarithmic opinion pool: Genest and Zidek 1986). On notes of strange hands precision is up to
    two points higher at the same recall (docs/models.md).

    Args:
        identifier: ``[networks, words]``, in [0, 1].
        weights: ``[networks]``, whose sum is 1.

    Returns:
        ``[words]``, in [0, 1].
    """
    return np.asarray(1 / (1 + np.exp(-(weights @ log_odds(identifier)))))


@dataclass(frozen=True, slots=True)
class SubwordMap:
    """Maps the sub-words of one encoding to the words of a text.

    Attributes:
        count: how many words there are.
        pieces: numbers of the sub-words that belong to any, in the order of their first words.
        first, last: first and last word of each of these.
        with_pieces: words that are the first of any sub-word, in order.
        begins: where the sub-words of each of those begin.
    """

    count: int
    pieces: NDArray[np.int64]
    first: NDArray[np.int64]
    last: NDArray[np.int64]
    with_pieces: NDArray[np.int64]
    begins: NDArray[np.int64]

    @staticmethod
    def of(words: VotedWords, encoded: EncodedText) -> SubwordMap:
        """The map of a text's sub-words."""
        first = np.searchsorted(words.ends, encoded.starts, side="right")
        last = np.searchsorted(words.starts, encoded.ends, side="left") - 1
        pieces = np.flatnonzero(first <= last)
        pieces = pieces[np.argsort(first[pieces], kind="stable")]
        first, last = first[pieces], last[pieces]
        begins = np.flatnonzero(np.diff(first, prepend=-1))
        return SubwordMap(len(words), pieces, first, last, first[begins], begins)

    def likeliest(self, numbers: NDArray[np.float32]) -> NDArray[np.float32]:
        """For each word the highest of the numbers of sub-words that it is the first of, by column; 0 where
        there are none."""
        found = np.zeros((self.count, *numbers.shape[1:]), np.float32)
        if len(self.pieces):
            found[self.with_pieces] = np.maximum.reduceat(numbers[self.pieces], self.begins, axis=0)
        return found

    def wide(self) -> list[tuple[int, int, int]]:
        """Sub-words that reach over several words, with the first and last of them: few."""
        chosen = np.flatnonzero(self.first < self.last)
        parts = (self.pieces[chosen], self.first[chosen], self.last[chosen])
        return list(zip(*(part.tolist() for part in parts), strict=True))


def cast_votes(
    member: EnsembleMember, belonging: SubwordMap, probabilities: NDArray[np.float32]
) -> MemberVotes:
    """A member's votes.

    A word is as likely as the likeliest of its sub-words: of a name that is torn in pieces one piece is
    enough. It is an identifier when the labels that the member votes on reach the threshold together; which
    of them is said by the likeliest, whose threshold counts.

    Args:
        member: its classes, votes and thresholds.
        belonging: of the sub-words to the words.
        probabilities: of each class for each sub-word, ``[sub-words, classes]``.
    """
    groups = [[i for i, label in enumerate(member.labels) if label is v] for v in member.votes]
    pieces = np.stack([probabilities[:, g].sum(axis=1) for g in groups], axis=1)
    sums = pieces.sum(axis=1)
    scores, total = belonging.likeliest(pieces), belonging.likeliest(sums)
    for i, first, last in belonging.wide():
        for word in range(first + 1, last + 1):
            np.maximum(scores[word], pieces[i], out=scores[word])
            total[word] = max(total[word], sums[i])
    np.minimum(total, 1, out=total)
    thresholds = np.asarray([member.threshold_of(v) for v in member.votes], np.float32)
    choice = scores.argmax(axis=1) if len(scores) else np.zeros(0, np.int64)
    choice = np.where(total >= thresholds[choice], choice, NO_VOTE)
    return MemberVotes(member, scores, total, choice)


def label_probabilities(
    member: EnsembleMember, belonging: SubwordMap, probabilities: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The probability of all labels that a network knows, for each word, voted on or not.

    As in :func:`cast_votes`, a word is as likely as the likeliest of its sub-words.

    Args:
        member: any that reads the network.
        belonging, probabilities: as for :func:`cast_votes`.

    Returns:
        How likely each word is an identifier of any label, ``[words]``, and how likely of each, in the order
        of ``Label``, ``[words, labels]``; all in [0, 1].
    """
    pieces = np.zeros((len(probabilities), len(LABEL_NUMBERS)), np.float32)
    for i, label in enumerate(member.labels):
        if label is not None:
            pieces[:, LABEL_NUMBERS[label]] += probabilities[:, i]
    sums = pieces.sum(axis=1)
    of_labels, total = belonging.likeliest(pieces), belonging.likeliest(sums)
    for i, _, last in belonging.wide():  # such a sub-word counts for both its ends
        np.maximum(of_labels[last], pieces[i], out=of_labels[last])
        total[last] = max(total[last], sums[i])
    return np.minimum(total, 1), np.minimum(of_labels, 1)


def voted_by_any(votes: Sequence[MemberVotes], count: int) -> NDArray[np.bool_]:
    """For each word whether any member takes it for an identifier."""
    taken = np.zeros(count, np.bool_)
    for v in votes:
        taken |= v.chosen_label != NO_VOTE
    return taken


def _solid(word: str) -> bool:
    return len(word) > 1 or word.isalnum()


# From votes on words to spans.


_OVER_LINES = frozenset({Label.STREET, Label.HOSPITAL, Label.ORGANIZATION})
_ONE_CHUNK_LABELS = frozenset({Label.ZIP, Label.EMAIL, Label.URL, Label.IP, Label.USERNAME})

_LINE = regex.compile(r"\r\n|[\n\r\u2028\u2029\x0b\x0c\x85]")
# Signs that join two parts although no member says so.
_NAME_SIGNS = regex.compile(r"[-‐‑'’]|\.\p{Zs}?|\p{Zs}{1,2}")
_OTHER_SIGNS = regex.compile(r"[-‐‑'’/.:@_&+#]|\p{Zs}{1,2}|\)[-\p{Zs}]?")
_WIDE = regex.compile(r"\t|\p{Zs}{3}")
# What follows another like it in a list is one of its own, e.g. two dates side by side.
_WHOLE_DATE = regex.compile(r"\d{1,4}([/.-])\d{1,2}\1\d{1,4}")
_DIGITS = {LabelGroup.CONTACT: 7, LabelGroup.ID: 5, LabelGroup.AGE: 1}
_CHUNK_BEFORE = regex.compile(r"\S+$")
_CHUNK_BEHIND = regex.compile(r"\S+")
_LONGEST = 40

_POSSESSIVE = regex.compile(r"['’][sS]$")
_PAIRS = (("(", ")"), ("[", "]"), ("“", "”"), ('"', '"'))
_AGE_IN_WORD = regex.compile(r"\p{Nd}+(?=\p{L}+$)")


def spans_from_votes(text: str, words: VotedWords, votes: Sequence[MemberVotes]) -> list[Span]:
    """Disjoint, sorted spans with the vote of every member.

    Args:
        text: the text.
        words: of the text.
        votes: of each member, the highest priority first.
    """
    taken = voted_by_any(votes, len(words))
    solid = [w for w in np.flatnonzero(taken).tolist() if words.has_letter_or_digit[w]]
    labels = {w: next(label for v in votes if (label := v.label_of(w)) is not None) for w in solid}
    runs: list[list[int]] = []
    for w in solid:
        if runs and _joined(text, words, votes, runs[-1][-1], w, labels):
            runs[-1].append(w)
        else:
            runs.append([w])
    found = (_span(text, words, votes, run) for run in runs)
    return [s for s in found if s is not None]


def _joined(
    text: str,
    words: VotedWords,
    votes: Sequence[MemberVotes],
    left: int,
    right: int,
    labels: dict[int, Label],
) -> bool:
    """Whether two words that are taken, with nothing taken but signs between them, are of one span."""
    a, b = labels[left], labels[right]
    if a is not b and not (a in PERSON_LABELS and b in PERSON_LABELS) and not _one_kind(a, b):
        return False
    between = range(left + 1, right)
    if any(words.has_letter_or_digit[w] for w in between):
        return False
    gap = text[int(words.ends[left]) : int(words.starts[right])]
    lines = len(_LINE.findall(gap))
    if lines:
        return lines == 1 and a is b and a in _OVER_LINES
    if a is not b and len(gap) > 2:
        return False
    signs = _NAME_SIGNS if a.group is LabelGroup.NAME else _OTHER_SIGNS
    spoken = (
        bool(between) and all(_voted_as_part(votes, w, (a, b)) for w in between) and not _WIDE.search(gap)
    )
    if gap and not signs.fullmatch(gap) and not spoken:
        return False
    if a.group is LabelGroup.NAME and stop_parts_names(text, int(words.ends[left]), int(words.starts[right])):
        return False
    return not _two_identifiers(text, a, int(words.ends[left]), int(words.starts[right]))


def _one_kind(a: Label, b: Label) -> bool:
    """A street and a city side by side are two things; a hospital and an organisation are one."""
    return a.group is b.group and a.group in (LabelGroup.ORGANIZATION, LabelGroup.CONTACT, LabelGroup.ID)


def _voted_as_part(votes: Sequence[MemberVotes], word: int, labels: tuple[Label, Label]) -> bool:
    """Whether a member takes a sign for part of an identifier of one of the labels."""
    return any(v.label_of(word) in labels for v in votes)


def _two_identifiers(text: str, label: Label, left_end: int, right_start: int) -> bool:
    """Whether two identifiers stand side by side, and not two parts of one."""
    gap = text[left_end:right_start]
    if not any(c.isspace() for c in gap):
        return False
    left = _CHUNK_BEFORE.search(text, max(0, left_end - _LONGEST), left_end)
    right = _CHUNK_BEHIND.match(text, right_start, right_start + _LONGEST)
    if not left or not right or not _is_whole_identifier(label, left[0]):
        return False
    return _is_whole_identifier(label, right[0]) or (label.group is LabelGroup.CONTACT and "(" in gap)


def _is_whole_identifier(label: Label, chunk: str) -> bool:
    """Whether a run of signs without a blank is an identifier of its own."""
    if label in _ONE_CHUNK_LABELS:
        return True
    if label is Label.DATE:
        return _WHOLE_DATE.search(chunk) is not None
    least = _DIGITS.get(label.group)
    return least is not None and sum(c.isdigit() for c in chunk) >= least


def _span(text: str, words: VotedWords, votes: Sequence[MemberVotes], run: list[int]) -> Span | None:
    label = _label(votes, run)
    start, end = int(words.starts[run[0]]), int(words.ends[run[-1]])
    if label in PERSON_LABELS and _POSSESSIVE.search(text, start, end):
        end -= 2
    if label is Label.AGE and (digits := _AGE_IN_WORD.match(text, start, end)):
        end = digits.end()
    if start >= end:
        return None
    start, end = _with_pairs(text, label, start, end)
    evidence = tuple(e for v in votes if (e := _evidence(words, v, run)) is not None)
    score = max(e.score for e in evidence if e.score is not None)
    return Span(start, end, label, score, evidence)


def _label(votes: Sequence[MemberVotes], run: list[int]) -> Label:
    """The label that the first member to vote on the run gives most weight over it."""
    spoken = [(v, [w for w in run if v.chosen_label[w] != NO_VOTE]) for v in votes]
    best = min(v.member.priority for v, seen in spoken if seen)
    weights: dict[Label, float] = {}
    for v, seen in spoken:
        if seen and v.member.priority == best:
            for label, weight in zip(
                v.member.votes, v.label_probabilities[seen].sum(axis=0).tolist(), strict=True
            ):
                weights[label] = weights.get(label, 0.0) + weight
    return min(weights, key=lambda label: (-weights[label], LABEL_NUMBERS[label]))


def _with_pairs(text: str, label: Label, start: int, end: int) -> tuple[int, int]:
    """The range with a bracket or quote at its edge whose other half it holds, and with the plus of a
    number: ``(555) 010-0199``, ``+44 20``. Other signs at the edges are left out."""
    before, inside, behind = text[start - 1 : start], text[start:end], text[end : end + 1]
    for opening, closing in _PAIRS:
        if opening == closing:
            open_here, closed_here = (inside.count(opening) % 2 == 1,) * 2
        else:
            open_here = inside.count(opening) > inside.count(closing)
            closed_here = inside.count(closing) > inside.count(opening)
        if closed_here and before == opening:
            return start - 1, end
        if open_here and behind == closing:
            return start, end + 1
    if before == "+" and inside[0].isdigit() and label.group is LabelGroup.CONTACT:
        return start - 1, end
    return start, end


def _evidence(words: VotedWords, v: MemberVotes, run: list[int]) -> Evidence | None:
    """What one member says of a span, with the range of its words where that differs."""
    spoken = [w for w in run if v.chosen_label[w] != NO_VOTE]
    if not spoken:
        return None
    weights = v.label_probabilities[spoken].sum(axis=0)
    label = v.member.votes[int(weights.argmax())]
    score = round(float(v.identifier_probability[spoken].max()), 4)
    same = spoken[0] == run[0] and spoken[-1] == run[-1]
    seen = (None, None) if same else (int(words.starts[spoken[0]]), int(words.ends[spoken[-1]]))
    return Evidence(EvidenceKind.MODEL, v.member.name, label, score, *seen)
