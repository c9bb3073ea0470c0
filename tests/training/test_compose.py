"""Samples of several sources, mixed as a recipe says."""

import random
from collections import Counter
from functools import cache
from itertools import islice

from chartveil_training.recipes import TrainingRecipe, load_recipes
from chartveil_training.sample_mix import SampleSources, load_sample_sources, mix_samples, split_held_back
from chartveil_training.samples import Sample

NOTES = [Sample(f"Seen in clinic {i}.", (), source=f"skeleton {i}") for i in ("a001", "b002", "n003")]


def recipe(**changed):
    settings = {"layers": (0,), "title_capitals": False, "seed": 5, "tokens": 1.0, "mix": {"refilled": 1.0}}
    return TrainingRecipe("trial", **{**settings, "noise": 0.0, **changed})


@cache
def sources() -> SampleSources:
    return load_sample_sources(None, NOTES, random.Random(1))


def drawn(count, **changed):
    return Counter(s.text for s in islice(mix_samples(sources(), recipe(**changed)), count))


def test_each_skeleton_comes_once_a_round_and_favoured_ones_as_often_as_the_recipe_says():
    assert set(drawn(6).values()) == {2}
    assert drawn(5, favoured="n") == Counter({NOTES[0].text: 1, NOTES[1].text: 1, NOTES[2].text: 3})
    often = drawn(8, favoured="n", favoured_times=6)
    assert often == Counter({NOTES[0].text: 1, NOTES[1].text: 1, NOTES[2].text: 6})


def test_the_same_recipe_draws_the_same_samples():
    mixed = recipe(mix={"refilled": 2.0, "negatives": 1.0}, noise=0.5)
    first = [s.text for s in islice(mix_samples(sources(), mixed), 30)]
    assert first == [s.text for s in islice(mix_samples(sources(), mixed), 30)]
    assert len(set(first)) > 3


def test_numbers_that_end_in_8_are_held_back():
    train, held = split_held_back([*NOTES, Sample("kept", (), source="skeleton n018")])
    assert [s.text for s in held] == ["kept"]
    assert len(train) == 3


def test_recipes_go_on_from_members_that_stand_before_them():
    seen = set()
    for name, known in load_recipes().items():
        assert not known.start or known.start in seen
        seen.add(name)
