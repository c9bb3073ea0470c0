"""The notes and worklists that the bench measures the window on."""

from __future__ import annotations

from pathlib import Path

import pytest

from chartveil.domain.paths import UserPaths
from chartveil.review.model import DocumentState, Reading
from chartveil.service.review_service import ReviewService

SCRIPTS = Path(__file__).parent.parent / "scripts"


def test_worklists_of_the_bench_open_with_spans_to_decide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    import bench_notes

    service = ReviewService(UserPaths(tmp_path / "home"))
    try:
        made = bench_notes.worklist(service, "few", tmp_path / "few", 3, 500, shared=2)
        service.open_worklist(made)
        rows = service.rows()
        assert [row.state for row in rows] == [DocumentState.TO_REVIEW] * 3
        for row in rows:
            document = service.loading_work(row)().document
            assert service.review_without_text(row.row, Reading.FIRST).spans_to_replace()
            assert len(document.text) >= 500
    finally:
        service.close()
