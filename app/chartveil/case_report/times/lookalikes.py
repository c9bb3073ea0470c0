"""Recognises what only looks like a date: acuities, fractions, durations, doses, hours, levels, receptors."""

from __future__ import annotations

import datetime as dt
import re

from chartveil.case_report.times.expressions import FormContext
from chartveil.case_report.times.words import all_feast_names, time_words
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import fold
from chartveil.lexicon.calendar import is_day
from chartveil.surrogates.dates.parsing import calendar_names

NOT_A_DATE = re.compile(
    r"\b(?:grade|stage|class|score|apgars?|strength|power|reflexes|murmur|vision|acuity|pain|bp|nyha|gcs|"
    r"type|level|ratio|pulses?|motor|dtrs?|edema|oedema|rated|lymph nodes?|nodes|margins?|cup|tsp|hour|aged?|"
    r"ctx|contractions?|mrc|ceph(?:alic)?|cage|scored|engaged|palpable|(?:sutures|staples|clips) out|mmse|"
    r"moca|phq\S*|"
    r"of)\s*"
    r"(?:was|is|of|at|a|:|=)?\s*$",
    re.IGNORECASE,
)


def is_part_of_week(written: str, text: str, at: int) -> bool:
    """Whether a fraction counts days of a week: ``28 4/7 weeks``."""
    return bool(re.fullmatch(r"[0-6]/7", written) and re.search(r"\d[ -]?$", text[max(0, at - 3) : at]))


_WAIT = re.compile(
    r"\b(?:r/?v|review(?:ed)?|f/?u|follow[- ]?up|leave|for|in|every|over|next|after|rpt|repeat|course|"
    r"supply|tca|see|rtc|again|recall)\s*$",
    re.IGNORECASE,
)
_FOR_DAYS = re.compile(r"\b(?:for|over|every|course)\s*$", re.IGNORECASE)
_SURELY_FOR = re.compile(
    r"(?:\b(?:STO|incubation|duration|history of|hx|h/o|tds|tid|qds|qid|bd|bid|od|nocte|hourly|prn|stat|"
    r"lasted|lasting|further|every|each|cga|corrected|(?:re-?|un)?planned|"
    r"prescribed|continued?|extended|rested|"
    r"nbm|npo|nil by mouth|abx|antibiotics|iv|po|tpn|course of)\s*:?|"
    r"(?<![a-z])[x×])\s*$",
    re.IGNORECASE,
)
"""Before what is a number of days, weeks or months, however near such a day is."""
_SURELY_COUNTED = re.compile(
    r"\s+(?:later|prior|history|hx|h/o|ago|back|duration|course|of [a-z]{3,}|old|only|PTA|vacc\w*|"
    r"imm\w*|jabs?|check|visit|anniversary|"
    r"(?:if|unless|total|minimum|max(?:imum)?)(?=[ ])|"
    r"(?-i:[MF])(?=\s*(?:$|\n|[ ]{2}|[,;/])))\b|\s*/\s?(?-i:[MF])\b",
    re.IGNORECASE,
)
_COUNTED_ON = re.compile(r"\s+(?:post|after|pre|before)\b", re.IGNORECASE)
_TOLD_AS_DAY = re.compile(
    r"\b(?:on|since|until|till|dated?|seen|from|of|to|by|through|between|and|lmp|edd|edc|adm(?:ission)?|dx|d/c|born|"
    r"due|done|given|taken|home|(?!lasted|need)[a-z]{2,}ed)\s*:?\s*$",
    re.IGNORECASE,
)
"""Before a day that lies far from its note: ``admitted 5/7``."""


_NEAR_MONTH = {
    "7": re.compile(r"[/.-]0?[678][/.-](?:20)?\d\d(?!\d)|\b(?:June?|July?|Aug(?:ust)?)\b", re.IGNORECASE),
    "12": re.compile(
        r"[/.-](?:1[12]|0?1)[/.-](?:20)?\d\d(?!\d)|\b(?:Nov(?:ember)?|Dec(?:ember)?|Jan(?:uary)?)\b|"
        r"(?<![\d/])(?:1[3-9]|[23]\d)/1[12]\b",
        re.IGNORECASE,
    ),
}
"""What in a note without a day makes its figures with a stroke and 7 or 12 days of that month."""
_MOST_MONTHS = 24
"""Months that are still told as such: ``18/12``."""
_FAR = 75
"""Days from which on figures that may be a duration are one, unless a word says that they are a day."""


def is_months(written: str, text: str, at: int, context: FormContext) -> bool:
    """Whether figures are a number of days, weeks or months: ``R/v 3/12``, ``10/7 post op``.

    Near the note's own day they are rather a day, to be on the safe side.
    """
    if not re.fullmatch(r"\d{1,2}/(?:7|12|52)", written):
        return False
    number, unit = (int(x) for x in written.split("/"))
    if unit == 12 and _MOST_MONTHS < number <= 31:
        return False
    before, end = text[max(0, at - 14) : at], at + len(written)
    if is_day(unit, number) and (begins_dated_line(text, at) or is_in_column_of_days(written, text, at)):
        return False
    if not is_day(unit, number) or _SURELY_FOR.search(before) or _SURELY_COUNTED.match(text, end):
        return True
    if unit == _DAYS_OF_WEEK and number in _COURSES and _is_behind_drug(before):
        return True
    lasting = _LASTING.search(text[max(0, at - _SENTENCE) : at])
    if lasting is not None and time_words().side["symptoms"].search(lasting[1]):
        return True
    if context.written_on is not None:
        year = context.written_on.year
        days = [dt.date(y, unit, number) for y in (year - 1, year, year + 1)]
        if min(abs((d - context.written_on).days) for d in days) > _FAR:
            told = written in context.known_days or _TOLD_AS_DAY.search(before)
            return (
                not told or _FOR_DAYS.search(before) is not None or _COUNTED_ON.match(text, end) is not None
            )
    if _NEAR_MONTH[str(unit)].search(text):
        return False
    waits = _FOR_DAYS if unit == 7 else _WAIT
    return bool(waits.search(before) or _COUNTED_ON.match(text, end))


def is_surely_months(written: str, text: str, at: int) -> bool:
    """Whether figures that may be months or weeks are such by the words beside them: ``3/12 history``."""
    number, unit = (int(x) for x in written.split("/"))
    before, end = text[max(0, at - 14) : at], at + len(written)
    told = _SURELY_FOR.search(before) or _SURELY_COUNTED.match(text, end) or _COUNTED_ON.match(text, end)
    return not is_day(unit, number) or told is not None


def may_be_either(written: str, text: str, at: int, context: FormContext) -> bool:
    """Whether figures that detection took for a date and that lie far from such a day may be a number of days
    or months as well, which nothing beside them says: ``TCA 10/7``, ``echo 3/12``."""
    if not re.fullmatch(r"\d{1,2}/(?:7|12)", written) or not is_months(written, text, at, context):
        return False
    waits = _FOR_DAYS if written.endswith("/7") else _WAIT
    return not (is_surely_months(written, text, at) or waits.search(text[max(0, at - 14) : at]))


_DATED_LINE = re.compile(
    r"(?:^|\n)[ \t]*(?:(?:Mon|Tues?|Weds?|Thu(?:rs?)?|Fri|Sat|Sun)[a-z]*\.?[ ])?"
    r"(\d{1,2})[/.](\d{1,2})(?:[/.](?:20)?\d\d)?(?=[ \t:(-])"
)
_FEWEST_DATED = 3


def begins_dated_line(text: str, at: int) -> bool:
    """Whether figures begin a line of a diary, of which at least three lines begin with days, one of them
    later than the twelfth."""
    if text[text.rfind("\n", 0, at) + 1 : at].strip():
        return False
    days = [(int(m[1]), int(m[2])) for m in _DATED_LINE.finditer(text)]
    valid = [d for d in days if is_day(d[1], d[0]) or is_day(d[0], d[1])]
    return (
        len(valid) >= _FEWEST_DATED
        and len(valid) == len(days)
        and any(max(d) > _MONTHS_OF_YEAR for d in valid)
    )


_DAY_CELL = re.compile(r"(?<!\d)\d{1,2}/(\d{1,2})(?:/(?:20)?\d\d)?(?=[ ]{2}|[ ]*[\t|]|[ ]*$)")
_BESIDE_CELL = 3


def is_in_column_of_days(written: str, text: str, at: int) -> bool:
    """Whether figures stand in a table below or above a day of another month."""
    begin = text.rfind("\n", 0, at) + 1
    if not re.match(r"[ ]{2}|[ ]*[\t|\n]|[ ]*$", text[at + len(written) :]) or not re.search(
        r"(?:^|[ ]{2}|[\t|][ ]*)$", text[begin:at]
    ):
        return False
    above = text[:begin].rstrip("\n").rpartition("\n")[2]
    below = text[begin:].partition("\n")[2].partition("\n")[0]
    return any(
        abs(m.start() - (at - begin)) <= _BESIDE_CELL and m[1] != written.partition("/")[2]
        for line in (above, below)
        for m in _DAY_CELL.finditer(line)
    )


_LASTING = re.compile(r"([^.;:\n]{3,40})\b(?:for|x)\s+$", re.IGNORECASE)
"""``vomiting for 3/7``"""
_ROW_NUMBER = re.compile(r"[ ]{2}|[ ]*[\t|]|[ ]\(")
_FIRST_CELL = re.compile(r"[ \t|]*([^\s|](?:[^|\t\n]*?))(?:[ ]{2}|[ ]*[\t|]|[ ]*$)")


def is_row_number(span: Span, text: str) -> bool:
    """Whether a bare number begins a row of a table whose first column counts its rows: ``no``, ``visit``."""
    begin = text.rfind("\n", 0, span.start) + 1
    if not re.fullmatch(r"\d{1,2}", span.text(text).strip()) or text[begin : span.start].strip(" \t|"):
        return False
    if not _ROW_NUMBER.match(text, span.end):
        return False
    for line in reversed(text[:begin].split("\n")[:-1]):
        cell = _FIRST_CELL.match(line)
        if cell is None:
            return False
        if not cell[1][:1].isdecimal():
            return time_words().pairs["row_numbers"].fullmatch(cell[1]) is not None
    return False


_DAYS_OF_WEEK = 7
_COURSES = (3, 5, 7, 10, 14, 21, 28)
"""Days that a course of a drug lasts."""


def _is_behind_drug(before: str) -> bool:
    """Whether the name of a drug stands right before a place: ``amikacin 14/7``."""
    word = re.search(r"(?<!\w)[\w/-]+(?=\s+$)", before)
    return word is not None and time_words().events["treatment"].fullmatch(word.group()) is not None


_MONTHS_OF_YEAR = 12
_CLOCK = re.compile(r"(?:[01]?\d|2[0-3])\.[0-5]\d")
_CLOCK_LINES = re.compile(r"(?:^|\n)[ \t]*(?:[01]?\d|2[0-3])[.:]([0-5]\d)(?:[ \t]*[AP]M)?[ \t]+(?=[A-Za-z2])")


def is_clock(written: str, text: str, at: int) -> bool:
    """Whether figures that begin a line are an hour, as in a chart whose lines begin with hours.

    Lines that may all begin with a day and its month (``12.03``) begin with that.
    """
    begins = not text[text.rfind("\n", 0, at) + 1 : at].strip()
    minutes = [int(x) for x in _CLOCK_LINES.findall(text)]
    hours = len(minutes) > 1 and any(not 1 <= x <= _MONTHS_OF_YEAR for x in minutes)
    return bool(begins and hours and _CLOCK.fullmatch(written.strip()))


_SNELLEN = re.compile(r"6/(?:4|5|6|9|12|18|24|36|60)|20/\d\d")
_EYES = re.compile(r"\b(?:VA|visual|vision|acuity|eyes?|sees|pinhole|ophthal\w*|snellen)\b", re.IGNORECASE)


def is_acuity(written: str, text: str, at: int) -> bool:
    """Whether figures tell how well somebody sees, in a line that speaks of it: ``6/9 both``."""
    line = text[max(0, at - 160, text.rfind("\n", 0, at) + 1) : at + 60].partition("\n")[0]
    return bool(_SNELLEN.fullmatch(written) and _EYES.search(line))


_SHARE = re.compile(r"(\d{1,2})/(\d{1,2})")
_OF_TEN = re.compile(r"[ ]?[x×][ ]?\d")


def is_score(span: Span, text: str) -> bool:
    """Whether figures that detection took for a date are a score or share: ``MRC 3/5``, ``ctx 3/10 x 40s``,
    ``14/14``."""
    m = _SHARE.fullmatch(span.text(text).strip())
    if m is None:
        return False
    before, (part, whole) = text[max(0, span.start - 24) : span.start], (int(m[1]), int(m[2]))
    scored = NOT_A_DATE.search(before) is not None and not re.search(r"\bof\s*$", before)
    same = part == whole and (whole > _MONTHS_OF_YEAR or (whole == _FULL_POWER and before.endswith("(")))
    return scored or same or (part < whole and _OF_TEN.match(text, span.end) is not None)


_FULL_POWER = 5
_FOR = re.compile(r"\b(?:for|in|every|over|after|x|of|next)\s*$", re.IGNORECASE)
ACUITY = re.compile(
    r"\b(?:VA|visual|vision|acuity|pain|scale|score|rated|strength|power|"
    r"out of)\b[^.\n]{0,40}$",
    re.I,
)


def can_only_be_a_day(written: str, text: str, at: int, context: FormContext) -> bool:
    """Whether two numbers with a stroke are more than a share can be: ``11/4``, ``5/17``.

    ``3/7`` may be three days, ``6/18`` an acuity.
    """
    a, b = (int(x) for x in written.split("/"))
    if not (a and b) or a == b or ACUITY.search(text[max(0, at - 60) : at]):
        return False
    if context.day_first:
        # ``18/12`` are months, ``for 13/12`` too.
        in_december = re.search(r"(?<![\d/])\d{1,2}/12/(?:20)?\d\d(?!\d)", text)
        months = b == 12 and (
            (a in (18, 24) and not in_december) or _FOR.search(text[max(0, at - 8) : at]) is not None
        )
        return b < a <= 31 and b <= 12 and not months and written != "24/7"
    return a <= 12 and 12 < b <= 31 and a not in (6, 10)


_PAIR = re.compile(r"(\d{1,2})([/–-])(\d{1,2})")
_TELLS_A_DAY = re.compile(r"\b(?:on|since|until|till|from|by|dated|seen|of)\s+$", re.IGNORECASE)
_BEHIND_ENTRY = re.compile(
    r"(?:^|\n)[ \t]*(?:\d{1,2}[/-]\d{1,2}|[A-Z][a-z]+(?: [A-Z][a-z]+)?)(?: \d{1,2})?,?[ ]+$"
)
_MIXED = re.compile(r"(?<![\d/.])\d{1,2}[ ]$")
"""Before the part of a number that is no whole: ``4 1/2``."""
_LARGEST_PART = 4
_YEARS_AHEAD = 6
"""A month with its year is no further from its note."""


def is_value(written: str, text: str, at: int, context: FormContext) -> bool:
    """Whether two numbers with a stroke or dash are a value: ``2/6 SEM``, ``MIC 1/19 S``, ``EPDS 7/30``,
    ``± 10/7``, ``1/2 a beer``, ``lost 12-11``, ``11-26 3-11``."""
    m = _PAIR.fullmatch(written.strip())
    if m is None:
        return False
    a, b, words = int(m[1]), int(m[3]), time_words().pairs
    if m[2] == "/" and a < b <= _LARGEST_PART and _MIXED.search(text[max(0, at - 4) : at]):
        return True
    before, end = text[max(0, at - _SENTENCE) : at], at + len(written)
    if m[2] == "/" and (
        _is_share(a, b, text, at)
        or (not context.day_first and a > _MONTHS_OF_YEAR and a + b == _DAY_OF_HOURS)
    ):
        return True
    if m[2] != "/":
        behind = words["shifts"].fullmatch(f"{a}-{b}") and _BEHIND_ENTRY.search(before)
        hours = m[2] == "-" and words["open"].search(before)
        return bool(behind or hours or words["before"].search(before) or words["games"].search(before))
    part = a < b <= _LARGEST_PART and words["part_of"].match(text, end)
    if part and not _TELLS_A_DAY.search(before):
        return True
    if words["before"].search(before) or words["after"].match(text, end):
        return True
    may_be_year = b > _MONTHS_OF_YEAR >= a and context.day_first and context.written_on is not None
    if may_be_year and context.written_on and 2000 + b > context.written_on.year + _YEARS_AHEAD:
        return True
    return a <= b and words["sentence"].search(before) is not None


_SENTENCE = 60
_DAY_OF_HOURS = 24
"""``prone 16/8``: hours of a day, where the month stands first and there is no sixteenth."""
_FULL_SCORE = 10
_PICTURED = re.compile(
    r"\b(?:x-?rays?|XR|CTA?|MRI|USS?|scans?|films?|injections?|inj)\s+(?:of\s+)?(?:the\s+)?(?:R|L|right|left)?"
    r"\s*$",
    re.IGNORECASE,
)
"""Before a part of the body whose picture has a day."""


def _is_share(part: int, whole: int, text: str, at: int) -> bool:
    """Whether figures are a grade or share of what their line names before them: a muscle (``L TA 3/5``), a
    root (``L3  2/5  3/5``), a pain (``burning both thighs 4/10``); and not behind a word for a day."""
    if part > whole or whole not in (_FULL_POWER, _FULL_SCORE):
        return False
    line = text[text.rfind("\n", 0, at) + 1 : at]
    words = time_words().pairs
    if _TELLS_A_DAY.search(line):
        return False
    if whole == _FULL_SCORE:
        return words["felt"].search(line) is not None
    graded = words["graded"].search(line)
    # ``XR L hip 3/5``
    return graded is not None and not _PICTURED.search(line[: graded.start()])


COUNTED_OTHERWISE = re.compile(r"\b(?:year|grade|stage|step|week|cycle|class)\s+\d{1,2}$", re.IGNORECASE)


LEVELS = re.compile(r"[CTLS]\d{1,2}(?:\s?[-–/]\s?[CTLS]?\d{1,2})+", re.IGNORECASE)
"""Vertebrae and the discs between them: ``L3/4``, ``T8-L1``."""


COUNTED_UNIT = re.compile(r"\s+(?:day|week|month|cycle|dose|week)\b", re.IGNORECASE)
"""``the 6th day of treatment`` is no day of a month."""


COUNT = re.compile(r"(?:POD|PPD|PND|PBD|HD|DOL|day)\s?#?\d{1,3}", re.IGNORECASE)
"""A counted day that detection took for a name."""


def is_day_word(written: str) -> bool:
    """Whether what was taken for a name is a weekday or a holiday, and nothing else."""
    word = fold(written.strip(" .,;"))
    whole = word in calendar_names() and word.endswith("day")
    return whole or (" " in word and word.replace("’", "'") in all_feast_names()) or word == "nye"


SCHOOL = re.compile(r"(?:(?:in\s+)?Year\s+\d{1,2}|\d\d\s?\+\s?\d)$", re.IGNORECASE)
"""A school year by its number tells an age (``ages``); ``27+4`` are weeks and days of gestation."""
_AMOUNT = re.compile(
    r"[ ]?(?:mg|ml|g|kg|cm|mm|mcg|µg|ug|kcal|cal|calories|units?|IU|pg|ng|U|copies|cells|"
    r"ft|feet|met(?:re|er)s|yards|yds|reps|mins?|minutes|steps|bpm|mmol|µmol|umol|%|°)"
    r"(?![A-Za-z])",
    re.IGNORECASE,
)


def is_amount(span: Span, text: str) -> bool:
    """Whether a number that was taken for a year has a unit: ``ferritin 2011 ng/mL``."""
    written = span.text(text).strip()
    if _RUN_OF_HOURS.fullmatch(written) and _HOURS_BEHIND.match(text, span.end):
        return True
    return written.isdecimal() and bool(_AMOUNT.match(text, span.end))


_RUN_OF_HOURS = re.compile(r"\d{4}(?:\s?[-–]\s?\d{4})?")
_HOURS_BEHIND = re.compile(r"\s?h(?:rs?|ours)?\b", re.IGNORECASE)


_LETTER_D = re.compile(r"(?-i:D)#?\d{1,2}\b", re.IGNORECASE)
_NO_DAY = re.compile(
    r"\b(?:duoden\w*|biops\w+|OGD|EGD|\w*scop\w+|gastrectomy|\w*adenectomy|dissection|resection|receptors?|\w*agonists?|"
    r"vitamin|vit|\w*calci\w*|dextrose|dermatomes?|vertebra\w*|thoracic|spine|spinal|level|IU|dimer|60k)\b",
    re.IGNORECASE,
)
"""What stands near a D that is no day: of the duodenum, a vertebra, a vitamin, an operation, a receptor."""


def is_no_day(m: re.Match[str], text: str) -> bool:
    """Whether what looks like ``D3`` is no day."""
    around = text[max(0, m.start() - 40, text.rfind("\n", 0, m.start()) + 1) : m.end() + 30].partition("\n")[
        0
    ]
    return bool(_LETTER_D.search(m.group()) and _NO_DAY.search(around))


_MAY = re.compile(r"\bmay$")
_DOES = re.compile(r"\s+[a-z]{2,}\b")
_MONTH_BEFORE = re.compile(
    r"\b(?:on|by|since|until|till|from|of|before|after|for)\s+(?:the\s+)?$", re.IGNORECASE
)


def is_verb(text: str, start: int, end: int) -> bool:
    """Whether what was read as a day of May is a number and a verb: ``C4 date 2/12 may slip``."""
    may = _MAY.search(text[start:end]) is not None and _DOES.match(text, end) is not None
    return may and not _MONTH_BEFORE.search(text[max(0, start - 12) : start])


_VALUES = (
    r"(?:k|na|cl|ph|hco3|glucose|bsl|rbs|bm|lact\w*|mg|phos\w*|alb\w*|bili\w*|t|temp|wt|weight|hc|ofc|length|esr|"
    r"ldh|inr|ca|cd|il|ck|hla|gleason|hb|hgb|plts?|wcc|wbc|crp|cr|creat\w*|urea|bun|alt|ast|tsh|score|rom|flexion|"
    r"bpm|rr|hr|fr|gcs|moca|mmse|phq\S*|dose|aged?|ages)"
)
NAMED_VALUE = re.compile(rf"\b{_VALUES}[ :]*$", re.IGNORECASE)
"""The name of a value, before its figures: ``K 4.7``."""
VALUE_BEFORE = re.compile(rf"\b(?:{_VALUES}|from|range|fell|rose|(?:went|gone) up)[ :]*$", re.IGNORECASE)
"""The same, and words of how it went: ``ca 19-9``, ``fell from 22-9``."""
BEHIND_DAY = re.compile(
    r"(?:\b(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*\.?|\d/\d{1,2})[ ]$"
)
"""Before the value of a day: ``19-Oct 2.2``."""
