"""How many of the leaky notes of a made release are among the first that the targeted arm would read.

    python -m benchmarks.spot_check.suspects --tool tags
    python -m benchmarks.spot_check.suspects --tool other --originals --kinds once form --seeds 5 6
    python -m benchmarks.spot_check.suspects --tool own --originals --kept-out --notes 780 --missed

Without ``--kept-out`` the notes are those that the networks were trained on, with other names: they do better
there than elsewhere. Kept-out notes taught no network; there are some 780, so that more repeat themselves.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from benchmarks.spot_check.made_release import (
    LeftIdentifier,
    MadeLeak,
    MadeRelease,
    MadeTool,
    kept_out_notes,
    make_release,
)
from chartveil.detection.model_choice import ModelChoice, ModelProfile
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
    parser.add_argument("--seeds", type=int, nargs="+", default=[22], help="a release each; counts add up")
    parser.add_argument("--originals", action="store_true", help="the originals are at hand")
    parser.add_argument("--kept-out", action="store_true", help="notes that taught no network")
    parser.add_argument("--profile", default="auto", choices=[p.value for p in ModelProfile])
    parser.add_argument("--missed", action="store_true", help="tell what leaks behind the first 5 %%")
    asked = parser.parse_args()
    samples = kept_out_notes() if asked.kept_out else ()
    leaky = 0
    found = Counter[float]()
    kinds, kinds_found = Counter[MadeLeak](), Counter[MadeLeak]()
    for seed in asked.seeds:
        with tempfile.TemporaryDirectory() as name:
            made = make_release(
                Path(name),
                asked.notes,
                asked.share,
                MadeTool(asked.tool),
                [MadeLeak(k) for k in asked.kinds],
                seed,
                samples,
            )
            print(f"seed {seed}: {asked.notes:,} notes made, {len(made.leaky):,} leak", flush=True)
            models = ModelChoice(profile=ModelProfile(asked.profile))
            ranked = _ranked(Path(name), made, models, originals=asked.originals)
        readable = made.leaky.keys() & set(ranked)
        leaky += len(readable)
        for share in _SHARES:
            first = set(ranked[: round(len(ranked) * share)]) & readable
            found[share] += len(first)
            if share == _SHOWN_BY_KIND:
                kinds.update(made.leaky[n].kind for n in readable)
                kinds_found.update(made.leaky[n].kind for n in first)
                if asked.missed:
                    _print_missed(ranked, {n: made.leaky[n] for n in sorted(readable - first)})
    for share in _SHARES:
        print(f"  first {share:4.0%}: {found[share]:3} of {leaky} leaky notes, {found[share] / leaky:.0%}")
        if share == _SHOWN_BY_KIND:
            print("    " + ", ".join(f"{k} {kinds_found[k]} of {kinds[k]}" for k in sorted(kinds)))


def _ranked(folder: Path, made: MadeRelease, models: ModelChoice, *, originals: bool) -> list[str]:
    """The names of a release's notes, the most suspicious first."""
    service = SpotCheckService(UserPaths(folder / "home"))
    given = folder / "originals" if originals else None
    id = service.releases.bring_in(BringInRequest(made.folder, originals=given))
    service.draws.commit(id, SamplingPlan(0.5, size=1))
    service.draws.draw(id)
    begun, worked = time.monotonic(), processor_seconds()
    service.draws.look_for_suspects(id, 1, models)
    worked = processor_seconds() - worked
    print(f"searched in {time.monotonic() - begun:,.0f} s, {worked:,.0f} s of processor", flush=True)
    names = {n.number: n.place for n in service.store.notes(id)}
    ranked = [names[note] for note, _, _ in service.store.most_suspicious(id, len(names))]
    service.close()
    return ranked


def processor_seconds() -> float:
    """That this program and its processes that have ended used."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in used)


def _print_missed(ranked: Sequence[str], missed: dict[str, LeftIdentifier]) -> None:
    for name, left in missed.items():
        print(f"    {name}, {ranked.index(name) + 1:,} in order: {left.kind}, {left.label}: {left.text!r}")


if __name__ == "__main__":
    main()
