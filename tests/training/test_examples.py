"""What a network learns from: batches of sub-words."""

import random

import numpy as np

from chartveil_training.examples import TrainingExample, make_batches, mask_subwords

PAD, CLS, SEP, COVER = 0, 1, 2, 3


def batch(lengths=(20, 11)):
    columns = [np.arange(10, 10 + n, dtype=np.int64) for n in lengths]
    found = [TrainingExample(c, c + 100, c + 200, c + 300, np.ones_like(c)) for c in columns]
    (only,) = make_batches(found, random.Random(1), tokens=200, cls=CLS, sep=SEP, pad=PAD)
    return only


def test_hidden_sub_words_keep_their_shapes_gaps_and_targets():
    seen = batch()
    hidden = mask_subwords(seen, 0.5, COVER, np.random.default_rng(7))
    for name in ("mask", "shapes", "gaps", "known", "targets"):
        assert np.array_equal(getattr(hidden, name), getattr(seen, name))
    words = seen.targets != 0
    covered = hidden.ids == COVER
    assert 0 < covered.sum() < words.sum()
    assert not (covered & ~words).any()
    assert np.array_equal(hidden.ids[~covered], seen.ids[~covered])


def test_a_share_of_nothing_and_of_all():
    seen = batch()
    assert np.array_equal(mask_subwords(seen, 0.0, COVER, np.random.default_rng(1)).ids, seen.ids)
    assert (mask_subwords(seen, 1.0, COVER, np.random.default_rng(1)).ids[seen.targets != 0] == COVER).all()


def test_what_is_hidden_hangs_on_the_seed_only():
    first, second, other = (
        mask_subwords(batch(), 0.3, COVER, np.random.default_rng(n)).ids for n in (5, 5, 6)
    )
    assert np.array_equal(first, second)
    assert not np.array_equal(first, other)
