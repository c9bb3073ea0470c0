import hashlib
import os
import pickle
import sys
import tomllib

import pytest
import regex

from chartveil.domain.paths import resources_folder
from chartveil.system.compiled_patterns import PatternFile, compile_together, compiled_pattern

PATTERNS = (
    (r"(?i:straße|\p{Lu}\w+)(?P<rest>[ ]\d{2,4})?", regex.VERSION1),
    (r"^(?<!no )mrn\b", regex.VERSION1 | regex.MULTILINE | regex.IGNORECASE),
)
TEXT = "12 STRASSE 45, Elm 7\nMRN 12, no mrn, STRAẞE"


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return tmp_path / "kept" / "rules.patterns"


def compiles(monkeypatch):
    """The patterns that are compiled from now on."""
    asked, compile_one = [], regex.compile

    def keep(pattern, flags=0, **more):
        asked.append(pattern)
        return compile_one(pattern, flags, **more)

    monkeypatch.setattr(regex, "compile", keep)
    return asked


def found(patterns):
    return [[(m.span(), m.groupdict()) for m in p.finditer(TEXT)] for p in patterns.values()]


def test_what_one_process_compiled_the_next_one_takes(file, monkeypatch):
    first = PatternFile(file).compiled(PATTERNS)
    asked = compiles(monkeypatch)
    kept = PatternFile(file).compiled(PATTERNS)
    assert asked == []
    assert list(kept) == [(pattern, int(flags), ()) for pattern, flags in PATTERNS]
    assert found(kept) == found(first)
    assert found(kept)[0]
    assert found(kept)[1]
    assert [p.name for p in file.parent.iterdir()] == [file.name]


def test_a_pattern_that_was_changed_is_compiled_and_kept(file, monkeypatch):
    PatternFile(file).compiled(PATTERNS)
    changed = (PATTERNS[0], ("mrn", regex.VERSION1))
    asked = compiles(monkeypatch)
    assert found(PatternFile(file).compiled(changed))[1] == [((32, 35), {})]
    assert asked == [PATTERNS[0][0], "mrn"]
    asked.clear()
    PatternFile(file).compiled(changed)
    assert asked == []


def test_lists_of_words_are_kept_with_the_patterns_that_name_them(file, monkeypatch):
    birds = r"(?i)(?<!\w)\L<birds>(?!\w)", regex.VERSION1, (("birds", ("Elm Finch", "straße")),)
    PatternFile(file).compiled([birds])
    asked = compiles(monkeypatch)
    (kept,) = PatternFile(file).compiled([birds]).values()
    assert asked == []
    text = "an elm finch, an elm, two elm finches, a STRASSE"
    assert [m.group() for m in kept.finditer(text)] == ["elm finch", "STRASSE"]
    (other,) = PatternFile(file).compiled([(*birds[:2], (("birds", ("elm",)),))]).values()
    assert asked == [birds[0]]
    assert [m.group() for m in other.finditer(text)] == ["elm", "elm", "elm"]


@pytest.mark.parametrize("kept", [slice(0), slice(-1), slice(None, None, -1)])
def test_a_damaged_file_counts_as_none(file, monkeypatch, kept):
    PatternFile(file).compiled(PATTERNS)
    file.write_bytes(file.read_bytes()[kept])
    asked = compiles(monkeypatch)
    assert found(PatternFile(file).compiled(PATTERNS))[0]
    assert asked == [pattern for pattern, _ in PATTERNS]


def test_another_version_compiles_its_own(file, monkeypatch):
    PatternFile(file).compiled(PATTERNS)
    monkeypatch.setattr(regex, "__version__", "1.0")
    asked = compiles(monkeypatch)
    PatternFile(file).compiled(PATTERNS)
    assert asked == [pattern for pattern, _ in PATTERNS]


def test_what_is_no_pattern_is_not_made(file, tmp_path, monkeypatch):
    class Runs:
        def __reduce__(self):
            return os.mkdir, (str(tmp_path / "made"),)

    data = pickle.dumps({PATTERNS[0]: Runs()})
    version = f"{regex.__version__} {sys.version}".encode()
    file.parent.mkdir()
    file.write_bytes(hashlib.sha256(version + data).digest() + data)
    assert found(PatternFile(file).compiled(PATTERNS))[0]
    assert not (tmp_path / "made").exists()


def test_nothing_is_written_where_python_writes_no_modules(file, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert found(PatternFile(file).compiled(PATTERNS))[0]
    assert not file.parent.exists()


def test_a_folder_that_takes_nothing_costs_time_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "file").write_text("a file where a folder should be")
    assert found(PatternFile(tmp_path / "file" / "rules.patterns").compiled(PATTERNS))[0]


def test_what_is_no_pattern_at_all_is_told(file):
    with pytest.raises(regex.error):
        PatternFile(file).compiled([("(", 0)])
    assert not file.exists()


def test_ours_are_kept_with_compiled_modules_and_a_sites_are_not(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    ours = resources_folder() / "rules" / "en" / "dates.toml"
    one = tomllib.loads(ours.read_text(encoding="utf-8"))["rule"][0]["description"], 0
    compile_together(ours, [one])
    compile_together(tmp_path / "rules.toml", [("of a site", 0)])
    kept = [p.name for p in (tmp_path / "cache").rglob("*") if p.is_file()]
    assert kept == [f"rules-en-dates.{sys.implementation.cache_tag}.patterns"]
    asked = compiles(monkeypatch)
    assert compiled_pattern(*one).pattern == one[0]
    assert asked == []
    assert compiled_pattern("of a site", 0).search("one of a site")
    assert asked == ["of a site"]
