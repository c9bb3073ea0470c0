"""The curve from agreement of the networks to probability."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chartveil.detection.judgement.calibration import Calibration, load_calibration, raised
from chartveil.detection.model_choice import ModelProfile
from chartveil.domain.errors import ResourceError

CURVE = Calibration((0.1, 0.5, 0.9), (0.0, 0.2, 1.0))
shares = st.floats(0, 1)


@pytest.mark.parametrize(
    ("agreement", "probability"),
    [(0.0, 0.0), (0.1, 0.0), (0.3, 0.1), (0.5, 0.2), (0.6, 0.4), (0.9, 1.0), (1.0, 1.0)],
)
def test_between_its_points_the_curve_is_straight_and_beyond_them_level(agreement, probability):
    assert CURVE.probability_of(agreement) == pytest.approx(probability)


@given(shares, shares)
def test_our_curve_never_falls_and_stays_a_probability(a, b):
    low, high = (load_calibration().probability_of(x) for x in sorted((a, b)))
    assert 0 <= low <= high <= 1


def test_our_curve_spans_every_agreement():
    ours = load_calibration()
    assert (ours.agreement[0], ours.agreement[-1]) == (0, 1)
    assert ours.probability_of(0) < 0.01
    assert ours.probability_of(1) > 0.99


@pytest.mark.parametrize(("before", "odds", "after"), [(0.5, 1, 0.5), (0.5, 9, 0.9), (0.9, 1 / 9, 0.5)])
def test_odds_raise_and_lower_a_probability(before, odds, after):
    assert raised(before, odds) == pytest.approx(after)


@given(shares, st.floats(0.01, 100))
def test_raised_and_lowered_again_it_is_as_before(probability, odds):
    there_and_back = raised(raised(probability, odds), 1 / odds)
    assert math.isclose(there_and_back, probability, abs_tol=0.02)


def test_no_odds_make_a_probability_certain():
    assert 0 < raised(0.0, 8) < 0.01
    assert 0.99 < raised(1.0, 1 / 8) < 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "agreement = [0.0, 1.0]",
        "agreement = [0.0, 1.0]\nprobability = [0.1]",
        "agreement = [0.0]\nprobability = [0.1]",
        "agreement = [0.5, 0.5]\nprobability = [0.1, 0.2]",
        "agreement = [0.0, 1.0]\nprobability = [0.3, 0.2]",
        "agreement = [0.0, 1.0]\nprobability = [0.0, 1.2]",
        'agreement = [0.0, 1.0]\nprobability = ["0", "1"]',
        'agreement = "01"\nprobability = [0.0, 1.0]',
        "agreement = 3\nprobability = [0.0, 1.0]",
    ],
)
def test_what_is_no_rising_curve_is_refused(tmp_path, text):
    path = tmp_path / "calibration.toml"
    path.write_text(f"[quick]\n{text}", encoding="utf-8")
    with pytest.raises(ResourceError, match="rising") as error:
        load_calibration(path)
    assert error.value.where == str(path)


def test_a_file_that_is_missing(tmp_path):
    with pytest.raises(ResourceError, match="calibration"):
        load_calibration(tmp_path / "calibration.toml")


@pytest.mark.parametrize("weights", ["3", "[1]", '{ general = "1" }', "{ general = -0.5 }"])
def test_weights_that_are_no_numbers_from_0_on_are_refused(tmp_path, weights):
    path = tmp_path / "calibration.toml"
    path.write_text(
        f"[quick]\nweights = {weights}\nagreement = [0.0, 1.0]\nprobability = [0.0, 1.0]\n", encoding="utf-8"
    )
    with pytest.raises(ResourceError, match="weights of the networks") as error:
        load_calibration(path)
    assert error.value.where == str(path)


def test_each_network_of_a_profile_has_a_weight_and_they_sum_to_1():
    for profile, count in ((ModelProfile.QUICK, 2), (ModelProfile.CASCADE, 3), (ModelProfile.CAREFUL, 3)):
        weights = load_calibration(profile=profile).weights
        assert len(weights) == count
        assert sum(weights.values()) == pytest.approx(1, abs=0.002)


def test_each_folder_of_models_has_its_own_curve(tmp_path, monkeypatch):
    for name, height in (("first", 0.6), ("second", 0.8)):
        folder = tmp_path / name
        folder.mkdir()
        text = f"[quick]\nagreement = [0.0, 1.0]\nprobability = [0.0, {height}]\n"
        (folder / "calibration.toml").write_text(text, encoding="utf-8")
        monkeypatch.setattr("chartveil.detection.judgement.calibration.models_folder", lambda at=folder: at)
        assert load_calibration().probability_of(1) == height
