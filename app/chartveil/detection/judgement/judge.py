"""Gives each find one probability that it is an identifier. All later stages read that number.

The networks say how far they agree; a curve makes a probability of that (``calibration``). Whoever else
speaks for a find changes its odds, or settles it:

    a site's lists, rules and models, a dossier, a person       settle it
    a rule whose form is sure by itself (``agreement = 0``)     settles it: an e-mail address, a check digit
    any other rule                                              raises the odds, where the networks give
                                                                the find at least what the rule asks for

A find stays when it is as likely as the policy asks for. So a rule can help the networks, and cannot overrule
them: what they give next to nothing is dropped, whoever of ours found it.

What is sure is never recovered (``is_sure``): neither a medical list nor a pattern knows better than two sure
networks, a title, a field's name, a dossier or a person.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from chartveil.detection.judgement.calibration import Calibration, raised
from chartveil.detection.judgement.recovery_patterns import USUAL_ODDS
from chartveil.detection.judgement.span_support import INITIALS_EVIDENCE
from chartveil.detection.rules.rule import SITE_PREFIX, Rule
from chartveil.domain.labels import Label
from chartveil.domain.policy import Policy
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.domain.tokenized_text import TokenizedText

SURE_AGREEMENT = 0.9
"""Agreement of the networks from which on nothing is recovered. On kept-out notes, 50 of 95 words that
recovery took out of such spans were identifiers; of what it takes out of others, 1 in 9."""

_MOST_RULE_ODDS = 20.0
"""How many times as likely a find is at most when a rule that needs the networks speaks for it too."""
_LEAST_DOUBT = 1e-3
_LIKELY_LABEL = 0.3
"""How likely the networks must find a label for it to count."""
_LEAST_END, _LEAST_END_OF_RULE = 0.08, 0.03
"""Agreement below which a word at the end of a find of the models, or of a rule, is cut off: of the 68 words
that these cut off beyond .06 and .015, 10 were identifiers, on 376 notes of strange hands and two profiles
(docs/decisions/0035-log-odds.md)."""
_SETTLED = frozenset((EvidenceKind.DOSSIER, EvidenceKind.REVIEWER, EvidenceKind.LEAK_CHECK))
_SURE_OF_LABEL = _SETTLED | {EvidenceKind.PROPAGATION}
"""Kinds of evidence that also settle the label: a mention of a patient's name has the patient's label."""


class Networks(Protocol):
    """The interface of the networks that the judge uses."""

    def agreement(self, view: TokenizedText, start: int, end: int) -> float:
        """How far our networks agree that something in the range is an identifier, in [0, 1]."""
        ...

    def label_probabilities(self, view: TokenizedText, start: int, end: int) -> dict[Label, float]:
        """How likely a word of the range bears each label, in [0, 1]."""
        ...

    def is_bundled(self, member: str) -> bool:
        """Whether the member of this name came with Chartveil."""
        ...


@dataclass(frozen=True)
class Judge:
    """Judges finds of one pipeline.

    Attributes:
        networks: of the ensemble; None where there are none, and each find keeps its own score.
        rule: a rule by its id; None for one that is not known.
        calibration: of the networks.
        odds_against: how many times less likely a find is for a reason of this name, where that is not
            ``USUAL_ODDS``.
    """

    networks: Networks | None
    rule: Callable[[str], Rule | None]
    calibration: Calibration
    odds_against: Mapping[str, float]

    def agreement(self, view: TokenizedText, start: int, end: int) -> float:
        """How far the networks agree that a range holds an identifier; 1 where there are none."""
        return 1.0 if self.networks is None else self.networks.agreement(view, start, end)

    def likeliest_label(self, view: TokenizedText, start: int, end: int) -> Label | None:
        """The label that the networks find likeliest for a range; None where there are none."""
        if self.networks is None:
            return None
        likely = self.networks.label_probabilities(view, start, end)
        return max(likely, key=lambda label: likely[label])

    def probability(self, view: TokenizedText, span: Span) -> float:
        """How likely a find is an identifier of any label, in [0, 1]."""
        if self.networks is None:
            return span.score
        agreement = self.networks.agreement(view, span.start, span.end)
        settled = max((self._settled_by(e, span) for e in span.evidence), default=span.score)
        likely = self.calibration.probability_of(agreement)
        likely = raised(likely, max((self._odds_of(e, agreement) for e in span.evidence), default=1.0))
        return round(max(settled, likely), 4)

    def is_sure(self, view: TokenizedText, span: Span) -> bool:
        """Whether a find is beyond what lists and patterns of medical terms may take back."""
        for e in span.evidence:
            if self._settled_by(e, span) > 0 and e.kind is not EvidenceKind.LEAK_CHECK:
                return True
            if e.kind is EvidenceKind.RULE and (rule := self.rule(e.name)) is not None and rule.surety:
                return True
        return self.networks is not None and self.agreement(view, span.start, span.end) >= SURE_AGREEMENT

    def is_overruled_by(self, view: TokenizedText, span: Span, reason: Evidence, threshold: float) -> bool:
        """Whether a find is given up for a reason against it: a medical term, a value, an abbreviation.

        A form that nothing but a code or a lot number has settles it, initials of a known person or not.
        Any other reason makes the find less likely by some odds, and what is sure stays whatever speaks
        against it.

        Args:
            view: the document.
            span: a find.
            reason: against it.
            threshold: of the policy.
        """
        odds = self.odds_against.get(reason.name, USUAL_ODDS)
        if math.isinf(odds):
            return not any(
                self._settled_by(e, span) > 0 for e in span.evidence if e.name != INITIALS_EVIDENCE
            )
        if self.is_sure(view, span):
            return False
        return raised(self.probability(view, span), 1 / odds) < threshold

    def judge(self, view: TokenizedText, spans: Iterable[Span], threshold: float) -> list[Span]:
        """The finds that are as likely as ``threshold``, in the order given, each with its probability as
        its score."""
        kept = []
        for span in spans:
            likely = self.probability(view, span)
            if likely >= threshold:
                kept.append(self._without_unlikely_ends(view, replace(span, score=likely)))
        return kept

    def label_under(self, view: TokenizedText, span: Span, policy: Policy) -> Label:
        """The label that counts for a span under a policy.

        A reason that is sure of its label decides; else the label that the networks find likeliest. A label
        that the policy keeps counts only where it is sure: as long as those that go are together likelier
        than the policy allows in any word of the span, the likeliest of them counts. So a patient's name that
        was taken for a doctor's does not stay.
        """
        sure = [e.label for e in span.evidence if e.label is not None and self._speaks_surely(e)]
        label = sure[0] if sure else span.label
        if self.networks is None:
            return label
        likely = self.networks.label_probabilities(view, span.start, span.end)
        best = max(likely, key=lambda one: likely[one])
        if not sure and likely[best] >= _LIKELY_LABEL:
            label = best
        if policy.is_identifier(label):
            return label
        likely.update(dict.fromkeys(sure, 1.0))
        going = {one: p for one, p in likely.items() if policy.is_identifier(one)}
        likeliest = max(going, key=lambda one: going[one])
        words = self._words(view, span) or [(span.start, span.end)]
        of_words = (self.networks.label_probabilities(view, *word) for word in words)
        most = max(sum(p for one, p in of_word.items() if one in going) for of_word in of_words)
        if not going.keys().isdisjoint(sure) or most > 1 - policy.certainty:
            return likeliest
        return label

    def _speaks_surely(self, evidence: Evidence) -> bool:
        """Whether a reason is sure of the label that it speaks for."""
        e = evidence
        if e.kind in _SURE_OF_LABEL or e.name.startswith(SITE_PREFIX):
            return True
        rule = self.rule(e.name) if e.kind is EvidenceKind.RULE else None
        return rule is not None and (rule.surety is not None or rule.agreement <= 0)

    def _settled_by(self, evidence: Evidence, span: Span) -> float:
        """Probability that one reason alone gives a find; 0 where it asks for the networks."""
        e = evidence
        own = span.score if e.score is None else e.score
        if e.kind is EvidenceKind.RULE:
            rule = self.rule(e.name)
            return own if rule is not None and rule.agreement <= 0 else 0.0
        if e.kind in _SETTLED or e.name.startswith(SITE_PREFIX):
            return own
        if e.kind is EvidenceKind.MODEL:
            return 0.0 if self.networks is None or self.networks.is_bundled(e.name) else own
        return own if e.kind is EvidenceKind.PROPAGATION else 0.0

    def _odds_of(self, evidence: Evidence, agreement: float) -> float:
        """How many times as likely a reason makes a find; 1 for what says nothing beyond the networks.

        A rule that is right in nine of ten places where nothing else is known makes it nine times as likely.
        """
        rule = self.rule(evidence.name) if evidence.kind is EvidenceKind.RULE else None
        if rule is None or agreement < rule.agreement:
            return 1.0
        return min(max(rule.score / max(1 - rule.score, _LEAST_DOUBT), 1.0), _MOST_RULE_ODDS)

    @staticmethod
    def _words(view: TokenizedText, span: Span) -> Sequence[tuple[int, int]]:
        """Words that begin in a span."""
        ranges = view.word_ranges
        return ranges[bisect_left(ranges, (span.start, 0)) : bisect_left(ranges, (span.end, 0))]

    def _without_unlikely_ends(self, view: TokenizedText, span: Span) -> Span:
        """A find without the words at its ends that the networks hold to be none: ``Reader`` of ``Reader J.
        Pimentel``. A find is as likely as its likeliest word, and a member of the ensemble may vote for more.
        """
        if self.networks is None or any(self._settled_by(e, span) > 0 for e in span.evidence):
            return span
        kinds = {e.kind for e in span.evidence}
        if kinds.isdisjoint((EvidenceKind.RULE, EvidenceKind.MODEL)):
            return span
        least = _LEAST_END_OF_RULE if EvidenceKind.RULE in kinds else _LEAST_END
        words = self._words(view, span)
        first, last = 0, len(words) - 1
        while first < last and self.agreement(view, *words[first]) < least:
            first += 1
        while first < last and self.agreement(view, *words[last]) < least:
            last -= 1
        if first == 0 and last == len(words) - 1:
            return span
        start = words[first][0] if first else span.start
        end = words[last][1] if last < len(words) - 1 else span.end
        return replace(span, start=start, end=end)
