"""Rule files: what they may say, what is wrong with one that may not, and a site's own."""

import tomllib
from pathlib import Path

import pytest

from chartveil.detection.rules import build_rules
from chartveil.detection.rules.checks import CHECKS
from chartveil.detection.rules.engine import RuleDetector
from chartveil.detection.rules.rule import Surety
from chartveil.detection.rules.rule_files import (
    failed_examples,
    load_rule_file,
    load_rules,
    load_site_rules,
    slow_probe,
)
from chartveil.domain import paths
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import InputError, ResourceError, StageError
from chartveil.domain.labels import Label
from chartveil.domain.languages import LanguagePart, load_languages
from chartveil.domain.tokenized_text import TokenizedText

RULES = [rule for one in load_languages() if LanguagePart.RULES in one.files for rule in load_rules(one.code)]
ENTRY = {
    "id": '"DATE-X"',
    "label": '"DATE"',
    "pattern": r"'''\d{1,2}/\d{1,2}'''",
    "score": "0.9",
    "description": '"day and month"',
}


def entry(**changes):
    """An entry of a rule file with keys changed, or left out where None."""
    keys = {k: v for k, v in (ENTRY | changes).items() if v is not None}
    return "[[rule]]\n" + "\n".join(f"{k} = {v}" for k, v in keys.items()) + "\n"


@pytest.fixture
def write(tmp_path):
    def file(text, name="dates.toml"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text, encoding="utf-8")
        return path

    return file


def found(rules, text, **options):
    view = TokenizedText(Document(text, DocumentSource("case", "txt", "0" * 64)))
    return [(text[s.start : s.end], s.label) for s in RuleDetector(rules, **options).detect(view)]


# Our own


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_rule_of_ours_does_what_its_examples_say(rule):
    assert rule.examples, "it has no example"
    assert failed_examples(rule) == {}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_rule_of_ours_is_quick_on_texts_that_are_hard_on_patterns(rule):
    assert slow_probe(rule) == ""


def test_every_check_is_named_by_a_rule():
    assert sorted(CHECKS.keys() - {rule.check for rule in RULES}) == []


def test_a_family_has_its_file():
    for path in (paths.resources_folder() / "rules").glob("*/*.toml"):
        assert tomllib.loads(path.read_text(encoding="utf-8"))["family"] == path.stem


def test_a_language_that_is_not_there_is_told_with_those_there_are():
    with pytest.raises(ResourceError, match=r"no language xx.*Choose one of: .*en"):
        load_rules("xx")


def test_a_family_that_is_missing_is_told(write, monkeypatch):
    path = write('family = "ages"\n' + entry(), "rules/en/ages.toml")
    resources = path.parents[2]
    (resources / "languages").mkdir()
    (resources / "languages" / "en.toml").write_text(
        'name = "English"\nscripts = ["Latin"]\n[parts]\nrules = "rules/en"\n', encoding="utf-8"
    )
    monkeypatch.setattr(paths, "resources_folder", lambda: resources)
    with pytest.raises(ResourceError, match="the rules for contacts are missing.*install Chartveil again"):
        build_rules()


# What an entry says


def test_what_is_not_said_has_its_usual_value(write):
    head = 'family = "dates"\n'
    (rule,) = load_rules(folder=write(head + entry()).parent)
    assert (rule.family, rule.label, rule.agreement, rule.surety) == ("dates", Label.DATE, 0.01, None)
    (rule,) = load_rules(folder=write(head + entry(surety='"title"', agreement="0")).parent)
    assert (rule.agreement, rule.surety) == (0, Surety.TITLE)


def test_parts_may_hold_parts(write):
    parts = "[parts]\nday = '''3[01]|\\d{1,2}'''\npair = '''\\d\\d?/{{day}}'''\n"
    rules = load_rule_file(write(parts + entry(pattern="'''{{pair}}x'''")))
    assert found(rules, "3/31x 4/5") == [("3/31x", Label.DATE)]


def test_groups_that_labels_name_are_the_spans(write):
    pattern = r"'''to (?P<CITY>[A-Z]\w+)(?:, (?P<CITY_2>[A-Z]\w+))*(?P<other> again)?'''"
    rules = load_rule_file(write(entry(pattern=pattern)))
    assert found(rules, "to Lyon, Turin, Salem again") == [
        ("Lyon", Label.CITY),
        ("Turin", Label.CITY),
        ("Salem", Label.CITY),
    ]


@pytest.mark.parametrize(
    ("keys", "text", "taken"),
    [
        ({"before": "'''(?i)seen '''"}, "Seen 3/17, see 3/18", ["3/17"]),
        ({"before": "'''^'''"}, "3/17 4/18\n5/19", ["3/17", "5/19"]),
        ({"before": "'''^.*seen.* '''"}, "seen\n3/17 seen on 4/18", ["4/18"]),
        ({"before": "'''seen.* '''"}, f"seen {'x' * 80} 3/17", []),
        ({"not_before": "'''pain '''"}, "pain 3/10, 3/17", ["3/17"]),
        ({"not_before": "'''pain\\s'''"}, "pain\n3/17", ["3/17"]),
        ({"after": "''' (?:am|pm)'''"}, "3/17 am 4/18", ["3/17"]),
        ({"after": "'''.*$'''", "not_after": "'''.*mg'''"}, "3/17 mg\n4/18\rmg", ["4/18"]),
        ({"not_after": "'''/\\d'''"}, "3/17/2021 4/18", ["4/18"]),
        ({"keywords": '["seen"]'}, "SEEN 3/17", ["3/17"]),
        ({"keywords": '["seen"]'}, "at 3/17", []),
        ({"keywords": '["seen"]'}, "\u017feen 3/17", ["3/17"]),  # a long s: nothing is told quickly
        ({"check": '"not_date"'}, "3/17 45/67", ["45/67"]),
    ],
)
def test_what_stands_beside_a_match_decides(write, keys, text, taken):
    assert [t for t, _ in found(load_rule_file(write(entry(**keys))), text)] == taken


@pytest.mark.parametrize(
    ("check", "yes", "no"),
    [
        ("calendar_date", "3/17/2021 17/3/21 2/29/2020", "13/32/2021 3/17/1066 2/30/2020"),
        ("luhn", "4539578763621486", "4539578763621487"),
        ("npi", "1234567893", "1234567890"),
        ("dea", "BB1388568", "BB1388567"),
        ("vin", "1M8GDM9AXKP042788", "1M8GDM9A1KP042788"),
        ("nhs", "9434765919", "9434765918"),
        ("iban", "GB82WEST12345698765432", "GB82WEST12345698765431"),
        ("not_date", "45/67", "3/17 3/17/2021"),
    ],
)
def test_a_check_tells_apart(write, check, yes, no):
    if check not in CHECKS:
        pytest.skip("no rule needs it")
    pattern = r"(?<!\S)(?P<a>\d+)/(?P<b>\d+)/(?P<y>\d+)(?!\S)" if check == "calendar_date" else r"\S+"
    rules = load_rule_file(write(entry(pattern=f"'''{pattern}'''", check=f'"{check}"')))
    assert [t for t, _ in found(rules, f"{yes} {no}")] == yes.split()


def test_a_rule_is_known_by_its_id(write):
    detector = RuleDetector(load_rule_file(write(entry(agreement="0.5"))))
    rule = detector.rule("DATE-X")
    assert rule is not None
    assert rule.agreement == 0.5
    assert detector.rule("DATE-Y") is None


def test_a_pattern_that_takes_too_long_fails_the_document_by_its_name(write):
    path = write('family = "dates"\n' + entry(pattern="'''(?:a|aa|a[a])+b'''"))
    rules = load_rules(folder=path.parent)
    with pytest.raises(StageError, match="DATE-X ran longer"):
        found(rules, "a" * 5000 + "cb", seconds=0.05)


# What is wrong with a file

BAD = {
    "no TOML": ("[[rule", "not valid TOML"),
    "a key of the file": ("odd = 1\n", "the key odd is not known"),
    "parts that are no texts": ("[parts]\na = 1\n", r"a part is no text.*\[parts\]"),
    "one bracket": ("[rule]\nid = 'DATE-X'\n", r"rule is no list.*\[\[rule\]\]"),
    "a family that is no text": ("family = 1\n", "family is no text"),
    "no label": (entry(label=None), "the rule DATE-X lacks label.*Every rule has"),
    "no id": (entry(id=None), "rule number 1 lacks id"),
    "an id in small letters": (entry(id='"date-x"'), "the rule date-x has an id in another form"),
    "a key of the rule": (entry(patern='"x"'), "DATE-X has the key patern.*A rule may have.*pattern"),
    "a text that is a number": (entry(description="1"), "description of the rule DATE-X is no text"),
    "a number that is a text": (entry(score='"0.9"'), "score of the rule DATE-X is no number"),
    "a number that is true": (entry(score="true"), "score of the rule DATE-X is no number"),
    "a list that is a text": (entry(keywords='"x"'), "keywords of the rule DATE-X is no list of texts"),
    "a label": (entry(label='"DAY"'), "the rule DATE-X has the label DAY.*Known: .*DATE"),
    "a check": (entry(check='"date"'), "the rule DATE-X has the check date.*Known: "),
    "a surety": (entry(surety='"sure"'), "the rule DATE-X has the surety sure.*field, form"),
    "a score out of range": (entry(score="90"), "score of the rule DATE-X is 90.*from 0 to 1"),
    "an agreement out of range": (entry(agreement="-0.1"), "agreement of the rule DATE-X is -0.1"),
    "no description": (entry(description='" "'), "the rule DATE-X has an empty description"),
    "a keyword in capitals": (entry(keywords='["DOB"]'), "the rule DATE-X has the keyword 'DOB'"),
    "no pattern": (entry(pattern='"("'), "pattern of the rule DATE-X is no valid pattern: missing"),
    "no pattern before": (entry(before='"["'), "before of the rule DATE-X is no valid pattern"),
    "a part": (entry(after='"{{day}}"'), "after of the rule DATE-X uses the part day.*or use one of: none"),
    "a part within itself": ("[parts]\na = 'x{{a}}'\n" + entry(pattern='"{{a}}"'), "the part a holds itself"),
    "an empty match": (entry(pattern=r"'\d*'"), "the rule DATE-X matches the empty text"),
    "an id used twice": (entry() * 2, "the id DATE-X is used twice.*over all files"),
    "an example without a mark": (entry(examples='["on 3/17"]'), r"an example of the rule DATE-X marks no"),
    "an example with another label": (entry(examples='["[[DAY|3/17]]"]'), "marks no identifier"),
    "an example that fails": (entry(examples='["x [[DATE|3/x]]"]'), r"does not bear out its example 'x \[\["),
    "a counterexample that fails": (entry(counterexamples='["on 3/17"]'), "3/17': it finds 'on \\[\\[DATE"),
    "a slow pattern": (entry(pattern="'(a+)+$'"), "longer than 0.5 s on a long text of letters.*repeats"),
    "a pattern slow on its examples": (
        entry(pattern=r"'(?:é|é[é])+ü'", examples='["[[DATE|éü]]"]', counterexamples=f'["{"é" * 50}"]'),
        "longer than 0.5 s on a long text of its own examples",
    ),
}  # fmt: skip
OF_A_SITE_ALONE = ("example that fails", "slow")
"""Examples and times of our own rules are tried by the tests above."""


@pytest.mark.parametrize("what", BAD)
def test_a_file_that_is_wrong_is_told_with_file_rule_and_remedy(write, what):
    text, said = BAD[what]
    path = write(text, "site/rules.toml")
    with pytest.raises(InputError, match=f"(?s){said}") as told:
        load_site_rules(path.parent, ())
    assert told.value.where == str(path)
    assert told.value.remedy
    with pytest.raises(InputError, match=f"(?s){said}"):
        load_rule_file(path)
    if not any(kind in what for kind in OF_A_SITE_ALONE):
        ours = write(text if "family" in text else 'family = "dates"\n' + text, "ours/dates.toml")
        with pytest.raises(ResourceError, match=f"(?s){said}") as told:
            load_rules(folder=ours.parent)
        assert told.value.where == str(ours)


def test_a_file_of_ours_has_a_family_and_switches_nothing_off(write):
    with pytest.raises(ResourceError, match="the key family is missing"):
        load_rules(folder=write(entry()).parent)
    with pytest.raises(ResourceError, match="the key off is not known"):
        load_rules(folder=write("off = []\n" + entry()).parent)


def test_an_id_is_used_once_over_all_files(write):
    write('family = "dates"\n' + entry())
    path = write('family = "ages"\n' + entry(), "more.toml")
    with pytest.raises(ResourceError, match="the id DATE-X is used twice"):
        load_rules(folder=path.parent)


# A site's own


def test_the_rules_of_a_site_are_its_own_and_need_nobodys_agreement(write):
    write("\ufeff" + entry(id='"MRN-OURS"'), "rules.toml")
    write("# of 2026\n" + entry(id='"MRN-MORE"', agreement="0.2"), "rules/more.toml")
    folder = write("ours", "rules/README.md").parents[1]
    site = load_site_rules(folder, ())
    assert [(r.id, r.agreement, r.family) for r in site.rules] == [
        ("site/MRN-OURS", 0, "site"),
        ("site/MRN-MORE", 0.2, "site"),
    ]
    view = TokenizedText(Document("3/17", DocumentSource("case", "txt", "0" * 64)))
    (span, _) = build_rules_of(site.rules, view)
    (evidence,) = span.evidence
    assert (evidence.name, evidence.detail) == ("site/MRN-OURS", "day and month")


def build_rules_of(rules, view):
    return sorted(RuleDetector(rules).detect(view), key=lambda s: s.evidence[0].name, reverse=True)


def test_a_site_switches_rules_of_ours_off(write):
    ours = build_rules().rules[0].id
    folder = write(f'off = ["{ours}"]\n' + entry(id='"MRN-OURS"'), "rules.toml").parent
    ids = {rule.id for rule in build_rules(site=folder).rules}
    assert ours not in ids
    assert ids - {rule.id for rule in build_rules().rules} == {"site/MRN-OURS"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (entry(id='"DATE-NUMERIC"'), "has the id of a rule that comes with Chartveil.*off = "),
        ('off = ["DATE-NONE"]\n', "off names DATE-NONE.*chartveil rules list"),
        ("off = 'DATE-NUMERIC'\n", "off is no list of ids"),
    ],
)
def test_what_a_site_says_of_our_rules_must_be_true(write, text, said):
    with pytest.raises(InputError, match=f"(?s){said}"):
        load_site_rules(write(text, "rules.toml").parent, {"DATE-NUMERIC"})


def test_the_same_id_in_two_files_of_a_site_is_told(write):
    write(entry(), "rules.toml")
    folder = write(entry(), "rules/more.toml").parents[1]
    with pytest.raises(InputError, match="the id DATE-X is used twice"):
        load_site_rules(folder, ())


def test_a_file_among_a_sites_rules_that_is_none_is_told(write):
    folder = write("x", "rules/more.txt").parents[1]
    with pytest.raises(InputError, match=r"more.txt: is no file of rules.*Call it .toml"):
        load_site_rules(folder, ())


def test_a_file_of_a_site_that_cannot_be_read_is_told(tmp_path: Path):
    (tmp_path / "rules.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="not UTF-8"):
        load_site_rules(tmp_path, ())
