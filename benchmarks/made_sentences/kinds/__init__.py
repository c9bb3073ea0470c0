"""The kinds of made sentences, by the fault that users saw."""

from __future__ import annotations

from benchmarks.made_sentences.kinds.dates import DATE_KINDS
from benchmarks.made_sentences.kinds.eponyms import EPONYM_KINDS
from benchmarks.made_sentences.kinds.makers import MAKER_KINDS
from benchmarks.made_sentences.kinds.numbers import NUMBER_KINDS
from benchmarks.made_sentences.kinds.people import PEOPLE_KINDS
from benchmarks.made_sentences.kinds.scales import SCALE_KINDS
from benchmarks.made_sentences.kinds.without_identifier import NO_IDENTIFIER
from benchmarks.made_sentences.sentence import Kind

KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        *EPONYM_KINDS,
        *MAKER_KINDS,
        *SCALE_KINDS,
        *DATE_KINDS,
        *PEOPLE_KINDS,
        *NUMBER_KINDS,
        NO_IDENTIFIER,
    )
}
"""All kinds by name, in the order of reports."""
