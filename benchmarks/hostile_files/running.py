"""Has the program de-identify hostile files, and judges what comes out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.hostile_files.decoding import survivors
from benchmarks.hostile_files.making import HostileFile, dossier_people
from benchmarks.hostile_files.people import patients_table
from benchmarks.hostile_files.readers import lost_words, shown_text
from chartveil.detection.model_choice import ModelChoice
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.release.job import RECORD_SUFFIX, FileOutcome, ProcessingJob

_KEY = b"hostile files: any key will do.."


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one file.

    Attributes:
        format, slot, kind, known: of the file.
        name: of the file.
        refusal: the message, where nothing was written for it.
        failure: kind of the failure; empty where it was released.
        found: survivors in the copy.
        wrong_refusal: what a refusal lacks; empty where it is as it should be.
        words, lost: clinical words that the original shows, and those of them that the copy does not.
        unopened: why the copy does not open; empty where it does.
    """

    format: str
    slot: str
    kind: str
    known: str
    name: str
    refusal: str = ""
    failure: str = ""
    found: tuple[str, ...] = ()
    wrong_refusal: str = ""
    words: int = 0
    lost: int = 0
    unopened: str = ""


@dataclass
class Tally:
    """Verdicts of one format, counted."""

    verdicts: list[Verdict] = field(default_factory=list)

    @property
    def released(self) -> list[Verdict]:
        """Those with a copy."""
        return [v for v in self.verdicts if not v.failure]

    @property
    def survived(self) -> list[Verdict]:
        """Those in whose copy a canary stands."""
        return [v for v in self.verdicts if v.found]

    @property
    def lost_share(self) -> float:
        """Share of clinical words that are lost."""
        words = sum(v.words for v in self.verdicts)
        return sum(v.lost for v in self.verdicts) / words if words else 0.0


@contextmanager
def job_for(files: Sequence[HostileFile], *, networks: bool = False) -> Iterator[ProcessingJob]:
    """What to do with hostile files: the default policy, surrogates, a file of the patients, a folder of
    their own. The folder is removed afterwards."""
    with TemporaryDirectory(prefix="hostile-") as made:
        folder = Path(made)
        patients = folder / "patients.csv"
        patients.write_text(patients_table(dossier_people(files)), encoding="utf-8")
        yield ProcessingJob(
            policy=load_policy(),
            mode=ReplacementMode.SURROGATE,
            key=_KEY,
            output_folder=folder / "copies",
            patients_file=patients,
            models=ModelChoice() if networks else None,
        )


def run_files(
    files: Sequence[HostileFile],
    *,
    networks: bool = False,
    processes: int = 2,
    keep: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> list[Verdict]:
    """De-identifies files as the program's own batch does, and judges each copy.

    Args:
        files: what to run.
        networks: whether the models run, or rules and lists alone.
        processes: how many.
        keep: a folder for originals and copies; None to keep nothing.
        progress: told how many files of how many are done.
    """
    from chartveil.release.batch import BatchProgress, BatchRequest, run_batch
    from chartveil.store.workspace import Workspace

    with job_for(files, networks=networks) as job:
        inputs = job.output_folder.parent / "originals"
        inputs.mkdir()
        by_path = {}
        for file in files:
            path = inputs / file.name
            path.write_bytes(file.data)
            by_path[str(path)] = file
        request = BatchRequest(tuple(map(Path, by_path)), job, processes)

        def tell(p: BatchProgress) -> None:
            if progress is not None:
                progress(p.done, p.total)

        with Workspace(job.output_folder.parent / "workspace.db", bytes(range(32))) as workspace:
            report = run_batch(request, workspace, tell)
        outcomes = [(by_path[o.path], o) for o in report.files if o.path in by_path]
        missing = set(by_path) - {o.path for o in report.files}
        verdicts = _judged(outcomes, job.output_folder, processes)
        verdicts += [_of(by_path[m], failure="left out", wrong_refusal="nothing is said") for m in missing]
        if keep is not None:
            _keep(keep, outcomes, job.output_folder)
    return verdicts


def _keep(folder: Path, outcomes: Sequence[tuple[HostileFile, FileOutcome]], copies: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for file, outcome in outcomes:
        (folder / file.name).write_bytes(file.data)
        for output in outcome.outputs:
            suffix = Path(output.name).suffix
            (folder / f"{file.name}.copy{suffix}").write_bytes((copies / output.name).read_bytes())


def _judged(
    outcomes: Sequence[tuple[HostileFile, FileOutcome]], copies: Path, processes: int
) -> list[Verdict]:
    work: list[tuple[HostileFile, str, str, list[Path]]] = []
    for file, outcome in outcomes:
        if outcome.failure is not None:
            work.append((file, outcome.failure.kind, outcome.failure.message, []))
        else:
            work.append((file, "", "", [(copies / o.name) for o in outcome.outputs]))
    # Slots are functions, which do not go from process to process: numbers do, and the rest is inherited.
    if processes <= 1 or len(work) < 100:
        return [_judge(*item) for item in work]
    _waiting[:] = work
    with ProcessPoolExecutor(processes, mp_context=get_context("fork")) as pool:
        return list(pool.map(_judge_number, range(len(work)), chunksize=16))


_waiting: list[tuple[HostileFile, str, str, list[Path]]] = []


def _judge_number(number: int) -> Verdict:
    return _judge(*_waiting[number])


def _judge(file: HostileFile, failure: str, message: str, copies: Sequence[Path]) -> Verdict:
    if failure:
        return _of(
            file, failure=failure, refusal=message, wrong_refusal=refusal_fault(file.name, failure, message)
        )
    found: list[str] = []
    words = lost = 0
    unopened = ""
    for path in copies:
        data = path.read_bytes()
        found += survivors(file.sought, data)
        if any(c.token.lower() in path.name.lower() for c in file.sought):
            found.append("in the copy's name")
        try:
            after = shown_text(path.suffix, data)
        except Exception as e:  # noqa: BLE001 - another's reader: whatever it raises, the copy does not open
            unopened = f"{type(e).__name__}: {e}"[:200]
            continue
        if path.name.endswith(RECORD_SUFFIX):
            continue  # what was done to each column: searched like a copy, but it shows no clinical words
        # The original may be as broken as we made it: then nothing is known of what it shows.
        with suppress(Exception):
            before = shown_text(Path(file.name).suffix, file.data)
            had, gone = lost_words(before, after, "\n".join(file.lines[-6:]))
            words, lost = words + had, lost + gone
    return _of(
        file,
        found=tuple(dict.fromkeys(found)),
        wrong_refusal="is released" if file.slot.refused else "",
        words=words,
        lost=lost,
        unopened=unopened,
    )


def _of(file: HostileFile, **facts: object) -> Verdict:
    return Verdict(
        file.slot.format,
        file.slot.name,
        str(file.canary.kind),
        str(file.known),
        file.name,
        **facts,  # type: ignore[arg-type]
    )


def refusal_fault(name: str, kind: str, message: str) -> str:
    """What a refusal lacks: the file's name, a remedy, or being a refusal at all; empty where it is whole."""
    if kind == "Bug":
        return "a traceback of ours"
    if name.rpartition("/")[2] not in message:
        return "the file is not named"
    # A message is what is wrong and what to do: two sentences at least.
    if len([s for s in message.replace(name, "").split(". ") if len(s) > 8]) < 2 and kind != "LeakError":
        return "there is no remedy"
    return ""
