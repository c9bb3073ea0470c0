import json
import os
import stat
from dataclasses import fields, replace

import pytest

from chartveil.domain.errors import OutputError
from chartveil.domain.policy import MustDecide, ReplacementMode
from chartveil.gui.preferences import (
    Appearance,
    Preferences,
    load_preferences,
    save_preferences,
)

CHANGED = Preferences(
    appearance=Appearance.CONTRAST,
    font_size=20,
    mono=False,
    zoom=1.5,
    wrap=False,
    keys={"note": ["O"], "medical": []},
    reviewer="N. Håkansson",
    policy="case_report",
    mode=ReplacementMode.TAG,
    key_file="/keys/ours.key",
    site="/lists",
    must_decide=MustDecide.ALL,
    second_reader=True,
    device="cpu",
    jobs=3,
    geometry="AdnQywAD",
    layout="AAAA",
)


def test_what_is_saved_is_read_again(tmp_path):
    path = tmp_path / "new" / "preferences.json"
    save_preferences(path, CHANGED)
    assert load_preferences(path).preferences == CHANGED
    assert load_preferences(path).remark == ""
    save_preferences(path, Preferences())
    assert load_preferences(path).preferences == Preferences()


def test_the_first_start_has_the_usual_ones_and_no_remark(tmp_path):
    loaded = load_preferences(tmp_path / "none.json")
    assert loaded.preferences == Preferences()
    assert loaded.remark == ""


def test_what_a_file_does_not_say_is_as_usual_on_this_system(tmp_path):
    path, large = tmp_path / "preferences.json", Preferences(font_size=25)
    assert load_preferences(path, large).preferences.font_size == 25
    path.write_text('{"reviewer": "Ada"}')
    assert load_preferences(path, large).preferences == replace(large, reviewer="Ada")
    path.write_text('{"font_size": 14}')
    assert load_preferences(path, large).preferences.font_size == 14


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[1]", b"null", b"\xff\xfe", b"[" * 200_000, b'"text"'], ids=range(7)
)
def test_a_damaged_file_gives_the_usual_ones_and_a_remark(tmp_path, content):
    path = tmp_path / "preferences.json"
    path.write_bytes(content)
    loaded = load_preferences(path)
    assert loaded.preferences == Preferences()
    assert "damaged" in loaded.remark


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("appearance", "neon"),
        ("font_size", 400),
        ("font_size", "big"),
        ("font_size", True),
        ("zoom", 0),
        ("keys", {"note": "O"}),
        ("keys", []),
        ("mode", "shout"),
        ("must_decide", "some"),
        ("wrap", 1),
        ("reviewer", None),
        ("jobs", -1),
    ],
)
def test_one_bad_value_does_not_cost_the_others(tmp_path, name, value):
    path = tmp_path / "preferences.json"
    save_preferences(path, CHANGED)
    data = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(data | {name: value, "of a later version": 1}), encoding="utf-8")
    loaded = load_preferences(path)
    assert getattr(loaded.preferences, name) == getattr(Preferences(), name)
    assert name in loaded.remark
    for f in fields(Preferences):
        if f.name != name:
            assert getattr(loaded.preferences, f.name) == getattr(CHANGED, f.name)


def test_a_folder_in_its_place_gives_the_usual_ones(tmp_path):
    loaded = load_preferences(tmp_path)
    assert loaded.preferences == Preferences()
    assert loaded.remark


def test_nothing_is_kept_that_names_what_was_opened():
    assert not [f.name for f in fields(Preferences) if "recent" in f.name or "folder" in f.name]


@pytest.mark.skipif(os.name == "nt", reason="rights are other there")
def test_only_the_user_may_read_it(tmp_path):
    path = tmp_path / "home" / "preferences.json"
    save_preferences(path, CHANGED)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_write_that_fails_leaves_the_old_file_whole(tmp_path, monkeypatch):
    path = tmp_path / "preferences.json"
    save_preferences(path, CHANGED)

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OutputError, match="disk is full"):
        save_preferences(path, Preferences())
    assert load_preferences(path).preferences == CHANGED
    assert [p.name for p in tmp_path.iterdir()] == ["preferences.json"]
