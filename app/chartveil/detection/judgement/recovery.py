"""Recovery: removes spans that are a medical term or value and no identifier.

The phrase matters: ``Bruce protocol`` is medical, ``Bruce`` is not. What speaks for a person wins: a title
or cue before the name, a credential after it, a first name beside it, the patient's own dossier. Whether a
reason found here outweighs what speaks for the span is the judge's matter. What is recovered stays in the
result, marked with the reason.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product

from chartveil.detection.judgement.initials import initials_of
from chartveil.detection.judgement.numeric_context import (
    DOTTED_TIMES,
    DURATION_FRACTIONS,
    METRE_ACUITIES,
    MUSCLE_STRENGTH_GRADES,
    SCORE_ROWS,
    TOOTH_CHART,
    LetterSpacedHeadings,
    is_inside_range,
)
from chartveil.detection.judgement.recovery_patterns import (
    PatternSet,
    RecoveryPattern,
    load_recovery_patterns,
    trimmed_range,
)
from chartveil.detection.judgement.single_word_recovery import AdjacentSpans, SingleWordRecoverer
from chartveil.detection.judgement.span_edges import SpanTrimmer
from chartveil.detection.judgement.span_support import is_initials, supported_by_models_only
from chartveil.domain.labels import LabelGroup
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.domain.text_ranges import MergedRanges
from chartveil.domain.tokenized_text import Feature, TokenizedText
from chartveil.lexicon import word_flags as flags
from chartveil.lexicon.lexicon import Lexicon
from chartveil.lexicon.medical_terms import ClaimStrength, MedicalClaim
from chartveil.lexicon.word_lookup import LookedUpWords

_FIRM = frozenset((ClaimStrength.PHRASE, ClaimStrength.TERM, ClaimStrength.CLINICAL_CONTEXT))
_TERM_GROUPS = frozenset(
    (LabelGroup.NAME, LabelGroup.LOCATION, LabelGroup.ORGANIZATION, LabelGroup.PROFESSION)
)
_FAR = 1 << 62
_ALWAYS_KEPT = frozenset((EvidenceKind.DOSSIER, EvidenceKind.REVIEWER))
_REASONS = {
    ClaimStrength.PHRASE: "part of a medical phrase",
    ClaimStrength.TERM: "medical term",
    ClaimStrength.CLINICAL_CONTEXT: "eponym in clinical use",
    ClaimStrength.WEAK_CONTEXT: "eponym in clinical use",
    ClaimStrength.NO_CONTEXT: "eponym, and nothing beside it that makes it a name",
}


@dataclass(frozen=True, slots=True)
class _NumericMeaning:
    """What figures mean where the rest of the document tells.

    Attributes:
        found: works out their ranges.
        groups: of the labels that they are taken for.
        name, detail: of the reason.
    """

    found: Feature
    groups: frozenset[LabelGroup]
    name: str
    detail: str


_OF_DATES = frozenset((LabelGroup.DATE,))
_OF_NUMBERS = frozenset((LabelGroup.DATE, LabelGroup.AGE, LabelGroup.ID))
_NUMERIC_MEANINGS = (
    _NumericMeaning(DURATION_FRACTIONS, _OF_DATES, "span-of-time", "days, weeks or months"),
    _NumericMeaning(MUSCLE_STRENGTH_GRADES, _OF_DATES, "strength", "strength of a muscle out of five"),
    _NumericMeaning(SCORE_ROWS, _OF_DATES, "row-of-scores", "one of a row of scores"),
    _NumericMeaning(METRE_ACUITIES, _OF_DATES, "acuity-in-metres", "visual acuity"),
    _NumericMeaning(DOTTED_TIMES, _OF_DATES, "dotted-time", "time of day"),
    _NumericMeaning(TOOTH_CHART, _OF_NUMBERS, "tooth", "tooth of a dental chart"),
)


RecoveryWeigher = Callable[[Span, Evidence], bool]
"""Whether a span is recovered for a reason that was found."""


def _always(_span: Span, _reason: Evidence) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class _RecoveryTools:
    """What recovery works with, the same for every document.

    Attributes:
        lexicon: medical terms and what words are known as.
        patterns: recovery patterns.
        choices: those that are asked, by the group of labels, whether those alone are asked that settle it,
            and whether the span holds a digit.
        single_words: recovers single words that models alone take.
        headings: finds headings whose letters are parted.
    """

    lexicon: Lexicon
    patterns: PatternSet
    choices: Mapping[tuple[LabelGroup, bool, bool], int]
    single_words: SingleWordRecoverer
    headings: LetterSpacedHeadings


class Recoverer:
    """Parts spans into those that stay identifiers and those that are recovered.

    Args:
        lexicon: medical terms and what words are known as.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        # What settles it comes first.
        patterns = PatternSet(sorted(load_recovery_patterns(), key=lambda p: -p.odds))
        self._tools = _RecoveryTools(
            lexicon,
            patterns,
            _pattern_choices(patterns),
            SingleWordRecoverer(lexicon),
            LetterSpacedHeadings(lexicon.is_common),
        )
        self._trimmer = SpanTrimmer(lexicon)

    def claims(self, view: TokenizedText) -> list[tuple[int, int]]:
        """Ranges that medical terms firmly hold, sorted. Propagation leaves them alone."""
        claims = self._tools.lexicon.medical_claims(view)
        return [(c.start, c.end) for c in claims if c.strength in _FIRM]

    def recover(
        self,
        view: TokenizedText,
        spans: Sequence[Span],
        weigh: RecoveryWeigher = _always,
    ) -> tuple[list[Span], list[Span]]:
        """Parts spans into those kept and those recovered, both in the order given. A span that models
        took with a title or the like at its edge is kept without it, and the edge recovered.

        Args:
            view: the document.
            spans: disjoint and sorted.
            weigh: whether a span is recovered for a reason. One that is kept against a reason bears it as a
                doubt, for the reviewer.

        Raises:
            StageError: if a pattern runs too long.
        """
        document = _DocumentRecovery(self._tools, view, spans)
        kept: list[Span] = []
        recovered: list[Span] = []
        for span in spans:
            reason = document.reason(span)
            if reason is not None and weigh(span, reason):
                recovered.append(span.with_evidence(reason))
                continue
            if reason is not None:
                doubt = replace(reason, kind=EvidenceKind.DOUBT)
                # Recovery runs again after propagation: a doubt that stands there is not told twice.
                span = span if doubt in span.evidence else span.with_evidence(doubt)
            inner, edges = self._trimmer.trim(view.text, span, view.document.id)
            kept.append(inner)
            recovered += sorted(edges)
        return kept, recovered


def _pattern_choices(patterns: PatternSet) -> dict[tuple[LabelGroup, bool, bool], int]:
    """The patterns for each kind of question, see ``_RecoveryTools``."""

    def wanted(pattern: RecoveryPattern, group: LabelGroup, *, settling: bool, digits: bool) -> bool:
        return (
            group in pattern.groups
            and (digits or pattern.matches_without_digits)
            and (math.isinf(pattern.odds) or not settling)
        )

    return {
        (group, settling, digits): patterns.choice(
            partial(wanted, group=group, settling=settling, digits=digits)
        )
        for group, settling, digits in product(LabelGroup, (False, True), (False, True))
    }


class _DocumentRecovery:
    """Gives the reasons to recover spans of one document.

    Args:
        tools: what recovery works with.
        view: the document.
        spans: all of its spans.
    """

    def __init__(self, tools: _RecoveryTools, view: TokenizedText, spans: Sequence[Span]) -> None:
        self._tools = tools
        self._lexicon = tools.lexicon
        self._context = tools.lexicon.medical.context
        self._view = view
        self._text = view.text
        self._scan = tools.lexicon.look_up(view)
        self._claims = tools.lexicon.medical_claims(view)
        self._claim_starts = [c.start for c in self._claims]
        names = (s for s in spans if s.group is LabelGroup.NAME)
        self._names = MergedRanges((s.start, s.end) for s in names)
        self._certain = self._certain_names(spans)
        self._adjacent = AdjacentSpans.from_spans(spans)
        people = [s.text(view.text) for s in spans if s.group is LabelGroup.NAME]
        self._initials = frozenset(letters.upper() for name in people for letters in initials_of(name))

    def reason(self, span: Span) -> Evidence | None:
        """Why a span is recovered; None if it stays."""
        if any(e.kind in _ALWAYS_KEPT for e in span.evidence):
            return None
        if is_initials(span):
            return self._by_pattern(span, settling=True)
        return (
            self._by_pattern(span)
            or self._by_term(span)
            or self._by_numeric_context(span)
            or self._by_single_word(span)
        )

    def _certain_names(self, spans: Sequence[Span]) -> frozenset[str]:
        """Words of names that a dossier, a title or a credential makes certain somewhere in the document."""
        found: set[str] = set()
        for span in spans:
            if span.group is not LabelGroup.NAME:
                continue
            first, last = _word_range(self._scan, span.start, span.end)
            if any(e.kind in _ALWAYS_KEPT for e in span.evidence) or self._is_person(first, last):
                found.update(self._scan.keys[first : last + 1])
        return frozenset(found)

    def _by_term(self, span: Span) -> Evidence | None:
        if span.group not in _TERM_GROUPS:
            return None
        start, end = trimmed_range(self._text, span)
        at = bisect_right(self._claim_starts, start) - 1
        if at < 0 or self._claims[at].end < end:
            return None
        claim = self._claims[at]
        if not self._may_recover(claim):
            return None
        return Evidence(
            EvidenceKind.RECOVERY,
            claim.dictionary,
            start=claim.start,
            end=claim.end,
            detail=_REASONS[claim.strength],
        )

    def _may_recover(self, claim: MedicalClaim) -> bool:
        first, last = _word_range(self._scan, claim.start, claim.end)
        if self._is_person(first, last):
            return False
        if claim.strength is ClaimStrength.PHRASE:
            return True
        if self._beside_name(first, last):
            return False
        if claim.strength in (ClaimStrength.TERM, ClaimStrength.CLINICAL_CONTEXT):
            in_context = claim.strength is ClaimStrength.CLINICAL_CONTEXT
            return in_context or self._scan.keys[first] not in self._certain
        usual_name = self._scan.flags[first] & (flags.FIRST_NAME | flags.SURNAME_FREQUENT)
        return not (
            usual_name or self._scan.keys[first] in self._certain or self._text[claim.start].islower()
        )

    def _is_person(self, first: int, last: int) -> bool:
        """Whether a title or cue stands before the words, or a credential after them."""
        text, ranges = self._text, self._scan.ranges
        if first:
            gap = text[ranges[first - 1][1] : ranges[first][0]]
            before = self._scan.keys[first - 1]
            if before in self._context.titles and gap.strip(" \t\n") in ("", "."):
                return True
            if before in self._context.cues and gap.strip(" \t") in (":", "-", ",", ":\n") and len(gap) <= 16:
                return True
        if last + 1 < len(ranges):
            a, b = ranges[last + 1]
            gap = text[ranges[last][1] : a]
            written = text[a:b]
            if (
                gap in (", ", ",", " ", "-")
                and written != written.lower()
                and self._scan.keys[last + 1] in self._context.credentials
            ):
                return gap != " " or written.isupper() or "." in text[b : b + 2]
        return False

    def _beside_name(self, first: int, last: int) -> bool:
        """Whether a first name, an initial or another name stands beside the words."""
        text, ranges = self._text, self._scan.ranges
        if first and self._stands_behind_name(first):
            return True
        if last + 1 < len(ranges):
            gap = text[ranges[last][1] : ranges[last + 1][0]]
            if gap in (" ", ", ", ",", "-") and self._is_plain_name(last + 1):
                return gap != ", " or bool(self._scan.flags[last + 1] & flags.FIRST_NAME)
        return False

    def _stands_behind_name(self, word: int) -> bool:
        """Whether a first name, an initial or another name stands right before a word."""
        text, ranges = self._text, self._scan.ranges
        a, b = ranges[word - 1]
        gap = text[b : ranges[word][0]]
        return (gap == " " and self._is_plain_name(word - 1)) or (
            gap == ". " and b - a == 1 and text[a].isupper() and text[a:b] not in "XIV"
        )

    def _is_plain_name(self, i: int) -> bool:
        bits = self._scan.flags[i]
        return (
            self._text[self._scan.ranges[i][0]].isupper()
            and bool(bits & flags.NAME)
            and bits >> flags.ZIPF_SHIFT < 30
            and not bits & (flags.MEDICAL | flags.NOT_A_NAME)
            and not self._lexicon.medical.contains(self._scan.keys[i])
        )

    def _by_pattern(self, span: Span, *, settling: bool = False) -> Evidence | None:
        # Nearly every pattern needs a digit, and it is inside what a detector took.
        digits = any(map(str.isdigit, self._text[span.start : span.end]))
        choice = self._tools.choices[span.group, settling, digits]
        if not choice:
            return None
        for pattern, (start, end) in self._tools.patterns.covering(self._view, span, choice):
            if not self._is_a_persons(span, pattern, start, end):
                detail = pattern.description
                return Evidence(EvidenceKind.RECOVERY, pattern.id, start=start, end=end, detail=detail)
        return None

    def _is_a_persons(self, span: Span, pattern: RecoveryPattern, start: int, end: int) -> bool:
        """Whether what a pattern matched is or holds the name of a person whom the document names:
        ``Braden`` of ``Dr. Braden 3/12`` is no scale."""
        if pattern.spares_initials and self._text[span.start : span.end].upper() in self._initials:
            return True
        if math.isinf(pattern.odds):
            first, last = _word_range(self._scan, start, end)
            known = not self._certain.isdisjoint(self._scan.keys[first : last + 1])
            return known or (first > 0 and self._stands_behind_name(first))
        return span.group is LabelGroup.DATE and self._names.touches(start, end)

    def _by_numeric_context(self, span: Span) -> Evidence | None:
        """What figures mean, and headings whose letters are parted, as the whole document tells."""
        start, end = trimmed_range(self._text, span)
        for meaning in _NUMERIC_MEANINGS:
            if span.group in meaning.groups and is_inside_range(self._view.cached(meaning.found), start, end):
                return Evidence(EvidenceKind.RECOVERY, meaning.name, detail=meaning.detail)
        if (
            span.group in _TERM_GROUPS
            and supported_by_models_only(span)
            and is_inside_range(self._view.cached(self._tools.headings), start, end)
        ):
            return Evidence(EvidenceKind.RECOVERY, "spaced-heading", detail="heading with parted letters")
        return None

    def _by_single_word(self, span: Span) -> Evidence | None:
        """A disfigured ordinary word or an abbreviation that models alone take."""
        if not supported_by_models_only(span):
            return None
        first, last = _word_range(self._scan, span.start, span.end)
        if first != last or self._is_person(first, last):
            return None
        return self._tools.single_words.recovery_reason(span, self._view, self._scan, first, self._adjacent)


def _word_range(scan: LookedUpWords, start: int, end: int) -> tuple[int, int]:
    """First and last word that touch ``[start, end)``; last < first for none."""
    ranges = scan.ranges
    first = bisect_right(ranges, (start, _FAR)) - 1
    if first < 0 or ranges[first][1] <= start:
        first += 1
    last = bisect_right(ranges, (end - 1, _FAR)) - 1
    return first, last
