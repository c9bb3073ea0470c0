"""The window without a screen, and nothing of it left behind."""

import gc
import os
import shutil
from functools import partialmethod
from multiprocessing import active_children

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
import onnxruntime  # noqa: F401 - before Qt, as the program does it
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QThread, QThreadPool
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from chartveil.domain.paths import UserPaths, resources_folder
from chartveil.gui.main_window import MainWindow
from chartveil.gui.preferences import Appearance, Preferences
from chartveil.gui.theme import switcher
from chartveil.gui.theme.icons import IconSet
from chartveil.gui.theme.switcher import ThemeSwitcher, WindowTheme
from chartveil.service.review_service import ReviewService
from chartveil.service.worklist_settings import WorklistSettings
from gui.driving import LONG, Person
from gui.forms_help import begun, drawn, search_forms
from review_help import working_here

SAMPLES = ("01-discharge-summary.txt", "06-telephone-encounter.md", "10-progress-notes.csv")


class PatientBot(QtBot):
    """Waits for as long as a busy machine may need, where a test does not say for how long."""

    waitSignal = partialmethod(QtBot.waitSignal, timeout=LONG)
    waitSignals = partialmethod(QtBot.waitSignals, timeout=LONG)
    waitUntil = partialmethod(QtBot.waitUntil, timeout=LONG)
    waitActive = partialmethod(QtBot.waitActive, timeout=LONG)
    waitExposed = partialmethod(QtBot.waitExposed, timeout=LONG)


@pytest.fixture
def qtbot(qapp, request):
    """In the place of the one of pytest-qt."""
    return PatientBot(request)


def still_running():
    """What a closed window must not leave: threads of Qt at work, processes."""
    main = QCoreApplication.instance().thread()
    kinds = {QThread, QThreadPool}
    for kind in list(kinds):
        kinds.update(kind.__subclasses__())
    # By their very class: to ask each of a million objects whether it is of some kind takes twice as long.
    found = [each for each in gc.get_objects() if type(each) in kinds and isValid(each)]
    return [each for each in found if each is not main and _works(each)] + active_children()


def delete_closed():
    """Deletes what was to be deleted later."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def _works(each):
    return each.isRunning() if isinstance(each, QThread) else each.activeThreadCount() > 0


@pytest.fixture(scope="session", autouse=True)
def icons_drawn_once(qapp):
    """Windows of one theme share their icons: to draw them is a third of the time that one takes to open."""
    made = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(switcher, "IconSet", lambda theme: made.setdefault(theme.name, IconSet(theme)))
        yield


@pytest.fixture
def themes(qapp):
    """The theme that widgets are drawn in: the light one, until a test changes it."""
    return WindowTheme()


@pytest.fixture
def nothing_left(qapp):
    """Fails a test that leaves a thread, a process or a window.

    A window that is left makes every later change of the theme slow.
    """
    yield
    delete_closed()
    assert still_running() == []
    assert [w for w in qapp.topLevelWidgets() if isinstance(w, MainWindow)] == []


@pytest.fixture
def same_looks(qapp):
    """Gives the application its looks back: other tests count on them."""
    sheet, palette, font, style = qapp.styleSheet(), qapp.palette(), qapp.font(), qapp.style().objectName()
    yield
    qapp.setStyleSheet("")
    qapp.setStyle(style)
    qapp.setFont(font)
    qapp.setPalette(palette)
    qapp.setStyleSheet(sheet)


@pytest.fixture
def open_window(qtbot, qapp, nothing_left, same_looks):
    """Opens windows, each on the files of a home; gives who sits at it. Closes them in the end."""
    opened = []

    def make(home, **preferences):
        chosen = Preferences(**{"appearance": Appearance.LIGHT, "reviewer": "Ada", "jobs": 1, **preferences})
        window = MainWindow(ReviewService(UserPaths(home)), chosen, ThemeSwitcher(qapp, chosen))
        opened.append(window)
        with qtbot.waitExposed(window):
            window.show()
        window.activateWindow()
        return Person(qtbot, window)

    yield make
    for window in opened:
        if isValid(window):
            window.close()
            window.deleteLater()
    delete_closed()  # else the looks that the application gets back are worked out for all that is in them


def copy_samples(folder):
    folder.mkdir()
    for name in SAMPLES:
        shutil.copyfile(resources_folder() / "samples" / name, folder / name)
    return folder


@pytest.fixture
def samples(tmp_path):
    """A folder with three of the samples."""
    return copy_samples(tmp_path / "samples")


@pytest.fixture(scope="session")
def searched_samples(tmp_path_factory):
    """The samples in a worklist, all searched, nothing decided. Copy it: ``searched`` does."""
    base = tmp_path_factory.mktemp("searched")
    service = ReviewService(UserPaths(base / "home"))
    service.create_worklist([copy_samples(base / "samples")], WorklistSettings(reviewer="Ada", jobs=1))
    with working_here():
        for found in service.detection_work(service.pending_files())(lambda: False):
            service.record_detection(found)
    service.close()
    return base / "home"


@pytest.fixture
def searched(searched_samples, tmp_path):
    """A home whose worklist holds the samples, searched."""
    return shutil.copytree(searched_samples, tmp_path / "home")


@pytest.fixture(scope="session")
def searched_forms(tmp_path_factory):
    """Forms in two worklists: ``search_forms``. Copy it: ``forms`` and ``asking`` do."""
    with working_here():
        return search_forms(tmp_path_factory.mktemp("forms"))


@pytest.fixture
def forms(open_window, searched_forms, tmp_path):
    """Who sits at the window with the first form; the pages are drawn."""
    person = open_window(shutil.copytree(searched_forms, tmp_path / "home"))
    return begun(person)


@pytest.fixture
def asking(open_window, searched_forms, tmp_path):
    """The same where boxes have to be decided."""
    person = open_window(shutil.copytree(searched_forms, tmp_path / "home"))
    person.window.resume_worklist(person.window.service.worklists()[1].id)
    person.until(lambda: person.review is not None)
    return drawn(person)
