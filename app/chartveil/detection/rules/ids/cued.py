"""Numbers that a word before them or a heading above them announces, and how sure each is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import regex

from chartveil.detection.rules import checks
from chartveil.detection.rules.cue_rules import CueMatch, CueRule
from chartveil.detection.rules.words.id_cues import FILLER_WORDS, NUMBER_MARK_WORDS, SURE_CUES, WEAK_CUES
from chartveil.domain import check_digits
from chartveil.domain.labels import Label
from chartveil.domain.tokenized_text import TokenizedText

_UNIT_AFTER = regex.compile(
    r"[ \t]?(?:%|°|(?:mg|mcg|ug|g|kg|ml|cc|dl|lbs?|oz|cm|mm|mmhg|iu|units?|meq|mmol|days?|hrs?|hours?|"
    r"min(?:ute)?s?|"
    r"weeks?|wks?|months?|mos?|years?|yrs?|yo|y/o|times|bpm|beats|tabs?|doses?|pm|a\.m|p\.m|o'clock|"
    r"cells?|patients?|"
    r"french|fr|gauge|ga|lpm|bid|tid|qid|qd|prn|refills?|copies|pages?|blade|watts?|joules?|mhz|hz|kv|"
    r"ma)\b)",
    regex.I,
)
_PRODUCT_AFTER = regex.compile(r"[,;]?[ \t]{1,3}(?:S/?N|LOT|Lot|lot)\b|, ?\d{4}\)")
_TIME = regex.compile(
    r"(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?:-.*)?|\d{1,2}:\d\d-\d{1,2}:\d\d|"
    r"\d{1,2}[ap]m?-\d{1,2}[ap]m?"
)
_CLOCK = regex.compile(r"(?:[01]\d|2[0-3])[0-5]\d")
_MEASURE = regex.compile(
    r"\d{1,3}\.\d{1,2}(?:\Z|[/-])|[CTLS]\d{1,2}[-/][CTLS]?\d{1,2}\Z|"
    r"\d{1,2}[/-]\d{1,2}\Z|\d{2,3}-\d{2,3}/\d{2,3}-\d{2,3}\Z|\d{1,2}/\d{1,3}/[-+]?\d\Z|"
    r"\d{1,3} (?:RF|R|REF)\d{1,2}\Z"
)
_YEAR = regex.compile(r"(?:19|20)\d\d")
_GENE = regex.compile(r"[A-Z]\d{2,4}[A-Z]|[A-Z]{2,5}\d{1,2}[A-Z]?")
_NOT_BEFORE = regex.compile(
    r"(?i:\b(?:lot|model|cpt|icd(?:-?\d+)?|hcpcs|loinc|ndc|rxnorm|rxcui|snomed|version|ver|bin|pcn|"
    r"protocol|nct|room|rm|bed|stage|"
    r"grade|type|catalog|catalogue|level|build|rev|form|gtin|upc|omb|isbn|grch|hg|images?|series|view|"
    r"mg|flow)\W{0,3}(?:no\.?|#|code)?\W{0,3})\Z"
)


def is_amount_or_code(text: str, start: int, end: int) -> bool:
    """Whether what stands around the number says that it is an amount, a code or a product."""
    return bool(
        _UNIT_AFTER.match(text, end)
        or _PRODUCT_AFTER.match(text, end)
        or _NOT_BEFORE.search(text, max(0, start - 20), start)
    )


def score_of_shape(number: str, sure: bool, marked: bool) -> float | None:
    """Score of a number by its shape, or None where it is none.

    Args:
        number: as written.
        sure: whether its cue hardly announces anything else.
        marked: whether ``#``, ``no.``, ``:`` or the like stands before it.
    """
    n = len(checks.digits(number))
    looks = len(checks.digits_and_lookalikes(number))
    letters = sum(c.isalpha() for c in number)
    if _TIME.fullmatch(number) or _MEASURE.match(number):
        return None
    if regex.match(r"(?i:grch|hg)\d\d", number) or (not regex.search("[2-9]", number) and letters > n):
        return None  # a word with look-alike digits: 0UT, P0ST0P
    if checks.looks_like_date(number):
        return 0.6 if sure and marked and "/" not in number else None
    if sure:
        if _YEAR.fullmatch(number) and not marked:
            return None
        if looks >= 3:
            return 0.95 if marked or n >= 5 else 0.85
        return 0.6 if marked and looks == 2 and len(number) > 2 else None
    if marked:
        return 0.8 if n >= 4 or looks >= 5 else (0.6 if n == 3 and letters else None)
    if _GENE.fullmatch(number):
        return None
    if n >= 5 or (letters and n >= 3 and not regex.fullmatch(r"\d{1,3}[a-z]{1,3}", number)):
        return 0.7
    return 0.5 if n == 4 and not _YEAR.fullmatch(number) and not _CLOCK.fullmatch(number) else None


_SSN_SHAPE = regex.compile(
    r"[\dOlI]{4}|.{0,4}\d{3}.?\d{2}.?\d{4}|.*[Xx*].*\d{4}|"
    r"[\dOlIoSB][\dOlIoSB -]{8,16}[A-Z]{0,2}|\d{7}[A-Z]{1,2}|[A-Z]{2}\d{6}[A-Z]"
)


def score_for_label(label: Label, number: str, score: float | None) -> float | None:
    """The score once the label's own shape and check digit were looked at. A right check digit makes a
    number surer; a wrong one after a cue may be a slip of the pen."""
    n = len(checks.digits(number))
    if label is Label.SSN:
        if _YEAR.fullmatch(number) and score is None:
            return None
        if not (_SSN_SHAPE.fullmatch(number) or regex.fullmatch(r"[\d -]{11,20}", number)):
            return None
        return 0.95 if n >= 9 else max(score or 0.0, 0.85)
    if label is Label.ACCOUNT and score is None and regex.fullmatch(r"[*.…]{2,}\d{2,}", number):
        return 0.85
    if score is None:
        plate = label is Label.VEHICLE and not _MEASURE.match(number) and 2 <= n <= 6 and len(number) >= 5
        return 0.6 if plate else None
    if label is Label.HEALTHPLAN and n < 3:
        return None
    checked = label in (Label.LICENSE, Label.VEHICLE, Label.HEALTHPLAN)
    if checked and (
        check_digits.is_npi(number)
        or check_digits.is_dea_number(number)
        or check_digits.is_vin(number)
        or checks.mbi(number)
    ):
        return 0.99
    return score


_INSURER = regex.compile(
    r"(?i)\b(?:ins(?:urance|urer|ured)?|payer|payor|plan|health|mutual|medicaid|member|coverage|hmo|"
    r"ppo|advantage|bcn|pcn|grp|bcbs|"
    r"choice|lnsurance|hea1th|medicare)\b"
)
_AFTER_INSURER = regex.compile(
    r"(?i)\b(?:ins(?:ur(?:ance|er|ed)?)?|lnsurance|payer|payor|plan|hmo|carrier)"
    r"\b[ .:]{1,4}(?:\d:)?[A-Za-z][^\n\d:]{3,44}[ ]\Z"
)
_PERSON = regex.compile(r"(?i)\b(?:pt|patient|name|narne|dob|hosp(?:ital)?|chart|clinic|tx date)\b")


def label_of_bare_id(text: str, start: int) -> Label:
    """What a bare ``ID`` stands for: a plan's where the line names an insurer, the patient's where it
    names a patient, else any other number."""
    line = text[max(text.rfind("\n", 0, start) + 1, start - 70) : start]
    if _INSURER.search(line):
        return Label.HEALTHPLAN
    return Label.MRN if _PERSON.search(line) else Label.IDNUM


def follows_insurer(text: str, start: int) -> bool:
    """Whether the words before ``start`` are the name of an insurer after ``Ins:`` or the like."""
    lead = text[max(0, start - 60) : start].lower()
    if not any(word in lead for word in ("ins", "plan", "pay", "hmo", "carrier")):
        return False  # the pattern is slow
    return _AFTER_INSURER.search(text, max(0, start - 60), start) is not None


# Numbers after a cue word (``MRN 0012345``, ``Mernber 1D: BHM 882 41907``).


_FOLD: dict[int, str | None] = {
    **{ord(c): None for c in " \t\r\n.,:;'’`/\\\"()[]{}<>#&*_+=-–—?"},
    **{ord(a): b for a, b in zip("l1|!058", "iiiiosb", strict=True)},
}


def fold_cue(text: str) -> str:
    """The text with case, blanks and punctuation gone and look-alike letters made one: ``Mernber 1D`` and
    ``member ID`` become the same."""
    return text.lower().translate(_FOLD).replace("rn", "m")


_Cue = tuple[Label, bool, bool]
"""Label of a cue, whether it is a sure one, and whether ``#``, ``no.`` or the like follows it."""


def label_by_cue() -> dict[str, tuple[Label, bool]]:
    """Each cue, folded, with its label and whether it hardly announces anything else."""
    table: dict[str, tuple[Label, bool]] = {}
    for sure, rows in ((False, WEAK_CUES), (True, SURE_CUES)):
        for label, cues in rows:
            for cue in cues.split("|"):
                table[fold_cue(cue)] = (label, sure)
    return table


# A number begins where no word or number goes on, or where a digit is written to the cue without a blank.
_RUN = (
    r"(?!(?i:(?:ends|nos?|id|code|num)[-.]|(?:f/u|s/p|c/o|w/o|h/o|r/o|d/c|b/l|n/v|y/o|w/)))"
    r"(?:[A-Z]{1,8}[-/._]{1,2}|[A-Za-z]{1,4}[-/]){0,3}[A-Za-z]{0,10}\d[A-Za-z0-9]*"
    r"(?:[-_/]{1,2}[A-Za-z0-9]*\d[A-Za-z0-9]*|[.:][A-Z]{0,3}\d[A-Za-z0-9]*|[-/.][A-Z]{1,4}(?![a-z]))*"
)
_MORE = (
    r"(?:[ ](?=[A-Z]{0,2}[OlI]{0,3}\d|[OlI\d]{2,}(?![A-Za-z]))[\dA-ZlI][\dA-ZlI-]{1,6}(?![\w/%]|[.:]\d)"
    r"(?![ ]?(?i:%|y/?o|yrs?|m|f|[mk]g|mcg|ml|years?|male|female|am|pm|days?|wks?|hrs?)\b)){1,5}"
    r"(?:[ ][A-Z0-9](?:-?[A-Z0-9])?(?=[ ]{2}|[\s,;.)\]|]|\Z))?"
)
_GROUPED = (
    rf"(?=[A-Z]{{0,4}}-?[\dOlI])[A-Z]{{0,4}}-?[\dOlI][\dA-ZlI-]{{0,5}}"
    rf"(?:[ ]-[ ]\d\d[ ]-[ ]\d{{4}}|{_MORE})"
)
_NUMBER = (
    rf"\d{{4}}[ ]\d{{4,5}}[ ]\d[ ]?/[ ]?\d|\d{{4}}[ ][A-Z]{{2}}[ ]\d{{4,6}}|"
    rf"[Xx*]{{2,5}}[- ]?[Xx*]{{2,4}}[- ]?\d{{4}}|\d(?:-\d){{4,11}}"
    rf"|\d{{8,12}}[ ]\d\d(?=[ ]{{2}}|[\r\n,;)]|\Z)|{_GROUPED}|{_RUN}"
)
_CANDIDATE = (
    rf"\b(?=[A-Za-z./_-]{{0,14}}\d)(?<!\d[.:/,-])(?:[a-z]{{2,10}}(?=[A-Z]{{1,4}}-))?(?:{_NUMBER})(?!\w)"
    r"|[*.…]{2,}(?<=\s.{2,5})\d{2,}(?!\w)"
)
_ANEW = regex.compile(rf"(?:{_NUMBER})(?!\w)", regex.V1)
_CONTINUED = regex.compile(
    rf"(?:,|[ ]and|[ ]&|[ ]/|[ ]through|[ ]->|[ ]to)[ ](?![a-z]{{2}})"
    rf"((?:[A-Z]{{1,5}}[ ])?{_RUN})(?!\w)",
    regex.V1,
)
_SPOKEN = regex.compile(
    r"(?i)\b(?:record|account|chart|member|policy|license|plate|room)[ ]number[ ]((?:(?:oh|zero|one|"
    r"two|three|four|five|six|seven|"
    r"eight|nine|dash|[a-z])[ ,-]{1,2}){3,14}(?:oh|zero|one|two|three|four|five|six|seven|eight|nine)"
    r"\b)(?:[ ]no[ ]scratch[ ]that[ ]"
    r"((?:(?:oh|zero|one|two|three|four|five|six|seven|eight|nine)[ ]){3,14}(?:oh|zero|one|two|three|"
    r"four|five|six|seven|eight|nine)\b))?"
)
_LAST_WORD = regex.compile(r"(?r)[^\W_]+(?:['’][a-z]+)?")
_WORD = regex.compile(r"[^\W_]+(?:['’][a-z]+)?")
_GAP_CHARS = " \t\r\n:.#=|*\"'([–—>-_?"
_GLUED = regex.compile(r"[a-z]{2,10}(?=[A-Z]{0,3}\d|[A-Z]{1,4}-)|s/n(?=[A-Z]{0,3}\d)|[A-Z]{3,5}(?=\d)")
_PREFIX = regex.compile(r"(?<![\w'’-])([A-Z]{1,5}|[a-z]{1,3})[ -]\Z")
_STOP_PREFIX = frozenset(
    "is of no the was to at on in by for and or not mr id dob ssn age bed rm room acct from with ext "
    "tel ph fax sex date dr pt x "
    "see per as be it he she has am pm mon tue wed thu fri sat sun jan feb mar apr may jun jul aug sep "
    "oct nov dec case type page "
    "pg day year old loc num st ave done sent read call time took gave that then they over left bp hr "
    "rr wt ht temp spo md rn do "
    "np pa lpn phd ip show work phone sda new her his our your cpt icd ndc lot ref bin pcn one two acc "
    "but opt que".split()
)
_STATES = frozenset(
    "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM "
    "NY NC ND OH OK OR PA RI "
    "SC SD TN TX UT VT VA WA WV WI WY".split()
)
_BACK = 48
_FILLERS = frozenset(map(fold_cue, FILLER_WORDS))
_SAYS_NUMBER = frozenset(map(fold_cue, NUMBER_MARK_WORDS))
_ID = fold_cue("id")


class _CuedNumberReader:
    """Reads numbers after cues."""

    def __init__(self) -> None:
        self._cues = label_by_cue()
        last = (cue.split()[-1] for _, cues in (*SURE_CUES, *WEAK_CUES) for cue in cues.split("|"))
        last_words = frozenset(map(fold_cue, last)) | _FILLERS | frozenset(self._cues)
        # A scan may part a word: Medic are, Ac c.
        self._last_words = last_words | {word[-n:] for word in last_words for n in (1, 2, 3)}

    def spoken(self, m: Any) -> CueMatch:
        """The number of a match of ``_SPOKEN``, and what it was corrected to."""
        word = fold_cue(m[0].split()[0])
        label = self._cues.get(word + fold_cue("number"), (Label.IDNUM, True))[0]
        return CueMatch({label: tuple(m.span(g) for g in (1, 2) if m[g])}, 0.8)

    def written(self, text: str, start: int, end: int) -> CueMatch | None:
        """The number that stands there, if a cue before it announces one; more of them in a list."""
        if text[start + 1 : start + 2] == " " and text[max(0, start - 5) : start].lower() == "last ":
            start += 2  # last 4 0917
        if text.startswith("no", start) and text[start + 2].isdecimal():
            start += 2
        cue = self._cue_before(text, start)
        if cue is None:
            start, cue = self._cue_glued(text, start, end)
            if cue is not None:
                again = _ANEW.match(text, start)
                end = max(end, again.end()) if again is not None else end
        if cue is None:
            start, cue = self._cue_before_prefix(text, start, end)
        if cue is None and end - start >= 6 and follows_insurer(text, start):
            cue = (Label.HEALTHPLAN, False, False)
        if cue is None:
            return None
        label, sure, marked = cue
        number = text[start:end]
        score = None if is_amount_or_code(text, start, end) else score_of_shape(number, sure, marked)
        score = score_for_label(label, number, score)
        if score is None or ("\n" in text[max(0, start - 3) : start] and not sure):
            return None
        if label is Label.IDNUM and self._word_before(text, start) == _ID:
            label = label_of_bare_id(text, start)
        ranges = [(start, end)]
        if label is Label.IDNUM and sure:
            more = _CONTINUED.match(text, end)
            while more is not None and _goes_on(more[1]):
                ranges.append(more.span(1))
                more = _CONTINUED.match(text, more.end())
        return CueMatch({label: tuple(ranges)}, score)

    def _cue_glued(self, text: str, start: int, end: int) -> tuple[int, _Cue | None]:
        """A cue to which the number is written without a blank: ``id40221``, ``s/nX14C 88 203``."""
        m = _GLUED.match(text, start, end)
        if m is not None:
            cue = self._cue_before(text, m.end())
            if cue is not None and (m[0].islower() or (cue[1] and end - m.end() >= 5)):
                return m.end(), cue
        return start, None

    def _cue_before_prefix(self, text: str, start: int, end: int) -> tuple[int, _Cue | None]:
        """A cue before a short word that belongs to the number: ``MRN QS 220481``."""
        if text[start - 1 : start] not in (" ", "-"):
            return start, None
        prefix = _PREFIX.search(text, max(0, start - 6), start)
        if prefix is None or prefix[1].lower() in _STOP_PREFIX or fold_cue(prefix[1]) in self._cues:
            return start, None
        cue = self._cue_before(text, prefix.start())
        first_on_line = text[prefix.start() - 1 : prefix.start()] == "\n"
        if cue is None or first_on_line or not (cue[1] or cue[2] or len(prefix[1]) > 1):
            return start, None
        if not (cue[1] or cue[2]) and len(checks.digits(text[start:end])) < 5:
            return start, None
        return prefix.start(), cue

    def _word_before(self, text: str, start: int) -> str:
        words = _WORD.findall(text, max(0, start - 12), start)
        return fold_cue(words[-1]) if words else ""

    def _cue_before(self, text: str, start: int) -> _Cue | None:
        """Label of the cue before ``start``, whether it is a sure one, and whether a mark such as ``#`` or
        ``no.`` says that a number follows."""
        floor = max(0, start - _BACK)
        if floor and text[floor - 1].isalnum():  # a word that the window parts: (dis)card
            floor += next((i for i, c in enumerate(text[floor:start]) if not c.isalnum()), 0)
        lead = text[floor:start]
        kept = lead.rstrip(_GAP_CHARS)
        gap = lead[len(kept) :]
        if not kept or gap.count("\n") > 1:
            return None
        hashed = "#" in gap
        nothing = (Label.IDNUM, False, True) if hashed else None
        if kept[-1] == ")":
            kept = kept[: max(0, kept.rfind("("))].rstrip(_GAP_CHARS)
        last = _LAST_WORD.search(kept)
        if last is None or last.end() != len(kept):
            return nothing
        if fold_cue(last[0]) not in self._last_words and last[0] not in _STATES:
            return nothing
        words = _WORD.findall(kept)[-7:]
        if words[-1] == "no" and "  " in gap and (len(words) < 2 or kept.endswith("  no")):
            return nothing  # a column that says no
        marked = hashed or ":" in gap or "=" in gap
        return self._look_up(words, [fold_cue(w) for w in words], marked, hashed) or nothing

    def _look_up(self, words: list[str], folded: list[str], marked: bool, hashed: bool) -> _Cue | None:
        """The cue that the last words make, fillers between it and the number passed over."""
        fallback: _Cue | None = None
        while folded:
            if _only_digits(words[-1]) and folded[-1] != "4":
                return fallback
            for n in range(min(4, len(folded)), 0, -1):
                key = "".join(folded[-n:]).replace("rn", "m")
                hit = (hashed and self._cues.get(key + "no")) or self._cues.get(key)
                if hit and not (n == 1 and _no_word(words[-1], hashed=hashed)):
                    found = (hit[0], hit[1], marked or folded[-1] in _SAYS_NUMBER)
                    if hit[1] or folded[-1] not in _FILLERS:
                        return found
                    fallback = fallback or found  # a surer cue may stand before: SSN ending in
            if len(folded) > 1:
                if folded[-1] == _ID and words[-2].lower().endswith("care"):
                    return Label.HEALTHPLAN, True, marked
                hit = self._cues.get(folded[-2]) if words[-1] in _STATES else None
                if hit is not None and hit[0] in (Label.LICENSE, Label.VEHICLE):
                    return hit[0], hit[1], marked  # a state before the number: DL TX 28841773
            if folded[-1] not in _FILLERS:
                return fallback
            marked = marked or folded[-1] in _SAYS_NUMBER
            folded.pop()
            words.pop()
        return fallback


def _only_digits(word: str) -> bool:
    return word.isdecimal()


_UNITS = frozenset(("dL", "cm", "mm", "CM"))


def _no_word(word: str, *, hashed: bool = False) -> bool:
    """A number or a unit that looks like a cue once look-alike letters are made one: ``cm`` like CRN. ``AC``
    without a slash is a vein of the arm or a meal, unless ``#`` follows."""
    return (
        word in _UNITS
        or (word.lower() == "ac" and not hashed)
        or (any(c.isdecimal() for c in word) and sum(c.isalpha() for c in word) < 2)
    )


def _goes_on(number: str) -> bool:
    """Whether a number after a comma or ``and`` is one more of the kind before it."""
    return len(checks.digits(number)) >= 4 and not checks.looks_like_date(number) and ":" not in number


@cache
def _number_reader() -> _CuedNumberReader:
    return _CuedNumberReader()


@dataclass(frozen=True)
class _CuedNumberRule(CueRule):
    """Finds what may be a number and looks for a cue before it."""

    def find(self, view: TokenizedText, limit: float) -> Iterator[CueMatch]:
        text, reader = view.text, _number_reader()
        for m in self.compiled.finditer(text, timeout=limit):
            found = reader.written(text, m.start(), m.end())
            if found is not None:
                yield found
        for m in _SPOKEN.finditer(text, timeout=limit):
            yield reader.spoken(m)


CUED_NUMBER_RULE: Final = _CuedNumberRule(
    "ID-CUE",
    Label.IDNUM,
    _CANDIDATE,
    0.9,
    "number after a word that announces one, such as MRN, Acct, Member ID, NPI, S/N, Accession",
    labels=tuple(dict.fromkeys(label for label, _ in SURE_CUES)),
)


# Numbers in a column whose heading stands lines above.


_ROWS = 60
"""How many lines below its heading a column may reach."""

_HEADING = r"(?m)^(?=[^\n\d:]*(?:[ ]{2}|\t|\|))(?=[^\n]*[A-Za-z])[^\n\d:]{3,200}$"
_CELL = regex.compile(r"[^\s|\t](?:[^|\t\n ]|[ ](?![ |\t\n]|\Z))*")
_HEADINGS: tuple[tuple[Label, str], ...] = (
    (Label.MRN, "mrn|mr #|pid|pt id|id|patient id|chart|chart #|unit #|hosp no|med rec #|pat id|record"),
    (Label.ACCOUNT, "acct|account|acct #|account #|fin"),
    (
        Label.IDNUM,
        "accession|acc|acc #|accn|order #|order|specimen|spec #|case|case #|rx #|rx|csn|"
        "enc #|visit #|req #|tag|claim #",
    ),
    (Label.DEVICE, "serial|serial no|serial #|s/n|sn|meter|device"),
    (Label.HEALTHPLAN, "member id|policy|policy #|member #|subscriber"),
    (Label.USERNAME, "user|user id|login|oper"),
    (Label.SSN, "ssn"),
    (Label.PHONE, "phone|tel|ext|pager|cell|contact"),
)


@dataclass(frozen=True, slots=True)
class _Column:
    label: Label
    start: int
    end: int
    index: int


@cache
def _label_by_heading() -> dict[str, Label]:
    """The label of each heading, folded, that stands over a column of numbers."""
    cues = label_by_cue().items()
    table: dict[str, Label] = {cue: label for cue, (label, sure) in cues if sure and label is not Label.IDNUM}
    for label, headings in _HEADINGS:
        table.update((fold_cue(h), label) for h in headings.split("|"))
    return table


def _read_columns(heading: Any, text: str) -> Iterator[CueMatch]:
    """The numbers below a heading line such as ``Name  MRN  Acct``."""
    columns = _columns(heading[0])
    if columns:
        yield from _below(text, heading.end(), columns, "|" in heading[0])


def _columns(line: str) -> list[_Column]:
    """Columns of a heading line that hold numbers; each reaches to the next column's beginning."""
    by_heading = _label_by_heading()
    cells = list(_CELL.finditer(line))
    columns = []
    for i, cell in enumerate(cells):
        parts = cell[0].split(" / ")
        label = next((by_heading[f] for f in map(fold_cue, parts) if f in by_heading), None)
        if label is not None:
            end = cells[i + 1].start() - 1 if i + 1 < len(cells) else cell.end() + 8
            columns.append(_Column(label, cell.start(), max(end, cell.end()), i))
    return columns


def _below(text: str, at: int, columns: list[_Column], bars: bool) -> Iterator[CueMatch]:
    """The numbers of the columns, line by line, up to the end of the table."""
    blank = 0
    for _ in range(_ROWS):
        at = text.find("\n", at) + 1
        if at == 0:
            return
        stop = text.find("\n", at)
        line = text[at : stop if stop >= 0 else len(text)].rstrip("\r")
        if not line.strip():
            blank += 1
            if blank > 1:
                return
            continue
        cells = list(_CELL.finditer(line))
        if len(cells) < 2 and len(columns) > 1:
            return
        for column in columns:
            for i, cell in enumerate(cells):
                there = i == column.index if bars else cell.start() < column.end and column.start < cell.end()
                if there and (score := _score_of_cell(column.label, cell[0])) is not None:
                    yield CueMatch({column.label: ((at + cell.start(), at + cell.end()),)}, score)


def _score_of_cell(label: Label, cell: str) -> float | None:
    if " " in cell and not regex.fullmatch(r"[A-Z]{0,4}[ ]?\d[\d -]*", cell):
        return None
    if "=" in cell or regex.match(r"(?i)lot|exp|ref\b", cell):
        return None
    if label is Label.USERNAME:
        return (
            0.7
            if regex.fullmatch(r"[A-Za-z][\w.-]{3,}", cell) and cell.lower() not in ("system", "none")
            else None
        )
    if len(checks.digits(cell)) < 4 or regex.fullmatch(r"[\d.,]+\.\d+|.*[()%].*", cell):
        return None
    score = score_of_shape(cell, True, True)
    return None if score is None else min(score, 0.85)


NUMBER_COLUMN_RULE: Final = CueRule(
    "ID-COLUMN",
    Label.IDNUM,
    _HEADING,
    0.85,
    "number in a column headed MRN, Acct, Accession, Serial and the like",
    read=_read_columns,
    labels=tuple(dict.fromkeys(label for label, _ in (*SURE_CUES, *_HEADINGS))),
    required_characters="0123456789",
)
