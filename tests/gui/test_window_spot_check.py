"""A release is checked by keyboard: brought in, planned, read by one and by two, settled, judged."""

import re

import pytest
from PySide6.QtWidgets import QApplication

from chartveil.gui.spot_check.plan_page import percent_text
from chartveil.gui.spot_check.steps import SpotCheckStep
from chartveil.gui.theme.colors import ThemeName

NOTES = 40
LEAK = "Ndukwe"


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    """A folder of notes, of which every other names its doctor."""
    folder = tmp_path_factory.mktemp("spot") / "release"
    folder.mkdir()
    for n in range(NOTES):
        name = f"by Dr. {LEAK}" if n % 2 == 0 else "in the ward"
        (folder / f"note-{n:02}.txt").write_text(f"Note {n}.\nSeen {name}, who ordered test {n}.\n")
    return folder


class Checking:
    """Who checks a release, by keys."""

    def __init__(self, person):
        self.person = person
        self.page = person.window.spot_check_page
        self.reading = self.page.reading

    def at(self, step):
        return self.page.steps[step].isChecked()

    def bring_in(self, release):
        self.person.press("Ctrl+K")
        self.person.until(lambda: self.page.bring_in.release.hasFocus())
        self.person.type(str(release))
        self.person.press("Return")
        self.person.until(lambda: self.page.bring_in.to_plan.hasFocus())

    def plan(self, readers):
        self.person.press("Alt+2")
        plan = self.page.plan
        self.person.until(lambda: plan.bound.hasFocus())
        plan.bound.selectAll()
        self.person.type("10")
        plan.readers.setValue(readers)
        plan.consent.setChecked(False)
        self.person.until(lambda: plan.to_read.text().startswith("18 of 40"))
        plan.freeze.setFocus()
        self.person.press("Space")
        self.person.until(lambda: plan.draw.hasFocus())
        assert [len(group) for group in plan.commitment.text().split()] == 8 * [8]
        self.person.press("Space")
        self.person.until(lambda: self.at(SpotCheckStep.READ))

    def begin(self, name):
        self.reading.readers.setFocus()
        self.reading.readers.lineEdit().selectAll()
        self.person.type(name)
        self.person.press("Return")
        self.person.until(lambda: self.reading.view.hasFocus() and "Seen" in self.reading.view.text)

    def mark(self, word):
        """Marks a word of the note as a doctor's name."""
        self.person.press("Ctrl+Home")
        self.person.press("Right", times=self.reading.view.text.index(word) + 1)
        self.person.press("L")
        self.person.until(lambda: QApplication.activePopupWidget() is not None)
        self.person.press("D")
        self.person.until(lambda: self.reading.mark_list.count() == 1)

    def read_all(self, *, sees=lambda text: LEAK in text):
        """Reads what has no answer; marks the name where it is seen. Gives the texts."""
        read = []
        while self.reading.done.isEnabled():
            text = self.reading.view.text
            read.append(text)
            if LEAK in text and sees(text):
                self.mark(LEAK)
            self.person.press("Space")
            self.person.until(lambda before=text: self.reading.view.text != before)
        return read


def verify(checking, report):
    """Verifies a signed report in the window, then the same with another answer."""
    person, page = checking.person, checking.page.report_check
    person.press("Ctrl+K")
    person.until(lambda: checking.page.bring_in.release.hasFocus())
    person.press("Alt+V")
    person.until(lambda: page.report.hasFocus())
    person.type(str(report))
    person.press("Return")
    person.until(lambda: page.head.property("role") == "success")
    assert "holds" in page.head.text()
    assert len(page.fingerprint.text()) > 40
    (data,) = report.glob("*.chartveil-check")
    data.write_text(data.read_text().replace("true", "false", 1))
    person.press("Return")
    person.until(lambda: page.head.property("role") == "danger")
    assert page.findings.count()


@pytest.fixture
def checking(open_window, tmp_path):
    return Checking(open_window(tmp_path / "home"))


def test_from_a_folder_to_a_verdict_by_keys(checking, release):
    person, page = checking.person, checking.page
    checking.bring_in(release)
    checking.plan(readers=1)
    person.until(lambda: "Seen" in checking.reading.view.text)
    first = checking.reading.view.text
    person.press("Space")
    person.until(lambda: checking.reading.view.text != first)
    person.press("Ctrl+Z")
    person.until(lambda: checking.reading.view.text == first)
    read = checking.read_all()
    assert len(read) == 18
    person.press("Space")
    assert checking.reading.view.hasFocus(), "one more Space drops no list down"
    leaking = sum(LEAK in text for text in read)
    person.press("Alt+4")
    person.until(lambda: page.verdict.facts.text())
    assert f"{leaking} of 18 notes leak in the random arm" in page.verdict.facts.text()
    # It is stored: another window goes on with it.
    (summary,) = person.window.spot_check_session.summaries()
    assert (summary.read, summary.drawn) == (18, 18)


def test_a_look_at_the_verdict_leaves_no_gap_in_the_reading(checking, release):
    """What is read behind a note that was passed over does not count."""
    person, page = checking.person, checking.page
    checking.bring_in(release)
    checking.plan(readers=1)
    person.until(lambda: "Seen" in checking.reading.view.text)
    first = checking.reading.view.text
    person.press("Space")
    person.until(lambda: checking.reading.view.text != first)
    second = checking.reading.view.text
    for step in ("Alt+4", "Alt+2"):
        person.press(step)
        person.until(lambda: not checking.at(SpotCheckStep.READ))
        person.press("Alt+3")
        person.until(lambda: checking.at(SpotCheckStep.READ))
        person.until(lambda: checking.reading.view.text == second)
    person.press("G")  # this key passes it over
    person.until(lambda: checking.reading.view.text != second)
    assert page.reading.view.isVisible()


def test_the_plan_tells_what_planted_leaks_cannot_do(checking, release):
    person, page = checking.person, checking.page.plan
    checking.bring_in(release)
    person.press("Alt+2")
    person.until(page.bound.hasFocus)
    # Of 40 notes 39 are read for the usual share: one is left for a planted leak.
    person.until(lambda: page.to_read.text().startswith("39 of 40"))
    person.until(page.no_room.isVisible)
    assert page.no_room.text().startswith("Only 1 of 20 planted leaks have room")
    assert "miss nothing" in page.would_show.text()
    page.consent.setFocus()
    person.press("Space")
    person.until(lambda: not page.no_room.isVisible())
    assert page.would_show.text() == "What will be shown if the readers find"
    person.press("Space")
    page.bound.setFocus()
    page.bound.selectAll()
    person.type("20")
    person.until(lambda: page.to_read.text().startswith("1"))
    person.until(lambda: page.worth.isVisible() and not page.no_room.isVisible())
    assert page.worth.rowCount() == 1, "for 40 planted ones there is no room"
    assert "ask for a smaller share" in page.advice.text()


def test_what_is_told_once_outlasts_a_look_elsewhere(checking, release, tmp_path):
    person, page = checking.person, checking.page
    checking.bring_in(release)
    checking.plan(readers=1)
    person.until(lambda: "Seen" in checking.reading.view.text)
    checking.read_all()
    person.press("Alt+4")
    verdict = page.verdict
    person.until(lambda: verdict.facts.text() and verdict.message.text() == "")
    verdict.folder.setFocus()
    verdict.folder.selectAll()
    person.type(str(tmp_path / "report"))
    person.press("Return")
    person.until(lambda: "Passphrase of the annex" in verdict.message.text())
    told = verdict.message.text()
    assert verdict.message.hasFocus(), "the next Enter leads nowhere"
    person.press("Return")
    assert verdict.isVisible()
    person.press("Alt+3")
    person.until(lambda: checking.at(SpotCheckStep.READ))
    person.press("Alt+4")
    person.until(lambda: verdict.message.text() == told)


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (0.033339, "3.4 %"),
        (0.0333, "3.4 %"),
        (0.05, "5.0 %"),
        (0.95, "95 %"),
        (0.771, "78 %"),
        (0.00501, "0.51 %"),
    ],
)
def test_a_bound_is_never_said_too_small(share, said):
    assert percent_text(share) == said


def test_two_readers_settle_what_they_differ_on_search_the_rest_and_sign(checking, release, tmp_path):
    person, page = checking.person, checking.page
    checking.bring_in(release)
    checking.plan(readers=2)
    person.until(lambda: "Seen" in checking.reading.view.text)
    leaking = sum(LEAK in text for text in checking.read_all())
    checking.begin("Tom Berg")
    assert checking.reading.mark_list.count() == 0
    checking.read_all(sees=lambda _: False)
    person.press("Alt+D")
    table = page.disagreements.table
    person.until(lambda: table.rowCount() == leaking and table.hasFocus())
    for _ in range(leaking):
        person.press("1")  # asks why
        person.type("names the doctor")
        person.press("Return")
        said = page.disagreements.count.text()
        person.press("1")
        person.until(lambda said=said: page.disagreements.count.text() != said)
    assert page.disagreements.count.text() == f"{leaking} of {leaking} settled"
    person.press("Delete")  # takes the last word back, and gives it again
    person.until(lambda: page.disagreements.count.text() == f"{leaking - 1} of {leaking} settled")
    person.press("1")
    person.type("names the doctor")
    person.press("Return")
    person.press("1")
    person.until(lambda: page.disagreements.count.text() == f"{leaking} of {leaking} settled")
    person.press("Alt+4")
    person.until(lambda: "leak in the random arm" in page.verdict.facts.text())
    person.press("Alt+L")
    person.until(lambda: page.rest.isVisible())
    person.press("Alt+S")
    person.until(lambda: page.rest.head.text())
    assert page.rest.head.text() == "20 notes of the release hold it"
    assert page.rest.places.count() == 20
    person.press("Alt+B")
    person.until(lambda: page.verdict.isVisible() and not page.verdict.message.text())
    page.verdict.folder.setText(str(tmp_path / "report"))
    person.press("Alt+S")
    person.until(lambda: page.verdict.message.text().startswith("✓"))
    assert (tmp_path / "report" / "spot-check.pdf").stat().st_size > 10_000
    verify(checking, tmp_path / "report")
    person.window.spot_check.open(person.window.spot_check_session.summaries()[0].id)
    person.press("Alt+4")
    person.until(lambda: page.verdict.isVisible() and not page.verdict.message.text())
    person.press("Alt+L")
    mended = tmp_path / "mended"
    mended.mkdir()
    for note in release.iterdir():
        (mended / note.name).write_text(note.read_text().replace(LEAK, "Okafor"))
    page.rest.repaired.setText(str(mended))
    person.until(lambda: page.rest.isVisible())
    person.press("Alt+P")
    person.until(lambda: page.rest.head.text())
    assert page.rest.fresh.isVisible(), page.rest.head.text()
    assert "20 notes are the same" in page.rest.head.text()
    assert page.rest.head.property("role") == "success"
    person.press("Alt+H")
    person.until(lambda: checking.at(SpotCheckStep.PLAN))
    assert person.notices() == []


def test_read_more_draws_on_until_the_bound_is_shown_and_plots_go_with_the_theme(checking, release):
    person, verdict = checking.person, checking.page.verdict
    checking.bring_in(release)
    checking.plan(readers=1)
    person.until(lambda: "Seen" in checking.reading.view.text)
    checking.mark("Seen")  # one leaks, whoever was drawn
    first = checking.reading.view.text
    person.press("Space")
    person.until(lambda: checking.reading.view.text != first)
    assert len(checking.read_all(sees=lambda _: False)) == 17
    person.press("Alt+4")
    person.until(verdict.extend.isVisible)
    assert "1 of 18 notes leak" in verdict.facts.text()
    more = int(re.search(r"\d+", verdict.extend.text())[0])
    person.press("Alt+M")
    next_note = f"Note 19 · 18 of {18 + more} read"
    person.until(lambda: checking.reading.progress.text().startswith(next_note))
    person.until(checking.reading.view.hasFocus)
    assert len(checking.read_all(sees=lambda _: False)) == more
    person.press("Alt+4")  # as was said: no further one leaks, so the bound is shown
    person.until(lambda: f"1 of {18 + more} notes leak" in verdict.facts.text())
    assert verdict.head.text().startswith("✓")
    assert not verdict.extend.isVisible()
    person.until(verdict.plots[0].isVisible)
    for name in (ThemeName.LIGHT, ThemeName.DARK):
        assert person.window.theme_switcher.window_theme.theme.name is name
        paper = person.window.theme_switcher.window_theme.theme.raised
        assert [p.grab().toImage().pixelColor(2, 2) for p in verdict.plots] == [paper, paper]
        person.command("theme")
    assert person.notices() == []
