"""Marks every other mention in the document of what was found once.

``Smith`` from ``Dr. Jane Smith``, in capitals, with a possessive, over a line break. A place that
recovery claims for a medical term is left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import regex

from chartveil.detection.judgement.mentions import Mention, MentionFinder
from chartveil.domain.labels import PERSON_LABELS
from chartveil.domain.languages import LanguagePart, find_language
from chartveil.domain.resource_files import read_text
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.domain.tokenized_text import TokenizedText, fold

RangeAgreement = Callable[[int, int], float]
"""How far networks agree that a range of the text holds an identifier, in [0, 1]."""

LEAST_AGREEMENT = 0.01
"""Agreement of the networks from which on a nickname, initials or a part of a name mean the person of this
name whom the note names elsewhere."""
_SCORE_FACTOR = 0.95
"""A mention is a little less sure than what it repeats."""
_OF_PATIENT = "found in another document of this patient"
_THING = regex.compile(
    r"(?<![\p{L}\d])(?i:the|an?|no|some|every|each|any|this|that|his|her|my|our|their|your)[ \t]{1,2}\Z"
)
_OF_PEOPLE = regex.compile(
    r"[ ](?i:family|home|house|residence|couple|boys?|girls?|twins?|brothers|sisters|kids)\b"
)
_WORDS = regex.compile(r"\p{L}+")
_WEEKDAYS = frozenset(
    "sun mon tue tues wed thu thur thurs fri sat "
    "sunday monday tuesday wednesday thursday friday saturday".split()
)
_DAY_BEFORE = regex.compile(r"\b(?i:since|on|last|next|until|till|every|each|this)[ \t\r\n]{1,2}\Z")
"""Words before a weekday and hardly before a person: ``by Sunday`` may be either."""


def any_word(_: str) -> bool:
    """Takes everything for a word, where no lexicon is at hand."""
    return True


NO_AGREEMENT = 0.002
"""Agreement of the networks below which a word alone means a thing. Of the words in 1,500 notes that only a
name elsewhere in the note spoke for, 47 had less than .003, none of them a name; the least that a name had
was .0031."""
_KNOWN_AGREEMENT = 0.5
"""Agreement from which on networks know a name where it was found first. Where they do not, that they see
nothing elsewhere tells nothing: a name that a rule or a reviewer found is carried to every place."""
_POSSESSIVE = frozenset("his her my our their your".split())


def propagate(
    view: TokenizedText,
    spans: Sequence[Span],
    mentions: MentionFinder,
    claimed: Sequence[tuple[int, int]] = (),
    *,
    same_document: bool = True,
    same_text: bool = True,
    agreement: RangeAgreement | None = None,
    is_word: Callable[[str], bool] = any_word,
) -> list[Span]:
    """New spans for places that name again what the spans name; to be merged with the spans.

    Args:
        view: the document.
        spans: what was found, disjoint and sorted.
        mentions: what to follow: the names of these spans, or those of the patient's other documents.
        claimed: ranges that recovery claims for medical terms.
        same_document: whether the mentions are of this document's spans.
        same_text: whether they are of spans of this view, not of another reading of the document.
        agreement: how far the networks agree that a range holds an identifier; None where there are none.
        is_word: whether a folded word is any word but a name: what is none is no thing (``an Okonjo``).

    Returns:
        Spans that no span covers yet, sorted, with propagation as their evidence.
    """
    covered = bytearray(len(view.text))
    for span in spans:
        covered[span.start : span.end] = b"\1" * (span.end - span.start)
    for start, end in claimed:
        covered[start:end] = b"\2" * (end - start)
    found = []
    own = same_document and same_text
    for mention in mentions.find(view, weak=agreement is not None):
        here = covered[mention.start : mention.end]
        if mention.weak and (
            1 in here or agreement is None or agreement(mention.start, mention.end) < LEAST_AGREEMENT
        ):
            continue
        if 2 in here or 0 not in here:
            continue
        if not mention.weak and _is_ordinary_use(view.text, mention, is_word, own=own, agreement=agreement):
            continue
        origin, label = mention.origin, mention.label
        score = round(origin.score * _SCORE_FACTOR, 4)
        detail = f"repeats the span at {origin.start}" if same_document else _OF_PATIENT
        name = "same-document" if same_document else "same-patient"
        evidence = Evidence(EvidenceKind.PROPAGATION, name, label, score, detail=detail)
        found.append(Span(mention.start, mention.end, label, score, (evidence,)))
    return found


def ordinary_uses_of_names(
    view: TokenizedText,
    spans: Sequence[Span],
    is_common: Callable[[str], bool],
    is_word: Callable[[str], bool] = any_word,
) -> list[tuple[int, int]]:
    """Places that say a word of a person's name and mean a thing by their form: the leak check leaves them.

    What the networks see there does not count: the leak check believes none of them.
    """
    covered = bytearray(len(view.text))
    for span in spans:
        covered[span.start : span.end] = b"\1" * (span.end - span.start)
    return [
        (m.start, m.end)
        for m in MentionFinder(view.text, spans, is_common).find(view)
        if 0 in covered[m.start : m.end] and _is_ordinary_use(view.text, m, is_word, own=True)
    ]


def _is_ordinary_use(
    text: str,
    mention: Mention,
    is_word: Callable[[str], bool],
    *,
    own: bool,
    agreement: RangeAgreement | None = None,
) -> bool:
    """Whether one word of a person's name means a thing here: by an article or the like before it (``the
    bishop`` beside Len Bishop, ``THE CHO IN THE DIET ORDER`` beside Dr. Cho), by being a day of the week
    behind a word for time (``since Sunday`` beside Dr. Sunday Eze), by its small letters, where the name
    has a capital and the word is known as a thing (``juniper berries`` beside her sister Juniper), or where
    the networks, which know the name where it was found, see none (``Pat dry`` beside Pat Doyle).

    Args:
        text: of the document.
        mention: of a name.
        is_word: as for ``propagate``.
        own: whether the name was found in this text, not in another of the patient's documents.
        agreement: as for ``propagate``.
    """
    word = text[mention.start : mention.end]
    if mention.label not in PERSON_LABELS or not word.isalpha() or _OF_PEOPLE.match(text, mention.end):
        return False
    if word.lower() in _WEEKDAYS and _DAY_BEFORE.search(text, max(0, mention.start - 8), mention.start):
        return True
    if own and word.islower() and word in load_words_that_are_names():
        return _has_capital(text[mention.origin.start : mention.origin.end], word)
    if (
        own
        and agreement is not None
        and agreement(mention.start, mention.end) < NO_AGREEMENT
        and agreement(mention.origin.start, mention.origin.end) >= _KNOWN_AGREEMENT
    ):
        return True
    before = _THING.search(text, max(0, mention.start - 8), mention.start)
    if before is None or not is_word(fold(word)):
        return False
    return word.islower() or before[0].strip().lower() not in _POSSESSIVE


def _has_capital(name: str, word: str) -> bool:
    """Whether a name holds a word, and with a capital."""
    return any(w.lower() == word and w[0].isupper() for w in _WORDS.findall(name))


@cache
def load_words_that_are_names(path: Path | None = None) -> frozenset[str]:
    """Words that are names and things: ``resources/recovery/en/things.txt``, or another file of that form.

    Raises:
        ResourceError: if the file cannot be read.
    """
    path = path or find_language().file(LanguagePart.RECOVERY) / "things.txt"
    lines = read_text(path, "the list of words that are names and things").splitlines()
    return frozenset(w for line in lines if not line.startswith("#") for w in line.split())
