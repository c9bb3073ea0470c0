"""Brings a large release in and draws of it: seconds, and how large this program and its processes became.

python -m benchmarks.spot_check.large_release --notes 100000
python -m benchmarks.spot_check.large_release --notes 100000 --suspects 200
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.spot_check.suspects import processor_seconds
from chartveil.domain.paths import UserPaths
from chartveil.service.spot_check_report.follow_up import search_rest
from chartveil.service.spot_checks.releases import BringInRequest
from chartveil.service.spot_checks.service import SpotCheckService
from chartveil.spot_check.release_search import SearchKind, SearchQuery
from chartveil.spot_check.sampling import SamplingPlan
from chartveil.store.spot_checks.records import CheckChoices
from chartveil_training.synthesis.skeletons import load_skeletons


def write_notes(folder: Path, notes: int) -> int:
    """Writes so many notes, a hundred to a folder; gives their bytes in all."""
    texts = [s.text for s in load_skeletons()]
    size = 0
    for number in range(notes):
        path = folder / f"p{number // 100:04}" / f"note{number:06}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        text = f"Note {number}.\n{texts[number % len(texts)]}"
        size += path.write_bytes(text.encode())
    return size


def largest_resident_mib() -> tuple[float, float]:
    """Most memory that this program had, and the largest of the processes that have ended, in MiB."""
    import resource

    unit = 2**20 if sys.platform == "darwin" else 2**10
    own, children = (
        resource.getrusage(who).ru_maxrss / unit for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own, children


def main() -> None:
    """Runs the bench."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--notes", type=int, default=100_000)
    parser.add_argument(
        "--suspects", type=int, default=0, help="search all notes too, for so many suspicious ones"
    )
    asked = parser.parse_args()
    notes = asked.notes
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        size = write_notes(folder / "release", notes)
        print(f"{notes:,} notes, {size / 2**20:,.0f} MiB", flush=True)
        own, _ = largest_resident_mib()
        print(f"before: {own:,.0f} MiB", flush=True)
        service = SpotCheckService(UserPaths(folder / "home"))
        begun = time.monotonic()
        id = service.releases.bring_in(BringInRequest(folder / "release", patient_folders=True))
        read = time.monotonic()
        own, children = largest_resident_mib()
        print(f"brought in: {read - begun:,.1f} s, {own:,.0f} MiB, a process {children:,.0f} MiB", flush=True)
        plan = SamplingPlan(0.01)
        service.draws.preview(id, plan)
        warm = time.monotonic()
        service.draws.preview(id, plan)
        print(f"preview: {(time.monotonic() - warm) * 1000:,.0f} ms", flush=True)
        drawn = time.monotonic()
        service.draws.commit(id, plan, CheckChoices(planted=40))
        service.draws.draw(id)
        own, _ = largest_resident_mib()
        print(f"drawn: {time.monotonic() - drawn:,.1f} s, {own:,.0f} MiB", flush=True)
        begun = time.monotonic()
        found = search_rest(service, id, SearchQuery(SearchKind.TEXT, f"Note {notes - 1}"))
        own, _ = largest_resident_mib()
        print(
            f"searched for a text in {found.notes:,} note: {time.monotonic() - begun:,.1f} s, {own:,.0f} MiB",
            flush=True,
        )
        if asked.suspects:
            begun, worked = time.monotonic(), processor_seconds()
            targeted = service.draws.look_for_suspects(id, asked.suspects)
            worked = processor_seconds() - worked
            own, children = largest_resident_mib()
            print(
                f"searched for {targeted:,} suspicious notes: {time.monotonic() - begun:,.0f} s,"
                f" {worked:,.0f} s of processor, {own:,.0f} MiB, a process {children:,.0f} MiB"
            )
        service.close()


if __name__ == "__main__":
    main()
