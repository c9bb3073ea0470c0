"""Guesses the operator of a column, by its header and by detection on a sample of its cells.

A header alone never keeps a column: its cells must be what it says, and detection must find hardly an
identifier among them. What neither header nor cells tell is left to a person (``REVIEW``), never kept.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import PERSON_LABELS, Label, LabelGroup
from chartveil.domain.policy import AgeMethod, DateMethod, LabelAction, Policy
from chartveil.domain.span import Span
from chartveil.domain.tables.column_plan import ColumnChoice, ColumnOperator, TablePlan
from chartveil.formats.base import ReadOptions
from chartveil.formats.tables import column_kinds as kinds
from chartveil.formats.tables.column_kinds import ColumnKind, kind_of_header
from chartveil.formats.tables.headers import header_words
from chartveil.formats.tables.row_stream import TableHead
from chartveil.formats.tables.table_format import patient_column
from chartveil.surrogates.column_values import is_day_first, read_date

Finder = Callable[[Document], Sequence[Span]]
"""Spans of a document that count under the policy."""

_MOST = 0.9
"""Share of the cells that must be what a header says."""
_MANY = 0.5
_FEW = 0.15
"""Share of the different cells in which detection may find an identifier, and the column still stays."""
_TRIED, _LEAST_TRIED, _TRIED_OF_ALL = 200, 12, 60_000
"""Different cells of a column that detection is asked about, at most and at least, and of all columns."""
_LONGEST_TRIED = 120
_BIRTH = frozenset({"dob", "birth", "birthdate", "birthday", "born", "yob"})
_NO_OTHER_DATE = 2025
"""Year from which ages are told in a table that has dates of birth and no others."""
_SECRET = {
    "ssn": re.compile(r"\d{3}-\d{2}-\d{4}"),
    "email": re.compile(r"\S+@\S+\.\w+"),
    "phone": re.compile(r"\+?1?[ .-]?\(?\d{3}\)?[ .-]?\d{3}[ .-]\d{4}(?: ?x ?\d+)?"),
}
NOTHING_TELLS = "neither its header nor its cells tell what it holds"
"""Why most columns are left to a person."""
_PLACES = frozenset({"city", "state", "county"})
_BARE_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


@dataclass(frozen=True)
class _Cells:
    """The filled cells of a column's sample."""

    all: list[str]

    @property
    def distinct(self) -> list[str]:
        return list(dict.fromkeys(self.all))

    def count(self, cells: Collection[str]) -> int:
        """How often these cells stand in the column."""
        wanted = set(cells)
        return sum(cell in wanted for cell in self.all)

    def share_of(self, cells: Collection[str], found: Collection[str]) -> float:
        """Of these cells those that are found, each as often as it stands in the column."""
        return self.count(found) / max(self.count(cells), 1)

    def share(self, test: Callable[[str], object]) -> float:
        """Of the cells that pass a test."""
        return sum(bool(test(cell)) for cell in self.all) / len(self.all)

    def mostly(self, test: Callable[[str], object]) -> bool:
        """Whether ``_MOST`` of the cells pass a test that takes long: it ends where they cannot any more."""
        failed, may_fail = 0, (1 - _MOST) * len(self.all) + 1e-9
        for cell, count in Counter(self.all).items():
            failed += 0 if test(cell) else count
            if failed > may_fail:
                return False
        return True

    @property
    def is_prose(self) -> bool:
        """Whether many cells are sentences."""
        return kinds.are_sentences(self.all)


class ColumnGuesser:
    """Guesses the operators of tables.

    Args:
        policy: what counts, and what happens to dates, ages and postal codes.
        find: what detection takes in a text.
    """

    def __init__(self, policy: Policy, find: Finder) -> None:
        self._policy = policy
        self._find = find
        self._found: dict[str, tuple[Label, ...]] = {}
        self._tried = _TRIED

    def plan(self, head: TableHead, options: ReadOptions) -> TablePlan:
        """The plan for a table.

        Args:
            head: with the sample.
            options: columns that the user named: text is searched, ids get codes.
        """
        cells = _cells_of(head)
        self._tried = max(_LEAST_TRIED, min(_TRIED, _TRIED_OF_ALL // max(len(cells), 1)))
        patient = patient_column(head, options)
        newest = _newest_year(head, cells)
        made = [self._choice(head, i, cells[i], options, patient is not None) for i in range(len(head.names))]
        if patient is not None and made[patient].operator is ColumnOperator.REVIEW:
            made[patient] = ColumnChoice(
                head.names[patient], ColumnOperator.PSEUDONYM, "patient_id", reason="it tells the patient"
            )
        return TablePlan(tuple(self._without_contradiction(made)), patient, head.part, newest)

    def _without_contradiction(self, made: Sequence[ColumnChoice]) -> list[ColumnChoice]:
        """The choices, without invented places beside true digits of ZIP codes: the two would not fit, and
        so tell which is true."""
        zips = any(c.operator is ColumnOperator.ZIP3 for c in made)
        if not zips or not self._policy.is_identifier(Label.STATE):
            return list(made)
        reason = "an invented place would not fit the digits of the ZIP code"
        return [
            replace(c, operator=ColumnOperator.EMPTY, label=None, reason=reason)
            if c.kind in _PLACES and c.operator is ColumnOperator.TEXT
            else c
            for c in made
        ]

    def _choice(
        self, head: TableHead, column: int, cells: _Cells, options: ReadOptions, has_patient: bool
    ) -> ColumnChoice:
        name = head.names[column]
        kind = kind_of_header(name)
        if head.is_named(column, options.text_columns):
            return ColumnChoice(name, ColumnOperator.TEXT, reason="named as text", chosen=True)
        if head.is_named(column, (options.id_column, options.patient_column)):
            return ColumnChoice(name, ColumnOperator.PSEUDONYM, reason="named as an id", chosen=True)
        if not cells.all:
            if kind is None:
                return ColumnChoice(name, ColumnOperator.EMPTY, reason="it is empty in the first rows")
            return choice_of_kind(self._policy, name, kind, has_patient, "its header says so")
        if kind is not None:
            made = self._by_header(name, kind, cells, has_patient)
            if made is not None:
                return made
        return self._by_content(name, cells, has_patient)

    def _by_header(
        self, name: str, kind: ColumnKind, cells: _Cells, has_patient: bool
    ) -> ColumnChoice | None:
        """What the header says, where the cells are so; None where they are not."""
        if cells.is_prose and kind.holds != "values" and kind.operator is not ColumnOperator.EMPTY:
            return ColumnChoice(name, ColumnOperator.TEXT, "free_text", reason="its cells are sentences")
        reason = "header and cells say so"
        match kind.holds:
            case "dates":
                if not cells.mostly(read_date):
                    return None
                return self._dates(name, cells, has_patient, reason)
            case "ages":
                return (
                    choice_of_kind(self._policy, name, kind, has_patient, reason)
                    if cells.share(kinds.is_age) >= _MOST
                    else None
                )
            case "zips":
                if cells.share(kinds.is_zip) < _MOST:
                    return ColumnChoice(
                        name, ColumnOperator.EMPTY, kind.name, reason="postal codes that are no ZIP codes"
                    )
            case "values":
                return self._values(name, kind, cells)
        if kind.operator is ColumnOperator.PSEUDONYM and cells.share(_is_words) >= _MANY:
            asked = cells.distinct[: self._tried]
            hits = self._hits(asked, frozenset())
            if cells.share_of(asked, hits) < _MANY:
                return ColumnChoice(
                    name, ColumnOperator.TEXT, "free_text", reason="its cells are words, no numbers"
                )
        # Where practices stay, people among them would stay too.
        may_be_practices = kind.label in PERSON_LABELS and self._policy.is_identifier(Label.HOSPITAL)
        if may_be_practices and cells.share(lambda c: _is_practice(kind, c)) >= _MANY:
            kind, reason = kinds.column_kinds()["facility"], "its cells are names of practices"
            return choice_of_kind(self._policy, name, kind, has_patient, reason)
        return choice_of_kind(self._policy, name, kind, has_patient, "its header says so")

    def _values(self, name: str, kind: ColumnKind, cells: _Cells) -> ColumnChoice | None:
        """A column that may stay: numbers, codes, and words in which hardly an identifier is found."""
        if cells.share(lambda c: len(c) > _LONGEST_TRIED or kinds.word_count(c) > 12) > _FEW:
            return ColumnChoice(name, ColumnOperator.TEXT, "free_text", reason="its cells are sentences")
        formed = [c for c in cells.distinct if kind.has_form(c)]
        asked = [c for c in cells.distinct if not kind.has_form(c)]
        skipped, asked = asked[self._tried :], asked[: self._tried]
        hits = self._hits(asked, kind.stays)
        # Where some were not asked about, they are taken to be like those that were.
        if cells.share_of([*formed, *asked] if not skipped else asked, hits) > _FEW:
            return None
        found = f"; identifiers in {len(hits)} of {len(asked)} different cells are replaced" if hits else ""
        return ColumnChoice(name, ColumnOperator.KEEP, kind.name, reason=f"header and cells say so{found}")

    def _by_content(self, name: str, cells: _Cells, has_patient: bool) -> ColumnChoice:
        """What the cells say of a column whose header says nothing, or another thing."""
        if cells.is_prose:
            return ColumnChoice(name, ColumnOperator.TEXT, "free_text", reason="its cells are sentences")
        if cells.share(kinds.is_flag) == 1:
            return ColumnChoice(name, ColumnOperator.KEEP, "status", reason="its cells are flags")
        if cells.mostly(lambda c: not _BARE_NUMBER.fullmatch(c) and read_date(c)):
            return self._dates(name, cells, has_patient, "its cells are dates")
        for kind_name in ("time", "vital_sign"):
            form = kinds.column_kinds()[kind_name].form
            if form is not None and cells.share(form.fullmatch) >= _MOST:
                return ColumnChoice(name, ColumnOperator.KEEP, kind_name, reason="its cells have such a form")
        for pattern in _SECRET.values():
            if cells.share(pattern.fullmatch) >= _MANY:
                return ColumnChoice(
                    name, ColumnOperator.EMPTY, reason="its cells are numbers or addresses of people"
                )
        asked = [c for c in cells.distinct if not kinds.is_measure(c)]
        skipped, asked = asked[self._tried :], asked[: self._tried]
        hits = self._hits(asked, frozenset())
        groups = Counter(hits[c].group for c in cells.all if c in hits)
        group, count = groups.most_common(1)[0] if groups else (None, 0)
        if count >= _MANY * (len(cells.all) - cells.count(skipped)):
            if group is LabelGroup.NAME:
                return ColumnChoice(
                    name, ColumnOperator.TEXT, "patient_name", Label.PATIENT, "its cells are names of people"
                )
            if group is LabelGroup.ID:
                return ColumnChoice(
                    name, ColumnOperator.PSEUDONYM, "record_id", reason="its cells are numbers of things"
                )
            return ColumnChoice(name, ColumnOperator.EMPTY, reason="its cells are identifiers")
        many = len(cells.distinct) >= 0.8 * len(cells.all) and len(cells.all) > 5
        if many and cells.share(lambda c: kinds.is_id(c) and len(c) > 4) >= _MOST:
            return ColumnChoice(
                name, ColumnOperator.PSEUDONYM, "record_id", reason="its cells are numbers of things"
            )
        return ColumnChoice(name, ColumnOperator.REVIEW, reason=NOTHING_TELLS)

    def _dates(self, name: str, cells: _Cells, has_patient: bool, reason: str) -> ColumnChoice:
        orders = {is_day_first(c) for c in cells.all} - {None}
        if len(orders) > 1:
            return ColumnChoice(
                name,
                ColumnOperator.REVIEW,
                "date",
                reason="some dates begin with the day, others with the month",
            )
        kind = kinds.column_kinds()["date"]
        made = choice_of_kind(self._policy, name, kind, has_patient, reason)
        return ColumnChoice(name, made.operator, kind.name, reason=made.reason, day_first=orders == {True})

    def _hits(self, cells: Sequence[str], stays: frozenset[Label]) -> dict[str, Label]:
        """Cells in which detection finds an identifier, with the label of the first."""
        shown = [c for c in cells if any(x.isalnum() for x in c)]
        lines = [" ".join(c[:_LONGEST_TRIED].split()) for c in shown]
        # The same few answers may stand in thousands of columns.
        self._ask([line for line in dict.fromkeys(lines) if line not in self._found])
        found: dict[str, Label] = {}
        for cell, line in zip(shown, lines, strict=True):
            label = next((label for label in self._found[line] if label not in stays), None)
            if label is not None:
                found[cell] = label
        return found

    def _ask(self, lines: Sequence[str]) -> None:
        """Notes which labels detection finds in some cells, each on a line of its own."""
        if not lines:
            return
        spans = self._find(Document("\n".join(lines), DocumentSource("", "", "")))
        start = 0
        for line in lines:
            end = start + len(line)
            self._found[line] = tuple(s.label for s in spans if s.start < end and s.end > start)
            start = end + 1


def choice_of_kind(
    policy: Policy, name: str, kind: ColumnKind, has_patient: bool, reason: str
) -> ColumnChoice:
    """The operator that a policy has for a kind of column.

    Args:
        policy: the policy.
        name: of the column.
        kind: of its cells.
        has_patient: whether a column tells the patient: without one no date moves.
        reason: for people.
    """
    operator = kind.operator
    if operator is ColumnOperator.SHIFT_DATE:
        if policy.actions[Label.DATE] is LabelAction.KEEP:
            operator, reason = ColumnOperator.KEEP, "dates stay under the policy"
        elif policy.actions[Label.DATE] in (LabelAction.TAG, LabelAction.MASK, LabelAction.REMOVE):
            operator, reason = ColumnOperator.EMPTY, "dates go under the policy"
        elif policy.date_method is not DateMethod.SHIFT:
            operator, reason = ColumnOperator.BAND, "years stay under the policy"
        elif not has_patient:
            operator, reason = ColumnOperator.BAND, "no column tells the patient: only years stay"
    elif operator is ColumnOperator.TOP_CODE and policy.ages is AgeMethod.BAND:
        operator = ColumnOperator.BAND
    elif operator is ColumnOperator.ZIP3 and policy.actions[Label.ZIP] is LabelAction.KEEP:
        operator, reason = ColumnOperator.KEEP, "ZIP codes stay under the policy"
    return ColumnChoice(name, operator, kind.name, kind.label, reason)


def _cells_of(head: TableHead) -> list[_Cells]:
    """The filled cells of each column."""
    return [_Cells([row[i].strip() for row in head.sample if row[i].strip()]) for i in range(len(head.names))]


def _is_practice(kind: ColumnKind, cell: str) -> bool:
    return kind.label is not None and kinds.label_of_cell(kind.label, cell) is Label.HOSPITAL


def _is_words(cell: str) -> bool:
    return kinds.word_count(cell) > 1 and not any(c.isdigit() for c in cell)


def _newest_year(head: TableHead, cells: Sequence[_Cells]) -> int:
    """The year of which nine tenths of the dates are not past; those of birth tell it only roughly."""
    years: list[int] = []
    births = False
    for name, column in zip(head.names, cells, strict=True):
        kind = kind_of_header(name)
        if kind is None or kind.name != "date":
            continue
        if _BIRTH & set(header_words(name)):
            births = True
            continue
        years += [found.day.year for c in column.all if (found := read_date(c)) is not None]
    if not years:
        return _NO_OTHER_DATE if births else 0
    return sorted(years)[len(years) * 9 // 10]
