"""Hostile files: the same seed makes the same bytes, the judge finds what is hidden, and a slice runs."""

from __future__ import annotations

import gzip
import random
import zlib

import pytest

from benchmarks.hostile_files.decoding import survivors
from benchmarks.hostile_files.making import Known, make_files
from benchmarks.hostile_files.marks import WAYS, fill
from benchmarks.hostile_files.mutating import mutation, run_mutations, seeds_for
from benchmarks.hostile_files.people import CanaryKind, make_canary, make_person
from benchmarks.hostile_files.readers import lost_words, shown_text
from benchmarks.hostile_files.running import refusal_fault, run_files
from benchmarks.hostile_files.slots import ALL_SLOTS, SLOW_FORMATS
from benchmarks.hostile_files.slots.word import zipped
from benchmarks.hostile_files.without_cleaning import gone_targets, run_switches

PERSON = make_person(random.Random("a person"))
NAME = make_canary(CanaryKind.NAME, PERSON)
QUICK = [s for s in ALL_SLOTS if s.format not in SLOW_FORMATS]


def test_there_are_enough_files_and_no_name_comes_twice():
    files = make_files(1)
    assert len(files) >= 1500
    assert len({f.name for f in files}) == len(files)
    assert {f.slot.format for f in files} >= {
        "text",
        "html",
        "rtf",
        "docx",
        "xlsx",
        "delimited",
        "jsonl",
        "pdf",
    }
    assert len({(s.format, s.name, s.suffix) for s in ALL_SLOTS}) == len(ALL_SLOTS)


def test_the_same_seed_makes_the_same_bytes():
    slots = ALL_SLOTS[::23]
    first, again, other = (make_files(seed, slots) for seed in (1, 1, 2))
    assert [(f.name, f.data) for f in first] == [(f.name, f.data) for f in again]
    assert [f.data for f in first] != [f.data for f in other]


def test_every_file_holds_its_canary():
    """Else it would prove nothing that none is found in the copy."""
    empty = [f.slot.name for f in make_files(1, QUICK[::23]) if not survivors([f.canary], f.data)]
    # Places that take no more than figures hold none of a name's letters, and text that is cut at the sheet's
    # title none of its end.
    assert len(empty) <= 1, empty


@pytest.mark.parametrize("way", WAYS)
def test_the_judge_reads_every_way_of_writing(way):
    assert survivors([NAME], fill(f"Seen with «{way}» today.", NAME).encode())


@pytest.mark.parametrize("kind", CanaryKind)
def test_the_judge_finds_every_kind_in_every_packing(kind):
    canary = make_canary(kind, PERSON)
    text = f"Seen with {canary.text} today."
    packed = {
        "zip in a zip": zipped({"a.zip": zipped({"b.txt": text})}),
        "gzip": gzip.compress(text.encode()),
        "deflate": b"stream\n" + zlib.compress(text.encode()) + b"\nendstream",
        "utf-16": text.encode("utf-16"),
        "utf-16, odd": b"x" + text.encode("utf-16-be"),
        "utf-32": text.encode("utf-32"),
        "ebcdic": text.encode("cp037"),
        "spaced": " ".join(text).encode(),
        "marked up": "<b>".join(text).encode(),
        "zip comment": zipped({"a": "b"})[:-2] + len(text).to_bytes(2, "little") + text.encode(),
    }
    assert [name for name, data in packed.items() if not survivors([canary], data)] == []


def test_the_judge_finds_pieces_and_nothing_where_nothing_is():
    assert survivors([NAME], f"Seen with {PERSON.surname[2:]} today".encode())
    assert not survivors([NAME], f"Seen with {PERSON.surname[2:]} today".encode(), pieces=False)
    phone = make_canary(CanaryKind.PHONE, PERSON)
    assert survivors([phone], f"call {PERSON.phone[6:]}".encode())
    canaries = [make_canary(kind, PERSON) for kind in CanaryKind]
    for noise in (random.Random(4).randbytes(60_000), b"The patient was seen on 01/02/2003. " * 400):
        assert survivors(canaries, noise) == []


def test_a_refusal_needs_the_file_and_a_remedy():
    assert refusal_fault("a.eml", "InputError", "in/a.eml: is a message. Save it as plain text.") == ""
    assert refusal_fault("a.eml", "InputError", "in/a.eml: is a message.")
    assert refusal_fault("a.eml", "InputError", "is a message. Save it as plain text.")
    assert refusal_fault("a.eml", "Bug", "in/a.eml: KeyError. This is our mistake: nothing was written.")


def test_lost_words_are_those_that_the_original_shows():
    assert lost_words("fever and cough", "fever", "fever, cough and nausea") == (2, 1)


def test_a_slice_goes_through_the_program():
    files = make_files(1, QUICK[::31])[::4]
    verdicts = run_files(files, processes=1)
    assert len(verdicts) == len(files) >= 40
    assert {f.slot.format for f in files} >= {"text", "html", "rtf", "docx", "xlsx", "refused"}
    assert sum(not v.failure for v in verdicts) > len(files) / 2
    assert [v.name for v in verdicts if v.unopened] == []
    assert [v.refusal for v in verdicts if v.failure and v.wrong_refusal] == []
    assert sum(v.lost for v in verdicts) <= 0.002 * sum(v.words for v in verdicts)


def test_plain_text_comes_out_clean_and_the_original_would_be_found():
    plain = [s for s in QUICK if s.name in ("plain", "text: plain")]
    files = [f for f in make_files(1, plain) if f.canary.kind is CanaryKind.NAME]
    assert [v.name for v in run_files(files, processes=1) if v.found] == []
    assert {f.known for f in files} == set(Known)
    assert all(shown_text(f.slot.suffix, f.data) for f in files)
    (result,) = run_switches(files, only=["docx: the original is the copy"])
    assert result.cases == result.files > 0
    assert result.caught == 1


def test_switches_name_what_is_there():
    assert gone_targets() == []


def test_a_switch_of_a_function_that_is_gone_is_told(monkeypatch):
    monkeypatch.delattr("chartveil.formats.tables.headers.is_harmless_header")
    assert [r.gone for r in run_switches([], only=["tables: headers"])] != [""]


def test_random_mutations_neither_hang_nor_break_the_program_nor_leak():
    seeds = seeds_for(QUICK[::9], 1)
    assert mutation(seeds, 1, 7) == mutation(seeds, 1, 7)
    counts = run_mutations(seeds, 1, range(60))
    assert counts.outcomes.total() == 60
    assert counts.outcomes["released"] > 12
    assert counts.faults == []
