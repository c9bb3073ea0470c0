"""How words are written, and what that allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import regex

from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon.lexicon import Lexicon
from chartveil.lexicon.medical_terms import ClaimStrength
from chartveil.lexicon.word_lookup import LookedUpWords

_CAPITALISED = regex.compile(
    r"(?:Ma?c|O['’]|D['’]|L['’]|De|Di|Du|La|Le|Van|Fitz|St)?\p{Lu}[\p{Ll}\p{M}'’]+(?:['’]s)?"
)

_DOUBTFUL_CLAIMS = frozenset((ClaimStrength.NO_CONTEXT, ClaimStrength.WEAK_CONTEXT))

LOWER, TITLE, UPPER, INITIAL, OTHER = "l", "T", "U", "I", "x"


def word_shape(word: str) -> str:
    """One letter for the way a word is written: small, Title (also McCoy), CAPITALS, an initial, other."""
    if word.islower():
        return LOWER
    if len(word) == 1:
        return INITIAL if word.isupper() else OTHER
    if not word[0].isupper() or not word.replace("'", "").replace("’", "").isalpha():
        return OTHER
    if word.isupper():
        return UPPER
    return TITLE if _CAPITALISED.fullmatch(word) else OTHER


def word_shapes(view: TokenizedText) -> list[str]:
    """Shape of each word of a view."""
    text = view.text
    return [word_shape(text[a:b]) for a, b in view.word_ranges]


def _in_capital_lines(view: TokenizedText, shapes: list[str]) -> list[bool]:
    """For each word whether its line is in capitals: two thirds of its words, of three or more."""
    out: list[bool] = []
    text, words = view.text, view.word_ranges
    at = 0
    while at < len(words):
        end = at + 1
        upper = int(shapes[at] == UPPER)
        total = int(shapes[at] in (LOWER, TITLE, UPPER))
        while end < len(words) and "\n" not in text[words[end - 1][1] : words[end][0]]:
            upper += shapes[end] == UPPER
            total += shapes[end] in (LOWER, TITLE, UPPER)
            end += 1
        out += [total >= 3 and upper * 3 >= total * 2] * (end - at)
        at = end
    return out


@dataclass(frozen=True, slots=True)
class WordTable:
    """The words of one text with what the lists need to know of each; one entry a word.

    Attributes:
        text: the text.
        scan: range, key and flags of each word.
        shapes: how each is written (``word_shape``).
        in_capitals: whether its line is written in capitals.
        taken: whether a medical term holds it.
        doubtful: whether it may be a medical term: a name that is also an eponym.
    """

    text: str
    scan: LookedUpWords
    shapes: list[str]
    in_capitals: list[bool]
    taken: list[bool]
    doubtful: list[bool]

    @staticmethod
    def of(lexicon: Lexicon, view: TokenizedText) -> WordTable:
        """The words of a text."""
        scan, shapes = lexicon.look_up(view), word_shapes(view)
        taken = [False] * len(scan.ranges)
        doubtful = [lexicon.medical.contains(key) for key in scan.keys]
        i = 0
        for claim in lexicon.medical_claims(view):
            marks = doubtful if claim.strength in _DOUBTFUL_CLAIMS else taken
            while i < len(scan.ranges) and scan.ranges[i][0] < claim.start:
                i += 1
            while i < len(scan.ranges) and scan.ranges[i][0] < claim.end:
                marks[i] = True
                i += 1
        return WordTable(view.text, scan, shapes, _in_capital_lines(view, shapes), taken, doubtful)

    def covered_by(self, spans: Sequence[Span]) -> list[bool]:
        """For each word whether a span touches it."""
        ranges = self.scan.ranges
        out = [False] * len(ranges)
        i = 0
        for span in sorted(spans):
            while i < len(ranges) and ranges[i][1] <= span.start:
                i += 1
            j = i
            while j < len(ranges) and ranges[j][0] < span.end:
                out[j] = True
                j += 1
        return out


FUNCTION_WORDS = frozenset(
    """and or but nor with at in on for to from of by as if when while who whom whose that which because
    since so then than after before during until about is was are were be been has had have will
    would can could may might must should shall did does do not also just still now today tonight
    yesterday tomorrow again here there this these his her their our my your its he she they we i
    you it both all each other via per""".split()
)
"""Words before which a name stands in running text; a noun makes it an attribute (``Rhoton set``)."""

PERSON_VERBS = frozenset(
    """said says say stated states reports reported called calls asked asks told tells feels felt thinks
    thought agrees agreed denies denied lives lived works worked came comes went goes wants wanted
    drove drives brought brings helps helped visits visited died passed understands understood
    verbalized accompanied present signed saw sees seen spoke spoken advised recommended requested
    requests notified aware reviewed paged discussed discharged admitted arrived called declined
    refused consented plays played likes loves takes took gave gives got gets needs needed noticed
    noticed read reads wrote writes concurs concurred performed assisted assisting covering rounding
    dictating""".split()
)
"""Words after a name that show a person."""

NOT_BEFORE_NAMES = frozenset(
    "a an the no not any or nor neither modified modern standard using fr french size x like".split()
)
"""Words before a capitalised word that make it a thing."""
