"""Rules for indirect facts, read from ``resources/case_report/facts/*.toml``: one file a category.

    category = "animals"

    [nouns]                     # \\L<rare> in a pattern stands for any of them, singular or plural
    rare = "parrot, macaw"

    [kinds]                     # a parrot is first generalised to "bird"
    bird = "parrot, macaw"

    [parts]                     # {{keep}} stands for (?:keeps|kept)
    keep = '''keeps|kept'''

    [[rule]]
    id = "ANIMALS-RARE"
    ...

Patterns read the flat text of ``flat_text``, without regard to case. Examples mark what is found with
double brackets; counterexamples hold nothing of the rule. All of a file is read or none of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import regex

from chartveil.case_report.indirect_facts.flat_text import FlatText
from chartveil.case_report.indirect_facts.occupations import occupations
from chartveil.case_report.indirect_facts.wording import is_plural, plural_of
from chartveil.case_report.model import FactCategory
from chartveil.domain.errors import ResourceError
from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import REINSTALL, read_toml
from chartveil.system.compiled_patterns import Pattern, compile_together, compiled_pattern

_REACH = 80
_FLAGS = regex.VERSION1 | regex.IGNORECASE
_PART = regex.compile(r"\{\{(\w+)\}\}")
_COMMON = "common.toml"
_PLAIN = "plain.toml"
_SHAPES = {
    # A match ends and begins where a word does.
    "pattern": r"(?!(?<=\w)\w)(?:{})(?<!\w(?=\w))",
    "anchor": r"(?<!\w)(?:{})(?!\w)",
    "not_before": r"(?:{})\Z",
    "not_after": "{}",
    "not_match": "{}",
}
"""The pattern around each pattern of a rule."""


@dataclass(frozen=True)
class FactRule:
    """A pattern that finds indirect facts, and what may be said in their place.

    Attributes:
        id: stable and unique; its category first.
        category: what its facts tell.
        reason: why it is marked, for people; free of text.
        pattern: of the fact in a flat text. Its groups ``det`` (determiner), ``head`` (noun), ``v`` (verb)
            serve the wordings.
        anchor: pattern of a word that each match holds: sentences without it are passed over.
        not_before, not_after: patterns of what must not stand directly beside it; None for nothing.
        not_match: pattern of what must not be in it; None for nothing.
        phrase: wording that takes its place whatever its form; ``{v}`` stands for the verb.
        predicate: wording for a fact that is a predicate: ``lives in an unusual home``.
        noun: singular and plural of a noun for a fact that is a noun phrase: ``animal/animals``.
        kinds: by noun the kind it is of, said before the wider noun: a pigeon is a ``bird``, which may be
            what made somebody ill.
        maker: ``rounded`` or ``range`` for values; else empty.
        dropped: whether its facts are adjectives, which go by themselves: ``a Somali woman``.
        share: part of all people for whom the like is true, an assumption; 0 for none.
        examples, counterexamples: texts that hold such a fact, marked ``[[…]]``, or none.
    """

    id: str
    category: FactCategory
    reason: str
    pattern: regex.Pattern[str]
    anchor: regex.Pattern[str] | None
    not_before: regex.Pattern[str] | None
    not_after: regex.Pattern[str] | None
    not_match: regex.Pattern[str] | None
    phrase: str
    predicate: str
    noun: str
    kinds: Mapping[str, str]
    maker: str
    dropped: bool
    share: float
    examples: tuple[str, ...]
    counterexamples: tuple[str, ...]

    def find(self, prose: FlatText, seconds: float) -> Iterator[regex.Match[str]]:
        """Its matches in a flat text, from left to right.

        Raises:
            TimeoutError: if the pattern takes longer than it may.
        """
        text = prose.flat
        for m in self._matches(prose, seconds):
            start, end = m.span()
            low = max(prose.sentence(start)[0], start - _REACH)
            if self.not_before and self.not_before.search(text, low, start, timeout=seconds):
                continue
            if self.not_after and self.not_after.match(text, end, timeout=seconds):
                continue
            if self.not_match and self.not_match.search(m.group(), timeout=seconds):
                continue
            yield m

    def _matches(self, prose: FlatText, seconds: float) -> Iterator[regex.Match[str]]:
        if self.anchor is None:
            yield from self.pattern.finditer(prose.flat, timeout=seconds)
            return
        anchors = self.anchor.finditer(prose.flat, timeout=seconds)
        for low, high in sorted({prose.sentence(m.start()) for m in anchors}):
            yield from self.pattern.finditer(prose.flat, low, high, timeout=seconds)


def fact_rules() -> tuple[FactRule, ...]:
    """The bundled rules, read once a process.

    Raises:
        ResourceError: if a file is missing or not valid; it names the file and the rule.
    """
    return _load(resources_folder() / "case_report" / "facts")


@cache
def everyday_medical_terms() -> regex.Pattern[str]:
    """A pattern for medical terms made of everyday words: ``butterfly rash``.

    Raises:
        ResourceError: if their file is missing or not valid.
    """
    path = resources_folder() / "case_report" / "facts" / _PLAIN
    words = read_toml(path, "the list of plain terms").get("words", "")
    pattern = r"(?<!\w)\L<terms>(?!\w)", _FLAGS, (("terms", _forms(words)),)
    compile_together(path, [pattern])
    found: regex.Pattern[str] = compiled_pattern(*pattern)
    return found


@cache
def _load(folder: Path) -> tuple[FactRule, ...]:
    common = read_toml(folder / _COMMON, "the rules for indirect facts").get("parts", {})
    rules: dict[str, FactRule] = {}
    for path in sorted(folder.glob("*.toml")):
        if path.name in (_COMMON, _PLAIN):
            continue
        data = read_toml(path, "the rules for indirect facts")
        entries = data.get("rule", ())
        lists = _named_words(data)
        patterns = []
        for entry in entries:
            with _named_if_wrong(entry, path):
                patterns.append(_patterns(entry, {**common, **data.get("parts", {})}, lists))
        compile_together(path, (pattern for each in patterns for pattern in each.values()))
        for entry, each in zip(entries, patterns, strict=True):
            with _named_if_wrong(entry, path):
                rule = _rule(entry, data, each)
            if rule.id in rules:
                raise ResourceError(f"the id {rule.id} is used twice.", where=str(path), remedy=REINSTALL)
            rules[rule.id] = rule
    if not rules:
        raise ResourceError("the rules for indirect facts are missing.", where=str(folder), remedy=REINSTALL)
    return tuple(rules.values())


@contextmanager
def _named_if_wrong(entry: Any, path: Path) -> Iterator[None]:
    try:
        yield
    except (KeyError, TypeError, ValueError, regex.error) as e:
        name = entry.get("id", "without an id") if isinstance(entry, dict) else "without an id"
        raise ResourceError(f"the rule {name} is not valid ({e}).", where=str(path), remedy=REINSTALL) from e


def _named_words(data: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """The lists that the patterns of a file may name."""
    lists = {name: _forms(words) for name, words in data.get("nouns", {}).items()}
    lists["occupation"] = tuple(sorted(occupations().groups))
    lists["workplace"] = _forms(", ".join(occupations().workplaces))
    return lists


def _patterns(
    entry: Mapping[str, Any], parts: Mapping[str, str], lists: Mapping[str, tuple[str, ...]]
) -> dict[str, Pattern]:
    """What is compiled of a rule, by its key."""
    found: dict[str, Pattern] = {}
    for key, shape in _SHAPES.items():
        if key in entry or key == "pattern":
            pattern = shape.format(_with_parts(entry[key], parts))
            found[key] = pattern, _FLAGS, tuple((n, w) for n, w in lists.items() if f"<{n}>" in pattern)
    return found


def _rule(entry: Mapping[str, Any], data: Mapping[str, Any], patterns: Mapping[str, Pattern]) -> FactRule:
    def compiled(key: str) -> Any:
        return compiled_pattern(*patterns[key]) if key in patterns else None

    return FactRule(
        id=entry["id"],
        category=FactCategory(data["category"]),
        reason=entry["reason"],
        pattern=compiled("pattern"),
        anchor=compiled("anchor"),
        not_before=compiled("not_before"),
        not_after=compiled("not_after"),
        not_match=compiled("not_match"),
        phrase=entry.get("phrase", ""),
        predicate=entry.get("predicate", ""),
        noun=entry.get("noun", ""),
        kinds={form: kind for kind, words in data.get("kinds", {}).items() for form in _forms(words)},
        maker=entry.get("maker", ""),
        dropped=bool(entry.get("dropped")),
        share=float(entry["share"]),
        examples=tuple(entry["examples"]),
        counterexamples=tuple(entry["counterexamples"]),
    )


def _with_parts(pattern: str, parts: Mapping[str, str]) -> str:
    while _PART.search(pattern):
        pattern = _PART.sub(lambda m: f"(?:{parts[m[1]]})", pattern)
    return pattern


def _forms(words: str) -> tuple[str, ...]:
    """The words of a list, in the singular and in the plural."""
    listed = [" ".join(word.split()) for word in words.split(",")]
    return tuple(sorted({*listed, *(plural_of(word) for word in listed if not is_plural(word))}))
