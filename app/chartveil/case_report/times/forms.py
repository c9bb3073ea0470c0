"""Parses matches of the forms in ``resources/case_report/times.toml``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from chartveil.case_report.times.day_lists import (
    day_in_words,
    days_alone,
    days_in_figures,
    days_in_short,
    days_of_columns,
    days_of_list,
    days_of_night,
    run_of_dates,
    run_of_months,
)
from chartveil.case_report.times.expressions import DAY_ZERO, FormContext, TimeExpression, TimeKind
from chartveil.case_report.times.lookalikes import (
    NOT_A_DATE,
    VALUE_BEFORE,
    can_only_be_a_day,
    is_acuity,
    is_months,
    is_no_day,
    is_value,
    is_verb,
)
from chartveil.case_report.times.number_words import (
    month_number,
    number_of,
    ordinal_number,
    weekday_number,
    year_of,
)
from chartveil.case_report.times.sides import Side, side_of
from chartveil.case_report.times.weekday_forms import (
    EPONYMS,
    IN_NEW_YEAR,
    THE_FOURTH,
    holiday_named,
    holiday_tail,
    is_common_word,
    part_named,
    read_beside_holiday,
    read_weekday,
    relation_of,
    told_relation,
)
from chartveil.case_report.times.words import MONTH, WEEKDAY, YEAR, time_words
from chartveil.domain.tokenized_text import fold
from chartveil.lexicon.calendar import ORDINAL_WORDS, calendar_words, is_day
from chartveil.surrogates.dates.parsing import ROMAN_MONTHS, calendar_names, parse_date
from chartveil.surrogates.spoken_numbers import number_from_words

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
_DAY_BEFORE = re.compile(r"(?<![\w/.:#-])(?<!#[ ])(?:[0-2]?\d|3[01])(?:st|nd|rd|th)?[ ]$", re.IGNORECASE)
"""Before a month that goes with the day before it, where the day stands first."""
_YEARS_TO_COME = 6
"""A run of years ends no later after its note."""
_PAIR = re.compile(r"-(\d{1,2})\b")
_TOLD = ("month", "season", "holiday")
"""Kinds of forms that may be told from the time before them."""


def read_form(name: str, m: re.Match[str], context: FormContext) -> list[TimeExpression]:
    """The expressions that a match stands for; none where it is no time after all."""
    if name in _READERS:
        return _READERS[name](m, context)
    text, day_first, pivot = context.text, context.day_first, context.pivot
    start, end = m.span()
    groups = m.groupdict()
    written = groups.get("rel") or groups.get("rel2") or ""
    relation = told_relation(written) if name in _TOLD else relation_of(written)
    part = part_named(groups.get("part"))
    if name in ("note day", "loose day", "treatment") and is_no_day(m, text):
        return []
    if name == "date":
        fraction = re.search(r"(?<![\d/])\d{1,2}/\d{1,2}$", m.group())
        if fraction and _is_no_day_of_month(fraction.group(), start + fraction.start(), context):
            return []
        if _FRACTION.fullmatch(m.group()) and NOT_A_DATE.search(text[max(0, start - 24) : start]):
            of = text[:start].lower().endswith(" of ") and can_only_be_a_day(m.group(), text, start, context)
            if not of:  # ``the swab of 30/10``
                return []
        if day_first and text[start].isalpha() and _DAY_BEFORE.search(text[max(0, start - 6) : start]):
            return []  # ``on 5 Oct 12 staples out``
        if is_verb(text, start, end):
            return []
        parsed = parse_date(_plain_date(m.group()), day_first=day_first, pivot=pivot)
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
        if (groups["season"] or "").lower() == "fall" and relation == "last" and falls:
            return []
        season = groups["season"] or groups.get("season2") or ""
        year = year_of(groups.get("year"), pivot)
        last = groups.get("year2")
        if last and year is not None and int(last) != (year + 1) % 100:
            return []
        e = TimeExpression(start, end, TimeKind.SEASON, year, name=season.lower())
        return [replace(e, relation=relation, part=part, last_year=(year or 0) + 1 if last else 0)]
    if name == "holiday":
        holiday = holiday_named(groups["holiday"] or groups["holiday2"])
        if (
            holiday is None
            or (holiday in time_words().common_words and is_common_word(m, text))
            or (holiday == "fourth of july" and day_first)
            or EPONYMS.match(text, end)
            or IN_NEW_YEAR.search(text[:end][-20:])
        ):
            return []
        year = year_of(groups.get("year"), pivot)
        month = month_number(groups["bank_month"]) if groups["bank_month"] else None
        part = {"first": "early", "last": "late"}.get(*[(groups["bank_part"] or "").lower()] * 2) or ""
        part = f"{part} {holiday_tail(groups['when'])}".strip()
        eve = (groups["when"] or "").strip().lower() == "eve"
        e = TimeExpression(
            start, end, TimeKind.HOLIDAY, year, month, name=holiday, relation=relation, part=part
        )
        return [replace(e, number=-1, unit="day") if eve else e]
    if name == "beside holiday":
        return [] if day_first and m["holiday"].lower() in THE_FOURTH else read_beside_holiday(m, pivot)
    if name == "weekday nth":
        weekday = weekday_number(groups["weekday"])
        return [TimeExpression(start, end, TimeKind.DATE, day=int(groups["n"]), weekday=weekday)]
    if name == "loose day" and (run := _PAIR.match(text, end)) and int(run[1]) <= int(groups["n"]):
        return []  # ``last covered day 12-12``
    if name in ("note day", "loose day"):
        number = number_of(groups["n"] or groups.get("n2") or "0")
        part = "loose" if name == "loose day" else ""
        return [TimeExpression(start, end, TimeKind.NOTE_DAY, number=number, part=part)]
    if name == "cycle":
        number, cycle = int(groups["n"] or groups["n2"]), groups["cycle"] or groups["cycle2"]
        return [TimeExpression(start, end, TimeKind.TREATMENT_DAY, number=number, name=f"c{cycle}")]
    if name == "habit":
        days = re.findall(WEEKDAY.replace(r"\b\.?", ""), m.group(), re.IGNORECASE)
        times = len(days) or len(re.findall(r"[A-Z][a-z]?", m.group()))
        other = 0 if re.search(r"other|alternate", m.group(), re.IGNORECASE) else times
        return [TimeExpression(start, end, TimeKind.HABIT, number=other)]
    if name == "weekday":
        return [read_weekday(m)]
    if name == "weekday of month":
        nth = {"l": -1, "f": 1, "s": 2, "t": 3}.get(groups["nth"][0].lower(), 0) or int(groups["nth"][0])
        nth = 4 if groups["nth"].lower() == "fourth" else nth
        year, month = year_of(groups["year"], pivot), month_number(groups["month"])
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
        day = ordinal_number(re.sub(r"\s", "-", groups["n"] or groups["ord"]))
        return [TimeExpression(start, end, TimeKind.DATE, day=day, relation=relation)]
    if name == "ago":
        return _ago(m)
    if name == "day word":
        return [TimeExpression(start, end, TimeKind.DAY_WORD, number=_word_days(m.group()))]
    if name == "period":
        unit, weeks = (groups["unit"] or groups["unit2"]).lower(), 0
        unit = "weekend" if unit.replace("-", "") in ("wkend", "weekend") else unit
        if relation == "this" and not part and unit != "weekend":
            return []  # ``this week`` leads to no calendar
        of_the = text[:start].lower().endswith("the ") and (groups["rel"] or "").lower() in ("last", "past")
        if of_the and re.match(r"\s+of\b", text[end:]):
            return []  # ``the last week of treatment``
        if (of_the or (groups["rel"] or "").lower() == "past") and unit != "weekend" and not part:
            relation = "until now"
        if (groups["rel"] or "").lower() in ("after", "following"):
            relation = "after"
        if (groups["rel"] or "").lower() == "the":
            relation = "the"
        if groups.get("rel2") or relation == "before last":
            relation, weeks = "last", -1
        elif relation == "after next":
            relation, weeks = "next", int(unit != "weekend")
        elif unit == "weekend" and (groups["rel"] or "").lower() == "coming":
            weeks = -1
        return [
            TimeExpression(
                start, end, TimeKind.PERIOD, unit=unit, relation=relation or "last", weeks=weeks, part=part
            )
        ]
    if name in ("postop", "hospital"):
        kind = TimeKind.POSTOPERATIVE if name == "postop" else TimeKind.HOSPITAL_DAY
        count = groups.get("n") or groups.get("nth") or groups.get("n2") or ""
        event = (groups.get("event") or "").lower()
        if m.group().lower().endswith(("of life", "of age")):
            event = "birth"
        if groups.get("ord"):
            return [TimeExpression(start, end, kind, number=ordinal_number(groups["ord"]), name=event)]
        if "sign" in groups:
            number = int(count) * (1 if groups["sign"] in ("+", None) else -1)
            return [TimeExpression(start, end, kind, number=number, name=DAY_ZERO)]
        if event.startswith("dol") or event.endswith("life"):
            event = "birth"
        elif event.startswith(("pbd", "post-burn", "post burn", "postburn")):
            event = "burn"
        elif after := re.match(r"post[\s-]?(transplant|injury|trauma|stroke|arrest|delivery)", event):
            event = after[1]
        elif event.startswith(("pn", "post")):
            event = "partum"
        return [TimeExpression(start, end, kind, number=number_of(count), name=event)]
    if name == "treatment":
        number = int(groups["n"] or groups["n2"] or groups["n3"] or groups["n4"])
        return [TimeExpression(start, end, TimeKind.TREATMENT_DAY, number=number, name=_treatment(m))]
    if name == "decade":
        return _decade(m, part)
    if name in ("school", "years"):
        first = int(groups["y"])
        last = int(groups["y2"]) if len(groups["y2"]) == 4 else first // 100 * 100 + int(groups["y2"])
        is_one_season = "/" not in m.group() or last == first + 1
        if not (first < last <= first + 60 and is_one_season):
            return []
        if context.written_on is not None and last > context.written_on.year + _YEARS_TO_COME:
            return []  # ``generator late, 2010-2040``: hours
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


def _month(m: re.Match[str], relation: str, part: str, pivot: int) -> list[TimeExpression]:
    found = re.search(MONTH, m.group(), re.IGNORECASE)
    assert found is not None
    word = found.group().rstrip(".")
    if word.lower() in ("may", "march", "mar", "dec", "sat") and word.islower() and relation in ("", "that"):
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
    number = number_of(m["n"])
    written = (groups["unit"] or groups["unit2"]).lower()
    unit = "day" if written in _PARTS_OF_DAY else _UNITS[written[0]]
    if written.startswith("fortnight"):
        number *= 2
    last = number_of(groups["n2"]) if groups.get("n2") else number
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
    return days + (further if days >= 0 and "ago" not in plain.split() else -further)


_RUN_TOGETHER = re.compile(r"(\d{1,2})([A-Za-z]{3})(\d{2,4})")
_ROMAN_MONTH = re.compile(r"(\d{1,2})[/.]([ivx]+)[/.](\d{2,4})")
_ORDINAL_LAST = re.compile(
    rf"({MONTH})\s+(?:the\s+)?([a-z-]+(?:[ ](?:first|second|third))?)\b", re.IGNORECASE
)


def _plain_date(text: str) -> str:
    """A date without its weekday, its parts as dates usually have them: ``05JUN2019``, ``14/v/19``,
    ``June fifth``."""
    text = re.sub(rf"^{WEEKDAY},?\s+(?:the\s+)?", "", text, flags=re.IGNORECASE)
    if m := _RUN_TOGETHER.fullmatch(text):
        return " ".join(m.groups())
    if (m := _ROMAN_MONTH.fullmatch(text)) and m[2] in ROMAN_MONTHS:
        return f"{m[1]} {calendar_words().months['en'][ROMAN_MONTHS.index(m[2])]} {m[3]}"
    m = _ORDINAL_LAST.match(text)
    if m and (word := re.sub(r"\s", "-", m[2].lower())) in ORDINAL_WORDS:
        return f"{m[1]} {ordinal_number(word)}{text[m.end() :]}"
    return text


def _same_time(m: re.Match[str], context: FormContext) -> list[TimeExpression]:
    """``this time last week`` is its day, ``this time last year`` some weeks."""
    del context
    unit, is_last = m["unit"].lower(), m["rel"].lower() == "last"
    if unit == "week":
        return [TimeExpression(*m.span(), TimeKind.DAY_WORD, number=-7 if is_last else 7)]
    if not is_last:
        return []
    months = 12 if unit == "year" else 1
    return [TimeExpression(*m.span(), TimeKind.AGO, number=months, unit="month", last_year=months)]


def _run_of_figures(m: re.Match[str], context: FormContext) -> list[TimeExpression]:
    """``10/5/19-12/5/19``: its two days; empty where they are none."""
    out = []
    for which in ("a", "b"):
        day = parse_date(m[which], day_first=context.day_first, pivot=context.pivot)
        if day is None or not day.is_full:
            return []
        out.append(TimeExpression(*m.span(which), TimeKind.DATE, day.year, day.month, day.day))
    return out


def _years_of_columns(m: re.Match[str], context: FormContext) -> list[TimeExpression]:
    """``2016   2017   2018``: each of the years."""
    del context
    at = m.start("row")
    return [
        TimeExpression(at + y.start(), at + y.end(), TimeKind.DATE, int(y.group()))
        for y in re.finditer(r"\d{4}", m["row"])
    ]


def _month_and_year(m: re.Match[str], context: FormContext) -> list[TimeExpression]:
    """``08-2018``, ``2018-08``; empty for what may be a run of years (``2010-12``)."""
    del context
    year, month = int(m["y"] or m["y2"]), int(m["m"] or m["m2"])
    if m["y2"] and month > year % 100:
        return []
    return [TimeExpression(*m.span(), TimeKind.DATE, year, month)]


def _month_weekend(m: re.Match[str], context: FormContext) -> list[TimeExpression]:
    """``the May long weekend``: the days of it, or its Monday."""
    part, year = "" if m["monday"] else "weekend", year_of(m["year"], context.pivot)
    month = month_number(m["month"])
    return [TimeExpression(*m.span(), TimeKind.HOLIDAY, year, month, name="bank holiday", part=part)]


def _is_no_day_of_month(written: str, at: int, context: FormContext) -> bool:
    """Whether figures are an acuity, or a number of days, weeks or months (``since 3/52``)."""
    if is_acuity(written, context.text, at) or is_value(written, context.text, at, context):
        return True
    if written.endswith("/52"):
        return True
    return context.day_first and is_months(written, context.text, at, context)


def _counted_run(m: re.Match[str], context: FormContext) -> list[TimeExpression]:
    """``days 3-5 post-op``: its first and last day, each with what belongs to it."""
    del context
    kind, event = TimeKind.POSTOPERATIVE, "birth" if m["life"] else ""
    if m["stay"]:
        kind = TimeKind.HOSPITAL_DAY
    first, last = re.finditer(r"\d+", m["run"])
    if int(first.group()) >= int(last.group()):
        return []
    at = m.start("run")
    return [
        TimeExpression(m.start(), at + first.end(), kind, number=int(first.group()), name=event),
        TimeExpression(at + last.start(), m.end(), kind, number=int(last.group()), name=event),
    ]


def _day_and_month(m: re.Match[str], context: FormContext) -> list[TimeExpression]:
    """``22-9`` where notes write the day first; empty behind a value."""
    day, month = int(m["d"]), int(m["m"])
    if not context.day_first or not is_day(month, day):
        return []
    if VALUE_BEFORE.search(context.text[max(0, m.start() - 14) : m.start()]):
        return []
    return [TimeExpression(*m.span(), TimeKind.DATE, month=month, day=day)]


_NTHS = {"f": 1, "s": 2, "t": 3, "l": -1}
_WEEKS_OF_FEASTS = {"holy": -7, "passion": -14, "easter": 0, "whit": 49}
"""Days from Easter to the Sunday that begins a week of that name."""


def _day_of_week(m: re.Match[str], context: FormContext) -> list[TimeExpression]:
    """``the Tuesday of Holy Week``: told from Easter."""
    after = (weekday_number(m["weekday"]) + 1) % 7
    number = _WEEKS_OF_FEASTS[m["week"].split()[0].lower()] + after
    year = year_of(m["year"], context.pivot)
    return [TimeExpression(*m.span(), TimeKind.HOLIDAY, year, number=number, unit="day", name="easter")]


def _weekday_of_a_week(m: re.Match[str], context: FormContext) -> list[TimeExpression]:
    """``Fri of wk 5``: a weekday of a week that is counted from what is not told."""
    del context
    number = weekday_number(m["weekday"])
    return [TimeExpression(*m.span(), TimeKind.WEEKDAY, number=number, unit="event", name="week")]


_SUNDAYS_FROM = {"advent": ("advent sunday", 0), "lent": ("ash wednesday", 4), "easter": ("easter", 0)}
"""The feast that the Sundays of a season are told from, and the days from it to the first."""


def _sunday_of_season(m: re.Match[str], context: FormContext) -> list[TimeExpression]:
    """``3rd Sun of Advent``: told from the first of them, those after Easter from Easter."""
    nth = m["nth"].lower()
    number = int(nth[0]) if nth[0].isdecimal() else ordinal_number(nth)
    name, days = _SUNDAYS_FROM[m["season"].lower()]
    after_easter = re.search(r"\bafter\b", m.group(), re.IGNORECASE) is not None
    days += 7 * (number - (0 if after_easter else 1))
    year = year_of(m["year"], context.pivot)
    kind, unit = TimeKind.HOLIDAY, "day" if days else ""
    return [TimeExpression(*m.span(), kind, year, number=days, unit=unit, name=name)]


def _weekend_of_month(m: re.Match[str], context: FormContext) -> list[TimeExpression]:
    """``the first weekend in February``: its two days."""
    nth = m["nth"].lower()
    number = int(nth[0]) if nth[0].isdecimal() else 4 if nth == "fourth" else _NTHS[nth[0]]
    year, month = year_of(m["year"], context.pivot), month_number(m["month"])
    return [TimeExpression(*m.span(), TimeKind.DATE, year, month, unit="weekend", number=number)]


def _beside_stretch(m: re.Match[str], context: FormContext) -> list[TimeExpression]:
    """``the Monday after half-term``, ``the week before the Easter holidays``."""
    del context
    sign = -1 if m["side"].lower() in ("before", "preceding") else 1
    what = m["what"].lower()
    weekday = weekday_number(m["weekday"]) if m["weekday"] else -1
    unit = "day" if m["weekday"] or what == "day" else what
    name = " ".join(m["season"].lower().split())
    return [TimeExpression(*m.span(), TimeKind.SEASON, name=name, number=sign, unit=unit, weekday=weekday)]


def _once(m: re.Match[str], context: FormContext) -> list[TimeExpression]:
    """``the Coronation``: its day."""
    del context
    year, month, day = time_words().once[" ".join(m["once"].lower().replace("’", "'").split())]
    return [TimeExpression(*m.span(), TimeKind.DATE, year, month, day)]


_SHORT_UNITS = {"7": "days", "52": "weeks"}


def _ahead(m: re.Match[str], context: FormContext) -> list[TimeExpression]:
    """``in 2 weeks``, ``10 days from now``; empty where no order, plan or verb says that it lies ahead."""
    groups = m.groupdict()
    unit = groups.get("unit") or _SHORT_UNITS[groups["short"]]
    number, last = number_of(m["n"]), number_of(m["n2"]) if groups.get("n2") else 0
    if unit.lower().startswith("h"):
        number, last, unit = number // 24, last // 24, "days"
    if not number or side_of(context.text, *m.span()) is not Side.FUTURE:
        return []
    about = groups.get("about") or m["n"].lower() in ("a couple of", "a few")
    weeks = 2 if unit.lower().startswith("fortnight") else 1
    return [
        TimeExpression(
            *m.span(),
            TimeKind.AGO,
            number=number * weeks,
            unit=_UNITS[unit[0].lower()],
            last_year=max(number * weeks, last),
            relation="ahead",
            part="about" if about else "",
        )
    ]


_READERS: Mapping[str, Callable[[re.Match[str], FormContext], list[TimeExpression]]] = {
    "ahead": _ahead,
    "days": days_of_list,
    "columns": days_of_columns,
    "days in short": days_in_short,
    "days in figures": days_in_figures,
    "run of dates": run_of_dates,
    "day and month": _day_and_month,
    "day of week": _day_of_week,
    "sunday of season": _sunday_of_season,
    "weekday of a week": _weekday_of_a_week,
    "once": _once,
    "weekend of month": _weekend_of_month,
    "beside stretch": _beside_stretch,
    "months": run_of_months,
    "night": days_of_night,
    "nth": days_alone,
    "nth word": day_in_words,
    "run of figures": _run_of_figures,
    "counted run": _counted_run,
    "years of columns": _years_of_columns,
    "month and year": _month_and_year,
    "month weekend": _month_weekend,
    "same time": _same_time,
}
"""Kinds of forms that are read by a function of their own."""
