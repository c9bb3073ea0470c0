"""The report page: what it says, that it says no more, and that nothing in it can act."""

from collections import Counter
from html.parser import HTMLParser

import pytest

from chartveil.domain.labels import Label
from chartveil.domain.policy import ReplacementMode
from chartveil.review.model import DecisionState, DocumentState
from chartveil.service.worklist_report import (
    ReportData,
    SecondReadingSummary,
    WrittenFile,
    kappa_word,
    report_html,
    whole_percent,
)

SHA = "0123456789abcdef" * 4
DOCUMENT = "fedcba9876543210"
VOID = {"meta", "br"}
PATIENTS = {
    DecisionState.ACCEPTED: 30,
    DecisionState.PROPOSED: 7,
    DecisionState.ADDED: 3,
    DecisionState.REJECTED: 2,
    DecisionState.RECOVERED: 5,
}


def report(**more):
    facts = {
        "title": "Discharge letters",
        "created": "2026-01-12T10:22:05+00:00",
        "app_version": "0.1.0",
        "policy": "safe_harbor_plus",
        "policy_sha256": SHA,
        "mode": ReplacementMode.SURROGATE,
        "dictionaries_sha256": SHA,
        "key_id": "9f3a61c2",
    }
    return ReportData(**(facts | more))


def full():
    return report(
        models_sha256=SHA,
        reviewers=("M. Okafor",),
        states={DocumentState.EXPORTED: 9, DocumentState.SIGNED_OFF: 1, DocumentState.TO_REVIEW: 4},
        labels={Label.PHONE: Counter({DecisionState.PROPOSED: 7}), Label.PATIENT: Counter(PATIENTS)},
        decided={"M. Okafor": 31},
        undecided=12,
        risk_seen=0.8699,
        second=SecondReadingSummary(("J. Lindqvist",), 4, 5120, 0.806, None, 9, 7),
        files=(WrittenFile("note-0123456789ab.docx", SHA, (DOCUMENT,)),),
        leak_checked_files=10,
        leak_blocked_files=1,
    )


class Page(HTMLParser):
    """Elements and texts of a page; fails where an element is not closed."""

    def __init__(self, html):
        super().__init__()
        self.open, self.tags, self.attributes, self.words, self.rows = [], [], [], [], []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [name for name, _ in attrs]
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "style" not in self.open:
            self.words.append(data)
        if self.open and self.open[-1] in ("td", "th", "span") and ("td" in self.open or "th" in self.open):
            self.rows[-1][-1] += data

    @property
    def text(self):
        return " ".join(" ".join(self.words).split())


def test_numbers_stand_with_their_meaning():
    text = Page(report_html(full())).text
    assert "10 documents of 14 signed off, 9 of them exported." in text
    assert "47 spans of text taken out, 3 of them found by a reviewer alone; 2 left in" in text
    assert "86 % of the risk looked at" in text
    assert "0.81, almost perfect" in text
    assert "not defined: both readers put all words into one class" in text
    assert "Landis and Koch" in text
    assert "2026-01-12 10:22 UTC" in text


def test_labels_are_in_their_usual_order_with_a_total():
    rows = Page(report_html(full())).rows
    at = next(i for i, row in enumerate(rows) if row[0] == "PATIENT")
    assert rows[at] == ["PATIENT", "name of the patient, in any form", "40", "3", "2", "5"]
    assert rows[at + 1][0] == "PHONE"
    assert rows[at + 2] == ["all", "", "47", "3", "2", "5"]


def test_every_table_has_a_caption_and_heads_with_a_scope():
    page = Page(report_html(full()))
    assert page.tags.count("table") == page.tags.count("caption") == 6
    assert page.attributes.count("scope") == page.tags.count("th")


def test_what_failed_is_counted():
    failed = report(states={DocumentState.FAILED: 2, DocumentState.EXPORTED: 1})
    assert "2 documents could not be read or searched." in Page(report_html(failed)).text
    assert "Nothing was written for these." in Page(report_html(failed)).text
    assert "Nothing was written for these." not in Page(report_html(full())).text


def test_what_was_not_done_is_said():
    text = Page(report_html(full())).text.partition("What was not done")[2]
    assert "4 documents not signed off" in text
    assert "12 spans taken as proposed" in text
    assert "2 places on which the readers differ" in text
    assert "164.514(b)(1)" in text
    bare = Page(report_html(report())).text.partition("What was not done")[2]
    assert "No second person" in bare
    assert "No models were used" in bare
    assert "signed off" not in bare


def test_nothing_in_it_acts_or_is_fetched():
    html = report_html(full())
    page = Page(html)
    assert not {"script", "img", "link", "a", "iframe", "object", "form"} & set(page.tags)
    assert not {a for a in page.attributes if a.startswith("on") or a in ("src", "href", "style")}
    assert "url(" not in html
    assert "://" not in html
    assert "default-src 'none'" in html


def test_hostile_names_stay_text():
    evil = "<script>alert(1)</script>\"' onload=x \u202egnp\x07&amp;"
    data = report(
        title=evil,
        policy=evil,
        app_version=evil,
        created=evil,
        key_id=evil,
        reviewers=(evil,),
        decided={evil: 1},
        second=SecondReadingSummary((evil,), 1, 1, 0.5, 0.5, 0, 0),
    )
    html = report_html(data)
    page = Page(html)
    assert "script" not in page.tags
    assert "onload" not in page.attributes
    assert "\u202e" not in html
    assert "\x07" not in html
    assert "alert(1)" in page.text
    assert html.count("<title>") == 1


def test_a_name_that_is_not_ours_is_not_shown():
    text = Page(report_html(report(files=(WrittenFile("John Smith.json", SHA),)))).text
    assert "Smith" not in text
    assert SHA in text


@pytest.mark.parametrize(
    "wrong",
    [
        {"risk_seen": 1.2},
        {"files": (WrittenFile("note-0123456789ab.txt", "SMITH"),)},
        {"files": (WrittenFile("note-0123456789ab.txt", SHA, ("Smith, John",)),)},
    ],
)
def test_what_is_no_id_and_no_hash_is_refused(wrong):
    with pytest.raises(ValueError):
        report(**wrong)


def test_many_documents_of_one_file_are_counted():
    ids = tuple(f"{i:016x}" for i in range(1200))
    text = Page(report_html(report(files=(WrittenFile("table-0123456789ab.csv", SHA, ids),)))).text
    assert ids[5] in text
    assert ids[6] not in text
    assert "and 1,194 more" in text


@pytest.mark.parametrize(
    ("kappa", "word"),
    [
        (-0.2, "poor"),
        (0.0, "slight"),
        (0.204, "slight"),
        (0.206, "fair"),
        (0.41, "moderate"),
        (0.6, "moderate"),
        (0.8, "substantial"),
        (0.806, "almost perfect"),
        (1.0, "almost perfect"),
    ],
)
def test_words_of_landis_and_koch(kappa, word):
    assert kappa_word(kappa) == word


def test_only_all_of_it_is_hundred_per_cent():
    assert whole_percent(0.9999) == 99
    assert whole_percent(1.0) == 100
    assert whole_percent(0.29) == 29


def test_the_same_data_gives_the_same_page():
    assert report_html(full()) == report_html(full())
