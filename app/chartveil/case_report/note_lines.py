"""Finds where sentences of a note begin, and lines that are no prose: signatures, salutations, copy lists."""

from __future__ import annotations

import re

from chartveil.domain.wording import capitalized

_SENTENCE_END = re.compile(
    r"(?:^|[.!?\n•]|\n[ \t]*[-*•]|\n[ \t]*\d+[.)]|(?:^|\n)[ \t]*[A-Z][A-Za-z/& ]{1,28}:)[\s\"'“”(\[]*$"
)
_PERSON_FIELD = re.compile(
    r"(?:^|\n|[ \t]{2}|[.;,|][ ])[ \t]*(?:[a-z]+[ ]){0,2}(?:by|provider|patient|pt|name|author|operator|"
    r"physician|surgeon|assistant|attending|consultant|nurse|doctor|radiologist|pathologist|endoscopist|"
    r"an(?:a?)esthesia|"
    r"resident|physio(?:therapist)?|ana?es|asst|assist|scrub|op|"
    r"clinician|therapist|caller|informant|witness|referrer)s?[ ]?:[ \t]*$",
    re.IGNORECASE,
)
_ADMIN_LINE = re.compile(
    r"[ \t>*_-]*(?:(?:electronically|digitally)[ ](?:co-?)?\w+|(?:co-?)?(?:signed|dictated|authenticated|"
    r"transcribed|typed|attested)[ ]?(?:by\b|:|on\b)|dear\b|yours[ ](?:sincerely|faithfully|truly)|"
    r"(?:(?:with[ ])?(?:kind|best|warm)[ ])?regards[,.]?[ ]*$|sincerely[,.]?[ ]*$|"
    r"(?:with[ ])?best wishes[,.]?[ ]*$|"
    r"(?:with[ ])?many thanks[,.]?[ ]*$|page \d+ of|"
    r"\[?(?:d|t|dd|dt)[:/ ]+(?:\d{1,4}[/-]\d{1,2}\b(?![.]\d)|\d{1,2}[ -]?[a-z]{3,9}[ -]?\d{2})|"
    r"(?:scribe|transcriptionist|author|typist)[ ]?:)",
    re.IGNORECASE,
)
_LONGEST_ADMIN_LINE = 110
_WORDS_OF_PROSE = 5
"""Words behind a salutation from which on they are a sentence of the letter."""
_SALUTATION = re.compile(r"[ \t]*dear\b[^,:\n]{0,50}[,:][ \t]*", re.IGNORECASE)
_FIRST_SENTENCE = re.compile(r"(?:(?!(?:Dr|Mr|Mrs|Ms|Prof)\.).)+?[a-z\d)]\.[ \t]+(?=[A-Z])")
_ADMIN_BEFORE_NAME = re.compile(
    r"[ \t>*_-]*(?:cc|(?:verified|entered|approved|reported|prepared|completed|reviewed) by)[ ]?:?[ ]*"
    r"(?:(?:dr|mr|mrs|ms|prof)s?\.?[ ]*)?$",
    re.IGNORECASE,
)
"""Words that make a signature or a copy list only before a name: ``CC`` may be a chief complaint."""


def starts_sentence(text: str, at: int) -> bool:
    """Whether a sentence or a line begins at a place."""
    if _PERSON_FIELD.search(text[max(0, at - 48) : at]):
        return False  # ``Read by:``
    return bool(_SENTENCE_END.search(text[at - 40 : at] if at > 40 else "\n" + text[:at])) and not re.search(
        r"\b(?:dr|mr|mrs|ms|vs|st|prof|approx|no|e\.g|i\.e|pt|hx|wt|temp|an(?:a?)es|asst?|surg|"
        r"y\.?o|yrs?|mos?|wks?|[bt]\.?i\.?d|q\.?d|p\.?o|i\.?v|i\.?m|w|c)\.[ ]*$",
        text[max(0, at - 8) : at],
        re.IGNORECASE,
    )


def in_sentence_case(text: str, at: int, words: str) -> str:
    """The words with a capital where a sentence begins at a place, else without."""
    if starts_sentence(text, at):
        return capitalized(words)
    return words[:1].lower() + words[1:] if words[:1].isupper() else words


def is_admin_line(line: str, name_at: int = -1) -> bool:
    """Whether a line is a signature, a salutation or a list of copies: none of it is prose of the case.

    Args:
        line: of a note.
        name_at: where the first name of a provider in it begins; -1 for none.
    """
    return bool(_ADMIN_LINE.match(line)) or (name_at >= 0 and bool(_ADMIN_BEFORE_NAME.match(line[:name_at])))


def admin_length(line: str) -> int:
    """How much of a signature or salutation line is one: all of a short line, of a longer one, and of one
    that goes on with a sentence, what stands before its text."""
    salutation = _SALUTATION.match(line)
    if salutation and len(line[salutation.end() :].split()) >= _WORDS_OF_PROSE:
        return salutation.end()
    if len(line) <= _LONGEST_ADMIN_LINE:
        return len(line)
    found = salutation or _FIRST_SENTENCE.match(line)
    return found.end() if found else len(line)
