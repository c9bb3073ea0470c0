"""How many of the leaky notes of a made release are among the first that the targeted arm would read.

    python -m benchmarks.spot_check.suspects --tool tags
    python -m benchmarks.spot_check.suspects --tool other --originals --kinds once form --seed 5

The notes are those that the networks were trained on, with other names: they do better here than elsewhere.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections import Counter
from pathlib import Path

from benchmarks.spot_check.made_release import MadeLeak, MadeTool, make_release
from chartveil.domain.paths import UserPaths
from chartveil.service.spot_checks.releases import BringInRequest
from chartveil.service.spot_checks.service import SpotCheckService
from chartveil.spot_check.sampling import SamplingPlan

_SHARES = (0.01, 0.02, 0.05, 0.1, 0.2)
_SHOWN_BY_KIND = 0.05


def main() -> None:
    """Runs the bench."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--notes", type=int, default=2000)
    parser.add_argument("--share", type=float, default=0.012, help="of notes that leak")
    parser.add_argument("--tool", default="tags", choices=[t.value for t in MadeTool])
    parser.add_argument("--kinds", nargs="+", default=list(MadeLeak), choices=[k.value for k in MadeLeak])
    parser.add_argument("--seed", type=int, default=22)
    parser.add_argument("--originals", action="store_true", help="the originals are at hand")
    asked = parser.parse_args()
    kinds = [MadeLeak(k) for k in asked.kinds]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made = make_release(folder, asked.notes, asked.share, MadeTool(asked.tool), kinds, asked.seed)
        print(f"{asked.notes:,} notes made, {len(made.leaky):,} leak", flush=True)
        service = SpotCheckService(UserPaths(folder / "home"))
        originals = folder / "originals" if asked.originals else None
        id = service.releases.bring_in(BringInRequest(made.folder, originals=originals))
        service.draws.commit(id, SamplingPlan(0.5, size=1))
        service.draws.draw(id)
        begun = time.monotonic()
        service.draws.look_for_suspects(id, 1)
        print(f"searched in {time.monotonic() - begun:,.0f} s", flush=True)
        ranked = [note for note, _, _ in service.store.most_suspicious(id, asked.notes)]
        names = {n.number: n.place for n in service.store.notes(id)}
        readable = made.leaky.keys() & set(names.values())
        for share in _SHARES:
            first = {names[n] for n in ranked[: round(len(ranked) * share)]}
            found = len(first & readable)
            print(
                f"  first {share:4.0%}: {found:3} of {len(readable)} leaky notes, {found / len(readable):.0%}"
            )
            if share == _SHOWN_BY_KIND:
                total = Counter(made.leaky[n] for n in readable)
                by_kind = Counter(made.leaky[n] for n in first & readable)
                print("    " + ", ".join(f"{k} {by_kind[k]} of {total[k]}" for k in sorted(total)))
        service.close()


if __name__ == "__main__":
    main()
