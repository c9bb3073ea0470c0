"""Forgetting a worklist at the command line."""

import pytest

from chartveil.domain.paths import UserPaths
from chartveil.service.review_service import ReviewService
from chartveil.service.worklist_settings import WorklistSettings
from chartveil.store.workspace import open_workspace


@pytest.fixture
def worklist(home, tmp_path):
    """The number of a worklist of one file."""
    note = tmp_path / "okafor.txt"
    note.write_text("Patient: Adaeze Okafor.", encoding="utf-8")
    service = ReviewService(UserPaths(home))
    service.create_worklist([note], WorklistSettings())
    number = service.worklist
    service.close()
    return number


def test_worklists_are_listed_and_one_is_forgotten_its_record_stays(chartveil, worklist, home, tmp_path):
    code, said, _ = chartveil("forget")
    assert (code, "okafor.txt" in said, "1 document" in said) == (0, True, True)
    code, said, _ = chartveil("forget", worklist, "--yes")
    assert (code, f"Worklist {worklist} is forgotten" in said) == (0, True)
    assert chartveil("forget")[1] == ""
    with open_workspace(UserPaths(home)) as workspace:
        workspace.verify()
        assert [e.kind for e in workspace.entries()] == ["worklist-removed"]
    assert (tmp_path / "okafor.txt").exists()


def test_it_asks_and_knows_what_there_is(chartveil, worklist):
    code, _, said = chartveil("forget", worklist + 1, "--yes")
    assert (code, "there is no worklist of this number" in said) == (3, True)
    assert chartveil("forget", worklist)[0] != 0  # nobody answers
    assert "okafor.txt" in chartveil("forget")[1]
