"""The detector for the site's own lists and for the dossier of the document's patient."""

from __future__ import annotations

from collections.abc import Sequence

from chartveil.detection.lists.patients import PatientRegister
from chartveil.detection.lists.site_lists import SiteList
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon.lexicon import Lexicon


class DictionaryDetector:
    """Finds what a site's lists and its file of patients name.

    The bundled lists of names and places are no detector: the networks read by them
    (``detection.models.gazetteer_features``).

    Args:
        lexicon: looks the words of a text up.
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
        dossier = self._patients.dossier_of(view) if self._patients is not None else None
        if not self._site_lists and dossier is None:
            return []
        scan = self._lexicon.look_up(view)
        spans = [span for site_list in self._site_lists for span in site_list.find(scan, view)]
        if dossier is not None:
            spans += dossier.find(scan, view)
        spans.sort(key=lambda s: (s.start, s.end, s.label, s.evidence[0].name))
        return spans
