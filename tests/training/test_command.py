"""``chartveil train`` as a user meets it."""

import os
import signal
import sys
from types import SimpleNamespace

import pytest

pytest.importorskip("onnxruntime")

import site_gold
from chartveil.domain.paths import UserPaths
from chartveil.service.review_service import ReviewService
from chartveil.service.worklist_settings import WorklistSettings
from review_help import site_worklist
from site_gold import GOOD, NAME, SECRET, USELESS


@pytest.fixture
def gold(tmp_path):
    return site_gold.write_gold(tmp_path / "gold")


@pytest.fixture
def learns(monkeypatch, tmp_path):
    """Puts a learner in the place of the one that needs torch, and one tiny model in that of ours."""
    bundled = site_gold.write_bundled(tmp_path / "bundled")
    monkeypatch.setattr("chartveil_training.site.run.models_folder", lambda: bundled.parent)
    monkeypatch.setattr("chartveil_training.site.requirements.find_spec", lambda _: object())

    def put(learner):
        monkeypatch.setitem(
            sys.modules, "chartveil_training.site.learner", SimpleNamespace(train_network=learner)
        )

    return put


@pytest.mark.parametrize(
    ("absent", "extras"), [({"torch"}, "train"), ({"torch", "onnx"}, "train"), ({"tokenizers"}, "cpu,train")]
)
def test_what_is_not_installed_is_named_with_what_to_install(chartveil, gold, monkeypatch, absent, extras):
    monkeypatch.setattr(
        "chartveil_training.site.requirements.find_spec", lambda name: None if name in absent else object()
    )
    code, out, err = chartveil("train", gold, "--name", "ward")
    assert (code, out) == (3, "")
    assert f'pip install -e ".[{extras}]"' in err
    assert all(name in err for name in absent)


def test_a_better_model_is_added(chartveil, gold, home, learns):
    learns(GOOD)
    code, out, err = chartveil("train", gold, "--name", "ward", "--device", "cpu")
    assert code == 0, err
    assert "A model is added when" in out
    assert "Added: 'ward' takes part from now on." in out
    assert (home / "models" / "ward" / "model.onnx").is_file()
    assert "recall by word" in out
    for said in (out, err):
        assert SECRET not in said
        assert NAME not in said


def test_a_model_that_is_not_better_is_told_and_is_no_failure(chartveil, gold, home, learns, tmp_path):
    learns(USELESS)
    kept = tmp_path / "kept"
    code, out, err = chartveil("train", gold, "--name", "ward", "--device", "cpu", "--out", kept)
    assert code == 0, err
    assert "Not added: 'ward' is not better by this rule." in out
    assert str(kept) in out.replace("\n", "")
    assert sorted(p.name for p in kept.iterdir()) == [
        "card.md",
        "figures.json",
        "model.onnx",
        "tokenizer.json",
    ]
    assert not (home / "models").exists()


def test_a_dry_run_tells_what_would_be_done_and_does_nothing(chartveil, gold, home, learns, monkeypatch):
    learns(GOOD)
    monkeypatch.setattr(
        "chartveil_training.site.requirements.find_spec", lambda name: None if name == "torch" else object()
    )
    code, out, err = chartveil(
        "train",
        gold,
        "--name",
        "ward",
        "--dry-run",
        "--held-back",
        "0.3",
        "--tokens",
        "5000",
        "--from",
        "all-MiniLM",
    )
    assert code == 0, err
    assert "24 documents of 24 patients" in out
    assert "RELATIVE 24" in out
    assert "5,000 sub-words, 50% of them made up; going on from all-MiniLM; seed 1." in out
    assert "Not installed yet: torch" in out
    assert not home.exists()


def test_more_held_back_leaves_less_to_learn_from(chartveil, gold, learns):
    learns(GOOD)
    said = [
        chartveil("train", gold, "--name", "ward", "--dry-run", "--held-back", share)[1]
        for share in ("10%", "40%")
    ]
    numbers = [int(out.split(" to learn from")[0].rsplit(" ", 1)[1]) for out in said]
    assert numbers[0] > numbers[1], said


@pytest.mark.parametrize("share", ["0", "95%", "half", "-3%", "1.5"])
def test_a_share_that_is_none_is_wrong_usage(chartveil, gold, share):
    code, _, err = chartveil("train", gold, "--name", "ward", "--held-back", share)
    assert code == 2
    assert "--held-back" in err


def test_too_few_documents_are_refused_with_their_number(chartveil, tmp_path, home, learns):
    learns(GOOD)
    few = site_gold.write_gold(tmp_path / "few", 7)
    code, _, err = chartveil("train", few, "--name", "ward")
    assert code == 3
    assert "there are 7 documents; training needs at least 20" in err
    assert not home.exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.skipif(sys.platform == "win32", reason="signals of this kind are not sent there")
def test_one_that_is_stopped_leaves_nothing_behind(chartveil, gold, home, learns, number):
    def stopped(job, folder, progress):
        GOOD(job, folder, progress)
        os.kill(os.getpid(), number)

    learns(stopped)
    # Whoever runs the tests in the background has a shell that lets them ignore the first.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        code, _, err = chartveil("train", gold, "--name", "ward", "--device", "cpu")
    finally:
        signal.signal(signal.SIGINT, before)
    assert code == 130, err
    assert "Stopped. Nothing was kept." in err
    assert not (home / "models").exists()
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


# ── documents reviewed in the window ─────────────────────────────────────────────────────────────────


@pytest.fixture
def ward(home, tmp_path):
    """The worklist `Quellmire`, number 1: 24 notes of which two were not read."""
    site_worklist(UserPaths(home), tmp_path / SECRET, 24, unread=2)


def test_a_model_learns_from_what_was_reviewed(chartveil, ward, home, learns):
    learns(GOOD)
    code, out, err = chartveil("train", "--worklist", SECRET, "--name", "ward", "--device", "cpu")
    assert code == 0, err
    assert "Worklist 1, policy safe_harbor_plus: 22 documents, 2 left out (is not reviewed yet: 2)." in out
    assert "22 documents of 22 patients" in out
    assert "MRN 22  RELATIVE 22" in out
    assert "Added: 'ward' takes part from now on." in out
    for said in (out, err):
        assert SECRET not in said
        assert NAME not in said
    ReviewService(UserPaths(home)).close()


def test_gold_files_and_worklists_are_joined_and_each_text_is_taken_once(chartveil, ward, gold, learns):
    learns(GOOD)
    for file in sorted(gold.iterdir())[10:]:
        file.unlink()
    code, out, err = chartveil("train", gold, "--worklist", "1", "--name", "ward", "--dry-run")
    assert code == 0, err
    assert "10 of these: the same text as in a document named before; it is taken once." in out
    assert "22 documents of 22 patients" in out
    assert "Nothing was done." in out


def test_two_worklists_are_joined_and_what_a_policy_keeps_is_told(chartveil, ward, home, learns, tmp_path):
    learns(GOOD)
    settings = WorklistSettings(policy="limited_data_set", reviewer="Ben")
    site_worklist(UserPaths(home), tmp_path / "other", 6, first=22, settings=settings)
    code, out, err = chartveil("train", "--worklist", "1", "--worklist", "2", "--name", "ward", "--dry-run")
    assert code == 0, err
    assert "Worklist 2, policy limited_data_set: 6 documents." in out
    assert (
        "  Its policy keeps PROFESSION, CITY, STATE, COUNTRY, ZIP, AGE, DATE: a word without a mark may"
        in out
    )
    assert "28 documents of 28 patients" in out


def test_documents_in_review_are_taken_on_request(chartveil, home, learns, tmp_path):
    learns(GOOD)
    site_worklist(UserPaths(home), tmp_path / "other", 24)
    service = ReviewService(UserPaths(home))
    service.open_worklist(1)
    for row in (1, 2, 3):
        service.store.withdraw_sign_off(1, row)
    service.close()
    counts = []
    for options in ([], ["--unsigned"]):
        code, out, err = chartveil("train", "--worklist", "1", "--name", "ward", "--dry-run", *options)
        assert code == 0, err
        counts.append(out.split(" documents of")[0].rsplit("\n", 1)[1])
    assert counts == ["21", "24"]


def test_why_documents_were_left_out_is_told_where_too_few_are_left(chartveil, ward, home, learns, tmp_path):
    learns(GOOD)
    for file in sorted((tmp_path / SECRET).iterdir())[:4]:
        file.unlink()
    code, out, err = chartveil("train", "--worklist", "1", "--name", "ward", "--dry-run")
    assert code == 3
    assert "there are 18 documents" in err
    assert (
        "18 documents, 6 left out (its file is gone, cannot be read, or is not what was searched: 4;" in out
    )
    assert SECRET not in out + err


def test_something_to_learn_from_has_to_be_given(chartveil, home, gold, learns):
    learns(GOOD)
    code, _, err = chartveil("train", "--name", "ward")
    assert code == 2
    assert "Give GOLD, --worklist, or both." in err
    assert not home.exists()
    code, _, err = chartveil("train", gold, "--name", "ward", "--unsigned")
    assert code == 2
    assert "give --worklist too" in err


def test_a_worklist_that_is_not_there_is_told_with_those_that_are(chartveil, ward, home, learns):
    learns(GOOD)
    code, out, err = chartveil("train", "--worklist", "9", "--name", "ward", "--dry-run")
    assert (code, out) == (3, "")
    assert "9: there is no worklist of this number or name. Those there are: 1 (begun" in err
    assert SECRET not in err


def test_without_any_worklist_none_is_made(chartveil, home, learns):
    learns(GOOD)
    code, _, err = chartveil("train", "--worklist", "1", "--name", "ward", "--dry-run")
    assert code == 3
    assert "there are no worklists yet. Review documents in the window first" in err
    assert not home.exists()
