"""Work beside the window: where it runs, whose answers count, how it ends."""

import threading
from functools import partial

import pytest

from chartveil.domain.errors import Cancelled, InputError
from chartveil.gui.tasks import THREADS, BackgroundTasks

pytestmark = pytest.mark.usefixtures("nothing_left")


@pytest.fixture
def tasks(qtbot):
    tasks = BackgroundTasks()
    yield tasks
    tasks.close()


def here():
    return threading.current_thread() is threading.main_thread()


def wait(qtbot, condition):
    qtbot.waitUntil(lambda: bool(condition()), timeout=90_000)


def test_work_runs_beside_and_its_answer_comes_back(tasks, qtbot):
    got = []
    tasks.run(lambda: ("made", here()), lambda r: got.append((*r, here())), got.append)
    wait(qtbot, lambda: got)
    assert got == [("made", False, True)]


def test_an_error_is_handed_over_not_raised(tasks, qtbot):
    got = []

    def work():
        raise InputError("it is gone.", remedy="None.")

    tasks.run(work, got.append, lambda e: got.append((type(e), here())))
    wait(qtbot, lambda: got)
    assert got == [(InputError, True)]


def test_of_several_under_one_name_the_last_answer_counts(tasks, qtbot):
    go = threading.Event()
    got, other = [], []
    tasks.run_latest("open", lambda: go.wait(90) and 1, got.append, got.append)
    tasks.run_latest("open", lambda: 2, got.append, got.append)
    tasks.run_latest("else", lambda: 3, other.append, other.append)
    tasks.cancel_latest("else")
    go.set()
    wait(qtbot, lambda: got)
    tasks.run(lambda: 4, other.append, other.append)
    wait(qtbot, lambda: other)
    assert (got, other) == ([2], [4])


def test_of_many_under_one_name_those_that_wait_are_not_done(tasks, qtbot):
    begun, go = threading.Semaphore(0), threading.Event()
    done, got = [], []

    def occupy():
        begun.release()
        go.wait(90)

    for _ in range(THREADS):
        tasks.run(occupy, lambda _: None, got.append)
    for _ in range(THREADS):
        assert begun.acquire(timeout=90)
    for n in range(20):
        tasks.run_latest("case", partial(done.append, n), got.append, got.append)
    go.set()
    wait(qtbot, lambda: got)
    assert (done, got) == ([19], [None])


def test_a_stream_gives_its_values_in_order_and_ends(tasks, qtbot):
    got = []
    tasks.run_stream(lambda stop: iter(range(5)), lambda v: got.append((v, here())), lambda e: got.append(e))
    wait(qtbot, lambda: None in got)
    assert got == [*[(n, True) for n in range(5)], None]


@pytest.mark.parametrize(
    ("raised", "told"), [(Cancelled(), None), (InputError("no.", remedy="None."), InputError)]
)
def test_a_stream_that_breaks_off_keeps_what_it_gave(tasks, qtbot, raised, told):
    def make(stop):
        yield 1
        raise raised

    got = []
    tasks.run_stream(make, got.append, lambda e: got.append(type(e) if e else None))
    wait(qtbot, lambda: len(got) == 2)
    assert got == [1, told]


def until_stopped(stop, began):
    began.set()
    while not stop():
        yield threading.Event().wait(0.001)


def test_a_stream_stops_when_it_is_asked_to(tasks, qtbot):
    ended = []
    stream = tasks.run_stream(
        lambda stop: until_stopped(stop, threading.Event()), lambda v: None, ended.append
    )
    stream.stop()
    wait(qtbot, lambda: ended)
    assert ended == [None]


def test_closing_waits_hurries_and_tells_nobody(qtbot):
    tasks = BackgroundTasks()
    began, hurried = threading.Event(), threading.Event()
    got = []

    def make(stop):
        began.set()
        # Deaf to a stop, as one that waits for a process is.
        assert hurried.wait(90)
        yield 1

    tasks.run_stream(make, got.append, got.append, hurried.set)
    tasks.run(lambda: 2, got.append, got.append)
    assert began.wait(90)
    tasks.close()
    assert hurried.is_set()
    qtbot.wait(1)
    assert got == []
