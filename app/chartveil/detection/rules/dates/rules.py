"""Rules for dates: any part of a calendar date that names a day, a month or a year.

The mark covers the date alone: weekday and time of day stay outside, both ends of a range are marks of
their own. Scores say how sure a shape is by itself; where one shape serves dates and scores alike, a
check looks at the surroundings and the vetoes of ``rules.vetoes`` have the last word.
"""

from __future__ import annotations

from typing import Final

import regex

from chartveil.detection.rules.dates import numeric_checks, word_checks
from chartveil.detection.rules.engine import Prefilter, Rule
from chartveil.detection.rules.prefilters.dates import PREFILTERS, VETO_PREFILTERS
from chartveil.detection.rules.prefilters.match_starts import with_prefilters
from chartveil.detection.rules.vetoes import DATE_VETOES
from chartveil.domain.labels import Label
from chartveil.lexicon.calendar import (
    HOLIDAY,
    HOLIDAY_BEFORE_DAY,
    MONTH_LIKE,
    NUMBER_PIECE,
    NUMBER_WORD,
    ORDINAL_WORD,
)

_I: Final = regex.IGNORECASE
_X: Final = "[0-9OoQlIi|SZzB]"  # a figure, perhaps misread
_SEP: Final = r"[ \t]?[/.\-–][ \t]?"
_GAP: Final = r"[ \t]{0,2}(?:\r?\n[ \t]{0,2})?"  # nothing, blanks, or one line end
_CLOCK: Final = r"(?=[0-2]\d:?[0-5]\d)"
_DIGITS: Final = "0123456789"

_RULES_IN_FIGURES: Final = (
    Rule(
        "DATE-NUMERIC",
        Label.DATE,
        rf"(?<!\d|\d[./,:]|(?<!\p{{L}})\p{{L}})(?P<a>\d{{1,2}})(?P<s>{_SEP})(?P<b>\d{{1,2}})(?P=s)"
        r"(?P<y>(?:18|19|20)\d\d(?!\d(?!\d:))|\d\d)"
        rf"(?:(?!\d|/\d|[.,]\d)(?!(?P=s)\d)|{_CLOCK})",
        0.98,
        "day, month and year in figures: 3/17/2021, 17.3.21, 03-17-21",
        check=numeric_checks.check_full_date,
        required_characters="/.-–",
    ),
    Rule(
        "DATE-ISO",
        Label.DATE,
        r"(?<![\p{L}\d]|\d[.,])(?P<y>(?:18|19|20|2O|l9|"
        rf"I9){_X}{{2}})(?P<s>{_SEP})(?P<m>{_X}{{1,2}})(?P=s)(?P<d>[0-3OlI]?{_X})"
        rf"(?:(?=[Tt]{_X}{{2}})|(?![\p{{L}}\d]|[./\-]\d)|{_CLOCK})",
        0.99,
        "year, month, day: 2019-03-04, 2021.03.17",
        source="ISO 8601",
        check=numeric_checks.check_iso_date,
        required_characters="/.-–",
    ),
    Rule(
        "DATE-STAMP",
        Label.DATE,
        r"(?<![\p{L}\d]|\d[.,\-/])(?P<DATE>(?P<y>(?:18|19|20)\d\d)(?P<m>0[1-9]|1[0-2])(?P<d>0[1-9]|"
        r"[12]\d|3[01])"
        r"(?P<t>(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?)?)(?=[Tt][0-2]\d|[-+]\d{4}(?!\d)|(?![\p{L}\d\-]))",
        0.9,
        "year, month and day run together, as in HL7: 20190304, 201903040812",
        source="HL7 v2 DT, DTM; ISO 8601 basic format",
        check=numeric_checks.check_date_stamp,
        required_characters=_DIGITS,
    ),
    Rule(
        "DATE-SIX-FIGURES",
        Label.DATE,
        r"(?<![\p{L}\d]|\d[.,\-/])(?P<DATE>(?P<a>[0-3]\d)(?P<s>[ ]?)(?P<b>[0-3]\d)(?P=s)(?P<y>(?:(?:19|"
        r"20)\d\d|\d\d)))(?![\p{L}\d]|[./\-]\d)",
        0.75,
        "six or eight figures beside a cue: DOB 041719, DOB 08 22 70, RUN=08311998",
        check=numeric_checks.check_short_stamp,
        required_characters=_DIGITS,
    ),
    Rule(
        "DATE-MONTH-DAY",
        Label.DATE,
        r"(?<!\d|\d[./,:]|(?<!\p{L})\p{L})(?<![+=][ ]?|/|[<>±])(?P<a>\d{1,2})/(?P<b>\d{1,2})(?![\d%\"°]|"
        r"[./]\d|/[\p{L}\-]|-\d+\s?(?:in|mm)|[+])",
        0.6,
        "month and day in figures: 3/17",
        check=numeric_checks.check_month_day,
        required_characters="/",
    ),
    Rule(
        "DATE-MONTH-DASH-DAY",
        Label.DATE,
        r"(?<![\p{L}\d]|\d[./,:\-]|[+=/\-])(?P<a>\d{1,2})-(?P<b>\d{1,2})(?![\p{L}\d%\"]|[./:\-]\d)",
        0.6,
        "month and day with a hyphen where the place or a cue says date: 11-29 06:52",
        check=numeric_checks.check_month_dash_day,
        required_characters="-",
    ),
    Rule(
        "DATE-RANGE-END",
        Label.DATE,
        r"(?<![\d.\p{L}]|/)\d{1,2}/\d{1,2}[ ]?[-–][ ]?(?P<DATE>\d{1,2})(?![\p{L}\d%/\"]|[.:,]\d)",
        0.55,
        "the last day of a range within a month: 5/2-3",
        check=numeric_checks.check_range_end,
        required_characters="/",
    ),
    Rule(
        "DATE-MONTH-YEAR",
        Label.DATE,
        rf"(?<![\p{{L}}\d]|\d[./,:\-])(?:(?P<m>[O\d]?\d)[ ]?[/\-][ ]?(?P<y>(?:19|20|2O|l9){_X}{{2}}|[3-9]\d)"
        rf"|(?P<y>(?:19|20)\d\d)[/\-](?P<m>0[1-9]|1[0-2]))(?![\d\p{{L}}%]|[./\-]\d)",
        0.8,
        "month and year: 08/2023, 11/93, 2010-03",
        check=numeric_checks.check_month_year,
        required_characters="/-",
    ),
    Rule(
        "DATE-DAY-MONTH-DOT",
        Label.DATE,
        r"(?<![\p{L}\d]|\d[./,:\-]|[.$=<>])(?P<DATE>(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|"
        r"1[0-2])\.)(?=\s|[:;,)\]]|$)",
        0.6,
        "day and month with two dots, as in German: 22.11.",
        check=numeric_checks.check_dotted_day_month,
        required_characters=".",
    ),
    Rule(
        "DATE-YEAR",
        Label.DATE,
        r"(?<!\d|\d[.,:/\-–]|[/$#]|(?<!\p{L}\p{Ll}\p{Ll})\p{L})(?:[1lI]9[\dOoliIsSzZB]{2}|"
        r"[2Z][0O][0-4OoliIZ][\dOoliIsSzZB])(?=s?(?![\p{L}\d]|[:/]\d|[.,]\d|-\d{3}|-\p{Ll})|(?:at|of|in|"
        r"and)\b)s?(?!\d)",
        0.8,
        "a year by itself where the words around it speak for one: since 2014",
        check=numeric_checks.check_bare_year,
        required_characters=_DIGITS,
    ),
    Rule(
        "DATE-YEAR-SHIFTED",
        Label.DATE,
        r"(?<![\p{L}\d]|\d[.,:/\-–]|[/$#])(?:20[5-9]\d|21[0-2]\d)(?![\p{L}\d%]|[:/.,\-]\d|"
        r"[ ]?(?:mg|mcg|ml|units?|kcal|cal|hrs?|h)\b)",
        0.6,
        "a year to come by itself, where the note's whole dates lie as far ahead: IMI 2064",
        source="i2b2 2014 and MIMIC shift dates so",
        check=numeric_checks.check_shifted_year,
        required_characters=_DIGITS,
    ),
    Rule(
        "DATE-SCHOOL-YEAR",
        Label.DATE,
        r"(?<![\p{L}\d]|\d[./,:\-])(?P<y>(?:19|20)(?P<c>\d\d))[ ]?[-–/][ ]?(?:(?:19|20)\d\d|"
        r"\d\d)(?![\p{L}\d]|[./\-]\d)",
        0.8,
        "two years with a dash: 2031-32, 1998-2004",
        check=numeric_checks.check_year_range,
        required_characters="-–/",
    ),
    Rule(
        "DATE-SHORT-YEAR",
        Label.DATE,
        r"(?<![\p{L}\d'’]|\d[ ])['’`][0-9OlI][0-9OlISZ](?![\p{L}\d])",
        0.75,
        "a year in two figures behind an apostrophe: '98",
        check=numeric_checks.check_short_year,
        required_characters="'’`",
    ),
)

_RULES_MISREAD: Final = (
    Rule(
        "DATE-MISREAD",
        Label.DATE,
        rf"\b(?P<a>{_X}{{1,2}})(?P<s>{_SEP})(?P<b>{_X}{{1,2}})(?P=s)(?P<y>{_X}{{4}}|{_X}{{2}})"
        r"(?![\p{L}\d]|[./\-]\d)",
        0.55,
        "a date in figures as a scanner misreads it: O7/23/l966",
        check=numeric_checks.check_misread_date,
        required_characters="/.-–",
    ),
    Rule(
        "DATE-MISREAD-SHORT",
        Label.DATE,
        rf"\b(?<![./\-])(?P<a>{_X}{{1,2}})(?P<s>[/\-])(?P<b>{_X}{{1,2}})(?![\p{{L}}\d]|[./\-][\dOl])",
        0.5,
        "month and day as a scanner misreads them: 9/l4",
        check=numeric_checks.check_misread_month_day,
        required_characters="/-",
    ),
    Rule(
        "DATE-SLIP",
        Label.DATE,
        r"(?<![\p{L}\d]|\d[./\-])(?:\d{1,2}/{1,2}\d{1,2}/{1,2}(?:(?:19|20)\d\d|\d\d)|\d{3,4}/(?:(?:19|"
        r"20)\d\d|\d\d)"
        r"|\d{1,2}/\d{3}/\d{2}|\d{1,2}/\d{1,2}/(?:20|19)\d|\d{1,2}/\d{3,4}|"
        r"\d{1,2}[/.\-]\d{1,2}[/.\-](?:19|20)\d\d)"
        r"(?![\p{L}\d]|[./\-]\d)",
        0.4,
        "a date in figures with a slip of the keys: 323/19, 3//17/19",
        check=numeric_checks.check_mistyped_date,
        required_characters="/.-",
    ),
)

_YEAR4: Final = r"(?:(?!18[0-5]\d)[12lIZ][890OQ][\dOoliISZ]{2})(?!\d)"
_ORD: Final = r"(?:st|nd|rd|th|ST|ND|RD|TH)"

_RULES_WITH_WORDS: Final = (
    Rule(
        "DATE-MONTH-FIRST",
        Label.DATE,
        rf"(?<![\p{{L}}\d])(?P<mon>{MONTH_LIKE})\.?"
        rf"(?:{_GAP}(?:(?i:the)[ ]|[-/,]{_GAP})?(?P<d>[0-3OolI]?{_X}(?!\d|[.:]\d|,\d{{3}}(?!\d)|"
        rf"{_X}(?!\p{{L}})))(?P<ord>{_ORD})?(?!\p{{L}}|/\d\d?/)"
        rf"(?:(?:{_GAP}[,.]{_GAP}|{_GAP}[/\-]|{_GAP}(?:(?i:of)[ ])?)(?:(?P<y>{_YEAR4})|"
        r"(?<=[,/\-][ ]?)['’]?(?P<y>\d\d)(?![\d:]|,\d|[ ]?\p{L}|[.]\d)|['’](?P<y>\d\d)))?"
        rf"|{_GAP}(?:(?i:of)[ ]?|,|[-/]|['’])?{_GAP}(?:(?P<y>{_YEAR4})|(?<=['’/\-])(?P<y>\d\d)(?!\d))|"
        r"[ ](?P<y>[6-9]\d)(?![\d%]|[.:,]\d|[ ]?\p{Ll}))",
        0.97,
        "month first: November 5, 2019; Nov 5th; Nov 2019; Jan '09",
        check=word_checks.check_month_first,
    ),
    Rule(
        "DATE-MONTH-GLUED",
        Label.DATE,
        r"(?<=\p{Ll})(?P<mon>(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|"
        r"Dec)\p{Ll}*)(?!\p{L})\.?(?:[ ]?[0-3]?\d(?!\d|:))?(?:,?[ ]?(?:19|20)\d\d(?!\d))?",
        0.6,
        "a month without a blank before it: mammogramFeb 12",
        check=word_checks.check_named_month,
    ),
    Rule(
        "DATE-MONTH-GLUED-SMALL",
        Label.DATE,
        r"(?<=(?<!\p{L})(?:in|since|until|till|of|last|from|by))(?:january|february|march|april|june|july|"
        r"august|september|october|november|december)(?!\p{L})",
        0.8,
        "a month in small letters without a blank before it: died inmarch",
        prefilter=Prefilter(any_of=("march", "april", "june", "july", "august", "ber", "uary")),
    ),
    Rule(
        "DATE-MONTH-DAY-RANGE",
        Label.DATE,
        rf"(?<![\d.,:/\-])(?P<d>\d{{1,2}})(?:{_ORD})?(?:,\s(?P<DATE>\d{{1,2}})){{0,4}}(?:,?[ ]?(?:[-–]|to|"
        rf"through|and|&)\s?)(?P<DATE>\d{{1,2}}(?:{_ORD})?)"
        r"(?:,?[ ](?P<DATE>(?:19|20)\d\d))?(?![\p{L}\d]|[:/.\-]\d|,\d\d\d|[ ](?:am|pm|mg|days|weeks|"
        r"patients))",
        0.8,
        "the further days of a range or list: June 9-22",
        check=word_checks.check_day_range,
        required_characters=_DIGITS,
    ),
    Rule(
        "DATE-DAY-FIRST",
        Label.DATE,
        rf"\b(?<![/:.\-])(?P<d>[0-3OlI]?[\dOlISZ])(?P<ord>{_ORD})?"
        rf"(?:[ ]?[-/][ ]?|[.]|{_GAP}(?:(?i:day[ ]of|of|de)[ ]|,[ ]?)?)(?P<mon>{MONTH_LIKE})\.?"
        rf"(?:(?:[ ]?[-/][ ]?|[ ]?[,.]?{_GAP}(?:(?i:of|del?)[ ])?)(?P<y>{_YEAR4})|(?:[-/]|[ ]?['’]|"
        r"(?<=\d\p{L}{3})|[ ])(?P<y>[\dOl]{2})(?![\d:]|,\d|[.]\d|[ ]?\p{L}|[ ]?[%/]))?",
        0.97,
        "day first: 5 November 2019, 03-Mar-19, 11NOV2018, 12th of May",
        check=word_checks.check_day_first,
        required_characters=_DIGITS,
    ),
    Rule(
        "DATE-YEAR-MONTH-NAME",
        Label.DATE,
        rf"(?<![\p{{L}}\d])(?:19|20)\d\d(?P<s>[-/. ])(?P<mon>{MONTH_LIKE})(?:(?P=s)[0-3]?\d(?!\d))?",
        0.95,
        "year, month by name, day: 1984/Apr/27",
        check=word_checks.check_named_month,
        required_characters=_DIGITS,
    ),
    Rule(
        "DATE-MONTH",
        Label.DATE,
        rf"(?<![\p{{L}}\d])(?P<mon>{MONTH_LIKE})(?:\.|[ ](?i:(?:the[ ]|of[ ])?(?P<n>{NUMBER_PIECE})"
        rf"(?:,?[ \-](?:and[ ])?{NUMBER_PIECE}){{0,6}})(?!\p{{L}}))?(?![’'](?!s))",
        0.85,
        "a month by itself or with numbers in words: since November, march eleventh nineteen fifty",
        check=word_checks.check_month,
    ),
    Rule(
        "DATE-IN-WORDS-DAY-FIRST",
        Label.DATE,
        rf"(?i:[ ]of)[ ](?P<mon>{MONTH_LIKE})(?:,?(?i:(?:[ \-](?:and[ ])?{NUMBER_PIECE}){{2,6}})(?!\p{{L}}))?"
        rf"(?<=\b(?P<DATE>(?i:{ORDINAL_WORD}(?:[ ]day)?[ ]of)[ ][^\n]{{3,60}}))",
        0.85,
        "a date in words, day first: the sixteenth of September",
        check=word_checks.check_named_month,
    ),
    Rule(
        "DATE-YEAR-IN-WORDS",
        Label.DATE,
        r"(?i:nineteen|two[ -]thousand)(?<=(?:in|since|of|from|until|year)[ ](?i:nineteen|"
        rf"two[ -]thousand))(?:[ -](?i:(?:and[ ]|hundred[ ]|oh?[ ])?{NUMBER_WORD}))"
        r"(?!\p{L}|[ ](?:dollars|units|milli|people|miles|feet|steps|years|days))",
        0.6,
        "a year in words: in two thousand and nine",
    ),
    Rule(
        "DATE-ORDINAL",
        Label.DATE,
        r"(?<![\p{L}\d./\-])(?:(?:[Tt]he|THE)[ ]{0,2}[ \n])?"
        rf"(?P<d>[1-3lI]?[\dlOI])(?P<ord>{_ORD})(?![\p{{L}}\d])",
        0.7,
        "a day of the month by its number: the 9th",
        check=word_checks.check_ordinal_day,
        required_characters=_DIGITS,
    ),
    Rule(
        "DATE-ORDINAL-WORD",
        Label.DATE,
        r"(?<=\b(?:on|until|till?|by|since|(?:sun|mon|tues|wednes|thurs|fri|"
        rf"satur)day)[ ])the[ ]{ORDINAL_WORD}(?![\p{{L}}\-])"
        r"|(?<=\b(?:on|until|till?|by|since|before|after|over)[ ])the[ ](?-i:Fourth)(?![\p{L}\-])",
        0.5,
        "a day of the month in words: on the sixteenth",
        flags=_I,
        check=word_checks.check_ordinal_words,
    ),
    Rule(
        "DATE-HOLIDAY",
        Label.DATE,
        rf"\b(?P<DATE>{HOLIDAY})(?!\p{{L}})(?:[ ](?:of[ ])?(?P<DATE>(?:19|20)\d\d)(?!\d))?",
        0.9,
        "a holiday that names a day: Christmas Eve",
        check=word_checks.check_holiday,
    ),
    Rule(
        "DATE-HOLIDAY-DAY",
        Label.DATE,
        rf"(?<=\s)day(?!\p{{L}})(?<=(?P<DATE>{HOLIDAY_BEFORE_DAY}))(?:[ ](?:of[ ])?(?P<DATE>(?:19|"
        r"20)\d\d)(?!\d))?",
        0.9,
        "a holiday called a day: Labor Day",
        flags=_I,
        check=word_checks.check_holiday,
    ),
)

RULES: Final = with_prefilters(_RULES_IN_FIGURES + _RULES_MISREAD + _RULES_WITH_WORDS, PREFILTERS)
VETOES: Final = with_prefilters(DATE_VETOES, VETO_PREFILTERS)
