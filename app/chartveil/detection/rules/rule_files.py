"""Rule files: reads ``resources/rules/<language>/*.toml`` and a site's own, and says what is wrong with one.

    family = "dates"

    [parts]                     # {{month}} in a pattern of this file stands for (?:jan|feb)
    month = '''jan|feb'''

    [[rule]]                    # the attributes of chartveil.detection.rules.rule.Rule
    id = "DATE-MONTH"
    ...

All of a file is read or none of it: a rule that is left out in silence would protect nobody.
"""

from __future__ import annotations

import string
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import regex

from chartveil.detection.rules.checks import CHECKS
from chartveil.detection.rules.rule import SITE_PREFIX, SURROUNDINGS, Rule, Surety
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import InputError, ResourceError, UserError
from chartveil.domain.labels import Label
from chartveil.domain.languages import HOME_LANGUAGE, LanguagePart, find_language
from chartveil.domain.resource_files import REINSTALL, read_toml
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.system.compiled_patterns import compile_together

FAMILIES = ("ages", "contacts", "dates", "ids", "names", "organizations", "places")
"""The families of rules that every language has."""

SITE_FILE = "rules.toml"
SITE_FOLDER = "rules"
"""Name of a site's rules in its folder: a file, or a folder of files."""

_ID = regex.compile(r"[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+")
_PART = regex.compile(r"\{\{(\w+)\}\}")
_MARK = regex.compile(r"\[\[([A-Z][A-Z_]*)\|(.*?)\]\]", regex.DOTALL)
_NEEDED = ("id", "label", "pattern", "score", "description")
_PATTERNS = ("pattern", *SURROUNDINGS)
_TEXTS = (*_PATTERNS, "id", "label", "description", "source", "check", "surety")
_NUMBERS = ("score", "agreement")
_LISTS = ("keywords", "examples", "counterexamples")
_KEYS = frozenset((*_TEXTS, *_NUMBERS, *_LISTS))
_FILE_KEYS = frozenset(("family", "parts", "rule"))

_PROBE_LENGTH = 20_000
_PROBE_SECONDS = 0.5
_PROBES = {
    "letters": "a",
    "capitals": "A",
    "words": "Aaa bb ",
    "figures": "1",
    "figures and signs": "1-1/1.",
    "blanks": " ",
    "line ends": "\n",
    "mixed signs": "a1@.-_/:",
}
_EXAMPLE_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class SiteRules:
    """The rules of a site's files.

    Attributes:
        rules: the site's own.
        off: ids of rules of ours that the site switches off.
    """

    rules: tuple[Rule, ...] = ()
    off: frozenset[str] = frozenset()


def load_rules(language: str = HOME_LANGUAGE, folder: Path | None = None) -> tuple[Rule, ...]:
    """Our rules for a language, file by file in order of name.

    Args:
        language: its code.
        folder: of rule files, in place of a language.

    Raises:
        ResourceError: if there is no such language, it has no rules, ours has none for one of ``FAMILIES``,
            or a file is not valid. It names the file, the rule, what is wrong and the remedy.
    """
    if folder is None:
        folder = find_language(language).file(LanguagePart.RULES)
        rules = load_rules(folder=folder)
        for family in FAMILIES:
            if language == HOME_LANGUAGE and all(rule.family != family for rule in rules):
                raise ResourceError(
                    f"the rules for {family} are missing.", where=str(folder), remedy=REINSTALL
                )
        return rules
    found: dict[str, Rule] = {}
    for path in sorted(folder.glob("*.toml")):
        _add(found, _RuleFile(path, ResourceError).rules(), path, ResourceError)
    return tuple(found.values())


def load_rule_file(path: Path) -> tuple[Rule, ...]:
    """The rules of one file that a user wrote, with their ids as they stand there.

    Raises:
        InputError: if it is not valid, as for a site's rules.
    """
    rules: dict[str, Rule] = {}
    file = _RuleFile(path, InputError)
    _add(rules, file.rules(), path, InputError)
    file.off()
    for rule in rules.values():
        file.try_rule(rule)
    return tuple(rules.values())


def site_rule_files(folder: Path) -> list[Path]:
    """The rule files of a site's folder: ``rules.toml`` and those in ``rules``.

    Raises:
        InputError: if ``rules`` holds a file of another kind (hidden files and a README are passed over).
    """
    found = [folder / SITE_FILE] if (folder / SITE_FILE).is_file() else []
    inner = folder / SITE_FOLDER
    for path in sorted(inner.iterdir()) if inner.is_dir() else ():
        if path.name.startswith((".", "README")):
            continue
        if path.suffix != ".toml":
            raise InputError(
                "is no file of rules.", where=str(path), remedy="Call it .toml, or move it away."
            )
        found.append(path)
    return found


def load_site_rules(folder: Path, ours: Collection[str]) -> SiteRules:
    """The rules of a site's folder, tried on their examples and on texts that are hard on patterns.

    Args:
        folder: the site's own, with its lists.
        ours: ids of our rules: they are taken, and may be switched off.

    Raises:
        InputError: if a file is not valid, a rule has an id of ours or does not do what its examples say, a
            pattern takes too long, or a rule that is switched off does not exist.
    """
    rules: dict[str, Rule] = {}
    off: set[str] = set()
    for path in site_rule_files(folder):
        file = _RuleFile(path, InputError)
        found = file.rules(SITE_PREFIX)
        for rule in found:
            own = rule.id.removeprefix(SITE_PREFIX)
            if own in ours:
                file.fail(
                    f"the rule {own} has the id of a rule that comes with Chartveil.",
                    f'Give it another id. If it takes the place of ours, write off = ["{own}"] as well.',
                )
        _add(rules, found, path, InputError)
        for name in file.off():
            if name not in ours:
                file.fail(
                    f"off names {name}, which is no rule of Chartveil.",
                    "See 'chartveil rules list' for them.",
                )
            off.add(name)
        for rule in found:
            file.try_rule(rule)
    return SiteRules(tuple(rules.values()), frozenset(off))


def failed_examples(rule: Rule) -> dict[str, str]:
    """The examples and counterexamples that a rule does not bear out, each with what it marks in their place.

    Raises:
        TimeoutError: if the rule takes more than five seconds on one.
    """
    failed = {}
    for marked in (*rule.examples, *rule.counterexamples):
        text, wanted = unmark(marked)
        found = sorted((s.start, s.end, s.label.value) for s in rule.find(_view(text), _EXAMPLE_SECONDS))
        if found != wanted or (marked in rule.examples) != bool(wanted):
            failed[marked] = _mark(text, found)
    return failed


def _mark(text: str, spans: Iterable[tuple[int, int, str]]) -> str:
    marked, at = "", 0
    for start, end, label in spans:
        marked += f"{text[at:start]}[[{label}|{text[start:end]}]]"
        at = end
    return marked + text[at:]


def unmark(marked: str) -> tuple[str, list[tuple[int, int, str]]]:
    """A text without its marks ``[[LABEL|text]]``; start, end and label of each, sorted."""
    text, marks, at = "", [], 0
    for m in _MARK.finditer(marked):
        text += marked[at : m.start()]
        marks.append((len(text), len(text) + len(m[2]), m[1]))
        text += m[2]
        at = m.end()
    return text + marked[at:], sorted(marks)


def slow_probe(rule: Rule, seconds: float = _PROBE_SECONDS) -> str:
    """The kind of text on which the rule takes longer than it may; empty where there is none.

    A pattern may go back over what it has read so often that a page takes hours. Long runs of one character
    show most of these, and the rule's own examples, repeated, those that look for one shape alone.
    """
    own = "".join(unmark(e)[0] + " " for e in (*rule.examples, *rule.counterexamples))
    probes = {"its own examples": own, "its own examples in one word": "".join(own.split()), **_PROBES}
    # What a pattern asks for at its end stands there too: without it, most never begin.
    end = f"\0{string.printable}\n{own}"
    for kind, piece in probes.items():
        if piece:
            text = (piece * (_PROBE_LENGTH // len(piece) + 1))[:_PROBE_LENGTH] + end
            try:
                for _ in rule.find(_view(text), seconds):
                    pass
            except TimeoutError:
                return kind
    return ""


def _view(text: str) -> TokenizedText:
    return TokenizedText(Document(text, DocumentSource("example", "text", "0" * 64)))


def _add(rules: dict[str, Rule], found: Sequence[Rule], path: Path, error: type[UserError]) -> None:
    for rule in found:
        if rule.id in rules:
            raise error(
                f"the id {rule.id.removeprefix(SITE_PREFIX)} is used twice.",
                where=str(path),
                remedy="Give every rule an id of its own, over all files.",
            )
        rules[rule.id] = rule


class _RuleFile:
    """One file, and how to say what is wrong with it."""

    def __init__(self, path: Path, error: type[UserError]) -> None:
        self._path = path
        self._error = error
        self._own = error is InputError
        try:
            self._data = read_toml(path, "the file of rules")
        except ResourceError as e:
            remedy = "Mend the file, or move it away." if self._own else e.remedy
            raise error(e.what, where=e.where, remedy=remedy) from e
        known = _FILE_KEYS | ({"off"} if self._own else set())
        for key in sorted(self._data.keys() - known):
            self.fail(f"the key {key} is not known.", f"A file of rules has {_listed(known)}.")
        if "family" not in self._data and not self._own:
            self.fail("the key family is missing.", 'Write family = "..." at the head of the file.')
        self._family = self._data.get("family", "site")
        self._parts = self._data.get("parts", {})
        if not isinstance(self._family, str):
            self.fail("family is no text.", 'Write family = "...".')
        if not isinstance(self._parts, dict) or not all(isinstance(p, str) for p in self._parts.values()):
            self.fail("a part is no text.", "Write each part of [parts] as name = '''pattern'''.")
        if not _is_list_of(self._data.get("rule", []), dict):
            self.fail(
                "rule is no list of entries.", "Begin each rule with [[rule]], two brackets on each side."
            )

    def fail(self, what: str, remedy: str) -> NoReturn:
        """Raises the error of this file."""
        raise self._error(what, where=str(self._path), remedy=remedy)

    def off(self) -> Sequence[str]:
        """Ids of the rules that the file switches off."""
        off = self._data.get("off", [])
        if not _is_list_of(off, str):
            self.fail("off is no list of ids.", 'Write off = ["ID", ...] above the first [[rule]].')
        return tuple(off)

    def rules(self, prefix: str = "") -> list[Rule]:
        """The rules of the file, their patterns compiled, with something before their ids."""
        rules = [
            self._rule(entry, number, prefix) for number, entry in enumerate(self._data.get("rule", []), 1)
        ]
        compile_together(self._path, (p for rule in rules for p in rule.patterns.values()))
        for rule in rules:
            self._check_patterns(rule, f"the rule {rule.id.removeprefix(prefix)}")
        return rules

    def _rule(self, entry: Mapping[str, Any], number: int, prefix: str) -> Rule:
        name = f"the rule {entry['id']}" if isinstance(entry.get("id"), str) else f"rule number {number}"
        self._check_keys(entry, name)
        self._check_values(entry, name)
        values: dict[str, Any] = dict(entry)
        values.update({key: self._with_parts(entry[key], name, key) for key in _PATTERNS if key in entry})
        values.update({key: tuple(entry[key]) for key in _LISTS if key in entry})
        values.update({key: float(entry[key]) for key in _NUMBERS if key in entry})
        values["id"] = prefix + entry["id"]
        values["label"] = Label(entry["label"])
        values["surety"] = Surety(entry["surety"]) if "surety" in entry else None
        if self._own:
            values = {"agreement": 0.0, "source": "your site"} | values
        rule = Rule(family=self._family, **values)
        self._check_examples(rule, name)
        return rule

    def _check_keys(self, entry: Mapping[str, Any], name: str) -> None:
        for key in _NEEDED:
            if key not in entry:
                self.fail(f"{name} lacks {key}.", f"Every rule has {_listed(_NEEDED)}.")
        for key in sorted(entry.keys() - _KEYS):
            self.fail(f"{name} has the key {key}, which is not known.", f"A rule may have {_listed(_KEYS)}.")
        for key, value in entry.items():
            if key in _TEXTS and not isinstance(value, str):
                self.fail(f"{key} of {name} is no text.", f"Write {key} = '''...'''.")
            if key in _NUMBERS and (isinstance(value, bool) or not isinstance(value, int | float)):
                self.fail(f"{key} of {name} is no number.", f"Write {key} = 0.9, without quotes.")
            if key in _LISTS and not _is_list_of(value, str):
                self.fail(f"{key} of {name} is no list of texts.", f'Write {key} = ["...", "..."].')

    def _check_values(self, entry: Mapping[str, Any], name: str) -> None:
        if not _ID.fullmatch(entry["id"]):
            self.fail(
                f"{name} has an id in another form.",
                "Write capitals, figures and hyphens, its family first: DATE-NUMERIC.",
            )
        for key, known in (("label", tuple(Label)), ("check", tuple(CHECKS)), ("surety", tuple(Surety))):
            if key in entry and entry[key] not in known:
                self.fail(
                    f"{name} has the {key} {entry[key]}, which is not known.", f"Known: {_listed(known)}."
                )
        for key in _NUMBERS:
            if key in entry and not 0 <= entry[key] <= 1:
                self.fail(f"{key} of {name} is {entry[key]}.", "Give a number from 0 to 1.")
        if not entry["description"].strip():
            self.fail(f"{name} has an empty description.", "Say in one line what it finds.")
        for word in entry.get("keywords", ()):
            if not word or word != word.lower():
                self.fail(
                    f"{name} has the keyword '{word}'.", "Write keywords in lower case, none of them empty."
                )

    def _with_parts(self, pattern: str, name: str, key: str, inside: tuple[str, ...] = ()) -> str:
        def part(m: Any) -> str:
            if m[1] not in self._parts:
                self.fail(
                    f"{key} of {name} uses the part {m[1]}, which is not there.",
                    f"Add it to [parts], or use one of: {_listed(self._parts) or 'none'}.",
                )
            if m[1] in inside:
                self.fail(f"the part {m[1]} holds itself.", "Write it out.")
            return f"(?:{self._with_parts(self._parts[m[1]], name, key, (*inside, m[1]))})"

        return str(_PART.sub(part, pattern))

    def _check_patterns(self, rule: Rule, name: str) -> None:
        for key in _PATTERNS:
            try:
                _ = rule.compiled if key == "pattern" else rule.compile_surrounding(key)
            except regex.error as e:
                self.fail(
                    f"{key} of {name} is no valid pattern: {e}.", "Mend it; patterns are those of 'regex'."
                )
        if rule.compiled.match("") is not None:
            self.fail(f"{name} matches the empty text.", "Let its pattern ask for at least one character.")

    def _check_examples(self, rule: Rule, name: str) -> None:
        known = set(Label)
        for text in rule.examples:
            marks = unmark(text)[1]
            if not marks or any(label not in known for _, _, label in marks):
                self.fail(
                    f"an example of {name} marks no identifier.",
                    f"Write [[{rule.label}|...]] around what it finds.",
                )

    def try_rule(self, rule: Rule) -> None:
        """Tries a rule on its examples and on texts that are hard on patterns."""
        name = f"the rule {rule.id.removeprefix(SITE_PREFIX)}"
        kind = slow_probe(rule)
        try:
            failed = {} if kind else failed_examples(rule)
        except TimeoutError:
            kind, failed = "its own examples", {}
        if kind:
            self.fail(
                f"{name} takes longer than {_PROBE_SECONDS} s on a long text of {kind}.",
                "Write its pattern without repeats inside or beside repeats of the same characters, "
                "or bound them: {1,20}.",
            )
        for example, found in failed.items():
            what = "example" if example in rule.examples else "counterexample"
            self.fail(
                f"{name} does not bear out its {what} '{example}': it finds '{found}'.",
                "Mend the pattern or the example.",
            )


def _is_list_of(value: object, kind: type) -> bool:
    return isinstance(value, list) and all(isinstance(v, kind) for v in value)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))
