"""Natural text from the tokens of a corpus: blanks where a writer would have put them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import regex

from chartveil.domain.errors import InputError, ResourceError
from chartveil.domain.labels import Label, LabelGroup
from chartveil_training.samples import Sample, SampleBuilder

_CLOSING = frozenset(".,;:!?%)]}…’”")
_OPENING = frozenset("([{$£€#@“‘~")
_TAIL = regex.compile(r"(?:['’](?:s|S|re|ve|ll|d|m|t|em)|n['’]t|['’])")
_TAIL_WORD = frozenset("s t re ve ll d m S T".split())
_DIGITS = regex.compile(r"\d+")
_POINTS = regex.compile(r"[.,!?;:)\]…]+")
_SMILEY = regex.compile(r"[:;=8][-']?[)(DPpO\]\[/|]+")
_ENTITIES = {"&amp;": "&", "&quot;": '"', "&gt;": ">", "&lt;": "<", "&#39;": "'"}

# Behind one of these, or before one, a hyphen between blanks is a dash and no part of a word.
_FUNCTION_WORDS = frozenset(
    "a an and are as at but by for from he her his i if in is it its my no not of on or our she so that the "
    "their then there they this to was we were what when where which who with you".split()
)

TokenSpans = Sequence[tuple[int, int, tuple[Label, ...]]]


def join_tokens(
    tokens: Sequence[str], spans: TokenSpans, source: str = "", unmarked: Iterable[Label] = ()
) -> Sample:
    """The text of a tokenised sentence.

    Args:
        tokens: not empty strings.
        spans: sorted, disjoint: first token, token behind the last, labels.
        source, unmarked: of the sample.
    """
    labels: list[tuple[int, int, tuple[Label, ...]] | None] = [None] * len(tokens)
    for each in spans:
        labels[each[0] : each[1]] = [each] * (each[1] - each[0])
    builder = SampleBuilder(source, unmarked)
    quoted: set[str] = set()
    gap = ""
    i = 0
    while i < len(tokens):
        span = labels[i]
        end = span[1] if span else i + 1
        builder.add(gap)
        piece = ""
        for j in range(i, end):
            token = tokens[j]
            for entity, plain in _ENTITIES.items():
                token = token.replace(entity, plain)
            inside = labels[j] is not None and j + 1 < end
            gap = _gap(tokens, j, quoted, inside)
            piece += token + (gap if j + 1 < end else "")
        builder.add(piece, *(span[2] if span else ()))
        i = end
    return builder.build()


def _gap(tokens: Sequence[str], i: int, quoted: set[str], inside: bool) -> str:
    """What stands between token ``i`` and the next. ``quoted`` holds the quotation marks that are open."""
    left, right = tokens[i], tokens[i + 1] if i + 1 < len(tokens) else ""
    if left in {'"', "''", "``"}:
        opened = left not in quoted
        quoted.symmetric_difference_update({left})
        if opened:
            return ""
    if not right:
        return ""
    if _SMILEY.fullmatch(right) or (right in {":", ";"} and _after(tokens, i + 2) in {")", "(", "-)"}):
        return " "
    before = tokens[i - 1] if i else ""
    if right in {'"', "''"} and right in quoted:
        return ""
    if left in _OPENING or _POINTS.fullmatch(right) or right in _CLOSING:
        return " " if right in {"“", "‘"} else ""
    if _TAIL.fullmatch(right) and left[-1].isalnum() and right not in {"'"}:
        return ""
    if (
        right in {"'", "’"}
        and left[-1].isalpha()
        and (_after(tokens, i + 2) in _TAIL_WORD or (left[-1] == "s" and "'" not in quoted))
    ):
        return ""
    if left in {"'", "’"} and right in _TAIL_WORD and before[-1:].isalpha():
        return ""
    if regex.fullmatch(r"[A-Z]\.", left) and regex.fullmatch(r"[A-Z]\.", right):
        return ""
    if left in {".", ",", ":"} and _DIGITS.match(right) and before[-1:].isdigit():
        return "" if left != "," or len(right) == 3 else " "
    if "/" in (left, right):
        return ""
    if left == "-" or right == "-":
        return "" if _hyphen(tokens, i if left == "-" else i + 1, inside) else " "
    return " "


def _after(tokens: Sequence[str], i: int) -> str:
    return tokens[i] if i < len(tokens) else ""


def _hyphen(tokens: Sequence[str], i: int, inside: bool) -> bool:
    """Whether the ``-`` at ``i`` joins two parts of one word."""
    left, right = tokens[i - 1] if i else "", _after(tokens, i + 1)
    if not left or not right or not left[-1].isalnum() or not right[0].isalnum():
        return False
    if inside or (left[-1].isdigit() and right[0].isdigit()):
        return True
    if left.lower() in _FUNCTION_WORDS or (right.lower() in _FUNCTION_WORDS and len(right) > 1):
        return right.lower() in {"to", "of", "in", "on", "up"} and left.islower()
    return right[0].islower() or (len(left) == 1 and left.isupper())


# Open corpora of persons, places and organisations in running text, as samples.


ANY_PERSON = (Label.PATIENT, Label.RELATIVE, Label.DOCTOR)
ANY_PLACE = (Label.STREET, Label.CITY, Label.STATE, Label.COUNTRY, Label.LOCATION_OTHER)
ANY_ORGANIZATION = (Label.HOSPITAL, Label.ORGANIZATION)
_LABELS = {"PER": ANY_PERSON, "LOC": ANY_PLACE, "ORG": ANY_ORGANIZATION}

NEVER_MARKED = frozenset(
    label
    for label in Label
    if label.group
    in {LabelGroup.AGE, LabelGroup.DATE, LabelGroup.PROFESSION, LabelGroup.ID, LabelGroup.CONTACT}
    and label not in {Label.EMAIL, Label.URL}
) | {Label.USERNAME, Label.ZIP}
"""What no corpus marks. Mail and web addresses are marked here, by their shape."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """A file of the folder.

    Attributes:
        name: the file's name without ``.jsonl``.
        capitals_reliable: capitals can be trusted: a mark without any is no name.
        marks_exact: marks end where names end; where not, odd ones take their sentence with them.
        sentence_per_line: sentences stand each on a line of their own (tweets), rather than in a paragraph.
    """

    name: str
    capitals_reliable: bool = True
    marks_exact: bool = True
    sentence_per_line: bool = False


CORPORA = (
    Corpus("btc", capitals_reliable=False, sentence_per_line=True),
    Corpus("re3d", marks_exact=False),
    Corpus("sec_filings"),
    Corpus("uner_ewt", capitals_reliable=False),
    Corpus("wikigold"),
    Corpus("wnut17", capitals_reliable=False, sentence_per_line=True),
)

_LONGEST = 90
"""Sentences of more tokens are left out: contracts run on for pages and hold few names."""

# Parties to a contract and other roles, marked as if they were names.
_ROLES = frozenset(
    "agent authority bank borrower bidder board commonwealth company corporation district eastern executive "
    "government guarantor holder issuer lender llc parent purchaser seller servicer shareholder state "
    "subsidiary trustee".split()
)
_PRONOUNS = frozenset(
    "i we he she it they you me us him her them my our his its their your here there who".split()
)
_DEMONYMS = frozenset(
    "american americans arab arabs australian british canadian chinese christian christians dutch egyptian "
    "emirati french german iranian iranians iraqi iraqis israeli israelis italian japanese jordanian "
    "kurdish kurds lebanese libyan muslim muslims palestinian palestinians russian russians saudi shia "
    "somali spanish sunni sunnis syrian syrians turkish turks turkmen ukrainian western yazidi yazidis "
    "yemeni".split()
)
_DETERMINERS = frozenset("the a an our their this that all both its".split())
# Offices before a name: `Foreign Minister Tobias Ellwood` is marked whole in re3d.
_OFFICES = frozenset(
    "admiral ambassador army brig. capt. chancellor chief col. colonel commander defence defense deputy "
    "envoy fco foreign gen. general governor king lt. maj. maj major minister mr mr. mrs mrs. ms ms. office "
    "president prime prof. secretary sgt. sheikh spc. special staff u.s. uk un".split()
)
_NAME_LINKS = frozenset("of the for and & al de la el bin von van - ' ’ s . , on in at to".split())

_URL = regex.compile(
    r"(?i)(?:https?://|www\.)\S+|[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|gov|edu)(?:/\S*)?"
)
_EMAIL = regex.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_HANDLE = regex.compile(r"@\w+")
_CARE = regex.compile(r"(?i)\b(?:hospital|clinic|medical|pharmacy|dental|dentist|health|veterinary|spa)\b")

_Span = tuple[int, int, tuple[Label, ...]]


def read_corpora(folder: Path, rng: random.Random, corpora: Sequence[Corpus] = CORPORA) -> list[Sample]:
    """Paragraphs of every corpus, in the order of ``corpora``.

    Args:
        folder: holds the files; one that is missing is an error.
        rng: decides how many sentences make a paragraph.

    Raises:
        ResourceError: if a file is missing.
        InputError: for a line that cannot be read; the message names file and line.
    """
    out: list[Sample] = []
    for corpus in corpora:
        out += join_paragraphs(
            list(read_sentences(folder / f"{corpus.name}.jsonl", corpus)), rng, corpus.sentence_per_line
        )
    return out


def read_sentences(path: Path, corpus: Corpus) -> Iterator[Sample]:
    """The sentences of one file that can be learnt from, in order.

    Raises:
        ResourceError: if the file is missing.
        InputError: for a line that cannot be read.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        raise ResourceError(
            "the corpus is missing.", where=str(path), remedy="Give the folder that holds the corpora."
        ) from None
    for number, line in enumerate(lines, 1):
        if line.strip():
            sentence = _sentence(*_row(line, path, number), corpus)
            if sentence is not None:
                yield sentence


def _row(line: str, path: Path, number: int) -> tuple[list[str], list[str]]:
    try:
        row = json.loads(line)
        tokens, tags = row["tokens"], row["tags"]
        sound = len(tokens) == len(tags) and all(isinstance(t, str) for t in (*tokens, *tags))
    except (ValueError, KeyError, TypeError):
        sound = False
    if not sound:
        raise InputError(
            f"line {number} is not a sentence of tokens and as many tags.",
            where=str(path),
            remedy='Each line is {"tokens": [...], "tags": [...]}; mend or drop it.',
        )
    kept = [i for i, t in enumerate(tokens) if t.strip()]
    return [tokens[i].strip() for i in kept], [tags[i] for i in kept]


def join_paragraphs(sentences: Sequence[Sample], rng: random.Random, lines: bool = False) -> list[Sample]:
    """Neighbouring sentences joined, one to five at a time."""
    out: list[Sample] = []
    at = 0
    while at < len(sentences):
        count = rng.choices((1, 2, 3, 4, 5), (4, 3, 2, 1, 1))[0]
        group = sentences[at : at + count]
        builder = SampleBuilder(group[0].source, group[0].unmarked_labels)
        for i, sentence in enumerate(group):
            if i:
                builder.add("\n" if lines or rng.random() < 0.15 else " ")
            builder.add_sample(sentence)
        out.append(builder.build())
        at += count
    return out


def _sentence(tokens: list[str], tags: list[str], corpus: Corpus) -> Sample | None:
    """The sentence as a sample; None where it cannot be learnt from."""
    if corpus.sentence_per_line:
        tokens, tags = _without_retweet(tokens, tags)
    if not 2 <= len(tokens) <= _LONGEST:
        return None
    spans: list[_Span] = []
    for start, end, kind in _runs(tokens, tags):
        cut = (start, end) if corpus.marks_exact else _name_within(tokens, start, end)
        if cut is None:
            return None
        start, end = cut
        if start < end and _is_name(tokens[start:end], corpus):
            spans.append((start, end, _may_be(" ".join(tokens[start:end]), kind, corpus)))
    return join_tokens(tokens, _with_addresses(tokens, spans), corpus.name, NEVER_MARKED)


def _without_retweet(tokens: list[str], tags: list[str]) -> tuple[list[str], list[str]]:
    """The tweet without ``RT @ somebody :`` at its head."""
    at = 0
    while at < len(tokens) and tokens[at] in {"RT", "“", '"'}:
        at += 1
    if at and at < len(tokens) and tokens[at].startswith("@") and ":" in tokens[at : at + 3]:
        at = tokens.index(":", at) + 1
        return tokens[at:], tags[at:]
    return tokens, tags


def _runs(tokens: Sequence[str], tags: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Ranges of one kind: what B and I say, and ``Richard G . Chleboski`` put together again."""
    runs: list[tuple[int, int, str]] = []
    for i, tag in enumerate(tags):
        begin, _, kind = tag.partition("-")
        if kind not in _LABELS or begin not in {"B", "I"}:
            continue
        last = runs[-1] if runs else None
        if last and last[2] == kind:
            gap = tokens[last[1] : i]
            initial = gap == ["."] and len(tokens[last[1] - 1]) == 1 and tokens[last[1] - 1].isupper()
            if (begin == "I" and not gap) or (kind == "PER" and initial):
                runs[-1] = (last[0], i + 1, kind)
                continue
        runs.append((i, i + 1, kind))
    yield from runs


def _name_within(tokens: Sequence[str], start: int, end: int) -> tuple[int, int] | None:
    """The name in a mark that may hold articles and offices; an empty range where there is none.

    None where name and description are mixed, so that it cannot be told what should be marked.
    """
    words = [t.lower() for t in tokens[start:end]]
    if not any(t[:1].isupper() for t in tokens[start:end]) or (len(words) == 1 and words[0] in _PRONOUNS):
        return start, start
    while start < end and tokens[start].lower() in _DETERMINERS:
        start += 1
    office = start
    while office < end and tokens[office].lower() in _OFFICES:
        office += 1
    start = office if office < end else start
    rest = tokens[start:end]
    if not rest or all(t.lower() in _DEMONYMS for t in rest) or all(t.lower() in _OFFICES for t in rest):
        return start, start
    plain = [t for t in rest if not t[:1].isupper() and t not in _NAME_LINKS and not t[:1].isdigit()]
    if (
        plain
        or len(rest) > 7
        or rest[0] in _NAME_LINKS
        or "," in rest
        or rest[0].lower() in _DEMONYMS
        or rest[0].lower() in _PRONOUNS
    ):
        return None
    return start, end


def _is_name(words: Sequence[str], corpus: Corpus) -> bool:
    lowered = [w.lower() for w in words]
    if not any(c.isalpha() for w in words for c in w) or all(w in _ROLES or w in _PRONOUNS for w in lowered):
        return False
    return not corpus.capitals_reliable or any(c.isupper() for w in words for c in w)


def _may_be(surface: str, kind: str, corpus: Corpus) -> tuple[Label, ...]:
    labels = _LABELS[kind]
    if kind == "LOC" and (corpus.name == "wnut17" or _CARE.search(surface)):
        return (*labels, *ANY_ORGANIZATION)
    if kind == "ORG" and corpus.name == "re3d":
        # Countries that act: "Iraq agreed". Where a name is one word it may be a country's.
        return (*labels, *ANY_PLACE)
    return labels


def _with_addresses(tokens: Sequence[str], spans: Sequence[_Span]) -> list[_Span]:
    """The spans, with handles, web and mail addresses marked by their shape in place of what was said."""
    shaped: list[_Span] = []
    for i, token in enumerate(tokens):
        if _EMAIL.fullmatch(token):
            shaped.append((i, i + 1, (Label.EMAIL,)))
        elif _URL.fullmatch(token) and not (i and tokens[i - 1] == "@"):
            shaped.append((i, i + 1, (Label.URL,)))
        elif _HANDLE.fullmatch(token) or (token in {"@"} and i + 1 < len(tokens) and _word(tokens[i + 1])):
            shaped.append((i, i + (1 if len(token) > 1 else 2), (Label.USERNAME,)))
    taken = {i for start, end, _ in shaped for i in range(start, end)}
    kept = [s for s in spans if taken.isdisjoint(range(s[0], s[1]))]
    return sorted([*kept, *shaped])


def _word(token: str) -> bool:
    return regex.fullmatch(r"\w{2,}", token) is not None
