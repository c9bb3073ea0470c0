"""Rows of tables de-identified: each column by its operator, text through detection.

What a cell becomes depends on its row and, where rows are of a known patient, on that patient's other rows in
the same chunk; chunks are cut at fixed numbers of rows. So the same file gives the same copy however often
the work on it was broken off, and in however many processes it was done.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from types import MappingProxyType
from typing import Any, Protocol

from chartveil.detection.pipeline import DetectionPipeline
from chartveil.domain.decision import Proposal
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import InputError, LeakError, StageError
from chartveil.domain.labels import Label, LabelGroup
from chartveil.domain.policy import OtherLanguages
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.domain.tables.column_plan import ColumnChoice, ColumnOperator, TablePlan
from chartveil.domain.tokenized_text import fold
from chartveil.formats.tables.column_kinds import (
    ColumnKind,
    column_kinds,
    is_age,
    is_flag,
    is_measure,
    is_place_of_care,
    kind_of_header,
    kind_of_key,
    label_of_cell,
    word_count,
)
from chartveil.formats.tables.row_stream import TableRow, harmless_labels
from chartveil.release.deidentified_document import DeidentifiedDocument
from chartveil.release.job import FileTask, ProcessingJob
from chartveil.release.tables.guess import choice_of_kind
from chartveil.release.tables.row_patients import RowPatients
from chartveil.surrogates.column_values import ColumnValues, is_day_first, read_date
from chartveil.surrogates.engine import SurrogateEngine
from chartveil.surrogates.patient_words import NO_WORDS, PatientWords

CHUNK_ROWS = 256
"""Rows that are worked on together."""
_MOST_CACHED = 20_000
_SHORT = 80
"""Characters up to which a text is looked up in the cache: comments come again, notes do not."""
_RUN = re.compile(r"[^\W\d_]+|\d+")
_LEAST_WORD, _LEAST_NUMBER = 3, 6
_LEAST_ID = 4
"""Characters of an id from which on another cell that is the same is one."""
_IDS = frozenset({ColumnOperator.PSEUDONYM, ColumnOperator.HASH, ColumnOperator.ENCRYPT, ColumnOperator.MASK})
_MOST_KEYED_WORDS, _LONGEST_KEYED = 6, 60
"""Words and characters of a cell that a field's name beside it may be about; a longer one is a text."""
_WRITTEN_ANEW = re.compile(r"(\d{7,12}\.0)|\d{1,3}(?:,\d{3}){2,}(?:\.0+)?|\d(?:\.\d{1,12})?[eE]\+?\d{1,2}")
"""A whole number as programs write it: beside one that is missing (group 1), in groups, with a power."""
_LONG_NUMBER = range(8, 13)
_LEAST_FIGURES = 6
"""Figures but zeros at the end from which on a long number is no count."""
_DECIMAL = re.compile(r"\d{1,3}\.\d{1,2}")
"""A measured value, which out of a sentence may look like a day and a month (``12.1``)."""
_OF_VALUES = frozenset({"result", "vital_sign"})
_NAMING_GROUPS = frozenset({LabelGroup.NAME, LabelGroup.CONTACT})
NAMES_ITS_ROW = "holds what another cell of its row names"
_NOT_SEEN = frozenset({Label.AGE})
"""Labels that do not empty a cell that stays: an age below 90 stays anyway."""


class TextDeidentifier(Protocol):
    """The interface that de-identifies texts (``file_processor.FileProcessor``)."""

    job: ProcessingJob
    pipeline: DetectionPipeline
    surrogates: SurrogateEngine | None

    def deidentify_together(
        self,
        documents: Sequence[Document],
        known: Sequence[tuple[Document, Proposal]] | None = None,
        words: PatientWords = NO_WORDS,
    ) -> list[DeidentifiedDocument]:
        """Some documents of one patient."""
        ...


@dataclass
class RowsDone:
    """The new cells of some rows, with counts.

    Attributes:
        cells: new cells of each row, in order.
        columns: by table, column and what happened to a cell (``filled``, ``changed``, ``searched``,
            ``unread`` where the operator could not read it and it is empty, ``withheld`` where it is empty as
            its text could not be released), how often.
        withheld: rows and columns of cells that are withheld, with the reason, for people.
        labels: identifiers that were replaced in texts.
        documents, characters, recovered: of the texts that were searched.
        passages: of languages that detection does not cover, in texts that were released.
    """

    cells: list[tuple[str, ...]] = field(default_factory=list)
    columns: Counter[tuple[int, int, str]] = field(default_factory=Counter)
    withheld: list[tuple[str, str, str]] = field(default_factory=list)
    labels: Counter[Label] = field(default_factory=Counter)
    documents: int = 0
    characters: int = 0
    recovered: int = 0
    passages: Counter[str] = field(default_factory=Counter)

    def add(self, other: RowsDone) -> None:
        """Takes in the counts of further rows, not their cells."""
        self.columns += other.columns
        self.withheld += other.withheld
        self.labels += other.labels
        self.documents += other.documents
        self.characters += other.characters
        self.recovered += other.recovered
        self.passages += other.passages


@dataclass(frozen=True, slots=True)
class _Cell:
    """A cell whose text is searched."""

    row: int
    column: int
    text: str


class RowDeidentifier:
    """De-identifies rows of one file.

    Args:
        processor: finds and replaces what is in texts.
        plans: of the tables of the file.
        task, format_name: of the file.
    """

    def __init__(
        self,
        processor: TextDeidentifier,
        plans: Sequence[TablePlan],
        task: FileTask,
        format_name: str,
    ) -> None:
        assert processor.surrogates is not None
        self._processor = processor
        self._surrogates = processor.surrogates
        self._plans = plans
        self._source = DocumentSource(task.ref.display, format_name, "")
        self._patients = RowPatients(processor.job, plans, task, self._source, processor.pipeline)
        self._policy = processor.job.policy
        self._values = ColumnValues(processor.job.key, self._policy)
        self._keys = [_key_columns(plan) for plan in plans]
        self._whole: dict[tuple[Label, str, str | None], str] = {}
        self._alone: dict[str, DeidentifiedDocument | None] = {}
        self._words: Mapping[str, PatientWords] = {}

    def deidentify(
        self,
        rows: Sequence[TableRow],
        reviewed: Mapping[tuple[int, int, int], DeidentifiedDocument] | None = None,
        words: Mapping[str, PatientWords] = MappingProxyType({}),
    ) -> RowsDone:
        """De-identifies some rows.

        Args:
            rows: the rows.
            words: by patient, what is known of the words of all their texts.
            reviewed: texts that a reviewer decided about, by table, number of the row, and column.

        Raises:
            InputError: for a column of dates in both orders, with the row.
            LeakError, StageError, ResourceError: only where nothing can be done for a single cell.
        """
        done = RowsDone()
        self._words = words
        new = [list(row.cells) for row in rows]
        patients = [self._patients.patient_of(row) for row in rows]
        searched: list[_Cell] = []
        known = [self._naming(row, patients[n]) for n, row in enumerate(rows)]
        for n, row in enumerate(rows):
            plan = self._plans[row.table]
            ids = {d.text.strip() for d, _ in known[n] if any(map(str.isdigit, d.text))}
            named = _words_of(known[n])
            for i in range(len(plan.columns)):
                text = row.cells[i]
                if not text.strip():
                    continue
                done.columns[row.table, i, "filled"] += 1
                choice = self._choice(plan, row, i, patients[n])
                decided = (reviewed or {}).get((row.table, row.number, i))
                if decided is not None and plan.columns[i].operator is ColumnOperator.TEXT:
                    new[n][i] = decided.output_text
                    done.columns[row.table, i, "changed"] += decided.output_text != text
                    continue
                made = self._made(plan, choice, text, patients[n], row)
                if made == text and not choice.chosen and named.intersection(_runs(text)):
                    made = None  # what has the form of a code or a flag may be somebody's name all the same
                if made is None:
                    searched.append(_Cell(n, i, text))
                    continue
                new[n][i] = made
                if choice.operator is ColumnOperator.KEEP and not choice.chosen and text.strip() in ids:
                    self._withhold(row, i, f"it {NAMES_ITS_ROW}", new[n], done)
                done.columns[row.table, i, "changed"] += made != text
                emptied = choice.operator in (ColumnOperator.EMPTY, ColumnOperator.DROP)
                done.columns[row.table, i, "unread"] += not made and not emptied
        self._search(rows, patients, searched, known, new, done)
        done.cells = [tuple(cells) for cells in new]
        return done

    def _choice(self, plan: TablePlan, row: TableRow, column: int, patient: str | None) -> ColumnChoice:
        """What is done with a cell: as its column says, or the field's name in the cell before it, where the
        column holds values of many kinds."""
        choice = plan.columns[column]
        text = row.cells[column].strip()
        is_of_people = choice.label is not None and choice.label.info.group is LabelGroup.NAME
        if is_of_people and not choice.chosen and read_date(text) is not None:
            return self._as_kind(choice, column_kinds()["date"], text, patient)
        keys = self._keys[row.table]
        is_searched = choice.operator is ColumnOperator.KEEP or (
            choice.operator is ColumnOperator.TEXT and choice.label is None
        )
        if not keys or choice.chosen or not is_searched or column in keys:
            return choice
        key = max((k for k in keys if k < column), default=keys[0])
        kind = kind_of_key(row.cells[key])
        if kind is None or len(text) > _LONGEST_KEYED or word_count(text) > _MOST_KEYED_WORDS:
            return choice
        if not _may_be(kind, text):
            return choice
        return self._as_kind(choice, kind, text, patient)

    def _as_kind(
        self, choice: ColumnChoice, kind: ColumnKind, text: str, patient: str | None
    ) -> ColumnChoice:
        """What is done with one cell that is of another kind than its column."""
        made = choice_of_kind(self._policy, choice.name, kind, patient is not None, "")
        return replace(made, day_first=is_day_first(text) is True)

    def _made(
        self, plan: TablePlan, choice: ColumnChoice, text: str, patient: str | None, row: TableRow
    ) -> str | None:
        """The new cell; None where its text is to be searched."""
        operator = choice.operator
        is_searched = operator is ColumnOperator.KEEP or (
            operator is ColumnOperator.TEXT and not choice.label
        )
        if is_searched and not choice.chosen and _is_written_anew(text.strip()):
            return self._whole_cell(Label.IDNUM, text, patient)
        if operator is ColumnOperator.KEEP:
            kind = column_kinds().get(choice.kind)
            return (
                text
                if choice.chosen
                or (kind.has_form(text) if kind is not None else is_measure(text) or is_flag(text))
                else None
            )
        if operator is ColumnOperator.TEXT:
            if choice.label is None:
                return text if _DECIMAL.fullmatch(text.strip()) and _holds_values(choice.name) else None
            own = label_of_cell(choice.label, text)
            # A policy that lets practices stay lets nobody stay whose name sounds like one.
            gone = [x for x in (own, choice.label) if x is not None and self._policy.is_identifier(x)]
            if not gone:
                return None
            return text if own is None else self._whole_cell(gone[0], text, patient)
        if operator in (ColumnOperator.SHIFT_DATE, ColumnOperator.BAND):
            order = is_day_first(text)
            if order is not None and order is not choice.day_first:
                raise InputError(
                    f"row {row.number}: its date begins with the {'day' if order else 'month'}, those of "
                    f"other rows with the {'month' if order else 'day'}.",
                    where=f"{self._source.path}, "
                    f"{harmless_labels([c.name for c in plan.columns])[plan.columns.index(choice)]}",
                    remedy="Write all dates of the column in one form, as 2024-03-31, or choose 'text' or "
                    "'empty' for the column (--columns).",
                )
        return self._values.cell(choice, text, patient, plan.newest_year)

    def _whole_cell(self, label: Label, text: str, patient: str | None) -> str:
        """What stands for a cell that is one identifier; empty where nothing but itself could be made."""
        key = (label, text, patient)
        made = self._whole.get(key)
        if made is None:
            document = Document(text, self._source, patient_id=patient)
            start = len(text) - len(text.lstrip())
            span = Span(start, len(text.rstrip()), label, 1.0, (_EVIDENCE,))
            try:
                words = self._words.get(patient or "", NO_WORDS)
                (replacement, *_) = self._surrogates.replacements(document, [span], words=words)
                made = text[:start] + replacement.text
            except StageError:
                made = ""
            made = "" if fold(made).strip() == fold(text).strip() else made
            _remember(self._whole, key, made)
        return made

    def _naming(self, row: TableRow, patient: str | None) -> tuple[tuple[Document, Proposal], ...]:
        """The cells of a row that name people or are their numbers, as texts of one identifier each."""
        found = []
        for choice, text in zip(self._plans[row.table].columns, row.cells, strict=True):
            kind = column_kinds().get(choice.kind)
            label = choice.label or (kind.label if kind is not None else None)
            found += _identifier(choice.operator, label, Document(text, self._source, patient_id=patient))
        return tuple(found)

    def _search(
        self,
        rows: Sequence[TableRow],
        patients: Sequence[str | None],
        cells: Sequence[_Cell],
        known: Sequence[tuple[tuple[Document, Proposal], ...]],
        new: list[list[str]],
        done: RowsDone,
    ) -> None:
        """Searches the texts, those of a patient together; a text that comes again is searched once."""
        groups: dict[object, dict[str, list[_Cell]]] = {}
        short: dict[object, list[tuple[_Cell, DeidentifiedDocument]]] = {}
        for cell in cells:
            done.columns[rows[cell.row].table, cell.column, "searched"] += 1
            done.documents += 1
            done.characters += len(cell.text)
            patient = patients[cell.row]
            named = tuple(sorted({d.text for d, _ in known[cell.row]}))
            group: object = ("patient", patient) if patient else ("row", cell.text, named)
            alone = self._stays_alone(cell.text)
            if alone is not None:
                short.setdefault(group, []).append((cell, alone))
            else:
                groups.setdefault(group, {}).setdefault(cell.text, []).append(cell)
        results = {group: self._search_group(patients, texts, known) for group, texts in groups.items()}
        for group, found in short.items():
            names = _names_in(results.get(group, {}).values())
            again: dict[str, list[_Cell]] = {}
            for cell, alone in found:
                letters = "".join(filter(str.isalpha, fold(cell.text)))
                words = names | {w for w in _words_of(known[cell.row]) if w.isalpha()}
                if any(word in letters for word in words):
                    again.setdefault(cell.text, []).append(cell)
                else:
                    self._take(rows, cell, alone, _words_of(known[cell.row]), new, done)
            if again:
                texts = {**groups.get(group, {}), **again}
                searched = self._search_group(patients, texts, known)
                results.setdefault(group, {}).update({text: searched[text] for text in again})
                groups.setdefault(group, {}).update(again)
        for group, texts in groups.items():
            for text, places in texts.items():
                for cell in places:
                    self._take(rows, cell, results[group][text], _words_of(known[cell.row]), new, done)

    def _search_group(
        self,
        patients: Sequence[str | None],
        texts: dict[str, list[_Cell]],
        known: Sequence[tuple[tuple[Document, Proposal], ...]],
    ) -> dict[str, DeidentifiedDocument | str]:
        """The texts of one patient, or one text; the reason instead of one that cannot be released."""
        first = next(iter(texts.values()))[0]
        documents = [Document(text, self._source, patient_id=patients[first.row]) for text in texts]
        naming = {d.id: (d, p) for cells in texts.values() for c in cells for d, p in known[c.row]}
        return dict(zip(texts, self._deidentified(documents, list(naming.values())), strict=True))

    def _deidentified(
        self, documents: Sequence[Document], known: Sequence[tuple[Document, Proposal]]
    ) -> list[DeidentifiedDocument | str]:
        """The documents, or for one that cannot be released the reason."""
        try:
            words = self._words.get(documents[0].patient_id or "", NO_WORDS)
            return list(self._processor.deidentify_together(documents, known, words))
        except (LeakError, StageError) as e:
            if len(documents) > 1:  # which of them it is shows alone, with what the others name
                return [self._deidentified([d], known)[0] for d in documents]
            return [
                "an identifier could not be taken out" if isinstance(e, LeakError) else "a stage failed on it"
            ]

    def _stays_alone(self, text: str) -> DeidentifiedDocument | None:
        """A short text in which nothing is found, read by itself, and whose words name nobody; else None."""
        if len(text) > _SHORT:
            return None
        if text not in self._alone:
            common = self._processor.pipeline.is_common
            result: DeidentifiedDocument | None = None
            if all(w.isdigit() or (common(w) and (len(w) > 1 or w in "ai")) for w in _runs(text)):
                found = self._deidentified([Document(text, self._source)], ())[0]
                if not isinstance(found, str) and not found.spans and not found.passages:
                    result = found
            _remember(self._alone, text, result)
        return self._alone[text]

    def _take(
        self,
        rows: Sequence[TableRow],
        cell: _Cell,
        result: DeidentifiedDocument | str,
        words: set[str],
        new: list[list[str]],
        done: RowsDone,
    ) -> None:
        """Puts a text that was searched into its row. What stays of it must name nobody of its row, whatever
        detection said."""
        row = rows[cell.row]
        choice = self._plans[row.table].columns[cell.column]
        if not isinstance(result, str) and result.passages:
            if self._policy.other_languages is OtherLanguages.BLOCK:
                result = "it is in a language that detection does not cover"
            else:
                done.passages.update(p.name for p in result.passages)
        if not isinstance(result, str) and _holds_one_of(words, result, self._processor.pipeline):
            result = f"it {NAMES_ITS_ROW}"
        if isinstance(result, str):
            self._withhold(row, cell.column, result, new[cell.row], done)
            return
        if choice.operator is ColumnOperator.KEEP:
            kind = column_kinds().get(choice.kind)
            stays = (kind.stays if kind is not None else frozenset()) | _NOT_SEEN
            if is_place_of_care(cell.text):
                stays -= {Label.HOSPITAL}
            if all(s.label in stays for s in result.spans):
                return
        new[cell.row][cell.column] = result.output_text
        done.labels.update(s.label for s in result.spans)
        done.recovered += len(result.recovered)
        done.columns[row.table, cell.column, "changed"] += result.output_text != cell.text

    def _withhold(self, row: TableRow, column: int, reason: str, cells: list[str], done: RowsDone) -> None:
        cells[column] = ""
        done.columns[row.table, column, "withheld"] += 1
        plan = self._plans[row.table]
        place = f"{plan.part}/row {row.number}" if plan.part else f"row {row.number}"
        done.withheld.append((place, plan.columns[column].name, reason))


def _identifier(
    operator: ColumnOperator, label: Label | None, cell: Document
) -> list[tuple[Document, Proposal]]:
    """A cell that names somebody or is their number, as a text of one identifier; nothing where it does not.

    Args:
        operator, label: of its column.
        cell: as a text.
    """
    text = cell.text.strip()
    if label is not None and operator is ColumnOperator.TEXT and text:
        label = label_of_cell(label, text)
    if operator in _IDS and len(text) >= _LEAST_ID:
        label = Label.IDNUM
    names = label is Label.IDNUM or (label is not None and label.info.group in _NAMING_GROUPS)
    if label is None or not names or operator is ColumnOperator.KEEP or not text:
        return []
    return [(cell, Proposal(cell.id, (Span(0, len(cell.text), label, 1.0, (_EVIDENCE,)),)))]


def named_beside(document: Document) -> list[tuple[Document, Proposal]]:
    """The cells beside a text of a table that name people or are their numbers by their headers, as texts of
    one identifier each."""
    return [
        found
        for name, value in document.beside
        if (kind := kind_of_header(name)) is not None
        for found in _identifier(
            kind.operator, kind.label, Document(value, document.source, patient_id=document.patient_id)
        )
    ]


def names_its_row(done: DeidentifiedDocument, pipeline: DetectionPipeline) -> bool:
    """Whether something stays in a text of a table that another cell of its row names, whatever detection
    said."""
    return _holds_one_of(_words_of(named_beside(done.document)), done, pipeline)


def _holds_one_of(words: set[str], done: DeidentifiedDocument, pipeline: DetectionPipeline) -> bool:
    """Whether one of the words stays in a text and is no common one."""
    stays = words.intersection(_runs(_outside(done))) if words else set()
    return any(word.isdigit() or not pipeline.is_common(word) for word in stays)


def _is_written_anew(text: str) -> bool:
    """Whether a cell is a number of somebody that a program wrote as one of its own: ``83920174.0``,
    ``83,920,174``, ``8.3920174E+07``."""
    found = _WRITTEN_ANEW.fullmatch(text)
    if found is None or found[1] is not None:
        return found is not None
    number = Decimal(text.replace(",", ""))
    figures = str(int(number))
    is_long = number == int(number) and len(figures) in _LONG_NUMBER
    return is_long and len(figures.rstrip("0")) >= _LEAST_FIGURES


def _holds_values(header: str) -> bool:
    """Whether a column is one of values by its header, whatever some of its cells are."""
    kind = kind_of_header(header)
    return kind is not None and kind.name in _OF_VALUES


def _key_columns(plan: TablePlan) -> tuple[int, ...]:
    """Positions of columns that say what the cells beside them are (``Question``, ``Test``)."""
    kinds = [kind_of_header(choice.name) for choice in plan.columns]
    return tuple(i for i, kind in enumerate(kinds) if kind is not None and kind.name == "test")


def _may_be(kind: ColumnKind, text: str) -> bool:
    """Whether a cell may be what the field's name beside it says: a word for a name is a lab's test too
    (``PT``)."""
    has_digit = any(map(str.isdigit, text))
    match kind.holds:
        case "dates":
            return read_date(text) is not None
        case "ages":
            return is_age(text)
        case "values":
            return is_measure(text)
    group = kind.label.info.group if kind.label is not None else None
    if group is LabelGroup.NAME:
        return not has_digit
    return has_digit or group is LabelGroup.LOCATION or "@" in text


_EVIDENCE = Evidence(EvidenceKind.DOSSIER, "column", None, 1.0)


def _names_in(results: Iterable[DeidentifiedDocument | str]) -> set[str]:
    """Words of the people that some texts name."""
    return {
        word
        for result in results
        if not isinstance(result, str)
        for span in result.spans
        if span.label.info.group is LabelGroup.NAME
        for word in _runs(span.text(result.document.text))
        if word.isalpha() and len(word) >= _LEAST_WORD
    }


def _outside(done: DeidentifiedDocument) -> str:
    """What stays of a text."""
    text, at, parts = done.document.text, 0, []
    for r in done.replacements:
        parts.append(text[at : r.start])
        at = r.end
    return "\n".join((*parts, text[at:]))


def _runs(text: str) -> Iterable[str]:
    return _RUN.findall(fold(text))


def _words_of(known: Iterable[tuple[Document, Proposal]]) -> set[str]:
    """Words and numbers of a row's identifiers that are long enough to point at someone."""
    return {
        word
        for document, proposal in known
        for word in _runs(document.text)
        if (len(word) >= _LEAST_NUMBER if word.isdigit() else len(word) >= _LEAST_WORD and _is_name(proposal))
    }


def _is_name(proposal: Proposal) -> bool:
    return proposal.spans[0].label.info.group is LabelGroup.NAME


def _remember(cache: dict[Any, Any], key: object, value: object) -> None:
    """Keeps a value; all are forgotten where there are too many, and made again, the same."""
    if len(cache) >= _MOST_CACHED:
        cache.clear()
    cache[key] = value
