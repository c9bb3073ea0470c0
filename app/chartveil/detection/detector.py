"""The protocol of all detectors."""

from __future__ import annotations

from typing import Protocol

from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import TokenizedText


class Detector(Protocol):
    """Finds identifiers in a text.

    Attributes:
        name: stage name for errors and for the ablation, e.g. ``rules``.
    """

    name: str

    def detect(self, view: TokenizedText) -> list[Span]:
        """Everything this detector takes for an identifier: sorted by (start, end, label, rule),
        each with its own evidence. Spans may overlap; merging is another stage's work.

        Raises:
            StageError: on any failure. It never returns an empty list instead.
        """
        ...
