"""Makes the replacement text of every span of a document."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from chartveil.domain.document import Document
from chartveil.domain.errors import StageError
from chartveil.domain.labels import Label, SurrogateKind
from chartveil.domain.policy import LabelAction, Policy, ReplacementMode
from chartveil.domain.span import Replacement, Span
from chartveil.surrogates.ages import replace_age
from chartveil.surrogates.contacts import OnlineAddressSurrogates, replace_phone
from chartveil.surrogates.context import STAGE, SurrogateContext, scope_of
from chartveil.surrogates.dates.replacing import UNDATED_TEXT, DateSurrogates
from chartveil.surrogates.ids import replace_id
from chartveil.surrogates.keyed_random import MIN_KEY_BYTES
from chartveil.surrogates.lists import SurrogateLists, load_surrogate_lists
from chartveil.surrogates.names import NameSurrogates
from chartveil.surrogates.organizations_and_streets import (
    PhraseSurrogates,
    StreetSurrogates,
    landmark_surrogates,
    organization_surrogates,
)
from chartveil.surrogates.patient_words import NO_WORDS, KnownWords, PatientWords, hashes_of, words_to_avoid
from chartveil.surrogates.places import (
    UsPlaceSurrogates,
    generalize_place,
    replace_city,
    replace_country,
    replace_state,
    replace_zip,
)
from chartveil.surrogates.professions import replace_profession
from chartveil.surrogates.resolved_labels import people_among, resolved_labels
from chartveil.surrogates.tag_numbering import TagNumbering, sentence_pieces, tag_names
from chartveil.surrogates.text_shape import mask_text

_MADE = frozenset((LabelAction.SURROGATE, LabelAction.GENERALIZE, LabelAction.SHIFT))
"""Treatments that say something in the place of what they take."""
_UNTOLD = (UNDATED_TEXT, "[AGE]")
"""The text that the generators write where a coarser text would say too much."""
_BREAKS = re.compile(r"\r\n|[\n\r\u2028\u2029\x0b\x0c\x85]")
_BY_CONTEXT = frozenset(
    (
        SurrogateKind.DATE,
        SurrogateKind.AGE,
        SurrogateKind.PROFESSION,
        SurrogateKind.CITY,
        SurrogateKind.STATE,
        SurrogateKind.ZIP,
        SurrogateKind.NAME,
    )
)
"""Kinds whose surrogate depends on where the span stands, not on its text alone."""


class SurrogateEngine:
    """Makes replacements, the same for the same key, policy, mode, lists and document.

    What a label says counts for less than the words: a span that holds a known person's name, or a known
    town, is replaced as that, whatever its label (``resolved_labels``).

    The scope of consistency is ``Document.patient_id`` where known, else ``Document.id``: within it the
    same original has the same surrogate in every document and every run; between scopes they differ.
    Three things depend on the document alone. Where a surrogate would name another original of the same
    document, the next one is drawn. A name that no list knows is read by its place and by words of kin
    beside it (``husband Jean``), and goes with the name of the document it is a typing error of. Where no
    patient is known, the shift of the dates is one that moves no date of the document onto another.

    What is outside the spans stays as it is. A weekday that stands outside a date's span (``Tue [14 Feb]``)
    so agrees with the moved date only under a policy with ``keep_weekday``. A surrogate may be longer or
    shorter than its original and is never padded with blanks: names are drawn of like length, figures have
    as many places, but columns of a table set in blanks may shift by a few characters.

    Args:
        key: the secret, 16 bytes at least; whoever holds it and guesses an original can check the guess.
        policy: which labels count, and how dates, ages and postal codes are treated.
        mode: what stands in the place of an identifier.
        lists: what to draw from; None for the bundled lists.

    Raises:
        ValueError: if the key is too short.
        ResourceError: if a bundled list is missing or damaged.
    """

    def __init__(
        self, key: bytes, policy: Policy, mode: ReplacementMode, lists: SurrogateLists | None = None
    ) -> None:
        if len(key) < MIN_KEY_BYTES:
            raise ValueError(f"a key has {MIN_KEY_BYTES} bytes at least, not {len(key)}")
        self._key = key
        self._policy = policy
        self._mode = mode
        self._lists = lists
        self._people: tuple[tuple[str, ...], tuple[tuple[str, ...], ...]] = ((), ())
        if lists is None and any(policy.treatment(label, mode) in _MADE for label in Label):
            self._lists = load_surrogate_lists()

    def replacements(
        self,
        document: Document,
        spans: Sequence[Span],
        others: Iterable[str] = (),
        words: PatientWords = NO_WORDS,
        changed: Callable[[], None] = lambda: None,
    ) -> list[Replacement]:
        """One replacement for each span whose label counts under the policy, sorted and disjoint.

        Args:
            document: the document.
            spans: what is to go, disjoint.
            others: the names of people, places and organisations that all documents of the patient hold, as
                they are written, where they are known: no word of them is drawn. The same for each document,
                or the documents may differ.

        Raises:
            StageError: if spans overlap or reach past the text, or no surrogate could be made. The
                original is never given in its stead.
        """
        counted = tuple(sorted(s for s in spans if self._policy.is_identifier(s.label)))
        at = 0
        for span in counted:
            if span.start < at or span.end > len(document.text):
                reason = f"the span at offset {span.start} overlaps another or reaches past the text."
                raise StageError(STAGE, reason, document.id)
            at = span.end
        if not counted:
            return []
        surrogates = context = None
        if any(self._policy.treatment(s.label, self._mode) in _MADE for s in counted):
            context = self._context(document, counted, others, words)
            surrogates = _DocumentSurrogates(context)
        marks = _Marks(document, counted, self._mode)
        out = []
        for span in counted:
            try:
                text = self._replaced(span, surrogates, marks)
            except StageError:
                raise
            except (ArithmeticError, LookupError, TypeError, ValueError) as e:
                # From None: the message of the other error may quote the document.
                reason = f"no surrogate for {span.label} at offset {span.start} ({type(e).__name__})."
                raise StageError(STAGE, reason, document.id) from None
            out.append(Replacement(span.start, span.end, text, span.label))
        if context is not None and context.changes:
            changed()
        if surrogates is not None and any(s.label is Label.DATE for s in counted):
            out += (Replacement(a, b, text, Label.DATE) for a, b, text in surrogates.weekday_moves())
        return sorted(out, key=lambda r: r.start)

    def words_to_avoid(self, document: Document) -> tuple[str, ...]:
        """The words and facts of a document that the patient's other documents need, sorted; none where no
        surrogate is invented."""
        return tuple(sorted(words_to_avoid(document.text, self._lists))) if self._lists is not None else ()

    def with_words_from(self, documents: Sequence[Document], known: PatientWords) -> PatientWords:
        """What is known of the words of a patient's texts, with those of some documents of theirs; as it was
        where nothing is invented."""
        if self._lists is None or not documents:
            return known
        words = (w for d in documents for w in words_to_avoid(d.text, self._lists))
        return known.with_hashes(hashes_of(self._key, scope_of(documents[0]), words))

    def _replaced(self, span: Span, surrogates: _DocumentSurrogates | None, marks: _Marks) -> str:
        """What stands in a span's place, by the treatment of its label."""
        treatment = self._policy.treatment(span.label, self._mode)
        if treatment is LabelAction.REMOVE:
            return _with_line_breaks(marks.text(span), "")
        if treatment in _MADE and surrogates is not None:
            made = surrogates.replace(span)
            # What cannot be made coarser is hidden in the copy's style; ``a date`` is a surrogate's.
            hides = treatment is LabelAction.GENERALIZE and self._mode is not ReplacementMode.SURROGATE
            if made and not (hides and any(h in " ".join(made.split()) for h in _UNTOLD)):
                return made
        untold = treatment in _MADE and self._mode is ReplacementMode.MASK
        return marks.mark(span, masked=untold or treatment is LabelAction.MASK)

    def _context(
        self, document: Document, spans: tuple[Span, ...], others: Iterable[str], words: PatientWords
    ) -> SurrogateContext:
        assert self._lists is not None
        others = tuple(others)
        if others != self._people[0]:
            self._people = others, people_among(others, self._lists)
        people = self._people[1]
        scope, own = scope_of(document), words_to_avoid(document.text, self._lists)
        known = KnownWords(self._key, scope, words, own)
        resolved = resolved_labels(document.text, spans, self._lists, people, known)
        spans = tuple(
            piece
            for old, new in zip(spans, resolved, strict=True)
            for piece in (
                new if all(self._policy.treatment(n.label, self._mode) in _MADE for n in new) else (old,)
            )
        )
        return SurrogateContext(
            self._key,
            scope,
            self._policy,
            self._mode,
            self._lists,
            document,
            spans,
            known,
            others,
            people,
        )


class _Marks:
    """The tags and masks of one document.

    Args:
        document, spans: the document and its counted spans, sorted.
        mode: the style of the copy: whether tags bear numbers.
    """

    def __init__(self, document: Document, spans: tuple[Span, ...], mode: ReplacementMode) -> None:
        self._document = document
        self._spans = spans
        self._mode = mode

    @cached_property
    def _tags(self) -> dict[Label, str]:
        return tag_names(self._document, self._spans)

    @cached_property
    def _numbers(self) -> TagNumbering:
        return TagNumbering(self._document, self._spans)

    def text(self, span: Span) -> str:
        """The original that a span marks."""
        return span.text(self._document.text)

    def mark(self, span: Span, *, masked: bool) -> str:
        """The mask of a span, or its tag: one for each sentence that it holds a part of."""
        if masked:
            return mask_text(self.text(span))
        pieces = sentence_pieces(span, self.text(span))
        made = ""
        for i, joint in enumerate((*pieces[1::2], "")):
            numbered = self._mode is ReplacementMode.NUMBERED
            number = f"-{self._numbers.numbers_of(span)[i]}" if numbered else ""
            made += f"[{self._tags[span.label]}{number}]{joint}"
        return _with_line_breaks("".join(pieces[::2]), made)


class _DocumentSurrogates:
    """The generators of one document, one for each kind of thing, each made when it is first needed."""

    def __init__(self, ctx: SurrogateContext) -> None:
        self._ctx = ctx
        self._resolved = {s.start: s for s in ctx.spans}
        self._memo: dict[tuple[Label, str], str] = {}
        self._by_kind: dict[SurrogateKind, Callable[[Span, str], str]] = {
            SurrogateKind.NAME: lambda span, _: self._names.replace_mention(span),
            SurrogateKind.ID: lambda span, text: replace_id(ctx, span.label, text),
            SurrogateKind.DATE: lambda span, _: self._dates.replace(span),
            SurrogateKind.AGE: lambda span, _: replace_age(ctx, span),
            SurrogateKind.USERNAME: lambda _, text: self._addresses.username(text),
            SurrogateKind.EMAIL: lambda _, text: self._addresses.email(text),
            SurrogateKind.URL: lambda _, text: self._addresses.url(text),
            SurrogateKind.IP: lambda _, text: self._addresses.ip(text),
            SurrogateKind.PHONE: lambda _, text: replace_phone(ctx, text),
            SurrogateKind.CITY: lambda span, _: replace_city(ctx, self._us_places, span),
            SurrogateKind.STATE: lambda span, _: replace_state(ctx, self._us_places, span),
            SurrogateKind.COUNTRY: lambda span, _: replace_country(ctx, span),
            SurrogateKind.ZIP: lambda span, _: replace_zip(ctx, self._us_places, span),
            SurrogateKind.LANDMARK: lambda _, text: self._landmarks.replace(text),
            SurrogateKind.STREET: lambda _, text: self._streets.replace(text),
            SurrogateKind.PROFESSION: lambda span, _: replace_profession(ctx, span),
            SurrogateKind.ORGANIZATION: lambda _, text: self._organizations.replace(text),
        }

    @cached_property
    def _names(self) -> NameSurrogates:
        return NameSurrogates(self._ctx)

    @cached_property
    def _dates(self) -> DateSurrogates:
        return DateSurrogates(self._ctx)

    @cached_property
    def _addresses(self) -> OnlineAddressSurrogates:
        return OnlineAddressSurrogates(self._ctx, self._names)

    @cached_property
    def _organizations(self) -> PhraseSurrogates:
        ctx = self._ctx
        made = organization_surrogates(ctx, self._names.known_surrogate)
        named = (s for s in ctx.spans if s.label.info.surrogate is SurrogateKind.ORGANIZATION)
        made.learn_acronyms([ctx.span_text(s) for s in named])
        return made

    @cached_property
    def _landmarks(self) -> PhraseSurrogates:
        return landmark_surrogates(self._ctx)

    @cached_property
    def _streets(self) -> StreetSurrogates:
        return StreetSurrogates(self._ctx)

    @cached_property
    def _us_places(self) -> UsPlaceSurrogates:
        return UsPlaceSurrogates(self._ctx)

    def weekday_moves(self) -> Iterable[tuple[int, int, str]]:
        return self._dates.weekday_moves()

    def replace(self, span: Span) -> str:
        made, at = "", span.start
        while at < span.end:
            piece = self._resolved.get(at)
            made += self._replace_piece(piece) if piece else self._ctx.document.text[at]
            at = piece.end if piece else at + 1
        return made

    def _replace_piece(self, span: Span) -> str:
        text = self._ctx.span_text(span)
        if span.label.info.surrogate in _BY_CONTEXT:
            return self._fresh(span, text)
        made = self._memo.get((span.label, text))
        if made is None:
            made = self._memo[(span.label, text)] = self._fresh(span, text)
        return made

    def _fresh(self, span: Span, text: str) -> str:
        if not any(c.isalnum() for c in text):
            # Punctuation alone names nobody; masked, so that even its shape is not the original.
            return mask_text(text)
        kind = span.label.info.surrogate
        worded = kind is SurrogateKind.DATE and not any(c.isdecimal() for c in text)
        if worded and self._names.is_name_of_month(span):
            kind = SurrogateKind.NAME
        coarser = self._ctx.treatment(span.label) is LabelAction.GENERALIZE
        if coarser and kind in (SurrogateKind.CITY, SurrogateKind.STATE):
            return generalize_place(self._ctx, self._us_places, span)
        if coarser and kind is SurrogateKind.NAME and self._ctx.mode is not ReplacementMode.SURROGATE:
            return ""
        made = self._by_kind[kind](span, text)
        if not made.strip():
            raise self._ctx.stage_error("an empty surrogate", span)
        if _BREAKS.search(text) and not _BREAKS.search(made):
            made = _with_line_breaks(text, made)
        return made


def _with_line_breaks(original: str, made: str) -> str:
    """The text with the original's line breaks after it, so that lines stay where they were."""
    return made + "".join(_BREAKS.findall(original))
