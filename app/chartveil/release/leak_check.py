"""The leak check: searches an output for identifiers that are left.

Two searches, on the output as read back from the disk:

1. for every accepted original of the document, wherever the file holds text, seen or not; what OCR reads on
   pages is also searched for what looks like one;
2. for what the rules still take for an identifier outside the places that were replaced.

An original is a leak at every place but those that a person left in the text, and ordinary uses of a word;
they are told apart by their position. That recovery alone takes a place for a medical term (``Graves
disease`` in the note of Ms. Graves) does not count.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from chartveil.detection.judgement.mentions import MentionFinder
from chartveil.detection.normalised.disguised import LEAST_WHOLE, DisguisedSearch, squeezed
from chartveil.detection.normalised.reading import TextNormaliser
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import PERSON_LABELS, Label, MentionKind, labels_with_mentions
from chartveil.domain.replacement_offsets import ReplacementOffsets
from chartveil.domain.span import Replacement, Span, apply_replacements
from chartveil.domain.text_ranges import MergedRanges
from chartveil.domain.tokenized_text import TokenizedText, fold
from chartveil.lexicon.calendar import calendar_words
from chartveil.lexicon.word_disguises import LEAST_WITHIN

# A shifted date may by chance be another date of the same document, and a coarser age or ZIP is part
# of the original by design: these are searched for outside the replaced places only.
_MAY_RECUR = frozenset({Label.DATE, Label.AGE, Label.ZIP})

_MINIMUM_RULE_SCORE = 0.8
"""Spans that rules find in an output count as leaks from this score on."""
_NORMALISER = TextNormaliser()
_LONG = 5
_BESIDE_DATE = re.compile(r"[ .,()]{0,4}(?:the )?", re.IGNORECASE)
"""Text that may stand between a weekday and the date that it moves with."""
_LETTER_RUNS = re.compile(r"[^\W\d_]+")
_EXACT = labels_with_mentions(MentionKind.EXACT)
_WORDS = re.compile(r"[\w|!]+")
_OCR_CONFUSIONS = str.maketrans("01!|i5826", "ollllsbzg")
"""Letters and digits that OCR takes for each other, as one of each kind; and what it takes for letters."""


@dataclass(frozen=True, slots=True)
class LeakFinding:
    """One leak.

    Attributes:
        where: ``text`` or the part of the file, e.g. ``docProps/core.xml``.
        start, end: range in the output's text; zeros for another part.
        label: what it is.
        kind: ``original``, ``rule``, ``unreplaced`` where a span has no replacement or one that is the
            original (the range is the original's), ``covered`` for what a box on a page was to hide,
            ``unread`` for what no reader took for text, or ``altered`` where the text is not what was to be
            written. The last three are of no label of their own.
    """

    where: str
    start: int
    end: int
    label: Label
    kind: str

    def __str__(self) -> str:
        place = f"at {self.start}" if self.where == "text" else f"in {self.where}"
        if self.kind == "altered":
            return "that the text is not what was to be written"
        if self.kind == "covered":
            return f"what a box covers {place}"
        if self.kind == "unread":
            return f"what was not read as text {place}"
        if self.kind == "original":
            return f"an original {self.label} {place}"
        if self.kind == "unreplaced":
            return f"{self.label} {place} not replaced"
        return f"what looks like {self.label} {place}"


def changed_spans(text: str, spans: Iterable[Span], replacements: Iterable[Replacement]) -> list[Span]:
    """The spans whose text does not stay as it was; an age under 90, for one, may."""
    changed = MergedRanges((r.start, r.end) for r in replacements if r.text != text[r.start : r.end])
    return [s for s in spans if changed.touches(s.start, s.end)]


def unreplaced_findings(
    document: Document,
    spans: Sequence[Span],
    made: Sequence[Replacement],
    must_change: Callable[[Label], bool],
) -> list[LeakFinding]:
    """Spans that did not get a replacement of their own range and label, or got their own text again.

    Args:
        document: the original.
        spans: the accepted spans.
        made: what the surrogates gave for them.
        must_change: whether texts of a label may never stay as they are.
    """
    text = document.text
    given = {(r.start, r.end, r.label): r.text for r in made}
    found = [_unreplaced(s) for s in spans if (s.start, s.end, s.label) not in given]
    for s in spans:
        new = given.get((s.start, s.end, s.label))
        if new is not None and must_change(s.label) and new == text[s.start : s.end]:
            found.append(_unreplaced(s))
    asked = {(s.start, s.end, s.label) for s in spans}
    more = [r for r in made if (r.start, r.end, r.label) not in asked]
    # A weekday beside a date moves with it. Anything else that was not asked for, or two for one: which of
    # them would be written is not known.
    dates = [s for s in spans if s.label is Label.DATE]
    weekdays = all(
        _is_weekday(text[r.start : r.end])
        and _is_weekday(r.text)
        and any(_BESIDE_DATE.fullmatch(text[min(r.end, s.end) : max(r.start, s.start)]) for s in dates)
        for r in more
    )
    if not found and (len(made) != len(spans) + len(more) or not weekdays):
        found = [LeakFinding("text", 0, 0, Label.IDNUM, "altered")]
    return found


def _is_weekday(text: str) -> bool:
    word = fold(text)
    return len(word) >= 3 and any(fold(day).startswith(word) for day in calendar_words().weekdays["en"])


def _is_named_day(word: str) -> bool:
    """Whether a folded word is a month or a day of the week."""
    words = calendar_words()
    named = (words.months, words.month_abbreviations, words.weekdays)
    return any(word == fold(name) for table in named for name in table["en"])


def _unreplaced(span: Span) -> LeakFinding:
    return LeakFinding("text", span.start, span.end, span.label, "unreplaced")


@dataclass(frozen=True)
class LeakCheck:
    """Searches outputs for what should have gone.

    Attributes:
        rules: finds what rules take for identifiers in a text.
        is_common: whether a folded word is an ordinary word of the language.
        is_in_lexicon: whether a folded word is any word or name; None where no lexicon is at hand.
    """

    rules: Callable[[TokenizedText], list[Span]]
    is_common: Callable[[str], bool]
    is_in_lexicon: Callable[[str], bool] | None = None

    def check_text(
        self,
        document: Document,
        spans: Sequence[Span],
        replacements: Sequence[Replacement],
        output: str,
        allowed: Iterable[tuple[int, int]],
        recovered: Iterable[tuple[int, int]] = (),
        elsewhere: DisguisedSearch | None = None,
    ) -> list[LeakFinding]:
        """The identifiers that are left in one document's output text.

        Args:
            document: the original.
            spans: the accepted spans.
            replacements: what was put in their places.
            output: the document's text as read back from the output.
            allowed: ranges of the original that stay because a person said so, or as ordinary uses of a word.
            recovered: ranges that stay as medical terms, as the program judged: what rules find there is
                none, but an original is one there too.
            elsewhere: finds in disguise what other documents of the patient name.
        """
        expected = apply_replacements(document.text, list(replacements))
        if output != expected:
            return [LeakFinding("text", 0, 0, Label.IDNUM, "altered")]
        allowed = list(allowed)
        stays, cleared = MergedRanges(allowed), MergedRanges([*allowed, *recovered])
        places = ReplacementOffsets(replacements)
        moved = [
            (place, fold(document.text[r.start : r.end]))
            for place, r in zip(places.output_ranges, replacements, strict=True)
            if r.label is Label.DATE
        ]
        went = changed_spans(document.text, spans, replacements)
        originals = MentionFinder(document.text, went, self.is_common)
        found = []
        disguised = DisguisedSearch(
            originals_to_find_disguised(document.text, went),
            self.is_common,
            is_in_lexicon=self.is_in_lexicon,
        )
        searches = [disguised] if elsewhere is None else [disguised, elsewhere]
        for start, end, label, kind in self._seen(originals, searches, output):
            if places.touches_replacement(start, end):
                if kind == "rule" or label in _MAY_RECUR:
                    continue
                # The month that a date moved to may be what somebody of the text is called: June, August.
                # Where it stood there before, the date may be a name and an age: ``June 7``.
                word = fold(output[start:end])
                if _is_named_day(word) and any(
                    a <= start and end <= b and word not in before for (a, b), before in moved
                ):
                    continue
            else:
                first = places.to_original(start)
                if (stays if kind == "original" else cleared).touches(first, first + end - start):
                    continue
            found.append(LeakFinding("text", start, end, label, kind))
        for first, last, label in _left_of_disguised(disguised, document.text, went):
            if not stays.touches(first, last):
                start = places.to_output(first)
                found.append(LeakFinding("text", start, start + last - first, label, "original"))
        return found

    def _seen(
        self, originals: MentionFinder, searches: Sequence[DisguisedSearch], output: str
    ) -> Iterator[tuple[int, int, Label, str]]:
        """Range, label and kind of each original, and of what rules take for an identifier, in a text as it
        stands and as it reads where it is written in disguise."""
        view = _tokenized(output)
        yield from self._seen_plainly(originals, searches, view)
        reading = view.cached(_NORMALISER)
        if reading is not None:
            for start, end, label, kind in self._seen_plainly(originals, searches, reading.view):
                for a, b in reading.excerpt.original_ranges(start, end):
                    if reading.is_changed(a, b):
                        yield a, b, label, kind

    def _seen_plainly(
        self, originals: MentionFinder, searches: Sequence[DisguisedSearch], view: TokenizedText
    ) -> Iterator[tuple[int, int, Label, str]]:
        for mention in originals.find(view):
            yield mention.start, mention.end, mention.label, "original"
        for search in searches:
            for start, end, label in search.find(view.text):
                yield start, end, label, "original"
        for span in self.rules(view):
            if span.score >= _MINIMUM_RULE_SCORE:
                yield span.start, span.end, span.label, "rule"

    def check_parts(
        self,
        originals: Iterable[tuple[str, Sequence[Span]]],
        outputs: Sequence[str],
        parts: Iterable[tuple[str, str]],
    ) -> list[LeakFinding]:
        """The originals of all documents that other parts of a file still hold.

        Args:
            originals: text of each original, with its spans that were replaced.
            outputs: the texts of the file's documents, already checked: what they hold may recur.
            parts: (where, text) of everything in the file.
        """
        mentions = MentionFinder("", (), self.is_common)
        for text, spans in originals:
            mentions.add(text, spans)
        known: set[str] = set()
        checked = []
        for text in outputs:
            view = _tokenized(text)
            known |= {fold(text[m.start : m.end]) for m in mentions.find(view)}
            checked.append(f" {' '.join(view.folded_words)} ")
        found = []
        for where, text in parts:
            view = _tokenized(text)
            for m in mentions.find(view):
                if fold(text[m.start : m.end]) not in known and not _stands_in(checked, view, m.start, m.end):
                    found.append(LeakFinding(where, 0, 0, m.label, "original"))
                    break
        return found

    def check_ocr_text(
        self,
        originals: Iterable[tuple[str, Sequence[Span]]],
        outputs: Sequence[str],
        parts: Iterable[tuple[str, str]],
        covered: Iterable[tuple[str, Sequence[tuple[int, int]]]] = (),
    ) -> list[LeakFinding]:
        """Originals that OCR reads on the pages of a file, though it takes one letter for another
        (``Pe11w0rth``). Arguments as of ``check_parts``.

        Words of fewer than ``_LONG`` letters and digits, and ordinary ones, look too much like others.

        Args:
            covered: text of each original, with the ranges that boxes on its pages were to hide.
        """
        known = {form for text in outputs for form in _ocr_forms(text)}
        sought: dict[str, tuple[Label, str]] = {}

        def seek(text: str, label: Label, kind: str) -> None:
            for word in _WORDS.findall(text):
                form = _ocr_form(word)
                if len(form) >= _LONG and form not in known and not self.is_common(fold(word)):
                    sought[form] = label, kind

        for text, ranges in covered:
            for start, end in ranges:
                seek(text[start:end], Label.IDNUM, "covered")
        for text, spans in originals:
            for span in spans:
                seek(span.text(text), span.label, "original")
        found = []
        for where, text in parts:
            shown = next((sought[form] for form in _ocr_forms(text) if form in sought), None)
            if shown is not None:
                found.append(LeakFinding(where, 0, 0, *shown))
        return found


def _left_of_disguised(
    search: DisguisedSearch, text: str, went: Sequence[Span]
) -> Iterator[tuple[int, int, Label]]:
    """What is left of an original in disguise where a part of it went: of ``83 92 01 74`` the second half,
    which no search of the output tells any more."""
    for start, end, label in search.find(text):
        inside = [(s.start, s.end) for s in went if s.start < end and start < s.end]
        if inside and not any(a <= start and end <= b for a, b in inside):
            at = start
            for a, b in (*inside, (end, end)):
                left = text[at:a] if a > at else ""
                if any(map(str.isalnum, left)):
                    kept = left.strip()
                    first = at + left.index(kept)
                    yield first, first + len(kept), label
                at = max(at, b)


def originals_to_find_disguised(text: str, spans: Sequence[Span]) -> Iterator[tuple[str, Label]]:
    """The originals that are searched for in disguise: each word of people, numbers and addresses."""
    for span in spans:
        surface = span.text(text)
        if span.label in PERSON_LABELS:
            yield surface, span.label
            yield from ((word, span.label) for word in _LETTER_RUNS.findall(surface))
        elif span.label in _EXACT and len(form := squeezed(surface)) >= (
            LEAST_WITHIN if any(map(str.isdigit, form)) else LEAST_WHOLE
        ):
            yield surface, span.label


def _stands_in(checked: Iterable[str], view: TokenizedText, start: int, end: int) -> bool:
    """Whether a checked text says the same with the same two words before and behind it. A line's end may
    make a capital there an ordinary word's (``Exercise``, next line ``Long walks``), and a part of the file
    may have a blank instead. With fewer words around nobody can say.

    Args:
        checked: words of the texts, folded, each between blanks.
        view, start, end: of the part of the file, and the range in it.
    """
    first = bisect_left(view.word_ranges, (start, start))
    behind = bisect_left(view.word_ranges, (end, end))
    if first < 2 or behind + 2 > len(view.word_ranges):
        return False
    said = f" {' '.join(view.folded_words[first - 2 : behind + 2])} "
    return any(said in text for text in checked)


def _tokenized(text: str) -> TokenizedText:
    return TokenizedText(Document(text, DocumentSource("", "", "")))


def _ocr_forms(text: str) -> Iterator[str]:
    return (_ocr_form(word) for word in _WORDS.findall(text))


def _ocr_form(word: str) -> str:
    """What is left of a word where letters that OCR takes for each other are one: the same for ``Pellworth``,
    ``PeIlw0rth`` and ``PellwOrth``."""
    letters = unicodedata.normalize("NFKD", word).casefold().translate(_OCR_CONFUSIONS)
    plain = "".join(c for c in letters if c.isalnum())
    return plain.replace("rn", "m").replace("vv", "w").replace("cl", "d")
