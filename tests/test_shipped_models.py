"""The models that come with Chartveil: whole, with cards, and the same spans however they are run."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from chartveil.detection.model_choice import ModelChoice, ModelProfile
from chartveil.detection.models.devices import choose_device
from chartveil.detection.models.ensemble import EnsembleDetector, build_ensemble
from chartveil.detection.models.float_twin import make_float_twin
from chartveil.detection.models.manifest import load_members, verify_member
from chartveil.detection.pipeline import DetectionPipeline, build_pipeline
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import Label
from chartveil.domain.paths import models_folder, resources_folder
from chartveil.domain.policy import load_policy
from chartveil.domain.span import EvidenceKind, Span
from chartveil.domain.tokenized_text import TokenizedText

MOST = 177_000_000
MEMBERS = load_members(models_folder() / "ensemble.toml")


def view(text: str) -> TokenizedText:
    return TokenizedText(Document(text, DocumentSource("", "text", "")))


def sample_texts() -> list[str]:
    folder = resources_folder() / "samples"
    return [p.read_text(encoding="utf-8", errors="replace") for p in sorted(folder.glob("*.[tm][xd]*"))]


@pytest.fixture(scope="module")
def ensemble() -> EnsembleDetector:
    detector = build_ensemble(device="cpu", threads=2)
    detector.load()
    return detector


@pytest.fixture(scope="module")
def pipeline() -> DetectionPipeline:
    return build_pipeline(load_policy(), models=ModelChoice(device="cpu", threads=2))


def found(detector: EnsembleDetector, texts: list[str]) -> list[list[Span]]:
    return [detector.detect(view(t)) for t in texts]


def plain(spans: list[list[Span]]) -> list[list[tuple[int, int, Label]]]:
    return [[(s.start, s.end, s.label) for s in one] for one in spans]


def test_every_file_is_the_listed_one() -> None:
    for member in MEMBERS:
        verify_member(member)


def test_there_is_a_member_for_each_kind_of_name() -> None:
    said: set[Label] = set()
    for member in MEMBERS:
        said |= set(member.votes)
    assert {Label.PATIENT, Label.DOCTOR, Label.CITY, Label.AGE, Label.ORGANIZATION, Label.HOSPITAL} <= said
    assert any(m.normalise == "capitals" and Label.PATIENT in m.votes for m in MEMBERS)


def test_all_files_together_are_small_and_each_has_a_card() -> None:
    files = {m.file for m in MEMBERS} | {m.tokenizer for m in MEMBERS}
    assert sum(f.stat().st_size for f in files) <= MOST
    for file in {m.file for m in MEMBERS}:
        card = file.with_suffix(".md").read_text(encoding="utf-8")
        listed = next(m for m in MEMBERS if m.file == file)
        assert listed.sha256 in card
        assert "seed" in card


def test_threads_do_not_change_spans(ensemble: EnsembleDetector) -> None:
    texts = sample_texts()[:4]
    expected = found(ensemble, texts)
    for threads in (1, 3):
        other = EnsembleDetector(
            MEMBERS, device="cpu", threads=threads, cache_bytes=0, profile=ModelProfile.QUICK
        )
        # Evidence takes no part in the comparison of spans: scores of members must agree too.
        again = found(other, texts)
        assert again == expected
        assert [[s.evidence for s in one] for one in again] == [[s.evidence for s in one] for one in expected]


def test_what_was_read_before_does_not_change_spans(ensemble: EnsembleDetector) -> None:
    texts = sample_texts()[:3]
    assert found(ensemble, texts) == found(ensemble, list(reversed(texts)))[::-1]


def test_batches_of_the_gpu_twin_give_the_spans_of_the_cpu(
    tmp_path: Path, ensemble: EnsembleDetector
) -> None:
    """What a GPU computes, in float32 here: the same weights, batched and padded."""
    twins = {}
    quick = [m for m in MEMBERS if not m.careful]
    for file in sorted({m.file for m in quick}):
        twin = tmp_path / file.name
        twin.write_bytes(make_float_twin(file.read_bytes()))
        twins[file] = (twin, hashlib.sha256(twin.read_bytes()).hexdigest())
    members = [replace(m, file=twins[m.file][0], sha256=twins[m.file][1]) for m in quick]
    texts = sample_texts()[:2]
    expected = plain(found(ensemble, texts))
    for batch in (1, 8):
        other = EnsembleDetector(members, device=choose_device("cpu"), batch=batch)
        got = plain(found(other, texts))
        # Rounding of activations moves a score by some hundredths: hardly a span may hang on that.
        differ = sum(len(set(a) ^ set(b)) for a, b in zip(expected, got, strict=True))
        assert differ <= 0.02 * sum(map(len, expected))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Spoke with Thandeka this morning, who will collect him after dialysis.", "Thandeka"),
        ("pt lives w/ her cousin oluwadamilola and two dogs, walks daily", "oluwadamilola"),
        ("SEEN TOGETHER WITH DR QUISPE MAMANI, WHO AGREES WITH THE PLAN.", "QUISPE MAMANI"),
        ("He used to lay bricks for Hollander & Sons before the fall.", "Hollander & Sons"),
        ("She was born in Szombathely and came here as a child.", "Szombathely"),
        ("Transferred from Brackenridge Hollow Nursing Home with fever.", "Brackenridge Hollow"),
    ],
)
def test_names_that_only_the_sentence_tells(ensemble: EnsembleDetector, text: str, name: str) -> None:
    start = text.index(name)
    spans = ensemble.detect(view(text))
    assert any(s.start <= start and start + len(name) <= s.end for s in spans)
    for span in spans:
        assert all(e.kind is EvidenceKind.MODEL and e.score is not None for e in span.evidence)


@pytest.mark.parametrize(
    "text",
    [
        "Parkinson disease, on Sinemet; Foley catheter to gravity, Bruce protocol stage 3.",
        "MAY ADVANCE DIET. WILL FOLLOW. WOUND EDGES ROSE-COLOURED.",
        "Strength 5/5 throughout, reflexes 2+, Romberg negative.",
        "Continue metoprolol 25 mg twice daily and recheck potassium in the morning.",
    ],
)
def test_terms_are_left_alone(pipeline: DetectionPipeline, text: str) -> None:
    assert pipeline.propose(Document(text, DocumentSource("", "text", ""))).spans == ()


@pytest.fixture(scope="module")
def careful() -> EnsembleDetector:
    detector = build_ensemble(device="cpu", threads=2, profile=ModelProfile.CAREFUL)
    detector.load()
    return detector


def test_the_large_model_of_a_gpu_gives_the_spans_of_the_cpu(tmp_path: Path) -> None:
    (large,) = (m for m in MEMBERS if m.careful)
    twin = tmp_path / "twin.onnx"
    twin.write_bytes(make_float_twin(large.file.read_bytes()))
    on_gpu = replace(large, file=twin, sha256=hashlib.sha256(twin.read_bytes()).hexdigest())
    text = sample_texts()[0][:700]
    alone = [
        EnsembleDetector([m], device=choose_device("cpu"), batch=b) for m, b in ((large, 1), (on_gpu, 4))
    ]
    expected, got = (plain(found(detector, [text]))[0] for detector in alone)
    assert len(expected) > 5
    assert len(set(expected) ^ set(got)) <= 1


def test_a_cascade_reads_what_is_in_doubt_as_the_careful_profile_does(careful: EnsembleDetector) -> None:
    cascade = EnsembleDetector(MEMBERS, device="cpu", threads=2, profile=ModelProfile.CASCADE)
    text = "Spoke with Hope at the Quarry, who drives for Linden & Kray. Will follow with Dr Foley in May."
    assert plain(found(cascade, [text])) == plain(found(careful, [text]))
