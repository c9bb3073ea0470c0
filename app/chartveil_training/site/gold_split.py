"""Parts a site's gold documents: to learn from, to choose the threshold by, and held back to judge by.

Documents of one patient stay together, since a name that was learned is no longer unseen. Which part a
patient falls to depends on a hash of a document and the seed alone, so that documents that come later move
few others.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chartveil.domain.errors import InputError
from chartveil.domain.labels import Label
from chartveil.domain.tokenized_text import fold, word_ranges
from chartveil.formats.annotations.document import AnnotatedDocument
from chartveil_training.samples import IdentifierMark, Sample

MIN_DOCUMENTS = 20
"""Fewer teach a habit or two of a writer, and what is held back of them judges nothing."""
MIN_HELD_BACK = 5
MIN_CHOOSING = 3
MIN_LEARNING = 10

_CHOOSING = 0.2
"""Share of what is not held back by which the threshold is chosen: on what was learned all look sure."""
_NUMBERS = frozenset((Label.MRN, Label.SSN, Label.HEALTHPLAN))
_LEEWAY = 0.25
"""By how much of itself a share may be missed."""
_COMMON = 0.25
"""A name or number that more than this share of the documents bear is a stand-in ("John Doe"), no patient."""
_CERTAIN_KEYS = ("text", "patient")
"""Kinds of key that are no guess from marks: however many documents bear one, they belong together."""


@dataclass(frozen=True, slots=True)
class GoldSplit:
    """A site's documents by their use; each part in the order of its hashes.

    Attributes:
        learning: the model learns from them.
        threshold_choosing: its threshold is chosen by them.
        held_back: it is judged by them; nothing else looks at them.
        patients: groups that were kept together.
        labels: those that ``learning`` marks. Others are neither taught, voted on nor counted as wrong: the
            gold does not say whether the site has none of them or does not mark them.
    """

    learning: tuple[AnnotatedDocument, ...]
    threshold_choosing: tuple[AnnotatedDocument, ...]
    held_back: tuple[AnnotatedDocument, ...]
    patients: int
    labels: tuple[Label, ...]


def split_gold(documents: Sequence[AnnotatedDocument], held_back: float, seed: int) -> GoldSplit:
    """Parts documents.

    Args:
        documents: with their texts.
        held_back: share to be held back, in (0, 1).
        seed: another one parts otherwise.

    Raises:
        InputError: if a document has no text, or if there are too few of them in all or in a part.
    """
    for document in documents:
        if document.text is None:
            raise InputError(
                "the document holds no text to learn from.",
                where=document.where or document.id,
                remedy="Give gold with its text: inline, i2b2, brat, or jsonl with 'text'.",
            )
    if len(documents) < MIN_DOCUMENTS:
        raise InputError(
            f"there are {len(documents)} documents; training needs at least {MIN_DOCUMENTS}.",
            remedy="Annotate more documents; a hundred or more are better.",
        )
    groups = _patient_groups(documents)
    held, rest = _take_share(groups, held_back, MIN_HELD_BACK, f"held {seed}")
    choosing, learning = _take_share(rest, _CHOOSING, MIN_CHOOSING, f"choosing {seed}")
    parts = [tuple(d for group in part for d in group) for part in (learning, choosing, held)]
    if len(parts[0]) < MIN_LEARNING or not all(any(d.spans for d in part) for part in parts):
        sizes = f"{len(parts[0])} to learn from, {len(parts[1])} to choose by, {len(parts[2])} held back"
        raise InputError(
            f"parted by patient, a part has too few documents or none with marks: {sizes}.",
            remedy="Annotate documents of more patients, or hold another share back.",
        )
    seen = {s.label for d in parts[0] for s in d.spans}
    return GoldSplit(
        parts[0], parts[1], parts[2], len(groups), tuple(label for label in Label if label in seen)
    )


PatientGroup = tuple[AnnotatedDocument, ...]


def _take_share(
    groups: Sequence[PatientGroup], share: float, least: int, purpose: str
) -> tuple[list[PatientGroup], list[PatientGroup]]:
    """Groups whose hash falls into a share, and the rest.

    Of few groups chance may take far more or fewer than the share: then those that come next in order are
    added or left out, down to ``least`` documents.
    """
    wanted = share * sum(map(len, groups))
    low, high = (max(least, wanted * (1 + way)) for way in (-_LEEWAY, _LEEWAY))
    taken: list[PatientGroup] = []
    rest: list[PatientGroup] = []
    count = 0
    for place, i in sorted((_hash_place(group, purpose), i) for i, group in enumerate(groups)):
        if count < low or (place < share and count < high):
            taken.append(groups[i])
            count += len(groups[i])
        else:
            rest.append(groups[i])
    return taken, rest


def _hash_place(group: PatientGroup, purpose: str) -> float:
    """Where in [0, 1) a group falls."""
    first = min(d.sha256 for d in group)
    digest = hashlib.sha256(f"{purpose}\0{first}".encode()).digest()
    return int.from_bytes(digest[:7], "big") / 2**56


def _patient_groups(documents: Sequence[AnnotatedDocument]) -> list[PatientGroup]:
    """Documents in groups that share a patient as far as is known, or are of the same text."""
    bearers: dict[tuple[str, ...], set[int]] = defaultdict(set)
    for i, document in enumerate(documents):
        for key in _keys(document):
            bearers[key].add(i)
    leader = list(range(len(documents)))

    def lead(i: int) -> int:
        while leader[i] != i:
            i = leader[i]
        return i

    for key in sorted(bearers):
        first, *others = sorted(bearers[key])
        if key[0] in _CERTAIN_KEYS or len(bearers[key]) <= max(2, _COMMON * len(documents)):
            for other in others:
                leader[lead(other)] = lead(first)
    groups: dict[int, list[AnnotatedDocument]] = defaultdict(list)
    for i, document in enumerate(documents):
        groups[lead(i)].append(document)
    return [tuple(group) for _, group in sorted(groups.items())]


def _keys(document: AnnotatedDocument) -> Iterator[tuple[str, ...]]:
    """What a document has in common with others of its patient: text, id, numbers, whole names."""
    text = document.text or ""
    yield "text", document.sha256
    if document.patient:
        yield "patient", fold(document.patient)
        # Where files tell whose they are it is often by the number that stands in other documents.
        yield from _number(document.patient)
    for span in document.spans:
        surface = fold(text[span.start : span.end])
        if span.label in _NUMBERS:
            yield from _number(surface)
        elif span.label is Label.PATIENT:
            words = sorted(surface[a:b] for a, b in word_ranges(surface) if b - a > 1)
            if len(words) > 1:
                yield ("name", *words)


def _number(surface: str) -> Iterator[tuple[str, str]]:
    bare = "".join(c for c in fold(surface) if c.isalnum())
    if len(bare) > 4 and len(set(bare)) > 2:
        yield "number", bare


def sample_from_document(document: AnnotatedDocument, labels: Sequence[Label]) -> Sample:
    """A document as training reads it.

    Marks lose blanks at their edges; marks that overlap become one that may bear any of their labels. What
    the document does not mark stays open, also where other documents mark it.

    Args:
        document: with its text.
        labels: those that the gold marks (``GoldSplit.labels``).
    """
    text = document.text or ""
    marks: list[IdentifierMark] = []
    for span in sorted(document.spans):
        surface = text[span.start : span.end]
        start = span.start + len(surface) - len(surface.lstrip())
        end = span.end - len(surface) + len(surface.rstrip())
        if start >= end:
            continue
        if marks and start < marks[-1].end:
            last = marks.pop()
            both = tuple(dict.fromkeys((*last.labels, span.label)))
            marks.append(IdentifierMark(last.start, max(end, last.end), both))
        else:
            marks.append(IdentifierMark(start, end, (span.label,)))
    return Sample(text, tuple(marks), (frozenset(Label) - set(labels)) | document.unmarked, "site")


def count_marks(documents: Sequence[AnnotatedDocument]) -> Counter[Label]:
    """Marks by label."""
    return Counter(s.label for d in documents for s in d.spans)
