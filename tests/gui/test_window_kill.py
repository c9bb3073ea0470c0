"""The program killed in the middle of review: what was shown as decided is there afterwards."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from chartveil.review.model import DecisionState

ENOUGH = 7
"""Decisions after which it is killed."""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals of another kind")
def test_every_decision_shown_is_there_after_kill_9_and_undo_works(open_window, searched):
    path = [str(Path(__file__).parents[1]), *sys.path]
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(path))
    command = [sys.executable, "-m", "gui.deciding_until_killed", str(searched)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as child:
        lines = [child.stdout.readline() for _ in range(ENOUGH)]
        child.send_signal(signal.SIGKILL)
        lines += child.stdout.readlines()
    assert child.returncode == -signal.SIGKILL
    assert lines[-1], "it ended by itself"
    whole = [json.loads(line) for line in lines if line.endswith("\n")]
    assert len(whole) >= ENOUGH

    person = open_window(searched)
    person.go_on()
    stored = {str(id): str(state) for id, state in person.decided().items()}
    # What was stored in the moment of the kill may not have been shown yet.
    assert whole[-1].items() <= stored.items()
    assert len(stored) - len(whole[-1]) <= 1

    for left in range(len(stored) - 1, -1, -1):
        person.press("Ctrl+Z")
        assert len(person.decided()) == left
    assert not person.window.action("undo").isEnabled()
    assert {i.state for i in person.review.items} <= {DecisionState.PROPOSED, DecisionState.RECOVERED}
