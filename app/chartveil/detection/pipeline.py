"""The stages of detection, ordered and named in one place.

    find:     detectors
    resolve:  judge ─► merge ─► recover ─► propagate ─► merge ─► recover ─► policy

``find`` runs once on a text. ``resolve`` runs again when the leak check or the patient's other documents
tell of more. Other readings of a text go through the same stages, and what they show beyond the text itself
is merged before propagation (``detection.aligned_reading``): a mended one of what OCR read, a plain one of
what is written in disguise.

Every stage gets the document's text as it is. A stage that raises fails the document: there is no
path on which an error turns into "no spans".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from chartveil.detection.detector import Detector
from chartveil.detection.judgement.dates_by_form import with_dates_by_form
from chartveil.detection.judgement.initials import find_initials
from chartveil.detection.judgement.judge import Judge
from chartveil.detection.judgement.mentions import MentionFinder
from chartveil.detection.judgement.merging import merge_spans
from chartveil.detection.judgement.people_as_places import people_taken_for_places
from chartveil.detection.judgement.propagation import (
    NO_AGREEMENT,
    any_word,
    ordinary_uses_of_names,
    propagate,
)
from chartveil.detection.model_choice import DEFAULT_MODELS, ModelChoice, ModelProfile
from chartveil.detection.rules.engine import RuleDetector
from chartveil.domain.decision import Proposal
from chartveil.domain.document import Document
from chartveil.domain.errors import ChartveilError, StageError, where_raised
from chartveil.domain.languages import Language, load_languages
from chartveil.domain.policy import Policy
from chartveil.domain.span import Evidence, Span
from chartveil.domain.tokenized_text import Feature, TokenizedText
from chartveil.domain.uncovered_passage import UncoveredPassage
from chartveil.system.page_progress import PageStep, report_page

if TYPE_CHECKING:
    from chartveil.detection.aligned_reading import AlignedReading
    from chartveil.detection.language import PassageFinder
    from chartveil.detection.lists.patients import PatientLookup, PatientRegister
    from chartveil.detection.models.ensemble import EnsembleDetector

T = TypeVar("T")


_LONG_TEXT = 100_000
"""Characters from which it is told how far a text is."""
_SURE_SCORE = 0.85
"""Spans from this score on are carried to the patient's other documents."""


class TermRecovery(Protocol):
    """Recovers medical terms that were taken for identifiers."""

    def recover(
        self, view: TokenizedText, spans: list[Span], weigh: Callable[[Span, Evidence], bool]
    ) -> tuple[list[Span], list[Span]]:
        """Splits spans into those kept and those recovered, each of these with its reason."""
        ...

    def claims(self, view: TokenizedText) -> list[tuple[int, int]]:
        """Ranges that medical terms firmly hold, sorted."""
        ...


@dataclass(frozen=True, slots=True)
class _Followed:
    """What other texts name: another of the patient's documents, or another reading of this one."""

    mentions: MentionFinder
    same_document: bool


@dataclass(frozen=True, eq=False)
class DetectionPipeline:
    """Proposes spans for documents. A pipeline is equal to itself alone, so that texts can cache by it.

    Attributes:
        detectors: run in this order; the order does not change the result.
        recovery: recovers medical terms; None to leave recovery out (ablation).
        is_common: whether a folded word is an ordinary word of the language.
        is_word: whether a folded word is any English or medical word.
        flags_of: what a word in small letters is known as (``word_flags``).
        policy: which labels count, and the threshold.
        propagation: whether names that were found are carried through the document.
        judge: tells how likely a find is an identifier, and what is sure.
        readers: make other readings of a text, each of what those before it read too.
        patients: tells which patient of the site's file a document is of; None without such a file.
        languages: finds passages that the detectors are not made for; None where that is not asked.
    """

    detectors: tuple[Detector, ...]
    recovery: TermRecovery | None
    is_common: Callable[[str], bool]
    policy: Policy
    judge: Judge
    is_word: Callable[[str], bool] = any_word
    flags_of: Callable[[str], int] = lambda _: 0
    propagation: bool = True
    readers: tuple[Feature, ...] = ()
    patients: PatientRegister | None = None
    languages: PassageFinder | None = None

    def is_in_lexicon(self, key: str) -> bool:
        """Whether a folded word is any word or name that the lexicon has."""
        return self.is_word(key) or self.flags_of(key) != 0

    def uncovered_passages(self, view: TokenizedText) -> tuple[UncoveredPassage, ...]:
        """Passages in a language or script that the detectors are not made for. They read them all the same.

        Raises:
            StageError: if it cannot be told.
        """
        languages = self.languages
        if languages is None:
            return ()
        return self._stage("languages", view.document, lambda: languages.find(view))

    def patient_of(self, view: TokenizedText) -> PatientLookup | None:
        """Which patient of the site's file a document is of; None without such a file."""
        patients = self.patients
        if patients is None:
            return None
        return self._stage("patients", view.document, lambda: patients.patient_of(view))

    def known_patient(self, document: Document) -> str:
        """The id that the site's file has for the document's one patient; empty where it tells none."""
        patients = self.patients
        if patients is None:
            return ""
        return self._stage("patients", document, lambda: patients.id_of(TokenizedText(document)))

    def mentions_in(self, naming: Sequence[tuple[Document, Proposal]]) -> MentionFinder | None:
        """The certain mentions in all documents of one patient; None where names are not propagated.

        A name found in one row of a table is so found in the patient's other rows too.
        """
        if not self.propagation:
            return None
        found: MentionFinder | None = None
        for document, proposal in naming:
            sure = [s for s in proposal.spans if s.score >= _SURE_SCORE]
            if found is not None:
                found.add(document.text, sure)
            else:
                found = MentionFinder(document.text, sure, self.is_common)
        return found

    def find(self, view: TokenizedText) -> tuple[Span, ...]:
        """What the detectors find in a text. They run once on it; the text caches what they found.

        Raises:
            StageError: if a detector fails. The message names it and the kind of failure only.
        """
        found: tuple[Span, ...] = view.cached(self)
        return found

    def make(self, view: TokenizedText) -> tuple[Span, ...]:
        """See :class:`chartveil.domain.tokenized_text.Feature`."""
        found: list[Span] = []
        for number, detector in enumerate(self.detectors):
            if len(view.text) > _LONG_TEXT:
                report_page(PageStep.DETECTING, number, len(self.detectors))
            found += self._stage(detector.name, view.document, partial(detector.detect, view))
        return tuple(found)

    def propose(self, document: Document) -> Proposal:
        """The spans of a document that would be taken, and those recovered.

        Raises:
            StageError: if a stage fails. The message names the stage and the kind of failure only.
        """
        return self.resolve(TokenizedText(document))

    def resolve(
        self, view: TokenizedText, extra: Sequence[Span] = (), mentions: MentionFinder | None = None
    ) -> Proposal:
        """The proposal for a text, from what ``find`` finds in it and what is known besides.

        Args:
            view: of the document.
            extra: spans from elsewhere (the leak check) that take part in the merge.
            mentions: what the patient's other documents name (``mentions_in``).

        Raises:
            StageError: if a stage fails. The message names the stage and the kind of failure only.
        """
        others = () if mentions is None else (_Followed(mentions, same_document=False),)
        return self._resolve(view, extra, others, self.readers)

    def _resolve(
        self,
        view: TokenizedText,
        extra: Sequence[Span],
        others: tuple[_Followed, ...],
        readers: tuple[Feature, ...],
    ) -> Proposal:
        """As ``resolve``, with what other texts name and who makes other readings."""
        document = view.document
        finds = [*extra, *self.find(view)]
        finds = self._stage("judge", document, lambda: self.judge.judge(view, finds, self.policy.threshold))
        kept, recovered, claimed = self._recover(view, self._merge(document, finds))
        for i, reader in enumerate(readers):
            more = self._with_reading(view, reader, kept, others, readers[i + 1 :])
            if more is not None:
                kept, again, claimed = self._recover(view, self._merge(document, more))
                recovered = sorted([*recovered, *again])
        if self.propagation:
            more = self._propagate(view, kept, claimed, others)
            if more:
                kept, again, _ = self._recover(view, self._merge(document, [*kept, *more]))
                recovered = sorted([*recovered, *again])
        labelled = self._stage("judge", document, lambda: self._labelled(view, kept))
        taken = tuple(s for s in labelled if self.policy.is_identifier(s.label))
        recovered_kept = tuple(s for s in recovered if self.policy.is_identifier(s.label))
        return Proposal(document.id, taken, recovered_kept)

    def _propagate(
        self,
        view: TokenizedText,
        kept: list[Span],
        claimed: list[tuple[int, int]],
        others: Sequence[_Followed],
    ) -> list[Span]:
        """What names again, or by initials, whom and what the spans or other texts name."""

        def run() -> list[Span]:
            agreement = self._agreement(view)
            own = MentionFinder(view.text, kept, self.is_common)
            more = propagate(view, kept, own, claimed, agreement=agreement, is_word=self.is_word)
            people = own.initials
            for other in others:
                more += propagate(
                    view,
                    kept,
                    other.mentions,
                    claimed,
                    same_document=other.same_document,
                    same_text=False,
                    agreement=agreement,
                    is_word=self.is_word,
                )
                people = {**other.mentions.initials, **people}
            return more + find_initials(view, kept, people, self._claims(view), agreement)

        return self._stage("propagate", view.document, run)

    def _labelled(self, view: TokenizedText, kept: Sequence[Span]) -> list[Span]:
        """The spans with the labels that count."""
        labelled = [self._with_label(view, s) for s in kept]
        labelled = people_taken_for_places(view.text, labelled, self.flags_of)
        return with_dates_by_form(view.text, labelled)

    def _with_label(self, view: TokenizedText, span: Span) -> Span:
        """A span with the label that counts for it under the policy."""
        label = self.judge.label_under(view, span, self.policy)
        return span if label is span.label else replace(span, label=label)

    def ordinary_ranges(self, view: TokenizedText, proposal: Proposal) -> list[tuple[int, int]]:
        """Ranges that say a word of a person's name and mean a thing: by their form, or because two that do
        not know of each other say so, a medical list and the networks. Neither is believed alone."""
        taken = list(proposal.spans)
        ranges = self._stage(
            "propagate",
            view.document,
            lambda: ordinary_uses_of_names(view, taken, self.is_common, self.is_word),
        )
        agreement = self._agreement(view)
        if agreement is not None:
            ranges += [r for r in self.recovered_ranges(view, proposal) if agreement(*r) < NO_AGREEMENT]
        return ranges

    def recovered_ranges(self, view: TokenizedText, proposal: Proposal) -> list[tuple[int, int]]:
        """Ranges that stay as medical terms: recovered, or held by a medical phrase."""
        return [(s.start, s.end) for s in proposal.recovered] + self._claims(view)

    def rule_spans(self, view: TokenizedText) -> list[Span]:
        """What rules take for identifiers by its form alone, asking no network, of labels that count under
        the policy."""
        found = [s for d in self.detectors if isinstance(d, RuleDetector) for s in d.forms(view)]
        return [s for s in found if self.policy.is_identifier(s.label)]

    def _agreement(self, view: TokenizedText) -> Callable[[int, int], float] | None:
        return partial(self.judge.agreement, view) if self.judge.networks is not None else None

    def _with_reading(
        self,
        view: TokenizedText,
        reader: Feature,
        known: Sequence[Span],
        others: tuple[_Followed, ...],
        readers: tuple[Feature, ...],
    ) -> list[Span] | None:
        """What is known and what another reading of a text shows beyond it; None where it shows nothing."""
        document = view.document
        reading: AlignedReading | None = self._stage("reading", document, lambda: view.cached(reader))
        if reading is None:
            return None
        if (
            self.patients is not None
            and (patient := self.patient_of(view)) is not None
            and patient.row_index >= 0
        ):
            reading.view.keep(self.patients, patient)
        if self.propagation:
            own = MentionFinder(document.text, known, self.is_common)
            others = (*others, _Followed(own, same_document=True))
        try:
            found = self._resolve(reading.view, (), others, readers)
        except StageError as e:
            raise StageError(e.stage, e.reason, document.id) from None

        def join() -> list[Span] | None:
            more = reading.spans_in_original(found.spans, known)
            return [*reading.without_parts(known, more), *more] if more else None

        return self._stage("reading", document, join)

    def _merge(self, document: Document, spans: Sequence[Span]) -> list[Span]:
        """Disjoint spans; what is a day by its form is one before anything is followed from it."""
        return self._stage(
            "merge",
            document,
            lambda: with_dates_by_form(
                document.text, merge_spans(document.text, spans, self.policy.threshold)
            ),
        )

    def _recover(
        self, view: TokenizedText, spans: list[Span]
    ) -> tuple[list[Span], list[Span], list[tuple[int, int]]]:
        recovery = self.recovery
        if recovery is None:
            return spans, [], []

        def weigh(span: Span, reason: Evidence) -> bool:
            return self.judge.is_overruled_by(view, span, reason, self.policy.threshold)

        kept, recovered = self._stage("recover", view.document, lambda: recovery.recover(view, spans, weigh))
        claimed = self._claims(view) + [(s.start, s.end) for s in recovered]
        return kept, recovered, claimed

    def _claims(self, view: TokenizedText) -> list[tuple[int, int]]:
        """Ranges that medical phrases hold."""
        recovery = self.recovery
        if recovery is None:
            return []
        return self._stage("recover", view.document, lambda: recovery.claims(view))

    def _stage(self, name: str, document: Document, run: Callable[[], T]) -> T:
        try:
            return run()
        except ChartveilError:
            raise
        except Exception as e:
            # The message of an unknown error, and the chain to it, may quote text; kind and place cannot.
            raise StageError(name, f"{type(e).__name__} in {where_raised(e)}.", document.id) from None


def build_pipeline(
    policy: Policy,
    *,
    site: Path | None = None,
    patients: Path | None = None,
    models: ModelChoice | None = DEFAULT_MODELS,
    languages: tuple[Language, ...] = (),
) -> DetectionPipeline:
    """The pipeline as it is used: rules, dictionaries, models, recovery, propagation.

    The models are loaded here, so that one that is missing or altered stops a run before its first file.

    Args:
        policy: which labels count.
        site: folder with the site's own dictionaries and rules.
        patients: the site's file of patients, of which each document's own is looked up.
        models: how the ensemble is run; None for rules and dictionaries alone.
        languages: that there is something for; those of ``resources/languages`` where none is given.

    Raises:
        ResourceError: if a dictionary or model of ours is missing or altered, or the file of patients cannot
            be read.
        InputError: if a site dictionary cannot be read, a rule of the site is not valid, or the device
            asked for cannot be used.
    """
    from chartveil.detection.judgement.calibration import load_calibration
    from chartveil.detection.judgement.recovery import Recoverer
    from chartveil.detection.judgement.recovery_patterns import load_odds_against
    from chartveil.detection.language import PassageFinder
    from chartveil.detection.lists.list_detector import DictionaryDetector
    from chartveil.detection.lists.patient_file import load_patient_file
    from chartveil.detection.lists.patients import PatientRegister, make_word_test
    from chartveil.detection.lists.site_lists import load_site_lists
    from chartveil.detection.normalised.reading import TextNormaliser
    from chartveil.detection.ocr_correction import OcrTextCorrector
    from chartveil.detection.rules import build_rules
    from chartveil.lexicon.lexicon import bundled_lexicon

    lexicon = bundled_lexicon()
    site_lists = load_site_lists(site, lexicon.is_common) if site is not None else ()
    known: PatientRegister | None = None
    is_word = make_word_test(lexicon)
    if patients is not None:
        known = PatientRegister(load_patient_file(patients).rows, lexicon.is_common, is_word)
    passages = PassageFinder(lexicon, languages or load_languages())
    rules = build_rules(site=site, passages=passages)
    detectors: list[Detector] = [rules, DictionaryDetector(lexicon, site_lists, known)]
    ensemble: EnsembleDetector | None = None
    profile = ModelProfile.QUICK if models is None else models.for_texts(1, 0).profile
    calibration = load_calibration(profile=profile)
    if models is not None:
        from chartveil.detection.models.ensemble import build_ensemble

        ensemble = build_ensemble(
            device=models.device,
            threads=models.threads,
            site_models=models.site_models,
            lexicon=lexicon,
            profile=profile,
            weights=calibration.weights,
        )
        ensemble.load()
        detectors.append(ensemble)
    return DetectionPipeline(
        detectors=tuple(detectors),
        recovery=Recoverer(lexicon),
        is_common=lexicon.is_common,
        is_word=is_word,
        flags_of=lexicon.flags_of,
        policy=policy,
        judge=Judge(ensemble, rules.rule, calibration, load_odds_against()),
        readers=(OcrTextCorrector(lexicon), TextNormaliser()),
        patients=known,
        languages=passages,
    )
