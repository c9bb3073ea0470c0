"""Spans with their reasons on a terminal and as a page: complete, safe, and readable without colour."""

from __future__ import annotations

import base64
import hashlib
import io
import re
from html.parser import HTMLParser
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from chartveil.cli.explanation import GROUP_COLORS, PAGE_COLORS, explanation_html, print_explanation
from chartveil.domain.decision import Proposal
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import Label, LabelGroup
from chartveil.domain.span import Evidence, EvidenceKind, Span

TEXT = 'Dr. Ann Poe <script>alert("x")</script>\x1b[31m noted \u202eBruce protocol, 3/16" needle.\r\nAge 71.'


def span(words: str, label: Label, score: float, *evidence: Evidence) -> Span:
    at = TEXT.index(words)
    return Span(at, at + len(words), label, score, evidence)


RULE = Evidence(EvidenceKind.RULE, "DR-CUE", Label.DOCTOR, 0.8, 4, 7)
DOCUMENT = Document(TEXT, DocumentSource("/home/zoe/zoe.txt", "txt", "0" * 64))
PROPOSAL = Proposal(
    DOCUMENT.id,
    (span("Ann Poe", Label.DOCTOR, 0.97, RULE), span("71", Label.AGE, 0.45)),
    (
        span(
            "Bruce protocol",
            Label.PATIENT,
            0.6,
            Evidence(EvidenceKind.RECOVERY, "eponyms", detail="<b>phrase"),
        ),
        span("3/16", Label.DATE, 0.5),
        span('3/16"', Label.DATE, 0.7, Evidence(EvidenceKind.RECOVERY, "needle")),
    ),
)


def describe(evidence: Evidence) -> str:
    return {"DR-CUE": "a name after <Dr.> [bold]"}.get(evidence.name, "")


def terminal(encoding: str = "utf-8", colours: Literal["standard", "truecolor"] | None = None) -> str:
    raw = io.BytesIO()
    out = io.TextIOWrapper(raw, encoding=encoding, errors="backslashreplace", newline="\n")
    console = Console(file=out, width=120, color_system=colours, force_terminal=colours is not None)
    print_explanation(DOCUMENT, PROPOSAL, console, describe)
    out.flush()
    return raw.getvalue().decode(encoding)


def test_terminal_shows_tags_that_need_no_colour() -> None:
    text = terminal()
    assert "Dr. ⟦DOCTOR .97 Ann Poe⟧ <script>" in text
    assert "⟦℞ PATIENT .60 Bruce protocol⟧, ⟦℞ DATE .50 3/16⟧" in text
    assert "Age ⟦AGE .45? 71⟧." in text
    assert "2 taken, 3 recovered (℞)" in text
    assert "rule DR-CUE for DOCTOR .80 – a name after <Dr.> [bold]; saw 4–7" in text
    # what another span covers in the text is listed all the same
    assert "℞ DATE .70" in text
    assert "recovery needle" in text


def test_terminal_cannot_be_steered_by_the_document() -> None:
    text = terminal()
    assert "␛[31m noted" in text
    for sign in ("\x1b", "\r", "\u202e"):
        assert sign not in text


def test_terminal_with_ascii_alone() -> None:
    text = terminal("ascii")
    assert "Dr. <<DOCTOR .97 Ann Poe>> <script>" in text
    assert "<<Rx PATIENT .60 Bruce protocol>>" in text
    assert "3 recovered (Rx)" in text


def test_terminal_colours_come_with_their_ground() -> None:
    coloured = terminal(colours="truecolor")
    # ink and tint of the group NAME on dark: #8CCBF0 on #12354A
    assert "38;2;140;203;240;48;2;18;53;74" in coloured
    assert ";7m" in terminal(colours="standard")


def test_what_was_given_back_below_a_taken_span_is_listed_alone() -> None:
    taken = Span(4, 11, Label.DOCTOR, 0.9)
    for start, end in ((4, 11), (0, 5), (10, 20), (5, 6), (0, 40)):
        proposal = Proposal(DOCUMENT.id, (taken,), (Span(start, end, Label.DATE, 0.5),))
        ids = _Page(explanation_html(DOCUMENT, proposal)).ids
        assert len([i for i in ids if i[0] == "s"]) == 1
        assert len([i for i in ids if i[0] == "d"]) == 2
    for start, end in ((0, 4), (11, 20)):
        proposal = Proposal(DOCUMENT.id, (taken,), (Span(start, end, Label.DATE, 0.5),))
        ids = _Page(explanation_html(DOCUMENT, proposal)).ids
        assert len([i for i in ids if i[0] == "s"]) == 2


class _Page(HTMLParser):
    """What a browser would make of the page: elements, links, ids, text outside style."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.attributes: set[str] = set()
        self.text: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            self.attributes.add(name)
            if name == "id":
                self.ids.append(value or "")
            if name == "href":
                self.links.append(value or "")

    def handle_data(self, data: str) -> None:
        if self.tags[-1:] != ["style"]:
            self.text.append(data)


ELEMENTS = {
    "html",
    "head",
    "meta",
    "title",
    "style",
    "body",
    "header",
    "h1",
    "p",
    "code",
    "strong",
    "ul",
    "li",
}
ELEMENTS |= {"span", "main", "section", "h2", "div", "a", "ol", "b"}


def test_page_is_complete_and_links_both_ways() -> None:
    page = explanation_html(DOCUMENT, PROPOSAL, describe)
    parsed = _Page(page)
    assert set(parsed.tags) <= ELEMENTS
    assert len(set(parsed.ids)) == len(parsed.ids)
    # every link leads to something, and every span with a place in the text can be reached and left
    assert all(link.startswith("#") and link[1:] in parsed.ids for link in parsed.links)
    assert [i for i in parsed.ids if i[0] == "s"] == ["s1", "s2", "s3", "s5"]
    assert [i for i in parsed.ids if i[0] == "d"] == ["d1", "d2", "d3", "d4", "d5"]
    text = "".join(parsed.text)
    for shown in (
        "DOCTOR .97",
        "Ann Poe",
        "rule DR-CUE",
        "a name after <Dr.> [bold]",
        "℞ PATIENT .60",
        "AGE .45?",
    ):
        assert shown in text.replace("\xa0", " ")
    assert "2 spans taken" in text
    assert "zoe" not in page


def test_page_holds_no_script_and_forbids_all_but_its_style() -> None:
    page = explanation_html(DOCUMENT, PROPOSAL, describe)
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "<b>phrase" not in page
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert style
    assert policy
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    assert policy[1] == f"default-src 'none'; style-src 'sha256-{digest}'"
    assert "url(" not in style[1]
    assert "@import" not in style[1]
    assert "\x1b" not in page
    assert "\u202e" not in page


HOSTILE = st.sampled_from(
    [
        "<script>",
        "</div>",
        '"',
        "'",
        "&",
        "&lt;",
        "<!--",
        "-->",
        "<img src=x onerror=alert(1)>",
        "</style>",
        "\x00",
        "]]>",
        "\u2028",
        "\ud800",
        "\u202e",
        " ",
        "\n",
        "javascript:x",
        "Ann",
    ]
)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(st.lists(HOSTILE, min_size=1, max_size=12), st.data())
def test_no_text_becomes_markup(pieces: list[str], data: st.DataObject) -> None:
    text = "".join(pieces)
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    hostile = Evidence(EvidenceKind.RULE, text, detail=text)
    document = Document(text, DocumentSource("x", "txt", "0"))
    page = explanation_html(
        document, Proposal(document.id, (Span(start, end, Label.IP, 0.5, (hostile,)),)), lambda e: text
    )
    page.encode("utf-8")
    parsed = _Page(page)
    assert set(parsed.tags) <= ELEMENTS
    assert not {a for a in parsed.attributes if a.startswith("on") or a in ("src", "style")}
    assert all(link.startswith("#") for link in parsed.links)


def _luminance(colour: str) -> float:
    """Relative luminance, WCAG 2.2."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _contrast(a: str, b: str) -> float:
    high, low = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_every_ink_can_be_read_on_its_ground() -> None:
    assert set(GROUP_COLORS) == set(LabelGroup)
    for ink in GROUP_COLORS.values():
        assert _contrast(ink.light, ink.light_tint) >= 4.5
        assert _contrast(ink.dark, ink.dark_tint) >= 4.5
    for ground, text, muted in PAGE_COLORS.values():
        assert _contrast(ground, text) >= 7
        assert _contrast(ground, muted) >= 4.5


def test_page_knows_dark_and_print_and_keyboard() -> None:
    page = explanation_html(DOCUMENT, PROPOSAL)
    for part in ("prefers-color-scheme:dark", "@media print", ":focus-visible", ":target", 'lang="en"'):
        assert part in page


def test_an_empty_proposal_says_so() -> None:
    document = Document("", DocumentSource("x", "txt", "0"))
    assert "Nothing was found in this document." in explanation_html(document, Proposal(document.id, ()))
    out = io.StringIO()
    print_explanation(document, Proposal(document.id, ()), Console(file=out))
    assert "0 taken, 0 recovered" in out.getvalue()


def test_what_does_not_belong_to_the_document_is_refused() -> None:
    with pytest.raises(ValueError, match="another document"):
        explanation_html(DOCUMENT, Proposal("0" * 16, ()))
    with pytest.raises(ValueError, match="past the text"):
        explanation_html(DOCUMENT, Proposal(DOCUMENT.id, (Span(0, 9999, Label.DATE, 1.0),)))
