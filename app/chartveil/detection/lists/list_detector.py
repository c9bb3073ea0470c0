"""The detector that reads names, places and organisations off the bundled lists and the site's own."""

from __future__ import annotations

from collections.abc import Sequence

from chartveil.detection.lists.listed_names import ListedNameFinder
from chartveil.detection.lists.listed_places import ListedPlaceFinder
from chartveil.detection.lists.patients import PatientRegister
from chartveil.detection.lists.site_lists import SiteList
from chartveil.detection.lists.unlisted_words import UnlistedWordFinder
from chartveil.detection.lists.word_shapes import WordTable
from chartveil.domain.labels import Label
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon.lexicon import Lexicon


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
        words = WordTable.of(self._lexicon, view)
        scan = words.scan
        spans, in_places = ListedPlaceFinder(self._lexicon, words).find()
        spans += ListedNameFinder(words, in_places).find()
        in_towns = words.covered_by([s for s in spans if s.label is Label.CITY])
        covered = words.covered_by(spans)
        spans += UnlistedWordFinder(words, self._lexicon.abbreviations, covered, in_towns).find()
        for site_list in self._site_lists:
            spans += site_list.find(scan, view)
        dossier = self._patients.dossier_of(view) if self._patients is not None else None
        if dossier is not None:
            spans += dossier.find(scan, view)
        spans.sort(key=lambda s: (s.start, s.end, s.label, s.evidence[0].name))
        return spans
