"""The stages of detection, ordered and named in one place.

    detectors ─► arbitrate ─► merge ─► recover ─► propagate ─► merge ─► recover ─► policy

Of what OCR read, a mended reading goes through the same stages, and what it shows beyond the text itself is
merged before propagation (``detect.misread``).

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

from chartveil.detect.base import Detector
from chartveil.detect.choice import USUAL, ModelChoice
from chartveil.domain import Document, Proposal, Span
from chartveil.errors import ChartveilError, StageError
from chartveil.mentions import Mentions
from chartveil.policy import Policy
from chartveil.resolve.arbitrate import Needs, Supporter, arbitrate
from chartveil.resolve.initials import initials
from chartveil.resolve.merge import merge
from chartveil.resolve.propagate import propagate, things
from chartveil.words import View

if TYPE_CHECKING:
    from chartveil.detect.dictionaries.patients import Patients, Whose
    from chartveil.detect.ensemble import EnsembleDetector
    from chartveil.detect.misread import Mender, Reading

T = TypeVar("T")


_SURE = 0.85
"""Finds from this score on are carried to the patient's other documents."""


class Recovery(Protocol):
    """Gives medical terms back."""

    def recover(self, view: View, spans: list[Span]) -> tuple[list[Span], list[Span]]:
        """Splits spans into those kept and those given back, each of these with its reason."""
        ...

    def claims(self, view: View) -> Sequence[tuple[int, int, str]]:
        """Ranges that medical phrases hold, with the kind of term."""
        ...


@dataclass(frozen=True)
class Pipeline:
    """Proposes spans for documents.

    Attributes:
        detectors: run in this order; the order does not change the result.
        recovery: gives medical terms back; None to leave recovery out (ablation).
        is_common: whether a folded word is an ordinary word of the language.
        policy: which labels count, and the threshold.
        propagation: whether finds are carried through the document.
        supporter: settles what lists only suspect; None where there are no models.
        needs: how far the networks must agree to what little else speaks for.
        mender: mends what OCR misread, for a second look at scans; None to read them as they are.
        patients: tells which patient of the site's file a document is of; None without such a file.
    """

    detectors: tuple[Detector, ...]
    recovery: Recovery | None
    is_common: Callable[[str], bool]
    policy: Policy
    propagation: bool = True
    supporter: Supporter | None = None
    needs: Needs = field(default_factory=Needs)
    mender: Mender | None = None
    patients: Patients | None = None

    def whose(self, view: View) -> Whose | None:
        """Which patient of the site's file a document is of; None without such a file."""
        patients = self.patients
        if patients is None:
            return None
        return self._stage("patients", view.document, lambda: patients.whose(view))

    def patient_mentions(
        self, documents: Sequence[Document], proposals: Sequence[Proposal]
    ) -> dict[str, Mentions]:
        """What the documents of a patient surely name, by patient, for patients with several of them.

        A name found in one row of a table is so found in the patient's other rows too.
        """
        if not self.propagation:
            return {}
        several = Counter(d.patient_id for d in documents if d.patient_id is not None)
        found: dict[str, Mentions] = {}
        for document, proposal in zip(documents, proposals, strict=True):
            patient = document.patient_id
            if patient is None or several[patient] < 2:
                continue
            sure = [s for s in proposal.spans if s.score >= _SURE]
            if patient in found:
                found[patient].add(document.text, sure)
            else:
                found[patient] = Mentions(document.text, sure, self.is_common)
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
        mentions: Mentions | None = None,
        view: View | None = None,
    ) -> Proposal:
        """The spans of a document that would be taken, and those given back.

        Args:
            document: the document.
            extra: finds from elsewhere (a leak check, a reviewer) that take part in the merge.
            mentions: what the patient's other documents name (``patient_mentions``).
            view: of the document, where the caller keeps one, so that words are parted once only.

        Raises:
            StageError: if a stage fails. The message names the stage and the kind of failure only.
        """
        view = view or View(document)
        finds: list[Span] = list(extra)
        for detector in self.detectors:
            finds += self._stage(detector.name, document, partial(detector.detect, view))
        supporter = self.supporter
        if supporter is not None:
            finds = self._stage(
                "arbitrate",
                document,
                lambda: arbitrate(view, finds, supporter, self.needs),
            )
        spans = self._stage("merge", document, lambda: merge(document.text, finds, self.policy.threshold))
        kept, recovered, claimed = self._recover(view, spans)
        misread = self._misread(view, kept, mentions)
        if misread:
            spans = self._stage(
                "merge", document, lambda: merge(document.text, [*kept, *misread], self.policy.threshold)
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
                "propagate", document, lambda: initials(view, kept, self.is_common, self._claims(view))
            )
            if mentions is not None:
                more += self._stage(
                    "propagate",
                    document,
                    lambda: propagate(view, kept, self.is_common, claimed, mentions),
                )
            if more:
                spans = self._stage(
                    "merge", document, lambda: merge(document.text, [*kept, *more], self.policy.threshold)
                )
                kept, again, _ = self._recover(view, spans)
                recovered = sorted([*recovered, *again])
        taken = tuple(s for s in kept if self.policy.counts(s.label))
        given = tuple(s for s in recovered if self.policy.counts(s.label))
        return Proposal(document.id, taken, given)

    def stays(
        self, document: Document, proposal: Proposal, view: View | None = None
    ) -> list[tuple[int, int]]:
        """Ranges of the text that stay on purpose: medical terms that were given back or are claimed, and
        things that bear the name of a person of the document."""
        ranges = [(s.start, s.end) for s in proposal.recovered]
        taken = list(proposal.spans)
        view = view or View(document)
        ranges += self._stage(
            "propagate", document, lambda: things(view, taken, self.is_common, self._agreement(view))
        )
        return ranges + self._claims(view)

    def _agreement(self, view: View) -> Callable[[int, int], float] | None:
        return partial(self.supporter.agreement, view) if self.supporter is not None else None

    def _misread(self, view: View, known: Sequence[Span], mentions: Mentions | None) -> list[Span]:
        """What a mended reading of a scan shows beyond what is known; nothing for what no OCR read."""
        mender = self.mender
        if mender is None:
            return []
        document = view.document
        reading: Reading | None = self._stage("misread", document, lambda: view.keep(mender))
        if reading is None:
            return []
        try:
            mended = self.propose(reading.view.document, (), mentions, reading.view)
        except StageError as e:
            raise StageError(e.stage, e.reason, document.id) from None
        return self._stage("misread", document, lambda: reading.finds(mended.spans, known))

    def _recover(self, view: View, spans: list[Span]) -> tuple[list[Span], list[Span], list[tuple[int, int]]]:
        recovery = self.recovery
        if recovery is None:
            return spans, [], []
        kept, recovered = self._stage("recover", view.document, lambda: recovery.recover(view, spans))
        claimed = self._claims(view) + [(s.start, s.end) for s in recovered]
        return kept, recovered, claimed

    def _claims(self, view: View) -> list[tuple[int, int]]:
        """Ranges that medical phrases hold."""
        recovery = self.recovery
        if recovery is None:
            return []
        claims = self._stage("recover", view.document, lambda: recovery.claims(view))
        return [(a, b) for a, b, _ in claims]

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


def rule_finds(pipeline: Pipeline, view: View) -> list[Span]:
    """What the pipeline's rules take for identifiers that count under its policy."""
    found: list[Span] = []
    for detector in pipeline.detectors:
        if detector.name == "rules":
            found += detector.detect(view)
    return [s for s in found if pipeline.policy.counts(s.label)]


def build_pipeline(
    policy: Policy,
    *,
    site: Path | None = None,
    patients: Path | None = None,
    models: ModelChoice | None = USUAL,
) -> Pipeline:
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
    from chartveil.detect.dictionaries import DictionaryDetector, Patients, load_patients, word_test
    from chartveil.detect.dictionaries.site import load_site_lists
    from chartveil.detect.misread import Mender
    from chartveil.detect.rules import build_rules
    from chartveil.lexicon import Lexicon
    from chartveil.resolve.recover import Recoverer

    lexicon = Lexicon.load()
    site_lists = load_site_lists(site, lexicon.is_common) if site is not None else ()
    known: Patients | None = None
    if patients is not None:
        known = Patients(load_patients(patients).rows, lexicon.is_common, word_test(lexicon))
    detectors: list[Detector] = [build_rules(), DictionaryDetector(lexicon, site_lists, known)]
    ensemble: EnsembleDetector | None = None
    if models is not None:
        from chartveil.detect.ensemble import build_ensemble

        ensemble = build_ensemble(
            device=models.device, threads=models.threads, site_models=models.site, lexicon=lexicon
        )
        ensemble.load()
        detectors.append(ensemble)
    return Pipeline(
        detectors=tuple(detectors),
        recovery=Recoverer(lexicon),
        is_common=lexicon.is_common,
        policy=policy,
        supporter=ensemble,
        mender=Mender(lexicon),
        patients=known,
    )
