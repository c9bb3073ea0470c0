"""Days, months and years: the numbers and words that stand for them, misread ones too, and holidays."""

from __future__ import annotations

from typing import Final

EARLIEST_YEAR: Final = 1880
LATEST_YEAR: Final = 2059

# Figures as scanners misread them, without regard to case where case does not tell.
_FIGURES: Final = str.maketrans("OoQDlIi|!SsZzBgqG", "00001111155228996")
_DAYS_IN_MONTH: Final = (0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def read_number(text: str) -> int | None:
    """The number that figures, some of them perhaps misread, stand for; None if they stand for none."""
    plain = text.translate(_FIGURES)
    return int(plain) if plain.isdecimal() and plain.isascii() else None


def has_letters(text: str) -> bool:
    """Whether letters stand among the figures."""
    return any(c.isalpha() or c in "|!" for c in text)


def is_year(text: str) -> bool:
    """Whether the figures are a year of a date: two figures, or four within living memory and plans."""
    value = read_number(text)
    if value is None:
        return False
    return len(text) == 2 or (len(text) == 4 and EARLIEST_YEAR <= value <= LATEST_YEAR)


def is_day_month(a: str, b: str) -> bool:
    """Whether the two numbers are month and day, in either order."""
    x, y = read_number(a), read_number(b)
    if x is None or y is None:
        return False
    return is_day(x, y) or is_day(y, x)


def is_day(month: int, day: int) -> bool:
    """Whether the month has such a day."""
    return 1 <= month <= 12 and 1 <= day <= _DAYS_IN_MONTH[month]


# Words and building blocks that the date rules share: months, holidays, numbers in words.


MONTHS: Final = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip

MONTHS_SHORT: Final = ("jan", "feb", "mar", "apr", "jun", "jul", "aug", "sept", "sep", "oct", "nov", "dec")

MONTHS_MISSPELT: Final = (
    "janurary", "janaury", "januray", "febuary", "feburary", "februrary", "febraury", "apirl", "arpil",
    "agust", "augest", "augst", "setember", "septemeber", "septmber", "ocotber", "octobar", "novemeber",
    "novmber", "decemeber", "decmber",
)  # fmt: skip

# Months of the languages that turn up in letters from abroad; with and without accents. Those that are
# English words or names as well (mars, mai, abril is not) count only beside a day or a year.
MONTHS_FOREIGN: Final = (
    # Spanish
    "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "setiembre",
    "octubre", "noviembre", "diciembre",
    # French
    "janvier", "février", "fevrier", "févr", "fév", "mars", "avril", "mai", "juin", "juillet", "août", "aout",
    "septembre", "octobre", "novembre", "décembre", "déc",
    # German
    "januar", "jänner", "februar", "märz", "juni", "juli", "oktober", "dezember", "okt", "dez",
    # Portuguese
    "janeiro", "fevereiro", "março", "maio", "junho", "julho", "setembro", "outubro", "novembro", "dezembro",
    # Italian
    "gennaio", "febbraio", "aprile", "maggio", "giugno", "luglio", "settembre", "ottobre", "dicembre",
)  # fmt: skip

_READ_AS: Final = str.maketrans("i1|0", "lllo")


def _read(word: str) -> str:
    """The word with what a scanner confuses made one: ``Novernber``, ``Apri1`` and ``0ct`` read as meant."""
    return word.lower().translate(_READ_AS).replace("rn", "m")


_READ: Final = frozenset(_read(w) for w in (*MONTHS, *MONTHS_SHORT, *MONTHS_MISSPELT))
_EXACT: Final = frozenset((*MONTHS, *MONTHS_SHORT))
_FOREIGN: Final = frozenset(MONTHS_FOREIGN)


def month_kind(word: str) -> str:
    """What kind of month the word is: ``plain``, ``misread`` (or misspelt), ``foreign``, or nothing."""
    low = word.lower()
    if low in _EXACT:
        return "plain"
    if low in _FOREIGN:
        return "foreign"
    return "misread" if _read(low) in _READ or (low[-1:] in "1|" and _read(low[:-1]) in _READ) else ""


MONTH_LIKE: Final = (
    r"(?:[Jj][AaUuÄä][NnLlIi1|]|[Ff][EeÉé][BbVv]|[Mm][AaÄä][RrYyIiGg]"
    r"|[Aa](?:[Pp][RrIi]|[Uu][Gg]|[Bb][Rr]|[Gg][OoUu]|[Oo][UuÛû]|[Rr][Pp]|[Vv][Rr])|[Ss][Ee][PpTt]"
    r"|[Oo0](?:[CcKkTt][Tt]|[Cc][Oo]|[Uu][Tt])|[Nn][Oo][Vv]|[Dd][EeÉéIi][CcZz]|[Ee][Nn][Ee]"
    r"|[Gg](?:[Ee][Nn]|[Ii][Uu])|[Ll][Uu][Gg])(?:\p{L}|[01|](?=[\p{L} .,;])){0,8}(?!\p{L})"
)
"""What begins as a month does; ``month_kind`` tells whether it is one. A pattern of all months is slower."""

_HOLIDAYS_CALLED_DAY: Final = (
    r"independence|memorial|labou?r|veteran['’]?s['’]?|veterans['’]|president['’]?s['’]?|columbus|"
    r"indigenous[ ]people['’]?s['’]?"
    r"|mlk|luther[ ]king(?:[ ]jr\.?)?|flag|arbor|groundhog|election|boxing|patriot['’]?s['’]?|"
    r"(?:grand)?(?:mother|father|parent)['’]?s['’]?"
    r"|april[ ]fools?['’]?s?['’]?|(?:all[ ])?(?:saint|soul)s?['’]?s?|three[ ]kings|(?:(?:st\.?|"
    r"saint)[ \n])?[a-z]{4,9}['’]s|paddys?|valentines?|fathers|mothers"
    r"|australia|anzac|canada|victoria|waitangi|bastille|remembrance|armistice|youth|heritage|republic|"
    r"christmas|thanksgiving|new[ ]year['’]?s?"
)
HOLIDAY_BEFORE_DAY: Final = rf"\b(?:{_HOLIDAYS_CALLED_DAY})\s{{1,3}}day"
"""What stands before ``Day`` in a holiday, matched from the word ``day`` backwards."""

HOLIDAY: Final = (
    r"(?:[Cc](?i:hrist-?(?:mas|rnas)(?:\s{1,3}eve)?|inco[ ]de[ ]mayo|yber[ ]monday|h?anukk?ah|"
    r"andle(?:-\n?)?(?:mas|rnas)|hinese[ ]new[ ]year|orpus[ ]christi)"
    r"|[Xx](?i:-?mas(?:\s{1,3}eve)?)|[Tt](?i:hanks ?giving(?:\s{1,3}eve)?|hanksgving|welfth[ ]night|ết)|"
    r"[Nn](?i:ew[ ]year['’]?s?(?:\s{1,3}eve)?|ochebuena|avratri|owruz|oël)"
    r"|[Hh](?i:allowe['’]?en|ogmanay|anukk?ah|oli|mong[ ]new[ ]year)|[Ff4](?i:(?:ourth|th)[ ]of[ ]july|"
    r"(?:at)[ ]tues(?:day)?|east[ ]of[ ](?:the[ ]|st\.?[ ])\p{L}+)"
    r"|[Jj](?i:uneteenth)|[Aa](?i:pril[ ]fool['’]?s['’]?|ll[ ](?:saints|souls)['’]?|sh[ ]wed(?:nesday|"
    r"s)?|ction[ ]de[ ]gr[âa]ces?)|[Vv](?i:alentine['’]s)"
    r"|[Ss](?i:(?:t\.?|aint)[ ](?:pat(?:rick|ty)|stephen|joseph|brigid|andrew|george|david|nicholas|"
    r"lucia)['’]s|hrove[ ]tues(?:day)?|uper[ ]?bowl[ ]sunday|ukkot|havuot|ongkran|aint-jean-baptiste|"
    r"angrand)"
    r"|[Ee](?i:aster(?:\s{1,3}(?:sunday|monday|eve))?|id(?:[ ][au]l-(?:fitr|adha))?|piphany)|"
    r"[Gg](?i:ood[ ]friday|uy[ ]fawkes(?:[ ]night)?)|[Bb](?i:lack[ ]friday|ayram|onfire[ ]night|"
    r"urns[ ]night|akrid)"
    r"|[Pp](?i:alm[ ]sunday|entecost|assover|urim)|[Ww](?i:hit[ ](?:sunday|monday)|hitsun(?:tide)?)|"
    r"[Mm](?i:aundy[ ]thursday|ardi[ ]gras|ichaelmas|awlid|atariki)|[Ii](?i:des[ ]of[ ]march)"
    r"|[Rr](?i:osh[ ]hashanah?|amadan)|[Yy](?i:om[ ]kippur)|[Dd](?i:iwali|eepavali|"
    r"[ií]a[ ]de[ ](?:los[ ]muertos|reyes)|ay[ ]of[ ]reconciliation)|[Kk](?i:wanzaa)|"
    r"[Ll](?i:unar[ ]new[ ]year)|[Oo](?i:nam))"
)
"""Days that a name tells, other than by ``Day``. Seasons are left out; Ramadan is in."""

_UNITS: Final = "one|two|three|four|five|six|seven|eight|nine"
_ORDINAL_UNITS: Final = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth"

ORDINAL_WORD: Final = (
    rf"(?:(?:twenty|thirty)[ -]?(?:{_ORDINAL_UNITS})|twentieth|thirtieth|tenth|eleventh|twelfth"
    rf"|(?:thir|four|fif|six|seven|eigh|nine)teenth|{_ORDINAL_UNITS})"
)
"""First to thirty-first in words."""

NUMBER_WORD: Final = (
    rf"(?:(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:[ -]?(?:{_UNITS}))?|ten|eleven|twelve"
    rf"|(?:thir|four|fif|six|seven|eigh|nine)teen|{_UNITS})"
)
"""One to ninety-nine in words."""

NUMBER_PIECE: Final = (
    r"(?:(?:twen|thir|for|fif|six|seven|eigh|nine)t(?:y|ieth)|(?:thir|four|fif|six|seven|eigh|"
    r"nine)teen(?:th)?|ten(?:th)?|eleven(?:th)?"
    r"|twel(?:ve|fth)|one|two|three|four(?:th)?|five|six(?:th)?|seven(?:th)?|eighth?|nine|ninth|first|"
    r"second|third|fifth|hundred|thousand|oh)"
)
"""One word of a number in words, cardinal or ordinal."""
