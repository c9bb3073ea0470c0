"""The report on the screen and in files."""

import pypdfium2
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QPushButton, QTextBrowser

from chartveil.gui.dialogs.report import PaperSize, ReportView

ROWS = "".join(f"<tr><th>note-{i}</th><td>{i}</td></tr>" for i in range(140))
HTML = (
    "<!DOCTYPE html><html><head><title>t</title><style>body { font-size: 10pt } h1 { font-size: 20pt } "
    "h2 { font-size: 13pt }</style></head><body><h1>Letters</h1><h2>In short</h2><p>Nine files.</p>"
    f"<h2>Files</h2><table><caption>Outputs</caption><tbody>{ROWS}</tbody></table>"
    "<h2>What was not done</h2><p>No pictures were read.</p></body></html>"
)


def buttons(view):
    return {b.text().replace("&", ""): b for b in view.findChildren(QPushButton)}


@pytest.fixture
def make(qtbot):
    def make(answer=None):
        asked = []

        def choose(name, kinds):
            asked.append(name)
            return answer

        view = ReportView(choose)
        qtbot.addWidget(view)
        view.resize(900, 600)
        with qtbot.waitExposed(view):
            view.show()
        view.set_report(HTML, "Letters, January")
        return view, asked

    return make


def texts(data):
    document = pypdfium2.PdfDocument(data)
    try:
        return [document[i].get_textpage().get_text_bounded() for i in range(len(document))]
    finally:
        document.close()


def test_it_shows_the_page(make):
    view, _ = make()
    shown = view.findChild(QTextBrowser).toPlainText()
    assert "Nine files." in shown
    assert "note-139" in shown


def test_without_a_report_nothing_can_be_saved(qtbot):
    view = ReportView(lambda *_: None)
    qtbot.addWidget(view)
    assert not buttons(view)["Save as PDF…"].isEnabled()


def test_pdf_has_text_pages_and_their_numbers(make, qtbot, tmp_path):
    target = tmp_path / "r.pdf"
    view, asked = make(target)
    qtbot.mouseClick(buttons(view)["Save as PDF…"], Qt.MouseButton.LeftButton)
    assert asked == ["report.pdf"]
    pages = texts(target.read_bytes())
    assert len(pages) >= 3
    for i, page in enumerate(pages):
        assert page.split()[-1] == str(i + 1)
    whole = "\n".join(pages)
    for text in ("Nine files.", "Outputs", "note-0", "note-139", "No pictures were read."):
        assert text in whole


def test_headings_are_larger_than_text(make):
    view, _ = make()
    document = pypdfium2.PdfDocument(view.pdf())
    page = document[0].get_textpage()

    def height(text):
        _, bottom, _, top = page.get_charbox(page.search(text).get_next()[0])
        return top - bottom

    assert height("Letters") > 1.4 * height("Nine")
    assert 5 < height("Nine") < 9  # of letters of ten points
    document.close()


@pytest.mark.parametrize(("paper", "size"), [(PaperSize.A4, (595, 842)), (PaperSize.LETTER, (612, 792))])
def test_paper(make, paper, size):
    view, _ = make()
    box = view.findChild(QComboBox)
    box.setCurrentIndex(box.findData(paper))
    document = pypdfium2.PdfDocument(view.pdf())
    assert tuple(round(n) for n in document[0].get_size()) == size
    document.close()


def test_html_is_saved_as_it_is(make, qtbot, tmp_path):
    target = tmp_path / "r.html"
    target.write_text("older")
    view, _ = make(target)
    qtbot.mouseClick(buttons(view)["Save as HTML…"], Qt.MouseButton.LeftButton)
    assert target.read_text("utf-8") == HTML
    assert list(tmp_path.iterdir()) == [target]


def test_a_place_that_cannot_be_written_is_told(make, qtbot, tmp_path):
    view, _ = make(tmp_path / "missing" / "r.html")
    with qtbot.waitSignal(view.failed) as failed:
        qtbot.mouseClick(buttons(view)["Save as HTML…"], Qt.MouseButton.LeftButton)
    error = failed.args[0]
    assert error.where == str(tmp_path / "missing" / "r.html")
    assert error.remedy


def test_nothing_is_fetched(make, tmp_path):
    (tmp_path / "p.png").write_bytes(b"x")
    view, _ = make()
    browser = view.findChild(QTextBrowser)
    from PySide6.QtCore import QUrl
    from PySide6.QtGui import QTextDocument

    picture = QUrl.fromLocalFile(str(tmp_path / "p.png"))
    assert browser.loadResource(QTextDocument.ResourceType.ImageResource, picture) is None
    assert not browser.openLinks()
