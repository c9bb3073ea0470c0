from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.domain.document import Document
from chartveil.domain.policy import DateMethod, Policy, ReplacementMode, load_policy
from chartveil.domain.span import Replacement
from chartveil.lexicon.calendar import easter_sunday
from chartveil.release.leak_check import unreplaced_findings
from chartveil.surrogates.context import SurrogateContext
from chartveil.surrogates.dates.formatting import write_date_like
from chartveil.surrogates.dates.parsing import parse_date
from chartveil.surrogates.dates.replacing import shift_days
from chartveil.surrogates.lists import SurrogateLists
from chartveil.surrogates.patient_words import NO_WORDS, KnownWords
from chartveil.surrogates.spoken_numbers import SPOKEN_YEAR, read_spoken_year, write_spoken_year

from .conftest import KEY, Run, parse

CASES = [
    line.replace("\\n", "\n").split("\t")
    for line in (Path(__file__).parent / "cases" / "dates_plus_40.tsv").read_text("utf-8").splitlines()
    if not line.startswith("#")
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_format_is_kept(text: str, expected: str) -> None:
    parsed = parse_date(text)
    assert parsed is not None
    assert write_date_like(parsed, parsed.completed(2019, 3, 15) + dt.timedelta(40)) == expected


@pytest.mark.parametrize(
    "like", ["nineteen forty six", "Two Thousand and One", "NINETEEN HUNDRED FIVE", "x-y"]
)
def test_a_year_in_words_reads_back(like: str) -> None:
    for year in range(1800, 2100):
        written = write_spoken_year(year, like)
        assert re.fullmatch(SPOKEN_YEAR, written, re.IGNORECASE)
        assert read_spoken_year(written) == year


@pytest.mark.parametrize(
    "text", ["323/19", "13/45/2019", "99/99", "3/4/5/6", "abc", "12:30", "00/00/00", "0/5", "June 9-22"]
)
def test_what_is_no_date(text: str) -> None:
    assert parse_date(text) is None


@pytest.mark.parametrize(
    ("text", "year", "month", "day"),
    [
        ("4/5/19", 2019, 4, 5),
        ("25/5/19", 2019, 5, 25),
        ("2019-13-02", 2019, 2, 13),
        ("1.2.2020", 2020, 2, 1),
        ("'98", 1998, None, None),
        ("11/93", 1993, 11, None),
        ("the 9th", None, None, 9),
        ("Easter 2024", 2024, 3, 31),
        ("Thanksgiving 2023", 2023, 11, 23),
        ("Aug 29/22", 2022, 8, 29),
    ],
)
def test_parts(text: str, year: int | None, month: int | None, day: int | None) -> None:
    parsed = parse_date(text)
    assert parsed is not None
    assert (parsed.year, parsed.month, parsed.day) == (year, month, day)


@pytest.mark.parametrize(("year", "month", "day"), [(2000, 4, 23), (2019, 4, 21), (2038, 4, 25)])
def test_easter(year: int, month: int, day: int) -> None:
    assert easter_sunday(year) == dt.date(year, month, day)


@settings(derandomize=True, deadline=None, max_examples=100)
@given(st.dates(dt.date(1930, 1, 1), dt.date(2029, 12, 31)), st.integers(-400, 400))
def test_full_dates_move_by_the_shift_in_every_format(date: dt.date, days: int) -> None:
    month = date.strftime("%m")
    formats = {
        f"{date.month}/{date.day}/{date.year}": r"\d{1,2}/\d{1,2}/\d{4}",
        f"{date.year}-{month}-{date.day:02d}": r"\d{4}-\d\d-\d\d",
        f"{date.year}{month}{date.day:02d}": r"\d{8}",
    }
    for text, shape in formats.items():
        parsed = parse_date(text)
        assert parsed is not None
        new = date + dt.timedelta(days)
        written = write_date_like(parsed, new)
        assert re.fullmatch(shape, written)
        again = parse_date(written)
        assert again is not None
        assert again.completed(1, 1, 1) == new


def _context(lists: SurrogateLists, policy: Policy, patient: str) -> SurrogateContext:
    document, _ = parse("x", patient)
    scope, mode = f"patient:{patient}", ReplacementMode.SURROGATE
    known = KnownWords(KEY, scope, NO_WORDS, ())
    return SurrogateContext(KEY, scope, policy, mode, lists, document, (), known)


@pytest.mark.parametrize("most", [8, 13, 30, 60, 365, 3650])
@pytest.mark.parametrize("weekday", [True, False])
def test_shift_is_within_bounds(lists: SurrogateLists, policy: Policy, most: int, weekday: bool) -> None:
    chosen = replace(policy, date_shift_days=most, keep_weekday=weekday)
    shifts = {shift_days(_context(lists, chosen, f"p{i}")) for i in range(200)}
    assert 0 not in shifts
    assert max(map(abs, shifts)) <= most
    assert len(shifts) >= min(2 * most // (7 if weekday else 1), 200) * 0.6
    assert min(shifts) < 0 < max(shifts)
    if weekday:
        assert all(s % 7 == 0 for s in shifts)


def test_intervals_are_kept_between_dates_and_documents(texts: Run) -> None:
    a, b = texts("Admitted [[DATE|3/1/2019]], discharged [[DATE|March 8, 2019]].")
    (c,) = texts("Seen [[DATE|2019-04-02]].")
    first, second, third = (parse_date(t) for t in (a, b, c))
    assert first
    assert second
    assert third
    days = [p.completed(1, 1, 1).toordinal() for p in (first, second, third)]
    assert days[1] - days[0] == 7
    assert days[2] - days[0] == 32


def test_yearless_dates_take_the_documents_year(texts: Run) -> None:
    full, short, day = texts("On [[DATE|2/28/2020]], then [[DATE|3/1]] and the [[DATE|2nd]].")
    parsed = parse_date(full), parse_date(short)
    assert parsed[0]
    assert parsed[1]
    first = parsed[0].completed(1, 1, 1)
    second = first + dt.timedelta(2)  # 2020 has a 29 February
    assert short == f"{second.month}/{second.day}"
    assert int(re.sub(r"\D", "", day)) == (first + dt.timedelta(3)).day


def test_day_first_documents_are_noticed(texts: Run) -> None:
    unclear, clear = texts("Seen [[DATE|04/05/2019]] and [[DATE|25/05/2019]].")
    a, b = parse_date(unclear, day_first=True), parse_date(clear, day_first=True)
    assert a
    assert b
    assert (b.completed(1, 1, 1) - a.completed(1, 1, 1)).days == 21


def test_weekday_in_the_span_agrees(texts: Run) -> None:
    (made,) = texts("[[DATE|Monday, March 4, 2019]]")
    weekday, rest = made.split(", ", 1)
    parsed = parse_date(rest)
    assert parsed
    assert parsed.completed(1, 1, 1).strftime("%A") == weekday


def test_policy_keeps_weekdays(texts: Run, policy: Policy) -> None:
    (made,) = texts("[[DATE|3/4/2019]]", policy=replace(policy, keep_weekday=True))
    parsed = parse_date(made)
    assert parsed
    assert parsed.completed(1, 1, 1).weekday() == dt.date(2019, 3, 4).weekday()


@pytest.mark.parametrize("patient", ["a", "b", "c", "d", "e", "f"])
def test_months_and_days_alone_change(texts: Run, patient: str) -> None:
    for text in ("March", "the 9th", "3/17", "May 2nd", "Feb 29", "9/2019"):
        (made,) = texts(f"[[DATE|{text}]]", patient=patient)
        assert made != text


def test_birth_dates_do_not_tell_ages_over_89(texts: Run) -> None:
    birth, visit = texts("DOB: [[DATE|04/12/1921]]. Seen [[DATE|03/01/2019]].")
    assert 2018 <= int(visit[-4:]) <= 2020
    assert int(birth[-4:]) == 2019 - 90


def test_ranges_move_together(texts: Run) -> None:
    (made,) = texts("[[DATE|3/4-3/7]]")
    a, b = (parse_date(t) for t in made.split("-"))
    assert a
    assert b
    assert (b.completed(2019, 1, 1) - a.completed(2019, 1, 1)).days % 365 == 3


@pytest.mark.parametrize("text", ["323/19", "13/45/2019", "99/99/99"])
def test_invalid_dates_keep_their_shape(texts: Run, text: str) -> None:
    (made,) = texts(f"[[DATE|{text}]]")
    assert made != text
    assert re.sub(r"\d", "9", made) == re.sub(r"\d", "9", text)


@pytest.mark.parametrize(
    ("written", "year", "month", "day"),
    [
        ("12.III.1948", 1948, 3, 12),
        ("3/IV/52", 1952, 4, 3),
        ("4-XI-25", 2025, 11, 4),
        ("14 II 1951", 1951, 2, 14),
        ("14 I 1951", 1951, 1, 14),
        ("24 xii 21", 2021, 12, 24),
        ("7.vi.2020 10:30", 2020, 6, 7),
        ("XI/2025", 2025, 11, None),
        ("V 2019", 2019, 5, None),
        ("3\\12\\1948", 1948, 3, 12),
        ("3 | 12 | 1948", 1948, 3, 12),
        ("3,12,1948", 1948, 3, 12),
    ],
)
def test_months_in_roman_figures_and_other_signs_are_read_and_kept(written, year, month, day) -> None:
    parsed = parse_date(written, pivot=2030)
    assert parsed is not None
    assert (parsed.year, parsed.month, parsed.day) == (year, month, day)
    assert write_date_like(parsed, parsed.completed(year, month, 15)) == written


def test_dates_in_roman_figures_move_as_the_others_do(texts: Run) -> None:
    made = texts("seen [[DATE|3/12/2019]], [[DATE|12.III.2019]], [[DATE|12 iii 19]]; op [[DATE|III/2019]]")
    parsed = [parse_date(t, pivot=2030) for t in made]
    assert len({(p.year, p.month, p.day) for p in parsed[:3] if p}) == 1
    assert made[3] != "III/2019"


@pytest.mark.parametrize("patient", [f"p{n}" for n in range(12)])
@pytest.mark.parametrize("written", ["FY2025", "AY 2019", "III 12/2019", "rd 2025", "XIII/2025"])
def test_a_date_that_is_not_read_and_has_a_year_alone_stops_no_document(texts: Run, patient, written) -> None:
    assert texts(f"seen [[DATE|3/12/2019]], [[DATE|{written}]]", patient=patient)[1] != written


@pytest.mark.parametrize(
    "boxes",
    [
        "0|3|1|2|1|9|4|8",
        "0 | 3 | 1 | 2 | 1 | 9 | 4 | 8",
        "0\t3\t1\t2\t1\t9\t4\t8",
        "0 3 1 2 1 9 4 8",
        "0][3][1][2][1][9][4][8",
        "0] [3] [1] [2] [1] [9] [4] [8",
        "0|3|/|1|2|/|1|9|4|8",
        "0_|_3_|_1_|_2_|_1_|_9_|_4_|_8",
        "0|3|1|2|4|8",
        "0\t3\t-\t1\t2\t-\t4\t8",
    ],
)
def test_a_date_in_boxes_moves_and_stays_in_its_boxes(texts: Run, boxes: str) -> None:
    plain, made = texts(f"DOB [[DATE|03/12/1948]], DOB [[DATE|{boxes}]]")
    moved = parse_date(plain)
    assert moved is not None
    assert moved.completed(1, 1, 1) != dt.date(1948, 3, 12)
    assert re.sub(r"\d", "", made) == re.sub(r"\d", "", boxes)
    digits = re.sub(r"\D", "", made)
    assert digits == moved.completed(1, 1, 1).strftime("%m%d%Y" if len(digits) == 8 else "%m%d%y")


def test_only_years_stay_under_method_year(texts: Run) -> None:
    policy = replace(load_policy(), dates=DateMethod.YEAR)
    marked = "[[DATE|3/4/2019]] [[DATE|3/4/19]] [[DATE|3/4]] [[DATE|March 2018]] [[DATE|1/2/1920]]"
    assert texts(marked, policy=policy) == ["2019", "2019", "a date", "2018", "a date"]


def test_intervals_count_from_the_first_event(texts: Run) -> None:
    marked = (
        "DOB [[DATE|5/6/1960]]. Admitted [[DATE|3/4/2019]], surgery [[DATE|3/9]], "
        "seen [[DATE|May 2019]] and [[DATE|2021]]; appendectomy [[DATE|1988]]."
    )
    expected = ["a date", "day 0", "day 5", "month 2", "year 2", "year -31"]
    assert texts(marked, policy="case_report") == expected


def test_document_without_patient_avoids_its_own_dates(replaced: Callable[..., object], texts: Run) -> None:
    dates = [dt.date(2019, 1, 1) + dt.timedelta(i * 37) for i in range(9)]
    marked = " ".join(f"[[DATE|{d.isoformat()}]]" for d in dates)
    made = texts(marked, patient=None)
    assert not {d.isoformat() for d in dates} & set(made)


def test_documents_date_gives_the_year(lists: SurrogateLists, policy: Policy) -> None:
    from chartveil.domain.policy import ReplacementMode
    from chartveil.surrogates.engine import SurrogateEngine

    document, spans = parse("Seen [[DATE|2/28]] and [[DATE|3/1]].")
    leap = Document(document.text, document.source, patient_id="p1", date=dt.date(2020, 3, 2))
    first, second = (
        parse_date(r.text)
        for r in SurrogateEngine(KEY, policy, ReplacementMode.SURROGATE, lists).replacements(leap, spans)
    )
    assert first
    assert second
    assert abs((second.completed(2020, 1, 1) - first.completed(2020, 1, 1)).days) == 2


KEYS = [bytes([n]) * 32 for n in range(30)]


@pytest.mark.parametrize(
    ("prose", "iso"),
    [
        (
            "DOB [[DATE|02/20/1948]]. Her birthday is [[DATE|February 20]]. Seen [[DATE|3/4/2019]].",
            "1948-02-20",
        ),
        ("Born on [[DATE|12 Mar 1951]], DOB: [[DATE|1951-03-12]], seen [[DATE|1/1/2020]].", "1951-03-12"),
        (
            "DOB [[DATE|03/01/1956]]; born [[DATE|March 1st]] in a taxi. Visit [[DATE|2021-06-07]].",
            "1956-03-01",
        ),
    ],
)
def test_a_birthday_in_prose_is_the_day_of_the_header(texts: Run, prose: str, iso: str) -> None:
    for key in KEYS:
        header, other, _ = (parse_date(t) for t in texts(prose, key=key))
        assert header
        assert other
        assert (header.month, header.day) == (other.month, other.day)


@pytest.mark.parametrize(
    "marked",
    [
        "Tue [[DATE|14 Feb 2023]]",
        "on Tuesday, [[DATE|2/14/2023]]",
        "[[DATE|2023-02-14]] (Tue)",
        "TUESDAY [[DATE|Feb 14, 2023]]",
    ],
)
def test_a_weekday_beside_a_date_moves_with_it(rewritten: Callable[..., str], marked: str) -> None:
    for key in KEYS[:8]:
        made = rewritten(f"Seen {marked}. Dialysis on Mondays.", key=key)
        weekday = re.search(r"(?i)(?:mon|tue|wed|thu|fri|sat|sun)(?:[a-z]*day)?", made)
        date = parse_date(
            re.sub(
                r"(?i)^seen |\(?\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\)?,?|\bon\b", "", made.split(".")[0]
            ).strip()
        )
        assert weekday
        assert date
        assert f"{date.completed(1, 1, 1):%A}".lower().startswith(weekday[0].lower())
        assert made.endswith("Dialysis on Mondays.")


@pytest.mark.parametrize("sign", ["", ".", ",", ":", ";", " -", ")", "(", " the", " THE"])
@pytest.mark.parametrize("blank", ["", " ", "  ", "\n", "\t"])
def test_the_leak_check_knows_every_weekday_that_moves_with_a_date(
    replaced: Callable[..., list[Replacement]], sign: str, blank: str
) -> None:
    for marked in (
        f"Mon{sign}{blank}[[DATE|11/28/2023]] clean",
        f"[[DATE|11/28/2023]]{sign}{blank}Mon. clean",
    ):
        document, spans = parse(marked)
        for key in KEYS[:4]:
            made = replaced(marked, key=key)
            assert unreplaced_findings(document, spans, made, lambda _: True) == [], marked


@pytest.mark.parametrize("end", ["\n", ".\n", ",\n", ". \n", ".\r\n"])
def test_a_weekday_that_ends_a_line_stays_before_the_date_of_the_next(
    rewritten: Callable[..., str], end: str
) -> None:
    for key in KEYS[:8]:
        made = rewritten(f"To see her Mon{end}[[DATE|11/28/2023]] wound clean", key=key)
        assert made.startswith(f"To see her Mon{end}")


@pytest.mark.parametrize(
    "marked",
    [
        "[[DATE|April]] [[PATIENT|Jones]] is well",
        "Ms. [[DATE|June]] called",
        "[[PATIENT|May Chen]]; [[DATE|May]] slept",
    ],
)
def test_a_month_that_is_a_name_is_no_month(texts: Run, marked: str) -> None:
    months = "january february march april may june july august september october november december".split()
    for key in KEYS[:8]:
        made = " ".join(texts(marked, key=key)).lower().split()
        assert not set(made) & set(months)
