"""Messages of leaks on pages: where to look, never what stands there."""

import io

from rich.console import Console

from chartveil.cli.explanation import explanation_html, print_explanation
from chartveil.domain.decision import Proposal
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import Label
from chartveil.domain.page_layout import PageLayout, WordBox
from chartveil.domain.span import Span
from chartveil.release.deidentified_document import DeidentifiedDocument, leak_error
from chartveil.release.leak_check import LeakFinding

TEXT = "Seen\ftoday Farouk"


def message(layout):
    document = Document(TEXT, DocumentSource("a.pdf", "pdf", "0" * 64), layout=layout)
    start = TEXT.index("Farouk")
    found = LeakFinding("text", start, start + 6, Label.PATIENT, "original")
    done = DeidentifiedDocument(document, Proposal(document.id, ()), ())
    return str(leak_error(done, [found]))


def test_a_leak_on_a_page_is_told_with_page_and_place():
    start = TEXT.index("Farouk")
    box = WordBox(start, start + 6, 1, 72.0, 144.0, 110.0, 156.0)
    told = message(PageLayout(((595.0, 842.0), (595.0, 842.0)), (box,)))
    assert "page 2, upper third, left, 25 mm from the left and 51 mm from the top" in told
    assert "Farouk" not in told


def test_a_leak_that_has_no_place_is_told_without_one():
    assert "page" not in message(None)
    assert "page 2" not in message(PageLayout(((595.0, 842.0),), ()))


def test_explain_says_on_which_page_and_where_on_it():
    start = TEXT.index("Farouk")
    box = WordBox(start, start + 6, 2, 260.0, 700.0, 300.0, 712.0)
    document = Document(
        TEXT, DocumentSource("a.pdf", "pdf", "0" * 64), layout=PageLayout(((595.0, 842.0),) * 3, (box,))
    )
    proposal = Proposal(document.id, (Span(start, start + 6, Label.PATIENT, 0.9),))
    place = "page 3, lower third, centre, 92 mm from the left and 247 mm from the top"
    assert place in explanation_html(document, proposal)
    console = Console(width=120, file=io.StringIO())
    print_explanation(document, proposal, console)
    assert "page 3, lower" in " ".join(console.file.getvalue().split())
