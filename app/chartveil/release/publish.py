"""Publishes drafts: gives them names without PHI, and records them. Both happen, or neither."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path, PurePath

from chartveil.domain.decision import Verdict
from chartveil.domain.errors import OutputError, StoreError
from chartveil.release.input_files import InputRef
from chartveil.release.job import (
    FileFailure,
    FileOutcome,
    FileTask,
    OutputDraft,
    OutputFormat,
    ProcessingJob,
    PublishedFile,
)
from chartveil.release.patients import stated_patient
from chartveil.store.keys import keyed_name
from chartveil.store.workspace import Workspace
from chartveil.store.workspace_records import DocumentFacts, ExportFacts, SourceFacts


class OutputNames:
    """Names of outputs: made from the key, so that they hold no name; of spans, from the input's.

    Args:
        job: tells key and outputs.
        refs: all files of the run.
        roots: files and folders that the user named, where that is known.
    """

    def __init__(self, job: ProcessingJob, refs: Sequence[InputRef], roots: Sequence[Path] = ()) -> None:
        self._key = job.key
        self._job = job
        self._roots = {_absolute(str(root)) for root in roots}
        self.spans_only = job.mode is None and job.outputs == (OutputFormat.JSON,)
        self._used: set[str] = set()
        self._met: Counter[str] = Counter()
        self._copies: dict[InputRef, int] = {}
        self._spans = _spans_names(refs) if self.spans_only else {}

    def spans_name(self, ref: InputRef) -> str:
        """Name of the spans file of an input."""
        return self._spans[ref]

    def source(self, task: FileTask) -> SourceFacts:
        """Which input a file is, for the record."""
        path = "!/".join((_absolute(task.ref.path), *task.ref.member))
        patient = stated_patient(self._job.read_options, task) or ""
        if self._job.patients_file is not None:
            patient += f"\0{path}"  # its row may be found by it
        return SourceFacts(path, self._root(task.ref), patient)

    def folder_of(self, ref: InputRef) -> str:
        """The made-up folder that copies of an input go to, with a slash at its end; empty for none."""
        root = self._root(ref)
        if not self._job.keep_folders or self.spans_only or not root:
            return ""
        inside = "/".join((os.path.relpath(ref.path, root), *ref.member)).replace("\\", "/")
        parts = PurePath(inside).parts[:-1]
        levels = (keyed_name(self._key, "folder", *parts[: n + 1], length=8) for n in range(len(parts)))
        return "".join(f"folder-{level}/" for level in levels)

    def _root(self, ref: InputRef) -> str:
        path = PurePath(_absolute(ref.path))
        return next((str(p) for p in (path, *path.parents) if str(p) in self._roots), "")

    def reserve(self, names: Sequence[str]) -> None:
        """Keeps names that are in use already from being given again."""
        self._used.update(names)

    def copy_number(self, ref: InputRef, sha256: str) -> int:
        """Which of the inputs of this content it is, from 1."""
        if ref not in self._copies:
            self._met[sha256] += 1
            self._copies[ref] = self._met[sha256]
        return self._copies[ref]

    def assign(self, ref: InputRef, drafts: Sequence[OutputDraft]) -> list[tuple[str, OutputDraft]]:
        """A name for each draft; two drafts from the same parts share the name but for the ending."""
        if self.spans_only:
            return [(self._spans[ref], d) for d in drafts]
        named = []
        folder = self.folder_of(ref)
        for d in drafts:
            stem = f"{folder}{d.name_prefix}-{keyed_name(self._key, *d.name_parts)}"
            name, n = f"{stem}{d.suffix}", 1
            while name in self._used:
                n += 1
                name = f"{stem}-{n}{d.suffix}"
            self._used.add(name)
            named.append((name, d))
        return named


def _absolute(path: str) -> str:
    return os.path.abspath(path)  # noqa: PTH100 - links stay as the user named them


def _spans_names(refs: Sequence[InputRef]) -> dict[InputRef, str]:
    """``<name>.json`` for each input: its stem, or its full name where stems meet, or a number besides."""
    paths = {ref: PurePath(ref.display.replace("!/", "/")) for ref in refs}
    stems = Counter(p.stem.casefold() for p in paths.values())
    names: dict[InputRef, str] = {}
    used: set[str] = set()
    for ref, path in paths.items():
        base = path.stem if stems[path.stem.casefold()] == 1 else path.name
        name, n = f"{base}.json", 1
        while name.casefold() in used:
            n += 1
            name = f"{base}-{n}.json"
        used.add(name.casefold())
        names[ref] = name
    return names


def refuse_to_overwrite(draft: Path, target: Path) -> None:
    """Holds a spans file back from taking the place of another text's, or of a file that is not ours.

    Raises:
        OutputError: if it would.
    """
    if target.exists() and _subject(target) != _subject(draft):
        raise OutputError(
            "there is a file of this name already, for another text or not by us.",
            where=str(target),
            remedy="Choose another folder with -o, or move that file away.",
        )


def _subject(path: Path) -> object:
    """Hash of the text that a spans file is about; None if it is none."""
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    return data.get("sha256") if isinstance(data, dict) else None


class Publisher:
    """Publishes the files of one run.

    Args:
        workspace: where they are recorded.
        run_id: of the run there.
        names: gives outputs their names.
        folder: where they go.
    """

    def __init__(self, workspace: Workspace, run_id: str, names: OutputNames, folder: Path) -> None:
        self._folder = folder
        self._workspace = workspace
        self._run_id = run_id
        self._names = names

    def publish(self, task: FileTask, outcome: FileOutcome) -> FileOutcome:
        """Gives a file's drafts their names and records it. A failure removes what there is of it.

        Returns:
            The outcome with its outputs, or with the failure; its documents are in the workspace alone.
        """
        failure = outcome.failure
        published: list[tuple[str, OutputDraft]] = []
        if failure is None:
            try:
                for name, draft in self._names.assign(task.ref, outcome.drafts):
                    if self._names.spans_only:
                        refuse_to_overwrite(draft.draft.temporary_path, self._folder / name)
                    # Noted before it happens: a signal may come in between.
                    published.append((name, draft))
                    draft.draft.publish(name, self._folder)
                self._record(task, outcome, published)
            except BaseException as e:
                # A copy without a record, or half of a file's copies, would pass for a whole release.
                for name, draft in published:
                    if not draft.draft.temporary_path.exists():
                        (self._folder / name).unlink(missing_ok=True)
                for draft in outcome.drafts:
                    draft.draft.discard()
                self._withdraw(task, outcome)
                if not isinstance(e, OutputError):
                    raise
                failure = FileFailure("OutputError", f"{outcome.path}: {e}")
        if failure is not None:
            self._workspace.record_failure(self._run_id, outcome.file_sha256, failure.kind)
            return FileOutcome(outcome.path, outcome.number, outcome.file_sha256, failure=failure)
        outputs = tuple(PublishedFile(name, d.draft.sha256) for name, d in published)
        return replace(outcome, documents=(), drafts=(), outputs=outputs)

    def _withdraw(self, task: FileTask, outcome: FileOutcome) -> None:
        """Tells the record that copies are gone again, where it was told of them before a signal came."""
        with suppress(StoreError):  # what failed before is raised, not this
            copy = self._names.copy_number(task.ref, outcome.file_sha256)
            self._workspace.withdraw_file(self._run_id, outcome.file_sha256, copy)

    def _record(
        self, task: FileTask, outcome: FileOutcome, published: Sequence[tuple[str, OutputDraft]]
    ) -> None:
        spans_only = self._names.spans_only
        documents = []
        for d in outcome.documents:
            reviewed = task.reviewed[d.part] if task.reviewed is not None else None
            documents.append(
                DocumentFacts(
                    d.document_id,
                    d.part,
                    outcome.format,
                    d.characters,
                    d.spans,
                    d.recovered,
                    decisions=reviewed.decisions if reviewed is not None else None,
                    regions=d.regions,
                    region_decisions=reviewed.region_decisions if reviewed is not None else (),
                    passages=d.passages,
                    signatures=reviewed.signatures if reviewed is not None else (),
                    left_out=d.left_out,
                )
            )
        self._workspace.record_file(
            self._run_id,
            outcome.file_sha256,
            documents,
            # A name that comes from the input's may hold PHI: it is not recorded.
            [ExportFacts("" if spans_only else n, d.draft.sha256, d.draft.size) for n, d in published],
            decided_by=None if spans_only else "policy",
            copy=self._names.copy_number(task.ref, outcome.file_sha256),
            source=self._names.source(task),
            totals=_totals(outcome) if not outcome.documents else None,
        )


def _totals(outcome: FileOutcome) -> dict[str, object]:
    """Figures of a table, whose rows are not recorded one by one: that would be more than the table."""
    counts = outcome.counts
    return {
        "documents": counts.documents,
        "labels": {str(label): n for label, n in sorted(counts.labels.items())},
        "recovered": counts.recovered,
        "decisions": [[Verdict.ACCEPTED, "policy", counts.spans]] if counts.spans else [],
        "uncovered": dict(sorted(counts.passages.items())),
        "left_out": dict(counts.left_out),
    }
