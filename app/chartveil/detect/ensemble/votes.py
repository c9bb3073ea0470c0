"""From the probabilities of sub-words to what each member says of each word.

A word is here a run of letters, digits and combining marks, or a single other sign; blanks are none. It is
the same for every member, however its tokenizer parts the text, so that votes can be counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import regex
from numpy.typing import NDArray

from chartveil.detect.ensemble.encode import EncodedText
from chartveil.detect.ensemble.manifest import EnsembleMember
from chartveil.domain import Label

_WORD = regex.compile(r"[\p{L}\p{N}\p{M}]+|\S")

NO_VOTE = -1


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
        ranges = [m.span() for m in _WORD.finditer(text)]
        pairs = np.asarray(ranges, dtype=np.int64).reshape(-1, 2)
        return VotedWords(pairs[:, 0], pairs[:, 1], tuple(_solid(text[a:b]) for a, b in ranges))

    def __len__(self) -> int:
        return len(self.starts)


@dataclass(frozen=True, slots=True)
class MemberVotes:
    """What one member says of each word of a text.

    Attributes:
        member: who.
        label_probabilities: for each word the probability of each of the member's voted labels, ``[words, labels]``.
        identifier_probability: for each word that it is an identifier of any of them, in [0, 1].
        chosen_label: for each word the number of the label it votes for, in ``member.votes``; ``NO_VOTE`` for none.
    """

    member: EnsembleMember
    label_probabilities: NDArray[np.float32]
    identifier_probability: NDArray[np.float32]
    chosen_label: NDArray[np.int64]

    def label_of(self, word: int) -> Label | None:
        """The label voted for, if any."""
        number = int(self.chosen_label[word])
        return None if number == NO_VOTE else self.member.votes[number]


def cast_votes(
    member: EnsembleMember, words: VotedWords, encoded: EncodedText, probabilities: NDArray[np.float32]
) -> MemberVotes:
    """A member's votes.

    A word is as likely as the likeliest of its sub-words: of a name that is torn in pieces one piece is
    enough. It is an identifier when the labels that the member votes on reach the threshold together; which
    of them is said by the likeliest, whose threshold counts.

    Args:
        member: its classes, votes and thresholds.
        words: of the text.
        encoded: the sub-words.
        probabilities: of each class for each sub-word, ``[sub-words, classes]``.
    """
    groups = [[i for i, label in enumerate(member.labels) if label is v] for v in member.votes]
    pieces = np.stack([probabilities[:, g].sum(axis=1) for g in groups], axis=1)
    sums = pieces.sum(axis=1)
    scores = np.zeros((len(words), len(groups)), np.float32)
    total = np.zeros(len(words), np.float32)
    first = np.searchsorted(words.ends, encoded.starts, side="right")
    last = np.searchsorted(words.starts, encoded.ends, side="left") - 1
    real = np.flatnonzero(first <= last)
    np.maximum.at(scores, first[real], pieces[real])
    np.maximum.at(total, first[real], sums[real])
    for i in real[first[real] < last[real]].tolist():  # sub-words that reach over several words: few
        for word in range(int(first[i]) + 1, int(last[i]) + 1):
            np.maximum(scores[word], pieces[i], out=scores[word])
            total[word] = max(total[word], sums[i])
    np.minimum(total, 1, out=total)
    thresholds = np.asarray([member.threshold_of(v) for v in member.votes], np.float32)
    choice = scores.argmax(axis=1) if len(words) else np.zeros(0, np.int64)
    choice = np.where(total >= thresholds[choice], choice, NO_VOTE)
    return MemberVotes(member, scores, total, choice)


def identifier_probabilities(
    member: EnsembleMember, words: VotedWords, encoded: EncodedText, probabilities: NDArray[np.float32]
) -> NDArray[np.float32]:
    """For each word how likely it is an identifier of any of the model's labels, voted on or not.

    Args:
        member: any that reads the model.
        words, encoded, probabilities: as for :func:`cast_votes`.
    """
    labelled = [i for i, label in enumerate(member.labels) if label is not None]
    sums = probabilities[:, labelled].sum(axis=1)
    weights = np.zeros(len(words), np.float32)
    first = np.searchsorted(words.ends, encoded.starts, side="right")
    last = np.searchsorted(words.starts, encoded.ends, side="left") - 1
    real = np.flatnonzero(first <= last)
    np.maximum.at(weights, first[real], sums[real])
    np.maximum.at(weights, last[real], sums[real])
    return np.minimum(weights, 1)


def voted_by_any(votes: Sequence[MemberVotes], count: int) -> NDArray[np.bool_]:
    """For each word whether any member takes it for an identifier."""
    taken = np.zeros(count, np.bool_)
    for v in votes:
        taken |= v.chosen_label != NO_VOTE
    return taken


def _solid(word: str) -> bool:
    return len(word) > 1 or word.isalnum()
