"""Tables of cases for the rules: how they are read and checked.

A table is a file of JSON lines under ``tests/cases/rules``. One line is one case::

    {"rule": "DATE-NUMERIC", "text": "seen on [[DATE|3/17]] at 0900"}
    {"rule": "DATE-NOT-SCORE", "text": "pain [[DATE|5/10]] today"}
    {"family": "dates", "text": "pain 5/10, seen [[DATE|3/17]]"}

- ``rule`` with the id of a rule: that rule alone, without vetoes, gives exactly the marked spans.
- ``rule`` with the id of a veto: the veto covers exactly the marked ranges, whatever their label.
- ``family``: all rules of the family with its vetoes; finds that overlap are united, label by label,
  and then equal exactly the marked ranges.

``why`` is a free remark. Lines that are empty or begin with ``//`` are passed over.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import regex

from chartveil.detection.rules.engine import Rule, RuleDetector, Veto
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import Label
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import TokenizedText

CASES = Path(__file__).parents[2] / "cases" / "rules"

_MARK = regex.compile(r"\[\[([A-Z_]+)\|(.*?)\]\]", regex.DOTALL)

Mark = tuple[int, int, Label]


@dataclass(frozen=True)
class Case:
    """One line of a table.

    Attributes:
        place: file name and line number, for messages.
        rule: id of the rule or veto tried alone; empty for the whole family.
        family: name of the family; empty for a single rule.
        text: the text without marks.
        marks: ranges and labels that must be found, sorted.
    """

    place: str
    rule: str
    family: str
    text: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Family:
    """Rules and vetoes that are tried together.

    Attributes:
        name: what cases call it: ``dates``.
        rules, vetoes: as the module exposes them.
    """

    name: str
    rules: tuple[Rule, ...]
    vetoes: tuple[Veto, ...] = ()


def unmark(marked: str) -> tuple[str, tuple[Mark, ...]]:
    """The text without its marks, and the marks.

    Raises:
        ValueError: a label is unknown.
    """
    parts: list[str] = []
    marks: list[Mark] = []
    at = 0
    length = 0
    for m in _MARK.finditer(marked):
        parts.append(marked[at : m.start()])
        start = length + m.start() - at
        length = start + len(m[2])
        marks.append((start, length, Label(m[1])))
        parts.append(m[2])
        at = m.end()
    parts.append(marked[at:])
    return "".join(parts), tuple(sorted(marks))


def load_cases(*names: str) -> list[Case]:
    """The cases of the tables with these file names.

    Raises:
        ValueError: a line is no case; the message names the file and the line.
    """
    cases = []
    for name in names:
        for number, line in enumerate((CASES / name).read_text(encoding="utf-8").splitlines(), 1):
            if not line.strip() or line.lstrip().startswith("//"):
                continue
            place = f"{name}:{number}"
            try:
                row = json.loads(line)
                text, marks = unmark(row["text"])
            except (ValueError, KeyError) as error:
                raise ValueError(f"{place}: {error!r}") from error
            unknown = row.keys() - {"rule", "family", "text", "why"}
            if unknown or ("rule" in row) == ("family" in row):
                raise ValueError(
                    f"{place}: a case has a text and either a rule or a family {sorted(unknown)}"
                )
            cases.append(Case(place, row.get("rule", ""), row.get("family", ""), text, marks))
    return cases


def view_of(text: str) -> TokenizedText:
    """A view of a text that belongs to no file."""
    return TokenizedText(Document(text, DocumentSource("case", "txt", "0" * 64)))


def united(spans: Iterable[Span]) -> tuple[Mark, ...]:
    """Ranges of the spans with those that overlap and have one label made one, sorted."""
    out: list[Mark] = []
    for s in sorted(spans, key=lambda s: (s.label, s.start, s.end)):
        if out and out[-1][2] == s.label and s.start < out[-1][1]:
            out[-1] = (out[-1][0], max(out[-1][1], s.end), s.label)
        else:
            out.append((s.start, s.end, s.label))
    return tuple(sorted(out))


def check(case: Case, families: Sequence[Family]) -> None:
    """Holds a case against the rules.

    Raises:
        AssertionError: what is found differs from what is marked; the message names the line.
        ValueError: the case names a rule, veto or family that does not exist.
    """
    found, wanted = _found(case, families), list(case.marks)
    missed = [_show(case.text, m) for m in wanted if m not in found]
    extra = [_show(case.text, m) for m in found if m not in wanted]
    what = case.rule or case.family
    assert not missed + extra, f"{case.place} {what}: missed {missed}, extra {extra} in {case.text!r}"


def untested(family: Family, cases: Sequence[Case]) -> list[str]:
    """What the tables lack: ids of the family with fewer than two cases, or with no case in which the
    rule must leave something alone (a case without any mark), or with none in which it must find."""
    total: Counter[str] = Counter(c.rule for c in cases)
    negative = {c.rule for c in cases if not c.marks}
    positive = {c.rule for c in cases if c.marks}
    lacks = []
    for name in [r.id for r in family.rules] + [v.id for v in family.vetoes]:
        if total[name] < 2:
            lacks.append(f"{name}: {total[name]} cases")
        elif name not in negative:
            lacks.append(f"{name}: no negative case")
        elif name not in positive:
            lacks.append(f"{name}: no positive case")
    return lacks


def _found(case: Case, families: Sequence[Family]) -> list[Mark]:
    view = view_of(case.text)
    if case.family:
        for family in families:
            if family.name == case.family:
                return list(united(RuleDetector(family.rules, family.vetoes).detect(view)))
        raise ValueError(f"{case.place}: no family {case.family}")
    for family in families:
        for rule in family.rules:
            if rule.id == case.rule:
                return list(united(RuleDetector((rule,)).detect(view)))
        for veto in family.vetoes:
            if veto.id == case.rule:
                group = "not" if veto.has_group else 0
                ranges = {m.span(group) for m in veto.compiled.finditer(case.text)}
                label = case.marks[0][2] if case.marks else min(veto.labels)
                return [(start, end, label) for start, end in sorted(ranges)]
    raise ValueError(f"{case.place}: no rule or veto {case.rule}")


def _show(text: str, mark: Mark) -> str:
    start, end, label = mark
    return f"[{start}, {end}) {label} {text[start:end]!r}"
