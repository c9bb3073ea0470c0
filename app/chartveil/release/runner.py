"""Runs that write into a folder: each file is worked on, published under its name, and recorded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from chartveil.detection.model_choice import PatientMatch
from chartveil.domain.errors import Cancelled, InputError, OutputError
from chartveil.release.discovery import UnreadableInput
from chartveil.release.input_files import InputLoader, InputRef
from chartveil.release.job import (
    FileFailure,
    FileOutcome,
    FileTask,
    PagesTold,
    ProcessingJob,
    PublishedFile,
    pages_untold,
)
from chartveil.release.publish import OutputNames, Publisher
from chartveil.release.run_facts import file_sha256, run_facts
from chartveil.release.worker_processes import process_files
from chartveil.store.workspace import Workspace
from chartveil.system.atomic_files import FolderClaim


def refuse_among_copies(folder: Path, file: Path | None, option: str) -> None:
    """Holds back a file that leads from copies to their originals from lying where the copies are given away.

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
def release_run(job: ProcessingJob, refs: Sequence[InputRef], workspace: Workspace) -> Iterator[ReleaseRun]:
    """A run into the job's folder, in the workspace from its beginning to its end, however it ends.

    Args:
        job: what to do with each file.
        refs: all files of the run, those that are not worked on again too.
        workspace: the audit log.

    Raises:
        OutputError: if the folder cannot be used.
        StoreError: if the workspace fails.
    """
    with FolderClaim(job.output_folder) as claim:
        run = ReleaseRun(job, refs, workspace, claim.token)
        status = "failed"
        try:
            yield run
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
        counts: files, failures, and documents of one patient of the site's file, for the workspace. That a
            patient was known is counted, never which.
    """

    def __init__(
        self, job: ProcessingJob, refs: Sequence[InputRef], workspace: Workspace, claim_token: str
    ) -> None:
        facts = run_facts(job)
        self.id = workspace.begin_run(facts)
        self.counts: Counter[str] = Counter(files=0, failures=0)
        self._job = job
        self._workspace = workspace
        self._settings = facts.settings
        self._claim_token = claim_token
        self._names = OutputNames(job, refs)
        self._publisher = Publisher(workspace, self.id, self._names)

    def record_unreadable(self, found: UnreadableInput) -> FileOutcome:
        """Records an input that could not even be looked at."""
        kind = "InputError"
        self._workspace.record_failure(self.id, "", kind)
        return self._counted(FileOutcome(found.path, failure=FileFailure(kind, str(found.error))))

    def finished_earlier(self, ref: InputRef, loader: InputLoader) -> FileOutcome | None:
        """What an earlier run with the same settings wrote for a file, if all of it is still there unchanged.

        This alone says whether a file is released already: it compares the file's bytes, all settings that
        shape outputs, and the bytes of the outputs in the folder.
        """
        try:
            sha256 = loader.load(ref).sha256
        except InputError:
            return None  # told when it is worked on
        earlier = self._workspace.earlier_exports(
            sha256, self._settings, self._names.copy_number(ref, sha256)
        )
        outputs = tuple(PublishedFile(e.name or self._names.spans_name(ref), e.sha256) for e in earlier)
        folder = self._job.output_folder
        if not outputs or any(file_sha256(folder / o.name) != o.sha256 for o in outputs):
            return None
        self._names.reserve([o.name for o in outputs])
        return self._counted(FileOutcome(ref.display, file_sha256=sha256, outputs=outputs, resumed=True))

    def process(
        self,
        tasks: Sequence[FileTask],
        processes: int,
        cancelled: Callable[[], bool],
        *,
        apart: bool = False,
        told: PagesTold = pages_untold,
    ) -> Iterator[FileOutcome]:
        """Works on files and publishes each, in their order.

        Arguments and errors as of ``worker_processes.process_files``.
        """
        outcomes = process_files(
            self._job, tasks, processes, cancelled, claim_token=self._claim_token, apart=apart, told=told
        )
        with closing(outcomes):
            for task, outcome in zip(tasks, outcomes, strict=False):
                yield self._counted(self._publisher.publish(task, outcome))

    def _counted(self, outcome: FileOutcome) -> FileOutcome:
        self.counts["files" if outcome.failure is None else "failures"] += 1
        matches = outcome.counts.patient_matches
        if matches:
            self.counts["dossiers"] += matches.get(PatientMatch.ONE, 0)
        return outcome
