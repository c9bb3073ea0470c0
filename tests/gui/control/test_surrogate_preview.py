"""What spans become, made beside the window."""

import threading

import pytest

from build import document, find
from chartveil.domain.span import Replacement
from chartveil.gui.control.document import SurrogatePreview
from chartveil.gui.tasks import BackgroundTasks

TEXT = "Seen by Dr. Okonjo.\n"
NOTE = document(TEXT)
NAME = find(TEXT, "Okonjo", "DOCTOR")


@pytest.fixture
def tasks(qapp):
    tasks = BackgroundTasks()
    yield tasks
    tasks.close()


def test_what_is_on_its_way_when_the_spans_change_is_not_shown(qtbot, tasks):
    """A slow answer to an old question would be taken for one to the new."""
    go_on = threading.Event()
    asked = []

    def make(_, spans):
        asked.append(spans)
        if len(asked) == 1:
            go_on.wait(90)
        text = "OLD" if len(asked) == 1 else "Banner"
        return [Replacement(s.start, s.end, text, s.label) for s in spans]

    becoming = SurrogatePreview(make, tasks, tasks)
    becoming.start(NOTE, [NAME])
    qtbot.waitUntil(lambda: len(asked) == 1)
    becoming.discard()
    go_on.set()
    tasks.run(lambda: None, asked.append, asked.append)
    qtbot.waitUntil(lambda: len(asked) == 2)
    assert not becoming.ready
    assert becoming.text_for(NAME) is None
    with qtbot.waitSignal(becoming.finished):
        becoming.start(NOTE, [NAME])
    assert becoming.text_for(NAME) == "Banner"


def test_why_there_is_nothing_quotes_no_text(qtbot, tasks):
    def make(_, spans):
        raise KeyError("Okonjo")

    becoming = SurrogatePreview(make, tasks, tasks)
    with qtbot.waitSignal(becoming.failed) as told:
        becoming.start(NOTE, [NAME])
    assert told.args[0]
    assert "Okonjo" not in told.args[0]
    assert not becoming.ready
