"""The program killed in the middle of review: what was shown as decided is there afterwards."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from case_notes import case_note
from chartveil.case_report import serialization
from chartveil.case_report.indirect_facts.finder import find_facts
from chartveil.domain.paths import UserPaths
from chartveil.review.model import DecisionState
from chartveil.service.case_reports import CaseReportService, CaseRequest
from chartveil.service.spot_checks.releases import BringInRequest
from chartveil.service.spot_checks.service import SpotCheckService
from chartveil.spot_check.sampling import SamplingPlan
from chartveil.store.spot_checks.records import Arm, NoteAnswer

ENOUGH = 7
"""Decisions after which it is killed."""


def killed(module, home):
    """Runs a program that does things by keys, and kills it; gives what it showed, line by line."""
    path = [str(Path(__file__).parents[1]), *sys.path]
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(path))
    command = [sys.executable, "-m", module, str(home)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as child:
        lines = [child.stdout.readline() for _ in range(ENOUGH)]
        child.send_signal(signal.SIGKILL)
        lines += child.stdout.readlines()
    assert child.returncode == -signal.SIGKILL
    assert lines[-1], "it ended by itself"
    whole = [json.loads(line) for line in lines if line.endswith("\n")]
    assert len(whole) >= ENOUGH
    return whole


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals of another kind")
def test_every_decision_shown_is_there_after_kill_9_and_undo_works(open_window, searched):
    whole = killed("gui.deciding_until_killed", searched)

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


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals of another kind")
def test_every_key_of_a_spot_checks_reader_is_there_after_kill_9(tmp_path):
    release = tmp_path / "release"
    release.mkdir()
    for n in range(20):
        (release / f"{n:02}.txt").write_text(f"Ndukwe saw patient {n} for a cough.")
    service = SpotCheckService(UserPaths(tmp_path / "home"))
    id = service.releases.bring_in(BringInRequest(release))
    service.draws.commit(id, SamplingPlan(0.2, size=20))
    service.draws.draw(id)
    service.close()

    answered, marked = killed("gui.reading_until_killed", tmp_path / "home")[-1]

    service = SpotCheckService(UserPaths(tmp_path / "home"))
    stored = service.readings.positions(id, "Ada", Arm.RANDOM)
    service.close()
    done = sum(p.answer is NoteAnswer.LEAK for p in stored), sum(p.marks for p in stored)
    # What was stored in the moment of the kill may not have been shown yet.
    assert 0 <= sum(done) - (answered + marked) <= 1
    assert answered <= done[0]
    assert marked <= done[1]


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals of another kind")
def test_every_fact_that_a_case_report_shows_as_decided_is_there_after_kill_9_and_undo_works(tmp_path):
    service = CaseReportService(UserPaths(tmp_path / "home"))
    told = "\n".join(f"Visit {n}: he keeps pigeons in the loft behind his house." for n in range(20))
    note = case_note(f"Clinic note\nDate: 03/04/2019\n{told}")
    lines = [serialization.note_to_json(note, find_facts([note]))]
    id = service.store.add("a case", CaseRequest((tmp_path,)).as_json(), lines)
    service.close()

    shown = killed("gui.writing_up_until_killed", tmp_path / "home")[-1]

    service = CaseReportService(UserPaths(tmp_path / "home"))
    decided = len(service.case(id).decisions.facts)
    # What was stored in the moment of the kill may not have been shown yet.
    assert 0 <= decided - shown <= 1
    for left in range(decided - 1, -1, -1):
        assert service.undo(id)
        assert len(service.case(id).decisions.facts) == left
    assert not service.undo(id)
    service.close()
