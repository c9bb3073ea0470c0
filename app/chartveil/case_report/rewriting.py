"""Combines the alterations of a note: one at each place, and whole sentences around what is removed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from chartveil.case_report.model import Alteration, AlterationKind
from chartveil.case_report.note_lines import admin_length, is_admin_line, starts_sentence
from chartveil.case_report.vocabulary import role_words
from chartveil.domain.labels import Label
from chartveil.domain.span import Replacement, apply_replacements

_PRIORITY = {
    kind: n
    for n, kind in enumerate(
        (
            AlterationKind.OWN,
            AlterationKind.FACT,
            AlterationKind.CONTACT,
            AlterationKind.DATE,
            AlterationKind.AGE,
            AlterationKind.PERSON,
            AlterationKind.INSTITUTION,
            AlterationKind.PLACE,
            AlterationKind.OCCUPATION,
        )
    )
}
_FIELD_NAME = re.compile(
    r"(?:(?<=[ \t]{2})|(?<=\n)|(?<=\t)|(?<=[|;,(\[]\s)|(?<=[(\[|])|(?<=\d[ ])|(?<=\.\s)|^)"
    r"[ \t]*[A-Za-z][\w/&.'’-]*(?:[ ](?!\d[\d.]*\.[ ])[\w/&.'’#-]+){0,3}[ ]?(?:#|no\.?)?[ ]?[:#=][ \t]*$"
)
_NUMBER_NAME = re.compile(
    r"(?:\b(?:her|his|their|the|our|with|by|on|at|under|via|to)[ ]+)?\b(?:mrn|m\.r\.n\.|"
    r"medical record(?: number| no\.?)?|"
    r"record (?:number|no\.?)|hospital (?:number|no\.?)|nhs(?: number| no\.?)?|patient (?:id|number)|"
    r"account(?: number| no\.?)?|"
    r"ur(?: number| no\.?)?|acct|case (?:number|no\.?)|accession(?: number| no\.?)?|acc|"
    r"encounter(?: number)?|policy(?: number| no\.?)?|member id|"
    r"(?:d\.?o\.?b\.?|date of birth|ph|student|hosp\.?|chart|serial|lot|licen[cs]e|badge|claim|order|"
    r"ticket|visit|slide|specimen|study|dea|npi|ssn|id|pin|vin|"
    r"plate|"
    r"registration|insurance|room|bed)(?: (?:number|no\.?|id))?|"
    r"(?:home |work |cell |mobile |office |direct |her |his )*(?:phone|telephone|tel|cell|mobile|fax|"
    r"pager|beeper|ext|extension|"
    r"number|e-?mail|email address|address|contact|website|url|portal|login|username|user))\s*(?:number|"
    r"no\.?|is|was|#)?[.:#]*\s*$",
    re.IGNORECASE,
)
_FIELD_ENDS = re.compile(
    r"[ ]{2}|[ ]*(?:[\t|;\n]|$)|[ ][A-Z][\w ]{0,20}:|"
    r"(?P<stop>[.,;]?[ ]?)(?=[ ][A-Z][a-z]*(?:[ ][\w]+){0,2}:[ ])"
)
"""Text that ends the value of a field: a gap, a new line, the next field (with the stop before it)."""
_PREPOSITION = re.compile(
    r"(?:(?<=\s)|(?<=\()|^)(?:at|on|in|from|to|by|near|of|via|with|under|into|around|outside|off|for|"
    r"called|named|through)[ ]+$",
    re.IGNORECASE,
)


_BORN = re.compile(r",?[ ]+born(?:[ ](?:on|in))?[ ]*$", re.IGNORECASE)
_BORN_FIRST = re.compile(r"(?:(?<=\n)|(?<=[.;] ))[ \t]*born(?: on| in)?[ ]+$", re.IGNORECASE)


def combine_alterations(text: str, alterations: Iterable[Alteration]) -> tuple[Alteration, ...]:
    """The alterations combined: sorted, without overlaps, and widened so that no half sentence is left.

    Args:
        text: of the note.
        alterations: in any order, over each other or not.
    """
    chosen = _without_overlaps(alterations)
    chosen = _with_lines(text, chosen)
    chosen = [_cleaned(text, a) if not a.text else a for a in _joined(text, chosen)]
    chosen = _without_commas(text, _joined(text, _without_overlaps(chosen)))
    nexts = [*(a.start for a in chosen[1:]), len(text)][: len(chosen)]
    made: list[Alteration] = []
    for a, limit in zip(chosen, nexts, strict=True):
        # What a sentence began with is left out: this begins it now.
        first = made[-1].start if made and not made[-1].text and made[-1].end == a.start else a.start
        made.append(_with_capital(text, a, limit, first))
    return tuple(made)


def altered_text(text: str, alterations: Sequence[Alteration]) -> str:
    """The text with its alterations."""
    return apply_replacements(text, [Replacement(a.start, a.end, a.text, a.label) for a in alterations])


def _without_overlaps(alterations: Iterable[Alteration]) -> list[Alteration]:
    """Of alterations over each other the weightier, widened over what the other would leave behind."""
    kept: list[Alteration] = []
    for a in sorted(alterations, key=lambda a: (_PRIORITY[a.kind], a.start - a.end, a.start)):
        over = [k for k in kept if k.start < a.end and a.start < k.end]
        if not over:
            kept.append(a)
            continue
        strong = over[0]
        inside = strong.start <= a.start and a.end <= strong.end
        if len(over) > 1 or inside or a.kind is AlterationKind.FACT:
            continue
        kept.remove(strong)
        kept.append(replace(strong, start=min(strong.start, a.start), end=max(strong.end, a.end)))
    kept.sort()
    out: list[Alteration] = []
    for a in kept:
        if out and a.start < out[-1].end:
            out[-1] = replace(out[-1], end=max(out[-1].end, a.end))
        else:
            out.append(a)
    return out


def _with_lines(text: str, alterations: Sequence[Alteration]) -> list[Alteration]:
    """Lines of which nothing would be left, signatures and field names of what goes are left out whole."""
    out = list(alterations)
    at = 0
    for line in text.splitlines(keepends=True):
        start, end = at, at + len(line)
        at = end
        out = [_without_field(text, a) if start <= a.start and a.end <= end else a for a in out]
        inside = [a for a in out if start <= a.start and a.end <= end]
        if not inside:
            if is_admin_line(line) and not line.lower().startswith("dear"):
                end = start + admin_length(line)
                out.append(Alteration(start, end, "", AlterationKind.PERSON, Label.DOCTOR, "a signature"))
            continue
        name_at = next((a.start - start for a in inside if a.label is Label.DOCTOR), -1)
        if is_admin_line(line, name_at) and (length := admin_length(line)) < len(line):
            # A letter that goes on behind its salutation.
            out = [a for a in out if not start <= a.start < start + length]
            out.append(
                Alteration(start, start + length, "", AlterationKind.PERSON, Label.DOCTOR, "a salutation")
            )
        elif is_admin_line(line, name_at) or _nothing_left(text, start, end, inside):
            first = inside[0]
            out = [a for a in out if a not in inside]
            whole = replace(first, start=start, end=end, text="", reason="a line of identifiers")
            out.append(whole)
    return sorted(out)


def _without_field(text: str, a: Alteration) -> Alteration:
    """A name or place that is the value of a field is left out with it: its role says no more."""
    named = a.kind in (AlterationKind.PERSON, AlterationKind.INSTITUTION, AlterationKind.PLACE)
    after = _FIELD_ENDS.match(text, a.end) if named else None
    line = text.rfind("\n", 0, a.start)
    if after is None or not _FIELD_NAME.search(text[line + 1 : a.start]):
        return a
    return replace(a, end=after.end("stop") if after["stop"] else a.end, text="")


def _nothing_left(text: str, start: int, end: int, inside: Sequence[Alteration]) -> bool:
    """Whether a line holds nothing but names of people and institutions, what goes, and their field names."""
    left, at = "", start
    for a in inside:
        before = text[at : a.start]
        gone = not a.text or (
            a.kind in (AlterationKind.PERSON, AlterationKind.INSTITUTION, AlterationKind.PLACE)
        )
        if gone:
            before = _FIELD_NAME.sub("", before if at > start else "\n" + before)
            before = _NUMBER_NAME.sub("", before)
        left += before if gone else before + a.text
        at = a.end
    left += text[at:end]
    if any(a.kind is AlterationKind.FACT and a.text for a in inside):
        return False
    if any(a.source.startswith("provider") for a in inside):
        left = role_words().signature.sub("", left)  # ``J. Musundi, CO``: a signature
    return not re.search(
        r"[A-Za-z0-9]",
        re.sub(r"\b(?:and|of|the|for|per|with|via|covering|on behalf of|MD|RN|phone|fax|tel)\b", "", left),
    )


def _cleaned(text: str, a: Alteration) -> Alteration:
    """What is left out, with what would stand there without sense: a field name, brackets, a comma."""
    start, end = a.start, a.end
    line = text.rfind("\n", 0, start) + 1
    if start == line and (end == len(text) or text[end - 1] == "\n"):
        return a  # a whole line
    if a.kind is not AlterationKind.FACT:
        for pattern in (_FIELD_NAME, _NUMBER_NAME):
            if m := pattern.search(text[line:start]):
                start = line + m.start() + (len(m.group()) - len(m.group().lstrip()))
                break
    if a.kind is AlterationKind.DATE and (m := _BORN_FIRST.search("\n" + text[:start])):
        start -= len(m.group())
    alone = a.kind is AlterationKind.DATE and re.match(r"[ \t]*(?:[.,;)\n]|$)", text[end:])
    if alone and (m := _BORN.search(text[line:start])):
        start = line + m.start()
    if a.kind in (
        AlterationKind.PLACE,
        AlterationKind.CONTACT,
        AlterationKind.DATE,
        AlterationKind.INSTITUTION,
    ):
        while m := _PREPOSITION.search(text[line:start]):
            start = line + m.start()
    # Brackets that hold nothing else.
    left, right = text[:start].rstrip(" \t"), text[end:]
    inner = re.match(r"[ \t,;]*", right)
    closing = end + (inner.end() if inner else 0)
    if left[-1:] in ("(", "[") and text[closing : closing + 1] in (")", "]"):
        start, end = len(left) - 1, closing + 1
        start = (
            len(text[:start].rstrip(" \t")) if text[:start].rstrip(" \t")[-1:] not in ("\n", "") else start
        )
        return replace(a, start=start, end=end)
    before, after = text[line:start], text[end:]
    noun = _SUBJECTS.get(a.label)
    if (
        noun
        and starts_sentence(text, start)
        and re.match(r"[ \t]*(?:was|is|has|were|will|can|should)\b", after)
    ):
        return replace(a, start=start, text=noun)
    if m := re.match(r"[ \t]*[,;](?=[ \t])", after):
        # ``Anna, 555-0143, came``: one comma is enough; at a start none is.
        stripped = before.rstrip(" \t")
        if not stripped or stripped[-1] in ",;:([":
            end += m.end()
            if not stripped or stripped[-1] in "([":
                end = len(text) - len(text[end:].lstrip(" \t"))
            return replace(a, start=start, end=end)
    if after[:1] == "," and start > line:
        return replace(a, start=len(text[:start].rstrip(" \t")))
    if re.match(r"[ \t]*(?:[.;:!?)\]]|\n|$)", after):
        stripped = text[:start].rstrip(" \t")
        lead = re.search(r"[,;:–-]$", stripped)
        if lead and "\n" not in text[len(stripped) : start]:
            stripped = stripped[:-1].rstrip(" \t")
        if stripped[-1:] not in ("\n", ""):
            start = len(stripped)
        elif after[:1] in ".;:!?":
            end += 1
        if text[start - 1 : start] in ".!?" and after[:1] == ".":
            end += 1
        return replace(a, start=start, end=end)
    if start == line or text[start - 1] in " \t([":
        blanks = re.match(r"[ \t]+", after)
        end += blanks.end() if blanks else 0
    return replace(a, start=start, end=end)


_SUBJECTS = {
    Label.MRN: "The record number",
    Label.PHONE: "The telephone number",
    Label.FAX: "The fax number",
    Label.EMAIL: "The e-mail address",
    Label.IDNUM: "The number",
    Label.ACCOUNT: "The account number",
    Label.DEVICE: "The device number",
}
"""Subjects for sentences whose own subject is removed."""


def _joined(text: str, alterations: Sequence[Alteration]) -> list[Alteration]:
    """What is left out beside each other, with the separators between, is one."""
    out: list[Alteration] = []
    for a in alterations:
        if out and not a.text and not out[-1].text:
            gap = text[out[-1].end : a.start]
            if re.fullmatch(r"[ \t,;|/–-]*", gap):
                out[-1] = replace(out[-1], end=a.end)
                continue
        out.append(a)
    return out


def _without_commas(text: str, alterations: Sequence[Alteration]) -> list[Alteration]:
    """A comma that would stand before a stop goes along with what is left out behind it."""
    out: list[Alteration] = []
    for a in alterations:
        before = text[out[-1].end if out else 0 : a.start].rstrip(" \t")
        if not a.text and before.endswith((",", ";")) and re.match(r"[ \t]*[.;:!?)]", text[a.end :]):
            a = replace(a, start=len(text[: a.start].rstrip(" \t")) - 1)
        out.append(a)
    return out


def _with_capital(text: str, a: Alteration, limit: int, first: int) -> Alteration:
    """The alteration with a capital where a sentence begins (at ``first``) with it, or with what follows."""
    if a.text:
        if a.text[0].islower() and starts_sentence(text, first) and a.kind is not AlterationKind.OWN:
            return replace(a, text=a.text[0].upper() + a.text[1:])
        return a
    following = text[a.end : a.end + 1]
    if (
        a.end < limit
        and following.islower()
        and starts_sentence(text, a.start)
        and not text[a.start : a.end].endswith("\n")
    ):
        return replace(a, end=a.end + 1, text=following.upper())
    return a
