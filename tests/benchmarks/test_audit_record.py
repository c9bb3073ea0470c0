"""The bench of the audit record: each kind of tampering is found, honest histories hold, no name is."""

import os
import random

import pytest

from benchmarks.audit_record.guessing import original, share_of_right_answers
from benchmarks.audit_record.histories import (
    EXPORT_TAMPERINGS,
    STORE_TAMPERINGS,
    honest_history,
    tamper_with_export,
    tamper_with_store,
)


@pytest.mark.parametrize("name", STORE_TAMPERINGS)
def test_a_tampered_store_is_found(tmp_path, name):
    assert tamper_with_store(name, random.Random(7), tmp_path)


@pytest.mark.parametrize("name", EXPORT_TAMPERINGS)
def test_a_tampered_export_is_found(tmp_path, name):
    said = tamper_with_export(name, random.Random(7), tmp_path)
    assert said
    assert said != "nothing changed"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a process that it forks")
def test_an_honest_history_is_believed_though_its_writers_were_killed(tmp_path):
    for n in range(4):
        (tmp_path / str(n)).mkdir()
        assert honest_history(random.Random(n), tmp_path / str(n)) == ""


def test_an_attacker_with_copy_and_record_finds_no_name(tmp_path):
    assert (
        0.3
        < share_of_right_answers(["Vermeulen", "Adeyemi", "Hartwell"], 60, random.Random(3), tmp_path)
        < 0.7
    )
    assert "Vermeulen" in original("Vermeulen")
