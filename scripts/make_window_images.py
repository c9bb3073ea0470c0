"""Takes the pictures of the window for the documentation, from the bundled (fictional) samples.

    python scripts/make_window_images.py [--only NAME ...] [--searched FOLDER] [--out docs/images]

The window itself is driven, offscreen, in a home of its own with a fixed key, reviewer and clock: the same
fonts, models and samples give the same pictures, but for times and fingerprints in those of the
record. Pillow makes the files small.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["QT_SCALE_FACTOR"] = "1"
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "app"))

import onnxruntime  # noqa: E402, F401 - before Qt, as the program does
from PIL import Image, ImageChops  # noqa: E402
from PySide6.QtCore import QTimer  # noqa: E402
from PySide6.QtTest import QTest  # noqa: E402
from PySide6.QtWidgets import QApplication, QDialog, QWidget  # noqa: E402

from chartveil.domain.labels import Label  # noqa: E402
from chartveil.domain.paths import UserPaths  # noqa: E402
from chartveil.gui.access.dialogs import FirstStartDialog  # noqa: E402
from chartveil.gui.commands.shortcut_sheet import ShortcutSheetDialog  # noqa: E402
from chartveil.gui.control import record as record_control  # noqa: E402
from chartveil.gui.export.dialog import ExportStep  # noqa: E402
from chartveil.gui.main_window import MainWindow  # noqa: E402
from chartveil.gui.preferences import Appearance, Preferences  # noqa: E402
from chartveil.gui.second_reader.page import Resolution  # noqa: E402
from chartveil.gui.settings.dialog import SettingsPageName  # noqa: E402
from chartveil.gui.theme.switcher import ThemeSwitcher  # noqa: E402
from chartveil.gui.widgets.notices import NoticeKind  # noqa: E402
from chartveil.review.model import ActionKind, DecisionState, Reading, ReviewItem  # noqa: E402
from chartveil.review.page_review import PageArea  # noqa: E402
from chartveil.service.bulk_decisions import DecisionScope  # noqa: E402
from chartveil.service.release_record import RECORD_NAME  # noqa: E402
from chartveil.service.review_service import ReviewService  # noqa: E402

KEY = bytes(range(32)).hex() + "\n"
"""Of the pictures only: it protects nothing."""
READERS = ("Rosa Almeida", "Tom Berg")
NOW = "2026-03-06T09:30:00+00:00"
SIZE = (1440, 900)
DEVICE = "CPU, 4 cores"
"""In the pictures, whatever machine draws them."""
LETTER = "05-clinic-letter-british.txt"
"""What two read."""
ACCESS_PICTURES = frozenset({"first-start", "access"})
RECORD_PICTURES = frozenset({"record", "record-broken"})
MOST_BYTES = 300_000
UNSEEN = (16, 0.001)
"""A palette goes unseen when no more than this share of pixels is off by more than that, of 255."""
_PATIENCE = 900
"""Seconds that a step may take."""


class Studio:
    """The window as a person would use it, and a camera.

    Args:
        home: folder that the program keeps its files in.
        out: where pictures go.
        wanted: names of the pictures to take; empty for all.
    """

    def __init__(self, home: Path, out: Path, wanted: frozenset[str]) -> None:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        places = UserPaths(home)
        if not places.key_file.exists():
            places.key_file.write_text(KEY, encoding="ascii")
            places.key_file.chmod(0o600)
        self.out, self.wanted = out, wanted
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        preferences = Preferences(appearance=Appearance.LIGHT, reviewer=READERS[0], device="cpu")
        self.service = ReviewService(places)
        self.service.timestamp = lambda: NOW  # type: ignore[method-assign]
        self.window = MainWindow(self.service, preferences, ThemeSwitcher(app, preferences))
        self.window.resize(*SIZE)
        self.window.show()
        self.until("the device is known", lambda: self.window.settings.device)
        self.window.settings._take_device(DEVICE)

    def close(self) -> None:
        self.window.close()
        QTest.qWait(50)

    def until(self, what: str, ready: Callable[[], object]) -> None:
        """Waits for something the window does in the background.

        Raises:
            SystemExit: if it does not come.
        """
        for _ in range(_PATIENCE * 20):
            if any(n.kind in (NoticeKind.FAILURE, NoticeKind.BUG) for n in self.window.notice_bar.notices):
                raise SystemExit(f"The window said: {self.window.notice_bar.notices[-1]}")
            if ready():
                return
            QTest.qWait(50)
        raise SystemExit(f"The window did not come to this: {what}.")

    def take(self, name: str, widget: QWidget | None = None) -> None:
        """Takes a picture of the window or of a dialog, if it is wanted."""
        if self.wanted and name not in self.wanted:
            return
        QTest.qWait(300)
        target = self.out / f"window-{name}.png"
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="chartveil-images-") as folder:
            raw = Path(folder) / "picture.png"
            if not (widget or self.window).grab().save(str(raw)):
                raise SystemExit(f"{name} could not be drawn.")
            made = shrink(raw)
        made.save(target, optimize=True)
        size = target.stat().st_size
        if size > MOST_BYTES:
            raise SystemExit(f"{target.name} has {size:,} bytes, more than {MOST_BYTES:,}.")
        print(f"{target.name}: {made.width} by {made.height}, {size:,} bytes", flush=True)

    def take_modal(self, name: str, ask: Callable[[], object]) -> None:
        """Takes a picture of a dialog that waits for an answer, and gives it none."""

        def shoot() -> None:
            dialog = QApplication.activeModalWidget()
            assert isinstance(dialog, QDialog)
            self.take(name, dialog)
            dialog.reject()

        QTimer.singleShot(0, shoot)
        ask()

    # What a person does

    def do(self, command: str) -> None:
        self.window.action(command).trigger()
        QTest.qWait(50)

    def open(self, name: str) -> None:
        """Opens a document by its name in the worklist."""
        row = next(r.row for r in self.service.rows() if r.name == name)
        reviewing = self.window.document
        reviewing.open(row)
        self.until(f"{name} is open", lambda: reviewing.row is not None and reviewing.row.row == row)
        self.until_made()

    def until_made(self) -> None:
        """Waits until the inspector knows what the span becomes."""
        QTest.qWait(300)
        becomes = self.window.review_page.inspector._becomes
        self.until("the surrogate is made", lambda: becomes.full_text not in ("", "…"))

    def items(self, text: str) -> list[ReviewItem]:
        """The items of the open document with a text."""
        review = self.window.document.review
        assert review is not None
        found = [i for i in review.items if i.span.text(review.text) == text]
        if not found:
            raise SystemExit(f"Nothing in {self.window.document.row} is marked as {text!r}: choose another.")
        return found

    def go(self, text: str) -> None:
        self.window.document.select(self.items(text)[0])
        self.until_made()

    def accept_all(self) -> None:
        """Accepts what is undecided in the open document."""
        reviewing = self.window.document
        review = reviewing.review
        assert review is not None
        ids = [i.id for i in review.items if i.state is DecisionState.PROPOSED]
        if ids:
            reviewing.decide(ActionKind.BULK, lambda: review.accept(ids))

    def sign(self, name: str) -> None:
        """Accepts all of a document and signs it off."""
        self.open(name)
        self.accept_all()
        self.do("sign-off")
        QTest.qWait(300)

    def prefer(self, **changes: object) -> None:
        self.window.settings.change_preferences(**changes)
        QTest.qWait(100)


def shrink(raw: Path) -> Image.Image:
    """The picture with a palette of 256 colours, where nobody would see the difference."""
    whole = Image.open(raw).convert("RGB")
    small = whole.quantize(256, method=Image.Quantize.MEDIANCUT, kmeans=2, dither=Image.Dither.NONE)
    off = ImageChops.difference(whole, small.convert("RGB")).convert("L").histogram()
    return small if sum(off[UNSEEN[0] + 1 :]) <= UNSEEN[1] * sum(off) else whole


def search(home: Path, out: Path, wanted: frozenset[str]) -> None:
    """The first start, and the samples searched."""
    studio = Studio(home, out, wanted)
    window = studio.window
    studio.take("start")
    for name, second_reader in ((LETTER, True), (".", False)):
        studio.prefer(second_reader=second_reader)
        window.begin_worklist([ROOT / "resources" / "samples" / name])
        studio.until(
            "files are found", lambda: window.is_reviewing and not window.worklists.is_searching_files
        )
        studio.until(
            "all is searched", lambda: not window.detection.running and not studio.service.pending_files()
        )
    studio.close()


def film(studio: Studio) -> None:
    """A review from the first decision to the report, with a picture at each step."""
    window = studio.window
    window.resume_worklist(studio.service.worklists()[0].id)
    studio.until("a document is open", lambda: window.document.review is not None)
    for name in ("03-pathology-report.txt", "07-portal-message.html", "09-referral-letter.docx"):
        studio.sign(name)
    review(studio)
    many(studio)
    release(studio)
    second(studio)
    studio.close()


def review(studio: Studio) -> None:
    """One document, looked at in every way."""
    studio.open("01-discharge-summary.txt")
    for _ in range(12):
        studio.do("accept")
    studio.until_made()
    studio.take("review")
    studio.prefer(appearance=Appearance.DARK)
    studio.take("review-dark")
    studio.prefer(appearance=Appearance.CONTRAST)
    studio.take("contrast")
    studio.prefer(appearance=Appearance.LIGHT)
    studio.do("preview")
    studio.until("the preview is made", lambda: window_preview_ready(studio))
    studio.take("preview")
    studio.do("preview")
    studio.open("11-consultation.pdf")
    studio.go("Catron County")
    for area in (PageArea(0, 56, 50, 252, 66), PageArea(0, 56, 380, 178, 398)):
        studio.window.review_page.pages.view.editor.box_drawn.emit(area)
    QTest.qWait(1500)
    studio.take("pdf")


def window_preview_ready(studio: Studio) -> bool:
    return bool(studio.window.review_page.preview.prepared.items)


def many(studio: Studio) -> None:
    """All places of one text; the order by risk; settings and keys."""
    window = studio.window
    studio.open("10-progress-notes.csv, row 2")
    studio.go("R. Sandoval")
    studio.take_modal("bulk", lambda: window.bulk_decisions.decide_same_text(scope=DecisionScope.WORKLIST))
    studio.do("risk-queue")
    window.review_page.risk_queue._start()
    studio.until_made()
    studio.take("queue")
    studio.do("risk-queue")
    studio.do("settings")
    dialog = window.settings.dialog
    assert dialog is not None
    studio.take("settings", dialog)
    dialog.close()
    studio.do("keys")
    sheet = window.findChild(ShortcutSheetDialog)
    assert sheet is not None
    studio.take("keys", sheet)
    sheet.close()


def release(studio: Studio) -> None:
    """Export of what is signed off, and its report."""
    window = studio.window
    dialog = window.export.dialog
    studio.do("export")
    dialog.choice_page.folder.setText("~/clean")
    studio.take("export", dialog)
    dialog.choice_page.start.click()
    studio.until("the export is done", lambda: not window.export.running)
    dialog.close()
    studio.do("report")
    report = window.export.report_dialog
    assert report is not None
    studio.take("report", report)
    report.close()


def record(home: Path, out: Path, wanted: frozenset[str]) -> None:
    """One letter from its search to the release with its record, checked, and after a copy was changed."""
    studio = Studio(home, out, wanted)
    window = studio.window
    window.begin_worklist([ROOT / "resources" / "samples" / LETTER])
    studio.until(
        "the letter is open", lambda: window.document.row is not None and not window.detection.running
    )
    studio.sign(LETTER)
    folder, dialog = home / "clean", window.export.dialog
    studio.do("export")
    dialog.choice_page.folder.setText(str(folder))
    dialog.choice_page.start.click()
    studio.until("the export is done", lambda: dialog.step is ExportStep.RESULT)
    dialog.close()
    record_control.ask_folder = lambda *_: folder
    record_control.ask_file = lambda *_: folder / RECORD_NAME
    studio.do("record")
    page = studio.window.record.page
    assert page is not None
    done = lambda: not page.stop.isVisible()  # noqa: E731
    studio.until(
        "the releases are listed",
        lambda: done() and page.table.rowCount() and "…" not in page.decisions.text(),
    )
    page.write.click()
    studio.until("the record is written", lambda: done() and "✓" in page.verdict.text())
    page.check.click()
    studio.until("the record is checked", lambda: done() and "holds" in page.verdict.text())
    studio.take("record", page.window())
    copy = min(folder.glob("note-*"))
    copy.write_bytes(copy.read_bytes() + b" ")
    (folder / "notes.txt").write_text("put in")
    page.check.click()
    studio.until("the change is found", lambda: done() and "✕" in page.verdict.text())
    studio.take("record-broken", page.window())
    page.window().close()
    studio.close()


def second(studio: Studio) -> None:
    """Two readers of one document."""
    window = studio.window
    reviewing = window.document
    window.resume_worklist(studio.service.worklists()[1].id)
    studio.open(LETTER)
    studio.go("70")
    studio.do("reject")
    studio.accept_all()
    studio.do("sign-off")
    QTest.qWait(500)
    studio.prefer(reviewer=READERS[1])
    studio.until("it waits for its second reader", lambda: reviewing.review is None and reviewing.row)
    window.second_reading.begin()
    studio.until("the second reading is open", lambda: _reading(studio) is Reading.SECOND)
    studio.go("Joan Tudor")
    window.review_commands.relabel(Label.DOCTOR)
    studio.go("March")
    studio.do("end-right-character")
    studio.accept_all()
    studio.until_made()
    studio.do("sign-off")
    studio.until("both have signed", lambda: _reading(studio) is Reading.RESOLVED)
    studio.do("disagreements")
    window.review_page.disagreements.chosen.emit(0, Resolution.FIRST)
    window.review_page.disagreements.table.selectRow(2)
    studio.take("second-reader")


def _reading(studio: Studio) -> Reading | None:
    review = studio.window.document.review
    return review.reading if review is not None else None


def access(home: Path, out: Path, wanted: frozenset[str]) -> None:
    """The question of the first start, and the page on which it is answered anew."""
    studio = Studio(home, out, wanted)
    studio.window.show()
    first = FirstStartDialog(UserPaths(home / "new"))
    first.show()
    studio.take("first-start", first)
    first.close()
    studio.do("settings")
    dialog = studio.window.settings.dialog
    assert dialog is not None
    dialog.open_page(SettingsPageName.ACCESS)
    studio.take("access", dialog)
    dialog.close()
    studio.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME", help="pictures, without 'window-'")
    parser.add_argument("--searched", type=Path, help="keep the searched worklist there for the next time")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "images")
    args = parser.parse_args()
    app = QApplication([])
    app.setCursorFlashTime(0)
    wanted = frozenset(args.only)
    with tempfile.TemporaryDirectory(prefix="chartveil-images-") as temporary:
        folder = Path(temporary)
        searched = args.searched or folder / "searched"
        os.environ["HOME"] = str(folder)
        # Of whoever makes the pictures nothing is shown.
        os.environ["LOGNAME"], platform.node = "rosa", lambda: "ward-7"
        record(folder / "one", args.out, wanted)
        if not wanted or wanted & ACCESS_PICTURES:
            access(folder / "two", args.out, wanted)
        if not wanted or wanted - RECORD_PICTURES - ACCESS_PICTURES:
            if not searched.exists():
                search(searched, args.out, wanted)
            shutil.copytree(searched, folder / "home")
            film(Studio(folder / "home", args.out, wanted))


if __name__ == "__main__":
    main()
