"""Replaces the names in a note by the roles of the people, in the grammar of each place."""

from __future__ import annotations

import re
from dataclasses import replace

from chartveil.case_report.model import Alteration, AlterationKind, CaseNote
from chartveil.case_report.note_lines import in_sentence_case, starts_sentence
from chartveil.case_report.people import SHORT_KIN, CasePeople, NameMention, name_mention
from chartveil.case_report.vocabulary import role_words
from chartveil.domain.labels import PERSON_LABELS, Label
from chartveil.domain.tokenized_text import fold

_DETERMINER = (
    r"(?:the|a|an|[A-Z][\w-]+['’]s|her|his|their|our|my|your|this|that|another|"
    r"the[ ]patient['’]s|pt['’]s|patient['’]s)"
)
_OF_WHOSE_SIDE = (
    r"(?:maternal|paternal|elder|eldest|older|oldest|younger|youngest|late|only|twin|foster|adoptive|"
    r"estranged|step)"
)
"""Words that stand before kin without any other: ``Maternal grandmother Pam arrived.``"""
_GOES_ON = re.compile(
    r",[ ](?:an?|the|who|which|whose|aged|born|now|then|currently|with|her|his|their|my|our|\d)\b",
    re.IGNORECASE,
)
"""After a comma: what a sentence goes on with, so that the comma stays."""


def alter_people(note: CaseNote, people: CasePeople) -> list[Alteration]:
    """The replacements of the names in a note. One with an empty text is left out together with what belongs
    to it."""
    made: list[Alteration] = []
    for span in note.spans:
        if span.label in PERSON_LABELS:
            mention = name_mention(note, span.start, span.end)
            key = people.at[note.id, span.start]
            last = made[-1] if made else None
            gap = note.text[last.end : span.start] if last is not None else ""
            if last is not None and last.source == key and re.fullmatch(r"[ ]?\(?[\"'“‘]", gap):
                # ``Nomathamsanqa ("Thami")``: said of one person twice.
                closes = re.match(r"[\"'”’]\)?", note.text[span.end :])
                made[-1] = replace(last, end=span.end + (closes.end() if closes else 0))
                continue
            made.append(_altered(note.text, mention, people.roles[key], key, span.label))
    return made


def _altered(text: str, m: NameMention, role: str, key: str, label: Label) -> Alteration:
    """One name as its role, in the grammar of its place."""
    start, end = m.start, m.end

    def alteration(a: int, b: int, words: str, reason: str = "a name as a role") -> Alteration:
        return Alteration(a, b, words, AlterationKind.PERSON, label, reason, key)

    before, after = text[max(0, start - 60) : start], text[end : end + 60]
    nouns = rf"(?:{role_words().kin}|{SHORT_KIN})" if key.startswith("relative") else role_words().provider
    if key.startswith("patient"):
        nouns = r"(?:patient|pt)"
    # ``Anna, her daughter,`` and ``Anna (daughter)``: the words after the name say it.
    if found := re.match(
        rf"[ ]?,[ ]({_DETERMINER}[ ](?:\w+[ ])?{nouns})\b(['’]s)?(,)?", after, re.IGNORECASE
    ):
        words = in_sentence_case(text, start, found[1])
        return alteration(start, end + found.end(), words + (found[2] or ""))
    specialty = re.match(r"[ ]?(?:\(|,[ ])([A-Za-z/ ]{2,30})(?:\)|(?=[,.;]))", after)
    if key.startswith("provider") and specialty and fold(specialty[1]).strip() in role_words().specialties:
        end += specialty.end()
        after = text[end : end + 60]
    if found := re.match(rf"[ ]?\((?:{_DETERMINER}[ ])?(?:\w+[ ])?{nouns}\)", after, re.IGNORECASE):
        return alteration(start, end + found.end(), in_sentence_case(text, start, role))
    noun = role.split(" ", 1)[-1]
    if key.startswith("provider") and (
        found := re.match(rf",[ ]{re.escape(noun)}(?=[ ]*(?:[.;\n]|$))", after, re.I)
    ):
        return alteration(start, end + found.end(), in_sentence_case(text, start, role))
    # ``her daughter Anna``, ``her daughter, Anna,``, ``her daughter (Anna)``: the words before it do.
    lead = re.search(
        rf"(?P<det>\b(?:{_DETERMINER}|{_OF_WHOSE_SIDE})[ ](?:[\w-]+[ ]){{0,2}})?"
        rf"\b(?:ex-)?(?P<noun>{nouns})\b(?P<gap>,?[ ]\(?|"
        rf"[ ]named[ ]|[ ]called[ ]|,[ ]named[ ])\Z",
        before,
        re.IGNORECASE,
    )
    if lead:
        at = start - (len(before) - lead.start("gap"))
        gap = lead["gap"]
        if "(" in gap and not after.startswith(")"):
            return alteration(start, end, "", "a name beside its role")
        closes = "(" in gap
        if closes or (gap.startswith(",") and after.startswith(",") and not _GOES_ON.match(after)):
            end += 1
        plain = lead["det"] or (
            key.startswith("relative") and starts_sentence(text, start - len(before) + lead.start())
        )
        if plain and not re.match(r"(?:a|another)\b", role):
            return alteration(at, end, "", "a name beside its role")
        at = start - (len(before) - lead.start())
        return alteration(at, end, in_sentence_case(text, at, role))
    if re.search(r"\b(?:named|christened|baptised)[ ]\Z", before) and re.match(r"[ ](?:after|for)\b", after):
        return alteration(start - 1, end, "", "a given name")
    if article := re.search(r"\b(?:the|a|an)[ ]$", before, re.IGNORECASE):
        start -= len(article.group())
    possessive = ""
    if (
        end < len(text)
        and text[end] in "'’"
        and not re.match(r"['’]s?\w", text[end:])
        and text[end - 1] in "sS"
    ):
        end, possessive = end + 1, "'s"
        if text[end : end + 1] in ("s", "S"):
            end += 1
    if re.match(r"[ ](?:family|household|home|residence)\b", text[end:], re.IGNORECASE):
        possessive = "'s"
    return alteration(start, end, in_sentence_case(text, start, role) + possessive)
