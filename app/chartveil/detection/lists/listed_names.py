"""Names of people by first names and surnames.

A name list alone says little: nearly every word is somebody's surname. What counts is how a word is written,
what stands beside it, and whether it has another use. Scores and conditions were set on the skeleton
notes; each ``NamePattern`` says how sure it is.
"""

from __future__ import annotations

from dataclasses import dataclass

from chartveil.detection.lists.word_shapes import (
    FUNCTION_WORDS,
    INITIAL,
    LOWER,
    NOT_BEFORE_NAMES,
    PERSON_VERBS,
    TITLE,
    UPPER,
    WordTable,
)
from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.lexicon import word_flags as flags

_NOT_A_PERSON = frozenset(
    """hospital clinic center centre medical memorial street st avenue ave road rd drive dr lane ln blvd
    boulevard court ct place pl way highway hwy parkway county city university college school
    elementary academy church pharmacy drug drugs surgery practice group associates institute
    foundation health healthcare care home homes house manor village park lake river creek hall
    tower towers building wing unit ward terrace hills heights ridge beach island springs falls
    insurance company co inc llc corp ltd bank motors foods farms farm ranch lodge camp airport
    library museum hotel inn mall store market plaza laboratory laboratories lab labs imaging
    radiology pediatrics dental dentistry orthopedics cardiology nursing rehab rehabilitation
    hospice rule rules law act test tests scale scores score procedure syndrome disease sign table
    view views position catheter clamp retractor forceps protocol criteria classification stage
    type""".split()
)
_ROLES = frozenset(("nurse", "doctor"))  # before a comma no surname: School Nurse, Maria
_TITLES = frozenset(
    "mr mrs ms miss mx dr drs doctor nurse sister brother aunt uncle rev pastor prof professor".split()
)


@dataclass(frozen=True, slots=True)
class NamePattern:
    """A way in which listed words make a name.

    Attributes:
        dictionary: the list or lists.
        detail: what made it count, free of document text.
        score: how sure.
    """

    dictionary: str
    detail: str
    score: float


FIRST_LAST = NamePattern("first_names+surnames", "first name and surname", 0.85)
FIRST_UNKNOWN = NamePattern("first_names", "first name before an unknown word", 0.75)
UNKNOWN_LAST = NamePattern("surnames", "surname after an unknown word", 0.6)
LAST_FIRST = NamePattern("first_names+surnames", "surname, first name", 0.85)
INITIAL_LAST = NamePattern("surnames", "surname after an initial", 0.75)
FIRST_ALONE = NamePattern("first_names", "first name alone", 0.6)
SURNAME_ALONE = NamePattern("surnames", "surname alone", 0.5)
AFTER_TITLE = NamePattern("surnames", "after a title", 0.85)


class ListedNameFinder:
    """Finds names in one text.

    Args:
        words: of the text.
        covered: for each word whether it is part of a place or organisation.
    """

    def __init__(self, words: WordTable, covered: list[bool]) -> None:
        self._text = words.text
        self._scan = words.scan
        self._shapes = words.shapes
        self._capitals = words.in_capitals
        self._doubtful = words.doubtful
        self._taken = [a or b for a, b in zip(words.taken, covered, strict=True)]
        self._plain = [self._is_plain_name(i) for i in range(len(covered))]

    def find(self) -> list[Span]:
        """Spans of names in order of the text."""
        found: list[Span] = []
        i, n = 0, len(self._taken)
        while i < n:
            step = 1
            if self._shapes[i] in (TITLE, UPPER, INITIAL) and not self._taken[i]:
                hit = self._last_comma_first(i) or self._first_then_last(i) or self._single_name(i)
                if hit is not None:
                    last, case = hit
                    found.append(self._span(i, last, case))
                    step = last - i + 1
            i += step
        return found

    def _is_plain_name(self, i: int) -> bool:
        """Whether a word is a listed name without any other usual use."""
        bits = self._scan.flags[i]
        return (
            bool(bits & flags.NAME)
            and bits >> flags.ZIPF_SHIFT < 30
            and not bits
            & (
                flags.MEDICAL
                | flags.STATE
                | flags.COUNTRY
                | flags.DEVICE_MAKER
                | flags.COMPANY_WELL_KNOWN
                | flags.NOT_A_NAME
            )
            and len(self._scan.keys[i]) >= 3
        )

    def _next(self, i: int) -> int | None:
        """The word right after word ``i`` on its line, parted by one or two blanks or a hyphen."""
        if i + 1 >= len(self._taken):
            return None
        gap = self._text[self._scan.ranges[i][1] : self._scan.ranges[i + 1][0]]
        if gap in (" ", "  ", "-") or (gap == ". " and self._shapes[i] == INITIAL):
            return i + 1
        return None

    def _nameable(self, i: int, like: str) -> bool:
        """Whether a word could be a part of a name written in the way of ``like``."""
        return self._shapes[i] == like and not self._taken[i] and self._scan.keys[i] not in _NOT_A_PERSON

    def _first_then_last(self, i: int) -> tuple[int, NamePattern] | None:
        """``First Last``, ``First M. Last``, ``F. Last``, ``First Middle Last-Last``."""
        like = self._shapes[i]
        j = self._next(i)
        if j is None or (like == INITIAL and self._text[self._scan.ranges[i][1]] != "."):
            return None
        if like == INITIAL:
            like = self._shapes[j]
            if like != TITLE or not self._nameable(j, like) or not self._plain[j]:
                return None
            return (j, INITIAL_LAST) if self._open_end(j) else None
        if self._text[self._scan.ranges[i][1]] == "-":
            return self._double(i, j)
        middle = j
        if self._shapes[j] == INITIAL:
            after = self._next(j)
            if after is None:
                return None
            j = after
        if not self._nameable(j, like):
            return None
        case = self._pair(i, j, initial=middle != j)
        if case is None:
            return None
        last = self._extend(j, like)
        return (last, case) if self._open_end(last) else None

    def _double(self, i: int, j: int) -> tuple[int, NamePattern] | None:
        """``Okonkwo-Reyes`` in running text."""
        fits = self._shapes[i] == TITLE and self._nameable(j, TITLE) and self._plain[i] and self._plain[j]
        if (
            fits
            and self._inside_sentence(i)
            and not (self._doubtful[i] or self._doubtful[j])
            and self._open_end(j)
        ):
            return j, SURNAME_ALONE
        return None

    def _pair(self, i: int, j: int, *, initial: bool) -> NamePattern | None:
        a, b = self._scan.flags[i], self._scan.flags[j]
        a_plain, b_plain = self._plain[i], self._plain[j]
        loud = self._capitals[i] and self._shapes[i] == UPPER
        if a & flags.FIRST_NAME and b & flags.SURNAME:
            if (
                a_plain
                and b_plain
                and (a & flags.FIRST_NAME_FREQUENT or b & (flags.SURNAME_FREQUENT | flags.SURNAME_USUAL))
            ):
                return FIRST_LAST
            if initial and (a_plain or b_plain):
                return FIRST_LAST
            if loud:
                return None
            if (
                a_plain
                and a & flags.FIRST_NAME_FREQUENT
                and b & (flags.SURNAME_FREQUENT | flags.SURNAME_USUAL)
                and not b & flags.DRUG
            ):
                return FIRST_LAST
            if (
                b_plain
                and a & flags.FIRST_NAME_FREQUENT
                and b & (flags.SURNAME_FREQUENT | flags.SURNAME_USUAL)
            ):
                return FIRST_LAST
        if loud:
            return None
        if (
            a_plain
            and a & flags.FIRST_NAME_FREQUENT
            and (not b or (b & flags.NAME and b_plain))
            and len(self._scan.keys[j]) > 2
        ):
            return FIRST_UNKNOWN
        if (
            not a
            and b_plain
            and b & (flags.SURNAME_FREQUENT | flags.SURNAME_USUAL)
            and len(self._scan.keys[i]) > 2
        ):
            return UNKNOWN_LAST
        return None

    def _extend(self, last: int, like: str) -> int:
        """Takes further parts of the name: a second surname, a hyphenated one."""
        for _ in range(2):
            j = self._next(last)
            if j is None or not self._nameable(j, like):
                break
            hyphen = self._text[self._scan.ranges[last][1]] == "-"
            if not (self._plain[j] or (hyphen and self._scan.flags[j] >> flags.ZIPF_SHIFT < 30)):
                break
            last = j
        return last

    def _open_end(self, last: int) -> bool:
        """False where the next word shows that this is no person: ``Maria Lopez Clinic``."""
        j = self._next(last)
        return j is None or self._shapes[j] == LOWER or self._scan.keys[j] not in _NOT_A_PERSON

    def _last_comma_first(self, i: int) -> tuple[int, NamePattern] | None:
        """``Last, First M.`` in title case or capitals."""
        like = self._shapes[i]
        if like == INITIAL or i + 1 >= len(self._taken) or self._scan.keys[i] in _NOT_A_PERSON | _ROLES:
            return None
        last = i
        while self._text[self._scan.ranges[last][1] : self._scan.ranges[last][1] + 1] == "-":
            following = self._next(last)
            if following is None or self._shapes[following] != like:
                return None
            last = following
        if last + 1 >= len(self._taken):
            return None
        j = last + 1
        gap = self._text[self._scan.ranges[last][1] : self._scan.ranges[j][0]]
        if gap not in (", ", ",") or not self._nameable(j, like):
            return None
        a, b = self._scan.flags[i], self._scan.flags[j]
        if not b & flags.FIRST_NAME or (a and not a & flags.NAME):
            return None
        sure = self._plain[i] + self._plain[j]
        needed = 2 if self._capitals[i] or a & flags.CITY_MAJOR or gap == "," else 1
        if (
            sure < needed
            or (not self._plain[j] and not b & flags.FIRST_NAME_FREQUENT)
            or b & (flags.STATE | flags.COUNTRY)
        ):
            return None
        if not a and not b & flags.FIRST_NAME_FREQUENT:
            return None
        end = j
        after = self._next(j)
        if after is not None and (
            self._shapes[after] == INITIAL or (self._plain[after] and self._nameable(after, like))
        ):
            end = after
        return end, LAST_FIRST

    def _single_name(self, i: int) -> tuple[int, NamePattern] | None:
        """A name by itself in running text."""
        kind = self._shapes[i]
        if kind == INITIAL or self._scan.keys[i] in _NOT_A_PERSON:
            return None
        bits = self._scan.flags[i]
        before = i and self._scan.keys[i - 1]
        if before in _TITLES and self._scan.joined_to_next[i - 1]:
            return (
                (self._extend(i, kind), AFTER_TITLE)
                if bits & flags.NAME and bits >> flags.ZIPF_SHIFT < 50
                else None
            )
        if kind != TITLE or not self._plain[i] or bits & flags.CITY_MAJOR or self._doubtful[i]:
            return None
        j = self._next(i)
        if j is not None and (
            self._shapes[j] in (TITLE, UPPER) or self._text[self._scan.ranges[i][1]] == "-"
        ):
            return None
        if i and self._scan.joined_to_next[i - 1] and self._scan.keys[i - 1] in NOT_BEFORE_NAMES:
            return None
        following = self._scan.keys[i + 1] if j is not None else ""
        person = following in PERSON_VERBS
        free = (j is None and not self._number_follows(i)) or following in FUNCTION_WORDS or person
        inside = self._inside_sentence(i)
        if bits & flags.FIRST_NAME_FREQUENT and (inside or free) and (inside or not bits & flags.CITY):
            return i, FIRST_ALONE
        if inside and free and len(self._scan.keys[i]) >= 4 and not bits & flags.CITY_TOWN:
            return i, SURNAME_ALONE
        return None

    def _number_follows(self, i: int) -> bool:
        """Whether a number stands right after a word (``Morse 45``) or a colon makes it a heading."""
        end = self._scan.ranges[i][1]
        after = self._text[end : end + 3].lstrip(" ")
        return after[:1].isdigit() or after[:1] in (":", "=", "+", "(")

    def _inside_sentence(self, i: int) -> bool:
        """Whether a word in small letters stands right before it."""
        if i == 0 or self._shapes[i - 1] != LOWER:
            return False
        return self._text[self._scan.ranges[i - 1][1] : self._scan.ranges[i][0]] in (" ", ", ")

    def _span(self, first: int, last: int, case: NamePattern) -> Span:
        start, end = self._scan.ranges[first][0], self._scan.ranges[last][1]
        if self._text[end - 2 : end] in ("'s", "’s"):
            end -= 2
        evidence = Evidence(
            EvidenceKind.DICTIONARY, case.dictionary, Label.PATIENT, case.score, detail=case.detail
        )
        return Span(start, end, Label.PATIENT, case.score, (evidence,))
