"""The detector that reads names, places and organisations off the bundled lists and the site's own."""

from __future__ import annotations

from collections.abc import Sequence

from chartveil.detection.lists.listed_names import ListedNameFinder
from chartveil.detection.lists.listed_places import ListedPlaceFinder
from chartveil.detection.lists.patients import PatientRegister
from chartveil.detection.lists.site_lists import SiteList
from chartveil.detection.lists.unlisted_words import UnlistedWordFinder
from chartveil.detection.lists.word_shapes import in_capital_lines, word_shapes
from chartveil.domain.document import Label, Span
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon.lexicon import Lexicon
from chartveil.lexicon.medical_terms import ClaimStrength, MedicalClaim
from chartveil.lexicon.word_lookup import LookedUpWords


class DictionaryDetector:
    """Finds names, places and organisations by lists.

    Places that medical terms hold (``Graves disease``) are left alone, except by the site's lists.

    Args:
        lexicon: bundled lists.
        site_lists: the site's own lists.
        patients: chooses the dossier of each document's own patient; None without a file of patients.
    """

    name = "dictionaries"

    def __init__(
        self,
        lexicon: Lexicon,
        site_lists: Sequence[SiteList] = (),
        patients: PatientRegister | None = None,
    ) -> None:
        self._lexicon = lexicon
        self._site_lists = tuple(site_lists)
        self._patients = patients

    def detect(self, view: TokenizedText) -> list[Span]:
        """See :class:`chartveil.detection.detector.Detector`."""
        scan = self._lexicon.look_up(view)
        taken, doubtful = words_held_by_terms(scan, self._lexicon.medical_claims(view))
        knows = self._lexicon.medical.contains
        doubtful = [d or knows(key) for d, key in zip(doubtful, scan.keys, strict=True)]
        kinds = word_shapes(view)
        capitals = in_capital_lines(view, kinds)
        spans, covered = ListedPlaceFinder(self._lexicon, view, kinds, capitals, taken, doubtful).find()
        spans += ListedNameFinder(self._lexicon, view, kinds, capitals, taken, covered, doubtful).find()
        places = words_covered_by(scan, [s for s in spans if s.label is Label.CITY])
        held = [a or b for a, b in zip(taken, words_covered_by(scan, spans), strict=True)]
        spans += UnlistedWordFinder(self._lexicon, view, kinds, held, doubtful, places).find()
        for site_list in self._site_lists:
            spans += site_list.find(scan, view)
        dossier = self._patients.dossier_of(view) if self._patients is not None else None
        if dossier is not None:
            spans += dossier.find(scan, view)
        spans.sort(key=lambda s: (s.start, s.end, s.label, s.evidence[0].name))
        return spans


def words_covered_by(scan: LookedUpWords, spans: Sequence[Span]) -> list[bool]:
    """For each word whether a span touches it."""
    out = [False] * len(scan.ranges)
    i = 0
    for span in sorted(spans):
        while i < len(scan.ranges) and scan.ranges[i][1] <= span.start:
            i += 1
        j = i
        while j < len(scan.ranges) and scan.ranges[j][0] < span.end:
            out[j] = True
            j += 1
    return out


def words_held_by_terms(scan: LookedUpWords, claims: Sequence[MedicalClaim]) -> tuple[list[bool], list[bool]]:
    """For each word whether a medical term holds it, and whether one may: a name that is also an eponym."""
    taken = [False] * len(scan.ranges)
    doubtful = [False] * len(scan.ranges)
    i = 0
    for claim in claims:
        marks = (
            doubtful if claim.strength in (ClaimStrength.NO_CONTEXT, ClaimStrength.WEAK_CONTEXT) else taken
        )
        while i < len(scan.ranges) and scan.ranges[i][0] < claim.start:
            i += 1
        while i < len(scan.ranges) and scan.ranges[i][0] < claim.end:
            marks[i] = True
            i += 1
    return taken, doubtful
