"""Fine-tuning at a site: how documents are parted, when a model is added, and that nothing else stays."""

import json
import shutil
from dataclasses import replace

import pytest

pytest.importorskip("onnxruntime")

import site_gold
import tiny_models
from chartveil.detection.models.ensemble import EnsembleDetector
from chartveil.detection.models.manifest import load_members, verify_member
from chartveil.detection.pipeline import build_pipeline
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import InputError, OutputError, ResourceError
from chartveil.domain.labels import Label
from chartveil.domain.policy import load_policy
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.evaluation.gold import load_gold
from chartveil.formats.annotations.document import AnnotatedDocument
from chartveil.formats.annotations.inline import read_inline
from chartveil_training.site.gold_split import sample_from_document, split_gold
from chartveil_training.site.report import TrainingRequest
from chartveil_training.site.run import plan_training, run_training
from site_gold import GOOD, GREEDY, NAME, SECRET, USELESS


def gold(count, first=0):
    return [read_inline(site_gold.note(i), f"d{i}", "") for i in range(first, first + count)]


def ids(documents):
    return {d.id for d in documents}


@pytest.fixture(scope="module")
def pipeline():
    return build_pipeline(load_policy(), models=None)


@pytest.fixture
def folder(tmp_path):
    return site_gold.write_gold(tmp_path / "gold")


@pytest.fixture
def planned(folder):
    """Plans a request for what lies in the folder by then."""
    return lambda request: plan_training(request, load_gold(folder))


@pytest.fixture
def request_(tmp_path):
    return TrainingRequest(
        name="ward",
        site=tmp_path / "home" / "models",
        device="cpu",
        bundled=site_gold.write_bundled(tmp_path / "bundled"),
    )


def left(site):
    """Everything under a folder, hidden files too."""
    return sorted(str(p.relative_to(site)) for p in site.rglob("*")) if site.exists() else []


# ── parts ────────────────────────────────────────────────────────────────────────────────────────────


def test_each_document_is_of_one_part():
    parts = split_gold(gold(60), 0.2, 1)
    names = [ids(part) for part in (parts.learning, parts.threshold_choosing, parts.held_back)]
    assert sum(map(len, names)) == len(set.union(*names)) == 60
    assert 6 <= len(parts.held_back) <= 20
    assert len(parts.threshold_choosing) >= 3
    assert parts.labels == (Label.RELATIVE, Label.MRN)


def test_what_is_held_back_hangs_on_seed_and_documents_not_on_their_order():
    parts = split_gold(gold(60), 0.2, 1)
    again = split_gold(gold(60)[::-1], 0.2, 1)
    other = split_gold(gold(60), 0.2, 2)
    assert ids(parts.held_back) == ids(again.held_back)
    assert ids(parts.held_back) != ids(other.held_back)


def test_documents_that_come_later_move_few_others():
    for seed in range(5):
        before = split_gold(gold(60), 0.2, seed)
        after = split_gold(gold(90), 0.2, seed)
        assert len(ids(after.held_back) & ids(gold(60)) ^ ids(before.held_back)) <= 3
        assert 9 <= len(before.held_back) <= 15


@pytest.mark.parametrize("shared", ["[[MRN|77120345]]", "[[PATIENT|Ines Okwuosa-Hale]]"])
def test_documents_of_a_patient_stay_together(shared):
    documents = gold(40)
    twins = [read_inline(f"{shared} was seen, visit {i}.", f"t{i}", "") for i in range(8)]
    for seed in range(6):
        parts = split_gold([*documents, *twins], 0.2, seed)
        homes = [
            bool(ids(part) & ids(twins))
            for part in (parts.learning, parts.threshold_choosing, parts.held_back)
        ]
        assert sum(homes) == 1
        assert parts.patients == 41


def test_documents_that_are_known_to_be_of_a_patient_stay_together_however_many():
    documents = [replace(d, patient=f"MRN-{i % 4}") for i, d in enumerate(gold(40))]
    parts = split_gold(documents, 0.3, 1)
    assert parts.patients == 4
    homes = [
        {d.patient for d in part} for part in (parts.learning, parts.threshold_choosing, parts.held_back)
    ]
    assert sum(map(len, homes)) == 4


def test_a_known_patient_is_the_one_whose_number_stands_in_another_document():
    known = AnnotatedDocument("k", "Seen today.", (), patient="77-120-345")
    other = read_inline("MRN [[MRN|77120345]], visit.", "o", "")
    assert split_gold([*gold(30), known, other], 0.2, 1).patients == 31


def test_a_name_that_most_documents_bear_is_no_patient():
    documents = [read_inline("[[PATIENT|John Doe]] " + site_gold.note(i), f"d{i}", "") for i in range(30)]
    assert split_gold(documents, 0.2, 1).patients == 30


def test_too_few_documents_are_refused_with_their_number():
    with pytest.raises(InputError, match="there are 19 documents; training needs at least 20"):
        split_gold(gold(19), 0.2, 1)


def test_documents_of_too_few_patients_are_refused():
    # Each shared number is on few enough of the documents to be a patient's.
    documents = [read_inline(f"[[MRN|9{i // 6}77123]] visit {i}", f"d{i}", "") for i in range(24)]
    with pytest.raises(InputError, match="parted by patient"):
        split_gold(documents, 0.5, 1)


def test_a_document_without_text_is_refused():
    offsets_only = AnnotatedDocument("x", None, (), sha256="0" * 64, where="x.json")
    with pytest.raises(InputError, match=r"x\.json: the document holds no text"):
        split_gold([*gold(30), offsets_only], 0.2, 1)


def test_marks_are_trimmed_and_those_that_overlap_may_be_either():
    text = "seen at Mercy Boston by him "
    spans = (
        Span(8, 13, Label.HOSPITAL, 1.0),
        Span(8, 20, Label.CITY, 1.0),
        Span(23, 28, Label.RELATIVE, 1.0),
    )
    sample = sample_from_document(
        AnnotatedDocument("x", text, spans), (Label.HOSPITAL, Label.CITY, Label.RELATIVE)
    )
    assert [(text[m.start : m.end], m.labels) for m in sample.marks] == [
        ("Mercy Boston", (Label.HOSPITAL, Label.CITY)),
        ("him", (Label.RELATIVE,)),
    ]
    assert sample.unmarked_labels == frozenset(Label) - {Label.HOSPITAL, Label.CITY, Label.RELATIVE}


def test_what_a_document_does_not_mark_stays_open_where_others_mark_it():
    parts = split_gold(
        [*gold(20), *(replace(d, unmarked=frozenset({Label.MRN})) for d in gold(20, 20))], 0.2, 1
    )
    both = frozenset(Label) - {Label.MRN, Label.RELATIVE}
    for document in parts.learning:
        assert sample_from_document(document, parts.labels).unmarked_labels == both | document.unmarked


# ── the verdict ──────────────────────────────────────────────────────────────────────────────────────


def test_a_better_model_is_added_and_takes_part(request_, pipeline, planned):
    report = run_training(planned(request_), GOOD, pipeline)
    held = report.before.documents
    assert report.before.full.counts.found == held
    assert report.after.full.counts.found == 2 * held
    assert left(request_.site) == [
        "members.toml",
        "ward",
        "ward/card.md",
        "ward/model.onnx",
        "ward/tokenizer.json",
    ]
    ours, added = load_members(request_.bundled, request_.site)
    verify_member(added)
    assert (added.name, added.votes, added.threshold) == ("ward", (Label.RELATIVE,), report.threshold)
    assert added.priority > ours.priority
    text = f"Called {NAME} at noon."
    found = EnsembleDetector([ours, added], device="cpu").detect(
        TokenizedText(Document(text, DocumentSource("t", "t", "")))
    )
    assert [(text[s.start : s.end], s.label) for s in found] == [(NAME, Label.RELATIVE)]


@pytest.mark.parametrize("learner", [USELESS, GREEDY], ids=["finds no more", "takes harmless words"])
def test_a_model_that_is_not_better_leaves_nothing_behind(request_, pipeline, learner, planned):
    report = run_training(planned(request_), learner, pipeline)
    assert report.added is None
    assert not request_.site.exists()


@pytest.mark.parametrize(
    ("weights", "found"),
    [({"seeing": 0.9, "blind": 0.1}, 2), ({"seeing": 0.1, "blind": 0.9}, 1)],
    ids=["who finds it counts", "who does not counts"],
)
def test_the_trial_weighs_our_networks_as_the_pipeline_does(
    request_, pipeline, planned, tmp_path, weights, found
):
    """Of the two marks of each document the rules find one, and one network of two the other."""
    folder = tmp_path / "two"
    entries = [
        tiny_models.entries(list(site_gold.CLASSES), {subword: "RELATIVE"}, folder, name)
        for name, subword in (("seeing", "z"), ("blind", "x"))
    ]
    bundled = folder / "ensemble.toml"
    bundled.write_text("\n".join(entries), encoding="utf-8")
    weighed = replace(pipeline.judge.calibration, weights=weights)
    weighing = replace(pipeline, judge=replace(pipeline.judge, calibration=weighed))
    report = run_training(planned(replace(request_, bundled=bundled)), USELESS, weighing)
    assert report.before.full.counts.found == found * report.before.documents


def test_a_second_model_is_entered_below_the_first(request_, pipeline, planned, folder):
    run_training(planned(request_), GOOD, pipeline)
    # A ward that calls its relatives otherwise.
    for file in folder.iterdir():
        file.write_text(file.read_text().replace(NAME, "xilvane"))
    second = run_training(planned(replace(request_, name="ward-2")), USELESS, pipeline)
    assert second.added is not None
    assert [m.name for m in load_members(request_.bundled, request_.site)] == ["ours", "ward", "ward-2"]


def test_the_threshold_is_chosen_without_the_documents_held_back(request_, pipeline, planned):
    made = planned(request_)
    report = run_training(made, GOOD, pipeline)
    assert {c.full.counts.gold for c in report.tried} == {2 * len(made.split.threshold_choosing)}
    assert report.threshold == 0.5  # all find the same: the usual one is taken


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt, MemoryError])
def test_what_goes_wrong_leaves_nothing_behind(request_, pipeline, error, tmp_path, planned):
    def fails(job, folder, progress):
        GOOD(job, folder, progress)
        raise error

    with pytest.raises(error):
        run_training(planned(replace(request_, out=tmp_path / "out")), fails, pipeline)
    assert not request_.site.exists()
    assert not (tmp_path / "out").exists()


def test_a_list_that_cannot_be_written_leaves_no_model(request_, pipeline, monkeypatch, planned):
    def full(*_):
        raise OutputError("the disk is full.", where="members.toml", remedy="Make room.")

    monkeypatch.setattr("chartveil_training.site.member_files.write_file", full)
    with pytest.raises(OutputError):
        run_training(planned(request_), GOOD, pipeline)
    assert not request_.site.exists()


def test_what_a_killed_training_left_goes_with_the_next(request_, pipeline, planned):
    dead = request_.site / ".chartveil-0123456789ab-training" / "work"
    dead.mkdir(parents=True)
    (dead / "model.onnx").write_bytes(b"weights")
    run_training(planned(request_), USELESS, pipeline)
    assert left(request_.site) == []


def test_files_are_kept_for_inspection_and_hold_no_text(request_, pipeline, tmp_path, planned):
    out = tmp_path / "out"
    report = run_training(planned(replace(request_, out=out)), USELESS, pipeline)
    assert report.added is None
    assert left(out) == ["card.md", "figures.json", "model.onnx", "tokenizer.json"]
    card, figures = (out / name for name in ("card.md", "figures.json"))
    for text in (card.read_text(), figures.read_text()):
        assert SECRET.lower() not in text.lower()
        assert NAME not in text
        assert "5500" not in text
    assert "never pass it on" in card.read_text()
    assert "The rule is not met." in card.read_text()
    stored = json.loads(figures.read_text())
    assert stored["before"]["word"]["full"]["gold"] == 2 * report.before.documents
    assert "recall_interval" in stored["before"]["word"]["full"]


def test_a_folder_with_something_in_it_is_not_written_to(request_, tmp_path, planned, folder):
    with pytest.raises(OutputError, match="something in it"):
        planned(replace(request_, out=folder))


def test_labels_that_the_gold_lacks_are_not_counted_as_wrong(request_, pipeline, planned, folder):
    # The rules find a phone number in each note, which this site's gold does not mark.
    for file in folder.iterdir():
        file.write_text(file.read_text() + "Call (617) 555-0142.\n")
    report = run_training(planned(request_), GOOD, pipeline)
    assert report.before.full.precision == 1.0
    assert report.added is not None


# ── the plan ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["Ward", "", "a/b", "..", "ward 3", "ours"])
def test_a_name_that_cannot_be_given_is_refused(request_, name, planned):
    with pytest.raises(ResourceError, match="name"):
        planned(replace(request_, name=name))


def test_a_start_that_is_not_there_is_refused(request_, planned):
    with pytest.raises(ResourceError, match=r"no model of this name.*all-MiniLM"):
        planned(replace(request_, start="nosuch"))


def test_a_model_of_the_site_is_no_start(request_, pipeline, planned):
    run_training(planned(request_), GOOD, pipeline)
    with pytest.raises(ResourceError, match="no model of ours"):
        planned(replace(request_, name="again", start="ward"))


def test_more_documents_mean_more_to_learn(request_, planned, folder):
    few = planned(request_).job.tokens
    shutil.rmtree(folder)
    site_gold.write_gold(folder, 1500)
    assert planned(request_).job.tokens > few
    assert planned(replace(request_, tokens=5000)).job.tokens == 5000
