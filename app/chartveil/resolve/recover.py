"""Recovery: gives back what is a medical term or value, not an identifier.

The phrase matters: ``Bruce protocol`` is medical, ``Bruce`` is not. What speaks for a person wins: a title
or cue before the name, a credential after it, a first name beside it, strong evidence of a rule, the
patient's own dossier. What is given back stays in the result, marked with the reason.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from chartveil.domain import Evidence, EvidenceKind, Group, Label, Span
from chartveil.lexicon import Claim, Hold, Lexicon, Scan
from chartveil.lexicon import bits as known
from chartveil.resolve.edges import Trimmer
from chartveil.resolve.initials import is_initials
from chartveil.resolve.readings import ROWS_OF_SCORES, SPANS_OF_TIME, STRENGTHS, SpacedHeadings, inside
from chartveil.resolve.recover_alone import AloneRecoverer, Rims
from chartveil.resolve.recover_patterns import RecoveryPattern, load_patterns, trimmed, window
from chartveil.resolve.support import models_alone, score_without_models
from chartveil.words import View

STRONG = 0.9
"""Score from which a name rule's evidence outweighs a term of one word."""
RULE_SAYS = 0.6
"""Score from which a name rule's evidence outweighs an abbreviation or an ordinary clinical word."""
DOUBTFUL = 0.7
"""Score from which a span is not given back for being an ordinary clinical word."""
SURE_DATE = 0.85
"""Score up to which a date of a rule is given back for being a span of time or a strength."""
SURE_SCORE = 0.75
"""Score up to which a date of a rule is given back for standing in a row of scores."""

_LEAST_ABBREVIATION = 3  # two capitals are somebody's initials as often as not
_LEAST_WORD = 5
_VALUE_DIGITS = 8
_FIRM = frozenset((Hold.PHRASE, Hold.TERM, Hold.CONTEXT))
_TERM_GROUPS = frozenset((Group.NAME, Group.LOCATION, Group.ORGANIZATION, Group.PROFESSION))
_FAR = 1 << 62
_ALWAYS_KEPT = frozenset((EvidenceKind.DOSSIER, EvidenceKind.REVIEWER))
_REASONS = {
    Hold.PHRASE: "part of a medical phrase",
    Hold.TERM: "medical term",
    Hold.CONTEXT: "eponym in clinical use",
    Hold.WEAK: "eponym in clinical use",
    Hold.BARE: "eponym, and nothing beside it that makes it a name",
}


class Recoverer:
    """Gives spans back.

    Args:
        lexicon: medical terms and what words are known as.
        patterns: recovery patterns; None for the bundled ones.
    """

    def __init__(self, lexicon: Lexicon, patterns: Sequence[RecoveryPattern] | None = None) -> None:
        self._lexicon = lexicon
        self._patterns = load_patterns() if patterns is None else tuple(patterns)
        self._context = lexicon.medical.context
        self._by_group = {g: tuple(p for p in self._patterns if g in p.groups) for g in Group}
        self._alone = AloneRecoverer(lexicon)
        self._headings = SpacedHeadings(lexicon.is_common)
        self._trimmer = Trimmer()

    def claims(self, view: View) -> list[tuple[int, int, str]]:
        """Places that medical terms firmly hold, sorted: start, end, and how they hold it. Propagation
        leaves them alone."""
        found = self._lexicon.claims(view)
        return [(c.start, c.end, c.hold.value) for c in found if c.hold in _FIRM]

    def recover(self, view: View, spans: Sequence[Span]) -> tuple[list[Span], list[Span]]:
        """Parts spans into those kept and those given back, both in the order given. A span that models
        took with a title or the like at its edge is kept without it, and the edge given back.

        Raises:
            StageError: if a pattern runs too long.
        """
        scan = self._lexicon.scan(view)
        claims = self._lexicon.claims(view)
        starts = [c.start for c in claims]
        people = self._people(scan, view, spans)
        rims = Rims.of(spans)
        kept: list[Span] = []
        recovered: list[Span] = []
        for span in spans:
            reason = None
            if not is_initials(span) and not any(e.kind in _ALWAYS_KEPT for e in span.evidence):
                reason = (
                    self._by_term(span, view, scan, claims, starts, people)
                    or self._by_head(span, view, scan, people)
                    or self._by_pattern(span, view)
                    or self._by_reading(span, view)
                    or self._by_words(span, view, scan)
                    or self._by_word_alone(span, view, scan, rims)
                )
            if reason is not None:
                recovered.append(span.with_evidence(reason))
                continue
            inner, edges = self._trimmer.trim(view.text, span, view.document.id)
            kept.append(inner)
            recovered += sorted(edges)
        return kept, recovered

    def _people(self, scan: Scan, view: View, spans: Sequence[Span]) -> frozenset[str]:
        """Words of names that a rule, a dossier or a title makes certain somewhere in the document."""
        found: set[str] = set()
        for span in spans:
            if span.group is not Group.NAME:
                continue
            first, last = _word_range(scan, span.start, span.end)
            certain = _rule_score(span) >= STRONG or any(e.kind in _ALWAYS_KEPT for e in span.evidence)
            if certain or self._is_person(scan, view, first, last):
                found.update(scan.keys[first : last + 1])
        return frozenset(found)

    def _by_term(
        self,
        span: Span,
        view: View,
        scan: Scan,
        claims: list[Claim],
        starts: list[int],
        people: frozenset[str],
    ) -> Evidence | None:
        if span.group not in _TERM_GROUPS:
            return None
        start, end = trimmed(view.text, span)
        at = bisect_right(starts, start) - 1
        if at < 0 or claims[at].end < end:
            return None
        claim = claims[at]
        if not self._may_give_back(claim, span, view, scan, people):
            return None
        return Evidence(
            EvidenceKind.RECOVERY, claim.name, start=claim.start, end=claim.end, detail=_REASONS[claim.hold]
        )

    def _may_give_back(
        self, claim: Claim, span: Span, view: View, scan: Scan, people: frozenset[str]
    ) -> bool:
        first, last = _word_range(scan, claim.start, claim.end)
        if self._is_person(scan, view, first, last):
            return False
        if claim.hold is Hold.PHRASE:
            return True
        if _rule_score(span) >= STRONG or self._beside_name(scan, view, first, last):
            return False
        if claim.hold in (Hold.TERM, Hold.CONTEXT):
            return claim.hold is Hold.CONTEXT or scan.keys[first] not in people
        if scan.keys[first] in people or scan.bits[first] & (known.FIRST | known.SURNAME_FREQUENT):
            return False
        if view.text[claim.start].islower():
            return False
        return claim.hold is Hold.WEAK or span.score < STRONG

    def _is_person(self, scan: Scan, view: View, first: int, last: int) -> bool:
        """Whether a title or cue stands before the words, or a credential after them."""
        text, ranges = view.text, scan.ranges
        if first:
            gap = text[ranges[first - 1][1] : ranges[first][0]]
            before = scan.keys[first - 1]
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
                and scan.keys[last + 1] in self._context.credentials
            ):
                return gap != " " or written.isupper() or "." in text[b : b + 2]
        return False

    def _beside_name(self, scan: Scan, view: View, first: int, last: int) -> bool:
        """Whether a first name, an initial or another name stands beside the words."""
        text, ranges = view.text, scan.ranges
        if first:
            gap = text[ranges[first - 1][1] : ranges[first][0]]
            a, b = ranges[first - 1]
            if (gap == " " and self._plain_name(scan, text, first - 1)) or (
                gap == ". " and b - a == 1 and text[a].isupper() and text[a:b] not in "XIV"
            ):
                return True
        if last + 1 < len(ranges):
            gap = text[ranges[last][1] : ranges[last + 1][0]]
            if gap in (" ", ", ", ",", "-") and self._plain_name(scan, text, last + 1):
                return gap != ", " or bool(scan.bits[last + 1] & known.FIRST)
        return False

    def _plain_name(self, scan: Scan, text: str, i: int) -> bool:
        bits = scan.bits[i]
        return (
            text[scan.ranges[i][0]].isupper()
            and bool(bits & known.NAME)
            and bits >> known.ZIPF_SHIFT < 30
            and not bits & (known.MEDICAL | known.NOT_A_NAME)
            and not self._lexicon.medical.knows(scan.keys[i])
        )

    def _by_head(self, span: Span, view: View, scan: Scan, people: frozenset[str]) -> Evidence | None:
        """An eponym that no list holds, by the word after it: ``Ashman phenomenon``, ``Wang needle``."""
        if span.group is not Group.NAME or span.score >= STRONG or _rule_score(span) >= RULE_SAYS:
            return None
        first, last = _word_range(scan, span.start, span.end)
        if (
            not (0 <= last - first <= 1)
            or last + 1 >= len(scan.keys)
            or not people.isdisjoint(scan.keys[first : last + 1])
        ):
            return None
        text, (start, end) = view.text, (scan.ranges[first][0], scan.ranges[last][1])
        head = scan.ranges[last + 1]
        if (
            text[end : head[0]] not in (" ", "' ", "’ ")
            or scan.keys[last + 1] not in self._context.sure_heads
        ):
            return None
        if last > first and text[scan.ranges[first][1]] != "-":
            return None
        if not text[start].isupper() or not text[head[0] : head[1]].islower():
            return None
        if self._is_person(scan, view, first, last) or self._beside_name(scan, view, first, last):
            return None
        return Evidence(
            EvidenceKind.RECOVERY,
            "eponym-head",
            start=start,
            end=head[1],
            detail="eponym by the word after it",
        )

    def _by_pattern(self, span: Span, view: View) -> Evidence | None:
        # Nearly every pattern needs a digit, and it is inside what a detector took; values are short. However
        # sure a model is, it has only seen words; a pattern knows what they mean.
        digits = sum(c.isdigit() for c in view.text[span.start : span.end])
        patterns = self._by_group[span.group]
        if not digits:
            patterns = tuple(p for p in patterns if p.letters)
        if not patterns:
            return None
        around = window(view, span)
        least = max(score_without_models(span), STRONG if digits > _VALUE_DIGITS else 0.0)
        for pattern in patterns:
            if least <= pattern.upto:
                held = pattern.covers(around)
                if held is not None:
                    return Evidence(
                        EvidenceKind.RECOVERY,
                        pattern.id,
                        start=held[0],
                        end=held[1],
                        detail=pattern.description,
                    )
        return None

    def _by_reading(self, span: Span, view: View) -> Evidence | None:
        """Spans of time, strengths, and headings whose letters are parted, as the whole document tells."""
        start, end = trimmed(view.text, span)
        if span.group is Group.DATE and score_without_models(span) <= SURE_DATE:
            if inside(view.keep(SPANS_OF_TIME), start, end):
                return Evidence(EvidenceKind.RECOVERY, "span-of-time", detail="days, weeks or months")
            if inside(view.keep(STRENGTHS), start, end):
                return Evidence(EvidenceKind.RECOVERY, "strength", detail="strength of a muscle out of five")
            if inside(view.keep(ROWS_OF_SCORES), start, end) and score_without_models(span) <= SURE_SCORE:
                return Evidence(EvidenceKind.RECOVERY, "row-of-scores", detail="one of a row of scores")
        if (
            span.group in _TERM_GROUPS
            and models_alone(span)
            and inside(view.keep(self._headings), start, end)
        ):
            return Evidence(EvidenceKind.RECOVERY, "spaced-heading", detail="heading with parted letters")
        return None

    def _by_words(self, span: Span, view: View, scan: Scan) -> Evidence | None:
        """Names of which every word is a drug, a clinical abbreviation or an ordinary clinical word."""
        if span.label not in (Label.PATIENT, Label.RELATIVE, Label.DOCTOR) or _rule_score(span) >= RULE_SAYS:
            return None
        first, last = _word_range(scan, span.start, span.end)
        if first > last or self._is_person(scan, view, first, last):
            return None
        seen = ""
        for i in range(first, last + 1):
            bits = scan.bits[i]
            a, b = scan.ranges[i]
            if bits & known.NAME:
                return None
            signed = "/" in (view.text[a - 1 : a], view.text[b : b + 1])  # two people's initials: LSA/nb
            if b - a >= _LEAST_ABBREVIATION and view.text[a:b] in self._lexicon.abbreviations and not signed:
                seen = "abbreviations"
            elif bits & known.DRUG:
                seen = "drugs"
            elif bits & known.CLINICAL and b - a >= _LEAST_WORD and span.score < DOUBTFUL:
                seen = seen or "clinical_words"
            else:
                return None
        return Evidence(EvidenceKind.RECOVERY, seen, detail="no word of it is a name")

    def _by_word_alone(self, span: Span, view: View, scan: Scan, rims: Rims) -> Evidence | None:
        """A disfigured ordinary word or an abbreviation that models alone take."""
        if not models_alone(span):
            return None
        first, last = _word_range(scan, span.start, span.end)
        if first != last or self._is_person(scan, view, first, last):
            return None
        return self._alone.reason(span, view, scan, first, rims)


def _rule_score(span: Span) -> float:
    """Highest score of a rule that took the span for a name; 0 where none did."""
    scores = [
        e.score or 0.0
        for e in span.evidence
        if e.kind is EvidenceKind.RULE and e.label is not None and e.label.group is Group.NAME
    ]
    return max(scores, default=0.0)


def _word_range(scan: Scan, start: int, end: int) -> tuple[int, int]:
    """First and last word that touch ``[start, end)``; last < first for none."""
    ranges = scan.ranges
    first = bisect_right(ranges, (start, _FAR)) - 1
    if first < 0 or ranges[first][1] <= start:
        first += 1
    last = bisect_right(ranges, (end - 1, _FAR)) - 1
    return first, last
