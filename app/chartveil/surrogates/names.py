"""Surrogates of names: one person in a patient's notes is one person in the copies.

Every given name stands for its short forms and slips of the pen, every word of a name has one surrogate per
patient, drawn from the names of its origin; of those first ones that begin with what its initial becomes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from chartveil.domain.labels import Label, SurrogateKind
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import fold
from chartveil.surrogates.context import MAX_DRAWS, SurrogateContext
from chartveil.surrogates.genders import gender_beside
from chartveil.surrogates.name_words import (
    NameWord,
    given_names_of,
    is_short_form,
    join_split_names,
    kept_word_starts,
    normalize_name_word,
    short_forms,
    signature_letter_positions,
    split_double_name,
    split_name_words,
    usual_given_name,
    whole_names,
)
from chartveil.surrogates.resolved_labels import TIME_BEFORE
from chartveil.surrogates.text_shape import (
    LetterCase,
    apply_letter_case,
    length_class,
    letter_case_of,
    misread_letters_to_digits,
    split_affixes,
    strip_accents,
    with_case_of,
)

_SPELLED = re.compile(r"[^\W\d_](?:(?P<sep>[-. ]|\s)[^\W\d_])(?:(?P=sep)[^\W\d_]){1,}\.?")
_CODE = re.compile(r"[^\W\d_]{1,4}[-_.]?\d+|\d+[^\W\d_]{1,3}|\d+")
_TITLE_BEFORE = re.compile(
    r"\b(?:Dr|Mr|Mrs|Ms|Miss|Prof|Sr|Sra|Herr|Frau|Drs|surname|(?:last|family)\s+name)[.:]?\s*$",
    re.IGNORECASE,
)
_TYPIST = re.compile(r"^\S+[/:]\S+$")
"""How an author's and a typist's initials stand side by side."""
_TURNED = re.compile(r"[,^]")
"""Separator in a name with the surname first: ``Foley, Nora``, ``FOLEY^NORA``."""
_HYPHENED_DRAWS = 32
"""Draws of two names with a hyphen, where a document has used up the single ones."""
_UMLAUT = re.compile(r"(?<![aeiouq])([aou])e(?![aeiouy])")
_WOMANS_SURNAME = re.compile(r"[a-z]{2}(?:ov|ev|sk)a$")
_YORUBA_HEAD = "oluwa"
_EASTERN = frozenset(("chinese", "korean", "vietnamese", "japanese"))
"""Origins whose surnames may come first, without a comma."""
_PREFIX = re.compile(r"(mc|o'|d'|mac(?=[bdfgjlmnpqrstvw]..))(.{3,})")
_ENDINGS = (
    ("indian", re.compile(r"(?:subramaniam?n?|swamy|murthy|asan|krishnan|nathan|walla|preet|jeet|deep)$")),
    ("slavic", re.compile(r"(?:sk[iay]|wicz|czyk|czak|enko|ovi[ckt]h?|ova|[oe]v|[aei]k|uk)$")),
    ("greek", re.compile(r"(?:poulos|akis|idis|iadis)$")),
    ("armenian", re.compile(r"[^i]?[iy]an$")),
    ("hispanic", re.compile(r"(?:[aeiou]ez|illo|arro|eira)$")),
    ("italian", re.compile(r"(?:elli|etti|ini|ucci|acci)$")),
    ("nordic", re.compile(r"(?:sson|sen|qvist|quist|gaard|strom|dottir)$")),
    ("german", re.compile(r"(?:mann|meier|meyer|bauer|stein|berger)$")),
    ("georgian", re.compile(r"(?:shvili|adze)$")),
    ("arabic", re.compile(r"^abdul")),
    ("african", re.compile(r"^(?:ade|ola|oye|olu|nwa|chuk|ob[aiu]|ok[aeo]|ng?w|nk|mb|nd|mth|ts[ho])")),
)
_FEMALE_ENDING = re.compile(r"(?:(?<!ndr)(?<=[^aeiou])a|ia|ie|elle|ette|ine|lyn|leigh)$")


@dataclass(frozen=True, slots=True)
class _Mention:
    """A name as it is written: all its words, and those of them that are names."""

    words: tuple[NameWord, ...]
    names: tuple[NameWord, ...]
    kept: frozenset[int]


class NameSurrogates:
    """Surrogates for the names of one document.

    Args:
        ctx: the document.
    """

    def __init__(self, ctx: SurrogateContext) -> None:
        self._ctx = ctx
        self._roles: dict[str, tuple[int, str]] = {}
        self._made: dict[str, str] = {}
        self._mentions: dict[str, _Mention] = {}
        self._genders: dict[str, str] = {}
        self._partners: dict[str, str] = {}
        self._signed: dict[str, tuple[str, ...]] = {}
        self._full: list[tuple[str, ...]] = []
        self._whole: dict[str, str] = {}
        self._joined: dict[str, tuple[str, str]] = {}
        self._double: dict[str, tuple[str, str]] = {}
        spans = [s for s in ctx.spans if s.label.info.surrogate is SurrogateKind.NAME]
        cores = [split_affixes(ctx.span_text(s))[1] for s in spans]
        own = [w.norm for c in cores for w in self._read(c).words if len(w.norm) > 2]
        known = set(own)
        elsewhere = (n for names in ctx.people if not known.isdisjoint(names) for n in names)
        order = list(dict.fromkeys((*elsewhere, *own)))
        beside: dict[str, frozenset[str]] = {}
        end = -9
        names: list[str] = []
        for span, core in zip(spans, cores, strict=True):
            # ``Jane`` and ``Doe`` as two spans are one name.
            one = ctx.document.text[end : span.start] == " "
            names = [*(names if one else ()), *(w.norm for w in self._read(core).names)]
            end = span.end
            for name in names:
                beside[name] = beside.get(name, frozenset()).union(n for n in names if n != name)
        self._whole = whole_names(order, ctx.lists.names, beside)
        self._learn_initials(spans, cores)
        self._learn_joined(order)
        # Read anew, with what is known by now of short names and initials.
        self._mentions = {}
        for span, core in zip(spans, cores, strict=True):
            self._vote(span, core)
        self._learn_short_forms(order)
        self._learn_genders(spans, cores)
        for core in cores:
            for word in self._read(core).names:
                self.word_surrogate(word.norm)

    # ── a whole mention ──────────────────────────────────────────────────────────────────────────

    def replace(self, text: str) -> str:
        """The surrogate of a name as it is written: order, punctuation, blanks and case kept.

        Raises:
            StageError: if none is free.
        """
        lead, core, tail = split_affixes(text)
        return lead + self._core(core) + tail

    def replace_mention(self, span: Span) -> str:
        """The surrogate of a name, or with the policy's chance one that is drawn for this mention alone.

        Where all mentions of a person agree, one that was missed stands out as the only other name
        (Osborne and others 2025).

        Raises:
            StageError: if none is free.
        """
        text, chance = self._ctx.span_text(span), self._ctx.policy.names_anew
        turn = f"{self._ctx.document.id} {span.start}"
        if chance <= 0 or self._ctx.random_for("mention", turn).below(1000) >= round(1000 * chance):
            return self.replace(text)
        lead, core, tail = split_affixes(text)
        mention = self._read(core)
        if not mention.names:
            return self.replace(text)
        made = _written(
            core,
            mention.words,
            lambda w: with_case_of(w.text, self._fresh(w.norm, turn)) if w in mention.names else w.text,
        )
        kept = {w.norm for w in mention.words if w not in mention.names}
        return lead + made + tail if self._ctx.is_free(made, core, kept) else self.replace(text)

    def _core(self, core: str) -> str:
        letters = "".join(c for c in core if c.isalpha())
        spelled = len(letters) > 3 or normalize_name_word(letters or "-") in self._ctx.lists.names
        if (m := _SPELLED.fullmatch(core)) and spelled:
            made = with_case_of(letters, self.word_surrogate(normalize_name_word(letters)))
            return m["sep"].join(made) + ("." if core.endswith(".") else "")
        mention = self._read(core)
        kept = {w.norm for w in mention.words if w.start in mention.kept}
        if not mention.words:
            return self._ctx.draw_free(lambda n: self._drawn("L", "us", core, n), core)
        if not mention.names and all(len(w.norm) == 1 or len(mention.words) == 1 for w in mention.words):
            return self._ctx.draw_free(lambda n: self._letters(core, n), core)
        made = _written(core, mention.words, lambda w: self._piece(w, mention))
        if self._ctx.is_free(made, core, kept):
            return made

        def again(attempt: int) -> str:
            """The mention with even its initials and kept words drawn, where the usual form is not free."""
            return _written(
                core,
                mention.words,
                lambda w: (
                    with_case_of(w.text, self.word_surrogate(w.norm))
                    if w in mention.names
                    else self._letters(w.text, attempt + 1)
                ),
            )

        return self._ctx.draw_free(again, core)

    def _piece(self, word: NameWord, mention: _Mention) -> str:
        if word.start in mention.kept:
            return word.text
        if word in mention.names:
            case = letter_case_of(word.text)
            spoilt = word.text[0].isdecimal() or (word.norm[0] == "i" and word.text[0] == "l")
            if case is LetterCase.LOWER and spoilt:
                case = LetterCase.TITLE
            return apply_letter_case(self.word_surrogate(word.norm), case)
        if word.text in "Óóye" and len(mention.words) > 1:
            return word.text
        if len(word.norm) == 1 and word.text.isalpha():
            beside = {self._stem(w.norm) for w in mention.names}
            return self._initial(word.text, self._name_of_initial(word.norm, beside))
        return self._letters(word.text, 0)

    def _name_of_initial(self, letter: str, beside: set[str]) -> str:
        """The name that an initial stands for beside others (``J. Smith``); empty where the note has none."""
        for full in self._full:
            stems = {self._stem(n) for n in full}
            if beside and beside <= stems:
                for name in full:
                    if name[0] == letter and self._stem(name) not in beside and len(name) > 1:
                        return name
        return ""

    def _initial(self, letter: str, name: str = "") -> str:
        plain = strip_accents(letter)[:1]
        if name:
            made = strip_accents(self.word_surrogate(name))[0]
            return made.upper() if letter.isupper() else made.lower()
        return self._ctx.initial_surrogates.get(plain) or self._ctx.random_for("letter", letter).letter()

    def _letters(self, text: str, attempt: int) -> str:
        """Initials and codes (``mjk``, ``W.Z.``, ``DF14``): letters of the names they stand for, else by the
        permutation; digits random."""
        stream = self._ctx.random_for("name-code", fold(text), str(attempt))
        names = iter(self._signed.get("".join(c for c in fold(text) if c.isalpha()), ()))
        out = []
        for c in text:
            if c.isalpha():
                new = self._initial(c, next(names, "")) if attempt == 0 else stream.letter()
                out.append(new.upper() if c.isupper() else new.lower())
            else:
                out.append(stream.digit() if c.isdecimal() else c)
        return "".join(out)

    def is_name_of_month(self, span: Span) -> bool:
        """Whether a span that was found as a date is the name of somebody: ``April`` before a surname, or
        where the document calls somebody so."""
        text = self._ctx.document.text
        norm = normalize_name_word(split_affixes(self._ctx.span_text(span))[1] or "-")
        if not norm.isalpha() or self._ctx.lists.names.get(norm, ("L", ""))[0] == "L":
            return False
        if TIME_BEFORE.search(text[max(0, span.start - 12) : span.start]):
            return False
        names = (s for s in self._ctx.spans if s.label.info.surrogate is SurrogateKind.NAME)
        beside = any(
            text[span.end : s.start] == " " or text[s.end : span.start] in (" ", ", ") for s in names
        )
        return beside or norm in self._made or bool(_TITLE_BEFORE.search(text[: span.start]))

    # ── one word ─────────────────────────────────────────────────────────────────────────────────

    def known_surrogate(self, norm: str) -> str | None:
        """The surrogate of a word that stands in a name of this document."""
        return self._made.get(norm)

    def word_surrogate(self, norm: str) -> str:
        """The surrogate of one word of a name, in natural case.

        Raises:
            StageError: if none is free.
        """
        made = self._made.get(norm)
        if made is None:
            stem = self._stem(norm)
            double, joined = self._double.get(norm), self._joined.get(norm)
            if double:
                made = "-".join(map(self.word_surrogate, double))
            elif joined and norm not in map(self._stem, joined):  # ``Abub Akar`` is a slip of ``Abubakar``
                first, second = map(self.word_surrogate, joined)
                made = first + second.lower()
            else:
                made = self._fresh(norm) if stem == norm else self._form_of(norm, stem)
            self._made[norm] = made
            self._ctx.names_taken.setdefault(fold(made), stem)
        return made

    def _form_of(self, norm: str, stem: str) -> str:
        """What goes with the surrogate of the name that a word is a short form or a slip of."""
        made = self.word_surrogate(stem)
        if norm == f"{stem}a" and _WOMANS_SURNAME.search(norm):
            # ``Kostin`` and his wife ``Kostina``, where there is such a name.
            return f"{made}a" if fold(f"{made}a") in self._ctx.lists.names else made
        if norm not in map(normalize_name_word, short_forms(stem)):
            return made
        free = (s for s in short_forms(made) if self._ctx.is_free(s, norm))
        return next((s for s in free if not self._ctx.holds_known_word(s, stem, 0)), made)

    def _stem(self, norm: str) -> str:
        """The name of which a word is a short form or a slip of the pen: the word itself where of none."""
        passed = [norm]
        while whole := self._whole.get(norm) or self._other_spelling(norm):
            if whole in passed:
                # Each is a form of the other, as ``Kostin`` and ``Kostina`` where one may be a slip as well.
                norm = min(passed[passed.index(whole) :], key=lambda form: (len(form), form))
                break
            passed.append(whole)
            norm = whole
        if not self._is_given(norm):
            return norm
        return usual_given_name(norm, self._ctx.lists.names, self._genders.get(norm, ""))

    def _other_spelling(self, norm: str) -> str:
        """The form that a name goes with in all notes: without the letter that stands for an umlaut
        (``mueller``), a man's of a Slavic surname (``sidorova``), without the head that a Yoruba name may
        lack; empty where it has no other."""
        names = self._ctx.lists.names
        origin = names.get(norm, ("", ""))[1]
        if norm not in names and len(norm) > len(_YORUBA_HEAD) + 2 and norm.startswith(_YORUBA_HEAD):
            return norm.removeprefix(_YORUBA_HEAD)
        plain = _UMLAUT.sub(r"\1", norm)
        if plain != norm and (not origin or names.get(plain, ("", ""))[1] == "german"):
            return plain
        if _WOMANS_SURNAME.search(norm) and origin in ("", "slavic") and not self._is_given(norm):
            return norm[:-1]
        return ""

    def _fresh(self, norm: str, turn: str = "") -> str:
        """A name for a word; another one for each ``turn``."""
        ctx = self._ctx
        seed = norm + turn
        prefix = _PREFIX.fullmatch(norm)
        kind, origin = self.kind_and_origin(norm)
        for attempt in range(MAX_DRAWS + _HYPHENED_DRAWS):
            if attempt >= MAX_DRAWS:
                made = self._hyphened(kind, seed, attempt)
            elif prefix:
                stream = ctx.random_for("name", seed, str(attempt))
                made = stream.choice(ctx.lists.words[prefix[1].rstrip("'")])
            else:
                made = self._drawn(kind, origin, norm, attempt, turn)
            folded = fold(made)
            taken = ctx.names_taken.get(folded, norm)
            if ctx.holds_known_word(made, norm, attempt):
                continue
            if folded != norm and taken == norm:
                if ctx.is_free(made, norm):
                    return made
                ctx.note_change(made, norm)
        raise ctx.stage_error("no free name was found")

    def _hyphened(self, kind: str, seed: str, attempt: int) -> str:
        """Two names of the kind, of any origins."""
        ctx = self._ctx
        stream = ctx.random_for("name", seed, str(attempt))
        kind = "L" if kind == "L" else kind[-1]
        origins = sorted(o for k, o in ctx.lists.name_pools if k == kind and ctx.lists.has_names(k, o))
        pools = [ctx.lists.name_pools[kind, stream.choice(origins)] for _ in range(2)]
        return "-".join(stream.choice(pool) for pool in pools)

    def _drawn(self, kind: str, origin: str, norm: str, attempt: int, turn: str = "") -> str:
        """A name of the kind and origin; in the last draws one of the US, if the others are all taken."""
        ctx = self._ctx
        stream = ctx.random_for("name", norm + turn, str(attempt))
        if kind[-1] == "U" and not ctx.lists.has_names("U", origin):
            kind = "FM"[ctx.random_for("gender", norm).below(2)]
        letter = ctx.initial_surrogates.get(strip_accents(norm)[:1].upper(), "") if attempt < 24 else ""
        if attempt > 2 * MAX_DRAWS // 3:
            kind, origin = ("L" if kind == "L" else kind[-1]), "us"
        return stream.choice(ctx.lists.names_like(kind, origin, letter, length_class(norm)))

    def _is_given(self, norm: str) -> bool:
        """Whether a word is a given name: by its place where that tells, else by the lists."""
        weight, role = self._roles.get(norm, (0, "L"))
        kind = self._ctx.lists.names.get(norm, ("", ""))[0]
        if kind in ("F", "M", "U"):
            return not (role == "L" and weight >= 2)
        if kind == "L":
            return role == "first" and weight >= 2
        return role == "first" or (not weight and kind[:1] == "B")

    def kind_and_origin(self, norm: str) -> tuple[str, str]:
        """Kind (F, M, U, L; BF, BM, BU of names of the US that are first and last) and origin of a word."""
        kind, origin = self._ctx.lists.names.get(norm, ("", ""))
        if not kind:
            partner = self._ctx.known.origin_beside(norm, self._ctx.lists.origins)
            if not partner:
                partner = self._ctx.lists.names.get(self._partners.get(norm, ""), ("", "us"))[1]
            origin = next((o for o, pattern in _ENDINGS if pattern.search(norm)), partner)
        gender = self._genders.get(norm, "")
        if kind[:1] == "B" and origin == "us":
            return "B" + ((gender if self._is_given(norm) else "") or kind[1]), origin
        if not self._is_given(norm):
            return "L", origin
        if not gender and kind and kind != "L":
            gender = kind[-1]
        if not gender and not kind and _FEMALE_ENDING.search(norm):
            gender = "F"
        return gender or "U", origin

    # ── reading mentions ─────────────────────────────────────────────────────────────────────────

    def _read(self, core: str) -> _Mention:
        """All words of a mention, and which of them are names and which stay."""
        found = self._mentions.get(core)
        if found is None:
            lists = self._ctx.lists
            words = split_name_words(core, lists.names)
            words = join_split_names(core, words, lists.names, self._ctx.known.is_one_name)
            kept = kept_word_starts(core, words, lists.names)
            forbidden = self._ctx.forbidden_words
            kept = frozenset(w.start for w in words if w.start in kept and w.norm not in forbidden)
            found = self._mentions[core] = _Mention(
                tuple(words), tuple(self._names_in(core, words, kept)), kept
            )
        return found

    def _is_initials(self, word: NameWord) -> bool:
        """Whether a lone word is initials or a code rather than a name."""
        text = word.text
        if len(text) > 2 and text[0] == "0" and text[1:].isalpha():
            return False
        if _CODE.fullmatch(misread_letters_to_digits(text)) and any(c.isdecimal() for c in text):
            return True
        n = len(text)
        case = letter_case_of(text)
        known = word.norm in self._ctx.lists.names or is_short_form(word.norm)
        if n == 3 and word.norm in self._whole:
            return False
        if n == 3 and text.isupper() and word.norm in self._signed:
            return True
        if n <= 2:
            return not (n == 2 and known and case is LetterCase.TITLE)
        if n == 3:
            return case is not LetterCase.TITLE and not known
        return n == 4 and case is LetterCase.UPPER and not any(v in word.norm for v in "aeiouy")

    def _names_in(self, core: str, words: list[NameWord], kept: frozenset[int]) -> list[NameWord]:
        """Words of a mention that are names, not initials, codes or kept."""
        if len(words) == 1 or (_TYPIST.search(core) and not kept):
            # ``TK/mw`` at the foot of a letter is two people's initials.
            names = [w for w in words if not self._is_initials(w)]
            if len(words) == 1 or not names:
                return names
        return [w for w in words if w.start not in kept and len(w.norm) > 1 and not _CODE.fullmatch(w.text)]

    def _learn_initials(self, spans: list[Span], cores: list[str]) -> None:
        """Notes which names the initials of the document stand for; names side by side are taken as one."""
        text = self._ctx.document.text
        runs: list[list[NameWord]] = []
        for i, (span, core) in enumerate(zip(spans, cores, strict=True)):
            mention = self._read(core)
            words = [w for w in mention.words if w.start not in mention.kept]
            if len(words) > 1 and (m := _TURNED.search(core)):
                # ``Doe, Jane`` signs as JD.
                words = [w for w in words if w.start > m.start()] + [w for w in words if w.start < m.start()]
            beside = i > 0 and text[spans[i - 1].end : span.start] == " "
            if (
                beside
                and len(words) == 1
                and len(runs[-1]) == 1
                and len(words[0].norm) > 2 < len(runs[-1][0].norm)
            ):
                runs[-1] = runs[-1] + words
            else:
                runs.append(words)
        for words in runs:
            names = tuple(w.norm for w in words)
            for positions in signature_letter_positions([n[0] for n in names]):
                stands = tuple(names[i] if len(names[i]) > 1 else "" for i in positions)
                if any(stands):
                    self._signed.setdefault("".join(names[i][0] for i in positions), stands)
            if len(names) > 1:
                self._full.append(names)

    def _learn_joined(self, order: list[str]) -> None:
        """Notes the words of the document that are two names of one person written as one."""
        pairs = {a + b: (a, b) for names in self._full for a in names for b in names if a != b and len(b) > 1}
        self._joined = {word: pairs[word] for word in order if word in pairs}
        for word in order:
            if parts := split_double_name(word, self._ctx.lists.names, self._ctx.known.is_pair):
                self._double[word] = parts

    def _learn_short_forms(self, order: list[str]) -> None:
        """Notes the short forms of which the document has the given name."""
        sex = self._ctx.known.sex()
        for name in order:
            of_other_sex = sex and self._ctx.lists.names.get(name, ("U", ""))[0] == "FM".replace(sex, "")
            for short in map(normalize_name_word, short_forms(name)):
                if of_other_sex and len(given_names_of(short)) > 1:
                    continue  # ``Alex``, a man, is no ``Alexandra``
                if short in order and short != name and self._is_given(name) and self._is_given(short):
                    self._whole.setdefault(short, name)

    def _learn_genders(self, spans: list[Span], cores: list[str]) -> None:
        patient = ""
        if any(s.label is Label.PATIENT for s in spans):
            patient = self._ctx.known.sex()
        for span, core in zip(spans, cores, strict=True):
            text = self._ctx.document.text
            gender = gender_beside(text, span.start, span.end, kin_after=span.label is Label.RELATIVE)
            if span.label not in (Label.PATIENT, Label.RELATIVE):
                continue
            for word in self._read(core).names:
                given = self._is_given(word.norm) or self._roles.get(word.norm, (0, ""))[1] == "first"
                sex = gender or self._ctx.known.sex_of(word.norm)
                if not sex and span.label is Label.PATIENT:
                    sex = patient
                if sex and given:
                    self._genders.setdefault(word.norm, sex)
        stems = {
            norm: self._stem(norm) for core in cores for norm in (w.norm for w in self._read(core).names)
        }
        for norm, stem in stems.items():
            if told := self._genders.get(norm):
                self._genders.setdefault(stem, told)
        for norm, stem in stems.items():
            if told := self._genders.get(stem):
                self._genders.setdefault(norm, told)

    def _vote(self, span: Span, core: str) -> None:
        """Notes which words stand as first and which as last names, and which stand side by side."""
        mention = self._read(core)
        for weight, role, word in self._positions(span, core, mention):
            if weight > self._roles.get(word.norm, (0, ""))[0]:
                self._roles[word.norm] = (weight, role)
        for word in mention.names:
            others = (w.norm for w in reversed(mention.names) if w is not word)
            self._partners.setdefault(word.norm, next((n for n in others if n in self._ctx.lists.names), ""))

    def _positions(self, span: Span, core: str, mention: _Mention) -> Iterable[tuple[int, str, NameWord]]:
        """Each name with its role, ``first`` or ``L``, and how surely its place tells that."""
        before = self._ctx.document.text[max(0, span.start - 14) : span.start]
        words = [w for w in mention.words if w.start not in mention.kept]
        inside = [w for w in words if _stands_inside(core, w)]
        titled = bool(_TITLE_BEFORE.search(before)) or (
            bool(mention.words) and mention.words[0].start in mention.kept
        )
        if inside and len(inside) < len(words):
            # ``Robert "Bobby" Hayes``, ``E. Okafor (Esther)``, ``J.R. Hayes (Jack Ray Hayes)``
            outside = [w for w in words if w not in inside]
            yield from self._places(span, core, mention, outside, titled=titled)
            if len(inside) == 1:
                yield from ((2, "first", w) for w in inside if w in mention.names)
            else:
                yield from self._places(span, core, mention, inside, titled=False)
        else:
            yield from self._places(span, core, mention, words, titled=titled)

    def _places(
        self, span: Span, core: str, mention: _Mention, words: list[NameWord], *, titled: bool
    ) -> Iterable[tuple[int, str, NameWord]]:
        """The same of the words of one way to write the name."""
        names = [w for w in words if w in mention.names]
        if not names:
            return
        if len(words) == 1:
            given = self._ctx.lists.names.get(names[0].norm, ("", ""))[0] in ("F", "M")
            signs = span.label is Label.DOCTOR and not self._ctx.known.is_given(names[0].norm)
            yield (
                # ``Mrs. Lakshmi`` may be called so alone.
                (1 if given else 2, "L", names[0]) if titled else (1, "L" if signs else "first", names[0])
            )
            return
        if len(words) == 2 and len(names) == 2 and core[words[0].end : words[1].start] == "-":
            yield from ((1, "L" if titled or span.label is Label.DOCTOR else "first", word) for word in names)
            return
        parted = _TURNED.search(core)
        if parted and words[0].end <= parted.start() and names[-1].start > parted.start():
            for word in names:
                yield 3, ("L" if word.start < parted.start() else "first"), word
            return
        if len(words) == len(names) == 2 and self._ctx.known.is_pair(names[0].norm, names[1].norm):
            # ``Juan Carlos``, whose surname another place tells.
            yield from ((2, "first", word) for word in names)
            return
        if self._begins_with_surname(core, words):
            yield from ((3, "L" if word is words[0] else "first", word) for word in names)
            return
        particles = {w.end + 1 for w in mention.words if w.start in mention.kept and w is not words[0]}
        last = False
        for i, word in enumerate(names):
            # ``Juan Carlos de la Cruz Ramírez``: what follows a particle is no first name.
            last = last or (word.start in particles and i > 0)
            given = word is words[0]
            # A middle name is one too, where three names stand in a row.
            given = given or (
                word is not words[-1] and len(words) > 2 and core[word.end : word.end + 1] == " "
            )
            # ``Anne-Marie Doe`` has two first names, ``K. Price-Okoye`` two last ones.
            hyphened = i == 1 and names[0] is words[0] and core[names[0].end : word.start] == "-"
            first = (given or (hyphened and len(names) > 2)) and not last
            yield 2, ("first" if first else "L"), word

    def _begins_with_surname(self, core: str, words: list[NameWord]) -> bool:
        """Whether the surname comes first: ``Tran Van Duc``, where ``Duc`` is none; ``Holloway Ruth``."""
        first, last = (self._ctx.lists.names.get(w.norm, ("", "")) for w in (words[0], words[-1]))
        if first[0] == "L" and len(words) == 2:
            # In capitals, as lists have them, also where the second may be a surname: ``OSEI JAMES``.
            return last[0] in ("F", "M", "U") or (last[0][:1] == "B" and core.isupper())
        surname = first[0][:1] in ("L", "B") and first[1] in _EASTERN
        return surname and last[0] in ("F", "M", "U") and last[1] in _EASTERN


def _stands_inside(core: str, word: NameWord) -> bool:
    """Whether a word stands in brackets or quotes that begin within the mention."""
    before = core[: word.start]
    quoted = before.count('"') % 2 == 1 or before.rfind("“") > before.rfind("”")
    return quoted or before.rfind("(") > before.rfind(")")


def _written(core: str, words: Iterable[NameWord], write: Callable[[NameWord], str]) -> str:
    """The mention with each word written anew, and what stands between them as it is."""
    out: list[str] = []
    at = 0
    for word in words:
        out += (core[at : word.start], write(word))
        at = word.end
    return "".join(out) + core[at:]
