import tempfile
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chartveil.domain.labels import Label
from chartveil.domain.policy import (
    AgeMethod,
    DateMethod,
    LabelAction,
    MustDecide,
    OtherLanguages,
    Policy,
    ZipMethod,
    actions_for,
    bundled_policies,
    load_policy,
    policy_file_stem,
    policy_toml,
)

texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip)
scores = st.floats(0, 1)


@st.composite
def policies(draw):
    actions = {label: draw(st.sampled_from(actions_for(label))) for label in Label}
    dates = draw(st.sampled_from(DateMethod))
    if dates is DateMethod.SHIFT and actions[Label.DATE] is LabelAction.GENERALIZE:
        actions[Label.DATE] = LabelAction.SHIFT
    return Policy(
        name="any",
        title=draw(texts),
        description=draw(texts),
        actions=actions,
        threshold=draw(scores),
        doubtful=draw(scores),
        certainty=draw(scores),
        dates=dates,
        ages=draw(st.sampled_from(AgeMethod)),
        zips=draw(st.sampled_from(ZipMethod)),
        date_shift_days=draw(st.integers(8, 36500)),
        keep_weekday=draw(st.booleans()),
        names_anew=draw(st.floats(0, 0.5)),
        must_decide=draw(st.sampled_from(MustDecide)),
        other_languages=draw(st.sampled_from(OtherLanguages)),
    )


def told(policy):
    """All of a policy but its name and hash."""
    return {k: getattr(policy, k) for k in Policy.__slots__ if k not in ("name", "sha256")}


def reread(text):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ours.toml"
        path.write_text(text, encoding="utf-8", newline="\n")
        return load_policy(str(path))


@given(policies())
def test_a_policy_written_is_the_policy_read(policy):
    assert told(reread(policy_toml(policy))) == told(policy)


@pytest.mark.parametrize("path", bundled_policies(), ids=lambda p: p.stem)
def test_the_bundled_ones_are_written_the_same(path):
    policy = load_policy(path.stem)
    assert told(reread(policy_toml(policy))) == told(policy)


def test_the_file_names_every_label_and_says_what_numbers_mean():
    text = policy_toml(load_policy())
    assert set(tomllib.loads(text)["labels"]) == set(Label)
    assert "threshold = 0.21   # what is less likely an identifier is not taken" in text


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Our research copies", "our_research_copies"),
        ("Évaluation & Q/A — 2025", "evaluation_q_a_2025"),
        ("../../etc/passwd", "etc_passwd"),
        ("日本", ""),
        ("   ", ""),
        ("x" * 99, "x" * 40),
    ],
)
def test_a_name_made_from_a_title_is_a_harmless_file_name(title, name):
    assert policy_file_stem(title) == name
