"""The copies of earlier runs in an output folder: which are stale, and which runs must not be mixed.

The audit record is the manifest: of each file it knows the content, the input, the settings and the copies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from chartveil.domain.errors import InputError, OutputError
from chartveil.release.input_files import InputLoader
from chartveil.release.job import RECORD_SUFFIX, FileTask, ProcessingJob
from chartveil.release.publish import OutputNames
from chartveil.release.run_facts import file_sha256
from chartveil.store.keys import keyed_name
from chartveil.store.workspace import Workspace
from chartveil.store.workspace_records import RunFacts, WrittenCopies

_OURS = re.compile(r"(?:note|table|row|spans)-(?P<key>[0-9a-f]{12})(?:-\d+)?(?:\.\w+){1,2}")


def copy_sha256(path: Path) -> str:
    """Hash of a copy; empty where it is none of ours, but a link to somewhere."""
    return "" if path.is_symlink() else file_sha256(path)


@dataclass(frozen=True)
class FolderCount:
    """The copies in a folder when a run has ended.

    Attributes:
        copies: all of them.
        replaced: names of copies that are gone, since their file or the settings changed.
        renewed: names of copies that lay there before and were written anew.
        left_over: names of copies whose file is in the input no more, or could not be made anew.
        others: how many are of files that were not given, as far as is known. After files were moved, what
            would be left over is among them.
    """

    copies: int = 0
    replaced: tuple[str, ...] = ()
    renewed: tuple[str, ...] = ()
    left_over: tuple[str, ...] = ()
    others: int = 0


class FolderState:
    """The copies of earlier runs in the folder of a run.

    Args:
        job: of the run.
        facts: what it is made with.
        tasks: all its files.
        workspace: the audit record.
        names: of its outputs, which knows the inputs.
    """

    def __init__(
        self,
        job: ProcessingJob,
        facts: RunFacts,
        tasks: Sequence[FileTask],
        workspace: Workspace,
        names: OutputNames,
    ) -> None:
        self._job = job
        self._folder = job.output_folder
        self._facts = facts
        self._tasks = tasks
        self._workspace = workspace
        self._names = names
        self._sources = {workspace.source_ids(names.source(t))["path"]: t for t in tasks}
        self._roots = {workspace.source_ids(names.source(t))["root"] for t in tasks} - {""}
        self._before = self._names_here()
        self._copies = self._recorded()
        self._gone: list[str] = []
        self._done: dict[str, tuple[str, set[str]]] = {}
        self._claimed: set[str] = set()
        self._made: set[str] = set()

    def check(self, *, renew: bool) -> None:
        """Stops a run that would mix two policies, modes or keys in the folder; removes what it makes anew.

        Args:
            renew: whether copies of the run's own files that were made otherwise are removed first.

        Raises:
            OutputError: if the folder holds such copies, or some that nobody knows.
        """
        others = {name: w for name, w in self._copies.items() if not self._is_like(w)}
        mine = {name for name, w in others.items() if self._is_of_this_run(w)}
        if len(mine) < len(others):
            contents = self._contents()
            mine |= {name for name, w in others.items() if w.file in contents}
        if left := sorted(others.keys() - mine):
            raise self._mixed(others[left[0]], len(left), of="other files", remedy="Choose another folder.")
        if mine and not renew:
            remedy = "Give --resume to make them anew, or choose another folder."
            raise self._mixed(others[min(mine)], len(mine), of="these files", remedy=remedy)
        self._remove(mine)
        if unknown := self._names_here() - self._copies.keys():
            # A run that was killed between a copy's name and its record left it: it is made anew.
            predicted = {keyed_name(self._job.key, sha) for sha in self._hashes()}
            if strange := {name for name in unknown if _key_of(name) not in predicted}:
                raise OutputError(
                    f"holds files that your audit log does not know ({len(strange):,}, e.g. {min(strange)}): "
                    "under which policy they were made nobody can tell.",
                    where=str(self._folder),
                    remedy="Choose another folder, or move them away.",
                )
            self._remove(unknown)

    def note(self, task: FileTask, sha256: str, outputs: Sequence[str], *, made: bool) -> None:
        """Notes that a file of the run has these copies of this content, made now or before."""
        path = self._workspace.source_ids(self._names.source(task))["path"]
        self._done[path] = self._workspace.signer.content_id(sha256), {_ending(name) for name in outputs}
        self._claimed.update(outputs)
        if made:
            self._made.update(outputs)

    def remove_replaced_copies(self) -> FolderCount:
        """Removes copies that newer ones of their files have taken the place of, and counts what lies there.

        A copy of the same content in another format stays.
        """
        here = self._names_here()
        left_over = []
        for name, written in list(self._copies.items()):
            if name in self._claimed or name not in here:
                continue
            source = written.source.get("path", "")
            if source in self._done:
                content, endings = self._done[source]
                if written.file != content or _ending(name) in endings:
                    self._remove([name])
            elif source in self._sources or written.source.get("root") in self._roots:
                left_over.append(name)
        here = self._names_here()
        copies = {name for name in here if not name.endswith(RECORD_SUFFIX)}
        return FolderCount(
            len(copies),
            replaced=tuple(sorted(set(self._gone) - here)),
            renewed=tuple(sorted(copies & self._made & self._before)),
            left_over=tuple(sorted(left_over)),
            others=len(copies - self._claimed - set(left_over)),
        )

    def _recorded(self) -> dict[str, WrittenCopies]:
        """What the record knows of the files in the folder, by name; the latest of each."""
        here = self._names_here()
        if not here and not self._names.spans_only:
            return {}
        known = self._by_name(self._workspace.copies_in(str(self._folder.resolve())), here)
        if unknown := here - known.keys():
            # The folder was moved, or was written by an earlier version.
            hashes = {name: copy_sha256(self._folder / name) for name in unknown}
            known |= self._by_name(self._workspace.copies_named(hashes), unknown)
        return known

    def _by_name(self, written: Sequence[WrittenCopies], here: set[str]) -> dict[str, WrittenCopies]:
        found = {}
        for copies in written:
            for output in copies.outputs:
                name = output.name or self._name_of_spans(copies)
                if name in here or (not output.name and self._is_there(name, output.sha256)):
                    found[name] = copies
        return found

    def _name_of_spans(self, copies: WrittenCopies) -> str:
        """The name of a spans file, which no record holds; empty where it is of no file of this run."""
        task = self._sources.get(copies.source.get("path", ""))
        return self._names.spans_name(task.ref) if task is not None and self._names.spans_only else ""

    def _is_there(self, name: str, sha256: str) -> bool:
        return bool(name) and copy_sha256(self._folder / name) == sha256

    def _is_like(self, w: WrittenCopies) -> bool:
        mine = (self._facts.policy_sha256, self._facts.mode, self._facts.key_id)
        return (w.policy, w.mode, w.key_id) == mine

    def _is_of_this_run(self, w: WrittenCopies) -> bool:
        return w.source.get("path", "") in self._sources

    def _names_here(self) -> set[str]:
        if not self._folder.is_dir():
            return set()
        found = (p for p in self._folder.rglob("*") if _OURS.fullmatch(p.name))
        return {p.relative_to(self._folder).as_posix() for p in found}

    def _hashes(self) -> Iterator[str]:
        options = self._job.read_options
        with closing(InputLoader(options.limits, options.pages.passwords)) as loader:
            for task in self._tasks:
                with suppress(InputError):  # told when it is worked on
                    yield loader.load(task.ref).sha256

    def _contents(self) -> set[str]:
        return {self._workspace.signer.content_id(sha) for sha in self._hashes()}

    def _remove(self, names: Sequence[str] | set[str]) -> None:
        for name in names:
            (self._folder / name).unlink(missing_ok=True)
            for folder in Path(name).parents[:-1]:
                with suppress(OSError):  # others lie in it
                    (self._folder / folder).rmdir()
            self._copies.pop(name, None)
            self._gone.append(name)

    def _mixed(self, other: WrittenCopies, count: int, *, of: str, remedy: str) -> OutputError:
        differ = []
        if other.policy != self._facts.policy_sha256:
            differ.append(f"policy {other.policy_name}")
        if other.mode != self._facts.mode:
            differ.append(f"mode {other.mode}")
        if other.key_id != self._facts.key_id:
            differ.append("another key")
        copies = "copy" if count == 1 else "copies"
        return OutputError(
            f"holds {count:,} {copies} of {of}, made with {', '.join(differ)}. One folder holds copies of "
            "one policy, mode and key.",
            where=str(self._folder),
            remedy=remedy,
        )


def _ending(name: str) -> str:
    """The endings of a copy's name."""
    return "".join(Path(name).suffixes)


def _key_of(name: str) -> str:
    """The keyed part of a copy's name."""
    match = _OURS.fullmatch(Path(name).name)
    return match["key"] if match is not None else ""
