"""The stages of detection, ordered and named in one place.

    detectors ─► arbitrate ─► merge ─► recover ─► propagate ─► merge ─► recover ─► policy

Of what OCR read, a mended reading goes through the same stages, and what it shows beyond the text itself is
merged before propagation (``detection.misread.mender``).

Every stage gets the document's text as it is. A stage that raises fails the document: there is no
path on which an error turns into "no spans".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from chartveil.detection.detector import Detector
from chartveil.detection.judgement.arbitration import AgreementScorer, RequiredAgreement, arbitrate
from chartveil.detection.judgement.initials import find_initials
from chartveil.detection.judgement.mentions import MentionFinder
from chartveil.detection.judgement.merging import merge_spans
from chartveil.detection.judgement.propagation import ordinary_uses_of_names, propagate
from chartveil.detection.model_choice import DEFAULT_MODELS, ModelChoice
from chartveil.domain.document import Document, Proposal, Span
from chartveil.domain.errors import ChartveilError, StageError
from chartveil.domain.policy import Policy
from chartveil.domain.tokenized_text import TokenizedText

if TYPE_CHECKING:
    from chartveil.detection.lists.patients import PatientLookup, PatientRegister
    from chartveil.detection.misread.mender import MendedText, OcrTextMender
    from chartveil.detection.models.ensemble import EnsembleDetector

T = TypeVar("T")


_SURE_SCORE = 0.85
"""Spans from this score on are carried to the patient's other documents."""


class TermRecovery(Protocol):
    """Recovers medical terms that were taken for identifiers."""

    def recover(self, view: TokenizedText, spans: list[Span]) -> tuple[list[Span], list[Span]]:
        """Splits spans into those kept and those recovered, each of these with its reason."""
        ...

    def claims(self, view: TokenizedText) -> list[tuple[int, int]]:
        """Ranges that medical terms firmly hold, sorted."""
        ...


@dataclass(frozen=True)
class DetectionPipeline:
    """Proposes spans for documents.

    Attributes:
        detectors: run in this order; the order does not change the result.
        recovery: recovers medical terms; None to leave recovery out (ablation).
        is_common: whether a folded word is an ordinary word of the language.
        policy: which labels count, and the threshold.
        propagation: whether names that were found are carried through the document.
        agreement_scorer: how far the networks agree with a span; None where there are no models.
        required_agreement: how far the networks must agree to a span for which little else speaks.
        mender: mends what OCR misread, for a second look at scans; None to read them as they are.
        patients: tells which patient of the site's file a document is of; None without such a file.
    """

    detectors: tuple[Detector, ...]
    recovery: TermRecovery | None
    is_common: Callable[[str], bool]
    policy: Policy
    propagation: bool = True
    agreement_scorer: AgreementScorer | None = None
    required_agreement: RequiredAgreement = field(default_factory=RequiredAgreement)
    mender: OcrTextMender | None = None
    patients: PatientRegister | None = None

    def patient_of(self, view: TokenizedText) -> PatientLookup | None:
        """Which patient of the site's file a document is of; None without such a file."""
        patients = self.patients
        if patients is None:
            return None
        return self._stage("patients", view.document, lambda: patients.patient_of(view))

    def patient_mentions(
        self, documents: Sequence[Document], proposals: Sequence[Proposal]
    ) -> dict[str, MentionFinder]:
        """What the documents of a patient surely name, by patient, for patients with several of them.

        A name found in one row of a table is so found in the patient's other rows too.
        """
        if not self.propagation:
            return {}
        several = Counter(d.patient_id for d in documents if d.patient_id is not None)
        found: dict[str, MentionFinder] = {}
        for document, proposal in zip(documents, proposals, strict=True):
            patient = document.patient_id
            if patient is None or several[patient] < 2:
                continue
            sure = [s for s in proposal.spans if s.score >= _SURE_SCORE]
            if patient in found:
                found[patient].add(document.text, sure)
            else:
                found[patient] = MentionFinder(document.text, sure, self.is_common)
        return found

    def propose_all(self, documents: Sequence[Document]) -> list[Proposal]:
        """Proposals for a file's documents; of a patient's documents each knows what the others name."""
        proposals = [self.propose(d) for d in documents]
        mentions = self.patient_mentions(documents, proposals)
        return [
            self.propose(d, mentions=mentions[d.patient_id]) if d.patient_id in mentions else p
            for d, p in zip(documents, proposals, strict=True)
        ]

    def propose(
        self,
        document: Document,
        extra: Sequence[Span] = (),
        mentions: MentionFinder | None = None,
        view: TokenizedText | None = None,
    ) -> Proposal:
        """The spans of a document that are taken, and those recovered.

        Args:
            document: the document.
            extra: spans from elsewhere (a leak check, a reviewer) that take part in the merge.
            mentions: what the patient's other documents name (``patient_mentions``).
            view: of the document, where the caller keeps one, so that words are parted once only.

        Raises:
            StageError: if a stage fails. The message names the stage and the kind of failure only.
        """
        view = view or TokenizedText(document)
        detected: list[Span] = list(extra)
        for detector in self.detectors:
            detected += self._stage(detector.name, document, partial(detector.detect, view))
        scorer = self.agreement_scorer
        if scorer is not None:
            detected = self._stage(
                "arbitrate",
                document,
                lambda: arbitrate(view, detected, scorer, self.required_agreement),
            )
        spans = self._stage(
            "merge", document, lambda: merge_spans(document.text, detected, self.policy.threshold)
        )
        kept, recovered, claimed = self._recover(view, spans)
        misread = self._misread_spans(view, kept, mentions)
        if misread:
            spans = self._stage(
                "merge",
                document,
                lambda: merge_spans(document.text, [*kept, *misread], self.policy.threshold),
            )
            kept, again, claimed = self._recover(view, spans)
            recovered = sorted([*recovered, *again])
        if self.propagation:
            more = self._stage(
                "propagate",
                document,
                lambda: propagate(view, kept, self.is_common, claimed, agreement=self._agreement(view)),
            )
            more += self._stage(
                "propagate", document, lambda: find_initials(view, kept, self.is_common, self._claims(view))
            )
            if mentions is not None:
                more += self._stage(
                    "propagate",
                    document,
                    lambda: propagate(view, kept, self.is_common, claimed, mentions),
                )
            if more:
                spans = self._stage(
                    "merge",
                    document,
                    lambda: merge_spans(document.text, [*kept, *more], self.policy.threshold),
                )
                kept, again, _ = self._recover(view, spans)
                recovered = sorted([*recovered, *again])
        taken = tuple(s for s in kept if self.policy.is_identifier(s.label))
        recovered_kept = tuple(s for s in recovered if self.policy.is_identifier(s.label))
        return Proposal(document.id, taken, recovered_kept)

    def kept_ranges(
        self, document: Document, proposal: Proposal, view: TokenizedText | None = None
    ) -> list[tuple[int, int]]:
        """Ranges of the text that stay on purpose: medical terms that were recovered or are claimed, and
        things that bear the name of a person of the document."""
        ranges = [(s.start, s.end) for s in proposal.recovered]
        taken = list(proposal.spans)
        view = view or TokenizedText(document)
        ranges += self._stage(
            "propagate",
            document,
            lambda: ordinary_uses_of_names(view, taken, self.is_common, self._agreement(view)),
        )
        return ranges + self._claims(view)

    def _agreement(self, view: TokenizedText) -> Callable[[int, int], float] | None:
        return partial(self.agreement_scorer.agreement, view) if self.agreement_scorer is not None else None

    def _misread_spans(
        self, view: TokenizedText, known: Sequence[Span], mentions: MentionFinder | None
    ) -> list[Span]:
        """What a mended reading of a scan shows beyond what is known; nothing for what no OCR read."""
        mender = self.mender
        if mender is None:
            return []
        document = view.document
        reading: MendedText | None = self._stage("misread", document, lambda: view.cached(mender))
        if reading is None:
            return []
        try:
            mended = self.propose(reading.view.document, (), mentions, reading.view)
        except StageError as e:
            raise StageError(e.stage, e.reason, document.id) from None
        return self._stage("misread", document, lambda: reading.spans_in_original(mended.spans, known))

    def _recover(
        self, view: TokenizedText, spans: list[Span]
    ) -> tuple[list[Span], list[Span], list[tuple[int, int]]]:
        recovery = self.recovery
        if recovery is None:
            return spans, [], []
        kept, recovered = self._stage("recover", view.document, lambda: recovery.recover(view, spans))
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


def where_raised(error: BaseException) -> str:
    """Module and line where an error was raised, for a report without document text."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return "an unknown place"
    return f"{trace.tb_frame.f_globals.get('__name__', '?')} line {trace.tb_lineno}"


def rule_spans(pipeline: DetectionPipeline, view: TokenizedText) -> list[Span]:
    """What the pipeline's rules take for identifiers that count under its policy."""
    found: list[Span] = []
    for detector in pipeline.detectors:
        if detector.name == "rules":
            found += detector.detect(view)
    return [s for s in found if pipeline.policy.is_identifier(s.label)]


def build_pipeline(
    policy: Policy,
    *,
    site: Path | None = None,
    patients: Path | None = None,
    models: ModelChoice | None = DEFAULT_MODELS,
) -> DetectionPipeline:
    """The pipeline as it is used: rules, dictionaries, models, recovery, propagation.

    The models are loaded here, so that one that is missing or altered stops a run before its first file.

    Args:
        policy: which labels count.
        site: folder with the site's own dictionaries.
        patients: the site's file of patients, of which each document's own is looked up.
        models: how the ensemble is run; None for rules and dictionaries alone.

    Raises:
        ResourceError: if a dictionary or model of ours is missing or altered, or the file of patients cannot
            be read.
        InputError: if a site dictionary cannot be read, or the device asked for cannot be used.
    """
    from chartveil.detection.judgement.recovery import Recoverer
    from chartveil.detection.lists.list_detector import DictionaryDetector
    from chartveil.detection.lists.patient_file import load_patient_file
    from chartveil.detection.lists.patients import PatientRegister, make_word_test
    from chartveil.detection.lists.site_lists import load_site_lists
    from chartveil.detection.misread.mender import OcrTextMender
    from chartveil.detection.rules import build_rules
    from chartveil.lexicon.lexicon import Lexicon

    lexicon = Lexicon.load()
    site_lists = load_site_lists(site, lexicon.is_common) if site is not None else ()
    known: PatientRegister | None = None
    if patients is not None:
        known = PatientRegister(load_patient_file(patients).rows, lexicon.is_common, make_word_test(lexicon))
    detectors: list[Detector] = [build_rules(), DictionaryDetector(lexicon, site_lists, known)]
    ensemble: EnsembleDetector | None = None
    if models is not None:
        from chartveil.detection.models.ensemble import build_ensemble

        ensemble = build_ensemble(
            device=models.device, threads=models.threads, site_models=models.site_models, lexicon=lexicon
        )
        ensemble.load()
        detectors.append(ensemble)
    return DetectionPipeline(
        detectors=tuple(detectors),
        recovery=Recoverer(lexicon),
        is_common=lexicon.is_common,
        policy=policy,
        agreement_scorer=ensemble,
        mender=OcrTextMender(lexicon),
        patients=known,
    )
