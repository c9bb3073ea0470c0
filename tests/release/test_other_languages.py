"""Documents in languages that detection does not cover: refused in a batch, unless the policy allows them."""

from dataclasses import replace

import pytest

from chartveil.domain.policy import OtherLanguages, ReplacementMode, load_policy
from chartveil.release.batch import BatchRequest, run_batch
from chartveil.release.job import OutputFormat, ProcessingJob
from chartveil.store.workspace import Workspace

ENGLISH = "Patient: Adaeze Okafor, MRN 4471829. She was seen in clinic with her daughter and feels well.\n"
GERMAN = "Die Patientin wurde wegen zunehmender Atemnot und Husten stationär aufgenommen.\n"
RUSSIAN = "Пациентка поступила в отделение с жалобами на боль в груди.\n"


@pytest.fixture
def batch(tmp_path):
    """Runs a batch of one text: its report, and what was written."""

    def run(text, name="note.txt", mode=ReplacementMode.SURROGATE, outputs=(OutputFormat.SAME,), **changes):
        notes, out = tmp_path / "notes", tmp_path / "out"
        notes.mkdir()
        (notes / name).write_text(text, encoding="utf-8")
        policy = replace(load_policy(), **changes)
        job = ProcessingJob(policy, mode, bytes(range(32)), output_folder=out, outputs=outputs, models=None)
        with Workspace(tmp_path / "w.sqlite", bytes(range(32))) as workspace:
            report = run_batch(BatchRequest((notes,), job, processes=1), workspace)
            events = [e.facts.get("public", {}) for e in workspace.entries()]
        written = [p.read_text(encoding="utf-8") for p in out.iterdir()] if out.exists() else []
        return report, written, events

    return run


def test_a_file_is_refused_with_counts_languages_and_remedy_and_none_of_its_text(batch):
    report, written, _ = batch(f"{ENGLISH}\n{GERMAN}\n{ENGLISH}\n{GERMAN}\n{RUSSIAN}")
    (failed,) = report.failures
    assert written == []
    assert failed.failure.kind == "InputError"
    said = failed.failure.message
    assert "note.txt: holds 3 passages" in said
    assert "(German 2, Cyrillic script 1)" in said
    assert "window" in said
    assert 'other = "allow"' in said
    assert "Patientin" not in said


def test_rows_of_a_table_are_counted_together(batch):
    rows = f'"{GERMAN.strip()}"\n"{ENGLISH.strip()}"\n"{GERMAN.strip()}"\n'
    report, written, _ = batch(f"note_text\n{rows}", "notes.csv")
    assert "2 of 3 texts could not be released" in report.failures[0].failure.message
    assert written == []


def test_a_policy_that_allows_it_releases_and_counts(batch):
    report, written, events = batch(f"{ENGLISH}\n{GERMAN}", other_languages=OtherLanguages.ALLOW)
    assert report.failures == []
    assert report.passages == {"German": 1}
    assert "Atemnot" in written[0]
    assert [e["uncovered"] for e in events if e.get("uncovered")] == [{"German": 1}]


def test_spans_alone_are_no_release(batch):
    report, _, _ = batch(f"{ENGLISH}\n{GERMAN}", mode=None, outputs=(OutputFormat.JSON,))
    assert report.failures == []
    assert report.passages == {"German": 1}


def test_names_and_words_of_other_languages_hold_nothing_up(batch):
    report, written, events = batch(f"{ENGLISH}Husband: Мария Петрова, 山田花子, Jürgen Müller. Gracias!\n")
    assert report.failures == []
    assert report.passages == {}
    assert len(written) == 1
    assert not any(e.get("uncovered") for e in events)


def test_the_command_tells_it(chartveil, tmp_path):
    note = tmp_path / "note.txt"
    note.write_text(f"{ENGLISH}\n{GERMAN}", encoding="utf-8")
    code, _, err = chartveil("deid", note, "-o", tmp_path / "out")
    assert (code, "German 1" in err) == (3, True)
    from chartveil.domain.paths import resources_folder

    own = tmp_path / "own.toml"
    text = (resources_folder() / "policies" / "safe_harbor_plus.toml").read_text(encoding="utf-8")
    own.write_text(text.replace('other = "block"', 'other = "allow"'), encoding="utf-8")
    code, out, _ = chartveil("deid", note, "-o", tmp_path / "out", "--policy", own)
    assert code == 0
    assert "1 passage that detection does not cover: German 1" in out
