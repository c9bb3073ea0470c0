"""What goes wrong inside a run: the file is blocked, nothing is told of its text, the rest goes on."""

import copy
import hashlib
import json
import zipfile
from dataclasses import replace

import pytest

from chartveil.detection.judgement.recovery import Recoverer
from chartveil.detection.model_choice import ModelChoice, ModelProfile
from chartveil.detection.pipeline import DetectionPipeline
from chartveil.domain.errors import InputError, OutputError, ResourceError, StoreError
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.domain.span import Replacement
from chartveil.formats.text.format import TextFormat
from chartveil.formats.word.format import DocxFormat
from chartveil.release import deidentified_document, drafts
from chartveil.release.batch import BatchRequest, run_batch
from chartveil.release.copy_search import CopySearch
from chartveil.release.job import FileTask, OutputFormat, ProcessingJob
from chartveil.store.workspace import Workspace
from chartveil.surrogates.engine import SurrogateEngine
from chartveil.system import atomic_files as atomic

SECRET = "Okafor"
TEXT = "Patient: Adaeze Okafor, MRN 4471829. Seen by Dr. Okafor on 3/4/2021."

pytestmark = pytest.mark.usefixtures("pipelines_kept")


@pytest.fixture
def notes(tmp_path):
    folder = tmp_path / "notes"
    folder.mkdir()
    for n in range(3):
        (folder / f"{n}.txt").write_text(f"{TEXT} Visit {n}.", encoding="utf-8")
    return folder


def changed(request, **changes):
    """A request with other values of its own or of its job."""
    own = {name: changes.pop(name) for name in ("inputs", "processes", "resume") if name in changes}
    return replace(request, job=replace(request.job, **changes), **own)


@pytest.fixture
def ask(tmp_path, notes):
    """A request, changed as wanted."""

    def make(**changes):
        job = ProcessingJob(
            load_policy(), ReplacementMode.SURROGATE, bytes(range(32)), output_folder=tmp_path / "out"
        )
        return changed(BatchRequest((notes,), job, processes=1), **changes)

    return make


@pytest.fixture
def workspace(tmp_path):
    with Workspace(tmp_path / "w.sqlite", bytes(range(32))) as ws:
        yield ws


def outputs(request):
    return (
        sorted(p.name for p in request.job.output_folder.iterdir())
        if request.job.output_folder.exists()
        else []
    )


def once(monkeypatch, owner, name, error, at=2):
    """Makes a method raise at its n-th call."""
    real, calls = getattr(owner, name), []

    def method(self, *arguments, **named):
        calls.append(1)
        if len(calls) == at:
            raise copy.copy(error)  # one that was raised holds on to all that its frames held
        return real(self, *arguments, **named)

    monkeypatch.setattr(owner, name, method)


ERRORS = [
    KeyError(SECRET),
    ValueError(f"bad {SECRET}"),
    RecursionError(SECRET),
    MemoryError(SECRET),
    UnicodeDecodeError("utf-8", SECRET.encode(), 0, 1, SECRET),
    OSError(5, "Input/output error", f"/notes/{SECRET}.txt"),
    AssertionError(SECRET),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda e: type(e).__name__)
@pytest.mark.parametrize(
    ("owner", "name"),
    [
        (DetectionPipeline, "resolve"),
        (Recoverer, "recover"),
        (DetectionPipeline, "recovered_ranges"),
        (SurrogateEngine, "replacements"),
        (TextFormat, "read"),
        (TextFormat, "write"),
        (CopySearch, "search"),
    ],
)
def test_whatever_a_stage_raises_blocks_its_file_alone_and_quotes_nothing(
    monkeypatch, ask, workspace, owner, name, error
):
    once(monkeypatch, owner, name, error)
    request = ask()
    report = run_batch(request, workspace)
    assert len(report.finished) == 2, [f.failure for f in report.failures]
    (blocked,) = report.failures
    assert SECRET not in blocked.failure.message
    assert blocked.path in blocked.failure.message
    assert len(outputs(request)) == 2
    assert [r["failures"] for r in workspace.runs()] == [1]
    assert SECRET not in str(workspace.run_files(report.run_id))


def test_a_detector_that_fails_writes_no_spans_file(monkeypatch, ask, workspace):
    from chartveil.detection.rules.engine import RuleDetector

    once(monkeypatch, RuleDetector, "detect", KeyError(SECRET))
    request = ask(mode=None, outputs=(OutputFormat.JSON,))
    report = run_batch(request, workspace)
    assert [f.failure.kind for f in report.failures] == ["StageError"]
    assert outputs(request) == ["0.json", "2.json"]


def test_ctrl_c_in_the_midst_of_a_file_leaves_no_draft(monkeypatch, ask, workspace):
    once(monkeypatch, CopySearch, "search", KeyboardInterrupt())
    request = ask()
    with pytest.raises(KeyboardInterrupt):
        run_batch(request, workspace)
    assert len(outputs(request)) == 1
    assert workspace.runs()[0]["status"] == "stopped"


def test_drafts_made_before_the_one_that_fails_are_removed(monkeypatch, ask, workspace):
    made = []
    real = drafts.write_draft

    def write(folder, data, token):
        if len(made) == 3:
            raise OutputError("the disk is full.", where=str(folder), remedy="Make room.")
        made.append(real(folder, data, token))
        return made[-1]

    monkeypatch.setattr(drafts, "write_draft", write)
    request = ask(outputs=(OutputFormat.SAME, OutputFormat.BRAT))

    def look(progress):
        assert not any(d.temporary_path.exists() for d in made)

    report = run_batch(request, workspace, progress=look)
    assert len(report.finished) == 1
    for f in report.failures:
        assert f.path in f.failure.message
        assert "disk is full" in f.failure.message


# A writer or an engine that does not do what it was told to: the check must hold each back.


def test_a_writer_that_writes_the_original_is_held_back(monkeypatch, ask, workspace):
    monkeypatch.setattr(TextFormat, "write", lambda self, file, options, edits: file.data)
    request = ask()
    report = run_batch(request, workspace)
    assert {f.failure.kind for f in report.failures} == {"LeakError"}
    assert len(report.failures) == 3
    assert outputs(request) == []


def test_a_writer_that_forgets_a_replacement_is_held_back(monkeypatch, ask, workspace):
    real = TextFormat.write

    def forgetful(self, file, options, edits):
        return real(self, file, options, {k: list(v)[1:] for k, v in edits.items()})

    monkeypatch.setattr(TextFormat, "write", forgetful)
    request = ask()
    assert {f.failure.kind for f in run_batch(request, workspace).failures} == {"LeakError"}
    assert outputs(request) == []


def test_a_word_file_that_keeps_its_author_is_held_back(monkeypatch, ask, workspace, tmp_path):
    import io

    import docx

    made = docx.Document()
    made.add_paragraph(TEXT)
    path = tmp_path / "letter.docx"
    made.save(path)
    real = DocxFormat.write

    def careless(self, file, options, edits):
        written = docx.Document(io.BytesIO(real(self, file, options, edits)))
        written.core_properties.author = "Adaeze Okafor"
        out = io.BytesIO()
        written.save(out)
        return out.getvalue()

    request = ask(inputs=(path,))
    assert run_batch(request, workspace).failures == []
    monkeypatch.setattr(DocxFormat, "write", careless)
    again = ask(inputs=(path,), output_folder=tmp_path / "out2")
    (failure,) = run_batch(again, workspace).failures
    assert failure.failure.kind == "LeakError"
    assert "core.xml" in failure.failure.message
    assert SECRET not in failure.failure.message
    assert outputs(again) == []


@pytest.mark.parametrize("form", [OutputFormat.TXT, OutputFormat.JSONL, OutputFormat.I2B2, OutputFormat.BRAT])
def test_other_formats_that_hold_the_original_are_held_back(monkeypatch, ask, workspace, form):
    request = ask(outputs=(form,))
    assert run_batch(request, workspace).failures == []

    def wrong(id_, text, _):
        return deidentified_document.AnnotatedDocument(id_, text, ())

    monkeypatch.setattr(deidentified_document, "annotated_replacements", wrong)
    report = run_batch(changed(request, output_folder=request.job.output_folder / "again"), workspace)
    assert {f.failure.kind for f in report.failures} == {"LeakError"}
    assert len(report.failures) == 3


SHORT = [
    "Greta Quarzbrenner",
    "MRN 44719203",
    "(617) 555-0182",
    "g.quarzbrenner@postwing.org",
    "18 Larkspur Lane",
    "03/14/1951",
    "SSN 412-55-7731",
    "Dr. Otto Pellworth",
    "Patient: Quarzbrenner, Greta",
    "Seabrook General Hospital",
]


@pytest.mark.parametrize("suffix", [".txt", ".csv"])
def test_spans_of_what_is_released_hold_no_hash_and_no_place_of_an_original(ask, workspace, tmp_path, suffix):
    """Whoever tries names would know the cell by its hash, and the length of each by its offsets."""
    folder = tmp_path / "short"
    folder.mkdir()
    if suffix == ".csv":
        rows = "".join(f'{n},"{text}"\n' for n, text in enumerate(SHORT))
        (folder / "a.csv").write_text(f"note_id,note_text\n{rows}", encoding="utf-8")
    else:
        for n, text in enumerate(SHORT):
            (folder / f"{n}.txt").write_text(text, encoding="utf-8")
    request = ask(inputs=(folder,), outputs=(OutputFormat.JSON, OutputFormat.TXT, OutputFormat.JSONL))
    assert run_batch(request, workspace).failures == []
    files = [p for p in request.job.output_folder.iterdir() if p.is_file()]
    told = [json.loads(p.read_text("utf-8")) for p in files if p.name.startswith("spans-")]
    assert told
    texts = {
        hashlib.sha256(t.encode()).hexdigest(): t
        for t in (p.read_text("utf-8") for p in files if p.suffix == ".txt")
    }
    of_originals = {hashlib.sha256(t.encode()).hexdigest() for t in SHORT}
    of_originals |= {hashlib.sha256(p.read_bytes()).hexdigest() for p in folder.iterdir()}
    for path in (p for p in files if p.suffix == ".jsonl"):
        assert json.loads(path.read_text("utf-8"))["id"] == path.stem  # made with the key
    documents = [d for t in told for d in t.get("documents", [t])]
    assert {t["sha256"] for t in (*told, *documents)}.isdisjoint(of_originals)
    assert len(documents) == len(SHORT)
    for document in documents:
        text = texts[document["sha256"]]
        assert all(0 <= s["start"] < s["end"] <= len(text) for s in document["spans"])


def originals(document, made):
    return [Replacement(r.start, r.end, document.text[r.start : r.end], r.label) for r in made]


@pytest.mark.parametrize(
    "spoil",
    [
        originals,
        lambda document, made: made[1:],
        lambda document, made: [],
        lambda document, made: [*made[:-1], replace(made[-1], end=made[-1].end - 1)],
        lambda document, made: [made[0], *made],
        lambda document, made: [replace(made[0], end=made[1].end), *made],
    ],
    ids=["originals", "one fewer", "none", "short", "twice", "overlapping"],
)
@pytest.mark.parametrize("mode", [ReplacementMode.SURROGATE, ReplacementMode.TAG])
def test_an_engine_that_does_not_replace_every_span_is_held_back(monkeypatch, ask, workspace, spoil, mode):
    real = SurrogateEngine.replacements
    monkeypatch.setattr(
        SurrogateEngine,
        "replacements",
        lambda self, document, spans, *_: spoil(document, real(self, document, spans)),
    )
    request = ask(mode=mode)
    report = run_batch(request, workspace)
    assert {f.failure.kind for f in report.failures} == {"LeakError"}
    assert len(report.failures) == 3
    assert all(SECRET not in f.failure.message for f in report.failures)
    assert outputs(request) == []


def test_a_patients_name_goes_from_a_providers_too_though_the_policy_keeps_providers(
    ask, workspace, tmp_path
):
    path = tmp_path / "note.txt"
    path.write_text("Patient: Adaeze Okafor\nMRN 4471829\n\nSeen by Dr. Okafor and Dr. Bell in clinic.\n")
    request = ask(inputs=(path,), policy=load_policy("safe_harbor"))
    report = run_batch(request, workspace)
    assert report.failures == []
    text = (request.job.output_folder / report.files[0].outputs[0].name).read_text()
    assert SECRET not in text
    assert "Dr. Bell" in text


# Names and records of outputs.


def test_a_copy_without_a_record_does_not_stay(monkeypatch, ask, workspace):
    failing = StoreError("cannot be written.", where="w.sqlite", remedy="Make room.")
    once(monkeypatch, Workspace, "record_file", failing)
    request = ask()
    with pytest.raises(StoreError):
        run_batch(request, workspace)
    assert len(outputs(request)) == 1
    assert workspace.runs()[0]["status"] == "failed"
    workspace.verify()


def test_of_a_files_outputs_all_get_their_names_or_none(monkeypatch, ask, workspace):
    refused = OutputError("you may not write here.", where="out", remedy="Choose another folder.")
    once(monkeypatch, atomic.DraftFile, "publish", refused, at=4)
    request = ask(outputs=(OutputFormat.SAME, OutputFormat.JSON))
    report = run_batch(request, workspace)
    assert len(report.finished) == 2
    assert len(outputs(request)) == 4


def test_spans_of_names_that_look_alike_do_not_take_each_others_place(ask, workspace, tmp_path):
    import os

    folder = tmp_path / "odd"
    folder.mkdir()
    names = [b"a\nb.txt", b"a?b.txt", b"A.txt", b"a.text"]
    if os.name == "posix" and os.uname().sysname == "Linux":
        names += [b"bad\xff.txt", b"bad\xfe.txt"]
    for n, name in enumerate(names):
        (folder / os.fsdecode(name)).write_text(f"{TEXT} {n}", encoding="utf-8")
    request = ask(inputs=(folder,), mode=None, outputs=(OutputFormat.JSON,))
    report = run_batch(request, workspace)
    assert report.failures == []
    assert len({f.path for f in report.files}) == len(names)
    assert len(outputs(request)) == len(names)
    for f in report.files:
        assert "\n" not in f.path


def test_spans_do_not_take_the_place_of_another_texts_or_of_a_file_not_ours(ask, workspace, tmp_path, notes):
    request = ask(mode=None, outputs=(OutputFormat.JSON,))
    request.job.output_folder.mkdir()
    (request.job.output_folder / "1.json").write_text('{"mine": true}')
    report = run_batch(request, workspace)
    assert [f.failure.kind for f in report.failures] == ["OutputError"]
    assert "another folder" in report.failures[0].failure.message
    assert json.loads((request.job.output_folder / "1.json").read_text()) == {"mine": True}
    other = tmp_path / "other"
    other.mkdir()
    (other / "0.txt").write_text("Seen by Dr. Bell on 4/4/2020.")
    assert len(run_batch(replace(request, inputs=(other,)), workspace).failures) == 1
    # The same text again is no other: its file is made anew.
    again = replace(request, inputs=(notes / "0.txt",))
    assert run_batch(again, workspace).failures == []


@pytest.mark.parametrize("packed", [False, True])
def test_of_inputs_with_the_same_content_each_has_an_output_and_resumes_with_it(
    ask, workspace, tmp_path, packed
):
    folder = tmp_path / "same"
    folder.mkdir()
    if packed:
        with zipfile.ZipFile(folder / "a.zip", "w") as z:
            for name in ("x.txt", "y.txt", "z.txt"):
                z.writestr(name, TEXT)
    else:
        for name in ("x.txt", "y.txt", "z.txt"):
            (folder / name).write_text(TEXT)
    request = ask(inputs=(folder,))
    first = {f.path: f.outputs for f in run_batch(request, workspace).files}
    assert len(outputs(request)) == 3
    again = replace(request, resume=True)
    assert {f.path: f.outputs for f in run_batch(again, workspace).files} == first
    (request.job.output_folder / first[sorted(first)[1]][0].name).unlink()
    for resumed in (2, 3):
        report = run_batch(again, workspace)
        assert {f.path: f.outputs for f in report.files} == first
        assert sum(f.resumed for f in report.files) == resumed


def test_with_another_key_nothing_is_resumed(ask, workspace):
    request = ask()
    run_batch(request, workspace)
    other = changed(request, resume=True, key=bytes(reversed(range(32))))
    assert not any(f.resumed for f in run_batch(other, workspace).files)
    assert len(outputs(request)) == 3  # those of the first key are gone


def test_progress_tells_of_every_file_resumed_and_failed_ones_too(ask, workspace, notes):
    (notes / "empty.txt").write_text("")
    request = ask()
    run_batch(request, workspace)
    told = []
    run_batch(replace(request, resume=True), workspace, progress=told.append)
    assert [p.done for p in told] == [1, 2, 3, 4]
    assert {p.total for p in told} == {4}


def test_nothing_to_read_is_told_and_leaves_nothing(ask, workspace, tmp_path):
    (tmp_path / "empty").mkdir()
    request = ask(inputs=(tmp_path / "empty",))
    with pytest.raises(InputError, match="nothing to read"):
        run_batch(request, workspace)
    assert not request.job.output_folder.exists()
    with pytest.raises(InputError, match="also the output folder"):
        run_batch(changed(request, output_folder=tmp_path / "empty"), workspace)


def test_workers_that_cannot_begin_say_why_once(ask, workspace, tmp_path, capfd):
    site = tmp_path / "site"
    site.mkdir()
    (site / "patients.txt").write_bytes(b"\xff\xfe\x00bad")
    said = set()
    for processes in (1, 2):
        with pytest.raises(ResourceError) as told:
            run_batch(ask(site_lists=site, processes=processes), workspace)
        said.add(str(told.value))
    assert len(said) == 1
    assert "Traceback" not in capfd.readouterr().err


def test_a_site_folder_without_lists_is_told_rather_than_taken_for_lists(ask, workspace, tmp_path):
    site = tmp_path / "site"
    site.mkdir()
    (site / "patients.csv").write_text("Okafor")
    with pytest.raises(InputError, match="holds no list"):
        run_batch(ask(site_lists=site), workspace)


def test_a_site_folder_of_rules_alone_will_do(ask, workspace, tmp_path):
    site = tmp_path / "site"
    site.mkdir()
    (site / "rules.toml").write_text("off = []")
    assert not run_batch(ask(site_lists=site), workspace).failures


def test_an_outcome_that_cannot_be_sent_back_costs_its_file_alone(monkeypatch, ask, workspace):
    from concurrent.futures import Future

    from chartveil.release import worker_processes
    from chartveil.release.input_files import InputRef

    future = Future()
    future.set_exception(TypeError(f"cannot pickle {SECRET}"))
    outcome = worker_processes.sent_outcome(FileTask(InputRef("notes/1.txt")), future)
    assert outcome.failure.kind == "Bug"
    assert "notes/1.txt" in outcome.failure.message
    assert SECRET not in outcome.failure.message


def test_a_thing_that_bears_a_name_of_the_document_stays_and_is_no_leak(notes, ask, workspace):
    for path in notes.iterdir():
        path.unlink()
    text = "Patient: Len Bishop, MRN 4471829. He met the bishop. Bishop fell."
    (notes / "a.txt").write_text(text, encoding="utf-8")
    request = ask()
    report = run_batch(request, workspace)
    assert not report.failures
    written = next(request.job.output_folder.iterdir()).read_text(encoding="utf-8")
    assert "He met the bishop." in written
    assert "Bishop" not in written


def test_detectors_and_the_patients_rows_are_read_once(monkeypatch, tmp_path):
    from chartveil.detection.rules.engine import RuleDetector
    from chartveil.release.file_processor import FileProcessor
    from chartveil.release.input_files import InputRef

    read = []
    real = RuleDetector.detect

    def detect(self, view):
        read.append(view.text)
        return real(self, view)

    monkeypatch.setattr(RuleDetector, "detect", detect)
    table = tmp_path / "notes.csv"
    rows = ["Patient: Adaeze Okafor, MRN 4471829.", "Seen for cough. Okafor is well."]
    table.write_text("patient_id,note_text\n" + "".join(f'7,"{row}"\n' for row in rows))
    job = ProcessingJob(load_policy(), ReplacementMode.TAG, bytes(32), outputs=(), models=None)
    outcome = FileProcessor(job).process(FileTask(InputRef(str(table))))
    assert [[s.label for s in d.spans] for d in outcome.documents] == [["PATIENT", "MRN"], ["PATIENT"]]
    assert [read.count(row) for row in rows] == [1, 1]


def test_a_signal_after_a_file_was_recorded_takes_its_copy_back_and_the_record_says_so(
    ask, workspace, monkeypatch
):
    real = Workspace.record_file

    def record_file(self, *arguments, **named):
        real(self, *arguments, **named)
        raise KeyboardInterrupt

    monkeypatch.setattr(Workspace, "record_file", record_file)
    with pytest.raises(KeyboardInterrupt):
        run_batch(ask(), workspace)
    assert outputs(ask()) == []
    (run,) = workspace.runs()
    assert (run["status"], run["files"], run["spans"]) == ("stopped", 0, 0)
    assert "withdrawn" in workspace.run_files(run["id"])[-1]
    workspace.verify()


@pytest.mark.parametrize(("rows", "profile"), [(20, "careful"), (40_000, "cascade")])
def test_all_that_looks_at_a_batch_sees_the_profile_that_reads_it(
    tmp_path, ask, workspace, monkeypatch, rows, profile
):
    monkeypatch.delenv("CHARTVEIL_PROFILE")
    table = tmp_path / "visits.csv"
    table.write_text("id,comment\n" + "1,Seen today in our clinic\n" * rows)
    seen = []

    def prepare(job, tasks):
        seen.append((job.models.profile, len(tasks)))
        raise LookedAtError

    models = ModelChoice("cpu", profile=ModelProfile.AUTO)
    with pytest.raises(LookedAtError):
        run_batch(ask(inputs=(table,), models=models), workspace, prepare=prepare)
    assert seen == [(profile, 1)]


class LookedAtError(Exception):
    pass
