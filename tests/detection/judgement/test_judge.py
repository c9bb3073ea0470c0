"""How likely a find is an identifier, who needs the networks for it, and what is sure."""

from dataclasses import dataclass, field, replace

import pytest

from build import view
from chartveil.detection.judgement.calibration import Calibration, load_calibration
from chartveil.detection.judgement.judge import SURE_AGREEMENT, Judge
from chartveil.detection.judgement.recovery import Recoverer
from chartveil.detection.judgement.recovery_patterns import load_odds_against
from chartveil.detection.rules.rule import Rule, Surety
from chartveil.domain.labels import Label
from chartveil.domain.policy import load_policy
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.lexicon.lexicon import bundled_lexicon

VIEW = view("Korotkoff sounds")
AS_IT_IS = Calibration((0.0, 1.0), (0.0, 1.0))
"""A curve that takes agreement for probability."""
ODDS = load_odds_against()
THRESHOLD = 0.25
KEPT = Label.DOCTOR
"""A label that the policy of these tests keeps."""


@dataclass
class Networks:
    """Networks that agree so far on everything but some words; the members named came with Chartveil."""

    mean: float
    labels: dict[Label, float] = field(default_factory=dict)
    nothing: tuple[str, ...] = ()

    def agreement(self, view, start, end):
        return 0.0 if view.text[start:end] in self.nothing else self.mean

    def label_probabilities(self, view, start, end):
        return {label: self.labels.get(label, 0.0) for label in Label}

    def is_bundled(self, member):
        return member == "general"


def rule(name, score, agreement=0.01, surety=None):
    return Rule(
        id=name,
        family="test",
        label=Label.PATIENT,
        pattern="x",
        score=score,
        description="a rule",
        agreement=agreement,
        surety=surety,
    )


RULES = {
    "FORM": rule("FORM", 0.8, agreement=0.0),
    "DOUBTFUL-FORM": rule("DOUBTFUL-FORM", 0.2, agreement=0.0),
    "CUE": rule("CUE", 0.8),
    "SHAKY": rule("SHAKY", 0.3),
    "ASKS-MUCH": rule("ASKS-MUCH", 0.8, agreement=0.4),
    "CERTAIN": rule("CERTAIN", 1.0),
    "TITLE": rule("TITLE", 0.8, surety=Surety.TITLE),
}


def judge(mean, curve=AS_IT_IS, **more):
    return Judge(Networks(mean, **more), RULES.get, curve, ODDS)


def find(kind, name, score, label=Label.PATIENT):
    kind = EvidenceKind[kind]
    return Span(0, 9, label, score, (Evidence(kind, name, label, score),))


MEDICAL = Evidence(EvidenceKind.RECOVERY, "eponyms", detail="medical term")


@pytest.mark.parametrize(
    ("kind", "name", "score"),
    [
        ("RULE", "FORM", 0.8),
        ("DICTIONARY", "site/patients", 0.7),
        ("RULE", "site/MRN-OURS", 0.7),
        ("MODEL", "ward", 0.5),
        ("DOSSIER", "dossier", 0.5),
        ("REVIEWER", "reviewer", 0.3),
        ("LEAK_CHECK", "leak", 0.9),
        ("PROPAGATION", "same-document", 0.8),
    ],
)
def test_who_needs_no_networks(kind, name, score):
    rules = {**RULES, "site/MRN-OURS": rule("site/MRN-OURS", 0.7, agreement=0.0)}
    blind = Judge(Networks(0.0), rules.get, AS_IT_IS, ODDS)
    span = find(kind, name, score)
    assert blind.judge(VIEW, [span], THRESHOLD) == [span]
    assert blind.probability(VIEW, span) == score


@pytest.mark.parametrize(
    ("kind", "name", "score"),
    [
        ("RULE", "CUE", 0.8),
        ("RULE", "CERTAIN", 1.0),
        ("RULE", "TITLE", 0.8),
        ("RULE", "a rule of long ago", 0.99),
        ("DICTIONARY", "surnames", 0.99),
        ("DICTIONARY", "unlisted", 0.35),
        ("MODEL", "general", 0.99),
    ],
)
def test_who_cannot_overrule_networks_that_see_nothing(kind, name, score):
    assert judge(0.0).judge(VIEW, [find(kind, name, score)], THRESHOLD) == []


def test_a_form_that_is_sure_by_itself_counts_by_its_own_score():
    assert judge(0.0).judge(VIEW, [find("RULE", "DOUBTFUL-FORM", 0.2)], THRESHOLD) == []


@pytest.mark.parametrize(
    ("name", "agreement", "probability"),
    [
        ("CUE", 0.2, 0.5),  # 4 : 1 for the rule, 1 : 4 for the networks
        ("CUE", 0.009, 0.009),  # less than the rule asks for
        ("SHAKY", 0.2, 0.2),  # a rule is never news against
        ("CERTAIN", 0.2, 5 / 6),  # 20 : 1 at most
        ("ASKS-MUCH", 0.39, 0.39),
        ("ASKS-MUCH", 0.4, 0.7273),
    ],
)
def test_a_rule_raises_the_odds_where_the_networks_give_what_it_asks_for(name, agreement, probability):
    span = find("RULE", name, 0.8)
    assert judge(agreement).probability(VIEW, span) == pytest.approx(probability, abs=1e-4)


def test_the_best_of_several_reasons_counts_once():
    evidence = find("RULE", "CUE", 0.8).evidence * 3 + find("RULE", "SHAKY", 0.8).evidence
    span = replace(find("RULE", "CUE", 0.8), evidence=evidence)
    assert judge(0.2).probability(VIEW, span) == pytest.approx(0.5)
    settled = replace(span, evidence=evidence + find("DOSSIER", "dossier", 0.97).evidence)
    assert judge(0.2).probability(VIEW, settled) == 0.97


def test_a_dictionary_says_nothing_beyond_the_networks():
    assert judge(0.2).probability(VIEW, find("DICTIONARY", "surnames", 0.95)) == pytest.approx(0.2)


def test_agreement_is_calibrated():
    curve = Calibration((0.0, 0.5, 1.0), (0.0, 0.1, 1.0))
    assert judge(0.5, curve).probability(VIEW, find("MODEL", "general", 0.99)) == pytest.approx(0.1)


def test_finds_stay_from_the_threshold_on_in_order_and_with_their_probability():
    finds = [find("RULE", "CUE", 0.9), find("MODEL", "general", 0.99), find("RULE", "SHAKY", 0.4)]
    kept = judge(0.2).judge(VIEW, finds, 0.2)
    assert [(s.evidence[0].name, s.score) for s in kept] == [("CUE", 0.5), ("general", 0.2), ("SHAKY", 0.2)]
    assert [s.evidence[0].name for s in judge(0.2).judge(VIEW, finds, 0.21)] == ["CUE"]


def test_without_networks_a_find_keeps_its_score():
    alone = Judge(None, RULES.get, load_calibration(), ODDS)
    span = find("RULE", "CUE", 0.8)
    assert alone.agreement(VIEW, 0, 9) == 1
    assert alone.judge(VIEW, [span, find("DICTIONARY", "unlisted", 0.2)], THRESHOLD) == [span]
    assert alone.is_overruled_by(VIEW, find("RULE", "CUE", 0.5), MEDICAL, THRESHOLD)
    assert not alone.is_overruled_by(VIEW, find("DOSSIER", "dossier", 0.9), MEDICAL, THRESHOLD)
    assert not alone.is_sure(VIEW, span)


@pytest.mark.parametrize(
    ("agreement", "kind", "name", "sure"),
    [
        (SURE_AGREEMENT, "MODEL", "general", True),
        (SURE_AGREEMENT - 0.01, "MODEL", "general", False),
        (0.1, "RULE", "FORM", True),
        (0.1, "RULE", "TITLE", True),
        (0.1, "RULE", "CUE", False),
        (0.1, "DICTIONARY", "site/patients", True),
        (0.1, "DICTIONARY", "surnames", False),
        (0.1, "DOSSIER", "dossier", True),
        (0.1, "REVIEWER", "reviewer", True),
        (0.1, "LEAK_CHECK", "leak", False),
    ],
)
def test_what_is_sure_yields_to_no_medical_term(agreement, kind, name, sure):
    span = find(kind, name, 0.9)
    assert judge(agreement).is_sure(VIEW, span) is sure
    if sure:
        assert not judge(agreement).is_overruled_by(VIEW, span, MEDICAL, THRESHOLD)


@pytest.mark.parametrize(
    ("agreement", "reason", "yields"),
    [
        (0.7, "devices", True),  # 7 : 3 by 8 is .226
        (0.75, "devices", False),
        (0.6, "eponyms", True),  # 3 : 2 by 5 is .231
        (0.65, "eponyms", False),
        (0.5, "abbreviations", True),  # 1 : 1 by 4 is .2
        (0.6, "abbreviations", False),
        (0.3, "makers", True),  # 3 : 7 by 1.5 is .222
        (0.35, "makers", False),
        (0.89, "STATION-NUMBER", True),
    ],
)
def test_a_reason_against_a_find_makes_it_less_likely(agreement, reason, yields):
    against = Evidence(EvidenceKind.RECOVERY, reason)
    find_of_models = find("MODEL", "general", 0.99)
    assert judge(agreement).is_overruled_by(VIEW, find_of_models, against, THRESHOLD) is yields


@pytest.mark.parametrize("reason", ["CODE-NDC", "STATION-NUMBER", "CODE-CATALOGUE-FIELD", "misread"])
def test_a_form_of_a_code_overrules_sure_networks_but_no_dossier(reason):
    against = Evidence(EvidenceKind.RECOVERY, reason)
    certain = judge(1.0)
    assert certain.is_overruled_by(VIEW, find("MODEL", "general", 1.0), against, THRESHOLD)
    assert certain.is_overruled_by(VIEW, find("RULE", "TITLE", 0.9), against, THRESHOLD)
    for kind, name in (("DOSSIER", "dossier"), ("RULE", "FORM"), ("DICTIONARY", "site/patients")):
        assert not certain.is_overruled_by(VIEW, find(kind, name, 0.9), against, THRESHOLD)


@pytest.mark.parametrize(("agreement", "stays"), [(0.95, True), (0.5, False)])
def test_a_sure_find_that_a_medical_term_explains_stays_with_a_doubt(agreement, stays):
    text = view("Known Graves disease.")
    votes = (Evidence(EvidenceKind.MODEL, "general", Label.PATIENT, 0.9),)
    span = Span(6, 12, Label.PATIENT, 0.9, votes)
    one = judge(agreement)
    kept, recovered = Recoverer(bundled_lexicon()).recover(
        text, [span], lambda span, reason: one.is_overruled_by(text, span, reason, THRESHOLD)
    )
    assert (kept == [span], recovered == [span]) == (stays, not stays)
    last = (kept or recovered)[0].evidence[-1]
    assert last.kind is (EvidenceKind.DOUBT if stays else EvidenceKind.RECOVERY)
    assert last.detail


@pytest.mark.parametrize(
    ("kind", "name", "left"),
    [
        ("RULE", "CUE", "Jo Poe"),
        ("MODEL", "general", "Jo Poe"),
        ("DICTIONARY", "surnames", "Reader Jo Poe LUCAS"),
        ("RULE", "FORM", "Reader Jo Poe LUCAS"),
        ("DICTIONARY", "site/staff", "Reader Jo Poe LUCAS"),
        ("DOSSIER", "dossier", "Reader Jo Poe LUCAS"),
    ],
)
def test_words_at_the_ends_of_a_find_that_no_network_takes_are_cut_off(kind, name, left):
    text = "by Reader Jo Poe LUCAS on"
    whole = replace(find(kind, name, 0.95), start=3, end=22)
    kept = judge(0.9, nothing=("Reader", "LUCAS")).judge(view(text), [whole], THRESHOLD)
    assert [s.text(text) for s in kept] == [left]


def test_a_find_in_which_no_network_takes_a_word_is_not_cut_to_nothing():
    span = replace(find("RULE", "CUE", 0.8), end=16)
    deaf = judge(0.5, nothing=("Korotkoff", "sounds"))
    assert [(s.start, s.end) for s in deaf.judge(VIEW, [span], THRESHOLD)] == [(10, 16)]


KEEPS_DOCTORS = replace(load_policy("safe_harbor"), certainty=0.9)


@pytest.mark.parametrize(
    ("likely", "label"),
    [
        ({Label.DOCTOR: 0.95, Label.PATIENT: 0.05}, Label.DOCTOR),
        ({Label.DOCTOR: 0.8, Label.PATIENT: 0.15}, Label.PATIENT),
        ({Label.DOCTOR: 0.8, Label.PATIENT: 0.06, Label.RELATIVE: 0.07}, Label.RELATIVE),
        ({Label.DOCTOR: 0.8, Label.HOSPITAL: 0.2}, Label.DOCTOR),  # both are kept
        ({Label.PATIENT: 0.6, Label.DOCTOR: 0.4}, Label.PATIENT),
    ],
)
def test_a_label_that_is_kept_counts_only_where_it_is_sure(likely, label):
    span = find("MODEL", "general", 0.9, Label.DOCTOR)
    assert judge(0.9, labels=likely).label_under(VIEW, span, KEEPS_DOCTORS) is label


class OneLabelAWord(Networks):
    """Networks that see a little of another label in each word."""

    def label_probabilities(self, view, start, end):
        seen = {"Korotkoff": Label.PATIENT, "sounds": Label.RELATIVE}
        inside = [label for word, label in seen.items() if word in view.text[start:end]]
        return {label: 0.06 if label in inside else 0.9 * (label is KEPT) for label in Label}


def test_a_span_of_several_words_stays_as_long_as_each_of_them_would():
    span = replace(find("MODEL", "general", 0.9, KEPT), end=16)
    one = Judge(OneLabelAWord(0.9), RULES.get, AS_IT_IS, ODDS)
    assert one.label_under(VIEW, span, KEEPS_DOCTORS) is KEPT
    assert one.label_under(VIEW, span, replace(KEEPS_DOCTORS, certainty=0.95)) is Label.PATIENT


def test_a_policy_that_is_certain_of_nothing_keeps_what_is_likeliest():
    span = find("MODEL", "general", 0.9, Label.DOCTOR)
    one = judge(0.9, labels={Label.DOCTOR: 0.8, Label.PATIENT: 0.15})
    assert one.label_under(VIEW, span, replace(KEEPS_DOCTORS, certainty=0.5)) is Label.DOCTOR
    assert one.label_under(VIEW, span, replace(KEEPS_DOCTORS, certainty=1.0)) is Label.PATIENT


@pytest.mark.parametrize(
    ("kind", "name", "label"),
    [
        ("RULE", "TITLE", Label.DOCTOR),
        ("DOSSIER", "dossier", Label.DOCTOR),
        ("REVIEWER", "reviewer", Label.DOCTOR),
        ("DICTIONARY", "site/staff", Label.DOCTOR),
        ("RULE", "FORM", Label.DOCTOR),
        ("LEAK_CHECK", "leak-check", Label.DOCTOR),
        ("PROPAGATION", "same-document", Label.DOCTOR),
        ("RULE", "CUE", Label.HOSPITAL),
        ("DICTIONARY", "surnames", Label.HOSPITAL),
    ],
)
def test_a_reason_that_is_sure_of_its_label_decides_and_others_do_not(kind, name, label):
    likely = {Label.HOSPITAL: 0.95}
    span = find(kind, name, 0.9, Label.DOCTOR)
    assert judge(0.9, labels=likely).label_under(VIEW, span, KEEPS_DOCTORS) is label


def test_a_sure_reason_for_a_label_that_is_kept_does_not_keep_a_likely_patient():
    likely = {Label.DOCTOR: 0.6, Label.PATIENT: 0.4}
    span = find("RULE", "TITLE", 0.9, Label.DOCTOR)
    assert judge(0.9, labels=likely).label_under(VIEW, span, KEEPS_DOCTORS) is Label.PATIENT


@pytest.mark.parametrize(("kind", "name"), [("LEAK_CHECK", "leak-check"), ("PROPAGATION", "same-document")])
def test_what_repeats_a_patient_goes_though_the_networks_see_a_doctor(kind, name):
    span = find(kind, name, 0.9)
    assert judge(0.95, labels={Label.DOCTOR: 0.99}).label_under(VIEW, span, KEEPS_DOCTORS) is Label.PATIENT


def test_two_sure_reasons_of_which_one_goes_let_nothing_stay():
    doctor, patient = (find("DOSSIER", "dossier", 0.9, x) for x in (Label.DOCTOR, Label.PATIENT))
    both = replace(doctor, evidence=doctor.evidence + patient.evidence)
    assert judge(0.9).label_under(VIEW, both, KEEPS_DOCTORS) is Label.PATIENT


def test_labels_that_the_networks_hardly_see_leave_the_span_its_own():
    span = find("RULE", "CUE", 0.9, Label.DOCTOR)
    faint = judge(0.2, labels={Label.HOSPITAL: 0.2, Label.PATIENT: 0.05})
    assert faint.label_under(VIEW, span, KEEPS_DOCTORS) is Label.DOCTOR


def test_without_networks_the_label_is_the_surest_reasons_or_the_spans():
    alone = Judge(None, RULES.get, AS_IT_IS, ODDS)
    span = find("RULE", "CUE", 0.9, Label.HOSPITAL)
    assert alone.label_under(VIEW, span, KEEPS_DOCTORS) is Label.HOSPITAL
    listed = replace(span, evidence=span.evidence + find("DICTIONARY", "site/staff", 0.9, KEPT).evidence)
    assert alone.label_under(VIEW, listed, KEEPS_DOCTORS) is KEPT
