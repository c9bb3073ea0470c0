"""Surrogates of telephone numbers, e-mail, web, IP and hardware addresses, from ranges reserved for examples.

Telephones of the North American plan get exchange 555 and a line from 0100 to 0199 (set aside for fiction
by the numbering plan's administrator), British ones the ranges that Ofcom sets aside for drama (01632
960xxx, 07700 900xxx, 020 7946 0xxx), Australian mobiles 0491 57x xxx (ACMA). Hosts end in ``.example`` (RFC
2606), addresses come from 192.0.2.0/24, 198.51.100.0/24, 203.0.113.0/24 (RFC 5737), 2001:db8::/32 (RFC
3849) and 00-00-5E-00-53-xx (RFC 9542). Numbers of other plans keep their shape, without that warrant.
"""

from __future__ import annotations

import re

from chartveil.domain.resource_files import word_lists
from chartveil.domain.tokenized_text import fold
from chartveil.surrogates.context import MAX_DRAWS, SurrogateContext
from chartveil.surrogates.keyed_random import KeyedRandom
from chartveil.surrogates.lists import closest_in_length
from chartveil.surrogates.name_words import normalize_name_word
from chartveil.surrogates.names import NameSurrogates
from chartveil.surrogates.spoken_numbers import SPOKEN_DIGIT, redraw_spoken_digits
from chartveil.surrogates.text_shape import (
    LetterCase,
    apply_letter_case,
    letter_case_of,
    misread_letters_to_digits,
    randomize_characters,
    split_affixes,
    with_case_of,
)

_EXTENSION = re.compile(r"[\s,;]*(?:\bx|\bext(?:ension)?\b\.?|#|\bx\.)\s*\d+\s*$", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")
_WORDS = re.compile(r"[^\W\d_]{2,}")
_KEPT_ONLINE = frozenset(("www", "www1", "www2", "www3", "mailto", "example", "2001", "db8"))
_V4 = re.compile(r"(\d{1,3}\.\d{1,3}\.\d{1,3}\.)(\d{1,3})((?:/\d+)?)((?::\d+)?)")
_MAC = re.compile(r"[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}")
_V6 = re.compile(r"[0-9A-Fa-f:]*:[0-9A-Fa-f:]*:[0-9A-Fa-f:]*(/\d+)?")
_URL = re.compile(
    r"(?P<scheme>[a-z][a-z+.-]*://)?(?P<www>www\d?\.)?(?P<host>[^/?#\s:]+)(?P<rest>.*)", re.I | re.S
)


def _words(section: str, name: str) -> tuple[str, ...]:
    """A list of ``resources/surrogates.toml``."""
    return word_lists("surrogates.toml", "the words of surrogates")[section][name]


def replace_phone(ctx: SurrogateContext, text: str) -> str:
    """The surrogate of a telephone, fax or pager number, in the format of the original.

    The last seven digits depend on the last seven alone, so that a number with and without its area agrees.

    Raises:
        StageError: if none is free.
    """
    lead, core, tail = split_affixes(text)
    mended = misread_letters_to_digits(core, lone=any(c.isdecimal() for c in core))
    m = _EXTENSION.search(mended)
    number, extension = (mended[: m.start()], m.group()) if m and m.start() else (mended, "")
    digits = re.sub(r"\D", "", number)

    def make(attempt: int) -> str:
        stream = ctx.random_for("phone-rest", digits + fold(extension), str(attempt))
        new = iter(_phone_digits(ctx, number, digits, attempt) if digits else "")
        out = "".join(next(new) if c.isdecimal() else c for c in number)
        out += _DIGITS.sub(lambda m: randomize_characters(m.group(), stream), extension)
        out = _WORDS.sub(lambda m: _phone_word(ctx, m.group(), stream), out)
        return randomize_characters(core, stream, keep_masked=False) if fold(out) == fold(core) else out

    # Numbers of the ranges for fiction share their first figures.
    kept = {*_DIGITS.findall(core), *_words("telephones", "words"), *SPOKEN_DIGIT.findall(core.lower())}
    return lead + ctx.draw_distinct("phone", digits + extension or fold(core), make, core, kept) + tail


def _phone_word(ctx: SurrogateContext, word: str, stream: KeyedRandom) -> str:
    """A word in a number: a digit spelled out, a word that says what it is, or the name of an exchange."""
    if fold(word) in _words("telephones", "words"):
        return word
    if SPOKEN_DIGIT.fullmatch(word):
        return redraw_spoken_digits(word, stream)
    return with_case_of(word, stream.choice(ctx.lists.words["places_words"]))


def _phone_digits(ctx: SurrogateContext, number: str, digits: str, attempt: int) -> str:
    n = len(digits)
    local = ctx.random_for("phone", digits[-7:], str(attempt))
    line = f"{local.below(100):02d}"
    # A hundred lines an area: a document of thousands of numbers takes further areas.
    turn = attempt // 8 if attempt < MAX_DRAWS // 2 else attempt
    area = ctx.random_for("area", digits[-10:-7], str(turn)).choice(_words("telephones", "us_areas"))
    foreign = number.strip().startswith(("+", "00")) and not re.match(r"\+\s?1\D", number.strip())
    if foreign or (digits.startswith("0") and n >= 9):
        return _foreign_phone_digits(ctx, number, digits, attempt)
    if n == 7:
        return "55501" + line
    if n == 10:
        return area + "55501" + line
    if n == 11 and digits[0] == "1":
        return "1" + area + "55501" + line
    return randomize_characters(digits, ctx.random_for("phone", digits, str(attempt)))


def _foreign_phone_digits(ctx: SurrogateContext, number: str, digits: str, attempt: int) -> str:
    stream = ctx.random_for("phone", digits[-9:], str(attempt))
    code = ""
    if m := re.match(r"\s*(?:\+|00)\s?(\d{1,3})(?=\D|$)", number):
        code = digits[: digits.index(m[1]) + len(m[1])]
    elif number.strip().startswith("+"):
        code = digits[:2]
    national = digits[len(code) :]
    zero = "0" if national.startswith("0") else ""
    rest = national[len(zero) :]
    british = code.endswith("44") or not code
    random3 = "".join(stream.digit() for _ in range(3))
    if british and len(rest) == 10:
        if rest.startswith("7"):
            return code + zero + "7700900" + random3
        if rest.startswith("20"):
            return code + zero + "2079460" + random3
        return code + zero + "1632960" + random3
    if (code.endswith("61") or not code) and len(rest) == 9 and rest.startswith("4"):
        return code + zero + "49157" + "".join(stream.digit() for _ in range(4))
    return code + zero + randomize_characters(rest, stream)


# ── e-mail, web, user names ──────────────────────────────────────────────────────────────────────


class OnlineAddressSurrogates:
    """E-mail, web and user names of one document.

    Args:
        ctx: the document.
        names: surrogates of its names: a user name made of a name follows that name's surrogate.
    """

    def __init__(self, ctx: SurrogateContext, names: NameSurrogates) -> None:
        self._ctx = ctx
        self._names = names

    def username(self, text: str) -> str:
        """A login name of the same shape.

        Raises:
            StageError: if none is free.
        """
        lead, core, tail = split_affixes(text)
        return lead + self._ctx.draw_distinct("user", fold(core), lambda n: self._user(core, n), core) + tail

    def _user(self, core: str, attempt: int) -> str:
        stream = self._ctx.random_for("user", fold(core), str(attempt))
        out = []
        for run in re.findall(r"[^\W\d_]+|\d+|[\W_]+", core):
            if run.isdecimal():
                out.append(randomize_characters(run, stream))
            elif run[0].isalpha():
                case = (
                    letter_case_of(run)
                    if len(run) > 1
                    else LetterCase.UPPER
                    if run.isupper()
                    else LetterCase.LOWER
                )
                out.append(apply_letter_case(self._letters(run, stream, attempt), case))
            else:
                out.append(run)
        return "".join(out)

    def _letters(self, run: str, stream: KeyedRandom, attempt: int) -> str:
        """A run of letters: a name, an initial and a name, initials, or a word cut to length."""
        initials = self._ctx.initial_surrogates
        # No scanning error is looked for in a small l: ``lvgay`` is what was typed.
        norm = fold(run) if run[0] == "l" else normalize_name_word(run)
        known = self._ctx.lists.names
        if attempt == 0:
            if len(run) >= 3 and (norm in known or self._names.known_surrogate(norm)):
                return _solid(self._names.word_surrogate(norm))
            for cut in (1, 2):
                rest = norm[cut:]
                if len(rest) >= 3 and (
                    self._names.known_surrogate(rest) or (len(rest) >= 3 + cut and rest in known)
                ):
                    head = "".join(initials.get(c, c) for c in norm[:cut])
                    return head + _solid(self._names.word_surrogate(rest)).lower()
        if len(run) <= 3:
            return "".join(initials.get(c, c) if attempt == 0 else stream.letter() for c in norm)
        head = initials.get(norm[0], "k") if attempt == 0 else stream.letter()
        pool = self._ctx.lists.name_pools[("L", "us")]
        tail = stream.choice(pool)
        while len(tail) < len(run) - 1:
            tail += stream.choice(pool)
        return head + tail[: len(run) - 1].lower()

    def email(self, text: str) -> str:
        """An address at a host under ``.example``; without an ``@``, the same shape.

        Raises:
            StageError: if none is free.
        """
        lead, core, tail = split_affixes(text)
        scheme = m.group() if (m := re.match(r"mailto:", core, re.IGNORECASE)) else ""
        user, at, host = core[len(scheme) :].rpartition("@")
        if not at:
            return (
                lead
                + self._ctx.draw_distinct("email", fold(core), lambda n: self._user(core, n), core)
                + tail
            )

        def make(attempt: int) -> str:
            made = scheme + self._user(user, attempt) + "@" + self._host(host, attempt)
            return made.upper() if core.isupper() else made

        return lead + self._ctx.draw_distinct("email", fold(core), make, core, _KEPT_ONLINE) + tail

    def _host(self, host: str, attempt: int) -> str:
        """A host under ``.example``; the number of labels in front stays up to two."""
        base = fold(re.sub(r"\s", "", host))
        labels = [label for label in base.split(".") if label] or ["host"]
        stream = self._ctx.random_for("host", base, str(attempt))
        words = self._ctx.lists.words["places_words"]
        name = closest_in_length(words, len(labels[0]), stream).lower()
        if len(labels) >= (4 if labels[-2:][0] in _words("web", "second_level") else 3):
            name = stream.choice(self._ctx.lists.words["tail_words"]).lower() + "." + name
        return name + ".example"

    def url(self, text: str) -> str:
        """A web address under ``.example``: scheme and plain path words stay, codes are filled.

        Raises:
            StageError: if none is free.
        """
        lead, core, tail = split_affixes(text)
        m = _URL.fullmatch(core)
        if not m:
            return lead + self._ctx.draw_free(lambda n: self._user(core, n), core) + tail

        def path(match: re.Match[str], stream: KeyedRandom) -> str:
            word = match.group()
            if word.lower() in _words("web", "plain_path"):
                return word
            return randomize_characters(word, stream, keep_masked=False)

        def make(attempt: int) -> str:
            stream = self._ctx.random_for("url", fold(core), str(attempt))
            rest = re.sub(r"[^\W_]+", lambda w: path(w, stream), m["rest"])
            return (m["scheme"] or "") + (m["www"] or "") + self._host(m["host"], attempt) + rest

        kept = {*_KEPT_ONLINE, *_words("web", "plain_path"), fold(m["scheme"] or "").rstrip(":/")}
        return lead + self._ctx.draw_distinct("url", fold(core), make, core, kept) + tail

    def ip(self, text: str) -> str:
        """An address of the ranges for documentation.

        Raises:
            StageError: if none is free.
        """
        lead, core, tail = split_affixes(text)
        mended = misread_letters_to_digits(core)

        def make(attempt: int) -> str:
            stream = self._ctx.random_for("ip", fold(mended), str(attempt))
            if m := _V4.fullmatch(mended):
                # Set aside for documentation (RFC 5737); for measuring (RFC 2544) where those are used up.
                net = stream.choice(("192.0.2.", "198.51.100.", "203.0.113."))
                if attempt >= MAX_DRAWS // 2:
                    net = f"198.18.{stream.below(256)}."
                return net + str(1 + stream.below(254)) + m[3] + m[4]
            if m := _MAC.fullmatch(mended):
                return m[1].join(("00", "00", "5E", "00", "53", f"{stream.below(256):02X}"))
            if m := _V6.fullmatch(mended):
                return f"2001:db8:{stream.below(65536):x}::{1 + stream.below(65535):x}" + (m[1] or "")
            return randomize_characters(mended, stream)

        return lead + self._ctx.draw_distinct("ip", fold(mended), make, core, _KEPT_ONLINE) + tail


def _solid(name: str) -> str:
    return "".join(c for c in name if c.isalpha())
