"""Gives outputs their names and records them: both, or neither."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from chartveil.domain import Decision, RegionDecision
from chartveil.errors import OutputError
from chartveil.ingest.refs import InputRef
from chartveil.job import FileFailure, FileOutcome, OutputDraft
from chartveil.naming import OutputNames, refuse_to_overwrite
from chartveil.store.workspace import Workspace
from chartveil.store.workspace_facts import DocumentFacts, ExportFacts


@dataclass(frozen=True, slots=True)
class FileReport:
    """What became of one input.

    Attributes:
        path: as the user knows it (may hold PHI: for the user only).
        outputs: names of what was written.
        documents, spans, recovered: counts.
        characters: of all its documents.
        failure: why nothing was written, or None.
        resumed: whether an earlier run had finished it.
        remarks: what had to be guessed, for the user.
    """

    path: str
    outputs: tuple[str, ...] = ()
    format: str = ""
    documents: int = 0
    spans: int = 0
    recovered: int = 0
    characters: int = 0
    failure: FileFailure | None = None
    resumed: bool = False
    remarks: tuple[str, ...] = ()


class Publisher:
    """Publishes the files of one run.

    Args:
        workspace: where they are recorded.
        run_id: of the run there.
        names: gives outputs their names.
    """

    def __init__(self, workspace: Workspace, run_id: str, names: OutputNames) -> None:
        self._workspace = workspace
        self._run_id = run_id
        self._names = names

    def publish(
        self,
        ref: InputRef,
        outcome: FileOutcome,
        decisions: Mapping[str, Sequence[Decision]] | None = None,
        boxes: Mapping[str, Sequence[RegionDecision]] | None = None,
    ) -> FileReport:
        """Gives a file's drafts their names and records it. A failure removes what there is of it.

        Args:
            ref: the file.
            outcome: what became of it.
            decisions: by document id, what reviewers decided; None where the policy decided all.
            boxes: the same of parts of pages.
        """
        failure = outcome.failure
        published: list[tuple[Path, OutputDraft]] = []
        if failure is None:
            try:
                for name, draft in self._names.assign(ref, outcome.drafts):
                    if self._names.spans_only:
                        refuse_to_overwrite(draft.draft.temporary_path, name)
                    # Noted before it happens: a signal may come in between.
                    published.append((draft.draft.temporary_path.with_name(name), draft))
                    draft.draft.publish(name)
                self._record(ref, outcome, published, decisions, boxes or {})
            except BaseException as e:
                # A copy without a record, or half of a file's copies, would pass for a whole release.
                for path, draft in published:
                    if not draft.draft.temporary_path.exists():
                        path.unlink(missing_ok=True)
                for draft in outcome.drafts:
                    draft.draft.discard()
                if not isinstance(e, OutputError):
                    raise
                failure = FileFailure("OutputError", f"{outcome.display}: {e}")
        if failure is not None:
            self._workspace.record_failure(self._run_id, outcome.file_sha256, failure.kind)
            return FileReport(outcome.display, failure=failure)
        return FileReport(
            outcome.display,
            tuple(path.name for path, _ in published),
            outcome.format,
            len(outcome.documents),
            sum(len(d.spans) for d in outcome.documents),
            sum(len(d.recovered) for d in outcome.documents),
            sum(d.characters for d in outcome.documents),
            remarks=outcome.remarks,
        )

    def _record(
        self,
        ref: InputRef,
        outcome: FileOutcome,
        published: Sequence[tuple[Path, OutputDraft]],
        decisions: Mapping[str, Sequence[Decision]] | None,
        boxes: Mapping[str, Sequence[RegionDecision]],
    ) -> None:
        spans_only = self._names.spans_only
        self._workspace.record_file(
            self._run_id,
            outcome.file_sha256,
            [
                DocumentFacts(
                    d.document_id,
                    d.part,
                    outcome.format,
                    d.characters,
                    d.spans,
                    d.recovered,
                    None if decisions is None else tuple(decisions.get(d.document_id, ())),
                    d.regions,
                    tuple(boxes.get(d.document_id, ())),
                )
                for d in outcome.documents
            ],
            # A name that comes from the input's may hold PHI: it is not recorded.
            [ExportFacts("" if spans_only else p.name, d.draft.sha256, d.draft.size) for p, d in published],
            decided_by=None if spans_only else "policy",
            copy=self._names.copy_number(ref, outcome.file_sha256),
        )
