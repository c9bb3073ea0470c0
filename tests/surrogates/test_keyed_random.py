from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest

from chartveil.surrogates.keyed_random import KeyedRandom

KEY = b"k" * 32


def test_known_numbers_on_every_machine() -> None:
    # Fixed for ever: a change here would change every surrogate that was ever given out.
    stream = KeyedRandom(KEY, "scope", "name", "smith")
    assert [stream.below(1000) for _ in range(6)] == EXPECTED
    assert KeyedRandom(KEY, "scope").cyclic_permutation("ABCDEF") == CYCLE


EXPECTED = [145, 560, 5, 754, 461, 834]
CYCLE = {"A": "E", "B": "F", "C": "D", "D": "A", "E": "B", "F": "C"}


def test_parts_are_kept_apart() -> None:
    assert KeyedRandom(KEY, "ab", "c").below(1 << 32) != KeyedRandom(KEY, "a", "bc").below(1 << 32)


def test_keys_and_parts_change_the_stream() -> None:
    seen = {KeyedRandom(bytes([k]) * 32, s).below(1 << 32) for k in range(4) for s in ("x", "y", "x ")}
    assert len(seen) == 12


def test_numbers_are_even() -> None:
    stream = KeyedRandom(KEY, "even")
    counts = Counter(stream.below(26) for _ in range(26_000))
    assert set(counts) == set(range(26))
    assert all(850 < n < 1150 for n in counts.values())


def test_cycle_leaves_nothing_in_place() -> None:
    for i in range(50):
        cycle = KeyedRandom(KEY, str(i)).cyclic_permutation("ABCDEFG")
        assert sorted(cycle.values()) == list("ABCDEFG")
        assert all(a != b for a, b in cycle.items())


@pytest.mark.parametrize("n", [0, -1, (1 << 32) + 1])
def test_bound_is_checked(n: int) -> None:
    with pytest.raises(ValueError, match="not a bound"):
        KeyedRandom(KEY, "x").below(n)


def test_hash_seed_of_the_process_does_not_matter() -> None:
    code = (
        "from chartveil.domain.document import *; from chartveil.domain.policy import *;"
        "from chartveil.domain.labels import Label; from chartveil.domain.span import Span;"
        "from chartveil.surrogates.engine import SurrogateEngine;"
        "t='Ann Lee saw Dr. Bob Ray on 3/4/19 in Salem at Oak Clinic';"
        "d=Document(t,DocumentSource('a','txt','0'),patient_id='p');"
        "s=[Span(0,7,Label.PATIENT,1.0),Span(16,23,Label.DOCTOR,1.0),Span(27,33,Label.DATE,1.0),"
        "Span(37,42,Label.CITY,1.0),Span(46,56,Label.HOSPITAL,1.0)];"
        "print(SurrogateEngine(b'k'*32,load_policy(),ReplacementMode.SURROGATE).replacements(d,s))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1
