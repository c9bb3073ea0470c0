"""Reads a name forwards from a cue, or backwards from letters after it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import regex

from chartveil.detection.rules.words import people as words

Range = tuple[int, int]

# A word of a name: capital first, apostrophes and hyphens inside, digits where OCR misread a letter.
_WORD = (
    r"(?:\p{Lu}|[01](?=\p{Ll}{2}))(?:[\p{L}\p{M}]|['’`ʻ](?=\p{L})(?![sS](?!\p{L}))|[0-9](?=\p{L}))*+"
    r"(?:-(?:\p{L})(?:[\p{L}\p{M}]|['’](?=\p{L})(?![sS](?!\p{L}))|[0-9](?=\p{L}))*+)*"
)
_NICK = (
    r"(?:\(?[\"“”][\p{L}\p{M}'’.\- ]{1,24}[\"”“]\)?|['‘]\p{Lu}[\p{L}\p{M}]{1,15}(?: "
    r"\p{Lu}\p{L}{1,15})?['’](?!\p{L})"
    r"|\(\p{Lu}\p{Ll}{2,12}\)(?=\s+\p{Lu}\p{Ll}))"
)
_PART = regex.compile(
    rf"(?P<nick>{_NICK})"
    r"|(?P<suffix>(?:Jr|JR|Sr|SR|Jnr|Snr)\b\.?|(?:III|II|IV)(?![\p{L}\d]))"
    r"|(?P<abbr>(?:Ma|Wm|Chas|Thos|Geo|Jos|Jas|St|Ste|Fco|Alex|ST)\.(?=\s?\p{Lu}))"
    r"|(?P<init>\p{Lu}(?:\.|(?![\p{L}\p{M}\d'’`\-/&+.])))"
    rf"|(?P<word>{_WORD})"
    r"|(?P<particle>(?:\p{Ll}['’]?[\p{Ll}]{0,5}\.?[ ’'\-]){1,3}(?=[\p{Lu}]))",
    regex.VERSION1,
)
_LOWER = regex.compile(r"[\p{Ll}][\p{L}\p{M}]*+(?:['’]\p{L}{2,})?(?:-\p{Ll}+)*+", regex.VERSION1)
_LOWER_INIT = regex.compile(r"\p{Ll}\. ?", regex.VERSION1)
_CREDENTIAL = regex.compile(rf"(?:{words.CREDENTIALS})(?![\p{{L}}\p{{M}}\d'’])", regex.VERSION1)
# No credential begins otherwise. Most parts of names do, and the alternation above takes long to say so.
_LIKE_CREDENTIAL = re.compile(r"[A-Z](?![a-z])|Ph|Ps|Ed|Au|Es|Sp|Dr|Sc")
_BETWEEN_CREDENTIALS = regex.compile(r"[ \t]*,?[ \t]*", regex.VERSION1)
_SPLIT = regex.compile(r"[ \t]?,[ ]{0,2}|[ \t]?,[ \t]*\r?\n[ \t]*", regex.VERSION1)
_CLOSED = regex.compile(
    r"[ \t]*(?:[,;:()\[\]/|\r\n\t]|\.(?!\p{L})|$| {2}|[-–—]{1,2} |['’][sS]\b)", regex.VERSION1
)
_GOES_ON = regex.compile(r" (?:AT|OF|FROM|IN|ON|FOR|AND|WITH|WHO|TO|BY|IS|WAS|HAS|WILL)\b", regex.VERSION1)
_TITLE = regex.compile(r"(\(?\p{L}[\p{L}\-]*\.?\)?)[ \t]*(?=[\p{Lu}\"“(\p{Ll}])", regex.VERSION1)
_WRAP = regex.compile(
    r"[ \t]?\r?\n[ \t]?(?=\p{Lu}\p{Ll})(?!\p{L}+(?:[ ]\p{L}+){0,2}:|\p{L}{2}[ ]\d)", regex.VERSION1
)
_WRAPPED_LINE = 40

STOP_WORDS = words.COMMON_WORDS
ALL_STOP_WORDS = words.COMMON_WORDS | words.CALENDAR_WORDS | words.SPECIALTY_WORDS | words.CLINICAL_WORDS
# Words of the tables that are surnames too: taken before credentials or the end of a phrase.
_MONTH_NAMES = frozenset("april may june august summer".split())
_SURNAMES_TOO = frozenset(
    "case hand lung head bone heart pain stone page price day may hope church foot back love".split()
)

# After a title nearly any word with a capital is a name: Dr. Young, Mrs. Rice, Dr. Friday.
_ALSO_NAMES = frozenset("pain head case judge coach pastor priest chief brother price bone".split())
STOP_WORDS_AFTER_TITLE = (words.SPECIALTY_WORDS - _ALSO_NAMES) | frozenset(
    "on of and or in the name to for date time signature office note notes phone fax at is was a an by "
    "from if who with visit appointment appt number no not".split()
)


@dataclass(frozen=True, slots=True)
class ReadingStyle:
    """How a name is read after a cue of one kind.

    Attributes:
        first: words that cannot begin a name here when written with a first capital only.
        lower: how many words in small letters may make a name; 0 for none.
        comma: whether ``LAST, FIRST M.`` is read as one name.
        most: largest number of parts.
        run: whether several words in capitals make a name without a sign after them that ends it.
    """

    first: frozenset[str] = ALL_STOP_WORDS
    lower: int = 0
    comma: bool = False
    most: int = 5
    run: bool = True


def fold_part(part: str) -> str:
    """A part of a name as the tables hold it."""
    return part.lower().replace("’", "'").rstrip(".")


def is_stop_word(part: str, table: frozenset[str]) -> bool:
    """Whether the part, or all that its hyphens join, is in the table."""
    folded = fold_part(part)
    return folded in table or ("-" in folded and all(p in table for p in folded.split("-")))


def skip_titles(text: str, at: int) -> int:
    """Where the name begins after titles that stand before it."""
    while m := _TITLE.match(text, at):
        if m[1].lower().strip("()") not in words.TITLES or (m.end() == m.end(1) and not m[1].endswith(".")):
            break
        at = m.end()
    return at


def end_of_credentials(text: str, at: int) -> int:
    """The end of the credentials that follow, or ``at`` where none do."""
    while m := _credential(text, _BETWEEN_CREDENTIALS.match(text, at).end()):
        at = m.end()
    return at


def is_credential(letters: str) -> bool:
    """Whether these are the letters of a profession, whole."""
    return _LIKE_CREDENTIAL.match(letters) is not None and _CREDENTIAL.fullmatch(letters) is not None


def _credential(text: str, at: int) -> Any:
    """The match of a credential at ``at``, or None."""
    return _CREDENTIAL.match(text, at) if _LIKE_CREDENTIAL.match(text, at) else None


def read_name(text: str, at: int, style: ReadingStyle) -> Range | None:
    """The name that begins at ``at``, titles left out; None where none does."""
    at = skip_titles(text, at)
    m = _PART.match(text, at)
    if m is None or m.lastgroup == "suffix":
        return _read_lower(text, at, style.lower) if style.lower else None
    return _Reader(text, style).read(at, m)


def _read_lower(text: str, at: int, most: int) -> Range | None:
    start = at
    while m := _LOWER_INIT.match(text, at):
        at = m.end()
    end = at
    for n in range(most):
        m = _LOWER.match(text, at)
        if (
            m is None
            or is_stop_word(m[0], ALL_STOP_WORDS)
            or (len(m[0]) < 3 and m[0] not in words.NAME_PARTICLES)
        ):
            break
        end = m.end()
        if not text.startswith(" ", end) or n + 1 == most:
            break
        at = end + 1
    if end <= start or not text[start:end].strip(" .") or text[end : end + 1].isdigit():
        return None
    return (start, end) if text[start:end][-1].isalpha() and end - start > 2 else None


class _Reader:
    """State of reading one name."""

    def __init__(self, text: str, style: ReadingStyle) -> None:
        self.text = text
        self.style = style
        self.kinds: list[str] = []
        self.ends: list[int] = []
        self.split = 0
        """Number of parts before the comma of ``LAST, FIRST``; 0 without one."""

    def read(self, at: int, m: Any) -> Range | None:
        start = at
        while m is not None and len(self.ends) < self.style.most and self._takes(m):
            self.kinds.append(m.lastgroup)
            self.ends.append(m.end())
            at = self._next(m)
            if at < 0:
                break
            m = _PART.match(self.text, at)
        return self._finish(start)

    def _takes(self, m: Any) -> bool:
        kind, part = m.lastgroup, m[0]
        if kind == "particle":
            tokens = regex.split(r"[ '’\-]+", part.strip())
            return all(fold_part(t) in words.NAME_PARTICLES for t in tokens if t)
        if kind == "nick":
            return not (part.strip('("“”')[:1].islower() and part.count(" ") > 1)  # "high fever under gas"
        if kind == "abbr":
            return True
        if kind == "suffix":
            return bool(self.kinds)
        if kind == "init":
            # A lone letter at the start needs more after it; a credential (M.D.) is no pair of initials.
            return not self.kinds or not _credential(self.text, m.start()) or len(part) == 1
        if self.kinds and _credential(self.text, m.start()):
            return False
        capitals = part.isupper() and len(part) > 1
        if self.text[m.end() : m.end() + 1].isdigit() and any(c.isdigit() for c in part):
            return False  # G2P0202
        if capitals and fold_part(part) in words.CLINICAL_ABBREVIATIONS and not self._all_capitals(m.start()):
            return False
        first = not any(k == "word" for k in self.kinds)
        stops = self.style.first if first and not capitals else ALL_STOP_WORDS
        if self.split and len(self.kinds) == self.split:
            stops = ALL_STOP_WORDS - _MONTH_NAMES
        if first and capitals and _CREDENTIAL.fullmatch(part) and len(part) > 2:
            return False
        if not is_stop_word(part, stops):
            return True
        return (
            not first and fold_part(part) in _SURNAMES_TOO and _CLOSED.match(self.text, m.end()) is not None
        )

    def _all_capitals(self, at: int) -> bool:
        """Whether what was read before ``at`` is in capitals too, so that an abbreviation may be a name."""
        line = self.text[max(self.text.rfind("\n", 0, at) + 1, at - 24) : at]
        return line.isupper()

    def _next(self, m: Any) -> int:
        """Where the next part may begin; -1 where the name ends."""
        text, end = self.text, int(m.end())
        if m.lastgroup == "particle":
            return end
        if m.lastgroup in ("init", "abbr") and m[0].endswith("."):
            after = end + int(text.startswith(" ", end))
            return after + int(text.startswith("-", after))
        if text.startswith(" ", end) and not text.startswith("  ", end):
            return end + 1
        if m.lastgroup in ("word", "init") and text[end : end + 1] in ('"', "“"):
            return end
        if m.lastgroup == "nick":
            return end
        if (s := _SPLIT.match(text, end)) and self._may_split(s):
            return int(s.end())
        if m.lastgroup == "word" and (w := _WRAP.match(text, end)):
            line = text.rfind("\n", 0, end) + 1
            if end - line >= _WRAPPED_LINE and not self.style.comma:
                return int(w.end())
        return -1

    def _may_split(self, s: Any) -> bool:
        m = _PART.match(self.text, s.end())
        if m is not None and m.lastgroup == "suffix":
            return "," in s[0]
        if not self.style.comma or self.split or "nick" in self.kinds or "\n" in s[0]:
            return False
        if self.kinds.count("word") > 3 or "init" in self.kinds:
            return False
        if m is None or m.lastgroup not in ("word", "init", "abbr") or fold_part(m[0]) in words.LANGUAGES:
            return False
        if _credential(self.text, m.start()) and not (m.lastgroup == "init" and len(m[0]) < 3):
            return False
        if m.lastgroup == "word" and is_stop_word(m[0], ALL_STOP_WORDS - _MONTH_NAMES):
            return False
        follows = self.text[m.end() : m.end() + 2]
        if self.kinds.count("word") > 1 and regex.match(r" \p{Ll}", follows):
            return False
        self.split = len(self.kinds)
        return True

    def _finish(self, start: int) -> Range | None:
        while self.kinds and self.kinds[-1] == "particle":
            self._drop()
        if self.split and len(self.kinds) == self.split:
            self.split = 0
        if not self.kinds:
            return None
        if not self.split and not self.style.run:
            self._cut_run(start)
        end = self.ends[-1]
        body = self.text[start:end]
        if "word" not in self.kinds and not self._initials(body):
            return None
        return start, end

    def _initials(self, body: str) -> bool:
        if "nick" in self.kinds:
            return (
                len(body) > 3 and body.count(" ") < 2 and fold_part(body.strip('"“”()')) not in ALL_STOP_WORDS
            )
        return self.kinds.count("init") >= 2 and "." in body

    def _cut_run(self, start: int) -> None:
        """Of a run of words in capitals that nothing closes only the first word is sure."""
        named = [i for i, kind in enumerate(self.kinds) if kind == "word"]
        body = self.text[start : self.ends[-1]]
        if len(named) < 2 or not body.isupper():
            return
        if (
            _CLOSED.match(self.text, self.ends[-1])
            or _GOES_ON.match(self.text, self.ends[-1])
            or _credential(self.text, self.ends[-1] + 1)
        ):
            return
        while len(self.kinds) > named[0] + 1:
            self._drop()

    def _drop(self) -> None:
        self.kinds.pop()
        self.ends.pop()


_WINDOW = 64
_PIECE = regex.compile(
    rf"(?P<nick>{_NICK})|(?P<init>(?<![\p{{L}}\d])\p{{Lu}}(?:\.|(?=\s)))|(?P<word>(?<![\p{{L}}\d]){_WORD})"
    r"|(?P<lower>(?<![\p{L}\d])\p{Ll}[\p{L}'’]*+(?:-\p{Ll}+)*+)",
    regex.VERSION1,
)
_CELL = regex.compile(r"(?:^|[:\n\t|>#*=]|  |/ ?|; )\s*\Z", regex.VERSION1)


def read_name_before(text: str, end: int, *, least: int = 1, lower: bool = False) -> Range | None:
    """The name that ends at ``end``, or None where none does.

    Args:
        least: smallest number of parts.
        lower: whether words in small letters count.
    """
    floor = max(0, end - _WINDOW)
    floor = max(floor, text.rfind("\n", floor, end) + 1)
    pieces = list(_PIECE.finditer(text, floor, end))
    if not pieces or pieces[-1].end() != end:
        return None
    start, count, named, split = end, 0, False, -1
    for m in reversed(pieces):
        sep = text[m.end() : start] if count else ""
        if count == 5 or not _joins(m, sep, count, lower=lower):
            break
        if "," in sep:
            if split >= 0:
                break
            split = start
        elif split >= 0 and m.lastgroup != "lower":
            break
        start, count, named = m.start(), count + 1, named or m.lastgroup in ("word", "lower")
    if split >= 0 and not _CELL.search(text, max(0, start - 20), start):
        start = split
    while m := regex.match(r"\p{Ll}[\p{L}.]*[ -]", text[start:end]):
        if lower or fold_part(m[0].rstrip(" -")) in words.NAME_PARTICLES:
            break
        start += m.end()
    if count == 1 and fold_part(text[start:end]) in _SURNAMES_TOO:
        return None
    return (start, end) if named and count >= least and start < end else None


def _joins(m: Any, sep: str, count: int, *, lower: bool) -> bool:
    """Whether a piece belongs to the name that was read back so far."""
    kind, part = m.lastgroup, m[0]
    if count and sep not in (" ", ", ", ",", "-") and not (sep == "" and kind in ("init", "nick")):
        return False
    if "," in sep and kind != "word":
        return False
    if kind == "lower":
        if fold_part(part) in words.NAME_PARTICLES and count:
            return True
        return lower and not is_stop_word(part, ALL_STOP_WORDS) and len(part) > 2
    if kind == "word":
        if is_credential(part):
            return False
        if not count and fold_part(part) in _SURNAMES_TOO:
            return True
        return fold_part(part) not in words.TITLES and not is_stop_word(part, ALL_STOP_WORDS)
    return True
