"""Numbers for the mode ``numbered``: one person or thing has one number in a document."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from chartveil.domain.document import Document
from chartveil.domain.labels import Label, LabelGroup, SurrogateKind
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import fold
from chartveil.surrogates.dates.parsing import parse_date
from chartveil.surrogates.name_words import normalize_name_word, usual_given_name, whole_names
from chartveil.surrogates.text_shape import misread_letters_to_digits, split_affixes

_WORD = re.compile(r"[^\W_](?:[^\W_]|['’](?=[^\W\d_]))*")
_SENTENCE_END = re.compile(
    r"(?<=[^\W\d_]{4})(?<!\bprof)(?<!\bchas)(?<!\bthos)([.!?]\s+)(?=[^\W\d_]{2,})", re.IGNORECASE
)
_BORN_AS = re.compile(
    r"\b(?:n[ée]e|formerly|maiden\s+name|f/?k/?a|a/?k/?a|also\s+known\s+as)\b[\s:.(]*$", re.I
)
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
        self._numbers: dict[int, tuple[int, ...]] = {}
        keys: dict[Label, dict[str, int]] = {}
        people: dict[Label, list[_Person]] = {}
        texts = [split_affixes(document.text[s.start : s.end])[1] for s in spans]
        named = [t for s, t in zip(spans, texts, strict=True) if s.label.info.surrogate is SurrogateKind.NAME]
        order = dict.fromkeys(
            w for t in named for w in map(normalize_name_word, _WORD.findall(t)) if len(w) > 2
        )
        whole = whole_names(list(order), ())
        for span, text in zip(spans, texts, strict=True):
            if span.label.info.surrogate is SurrogateKind.NAME:
                met = people.setdefault(span.label, [])
                if met and _BORN_AS.search(document.text[max(0, span.start - 24) : span.start]):
                    met[-1].words.update(_stems(text, whole))
                pieces = sentence_pieces(span, text)[::2]
                self._numbers[span.start] = tuple(_person(met, piece, whole) for piece in pieces)
            else:
                seen = keys.setdefault(span.label, {})
                self._numbers[span.start] = (seen.setdefault(_key(span, text), len(seen) + 1),)

    def numbers_of(self, span: Span) -> tuple[int, ...]:
        """The numbers of what a span means among the things of its label, from 1; as many as
        ``sentence_pieces`` has pieces."""
        return self._numbers[span.start]


def sentence_pieces(span: Span, text: str) -> list[str]:
    """A text parted where one sentence ends and the next begins, as a span of two names may hold both:
    ``Adeyemi``, ``. ``, ``Kowalczyk``; in one piece where it is no name. Joints stand at odd places."""
    return _SENTENCE_END.split(text) if span.label.info.surrogate is SurrogateKind.NAME else [text]


def _stems(text: str, whole: dict[str, str]) -> set[str]:
    """The words of a name, short forms and slips as the name they stand for."""
    words = (normalize_name_word(w) for w in _WORD.findall(text))
    return {usual_given_name(whole.get(w, w), {}) for w in words if len(w) > 1 and w not in _NOT_NAMES}


def tag_names(document: Document, spans: tuple[Span, ...]) -> dict[Label, str]:
    """What a tag says for each label: the label; its group, or ``REPLACED`` and a number, where the label
    is itself an original of the document. No two labels share a tag.

    A ``[STREET]`` in the letter of a Mr. Street would name him.
    """
    originals: set[str] = set()
    for span in spans:
        words = [normalize_name_word(w).removesuffix("'s") for w in _WORD.findall(span.text(document.text))]
        # ``Mercy Hospital`` does not make ``[HOSPITAL]`` a name.
        if span.group is LabelGroup.NAME or len(words) == 1:
            originals.update(words)

    def free(tag: str) -> bool:
        return originals.isdisjoint(tag.lower().split("_"))

    out: dict[Label, str] = {}
    for number, label in enumerate(Label, 1):
        group, plain = label.group.value, f"REPLACED{number}"
        taken = group in Label.__members__ or group in out.values()
        tags = (label.value, plain) if taken else (label.value, group, plain)
        out[label] = next(filter(free, tags), plain)
    return out


def _person(people: list[_Person], text: str, whole: dict[str, str]) -> int:
    found = [normalize_name_word(w) for w in _WORD.findall(text)]
    if len(found) == 1 and len(found[0]) <= 3 and not text.istitle():
        words: set[str] = set()
        initials = set(found[0])
    else:
        words = _stems(text, whole)
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
