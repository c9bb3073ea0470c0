"""What all surrogate generators of a document share: key, scope, and the words that no surrogate may use."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from chartveil.domain.document import Document
from chartveil.domain.errors import StageError
from chartveil.domain.labels import Label, LabelGroup, SurrogateKind
from chartveil.domain.policy import LabelAction, Policy, ReplacementMode
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import fold
from chartveil.lexicon.name_particles import CREDENTIALS, NAME_PARTICLES, TITLES
from chartveil.lexicon.word_disguises import joined_words, words_in_disguise
from chartveil.surrogates.keyed_random import KeyedRandom
from chartveil.surrogates.lists import SurrogateLists
from chartveil.surrogates.name_words import kept_word_starts, split_name_words
from chartveil.surrogates.patient_words import (
    KnownWords,
    is_identifying_word,
    is_word_of_name,
    split_folded_words,
    state_fact,
)
from chartveil.surrogates.text_shape import randomize_characters, split_affixes

STAGE = "surrogates"

MAX_DRAWS = 96
"""Draws for one span before the stage gives up."""

_MIN_PHRASE_CHARACTERS = 4
"""Letters and digits from which on a phrase (``CR 19``) points at someone."""

_COMMON_INITIALS, _LESS_COMMON_INITIALS, _RARE_INITIALS = "ABCDEJKLMRST", "FGHNPVW", "IOQUXYZ"

KEPT_IN_NAMES = CREDENTIALS | TITLES | frozenset("van von der den del dos das bin".split())
_FUNCTION_WORDS = frozenset("and the for del las los der des das".split())
_LETTERS = re.compile(r"[^\W\d_]+")
_TIMED = frozenset((SurrogateKind.DATE, SurrogateKind.AGE))


def scope_of_patient(patient: str) -> str:
    """The scope of surrogates for the documents of a patient."""
    return f"patient:{patient}"


def scope_of(document: Document) -> str:
    """The scope of surrogates for a document: its patient's, or its own where no patient is known."""
    return scope_of_patient(document.patient_id) if document.patient_id else f"document:{document.id}"


@dataclass(frozen=True)
class SurrogateContext:
    """What the generators share while one document is replaced.

    Attributes:
        key: the secret.
        scope: whose surrogates these are: the patient, or the document where no patient is known.
        policy, mode, lists: what to do and what to draw from.
        document: the document.
        spans: all spans that count, sorted.
        known: the words of all texts of the scope, as far as they are known.
        others: names of people, places and organisations in all documents of the scope, as they are
            written, as far as they are known.
        people: the people among them, by the normalised words of their names.
        names_taken: surrogate name word → folded original word it stands for, so that two persons of
            one document do not become one.
        surrogates_taken: (kind, folded surrogate) → normal form of the thing it stands for.
        changes: surrogates that earlier copies of the scope have and this one cannot, since the document
            names somebody or something so.
    """

    key: bytes
    scope: str
    policy: Policy
    mode: ReplacementMode
    lists: SurrogateLists
    document: Document
    spans: tuple[Span, ...]
    known: KnownWords
    others: tuple[str, ...] = ()
    people: tuple[tuple[str, ...], ...] = ()
    names_taken: dict[str, str] = field(default_factory=dict)
    surrogates_taken: dict[tuple[str, str], str] = field(default_factory=dict)
    changes: list[str] = field(default_factory=list)

    def random_for(self, *parts: str) -> KeyedRandom:
        """The random stream for one thing: the same for the same key, scope and parts.

        Args:
            parts: what they are for, e.g. kind, normal form of the original, number of the attempt.
        """
        return KeyedRandom(self.key, self.scope, *parts)

    def treatment(self, label: Label) -> LabelAction:
        """The treatment of a label's spans in this copy."""
        return self.policy.treatment(label, self.mode)

    def span_text(self, span: Span) -> str:
        """The original that a span marks."""
        return self.document.text[span.start : span.end]

    @cached_property
    def initial_surrogates(self) -> dict[str, str]:
        """The surrogate of each initial, in capitals and small letters: one permutation per scope.

        Because every surrogate of a name begins with what its initial becomes, ``J. Smith``, ``JS`` and
        ``John Smith`` agree in all documents of a patient without a table. Letters change places with
        letters about as frequent at the head of names; none stays. Letters with which few names begin
        go to less frequent ones and get none back: there would be too few names to choose from.
        """
        stream = self.random_for("initials")
        out = stream.cyclic_permutation(_COMMON_INITIALS) | stream.cyclic_permutation(_LESS_COMMON_INITIALS)
        out |= zip(_RARE_INITIALS, stream.cyclic_permutation(_LESS_COMMON_INITIALS).values(), strict=True)
        return out | {a.lower(): b.lower() for a, b in out.items()}

    @cached_property
    def _originals(self) -> tuple[frozenset[str], frozenset[tuple[str, ...]]]:
        single: set[str] = set()
        several: set[tuple[str, ...]] = set()
        stays = KEPT_IN_NAMES | self._words_of_kind
        for name in self.others:
            single.update(self._words_of_name(name) - stays)
        for person in self.people:
            single.update(_in_one_word(person))
        for span in self.spans:
            timed = span.label.info.surrogate in _TIMED
            if timed and not any(c.isalpha() for c in self.span_text(span)):
                # Moved dates and kept ages may meet other dates and ages of the document.
                continue
            folded = fold(self.span_text(span)).strip()
            words = split_folded_words(folded)
            if span.group is LabelGroup.NAME:
                single.update(self._words_of_name(self.span_text(span)), _in_one_word(words))
            if len(words) == 1 and words[0] == folded:
                single.update(w for w in words if is_identifying_word(w))
            elif sum(c.isalnum() for c in folded) >= _MIN_PHRASE_CHARACTERS:
                several.add(tuple(words))
        return frozenset(single), frozenset(several)

    def _words_of_name(self, name: str) -> set[str]:
        """The folded words of a name that point at someone; none is a particle there (``de la Cruz``)."""
        core = split_affixes(name)[1]
        words = split_name_words(core, self.lists.names)
        kept = kept_word_starts(core, words, self.lists.names)
        stays = KEPT_IN_NAMES.union(w.norm for w in words if w.start in kept and w.norm in NAME_PARTICLES)
        return {w for w in split_folded_words(fold(name)) if is_word_of_name(w, self.lists)} - stays

    @cached_property
    def _original_lengths(self) -> frozenset[int]:
        return frozenset(map(len, self._originals[1]))

    @property
    def forbidden_words(self) -> frozenset[str]:
        """The folded words that no surrogate may hold: originals of one word, and the words of all names."""
        return self._originals[0]

    @cached_property
    def words_of_names(self) -> frozenset[str]:
        """The folded words of the names in the document."""
        named = (s for s in self.spans if s.group is LabelGroup.NAME)
        return frozenset(w for s in named for w in self._words_of_name(self.span_text(s)))

    @cached_property
    def _words_of_kind(self) -> frozenset[str]:
        sets = self.lists.word_sets
        return sets["types"] | sets["types_places"] | sets["street_types"] | sets["street_kept"]

    def is_free(self, surrogate: str, original: str, kept: Container[str] = ()) -> bool:
        """Whether the surrogate has no word of its original and holds no original of the document.

        Args:
            surrogate: the text that would stand in the copy.
            original: the text it stands for.
            kept: folded words that stay on purpose: words of kind, particles.
        """
        folded = fold(surrogate).strip()
        if folded == fold(original).strip():
            return False
        own = {w for w in split_folded_words(fold(original)) if is_identifying_word(w) and set(w) != {"x"}}
        if any(w in own and w not in kept and w not in _FUNCTION_WORDS for w in split_folded_words(folded)):
            return False
        single, several = self._originals
        words = split_folded_words(folded)
        if not (single.isdisjoint(words) and single.isdisjoint(_disguised_words(surrogate, kept))):
            return False
        # The originals of a document may be thousands, and so may the words of a surrogate. Signs between
        # words do not count: ``1-980-555-0130`` holds ``(980) 555-0130``.
        return not any(
            tuple(words[a : a + n]) in several for n in self._original_lengths for a in range(len(words))
        )

    def holds_known_word(
        self, surrogate: str, original: str, attempt: int, kept: Container[str] = ()
    ) -> bool:
        """Whether a surrogate has a word of any text of the scope, as far as these were known when its
        original first was.

        A patient of hundreds of places uses up the words for them: of the last draws this is never so.

        Args:
            surrogate: the text that would stand in the copy.
            original: what it stands for, in a form that is the same wherever it is written.
            attempt: which draw it is, from 0.
            kept: as ``is_free`` has it.
        """
        if attempt >= MAX_DRAWS // 2:
            return False
        own = split_folded_words(fold(original))
        until = self.known.since(own)
        words = (
            w
            for w in split_folded_words(fold(surrogate))
            if w not in _FUNCTION_WORDS and not (w in kept and w in own)
        )
        return any(self.known.holds(w, until) for w in chain(words, _disguised_words(surrogate, kept)))

    def note_change(self, surrogate: str, original: str) -> None:
        """Notes a surrogate that is not free in this document where earlier copies of the scope have it.

        Args:
            surrogate, original: as of ``holds_known_word``.
        """
        until = self.known.since(split_folded_words(fold(original)))
        words = chain(split_folded_words(fold(surrogate)), words_in_disguise(surrogate))
        if any(self.known.since([w]) > until for w in words):
            self.changes.append(surrogate)

    def holds_known_state(self, code: str) -> bool:
        """Whether a text of the scope names a state by its postal code."""
        return self.known.holds(state_fact(code), 0)

    def draw_free(self, make: Callable[[int], str], original: str) -> str:
        """The first of ``make(0)``, ``make(1)``, … that is free (``is_free``).

        Raises:
            StageError: when none of ``MAX_DRAWS`` is free.
        """
        return self._draw(make, original, original, lambda _: True, ())

    def draw_distinct(
        self,
        kind: str,
        norm: str,
        make: Callable[[int], str],
        original: str,
        kept: Container[str] = (),
        *,
        known: bool = True,
    ) -> str:
        """Like ``draw_free``, and no two different things of one kind in the document get the same surrogate.

        Args:
            kind: what the thing is, e.g. ``phone``.
            norm: the thing in a form that is the same for every way to write it.
            make: gives the surrogate of an attempt, from 0.
            original: the text it stands for.
            kept: as ``is_free`` has it.
            known: whether ``make`` leaves it to this to pass over words of the patient's texts.

        Raises:
            StageError: when none of ``MAX_DRAWS`` is free.
        """
        return self._draw(
            make,
            original,
            norm if known else None,
            lambda made: self.surrogates_taken.setdefault((kind, fold(made)), norm) == norm,
            kept,
        )

    def _draw(
        self,
        make: Callable[[int], str],
        original: str,
        norm: str | None,
        accepts: Callable[[str], bool],
        kept: Container[str],
    ) -> str:
        for attempt in range(MAX_DRAWS):
            made = self._made(make, original, attempt)
            if norm is not None and self.holds_known_word(made, norm, attempt, kept):
                continue
            if self.is_free(made, original, kept):
                if accepts(made):
                    return made
            else:
                self.note_change(made, norm or "")
        raise self.stage_error("no free surrogate was found")

    def _made(self, make: Callable[[int], str], original: str, attempt: int) -> str:
        """What ``make`` gives; in the last third of the attempts, for short and odd originals that it could
        not change, random characters of the same shape. Long numbers are left to fail: one drawn without
        its rules could be real."""
        if attempt < 2 * MAX_DRAWS // 3 or sum(c.isdecimal() for c in original) >= 7:
            return make(attempt)
        return randomize_characters(
            original, self.random_for("other", fold(original), str(attempt)), keep_masked=False
        )

    def stage_error(self, reason: str, span: Span | None = None) -> StageError:
        """The error that blocks the document's export.

        Args:
            reason: what could not be done, free of document text.
            span: the span it could not be done for, where that is known.
        """
        where = f" for {span.label} at offset {span.start}" if span else ""
        return StageError(STAGE, f"{reason}{where}.", self.document.id)


def _in_one_word(words: Sequence[str]) -> set[str]:
    """The words of a person's name in one (``vanhouten``), but for particles alone (``vander``)."""
    return joined_words(words) - joined_words([w for w in words if w in NAME_PARTICLES | KEPT_IN_NAMES])


def _disguised_words(surrogate: str, kept: Container[str]) -> frozenset[str]:
    """What a surrogate may be taken to hold, but for words that stay on purpose: a slip of ``Hospital`` is no
    original."""
    return words_in_disguise(_LETTERS.sub(lambda m: "" if fold(m[0]) in kept else m[0], surrogate))
