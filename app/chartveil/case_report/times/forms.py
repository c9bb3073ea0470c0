"""Reads what a match of one of the forms of ``resources/case_report/times.toml`` says."""

from __future__ import annotations

import re

from chartveil.case_report.times.expressions import TimeExpression, TimeKind
from chartveil.case_report.times.lookalikes import NOT_A_DATE, is_acuity, is_no_day
from chartveil.case_report.times.words import MONTH, WEEKDAY, YEAR
from chartveil.domain.tokenized_text import fold
from chartveil.lexicon.calendar import ORDINAL_WORDS, calendar_words, is_day
from chartveil.surrogates.ages import number_from_words
from chartveil.surrogates.dates.parsing import calendar_names, parse_date, read_holiday

_FALL_DOES = re.compile(r"\s+(?:was|occurred|happened|resulted|led|on|at|from)\b", re.IGNORECASE)
_FALLS = re.compile(
    r"\b(?:the|her|his|their|the patient['’]s|a|any|no|since|first|second|each)\s*$", re.IGNORECASE
)
_UNITS = {"d": "day", "w": "week", "m": "month", "y": "year", "f": "week"}
_YEAR_BESIDE = re.compile(
    r"\s+(?:of\s+)?(last|this|next)\s+year\b|\s+last\b(?!\s+(?:week|month|night|visit|seen|\w+ed)\b)",
    re.IGNORECASE,
)
_FRACTION = re.compile(r"\d{1,2}/\d{1,2}")


def read_form(name: str, m: re.Match[str], text: str, *, day_first: bool, pivot: int) -> list[TimeExpression]:
    """What a match says; empty where it says nothing after all."""
    start, end = m.span()
    groups = m.groupdict()
    relation = _relation(groups.get("rel") or groups.get("rel2") or "")
    part = _part_of(groups.get("part"))
    if name == "days":
        return _days(m, pivot)
    if name in ("note day", "treatment") and is_no_day(m, text):
        return []
    if name == "days in figures" and NOT_A_DATE.search(text[max(0, start - 24) : start]):
        return []
    if name == "days in figures":
        return _days_in_figures(m, day_first=day_first)
    if name == "date":
        fraction = re.search(r"(?<![\d/])\d{1,2}/\d{1,2}$", m.group())
        if fraction and is_acuity(fraction.group(), text, start + fraction.start()):
            return []
        if _FRACTION.fullmatch(m.group()) and NOT_A_DATE.search(text[max(0, start - 24) : start]):
            return []
        parsed = parse_date(_without_weekday(m.group()), day_first=day_first, pivot=pivot)
        if parsed is None or not (parsed.month or parsed.year):
            return []
        beside = _YEAR_BESIDE.match(text, end)
        if beside and parsed.year is None:
            end, relation = beside.end(), (beside[1] or "last").lower()
        return [
            TimeExpression(
                start, end, TimeKind.DATE, parsed.year, parsed.month, parsed.day, relation=relation
            )
        ]
    if name == "month":
        return _month(m, relation, part, pivot)
    if name == "season":
        falls = _FALLS.search(text[:start][-20:]) or _FALL_DOES.match(text, end)
        if groups["season"].lower() == "fall" and relation == "last" and falls:
            return []
        year = year_of(groups.get("year"), pivot)
        return [
            TimeExpression(
                start, end, TimeKind.SEASON, year, name=groups["season"].lower(), relation=relation, part=part
            )
        ]
    if name == "holiday":
        holiday = _holiday(groups["holiday"])
        if holiday is None or _EPONYMS.match(text, end) or _IN_NEW_YEAR.search(text[:end][-20:]):
            return []
        year = year_of(groups.get("year"), pivot)
        month = _month_number(groups["bank_month"]) if groups["bank_month"] else None
        part = {"first": "early", "last": "late"}.get(*[(groups["bank_part"] or "").lower()] * 2) or ""
        part = f"{part} {_holiday_tail(groups['when'])}".strip()
        e = TimeExpression(
            start, end, TimeKind.HOLIDAY, year, month, name=holiday, relation=relation, part=part
        )
        return [e]
    if name == "beside holiday":
        return _beside_holiday(m, pivot)
    if name == "weekday nth":
        weekday = weekday_number(groups["weekday"])
        return [TimeExpression(start, end, TimeKind.DATE, day=int(groups["n"]), weekday=weekday)]
    if name == "note day":
        number = int(groups["n"] or groups.get("n2") or 0)
        return [TimeExpression(start, end, TimeKind.NOTE_DAY, number=number)]
    if name == "cycle":
        number = int(groups["n"])
        return [TimeExpression(start, end, TimeKind.TREATMENT_DAY, number=number, name=f"c{groups['cycle']}")]
    if name == "habit":
        days = re.findall(WEEKDAY.replace(r"\b\.?", ""), m.group(), re.IGNORECASE)
        times = len(days) or len(re.findall(r"[A-Z][a-z]?", m.group()))
        other = 0 if re.search(r"other|alternate", m.group(), re.IGNORECASE) else times
        return [TimeExpression(start, end, TimeKind.HABIT, number=other)]
    if name == "weekday":
        return [_weekday(m)]
    if name == "weekday of month":
        nth = {"l": -1, "f": 1, "s": 2, "t": 3}.get(groups["nth"][0].lower(), 0) or int(groups["nth"][0])
        nth = 4 if groups["nth"].lower() == "fourth" else nth
        year, month = year_of(groups["year"], pivot), _month_number(groups["month"])
        weekday = weekday_number(groups["weekday"])
        return [
            TimeExpression(
                start, end, TimeKind.DATE, year, month, unit="weekday", weekday=weekday, number=nth
            )
        ]
    if name == "weekday beside event":
        side = "previous" if groups["side"].lower() in ("before", "preceding") else "following"
        number = weekday_number(groups["weekday"])
        start, end = m.span("weekday")  # ``on day 4 before delivery``
        anchor = groups["anchor"].lower()
        return [
            TimeExpression(
                start, end, TimeKind.WEEKDAY, number=number, unit="event", name=anchor, relation=side
            )
        ]
    if name == "ago short":
        unit = {"7": "day", "52": "week", "12": "month"}[groups["short"]]
        number = int(groups["n"])
        return [TimeExpression(start, end, TimeKind.AGO, number=number, unit=unit, last_year=number)]
    if name == "ago hours":
        number = int(groups["n"]) // 24
        return [TimeExpression(start, end, TimeKind.AGO, number=number, unit="day", last_year=number)]
    if name == "nth of month":
        short = {"u": "last", "p": "next"}.get((groups["short"] or "")[:1].lower(), "this")
        relation = f"{relation or short} month"
        day = _ordinal(re.sub(r"\s", "-", groups["n"] or groups["ord"]))
        return [TimeExpression(start, end, TimeKind.DATE, day=day, relation=relation)]
    if name == "ago":
        return _ago(m)
    if name == "day word":
        return [TimeExpression(start, end, TimeKind.DAY_WORD, number=_word_days(m.group()))]
    if name == "period":
        unit, weeks = (groups["unit"] or groups["unit2"]).lower(), 0
        if groups.get("rel2") or relation == "before last":
            relation, weeks = "last", -1
        elif relation == "after next":
            relation, weeks = "next", 1
        elif unit == "weekend" and (groups["rel"] or "").lower() == "coming":
            weeks = -1
        return [
            TimeExpression(start, end, TimeKind.PERIOD, unit=unit, relation=relation or "last", weeks=weeks)
        ]
    if name == "nth":
        return [TimeExpression(start, end, TimeKind.DATE, day=int(groups["n"]))]
    if name in ("postop", "hospital"):
        kind = TimeKind.POSTOPERATIVE if name == "postop" else TimeKind.HOSPITAL_DAY
        count = groups.get("n") or groups.get("nth") or groups.get("n2") or ""
        event = (groups.get("event") or "").lower()
        if m.group().lower().endswith("of life"):
            event = "birth"
        if groups.get("ord"):
            return [TimeExpression(start, end, kind, number=_ordinal(groups["ord"]), name=event)]
        if groups.get("sign"):
            number = int(count) * (1 if groups["sign"] == "+" else -1)
            return [TimeExpression(start, end, kind, number=number, name="transplant")]
        if event == "dol" or event.endswith("life"):
            event = "birth"
        elif event.startswith(("pbd", "post-burn", "post burn", "postburn")):
            event = "burn"
        elif after := re.match(r"post[\s-]?(transplant|injury|trauma|stroke|arrest|delivery)", event):
            event = after[1]
        elif event.startswith(("pn", "post")):
            event = "partum"
        return [TimeExpression(start, end, kind, number=_number(count), name=event)]
    if name == "treatment":
        number = int(groups["n"] or groups["n2"] or groups["n3"] or groups["n4"])
        return [TimeExpression(start, end, TimeKind.TREATMENT_DAY, number=number, name=_treatment(m))]
    if name == "decade":
        return _decade(m, part)
    if name in ("school", "years"):
        first = int(groups["y"])
        last = int(groups["y2"]) if len(groups["y2"]) == 4 else first // 100 * 100 + int(groups["y2"])
        if not first < last <= first + 60:
            return []
        unit = "school" if name == "school" else "years"
        return [TimeExpression(start, end, TimeKind.YEARS, first, last_year=last, unit=unit)]
    if name == "month in figures":
        return [TimeExpression(start, end, TimeKind.DATE, year_of(groups["yy"], pivot), int(groups["m"]))]
    if name == "quarter":
        digits = re.findall(r"\d+", m.group())
        year, quarter = int(max(digits, key=len)), int(min(digits, key=len))
        return [TimeExpression(start, end, TimeKind.SEASON, year, name=f"q{quarter}")]
    year = year_of(groups.get("short") or groups["y"], pivot)
    return [TimeExpression(start, end, TimeKind.DATE, year, part=part)]


def _month_number(word: str) -> int:
    return calendar_names()[fold(word).rstrip(".")][1]


_WEEK_GONE = re.compile(r"week (?:gone|past|back|last|just gone)|before last|but one")
"""``Monday week gone``, ``Monday before last``: the Monday a week before the last."""


def _weekday(m: re.Match[str]) -> TimeExpression:
    """``last Friday``, ``Tuesday week``, ``the Monday before``: its weekday, relation and weeks further."""
    groups = m.groupdict()
    lead, tail = (" ".join((groups.get(g) or "").lower().split()) for g in ("rel", "rel2"))
    start, end = m.span()
    if lead in ("on", "since", "until", "by"):
        start, lead = m.start("weekday"), ""
    relation, weeks, unit = _relation(lead), 0, ""
    if groups.get("before"):
        weekday, weeks = weekday_number(groups["weekday"]), 1 - _number(groups["before"])
        return TimeExpression(start, end, TimeKind.WEEKDAY, number=weekday, relation="last", weeks=weeks)
    if groups.get("from"):
        weekday, weeks = weekday_number(groups["weekday"]), _number(groups["from"])
        return TimeExpression(start, end, TimeKind.WEEKDAY, number=weekday, relation="next", weeks=weeks)
    if groups.get("ago"):
        number = weekday_number(groups["weekday"])
        count = -_number(groups["ago"])
        return TimeExpression(
            start, end, TimeKind.WEEKDAY, number=number, unit="ago", relation="last", weeks=count
        )
    if lead.startswith(("last week", "next week")):
        relation, unit = lead.split()[0], "week"
    elif lead in ("the", "that", "that same"):
        relation = "that"
    elif lead in ("following", "the following", "the next"):
        relation = "following"
    elif lead in ("previous", "the previous"):
        relation = "previous"
    if tail.endswith("week") and len(tail) > 4 and "ago" not in tail:
        relation, unit = _relation(tail.split()[-2]), "week"
    elif tail == "after next":
        relation, weeks = "next", 1
    elif tail in ("week", "fortnight") or lead == "a week on":
        weeks = 2 if tail == "fortnight" else 1
        relation, weeks = ("last", -weeks) if relation == "last" else ("next", weeks)
    elif "ago" in tail or _WEEK_GONE.match(tail) or lead.startswith("a week"):
        relation, weeks = "last", -1
    elif tail.split()[0:1] in (
        ["before"],
        ["after"],
        ["prior"],
        ["preceding"],
        ["thereafter"],
        ["following"],
    ):
        relation = "previous" if tail.startswith(("before", "pr")) else "following"
    elif tail:
        relation = "next" if tail == "next" else "last"
    number = weekday_number(groups["weekday"])
    return TimeExpression(
        start, end, TimeKind.WEEKDAY, number=number, unit=unit, relation=relation, weeks=weeks
    )


def _holiday(written: str) -> str | None:
    folded = fold(re.sub(r"[\s-]+", " ", written)).replace("’", "'")
    if folded in calendar_words().holidays or not folded.startswith("st"):
        return folded if folded == "bank holiday" else read_holiday(folded)
    return read_holiday(f"{folded} day")  # ``since St Andrew's``


def _holiday_tail(written: str | None) -> str:
    """``weekend`` or ``holiday``, where one of these stands behind a holiday; else nothing."""
    words = (written or "").lower().split()
    if not words or words[0] in ("day", "eve", "dinner", "monday"):
        return ""
    return "weekend" if {"weekend", "w/e", "break"} & set(words) else "holiday"


def _beside_holiday(m: re.Match[str], pivot: int) -> list[TimeExpression]:
    """``the day before Thanksgiving``, ``the Tuesday after Easter``, ``two days after Christmas``."""
    holiday = _holiday(m["holiday"])
    if holiday is None:
        return []
    sign = -1 if m["side"].lower() in ("before", "preceding") else 1
    what = m["what"].lower()
    weekday, number, unit = -1, sign, "day"
    if m["weekday"]:
        weekday = weekday_number(m["weekday"])
    elif what.startswith("week"):
        number, unit = sign * 7, "week"
    elif " " in what:
        number = sign * _number(what.split()[0]) * (7 if "week" in what else 1)
    year = year_of(m["year"], pivot)
    month = _month_number(m["bank_month"]) if m["bank_month"] else None
    return [
        TimeExpression(
            *m.span(),
            TimeKind.HOLIDAY,
            year,
            month,
            number=number,
            unit=unit,
            name=holiday,
            weekday=weekday,
            part=_holiday_tail(m["when"]),
        )
    ]


def _days(m: re.Match[str], pivot: int) -> list[TimeExpression]:
    """``March 3-5, 2019``: its two days."""
    text = m.group()
    month = re.search(MONTH, text, re.IGNORECASE)
    assert month is not None
    number = calendar_names()[fold(month.group()).rstrip(".")][1]
    year_match = re.search(YEAR + r"$", text, re.IGNORECASE)
    year = year_of(year_match.group(), pivot) if year_match else None
    body_end = year_match.start() if year_match else len(text)
    days = [
        d for d in re.finditer(r"\d{1,2}", text[:body_end]) if not month.start() <= d.start() < month.end()
    ]
    if len(days) < 2 or not all(1 <= int(d.group()) <= 31 for d in days):
        return []
    first, last = int(days[0].group()), int(days[-1].group())
    if last <= first and "and" not in text:
        return []
    at = m.start()
    out = []
    for n, d in enumerate(days):
        start = 0 if n == 0 else d.start()
        suffix = re.match(r"st|nd|rd|th", text[d.end() :])
        end = len(text) if n == len(days) - 1 else d.end() + (len(suffix.group()) if suffix else 0)
        out.append(TimeExpression(at + start, at + end, TimeKind.DATE, year, number, int(d.group())))
    return out


def _days_in_figures(m: re.Match[str], *, day_first: bool) -> list[TimeExpression]:
    """``1/3-1/5``: its two days; nothing where they are no days in order, or may be grades of power."""
    out = []
    for which in ("a", "b"):
        day, month = (int(x) for x in m[which].split("/")[:: 1 if day_first else -1])
        if not is_day(month, day):
            return []
        out.append(TimeExpression(*m.span(which), TimeKind.DATE, month=month, day=day))
    (a, b), shares = [(e.month, e.day) for e in out], [m[w].split("/") for w in ("a", "b")]
    may_be_grades = len({of for _, of in shares}) == 1 and all(int(n) <= int(of) <= 10 for n, of in shares)
    return out if a < b and not may_be_grades else []


def _month(m: re.Match[str], relation: str, part: str, pivot: int) -> list[TimeExpression]:
    found = re.search(MONTH, m.group(), re.IGNORECASE)
    assert found is not None
    word = found.group().rstrip(".")
    if word.lower() in ("may", "march", "mar", "dec", "sat") and word.islower() and not relation:
        return []
    number = calendar_names()[fold(word)][1]
    year_match = re.search(YEAR + r"$", m.group())
    year = year_of(year_match.group(), pivot) if year_match else None
    start, end = m.span()
    if m.group().endswith(".") and not year:
        end -= 1
    return [TimeExpression(start, end, TimeKind.DATE, year, number, relation=relation, part=part)]


_PARTS_OF_DAY = ("nights", "mornings", "evenings", "afternoons")


def _ago(m: re.Match[str]) -> list[TimeExpression]:
    groups = m.groupdict()
    number = _number(m["n"])
    written = (groups["unit"] or groups["unit2"]).lower()
    unit = "day" if written in _PARTS_OF_DAY else _UNITS[written[0]]
    if written.startswith("fortnight"):
        number *= 2
    last = _number(groups["n2"]) if groups.get("n2") else number
    about = groups.get("about") or m["n"].lower() in ("a couple of", "a few")
    part = "exact" if groups.get("exact") else "about" if about else ""
    return [
        TimeExpression(
            *m.span(), TimeKind.AGO, number=number, unit=unit, last_year=max(last, number), part=part
        )
    ]


def _treatment(m: re.Match[str]) -> str:
    return str(m["event"] or m["event2"] or m["event3"] or m["event4"]).lower()


def _decade(m: re.Match[str], part: str) -> list[TimeExpression]:
    if m["d"]:
        first = int(m["d"])
    elif m["d2"]:
        first = 1900 + int(m["d2"]) if int(m["d2"]) >= 30 else 2000 + int(m["d2"])
    else:
        word = m["dw"].lower().removeprefix("nineteen").strip(" -")
        # ``in her eighties`` is an age.
        if not m.group().lower().startswith("the") or number_from_words(word) is None:
            return []
        first = 1900 + (number_from_words(word) or 0)
    return [TimeExpression(*m.span(), TimeKind.YEARS, first, last_year=first + 9, unit="years", part=part)]


def _word_days(text: str) -> int:
    plain = re.sub(r"\s+", " ", text.lower())
    if "before yesterday" in plain or plain.endswith("before last"):
        return -2
    if "after tomorrow" in plain:
        return 2
    word = re.search(r"today|tomorrow", plain)
    days = {"today": 0, "tomorrow": 1}[word.group()] if word else -1
    weeks = 2 if re.search(r"fortnight|two weeks|2/52", plain) else int("week" in plain)
    further = 7 * weeks
    return days + (further if days >= 0 else -further)


# ``Christmas disease``, ``Christmas tree pattern``: no holiday.
_IN_NEW_YEAR = re.compile(r"\b(?:in|early in|into) the new year$", re.IGNORECASE)
"""Some time from January on, and no day."""
_EPONYMS = re.compile(r"\s*(?:disease|factor|tree|pattern|lights?|eye|rose|cactus)\b", re.IGNORECASE)


def _without_weekday(text: str) -> str:
    return re.sub(rf"^{WEEKDAY},?\s+(?:the\s+)?", "", text, flags=re.IGNORECASE)


def _relation(word: str) -> str:
    plain = " ".join(word.lower().split())
    if plain in ("that year", "the same year"):
        return "that"
    if plain in ("the next year", "the following year", "after", "following"):
        return "following"
    if plain in ("last year", "next year", "before last", "after next"):
        return plain
    if plain in ("last", "past", "the past", "this past", "previous"):
        return "last"
    if plain in ("next", "this coming", "coming", "the coming"):
        return "next"
    return "this" if plain.startswith("this") else ""


def _part_of(word: str | None) -> str:
    plain = (word or "").lower().replace("the ", "")
    if plain in ("early", "beginning of", "start of", "beginning", "start"):
        return "early"
    if plain in ("late", "end of", "end"):
        return "late"
    if " half" in plain:
        return f"half {plain.split()[0]}"
    if " week" in plain:
        return f"week {plain.split()[0]}"
    return "mid" if plain in ("mid", "middle of", "middle") else ""


def year_of(text: str | None, pivot: int) -> int | None:
    if not text:
        return None
    digits = re.sub(r"\D", "", text)
    if len(digits) == 4:
        return int(digits)
    year = pivot // 100 * 100 + int(digits)
    return year if year < pivot else year - 100


def _ordinal(text: str) -> int:
    digits = re.match(r"\d+", text)
    return int(digits.group()) if digits else ORDINAL_WORDS.index(text.lower()) + 1


def _number(text: str) -> int:
    plain = text.lower().strip()
    if plain.isdecimal():
        return int(plain)
    if plain in ("a", "an", "one"):
        return 1
    if plain == "a couple of":
        return 2
    if plain == "a few":
        return 3
    return number_from_words(plain) or 0


def weekday_number(text: str) -> int:
    word = re.search(r"[A-Za-z]{3,}", text)
    assert word is not None
    return calendar_names()[fold(word.group())][1]
