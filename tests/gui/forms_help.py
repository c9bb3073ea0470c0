"""Forms with boxes on their pages, and what a mouse does to them in the window."""

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from chartveil.domain.page_layout import Region, RegionKind
from chartveil.domain.paths import UserPaths
from chartveil.domain.policy import MustDecide
from chartveil.ocr.options import PageOptions, UnreadPolicy
from chartveil.review.model import DocumentState, PageBox
from chartveil.service.review_service import ReviewService
from chartveil.service.worklist_settings import WorklistSettings
from table_files import lines, pdf_bytes

LEFT, SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier


SIZE = (300, 200)
"""Points: width and height of most forms' pages."""


def note(name, *, size=SIZE):
    """A form of two pages."""

    def sized(draw):
        def page(canvas):
            canvas.setPageSize(size)
            canvas.setFont("Helvetica", 12)
            draw(canvas)

        return page

    first = lines(f"Seen by Dr. {name}", "Lungs clear, no edema", x=20, top=size[1] - 40, step=30)
    second = lines("Plan: rest and fluids", x=20, top=size[1] - 40)
    return pdf_bytes(sized(first), sized(second))


FILES = {
    "a-form.pdf": note("Lindahl"),
    "b-form.pdf": note("Ostrowski"),
    "c-form.pdf": note("Pellworth"),
    "d-wide.pdf": note("Almeida", size=(420, 200)),
}
REGIONS = (
    Region(0, 150, 120, 250, 160, RegionKind.SIGNATURE, 0.8),
    Region(1, 150, 120, 250, 160, RegionKind.BARCODE, 0.9),
)


def begun(person):
    person.go_on()
    return drawn(person)


def drawn(person):
    view = person.window.review_page.pages.view
    person.until(lambda: 0 in view.cached_pages)
    return person


def view_of(person):
    return person.window.review_page.pages.view


def place(view, page, left, top, right, bottom):
    """Where a part of a page is drawn in the column of pages."""
    region = Region(page, left, top, right, bottom, RegionKind.DRAWN, 1.0)
    return view.editor.rect_of(PageBox(0, region))


def at(person, x, y, page=0):
    """Where a point of a page stands in the view, for the mouse."""
    view = view_of(person)
    return (place(view, page, x, y, x, y).topLeft() - view.visible_rect.topLeft()).toPoint()


def drag(person, begin, end, modifiers=Qt.KeyboardModifier.NoModifier):
    over = view_of(person).viewport()
    QTest.mousePress(over, LEFT, modifiers, at(person, *begin))
    QTest.mouseMove(over, at(person, *[(a + b) / 2 for a, b in zip(begin, end, strict=True)]))
    QTest.mouseMove(over, at(person, *end))
    QTest.mouseRelease(over, LEFT, modifiers, at(person, *end))


def stored(person, row=1):
    """What the store keeps of the boxes of a document: kind, state, page, edges."""
    service = person.window.service
    return [
        (m.region.kind.value, m.state.value, m.region.page, round(m.region.left), round(m.region.top))
        for m in sorted(
            service.store.boxes(service.worklist, row, service.reading_of(row)), key=lambda m: m.id
        )
    ]


def near(mark, expected):
    """Whether a box stands there, but for a point: the mouse hits whole pixels."""
    return mark[:3] == expected[:3] and all(
        abs(a - b) <= 1 for a, b in zip(mark[3:], expected[3:], strict=True)
    )


FOUND = [("signature", "proposed", 0, 150, 120), ("barcode", "proposed", 1, 150, 120)]


def search_forms(base):
    """Forms in two worklists, searched; in the first a signature and a barcode were found on the first of
    them. Boxes of the second worklist have to be decided. Gives their home."""
    files = base / "files"
    files.mkdir()
    for name, data in FILES.items():
        (files / name).write_bytes(data)
    service = ReviewService(UserPaths(base / "home"))
    for unread in (UnreadPolicy.ASK, UnreadPolicy.COVER):
        settings = WorklistSettings(reviewer="Ada", jobs=1, must_decide=MustDecide.NONE)
        service.create_worklist(
            [files], replace(settings, read=replace(settings.read, pages=PageOptions(unread=unread)))
        )
        for found in service.detection_work(service.pending_files())(lambda: False):
            if found.outcome.number == 1:
                documents = tuple(replace(d, regions=REGIONS) for d in found.documents)
                found = replace(found, documents=documents)
            service.record_detection(found)
        assert {r.state for r in service.rows()} == {DocumentState.TO_REVIEW}, service.rows()[0].reason
    service.close()
    return base / "home"
