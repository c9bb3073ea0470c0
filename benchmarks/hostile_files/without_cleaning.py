"""Switches off what keeps a canary out of a copy, one thing at a time, and counts whether the search that
follows the writing blocks the copy all the same.

A case is a file whose copy holds the canary as it was written with the switch off, and does not with all
switches on. It is caught where nothing was released. Switches of single functions name them as
``module:name``: when a reader is written anew and a name is gone, the report says so, as does a test, and its
line in ``_FUNCTIONS`` has to follow.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from copy import deepcopy
from dataclasses import dataclass
from importlib import import_module
from typing import Any, BinaryIO, TypeAlias
from unittest.mock import patch

from benchmarks.hostile_files.decoding import survivors
from benchmarks.hostile_files.making import HostileFile
from benchmarks.hostile_files.running import job_for
from benchmarks.hostile_files.slots.word import zipped
from chartveil.formats.base import NoteFormat, SourceFile
from chartveil.formats.html.elements import element_kinds
from chartveil.formats.registry import all_formats
from chartveil.formats.rtf.control_words import destinations
from chartveil.formats.tables.delimited import OpenDelimited
from chartveil.formats.tables.json_lines import OpenJsonLines
from chartveil.formats.tables.parquet import OpenParquet
from chartveil.formats.tables.xlsx import OpenXlsx
from chartveil.release.file_processor import FileProcessor
from chartveil.release.input_files import InputRef
from chartveil.release.job import FileTask
from chartveil.system.atomic_files import FolderClaim

LEAST_CAUGHT = 0.95
_MOST_FILES = 160
_Written: TypeAlias = Callable[[SourceFile, Callable[..., bytes], tuple[Any, ...]], bytes]
"""What is written in the place of what a format of notes writes: given the original, the format's own
``write``, and what it was called with after the file."""


class _Everything:
    """Holds whatever it is asked for."""

    def __contains__(self, _: object) -> bool:
        return True


class _AnyElement(dict[str, str]):
    """Kinds of elements of HTML: every name is one."""

    def __init__(self) -> None:
        super().__init__(element_kinds())

    def __contains__(self, _: object) -> bool:
        return True

    def __missing__(self, _: str) -> str:
        return "inline"


def _nothing(*_: Any, **__: Any) -> None:
    """Does nothing."""


def _yes(*_: Any, **__: Any) -> bool:
    return True


def _itself(value: Any, *_: Any, **__: Any) -> Any:
    return value


def _all_attributes(_rebuilder: Any, old: Any, made: Any, _rule: Any) -> bool:
    """Takes over every attribute of an element of a Word file."""
    for name, value in old.attrib.items():
        made.set(name, value)
    return True


def _copied_child(_rebuilder: Any, child: Any, new: Any, **_: Any) -> None:
    """Takes over an element of a Word file with all that is in it."""
    new.append(deepcopy(child))


def _destinations(**others: Any) -> Callable[[str], Any]:
    """The destinations of RTF by kind, but for those of some kinds."""
    return lambda kind: others[kind] if kind in others else destinations(kind)


def _same_styles(styles: Any) -> dict[str, str]:
    """Leaves styles their ids and names."""
    ids = {value for e in styles.iter() for name, value in e.attrib.items() if name.endswith("}styleId")}
    return {style: style for style in ids}


_HTML, _RTF = "chartveil.formats.html", "chartveil.formats.rtf"
_WORD, _TABLES = "chartveil.formats.word", "chartveil.formats.tables"
_FUNCTIONS: tuple[tuple[str, str, str, object], ...] = (
    ("html: attributes", "html", f"{_HTML}.reader:harmless_value", lambda _element, _name, value: value),
    ("html: styles", "html", f"{_HTML}.elements:_style", _itself),
    ("html: words of styles", "html", f"{_HTML}.elements:_words_of_style", _itself),
    ("html: fonts", "html", f"{_HTML}.elements:_fonts", _itself),
    ("html: comments, scripts, doctypes", "html", f"{_HTML}.reader:HtmlReader._remove", _nothing),
    ("html: elements", "html", f"{_HTML}.tokenizer:element_kinds {_HTML}.reader:element_kinds", _AnyElement),
    ("html: shown attributes", "html", f"{_HTML}.reader:text_attribute_kind", lambda *_: ""),
    ("html: names of places", "html", f"{_HTML}.reader:HtmlReader._anchor", _yes),
    ("html: encoding", "html", f"{_HTML}.reader:HtmlReader._is_charset", _yes),
    ("rtf: destinations", "rtf", f"{_RTF}.reader:destinations", _destinations(dropped=frozenset())),
    ("rtf: starred ones", "rtf", f"{_RTF}.reader:destinations", _destinations(starred=_Everything())),
    ("rtf: control words", "rtf", f"{_RTF}.reader:kept_words", _Everything),
    ("rtf: long numbers", "rtf", f"{_RTF}.reader:_MOST_DIGITS", 999),
    ("rtf: texts beside", "rtf", f"{_RTF}.reader:RtfReader._rewrite_text", _nothing),
    ("rtf: style names", "rtf", f"{_RTF}.reader:is_builtin_style", _yes),
    ("rtf: font names", "rtf", f"{_RTF}.reader:is_known_font", _yes),
    ("rtf: list labels", "rtf", f"{_RTF}.reader:_LABEL", re.compile(r"(?s).*")),
    ("rtf: labels' texts", "rtf", f"{_RTF}.reader:_LIST_TEXT", re.compile(r"(?s).*")),
    ("rtf: fields", "rtf", f"{_RTF}.reader:HARMLESS_FIELD", re.compile(r"(?s).*")),
    ("rtf: fallbacks", "rtf", f"{_RTF}.reader:RtfReader._fallback", _nothing),
    ("rtf: struck-out text", "rtf", f"{_RTF}.reader:RtfReader._delete", _nothing),
    ("docx: values", "docx", f"{_WORD}.grammar:WordGrammar.closed", lambda _self, _form, value: value),
    ("docx: attributes", "docx", f"{_WORD}.rebuild:PartRebuilder._attributes", _all_attributes),
    ("docx: elements", "docx", f"{_WORD}.rebuild:PartRebuilder._child", _copied_child),
    ("docx: drawings", "docx", f"{_WORD}.rebuild:PartRebuilder._drawing", _copied_child),
    ("docx: old drawings", "docx", f"{_WORD}.rebuild:PartRebuilder._old_drawing", _copied_child),
    ("docx: theme", "docx", f"{_WORD}.document:plain_theme", _itself),
    ("docx: style names", "docx", f"{_WORD}.document:rename_styles", _same_styles),
    ("docx: changes, fields, symbols", "docx", f"{_WORD}.document:resolve_part", _nothing),
    ("docx: unread text", "docx", f"{_WORD}.text:WordDocumentText.clear_unread", _nothing),
    ("tables: headers", "delimited xlsx jsonl parquet", f"{_TABLES}.headers:is_made_of", _yes),
    ("xlsx: fonts", "xlsx", f"{_TABLES}.xlsx:_cell_style",
     lambda cell: {"font": cell.font.copy(), "number_format": cell.number_format}),
    ("parquet: types", "parquet", f"{_TABLES}.parquet:OpenParquet._written_type",
     lambda table, at, _: table._fields[at].type),
)  # fmt: skip
"""What is switched off: its name here, the formats of the files, the function or table (with all modules
that took its name over), what stands there."""


def _unreplaced(file: SourceFile, write: Callable[..., bytes], given: tuple[Any, ...]) -> bytes:
    options, replacements, *rest = given
    return write(file, options, dict.fromkeys(replacements, ()), *rest)


def _original(file: SourceFile, _write: Callable[..., bytes], _given: tuple[Any, ...]) -> bytes:
    return file.data


def _with_members(file: SourceFile, write: Callable[..., bytes], given: tuple[Any, ...]) -> bytes:
    """The copy, with all members of the original that it lacks, and the original's comment."""
    data = write(file, *given)
    with zipfile.ZipFile(io.BytesIO(data)) as copy, zipfile.ZipFile(io.BytesIO(file.data)) as old:
        members: dict[str, str | bytes] = {n: copy.read(n) for n in copy.namelist()}
        for name in old.namelist():
            members.setdefault(name, old.read(name))
        comment = old.comment
    out = io.BytesIO(zipped(members))
    with zipfile.ZipFile(out, "a") as archive:
        archive.comment = comment
    return out.getvalue()


def _with_tail(file: SourceFile, write: Callable[..., bytes], given: tuple[Any, ...]) -> bytes:
    """The copy, with the original's bytes after its end."""
    return write(file, *given) + b"\n" + file.data


_EDITED = "text html rtf docx"
_WHOLE: tuple[tuple[str, str, _Written], ...] = (
    ("nothing is replaced", _EDITED, _unreplaced),
    ("the original is the copy", _EDITED, _original),
    ("the original's members stay", "docx", _with_members),
    ("the original after the end", "html rtf docx", _with_tail),
)
"""What is switched off in whole formats."""


@dataclass(frozen=True, slots=True)
class SwitchResult:
    """What the search did with a switch off.

    Attributes:
        name: of the switch.
        files: that were run.
        cases: whose written copy held the canary for the switch.
        missed: files of those that were released all the same.
        gone: the function that was to be switched off and is not there.
    """

    name: str
    files: int = 0
    cases: int = 0
    missed: tuple[HostileFile, ...] = ()
    gone: str = ""

    @property
    def caught(self) -> float:
        """Share of the cases that were caught; 1 without any."""
        return 1 - len(self.missed) / self.cases if self.cases else 1.0


def run_switches(
    files: Sequence[HostileFile], only: Sequence[str] = (), most: int = _MOST_FILES
) -> Iterator[SwitchResult]:
    """Runs files with each switch off.

    Args:
        files: of any formats; each switch takes those of its own.
        only: parts of names of switches; empty for all.
        most: files of a format for its whole switches, spread evenly. Those of functions, which clean a few
            slots only, run one file of every slot.
    """
    held: dict[str, bool] = {}
    there = {f.slot.format for f in files}
    wholes = [(f"{f}: {name}", f, written) for name, of, written in _WHOLE for f in of.split() if f in there]
    for name, of, written in wholes:
        if not only or any(part in name for part in only):
            yield _run_switch(name, _spread(files, of, most), _written_as(written), held)
    for name, of, target, instead in _FUNCTIONS:
        if there & set(of.split()) and (not only or any(part in name for part in only)):
            places = [place for part in target.split() if (place := _found(part)) is not None]
            if len(places) < len(target.split()):
                yield SwitchResult(name, gone=target)
                continue
            chosen = _one_a_slot(f for f in files if f.slot.format in of.split())
            yield _run_switch(name, chosen, _all_of([patch.object(*p, instead) for p in places]), held)


def _spread(files: Sequence[HostileFile], format_name: str, most: int) -> list[HostileFile]:
    of_format = [f for f in files if f.slot.format == format_name]
    return of_format[:: -(-len(of_format) // most)] if of_format else []


def _one_a_slot(files: Iterable[HostileFile]) -> list[HostileFile]:
    chosen: dict[tuple[str, str, str], HostileFile] = {}
    for file in files:
        chosen.setdefault((file.slot.format, file.slot.name, file.slot.suffix), file)
    return list(chosen.values())


@contextmanager
def _all_of(contexts: Sequence[Any]) -> Iterator[None]:
    with ExitStack() as stack:
        for context in contexts:
            stack.enter_context(context)
        yield


def gone_targets() -> list[str]:
    """What switches name and is not there: a reader was written anew, and its line has to follow."""
    return [part for _, _, target, _ in _FUNCTIONS for part in target.split() if _found(part) is None]


def _found(target: str) -> tuple[Any, str] | None:
    """What holds the named thing, and its name there; None where it is gone."""
    module, _, path = target.partition(":")
    try:
        owner: Any = import_module(module)
    except ModuleNotFoundError:
        return None
    *outer, name = path.split(".")
    for part in outer:
        owner = getattr(owner, part, None)
    return (owner, name) if hasattr(owner, name) else None


@contextmanager
def _written_as(written: _Written) -> Iterator[None]:
    """Every format of notes writes something else than it would."""
    with ExitStack() as stack:
        for form in all_formats():
            if isinstance(form, NoteFormat):
                write = form.write

                def instead(file: SourceFile, *given: Any, _write: Any = write) -> bytes:
                    return written(file, _write, given)

                stack.enter_context(patch.object(form, "write", instead))
        yield


@contextmanager
def _noting_writes(noted: list[bytes]) -> Iterator[None]:
    """Notes all that formats write."""
    with ExitStack() as stack:
        for form in all_formats():
            if isinstance(form, NoteFormat):
                write = form.write

                def noting(*given: Any, _write: Any = write) -> bytes:
                    data: bytes = _write(*given)
                    noted.append(data)
                    return data

                stack.enter_context(patch.object(form, "write", noting))
        for table in (OpenDelimited, OpenJsonLines, OpenParquet, OpenXlsx):
            stack.enter_context(patch.object(table, "write", _noting_rows(table.write, noted)))
        yield


def _noting_rows(write: Callable[..., None], noted: list[bytes]) -> Callable[..., None]:
    def noting(table: Any, plans: Any, new_rows: Any, target: BinaryIO) -> None:
        held = io.BytesIO()
        write(table, plans, new_rows, held)
        noted.append(held.getvalue())
        target.write(held.getvalue())

    return noting


def _run_switch(name: str, files: Sequence[HostileFile], switch: Any, held: dict[str, bool]) -> SwitchResult:
    """Runs files with a switch off.

    Args:
        name: of the switch.
        files: of its formats.
        switch: a context within which it is off.
        held: by the file's name, whether the copy holds the canary with all switches on; filled as needed.
    """
    cases, missed = 0, []
    with job_for(files) as job, FolderClaim(job.output_folder) as claim:
        processor = FileProcessor(job, claim.token)
        for file in files:
            if file.name not in held:
                held[file.name] = _process(processor, file)[0]
        with switch:
            for file in files:
                if held[file.name]:
                    continue
                holds, released = _process(processor, file)
                cases += holds
                if holds and released:
                    missed.append(file)
        processor.close()
    return SwitchResult(name, len(files), cases, tuple(missed))


def _process(processor: FileProcessor, file: HostileFile) -> tuple[bool, bool]:
    """Whether the copy of a file, as it was written, holds the canary, and whether it is released."""
    path = processor.job.output_folder.parent / file.name
    path.write_bytes(file.data)
    noted: list[bytes] = []
    with _noting_writes(noted):
        outcome = processor.process(FileTask(InputRef(str(path))))
    for draft in outcome.drafts:
        draft.draft.discard()
    return any(survivors(file.sought, data) for data in noted), outcome.failure is None


def switch_report(files: Sequence[HostileFile], show: int, only: Sequence[str] | None) -> Iterator[str]:
    """Lines that tell what the search caught with each switch off."""
    yield f"{'switched off':40} {'files':>6} {'cases':>6} {'caught':>8}   (bar {LEAST_CAUGHT:.0%})"
    cases = missed = 0
    for result in run_switches(files, only or ()):
        if result.gone:
            yield f"{result.name:40} {result.gone} is gone: name what took its place"
            continue
        yield f"{result.name:40} {result.files:6} {result.cases:6} {_share(result.cases, len(result.missed))}"
        for file in result.missed[:show]:
            yield f"    passes: '{file.slot.name}', {file.canary.kind} ({file.known})"
        cases, missed = cases + result.cases, missed + len(result.missed)
    yield f"{'all':40} {'':6} {cases:6} {_share(cases, missed)}"


def _share(cases: int, missed: int) -> str:
    return f"{1 - missed / cases:8.1%}" if cases else f"{'–':>8}"
