"""What there is for each language, and a language that is added at run time."""

import tomllib

import pytest

from chartveil.detection.language import PassageFinder
from chartveil.detection.pipeline import build_pipeline
from chartveil.domain import paths
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import ResourceError
from chartveil.domain.languages import LanguagePart, find_language, load_languages
from chartveil.domain.policy import load_policy
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.lexicon.lexicon import bundled_lexicon

SPANISH = "El paciente vive con su esposa en el mismo pueblo y vino hoy a la consulta por dolor."
MRN_IN_SPANISH = f"{SPANISH} Historia clínica 4471-X."
ENGLISH = "The patient was seen in clinic today with her daughter, and Historia clínica 9903-X stands there."
RULE = """family = "ids"
[[rule]]
id = "ES-MRN"
label = "MRN"
pattern = '''(?<=Historia clínica )(?P<MRN>\\d{4}-X)'''
score = 0.95
agreement = 0
surety = "field"
description = "number of a record in its field"
examples = ["Historia clínica [[MRN|4471-X]]"]
counterexamples = ["historia"]
"""


@pytest.fixture
def spanish(tmp_path):
    """Makes a folder of resources with Spanish in it, which has the parts given; its languages."""

    def make(parts):
        (tmp_path / "languages").mkdir()
        (tmp_path / "rules" / "es").mkdir(parents=True)
        (tmp_path / "rules" / "es" / "ids.toml").write_text(RULE, encoding="utf-8")
        head = 'name = "Spanish"\nscripts = ["Latin"]\n[parts]\n'
        (tmp_path / "languages" / "es.toml").write_text(head + parts, encoding="utf-8")
        return load_languages(tmp_path)

    return make


def view(text):
    return TokenizedText(Document(text, DocumentSource("note", "txt", "0" * 64)))


def test_english_has_every_part_and_each_is_there():
    english = find_language()
    assert english.missing == ()
    assert english.is_covered
    dictionaries = {p.name for p in paths.dictionaries_folder().iterdir() if p.is_dir()}
    lists, surrogates = english.names[LanguagePart.LISTS], english.names[LanguagePart.SURROGATES]
    # Case reports are English alone (docs/case-report.md): their list of words belongs to no part.
    assert dictionaries - {"telling_words"} == {*lists, *surrogates}
    ensemble = tomllib.loads((paths.models_folder() / "ensemble.toml").read_text(encoding="utf-8"))
    assert {m["name"] for m in ensemble["member"]} == set(english.names[LanguagePart.MODELS])


def test_a_language_is_added_by_its_file_and_its_rules_run_on_its_passages_alone(spanish):
    added = spanish('rules = "rules/es"\n')
    pipeline = build_pipeline(load_policy(), models=None, languages=(*load_languages(), *added))
    text = f"{ENGLISH}\n\n{MRN_IN_SPANISH}\n"
    found = [s for s in pipeline.resolve(view(text)).spans if s.evidence[0].name == "ES-MRN"]
    assert [s.text(text) for s in found] == ["4471-X"]
    # It lacks lists and models: a person still has to read what is in it.
    assert [p.name for p in pipeline.uncovered_passages(view(text))] == ["Spanish"]


@pytest.mark.parametrize(
    ("parts", "covered", "lacks"),
    [
        ('rules = "rules/es"\n', False, "lists models recovery nicknames calendar surrogates"),
        (
            'rules = "rules/es"\nlists = ["palabras"]\nmodels = ["general"]\n',
            True,
            "recovery nicknames calendar surrogates",
        ),
    ],
)
def test_what_a_language_lacks_is_told_and_what_is_covered_is_not_marked(spanish, parts, covered, lacks):
    (added,) = spanish(parts)
    assert (added.is_covered, " ".join(added.missing)) == (covered, lacks)
    finder = PassageFinder(bundled_lexicon(), (*load_languages(), added))
    text = view(f"{SPANISH} {SPANISH}")
    assert [p.name for p in finder.find(text)] == ([] if covered else ["Spanish"])
    assert [p.name for p in finder.passages(text)] == ["Spanish"]
    with pytest.raises(ResourceError, match="no nicknames for Spanish"):
        added.file(LanguagePart.NICKNAMES)


@pytest.mark.parametrize(
    ("parts", "fault"),
    [
        ('rules = "rules/xx"\n', "its rules are not there"),
        ('spelling = "x"\n', "not valid"),
        ("rules = 3\n", "not valid"),
    ],
)
def test_a_file_of_a_language_that_is_wrong_is_told(spanish, parts, fault):
    with pytest.raises(ResourceError, match=fault):
        spanish(parts)
