"""The detector as a whole, on tiny models that find what a test says."""

from __future__ import annotations

import pickle
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from chartveil.detection.model_choice import ModelProfile
from chartveil.detection.models.ensemble import EnsembleDetector, build_ensemble
from chartveil.detection.models.harmless_lines import HarmlessLines
from chartveil.detection.models.manifest import EnsembleMember, load_members
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import ResourceError, StageError
from chartveil.domain.labels import Label
from chartveil.domain.span import EvidenceKind, Span
from chartveil.domain.tokenized_text import TokenizedText
from tiny_models import SURE, VOCABULARY, entries, table_model, word_table, write_member

CLASSES = ["O", "PATIENT", "DOCTOR", "HOSPITAL"]
WORDS = {"john": "PATIENT", "smith": "PATIENT", "boston": "HOSPITAL", "general": "HOSPITAL"}
NOTE = (
    "Dr. Jones seen at Boston General by JOHN SMITH.\nNo acute distress.\n\nMary visit on March 12, 2021\n"
    * 9
)


def view_of(text: str) -> TokenizedText:
    return TokenizedText(Document(text, DocumentSource("case", "txt", "0")))


def members(folder: Path, *texts: str) -> tuple[EnsembleMember, ...]:
    (folder / "ensemble.toml").write_text("".join(texts), encoding="utf-8")
    return load_members(folder / "ensemble.toml")


def texts(spans: list[Span], text: str) -> list[tuple[str, str]]:
    return [(s.label.value, s.text(text)) for s in spans]


def test_finds_what_its_models_find_and_says_which_and_how_sure(tmp_path: Path) -> None:
    detector = EnsembleDetector(members(tmp_path, entries(CLASSES, WORDS, tmp_path)))
    text = "Seen by John Smith at Boston General Hospital."
    spans = detector.detect(view_of(text))
    assert texts(spans, text) == [("PATIENT", "John Smith"), ("HOSPITAL", "Boston General")]
    (evidence,) = spans[0].evidence
    assert (evidence.kind, evidence.name, evidence.label) == (EvidenceKind.MODEL, "a", Label.PATIENT)
    assert evidence.score == pytest.approx(1 / (1 + 3 * np.exp(-SURE)), abs=1e-3)
    assert detector.detect(view_of("")) == detector.detect(view_of(" \n ")) == []


def test_one_vote_is_enough_and_priority_gives_the_label(tmp_path: Path) -> None:
    bio = ["O", "B-PER", "I-PER", "B-LOC"]
    found = members(
        tmp_path,
        entries(CLASSES, {"john": "DOCTOR"}, tmp_path, "names", priority=1),
        write_member(
            tmp_path,
            "foreign",
            bio,
            table_model(word_table(bio, {"john": "B-PER", "smith": "I-PER", "boston": "B-LOC"})),
            priority=2,
            map={"PER": "PATIENT", "LOC": "CITY"},
        ),
    )
    text = "John Smith of Boston"
    name, place = EnsembleDetector(found).detect(view_of(text))
    assert (name.label, name.text(text)) == (Label.DOCTOR, "John Smith")
    assert [(e.name, e.label) for e in name.evidence] == [
        ("names", Label.DOCTOR),
        ("foreign", Label.PATIENT),
    ]
    assert (place.label, [e.name for e in place.evidence]) == (Label.CITY, ["foreign"])


def test_a_member_votes_on_its_labels_only_and_not_when_switched_off(tmp_path: Path) -> None:
    names = entries(CLASSES, WORDS, tmp_path, "names", votes=["PATIENT", "DOCTOR"])
    off = entries(CLASSES, WORDS, tmp_path, "off", enabled=False)
    text = "John Smith at Boston"
    spans = EnsembleDetector(members(tmp_path, names, off)).detect(view_of(text))
    assert texts(spans, text) == [("PATIENT", "John Smith")]


def test_letter_shapes_reach_the_model_and_normalised_members_see_title_case(tmp_path: Path) -> None:
    shapes = np.zeros((12, 4), np.float32)
    shapes[2, 1] = 2 * SURE  # Title: a name, whatever the word
    shaped = table_model(word_table(CLASSES, {}), inputs=["shape_ids"], shapes=shapes)
    plain = write_member(tmp_path, "plain", CLASSES, shaped, inputs=["shape_ids"])
    normal = write_member(tmp_path, "normal", CLASSES, shaped, inputs=["shape_ids"], normalise="capitals")
    text = "seen by John and MARY"
    name, capitals = EnsembleDetector(members(tmp_path, plain, normal)).detect(view_of(text))
    assert [e.name for e in name.evidence] == ["normal", "plain"]
    assert (capitals.text(text), [e.name for e in capitals.evidence]) == ("MARY", ["normal"])


def test_threads_batches_and_cache_change_nothing(tmp_path: Path) -> None:
    entry = entries(CLASSES, WORDS, tmp_path, window=32, overlap=4)
    foreign = write_member(
        tmp_path,
        "b",
        CLASSES,
        table_model(word_table(CLASSES, {"mary": "PATIENT"}), inputs=["token_type_ids"]),
        window=24,
        overlap=3,
    )
    found = members(tmp_path, entry, foreign)
    expected = EnsembleDetector(found).detect(view_of(NOTE))
    assert len(expected) == 27
    for threads, batch, cache in product((1, 3), (0, 1, 5), (0, 2000, 1 << 20)):
        detector = EnsembleDetector(found, threads=threads, batch=batch, cache_bytes=cache)
        for _ in range(2):
            again = detector.detect(view_of(NOTE))
            assert again == expected
            assert [s.evidence for s in again] == [s.evidence for s in expected]
        detector.close()


def test_whole_windows_and_small_ones_find_the_same(tmp_path: Path) -> None:
    small = members(tmp_path, entries(CLASSES, WORDS, tmp_path, window=16, overlap=2))
    large = members(tmp_path, entries(CLASSES, WORDS, tmp_path, window=512, overlap=32))
    assert EnsembleDetector(small).detect(view_of(NOTE)) == EnsembleDetector(large).detect(view_of(NOTE))


def test_listed_lines_are_not_read(tmp_path: Path) -> None:
    found = members(tmp_path, entries(CLASSES, {**WORDS, "acute": "PATIENT"}, tmp_path))
    text = "John Smith\n  NO  acute distress. \nacute"
    everything = EnsembleDetector(found).detect(view_of(text))
    assert [s.text(text) for s in everything] == ["John Smith", "acute", "acute"]
    inclusion = HarmlessLines(["No acute distress."])
    spared = EnsembleDetector(found, inclusion=inclusion).detect(view_of(text))
    assert [s.text(text) for s in spared] == ["John Smith", "acute"]
    assert EnsembleDetector(found, inclusion=inclusion).detect(view_of("no acute distress.\n")) == []


def test_support_is_what_any_member_sees_voted_on_or_not(tmp_path: Path) -> None:
    detector = EnsembleDetector(members(tmp_path, entries(CLASSES, WORDS, tmp_path, votes=["DOCTOR"])))
    view = view_of("seen by John Smith on 2021")
    assert detector.detect(view) == []
    assert detector.agreement(view, 0, 18) == detector.agreement(view, 9, 10) == pytest.approx(1, abs=1e-2)
    assert detector.agreement(view, 0, 7) == detector.agreement(view, 22, 26) == pytest.approx(0, abs=1e-2)
    assert detector.agreement(view, 4, 5) == 0


def test_networks_are_put_together_by_weight_and_a_range_has_its_likeliest_word(tmp_path: Path) -> None:
    found = members(
        tmp_path,
        entries(CLASSES, WORDS, tmp_path, "one"),
        entries(CLASSES, {"mary": "PATIENT", "john": "PATIENT"}, tmp_path, "two", window=24, overlap=3),
    )
    view = view_of("John saw Mary")
    names = {m.name: m.file.stem for m in found}
    assert len(set(names.values())) == 2
    equal = EnsembleDetector(found)
    by_one = EnsembleDetector(found, weights={names["one"]: 0.9, names["two"]: 0.1})
    assert 0.3 < equal.agreement(view, 9, 13) < 0.7  # one is as sure of it as the other of the contrary
    assert by_one.agreement(view, 9, 13) < 0.01
    assert equal.agreement(view, 0, 13) == equal.agreement(view, 0, 4) > 0.99
    # With the other switched off, what is left counts in full, and is not taken to waver.
    alone = EnsembleDetector(found[:1], weights={names["one"]: 0.4, names["two"]: 0.6})
    assert alone.agreement(view, 0, 4) == pytest.approx(EnsembleDetector(found[:1]).agreement(view, 0, 4))


@pytest.mark.parametrize("weights", [{"one": 1.0}, {"two": 0.5}, {"one": 0.0, "two": 0.0}])
def test_a_network_without_a_weight_is_no_quiet_voter(tmp_path: Path, weights: dict[str, float]) -> None:
    found = members(
        tmp_path,
        *(
            entries(CLASSES, WORDS, tmp_path, name, window=w, overlap=3)
            for name, w in (("one", 32), ("two", 24))
        ),
    )
    with pytest.raises(ResourceError, match="no weight for"):
        EnsembleDetector(found, weights=weights)


@pytest.mark.parametrize("weights", [None, {}, {"other": 1.0}])
def test_weights_of_other_networks_leave_each_as_much_as_every_other(
    tmp_path: Path, weights: dict[str, float] | None
) -> None:
    detector = EnsembleDetector(members(tmp_path, entries(CLASSES, WORDS, tmp_path, "one")), weights=weights)
    view = view_of("John saw it")
    assert detector.agreement(view, 0, 4) > 0.99
    assert detector.agreement(view, 5, 8) < 0.01


def test_odd_text_is_read(tmp_path: Path) -> None:
    detector = EnsembleDetector(members(tmp_path, entries(CLASSES, WORDS, tmp_path)))
    text = "\ud800John\u0000 \ufffd\U0001f600 e\u0301 [CLS] [PAD] ﬁ\r\nSMITH"
    assert [s.text(text) for s in detector.detect(view_of(text))] == ["John", "SMITH"]


def test_a_copy_for_another_process_loads_its_own(tmp_path: Path) -> None:
    detector = EnsembleDetector(members(tmp_path, entries(CLASSES, WORDS, tmp_path)), threads=2)
    spans = detector.detect(view_of(NOTE))
    copy = pickle.loads(pickle.dumps(detector))
    assert copy.detect(view_of(NOTE)) == spans
    detector.close()
    assert detector.detect(view_of(NOTE)) == spans


def test_an_ensemble_of_nobody_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match="no model takes part"):
        EnsembleDetector(members(tmp_path, entries(CLASSES, WORDS, tmp_path, enabled=False)))


def test_altered_files_block(tmp_path: Path) -> None:
    found = members(tmp_path, entries(CLASSES, WORDS, tmp_path))
    (tmp_path / "a.onnx").write_bytes(b"other")
    with pytest.raises(ResourceError, match=r"a\.onnx.*SHA-256 differs"):
        EnsembleDetector(found).detect(view_of("John"))


@pytest.mark.parametrize(
    ("data", "keys", "said"),
    [
        (b"no model", {}, "cannot be loaded"),
        (table_model(word_table(CLASSES[:3], {})), {}, "has 3 classes, the list has 4"),
        (table_model(word_table(CLASSES, {}), inputs=["pixels"]), {}, "asks for the inputs [pixels]"),
        (table_model(word_table(CLASSES, {}), inputs=["gap_ids"]), {}, "the list has []"),
        (table_model(word_table(CLASSES, {})), {"inputs": ["shape_ids"]}, "the list has [shape_ids]"),
    ],
)
def test_models_of_another_form_block(
    tmp_path: Path, data: bytes, keys: dict[str, object], said: str
) -> None:
    found = members(tmp_path, write_member(tmp_path, "a", CLASSES, data, **keys))
    with pytest.raises(ResourceError) as caught:
        EnsembleDetector(found).load()
    assert said in str(caught.value)
    assert "a.onnx" in str(caught.value)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (np.where(word_table(CLASSES, WORDS) > 0, np.nan, 0), "gave what is no number"),
        (np.where(word_table(CLASSES, WORDS) > 0, np.inf, 0), "gave what is no number"),
        (word_table(CLASSES[:3], {}), "gave 1×3×3 numbers for 1×3 sub-words and 4 classes"),
        (word_table(CLASSES, WORDS)[:9], "could not be run"),  # a vocabulary that is too small
    ],
)
def test_models_that_fail_block_the_document(tmp_path: Path, table: np.ndarray, said: str) -> None:
    found = members(tmp_path, write_member(tmp_path, "a", CLASSES, table_model(table, hide_classes=True)))
    for threads in (1, 2):
        view = view_of("John")
        with pytest.raises(StageError) as caught:
            EnsembleDetector(found, threads=threads).detect(view)
        assert said in caught.value.reason
        assert (caught.value.stage, caught.value.document_id) == ("ensemble", view.document.id)
        assert "john" not in str(caught.value).lower()


def test_the_usual_ensemble_is_built_of_our_list_and_the_sites(tmp_path: Path) -> None:
    (tmp_path / "members.toml").write_text(entries(CLASSES, WORDS, tmp_path, "site"), encoding="utf-8")
    built = build_ensemble(site_models=tmp_path)
    assert "site" in [m.name for m in built.members]


def _quick_and_careful(folder: Path) -> tuple[EnsembleMember, ...]:
    """A small model that doubts ``mary`` and knows ``smith``; a large one that knows both and ``jones``."""
    doubting = word_table(CLASSES, {"smith": "PATIENT"})
    mary = VOCABULARY["mary"]
    doubting[mary] = [0, -2, -2, -2]
    knowing = table_model(word_table(CLASSES, dict.fromkeys(("mary", "smith", "jones"), "PATIENT")))
    window = {"window": 16, "overlap": 2}
    return members(
        folder,
        write_member(folder, "small", CLASSES, table_model(doubting), **window),
        write_member(folder, "large", CLASSES, knowing, careful=True, **window),
    )


FAR_APART = "seen by mary on visit.\n\n" + "no distress on visit.\n\n" * 12 + "seen by jones and smith.\n\n"


@pytest.mark.parametrize(
    ("profile", "found"),
    [
        (ModelProfile.QUICK, ["smith"]),
        # Nothing in the window of "jones" is in doubt: the large model does not read it.
        (ModelProfile.CASCADE, ["mary", "smith"]),
        (ModelProfile.CAREFUL, ["mary", "jones", "smith"]),
    ],
)
def test_a_profile_says_what_the_large_model_reads(
    tmp_path: Path, profile: ModelProfile, found: list[str]
) -> None:
    detector = EnsembleDetector(_quick_and_careful(tmp_path), profile=profile)
    view = view_of(FAR_APART)
    assert [s.text(FAR_APART) for s in detector.detect(view)] == found
    output = view.cached(detector)
    assert len(output.identifier) == (1 if profile is ModelProfile.QUICK else 2)
    smith = FAR_APART.index("smith")
    assert detector.agreement(view, smith, smith + 5) > 0.99  # also where only the small one read


def test_in_a_cascade_what_the_large_model_did_not_read_is_as_the_small_ones_say(tmp_path: Path) -> None:
    several = _quick_and_careful(tmp_path)
    quick, cascade = (
        EnsembleDetector(several, profile=p) for p in (ModelProfile.QUICK, ModelProfile.CASCADE)
    )
    view = view_of(FAR_APART)
    at = FAR_APART.index("jones")
    assert cascade.agreement(view, at, at + 5) == pytest.approx(quick.agreement(view, at, at + 5))
    for label, probability in cascade.label_probabilities(view, at, at + 5).items():
        assert probability == pytest.approx(quick.label_probabilities(view, at, at + 5)[label])
    mary = FAR_APART.index("mary")
    assert quick.agreement(view, mary, mary + 4) < cascade.agreement(view, mary, mary + 4)
