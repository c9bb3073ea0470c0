"""Finds the indirect facts of a case's notes, each with its reason and its ladder of wordings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import regex

from chartveil.case_report.indirect_facts.everyday_passages import everyday_passages
from chartveil.case_report.indirect_facts.fact_rules import FactRule, everyday_medical_terms, fact_rules
from chartveil.case_report.indirect_facts.flat_text import FlatText
from chartveil.case_report.indirect_facts.occupation_mentions import (
    occupation_mentions,
    without_trade,
)
from chartveil.case_report.indirect_facts.occupations import occupation_ladder
from chartveil.case_report.indirect_facts.removal import dropped_word, removal
from chartveil.case_report.indirect_facts.wording import as_range, noun_phrase, rounded, with_article
from chartveil.case_report.model import CaseNote, FactCategory, IndirectFact, Rung
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import StageError
from chartveil.domain.labels import Label
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon.lexicon import bundled_lexicon

_SECONDS = 5.0
_STAYING = (FactCategory.OTHER, FactCategory.VALUES)
_SOURCE = "an assumption of Chartveil, to be changed"
_UNUSUAL = "told in words that notes seldom have"
_WORK = "an occupation: with an age and a place it leads to few people"

_DETERMINED = regex.compile(
    r"(?i)(?:an?|the|his|her|their|my|our|its|this|that|these|those|\d|two|three|four|five)\b"
)
_NEEDS_ARTICLE = regex.compile(r"(?i)\b(?:she|he|mother|father|who) (?:is|was|became|had been) $")
_BEFORE = regex.compile(r"(?i)\ban? \Z")
_PAST_VERBS = (
    "was|were|had|kept|won|lost|fled|ran|rode|sang|wore|spoke|held|drove|broke|bore|came|took|grew|bred|led"
)
_FINITE = regex.compile(rf"(?i)(?:is|are|has|{_PAST_VERBS}|\p{{L}}{{2,}}(?:ed|[^su\W]s))\b")
_PAST = regex.compile(rf"(?i)(?:{_PAST_VERBS}|\w+ed)\b")
_AFTER_HELPER = regex.compile(
    r"(?i)\b(?:is|was|are|were|been|be|being|has|had|have|to|will|would|can|could|may|who|that|which)"
    r"(?: (?:also|then|now|recently|once|previously))? $"
)
_NAMED = regex.compile(r"(?i)\b(?:called|named|nicknamed|answers to) [\"']?$")
_HELD = regex.compile(
    r"(?i)\b(?:(?P<now>is|serves as|acts as)|(?:was|were|has been|had been|got) (?:\w+ly )?(?:made|appointed|"
    r"elected|named|created|crowned|ordained|installed as|sworn in as)|became|"
    r"served as|acted as) $"
)
"""Verbs before an office without an article."""
_PAST_FORMS = {"has": "had", "lives": "lived", "speaks": "spoke", "is": "was"}


@dataclass(frozen=True, slots=True)
class _Hit:
    """A fact in the flat text, and the wordings between as it stands and left out."""

    start: int
    end: int
    category: FactCategory
    reason: str
    share: float | None
    wordings: tuple[Rung, ...] = ()
    dropped: bool = False


def find_facts(notes: Iterable[CaseNote]) -> tuple[IndirectFact, ...]:
    """The indirect facts of the notes, in their order; those of one note do not overlap.

    Raises:
        StageError: if a rule takes longer than it may. No note is passed over.
        ResourceError: if the rules or the list of occupations are missing or not valid.
    """
    return tuple(fact for note in notes for fact in _note_facts(note))


def _note_facts(note: CaseNote) -> list[IndirectFact]:
    prose = FlatText(note.text)
    plain = [m.span() for m in everyday_medical_terms().finditer(prose.flat, timeout=_SECONDS)]
    hits = _disjoint(
        h
        for h in (*_by_rules(note, prose), *_occupations(note, prose))
        if not any(a <= h.start and h.end <= b for a, b in plain)
    )
    hits += _unusual(prose, [*((h.start, h.end) for h in hits), *plain])
    facts = []
    for hit in sorted(hits, key=lambda h: h.start):
        start, end = prose.original(hit.start, hit.end)
        inserted = prose.flat[: hit.start].rstrip().endswith(",")
        goes_alone = hit.dropped and not inserted
        out = dropped_word(prose, hit.start, hit.end) if goes_alone else removal(prose, hit.start, hit.end)
        low, high = prose.original(out.start, out.end)
        left_out = "left out with its sentence" if out.whole_sentence else "left out"
        as_it_stands = Rung(note.text[start:end], "as it stands", hit.share, _SOURCE if hit.share else "")
        said = [r for r in hit.wordings if not _holds_identifier(r.wording, note, start, end)]
        ladder = (as_it_stands, *said, Rung(out.text, left_out, 1.0, "", low, high))
        # Nothing clinical goes unseen or is changed: what could only go with its sentence, what only stands
        # out by its words, and values stay until a person has decided.
        stays = hit.category in _STAYING or (out.whole_sentence and not said)
        suggested = 0 if stays else 1
        facts.append(IndirectFact(note.id, start, end, hit.category, hit.reason, ladder, suggested))
    return facts


def _holds_identifier(wording: str, note: CaseNote, start: int, end: int) -> bool:
    """Whether a wording would carry on an identifier of the range: ``Maria's animal``."""
    inside = (
        s.text(note.text)
        for s in note.spans
        if s.start < end and start < s.end and s.label is not Label.PROFESSION
    )
    return any(name in wording for name in inside)


def _by_rules(note: CaseNote, prose: FlatText) -> Iterator[_Hit]:
    for rule in fact_rules():
        try:
            for m in rule.find(prose, _SECONDS):
                start, said = m.start(), _wordings(rule, m, prose)
                if rule.category is FactCategory.RANK and _NAMED.search(prose.flat[:start]):
                    continue  # the name of a horse or a boat
                bare = rule.category is FactCategory.RANK and not _DETERMINED.match(m.group())
                if bare and (verb := _HELD.search(prose.flat[:start])):
                    # ``was made harbor master``: the noun alone would not fit its verb.
                    start, words = verb.start(), "holds an office" if verb["now"] else "held an office"
                    said = (Rung(words, words, None),)
                yield _Hit(start, m.end(), rule.category, rule.reason, rule.share or None, said, rule.dropped)
        except TimeoutError:
            raise StageError(
                "indirect facts", f"the rule {rule.id} ran longer than {_SECONDS:.0f} s.", note.id
            ) from None


def _wordings(rule: FactRule, m: regex.Match[str], prose: FlatText) -> tuple[Rung, ...]:
    """What may be said in place of a match; nothing where no wording fits its form."""
    text = m.group()
    groups = {k: v or "" for k, v in m.groupdict().items()}
    said: list[str] = []
    if rule.maker:
        said = [rounded(text) if rule.maker == "rounded" else as_range(text)]
    elif rule.phrase:
        said = [with_article(" ".join(rule.phrase.format(**groups).split()))]
    elif rule.noun:
        first = _DETERMINED.match(text)
        determiner = groups.get("det") or (first.group() if first else "")
        head = groups.get("head") or text.split(",")[0]
        kind = rule.kinds.get(head.lower(), "")
        for words in (kind, rule.noun) if kind else (rule.noun,):
            noun, _, plural = words.partition("/")
            said.append(noun_phrase(determiner, head, noun, plural))
    elif rule.predicate and _is_predicate(text, prose.flat[: m.start()]):
        verb, _, rest = rule.predicate.partition(" ")
        said = [f"{_PAST_FORMS.get(verb, verb)} {rest}" if _PAST.match(text) else rule.predicate]
    if text[0].isupper() and prose.begins_sentence(m.start()):
        said = [each[0].upper() + each[1:] for each in said]
    return tuple(Rung(each, each, None) for each in said)


def _is_predicate(text: str, before: str) -> bool:
    """Whether a predicate begins there: a finite verb that follows no other."""
    return (
        bool(_FINITE.match(text)) and not _DETERMINED.match(text) and not _AFTER_HELPER.search(before[-30:])
    )


def _occupations(note: CaseNote, prose: FlatText) -> Iterator[_Hit]:
    """Occupations of the list, and those that detection found as such."""
    found = list(occupation_mentions(prose))
    for s in note.spans:
        if s.label is Label.PROFESSION:
            start, end = prose.flat_range(s.start, s.end)
            article = _BEFORE.search(prose.flat, max(0, start - 3), start)
            found.append((article.start() if article else start, end))
    for start, end in found:
        ladder = occupation_ladder(without_trade(prose.flat[start:end]))
        said = ladder[1:-1]
        if _NEEDS_ARTICLE.search(prose.flat[:start]) and not _DETERMINED.match(prose.flat[start:end]):
            said = tuple(replace(r, wording=with_article(f"a {r.wording}")) for r in said)
        yield _Hit(start, end, FactCategory.WORK, _WORK, ladder[0].share, said)


def _unusual(prose: FlatText, taken: Sequence[tuple[int, int]]) -> list[_Hit]:
    """What stands out by its words, apart from what rules found and from medical terms."""
    document = Document(prose.flat, DocumentSource("", "text", "0" * 64))
    claims = bundled_lexicon().medical_claims(TokenizedText(document))
    taken = [*taken, *((c.start, c.end) for c in claims)]
    return [
        _Hit(start, end, FactCategory.OTHER, _UNUSUAL, None)
        for start, end in everyday_passages(prose)
        if all(end <= a or b <= start for a, b in taken)
    ]


# Which of several hold a place


def _disjoint(hits: Iterable[_Hit]) -> list[_Hit]:
    """Those that overlap no longer one; of equals, the one with more wordings."""
    hits = list(hits)
    worded = [h for h in hits if h.wordings]
    # What is told in other words yields to the occupation in it, which has a ladder.
    hits = [
        h
        for h in hits
        if h.wordings
        or not any(w.category is h.category and h.start <= w.start and w.end <= h.end for w in worded)
    ]
    taken: list[_Hit] = []
    for hit in sorted(hits, key=lambda h: (h.start - h.end, -len(h.wordings), h.start, h.category)):
        if all(hit.end <= t.start or t.end <= hit.start for t in taken):
            taken.append(hit)
    return sorted(taken, key=lambda h: h.start)
