"""``chartveil rules``: what is listed, shown and tried."""

import re
import subprocess
import sys
import time

import pytest

OURS = """off = ["DATE-NUMERIC"]
[[rule]]
id = "MRN-OURS"
label = "MRN"
pattern = '''\\bQS-\\d{6}\\b'''
score = 0.9
description = "medical record number of our house"
not_after = '''-'''
surety = "form"
keywords = ["qs-"]
examples = ["chart [[MRN|QS-220481]]"]
counterexamples = ["QS-2204"]
"""
NOTE = "Chart QS-220481, \x1b[31m\nand QS-111222, not QS-1.\n"


@pytest.fixture
def site(tmp_path):
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "rules.toml").write_text(OURS, encoding="utf-8")
    return folder


@pytest.fixture
def note(tmp_path):
    path = tmp_path / "note.txt"
    path.write_text(NOTE, encoding="utf-8")
    return path


def test_ours_are_listed_by_family(chartveil):
    code, out, _ = chartveil("rules", "list", "--family", "dates")
    assert code == 0
    assert "DATE-" in out
    assert "NAME-" not in out
    code, _, err = chartveil("rules", "list", "--family", "none")
    assert code == 2
    assert "families: ages, contacts, dates" in err


def test_a_sites_own_are_listed_and_those_it_switches_off_are_not(chartveil, site):
    _, out, _ = chartveil("rules", "list", "--site", site)
    assert re.search(r"^site/MRN-OURS +MRN +0.90 +none +medical record number of our house", out, re.M)
    assert "DATE-NUMERIC " not in out
    assert "DATE-NUMERIC " in chartveil("rules", "list")[1]


def test_a_rule_is_shown_whole(chartveil, site):
    for name in ("site/MRN-OURS", "mrn-ours"):
        code, out, _ = chartveil("rules", "show", name, "--site", site)
        assert code == 0
        for said in (
            r"\bQS-\d{6}\b",
            "our house",
            "none needed",
            "form",
            "qs-",
            "[[MRN|QS-220481]]",
            "QS-2204",
        ):
            assert said in out


def test_what_is_not_there_is_told(chartveil, note):
    for command in (("show", "DATE-NONE"), ("try", "DATE-NONE", note)):
        code, out, err = chartveil("rules", *command)
        assert (code, out) == (3, "")
        assert "no rule DATE-NONE. See 'chartveil rules list'" in err


def test_a_rule_is_tried_on_a_file(chartveil, site, note):
    for given in (
        ("--rules", site / "rules.toml", note),
        ("--rules", site / "rules.toml", "MRN-OURS", note),
        ("--site", site, "site/MRN-OURS", note),
    ):
        code, out, _ = chartveil("rules", "try", *given)
        assert code == 0
        lines = [line.split() for line in out.splitlines()]
        assert [(x[0], x[1], x[-1]) for x in lines[:2]] == [
            ("1:7", "MRN", "QS-220481"),
            ("2:5", "MRN", "QS-111222"),
        ]
        assert out.splitlines()[2] == "2 finds by 1 rule in 1 document"


def test_what_is_tried_and_on_what_must_be_told(chartveil, site, note):
    for given in ((note,), ("A", "B", note), ("--rules", site / "rules.toml", "--site", site, note)):
        assert chartveil("rules", "try", *given)[0] == 2


def test_a_file_of_rules_that_is_wrong_is_told_before_any_text(chartveil, site, note):
    (site / "rules.toml").write_text(OURS.replace("QS-220481]]", "QS-2204]]"), encoding="utf-8")
    for given in (("--rules", site / "rules.toml", note), ("--site", site, "MRN-OURS", note)):
        code, out, err = chartveil("rules", "try", *given)
        assert (code, out) == (3, "")
        assert "rules.toml: the rule MRN-OURS does not bear out its example" in err


def test_a_run_takes_what_the_sites_rules_find_in_every_process(chartveil, site, tmp_path):
    (site / "rules.toml").write_text(OURS.replace("QS-", "zz").replace("qs-", "zz"), encoding="utf-8")
    notes = tmp_path / "notes"
    notes.mkdir()
    for i in range(2):
        (notes / f"{i}.txt").write_text("alpha zz220481 beta", encoding="utf-8")
    out = tmp_path / "out"
    code, _, err = chartveil("deid", notes, "-o", out, "--site", site, "--mode", "tag", "--jobs", "2")
    assert code == 0, err
    texts = [p.read_text(encoding="utf-8") for p in out.glob("*.txt")]
    assert texts == ["alpha [MRN] beta"] * 2


def test_the_help_loads_no_rules():
    started = time.monotonic()
    code = "import sys; from chartveil.cli.main import cli; cli.main(['--help'], standalone_mode=False)"
    code += "; sys.exit('regex' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 0
    assert time.monotonic() - started < 5
