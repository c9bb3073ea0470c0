"""Makes hostile files, has Chartveil de-identify them, and tells what survived.

    python -m benchmarks.hostile_files                         all but PDFs and pictures, by rules and lists
    python -m benchmarks.hostile_files --pages                 PDFs and pictures too: OCR takes minutes
    python -m benchmarks.hostile_files --format html --show 9  one format, with nine of its survivors
    python -m benchmarks.hostile_files mutate --count 20000    random mutations of the files
    python -m benchmarks.hostile_files --without-cleaning      the search alone, a reader's cleaning off

The same seed makes the same files.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

from benchmarks.hostile_files.making import make_files
from benchmarks.hostile_files.running import Tally, Verdict, run_files
from benchmarks.hostile_files.slots import ALL_SLOTS, FORMATS, SLOW_FORMATS

_MOST_LOST = 0.002
_MUTATIONS = 20_000


def main(arguments: Sequence[str] | None = None) -> None:
    """The command."""
    options = _parser().parse_args(arguments)
    slots = [
        s
        for s in ALL_SLOTS
        if (s.format in options.format if options.format else options.pages or s.format not in SLOW_FORMATS)
        and (not options.slot or any(part in s.name for part in options.slot))
    ]
    if options.what == "mutate":
        from benchmarks.hostile_files.mutating import mutation_report

        count = options.count or _MUTATIONS
        for line in mutation_report(slots, count, options.seed, options.processes, options.show):
            print(line, flush=True)
        return
    files = make_files(options.seed, slots)
    if options.count:
        files = files[:: max(1, len(files) // options.count)]
    if options.without_cleaning:
        from benchmarks.hostile_files.without_cleaning import switch_report

        for line in switch_report(files, options.show, options.switch):
            print(line, flush=True)
        return
    started = time.monotonic()
    verdicts = run_files(
        files, networks=options.networks, processes=options.processes, keep=options.keep, progress=_progress
    )
    _print_report(verdicts, options.show)
    print(
        f"{len(files)} files of {len(slots)} slots, seed {options.seed}, {time.monotonic() - started:.0f} s"
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.hostile_files",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", nargs="?", choices=["run", "mutate"], default="run")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--format", action="append", choices=FORMATS, help="only these formats")
    parser.add_argument("--pages", action="store_true", help="PDFs and pictures too")
    parser.add_argument("--slot", action="append", help="slots whose name holds this")
    parser.add_argument("--count", type=int, default=0, help="so many mutations, or about so many files")
    parser.add_argument("--show", type=int, default=0, help="so many slots with survivors a format")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep originals and copies there")
    parser.add_argument("--networks", action="store_true", help="run the models too")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--without-cleaning", action="store_true", help="the search alone")
    parser.add_argument("--switch", action="append", help="with --without-cleaning: only these")
    return parser


def _progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done} of {total}", end="" if done < total else "\r", file=sys.stderr, flush=True)


def _print_report(verdicts: Sequence[Verdict], show: int) -> None:
    tallies: dict[str, Tally] = defaultdict(Tally)
    for v in verdicts:
        tallies[v.format].verdicts.append(v)
    print(
        f"{'format':10} {'files':>6} {'released':>9} {'refused':>8} {'survivors':>10} {'in slots':>9}"
        f" {'words lost':>11} {'not opening':>12} {'bad refusals':>13}"
    )
    for name in [f for f in FORMATS if f in tallies]:
        _print_row(name, tallies[name])
        _print_faults(tallies[name], show)
    paged = [v for v in verdicts if v.format == "pdf"]
    if paged and len(paged) < len(verdicts):
        _print_row("but PDF", Tally([v for v in verdicts if v.format != "pdf"]))
    print(f"{'bar':10} {'':6} {'':9} {'':8} {0:10} {0:9} {_MOST_LOST:11.1%} {0:12} {0:13}")


def _print_row(name: str, tally: Tally) -> None:
    survived = tally.survived
    unopened = sum(bool(v.unopened) for v in tally.verdicts)
    bad = sum(bool(v.wrong_refusal) for v in tally.verdicts)
    files, released, slots = len(tally.verdicts), len(tally.released), len({v.slot for v in survived})
    print(
        f"{name:10} {files:6} {released:9} {files - released:8} {len(survived):10} {slots:9} "
        f"{tally.lost_share:11.2%} {unopened:12} {bad:13}",
        flush=True,
    )


def _print_faults(tally: Tally, show: int) -> None:
    by_slot: dict[str, list[Verdict]] = defaultdict(list)
    for v in tally.survived:
        by_slot[v.slot].append(v)
    for slot, found in sorted(by_slot.items(), key=lambda item: -len(item[1]))[:show]:
        kinds = ", ".join(f"{n} {k}" for k, n in Counter(f"{v.kind} ({v.known})" for v in found).items())
        print(f"    survives in '{slot}': {kinds}; {'; '.join(found[0].found[:3])}")
    for title, faulty in (
        ("does not open", [(v, v.unopened) for v in tally.verdicts if v.unopened]),
        ("bad refusal", [(v, v.wrong_refusal + ": " + v.refusal) for v in tally.verdicts if v.wrong_refusal]),
        ("loses words", [(v, f"{v.lost} of {v.words}") for v in tally.verdicts if v.lost]),
    ):
        slots = {v.slot: (v, why) for v, why in faulty}
        for slot, (v, why) in list(slots.items())[:show]:
            print(f"    {title} in '{slot}' ({v.name}): {why}")
    if show:
        kinds_of = Counter(v.failure for v in tally.verdicts if v.failure)
        print("    refused by: " + (", ".join(f"{k} {n}" for k, n in kinds_of.most_common()) or "none"))


if __name__ == "__main__":
    main()
