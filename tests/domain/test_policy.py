from dataclasses import replace

import pytest

from chartveil.domain.errors import PolicyError
from chartveil.domain.labels import Label
from chartveil.domain.policy import (
    AgeMethod,
    DateMethod,
    LabelAction,
    MustDecide,
    OtherLanguages,
    Regulation,
    bundled_policies,
    load_policy,
    policy_gaps,
    policy_remarks,
    regulation_named,
)


def test_the_four_policies_are_there_and_decide_every_label():
    assert {p.stem for p in bundled_policies()} == {
        "safe_harbor_plus",
        "safe_harbor",
        "limited_data_set",
        "case_report",
    }
    for path in bundled_policies():
        assert set(load_policy(path.stem).actions) == set(Label)


def test_what_the_rules_ask_for():
    plus, harbor = load_policy(), load_policy("safe_harbor")
    limited, report = load_policy("limited_data_set"), load_policy("case_report")
    assert all(plus.is_identifier(label) for label in Label)
    assert plus.ages is AgeMethod.OVER_89
    assert plus.dates is DateMethod.SHIFT
    assert not harbor.is_identifier(Label.STATE)
    assert not harbor.is_identifier(Label.DOCTOR)
    assert harbor.dates is DateMethod.YEAR
    assert harbor.actions[Label.DATE] is LabelAction.GENERALIZE
    # 45 CFR 164.514(e)(2): these may stay in a limited data set, direct identifiers may not.
    assert {label for label in Label if not limited.is_identifier(label)} >= {
        Label.DATE,
        Label.CITY,
        Label.ZIP,
    }
    for direct in (Label.PATIENT, Label.STREET, Label.PHONE, Label.SSN, Label.MRN, Label.URL, Label.IP):
        assert all(load_policy(p.stem).is_identifier(direct) for p in bundled_policies())
    assert report.dates is DateMethod.INTERVAL
    assert report.ages is AgeMethod.BAND


def changed(tmp_path, old, new):
    text = bundled_policies()[-1].read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "ours.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


def test_a_copy_of_ones_own_is_read_by_its_path(tmp_path):
    policy = load_policy(str(changed(tmp_path, 'STATE = "replace"', 'STATE = "keep"')))
    assert policy.name == "ours"
    assert not policy.is_identifier(Label.STATE)


def test_a_label_that_a_policy_does_not_name_is_replaced(tmp_path):
    policy = load_policy(str(changed(tmp_path, 'STATE = "replace"', "")))
    assert policy.actions[Label.STATE] is LabelAction.REPLACE


def test_what_must_be_decided_before_sign_off(tmp_path):
    assert load_policy().must_decide is MustDecide.DOUBTFUL
    assert load_policy("case_report").must_decide is MustDecide.ALL
    none = changed(tmp_path, 'decide = "doubtful"', 'decide = "none"')
    assert load_policy(str(none)).must_decide is MustDecide.NONE


def test_a_policy_without_a_section_on_review_asks_for_the_doubtful_ones(tmp_path):
    text = bundled_policies()[-1].read_text(encoding="utf-8")
    path = tmp_path / "ours.toml"
    path.write_text(text[: text.index("[review]")], encoding="utf-8")
    assert load_policy(str(path)).must_decide is MustDecide.DOUBTFUL


def test_what_detection_does_not_cover_is_blocked_unless_a_policy_says_otherwise(tmp_path):
    assert {load_policy(p.stem).other_languages for p in bundled_policies()} == {OtherLanguages.BLOCK}
    allowing = changed(tmp_path, 'other = "block"', 'other = "allow"')
    assert load_policy(str(allowing)).other_languages is OtherLanguages.ALLOW
    silent = changed(tmp_path, 'other = "block"', "")
    assert load_policy(str(silent)).other_languages is OtherLanguages.BLOCK


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'STATE = "replace"',
            'STATE = "keeep"',
            "'labels.STATE' has no such action.*replace, surrogate, tag, mask, generalize, remove, keep",
        ),
        ('STATE = "replace"', 'STAAT = "replace"', "'labels.STAAT' is not a label.*PATIENT"),
        ('MRN = "replace"', 'MRN = "generalize"', "'labels.MRN' has no such action.*tag, mask, remove, keep"),
        ('AGE = "generalize"', 'AGE = "shift"', "'labels.AGE' has no such action"),
        ('DATE = "replace"', 'DATE = "generalize"', "'dates.method' moves dates.*year"),
        ('method = "shift"', 'method = "guess"', "'dates.method' has no such value.*shift, year, interval"),
        ("max_shift_days = 365", "max_shift_days = 2", "'dates.max_shift_days' is not a number from 8"),
        ("[dates]", "[names]\ndrawn_anew = 0.7\n[dates]", "'names.drawn_anew' is not a number from 0 to 0.5"),
        ("[dates]", "[names]\nanew = 0.1\n[dates]", "'names.anew' is not known.*drawn_anew"),
        ("keep_weekday = false", 'keep_weekday = "no"', "'dates.keep_weekday' is neither true nor false"),
        ("threshold = 0.21", "threshold = 3", "'detection.threshold' is not a number from 0 to 1"),
        ("threshold = 0.21", "treshold = 0.3", "'detection.treshold' is not known.*threshold"),
        ('decide = "doubtful"', 'decide = "some"', "'review.decide' has no such value.*all, doubtful, none"),
        ('decide = "doubtful"', 'decides = "all"', "'review.decides' is not known.*decide"),
        ('other = "block"', 'other = "pass"', "'language.other' has no such value.*block, allow"),
        ('other = "block"', 'others = "block"', "'language.others' is not known.*other"),
        ("[zip]", "[zipcode]", "'zipcode' is not known"),
        ('title = "Safe', 'titel = "Safe', "'titel' is not known"),
        ("[labels]", "[labels", "is not valid TOML"),
    ],
)
def test_what_is_wrong_is_named_with_file_key_and_remedy(tmp_path, old, new, said):
    path = changed(tmp_path, old, new)
    with pytest.raises(PolicyError, match=f"(?is)ours.toml: .*{said}"):
        load_policy(str(path))


def test_a_policy_is_text_in_utf_8_with_or_without_its_mark(tmp_path):
    text = bundled_policies()[-1].read_text(encoding="utf-8").replace('title = "', 'title = "Ä ')
    path = tmp_path / "ours.toml"
    path.write_text(text, encoding="utf-8-sig")  # as Notepad saves it
    assert load_policy(str(path)).title.startswith("Ä ")
    for encoding in ("cp1252", "utf-16"):
        path.write_text(text, encoding=encoding)
        with pytest.raises(PolicyError, match=r"ours.toml: is not UTF-8 text. Save it as UTF-8"):
            load_policy(str(path))


def test_missing_policies_are_told_with_what_there_is(tmp_path):
    with pytest.raises(PolicyError, match="no policy of this name.*safe_harbor_plus"):
        load_policy("safe_harbour")
    with pytest.raises(PolicyError, match="cannot be read"):
        load_policy(str(tmp_path / "none.toml"))


def test_what_a_policy_leaves_that_safe_harbor_removes_is_told():
    for name in ("safe_harbor", "safe_harbor_plus", "case_report"):
        assert policy_gaps(load_policy(name)) == []
    assert [g.split()[0] for g in policy_gaps(load_policy("limited_data_set"))] == [
        "CITY",
        "ZIP",
        "AGE",
        "DATE",
    ]
    assert policy_gaps(load_policy("limited_data_set"), Regulation.LIMITED_DATA_SET) == []
    harbor = load_policy("safe_harbor")
    for label in Label:
        kept = replace(harbor, actions={**harbor.actions, label: LabelAction.KEEP})
        asked = label.info.hipaa_number is not None or label is Label.ORGANIZATION
        assert bool(policy_gaps(kept)) == asked, label
        for action in (LabelAction.TAG, LabelAction.MASK, LabelAction.REMOVE, LabelAction.SURROGATE):
            assert policy_gaps(replace(harbor, actions={**harbor.actions, label: action})) == []
    assert "(R)" in policy_gaps(replace(harbor, actions={**harbor.actions, Label.IDNUM: LabelAction.KEEP}))[0]
    assert "0.90" in policy_gaps(replace(harbor, threshold=0.9))[0]
    assert "certainty" in policy_gaps(replace(harbor, certainty=0.1))[0]
    assert "intervals" in policy_remarks(load_policy())[0]
    assert "DOCTOR" in policy_remarks(harbor)[0]
    for kept, said in (("STATE",), "STATE stays:"), (("STATE", "COUNTRY"), "STATE, COUNTRY stay:"):
        actions = {**load_policy().actions} | {Label(x): LabelAction.KEEP for x in kept}
        assert said in policy_remarks(replace(load_policy(), actions=actions))[1]


@pytest.mark.parametrize(
    ("stem", "title", "regulation"),
    [
        ("ours", "HIPAA-safe", Regulation.SAFE_HARBOR),
        ("ours", "Safe Harbour of our ward", Regulation.SAFE_HARBOR),
        ("safe_harbor_2", "Ours", Regulation.SAFE_HARBOR),
        ("ours", "45 CFR 164.514(b)", Regulation.SAFE_HARBOR),
        ("limited_dataset", "Ours", Regulation.LIMITED_DATA_SET),
        ("ours", "HIPAA limited data set", Regulation.LIMITED_DATA_SET),
        ("ours", "Our research copies", None),
    ],
)
def test_a_policy_named_after_a_regulation_cannot_fall_below_it(tmp_path, stem, title, regulation):
    text = (bundled_policies()[0].parent / "safe_harbor.toml").read_text(encoding="utf-8")
    text = text.replace('title = "Safe Harbor"', f'title = "{title}"')
    path = tmp_path / f"{stem}.toml"
    path.write_text(text, encoding="utf-8")
    assert regulation_named(load_policy(str(path))) is regulation
    path.write_text(text.replace('PHONE = "replace"', 'PHONE = "keep"'), encoding="utf-8")
    if regulation is None:
        assert not load_policy(str(path)).is_identifier(Label.PHONE)
        return
    with pytest.raises(PolicyError, match=r"is named after.*PHONE stays.*\(D\).*name of its own"):
        load_policy(str(path))
    assert not load_policy(str(path), check_name=False).is_identifier(Label.PHONE)
