"""The words in a patient's texts, hashed, so that none of them becomes a surrogate of the patient.

Words are kept as keyed hashes of 32 bits, by the run that came to know them. A thing that was known in an
earlier run is drawn as it was drawn then: words of later notes do not change it. Two facts that any note may
tell and others need are kept the same way: towns that stand in an address, and the patient's sex.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from chartveil.domain.tokenized_text import fold
from chartveil.surrogates.countries import country_names, towns_abroad
from chartveil.surrogates.genders import header_gender, patient_gender, relatives_called
from chartveil.surrogates.lists import SurrogateLists
from chartveil.surrogates.name_words import normalize_name_word

_HASH_BYTES = 4
_WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")
_APOSTROPHE = re.compile(r"['’]")
_RUN = re.compile(r"\S+")
_STATE_CODE = re.compile(r",[ \t]*([A-Z]{2})\b")
_PATIENT_FIELD = re.compile(
    r"(?im)(?:^|[ \t]{2})(?:patient|pt|paciente|name|patient name)[ \t]*[:=][ \t]*"
    r"((?:[^\W\d_][\w'’.,-]*[ ]?){1,6})"
)
_PAIR = re.compile(r"\b(?=([A-Z][\w'’-]+)(,? )([A-Z][\w'’-]+))")
_THREE = re.compile(r"\b(?=([A-Z][\w'’]+)(,? )([A-Z][\w'’]+) ([A-Z][\w'’]+))")
_HYPHENED = re.compile(r"\b([A-Z][\w'’]+)-([A-Z]?[\w'’]+)\b")
_CAPITALISED = re.compile(r"[^\W\d_a-z][\w'’]+")
_ADDRESS = re.compile(
    r"(?P<town>[A-Z][\w.'’-]*(?:[ ][A-Z][\w.'’-]*){0,4}),[ \t]{0,2}"
    r"(?P<state>[A-Z]{2}|[A-Z][a-z]+(?:[ ][A-Z][a-z]+)?)[ \t,]{1,3}\d{5}\b"
)


def split_folded_words(folded: str) -> list[str]:
    """Words of a folded text, possessive endings apart."""
    return [w.removesuffix("'s") for w in _WORD.findall(folded)]


def is_identifying_word(word: str) -> bool:
    """Whether a word is long enough to point at someone: three letters, or four digits."""
    if word.isalpha():
        return len(word) >= 3
    return sum(c.isalpha() for c in word) >= 3 or sum(c.isdecimal() for c in word) >= 4


def is_word_of_name(word: str, lists: SurrogateLists) -> bool:
    """Whether a folded word of a name points at someone; of two letters one that is a name (``li``)."""
    return is_identifying_word(word) or (len(word) == 2 and word in lists.names)


def words_to_avoid(text: str, lists: SurrogateLists) -> set[str]:
    """The folded words of a text that may be a surrogate, or of an original: those of the lists, and all that
    are not in small letters; and its facts, as of ``town_fact`` and the like, which are no words."""
    found = {state_fact(m[1]) for m in _STATE_CODE.finditer(text)}
    for town, state in _towns_in_addresses(text, lists):
        found.update((town_fact(town), town_fact(town, state)))
    found.update(abroad_fact(town, country) for town, country in towns_abroad(text))
    if sex := header_gender(text):
        found.add(sex_fact(sex, in_field=True))
    elif sex := patient_gender(text):
        found.add(sex_fact(sex, in_field=False))
    found.update(called_fact(normalize_name_word(w), sex) for w, sex in relatives_called(text))
    found.update(patient_fact(normalize_name_word(w)) for w in _words_of_patient(text))
    for given, origin in _given_names(text, lists):
        found.add(given_fact(given))
        if given not in lists.names:
            found.add(origin_fact(given, origin))
    found.update(pair_fact(*pair) for pair in _double_names(text, lists))
    for run in set(_RUN.findall(text)):
        small = run.islower()
        for word in split_folded_words(fold(run)):
            if is_word_of_name(word, lists) and (not small or word in lists.listed_words):
                found.add(word)
                found.add(_APOSTROPHE.sub("", word))  # ``D'Arcy`` is ``Darcy`` to a search
    return found


def state_fact(code: str) -> str:
    """The fact that a text names a state by its postal code behind a comma: two letters alone mean much
    else."""
    return f"state {code}"


def town_fact(town: str, state: str = "") -> str:
    """The fact that a folded name stands as a town in an address, and in which state, by its postal code:
    ``Jamaica, NY 11432`` is no country."""
    return f"town {town} in {state}" if state else f"town {town}"


def abroad_fact(town: str, country: str) -> str:
    """The fact that a folded name stands before a country as a town; the country by its code."""
    return f"town {town} abroad in {country}"


def called_fact(name: str, sex: str) -> str:
    """The fact that a word of kinship tells the sex of a person with this name (normalised): ``her son
    Einar``."""
    return f"called {name} {sex}"


def patient_fact(name: str) -> str:
    """The fact that a normalised word is part of the patient's name in the header."""
    return f"patient {name}"


def given_fact(name: str) -> str:
    """The fact that a normalised name stood before a surname that is nothing else."""
    return f"given {name}"


def pair_fact(first: str, second: str) -> str:
    """The fact that two normalised words are the parts of one given name: ``Juan Carlos``."""
    return f"pair {first} {second}"


def _double_names(text: str, lists: SurrogateLists) -> Iterator[tuple[str, str]]:
    """The normalised parts of double given names: two that stand before or, with a comma, behind a surname
    that is nothing else, and two with a hyphen."""

    def is_given(word: str) -> bool:
        return lists.names.get(word, ("L", ""))[0] != "L"

    for m in _THREE.finditer(text):
        words = [normalize_name_word(w) for w in (m[1], m[3], m[4])]
        first, second, surname = words if m[2] == " " else (*words[1:], words[0])
        kind = lists.names.get(surname, ("", ""))[0]
        # ``Jin Woo Park``: one name in two syllables, of which one alone may be a surname.
        one = is_given(first + second) and kind[:1] in ("L", "B")
        if one or (kind == "L" and is_given(first) and is_given(second)):
            yield first, second
    for m in _HYPHENED.finditer(text):
        first, second = normalize_name_word(m[1]), normalize_name_word(m[2])
        if is_given(first) and is_given(second):
            yield first, second


def origin_fact(name: str, origin: str) -> str:
    """The fact that a normalised name that no list has stands beside a surname of an origin."""
    return f"origin {origin} {name}"


def _given_names(text: str, lists: SurrogateLists) -> Iterator[tuple[str, str]]:
    """The normalised words that stand before or, with a comma, behind a surname that is nothing else, with
    its origin."""
    for m in _PAIR.finditer(text):
        pair = (m[1], m[3]) if m[2] == " " else (m[3], m[1])
        given, surname = map(normalize_name_word, pair)
        kind, origin = lists.names.get(surname, ("", ""))
        if kind == "L" and lists.names.get(given, ("", ""))[0] != "L":
            yield given, origin


def _words_of_patient(text: str) -> Iterator[str]:
    """The words of the patient's name in the fields of a header."""
    for m in _PATIENT_FIELD.finditer(text):
        yield from _CAPITALISED.findall(m[1])


def sex_fact(sex: str, *, in_field: bool) -> str:
    """The fact that a text tells its patient's sex, F or M, in a field of its header or by its words."""
    return f"sex {sex}" if in_field else f"said {sex}"


def _towns_in_addresses(text: str, lists: SurrogateLists) -> Iterator[tuple[str, str]]:
    """What stands before a state and postal code: the longest listed town at its end, else its last word;
    with the state's code."""
    for m in _ADDRESS.finditer(text):
        if state := lists.codes_of_states.get(fold(m["state"])):
            words = fold(m["town"]).split(" ")
            ends = [" ".join(words[first:]) for first in range(len(words))]
            yield next((end for end in ends if end in lists.us_towns_by_name), words[-1]), state


@dataclass(frozen=True, slots=True)
class PatientWords:
    """The words of a patient's texts, hashed.

    Attributes:
        known: for each run that came to know some, the earliest first, their hashes one after the other, in
            order, none twice in all of them.
    """

    known: tuple[bytes, ...] = ()

    def with_hashes(self, hashes: Iterable[int]) -> PatientWords:
        """These and further ones, as of one more run; itself where none is new."""
        new = sorted(set(hashes) - self.since().keys())
        return PatientWords((*self.known, struct.pack(f"<{len(new)}I", *new))) if new else self

    def since(self) -> dict[int, int]:
        """Hash → number of the run that came to know it, from 0."""
        return {
            value: number
            for number, packed in enumerate(self.known)
            for (value,) in struct.iter_unpack("<I", packed)
        }


NO_WORDS = PatientWords()
"""The words of a patient without any other known text."""


class WordHasher:
    """Hashes the words of one patient; those of another have other hashes.

    Args:
        key: the secret.
        scope: whose words they are (``SurrogateContext.scope``).
    """

    def __init__(self, key: bytes, scope: str) -> None:
        seed = f"patient words\0{scope}".encode("utf-8", "surrogatepass")
        self._key = hmac.digest(key, seed, hashlib.sha256)

    def __call__(self, word: str) -> int:
        """The hash of a folded word."""
        encoded = word.encode("utf-8", "surrogatepass")
        return int.from_bytes(
            hashlib.blake2b(encoded, key=self._key, digest_size=_HASH_BYTES).digest(), "little"
        )


def hashes_of(key: bytes, scope: str, words: Iterable[str]) -> set[int]:
    """The hashes of a patient's words; arguments as of ``WordHasher``."""
    return set(map(WordHasher(key, scope), words))


class KnownWords:
    """The known words of a patient, while one of their documents is replaced.

    Args:
        key, scope: as of ``WordHasher``.
        words: of all their texts that are known.
        own: words and facts of the document itself; those that are new count as the latest.
    """

    def __init__(self, key: bytes, scope: str, words: PatientWords, own: Iterable[str]) -> None:
        self._hash = WordHasher(key, scope)
        self._since = words.since()
        latest = len(words.known)
        for word in own:
            self._since.setdefault(self._hash(word), latest)

    def since(self, words: Iterable[str]) -> int:
        """The run from which on all of these words are known; a word that is not known counts for nothing."""
        return max((self._since.get(self._hash(word), 0) for word in words), default=0)

    def holds(self, word: str, until: int) -> bool:
        """Whether a text held a word, or told a fact, in that run or before."""
        return self._since.get(self._hash(word), until + 1) <= until

    def is_town(self, town: str) -> bool:
        """Whether a folded name stood in an address when it was first known."""
        return self.holds(town_fact(town), self.since(town.split(" ")))

    def state_of(self, town: str, states: Iterable[str]) -> str:
        """The state of a town in an address, as one of these codes; empty where no address names it."""
        until = self.since(town.split(" "))
        if not self.holds(town_fact(town), until):
            return ""
        return next((s for s in states if self.holds(town_fact(town, s), until)), "")

    def country_of(self, town: str) -> str:
        """The country that stood behind a folded name of a town, by its code; empty where none did."""
        if not town:
            return ""
        until = self.since(town.split(" "))
        return next((c for c in country_names() if self.holds(abroad_fact(town, c), until)), "")

    def sex_of(self, name: str) -> str:
        """F or M, as texts tell it of somebody who is called so (normalised); empty where they do not."""
        if not name:
            return ""
        until = self.since([name])
        if self.holds(patient_fact(name), until):
            return self.sex()
        told = [sex for sex in "FM" if self.holds(called_fact(name, sex), until)]
        return told[0] if len(told) == 1 else ""

    def is_given(self, name: str) -> bool:
        """Whether a normalised name stood as a given name when it was first known."""
        return self.holds(given_fact(name), self.since([name]))

    def origin_beside(self, name: str, origins: Iterable[str]) -> str:
        """Of these origins that of the surname beside which a normalised name stood when it was first known;
        empty where it stood beside none."""
        until = self.since([name])
        return next((o for o in origins if self.holds(origin_fact(name, o), until)), "")

    def is_pair(self, first: str, second: str) -> bool:
        """Whether two normalised words stood as the parts of one given name when both were first known."""
        return self.holds(pair_fact(first, second), self.since([first, second]))

    def is_one_name(self, first: str, second: str) -> bool:
        """The same, or whether a text has the two as one word."""
        return self.is_pair(first, second) or self.holds(first + second, self.since([first, second]))

    def is_relative(self, name: str) -> bool:
        """Whether a word of kin stood before a normalised name when it was first known."""
        until = self.since([name])
        return any(self.holds(called_fact(name, sex), until) for sex in "FM")

    def sex(self) -> str:
        """The patient's sex, F or M, as the earliest texts that tell it do; fields count before words, and
        those that contradict each other not at all."""
        for until in sorted(set(self._since.values())):
            for in_field in (True, False):
                told = [sex for sex in "FM" if self.holds(sex_fact(sex, in_field=in_field), until)]
                if len(told) == 1:
                    return told[0]
        return ""
