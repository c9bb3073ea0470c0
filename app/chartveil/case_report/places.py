"""Replaces places and institutions by classes, removes numbers and contacts, generalises occupations."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from chartveil.case_report.model import Alteration, AlterationKind, CaseNote, Rung
from chartveil.case_report.note_lines import in_sentence_case
from chartveil.case_report.vocabulary import role_words
from chartveil.domain.labels import Label, LabelGroup
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import fold

_GAP = re.compile(r"[\s,]{0,3}(?:[-–][ ]?)?(?:and[ ]|in[ ]|near[ ])?")
_DETERMINED = re.compile(
    r"\b(?:our|her|his|their|my|your|this|that|another|each|local|nearby|outside|referring|same|nearest|"
    r"former|"
    r"current|new|old|small|large|rural|community)[ ]+$|\w['’]s[ ]+$",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"\b(?:the|a|an)[ ]+$", re.IGNORECASE)
_KINDS = {LabelGroup.LOCATION: AlterationKind.PLACE, LabelGroup.ORGANIZATION: AlterationKind.INSTITUTION}
_PLACE_GROUPS = frozenset(_KINDS)


def alter_places(note: CaseNote, seen: dict[str, str]) -> list[Alteration]:
    """The replacements of places and institutions in a note.

    Args:
        note: of the case.
        seen: class by folded name, of the notes before it; added to.
    """
    text = note.text
    made = []
    for group in _runs([s for s in note.spans if s.group in _PLACE_GROUPS], text):
        first, last = group[0], group[-1]
        kind = _KINDS[first.group]
        if any(s.label in (Label.STREET, Label.ZIP) for s in group):
            made.append(Alteration(first.start, last.end, "", kind, first.label, "an address"))
            continue
        end = last.end
        if calling := next(
            (s for s in note.spans if s.label is Label.PROFESSION and s.start == end + 1), None
        ):
            end = calling.end  # ``Corning`` ``glassworks``: one institution
        if first.group is LabelGroup.ORGANIZATION and (behind := role_words().departments.match(text, end)):
            end = behind.end()
        name = fold(text[first.start : first.end])
        key = f"{first.group} {name}"
        words = seen.setdefault(key, _class_of_longer(key, seen) or _class(first, text, seen))
        made.append(_placed(text, first.start, end, words, kind, first.label))
    return made


def _runs(spans: Sequence[Span], text: str) -> list[list[Span]]:
    """Spans that are one place: ``Ashford, Kent``."""
    runs: list[list[Span]] = []
    for span in spans:
        last = runs[-1][-1] if runs else None
        if (
            last is not None
            and span.group is last.group is LabelGroup.LOCATION
            and _GAP.fullmatch(text[last.end : span.start])
            and not ("and" in text[last.end : span.start] and last.label is span.label)
        ) or (last is not None and span.group is last.group and text[last.end : span.start] == " "):
            runs[-1].append(span)
        else:
            runs.append([span])
    return runs


def _class_of_longer(key: str, seen: dict[str, str]) -> str:
    """The class of an institution that is known by another form of its name, or its initials."""
    for other, words in seen.items():
        short, long = sorted((key, other), key=len)
        initials = "".join(w[0] for w in long.split()[1:] if w not in ("of", "the", "and", "for"))
        if long.startswith(f"{short} ") and short.count(" ") > 1:
            return words
        if (
            short.count(" ") == 1
            and len(initials) > 2
            and short.split()[0] == long.split()[0]
            and (initials.startswith(short.split()[1]))
        ):
            return words
    return ""


def _class(span: Span, text: str, seen: dict[str, str]) -> str:
    """The class of a place or institution; another one of a class that others have already."""
    words = role_words()
    if (body := words.bodies.get(span.text(text))) is not None:
        return body
    if span.group is LabelGroup.LOCATION:
        kind = words.places.get(span.label, "a place")
    else:
        following = re.match(r"[ ](?!dep)([A-Za-z]+)", text[span.end : span.end + 24], re.IGNORECASE)
        written = span.text(text) + (following.group() if following else "")
        kind = next((c for c, pattern in words.institutions if pattern.search(written)), "")
        kind = kind or ("a health facility" if span.label is Label.HOSPITAL else "an organisation")
    others = {v for k, v in seen.items() if v == kind or v == f"another {kind.split(' ', 1)[-1]}"}
    if kind in others and kind.startswith(("a ", "an ")):
        return f"another {kind.split(' ', 1)[1]}"
    return kind


def _placed(text: str, start: int, end: int, words: str, kind: AlterationKind, label: Label) -> Alteration:
    noun = words.split(" ", 1)[1] if words.startswith(("a ", "an ", "the ", "another ")) else words
    before = text[max(0, start - 16) : start]
    # ``a hospital pharmacy``: a class before its own noun says it twice.
    following = re.match(rf"[ ]+{re.escape(noun.split()[-1])}\b", text[end:], re.IGNORECASE)
    if following:
        end += following.end()
    if article := _ARTICLE.search(before):
        start -= len(article.group())
    elif _DETERMINED.search(before):
        words = noun
    return Alteration(start, end, in_sentence_case(text, start, words), kind, label, "a name as a class")


def alter_contacts(note: CaseNote) -> list[Alteration]:
    """The removals of numbers, contacts and logins in a note."""
    gone = (LabelGroup.CONTACT, LabelGroup.ID)
    return [
        Alteration(s.start, s.end, "", AlterationKind.CONTACT, s.label, "an identifier")
        for s in note.spans
        if s.group in gone or s.label is Label.USERNAME
    ]


Ladder = Callable[[str], Sequence[Rung]]


def alter_occupations(note: CaseNote, ladder: Ladder | None = None) -> list[Alteration]:
    """Occupations as a class: the second rung of their ladder; without one, that of a worker.

    Args:
        note: of the case.
        ladder: gives the ladder of an occupation.
    """
    text, made = note.text, []
    for span in note.spans:
        if span.label is not Label.PROFESSION:
            continue
        written = " ".join(span.text(text).split())
        if role_words().kept_occupations.fullmatch(written):
            continue
        rungs = ladder(written) if ladder is not None else ()
        words = rungs[1].wording if len(rungs) > 1 and rungs[1].wording else "worker"
        if written.endswith("s") and not words.endswith("s") and " " not in words:
            words += "s"
        start, end = span.start, span.end
        article = _ARTICLE.search(text[max(0, start - 6) : start])
        if article and article.group().strip().lower() in ("a", "an"):
            start -= len(article.group())
            words = f"{'an' if words[0] in 'aeiou' else 'a'} {words}"
        made.append(
            Alteration(
                start,
                end,
                in_sentence_case(text, start, words),
                AlterationKind.OCCUPATION,
                span.label,
                "an occupation as a class",
            )
        )
    return made
