"""The bundled dictionaries: what they know, and that their files are as the manifest says."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.domain import paths
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import ResourceError
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon import word_flags
from chartveil.lexicon.dictionary_folder import DictionaryFolder
from chartveil.lexicon.lexicon import Lexicon, bundled_lexicon
from chartveil.lexicon.medical_terms import ClaimStrength, read_terms
from chartveil.lexicon.term_keys import phrase_key


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return bundled_lexicon()


def view_of(text: str) -> TokenizedText:
    return TokenizedText(Document(text, DocumentSource("case", "txt", "0")))


@pytest.mark.parametrize("word", ["pain", "may", "mark", "long", "will", "hand", "white", "edema"])
def test_ordinary_words_are_common(lexicon: Lexicon, word: str) -> None:
    assert lexicon.is_common(word)


@pytest.mark.parametrize("word", ["smith", "maria", "gonzalez", "foley", "bruce", "albuquerque", "qzxv", ""])
def test_names_and_unknown_words_are_not(lexicon: Lexicon, word: str) -> None:
    assert not lexicon.is_common(word)


def test_commonness_orders_words(lexicon: Lexicon) -> None:
    assert lexicon.zipf("the") > lexicon.zipf("hand") > lexicon.zipf("catheter") > 0
    assert lexicon.zipf("gonzalez") == 0


def test_names_carry_the_flags_of_their_lists(lexicon: Lexicon) -> None:
    assert lexicon.words["maria"] & word_flags.FIRST_NAME
    assert lexicon.words["gonzalez"] & word_flags.SURNAME
    assert not lexicon.words["catheter"] & word_flags.NAME
    assert "qzxv" not in lexicon.words


def test_a_maker_that_is_a_surname_stays_a_name(lexicon: Lexicon) -> None:
    assert [c.strength for c in lexicon.medical_claims(view_of("Told by Lilly yesterday."))] == []


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("Graves' disease", [ClaimStrength.PHRASE]),
        ("circle of Willis", [ClaimStrength.PHRASE]),
        ("Foley urinary catheter", [ClaimStrength.PHRASE]),
        ("Babinski", [ClaimStrength.TERM]),
        ("Tinel neg", [ClaimStrength.PHRASE]),
        ("Coombs", [ClaimStrength.NO_CONTEXT]),
        ("Bruce", []),
        ("Bruce. Protocol", []),
        ("Los Angeles", []),
    ],
)
def test_how_firmly_terms_hold(lexicon: Lexicon, text: str, holds: list[ClaimStrength]) -> None:
    assert [c.strength for c in lexicon.medical_claims(view_of(text))] == holds


def test_no_brand_is_by_itself_a_name_of_people_or_a_town(lexicon: Lexicon) -> None:
    brands = read_terms(paths.resources_folder() / "recovery" / "en" / "terms" / "brands.txt")
    assert brands == sorted(set(brands), key=lambda term: (term.casefold(), term))
    named = word_flags.FIRST_NAME | word_flags.USUAL_NAME | word_flags.CITY
    assert [term for term in brands if lexicon.flags_of(phrase_key(term)) & named] == []


def test_scan_and_claims_are_worked_out_once_for_a_view(lexicon: Lexicon) -> None:
    view = view_of("Graves disease")
    assert lexicon.look_up(view) is lexicon.look_up(view)
    assert lexicon.medical_claims(view) is lexicon.medical_claims(view)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Swan-Ganz", "swan ganz"),
        ("Hoehn & Yahr", "hoehn yahr"),
        ("Bell's palsy", "bell palsy"),
        ("Ménière’s disease", "meniere disease"),
        ("O’Brien", "o'brien"),
        ("’s", "s"),
        ("--", ""),
        ("  Two  plain words ", "two plain words"),
        ("H2 Blocker", "h2 blocker"),
        ("CD4\tcount", "cd4 count"),
        ("an_under_score", "an under score"),
        ("x² test", "x test"),
        ("ﬁbre İnan", "fibre inan"),
        ("", ""),
    ],
)
def test_the_key_of_a_phrase(text: str, key: str) -> None:
    assert phrase_key(text) == key


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.lists(st.sampled_from(["Graves", "disease", "of", "Willis", "circle", ".", "\n", "-"])))
def test_claims_are_sorted_disjoint_and_inside(lexicon: Lexicon, parts: list[str]) -> None:
    view = view_of(" ".join(parts))
    claims = lexicon.medical_claims(view)
    assert claims == sorted(claims)
    for claim in claims:
        assert 0 <= claim.start < claim.end <= len(view.text)


def test_every_file_is_as_the_manifest_says() -> None:
    store = DictionaryFolder(paths.dictionaries_folder())
    assert store.verify() >= 30


def test_every_dictionary_names_source_and_licence() -> None:
    manifest = tomllib.loads((paths.dictionaries_folder() / "MANIFEST.toml").read_text(encoding="utf-8"))
    for name in sorted({n.split("/")[0] for n in manifest}):
        source = tomllib.loads(
            (paths.dictionaries_folder() / name / "SOURCE.toml").read_text(encoding="utf-8")
        )
        for part in source.get("file", [source]):
            assert part["source"]
            assert part["licence"]
        for file, count in source.get("terms", {}).items():
            lines = (
                (paths.dictionaries_folder() / name / f"{file}.txt").read_text(encoding="utf-8").splitlines()
            )
            assert len(lines) == count
            assert lines == sorted(set(lines))


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    folder = tmp_path / "dictionaries"
    folder.mkdir()
    manifest = tomllib.loads((paths.dictionaries_folder() / "MANIFEST.toml").read_text(encoding="utf-8"))
    shutil.copy(paths.dictionaries_folder() / "MANIFEST.toml", folder)
    for name in sorted({n.split("/")[0] for n in manifest}):
        shutil.copytree(paths.dictionaries_folder() / name, folder / name)
    return folder


def test_an_altered_dictionary_is_refused(copied: Path) -> None:
    path = copied / "surnames" / "rare.txt"
    path.write_text(path.read_text(encoding="utf-8") + "zzz\n", encoding="utf-8")
    with pytest.raises(ResourceError, match="altered") as caught:
        Lexicon.load(copied)
    assert caught.value.remedy
    assert "rare.txt" in caught.value.where


def test_a_missing_dictionary_is_refused(copied: Path) -> None:
    (copied / "cities" / "town.txt").unlink()
    with pytest.raises(ResourceError, match="cannot be read"):
        Lexicon.load(copied)


@pytest.mark.parametrize("content", [None, "not = [toml", "x = 1\n"])
def test_a_bad_manifest_is_refused(copied: Path, content: str | None) -> None:
    path = copied / "MANIFEST.toml"
    path.unlink() if content is None else path.write_text(content, encoding="utf-8")
    with pytest.raises(ResourceError, match=r"cannot be read|not valid TOML|not in the manifest"):
        Lexicon.load(copied)


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("eponyms.toml", "[[group]]\nnames = 'A'\n"),
        ("context.toml", "titles = 'dr'\n"),
        ("eponyms.toml", "="),
    ],
)
def test_bad_recovery_files_are_refused(tmp_path: Path, file: str, content: str) -> None:
    recovery = tmp_path / "recovery"
    shutil.copytree(paths.resources_folder() / "recovery" / "en", recovery)
    (recovery / file).write_text(content, encoding="utf-8")
    with pytest.raises(ResourceError):
        Lexicon.load(recovery=recovery)
