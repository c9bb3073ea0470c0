"""Runs into an output folder: each file is worked on, published under its name, and recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from chartveil.detection.model_choice import PatientMatch
from chartveil.domain.errors import Cancelled, InputError, OutputError
from chartveil.release.discovery import UnreadableInput
from chartveil.release.folder_state import FolderCount, FolderState, copy_sha256
from chartveil.release.input_files import InputLoader
from chartveil.release.job import (
    FileFailure,
    FileOutcome,
    FileTask,
    PageProgressCallback,
    ProcessingJob,
    PublishedFile,
    ignore_page_progress,
)
from chartveil.release.publish import OutputNames, Publisher
from chartveil.release.run_facts import run_facts
from chartveil.release.tables.long_tables import work_on_files_and_tables
from chartveil.release.worker_processes import process_files
from chartveil.store.workspace import Workspace
from chartveil.store.workspace_records import RunFacts
from chartveil.system.atomic_files import FolderClaim

WorksOnFiles = Callable[
    [ProcessingJob, Sequence[FileTask], Callable[[], bool]], Generator[FileOutcome, None, None]
]
"""Works on the files of a job elsewhere; is given the job, the files, and a callable that tells whether to
stop."""


def refuse_inside_output(folder: Path, file: Path | None, option: str) -> None:
    """Refuses to write a file that leads from copies to their originals into the folder of the copies.

    Args:
        folder: of the copies.
        file: the crosswalk, the key, the audit log, or the folder that holds them; None for none.
        option: by which another place is given.

    Raises:
        OutputError: if it lies in the folder, or would; links are followed.
    """
    if file is not None and file.resolve().is_relative_to(folder.resolve()):
        raise OutputError(
            "would lie in the folder of the copies, and leads from them to the originals.",
            where=str(file),
            remedy=f"Write the copies to a folder of their own, or give another place with {option}.",
        )


@contextmanager
def release_run(
    job: ProcessingJob,
    tasks: Sequence[FileTask],
    workspace: Workspace,
    *,
    renew: bool,
    roots: Sequence[Path] = (),
) -> Iterator[ReleaseRun]:
    """A run into the job's folder, in the workspace from its beginning to its end, however it ends.

    Args:
        job: what to do with each file.
        tasks: all files of the run, those that are not worked on again too.
        workspace: the audit log.
        renew: whether copies of these files that were made with another policy, mode or key are removed
            first; else they stop the run.
        roots: files and folders that the user named.

    Raises:
        OutputError: if the folder cannot be used, or holds copies of another policy, mode or key.
        StoreError: if the workspace fails.
    """
    facts = run_facts(job)
    kind = f"{facts.policy_sha256} {facts.mode} {facts.key_id}"
    with FolderClaim(job.output_folder, kind) as claim:
        if claim.other_notes() - {kind}:
            raise OutputError(
                "another run writes copies of another policy, mode or key into it.",
                where=str(job.output_folder),
                remedy="Choose another folder.",
            )
        names = OutputNames(job, [task.ref for task in tasks], roots)
        folder = FolderState(job, facts, tasks, workspace, names)
        folder.check(renew=renew)
        run = ReleaseRun(job, facts, workspace, claim.token, names, folder)
        status = "failed"
        try:
            yield run
            run.remove_replaced_copies()
            status = "done"
        except (Cancelled, KeyboardInterrupt):
            status = "stopped"
            raise
        finally:
            workspace.end_run(run.id, status, dict(run.counts))


class ReleaseRun:
    """One run; made by ``release_run``.

    Attributes:
        id: as in the workspace.
        counts: files, failures, files finished earlier, copies replaced, and documents of one patient of the
            site's file, for the workspace. That a patient was known is counted, never which.
        left: the copies in the folder, once the run has ended.
    """

    def __init__(
        self,
        job: ProcessingJob,
        facts: RunFacts,
        workspace: Workspace,
        claim_token: str,
        names: OutputNames,
        folder: FolderState,
    ) -> None:
        self.id = workspace.begin_run(facts, str(job.output_folder.resolve()))
        self.counts: Counter[str] = Counter(files=0, failures=0)
        self.left = FolderCount()
        self._job = job
        self._workspace = workspace
        self._settings = facts.settings
        self._claim_token = claim_token
        self._names = names
        self._folder = folder
        self._publisher = Publisher(workspace, self.id, names, job.output_folder)

    def record_unreadable(self, found: UnreadableInput) -> FileOutcome:
        """Records an input that could not even be looked at."""
        kind = "InputError"
        self._workspace.record_failure(self.id, "", kind)
        self.counts["failures"] += 1
        return FileOutcome(found.path, failure=FileFailure(kind, str(found.error)))

    def remove_replaced_copies(self) -> None:
        """Removes copies that newer ones of their files have taken the place of, and counts the folder."""
        self.left = self._folder.remove_replaced_copies()
        self.counts["replaced"] = len(self.left.replaced)

    def finished_earlier(self, task: FileTask, loader: InputLoader) -> FileOutcome | None:
        """The files that an earlier run with the same settings wrote for a file, if all are still there
        unchanged.

        This alone says whether a file is released already: it compares the file's bytes and patient, all
        settings that shape outputs, and the place and bytes of the outputs in the folder.
        """
        ref = task.ref
        try:
            sha256 = loader.load(ref).sha256
        except InputError:
            return None  # told when it is worked on
        earlier = self._workspace.earlier_exports(
            sha256, self._settings, self._names.copy_number(ref, sha256), self._names.source(task).patient
        )
        outputs = tuple(PublishedFile(e.name or self._names.spans_name(ref), e.sha256) for e in earlier)
        folder = self._job.output_folder
        place = self._names.folder_of(ref)
        if not outputs or any(
            copy_sha256(folder / o.name) != o.sha256 or f"{o.name.rpartition('/')[0]}/".lstrip("/") != place
            for o in outputs
        ):
            return None
        self._names.reserve([o.name for o in outputs])
        return self._counted(
            task, FileOutcome(ref.display, file_sha256=sha256, outputs=outputs, resumed=True)
        )

    def process(
        self,
        tasks: Sequence[FileTask],
        processes: int,
        cancelled: Callable[[], bool],
        *,
        apart: bool = False,
        on_page: PageProgressCallback = ignore_page_progress,
        work: WorksOnFiles | None = None,
        asked: int = 0,
    ) -> Generator[FileOutcome, None, None]:
        """Works on files and publishes each, in their order.

        Arguments and errors as of ``worker_processes.process_files``.

        Args:
            asked: how many processes a person asked for; 0 where he leaves it open.
            work: what works on them in the place of that.
        """
        outcomes = (
            work(self._job, tasks, cancelled)
            if work is not None
            else work_on_files_and_tables(
                process_files,
                self._job,
                tasks,
                processes,
                cancelled,
                claim_token=self._claim_token,
                apart=apart,
                on_page=on_page,
                asked=asked,
            )
        )
        with closing(outcomes):
            for task, outcome in zip(tasks, outcomes, strict=False):
                yield self._counted(task, self._publisher.publish(task, outcome))

    def _counted(self, task: FileTask, outcome: FileOutcome) -> FileOutcome:
        if outcome.failure is None:
            names = [output.name for output in outcome.outputs]
            self._folder.note(task, outcome.file_sha256, names, made=not outcome.resumed)
            self.counts["earlier" if outcome.resumed else "files"] += 1
        else:
            self.counts["failures"] += 1
        matches = outcome.counts.patient_matches
        if matches:
            self.counts["dossiers"] += matches.get(PatientMatch.ONE, 0)
        return outcome
