"""Numbers for mode ``numbered``: the same person or thing has the same number in a document."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from chartveil.domain.document import Document
from chartveil.domain.labels import Label, LabelGroup, SurrogateKind
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import fold
from chartveil.surrogates.dates.parsing import parse_date
from chartveil.surrogates.name_words import normalize_name_word
from chartveil.surrogates.text_shape import misread_letters_to_digits, split_affixes

_WORD = re.compile(r"[^\W_](?:[^\W_]|['’](?=[^\W\d_]))*")
_NOT_NAMES = frozenset(
    "jr sr ii iii iv md rn phd dr mr mrs ms miss prof np van von der de del la di da st".split()
)


@dataclass
class _Person:
    """Someone met in the document: the words and initials of the name so far."""

    number: int
    words: set[str] = field(default_factory=set)
    initials: set[str] = field(default_factory=set)

    def can_be(self, words: set[str], initials: set[str]) -> bool:
        """Whether a mention with these words and initials can mean this person."""
        if not words:
            own = {w[0] for w in self.words} | self.initials
            return initials <= own and (len(initials) > 1 or initials == self.initials)
        if not words & self.words:
            return False
        extra, lacking = words - self.words, self.words - words
        if extra and lacking:
            # ``John Smith`` and ``Jane Smith``: each has a word of its own, unless an initial stands for it.
            return False
        firsts = {w[0] for w in self.words} | self.initials
        if initials - firsts and self.words - words:
            return False
        return all(w[0] in self.initials for w in extra) if extra and self.initials else True


class TagNumbering:
    """Numbers per label in order of first appearance.

    Args:
        document, spans: the document and its counted spans, sorted.
    """

    def __init__(self, document: Document, spans: tuple[Span, ...]) -> None:
        self._numbers: dict[int, int] = {}
        keys: dict[Label, dict[str, int]] = {}
        people: dict[Label, list[_Person]] = {}
        for span in spans:
            text = split_affixes(document.text[span.start : span.end])[1]
            if span.label.info.surrogate is SurrogateKind.NAME:
                self._numbers[span.start] = _person(people.setdefault(span.label, []), text)
            else:
                seen = keys.setdefault(span.label, {})
                self._numbers[span.start] = seen.setdefault(_key(span, text), len(seen) + 1)

    def number_of(self, span: Span) -> int:
        """The number of what a span means among the things of its label, from 1."""
        return self._numbers[span.start]


def tag_names(document: Document, spans: tuple[Span, ...]) -> dict[Label, str]:
    """What a tag says for each label: the label; its group, or ``LABEL`` and a number, where the label
    is itself an original of the document. No two labels share a tag.

    A ``[STREET]`` in the letter of a Mr. Street would name him.
    """
    originals: set[str] = set()
    for span in spans:
        originals.update(
            normalize_name_word(w).removesuffix("'s") for w in _WORD.findall(span.text(document.text))
        )

    def free(tag: str) -> bool:
        return originals.isdisjoint(tag.lower().split("_"))

    out: dict[Label, str] = {}
    for number, label in enumerate(Label, 1):
        group, plain = label.group.value, f"LABEL{number}"
        taken = group in Label.__members__ or group in out.values()
        tags = (label.value, plain) if taken else (label.value, group, plain)
        out[label] = next(filter(free, tags), plain)
    return out


def _person(people: list[_Person], text: str) -> int:
    found = [normalize_name_word(w) for w in _WORD.findall(text)]
    if len(found) == 1 and len(found[0]) <= 3 and not text.istitle():
        words: set[str] = set()
        initials = set(found[0])
    else:
        words = {w for w in found if len(w) > 1 and w not in _NOT_NAMES}
        initials = {w for w in found if len(w) == 1}
    for person in people:
        if person.can_be(words, initials):
            person.words |= words
            person.initials |= initials
            return person.number
    people.append(_Person(len(people) + 1, words, initials))
    return len(people)


def _key(span: Span, text: str) -> str:
    """What a mention means: equal for two ways to write one thing."""
    mended = misread_letters_to_digits(text)
    if span.label.info.surrogate is SurrogateKind.DATE and (parsed := parse_date(text)):
        return f"{parsed.year}-{parsed.month}-{parsed.day}-{parsed.holiday}"
    solid = re.sub(r"[\W_]", "", fold(mended))
    if span.label.info.surrogate is SurrogateKind.PHONE:
        return solid[-10:]
    if span.group in (LabelGroup.ID, LabelGroup.CONTACT):
        return solid
    return " ".join(_WORD.findall(fold(text))) or text
