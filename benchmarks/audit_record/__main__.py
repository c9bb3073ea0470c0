"""Measures the audit record.

    python -m benchmarks.audit_record                      everything, at the sizes below
    python -m benchmarks.audit_record --cost NOTES         what it costs a batch over these notes
    python -m benchmarks.audit_record --tamper 1000 --honest 1000 --guess 10000 --verify 100000

Prints how many tamperings of each kind were found, how many honest histories (killed at random points too)
were believed, how often an attacker tells rightly whether a name stood in an original, and the time that
verifying takes. Needs a system that can fork.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections import Counter
from pathlib import Path

from benchmarks.audit_record.cost import share_of_batch
from benchmarks.audit_record.guessing import share_of_right_answers
from benchmarks.audit_record.histories import (
    EXPORT_TAMPERINGS,
    FACTS,
    KEY,
    STORE_TAMPERINGS,
    document,
    honest_history,
    tamper_with_export,
    tamper_with_store,
)
from chartveil.domain.paths import dictionaries_folder
from chartveil.lexicon.dictionary_folder import DictionaryFolder
from chartveil.store.workspace import Workspace
from chartveil.store.workspace_records import ExportFacts


def tamper(count: int, seed: int) -> None:
    """Tampers with as many made stores and exports, of every kind in turn."""
    kinds = [*STORE_TAMPERINGS, *EXPORT_TAMPERINGS]
    tried: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for n in range(count):
        name = kinds[n % len(kinds)]
        do = tamper_with_store if name in STORE_TAMPERINGS else tamper_with_export
        with tempfile.TemporaryDirectory() as folder:
            said = do(name, random.Random(f"{seed} {n}"), Path(folder))
        if said == "nothing changed":
            continue
        tried[name] += 1
        found[name] += bool(said)
    for name in kinds:
        print(f"{name:28} {found[name]:5} of {tried[name]:5} found")
    print(f"{'tamperings':28} {found.total():5} of {tried.total():5} found\n", flush=True)


def honest(count: int, seed: int) -> None:
    """Makes as many honest histories, and counts those that are not believed."""
    alarms = Counter[str]()
    for n in range(count):
        with tempfile.TemporaryDirectory() as folder:
            said = honest_history(random.Random(f"{seed} {n}"), Path(folder))
        if said:
            alarms[said.split(": ", 1)[-1]] += 1
    print(f"{'honest histories':28} {alarms.total():5} of {count:5} not believed")
    for said, n in alarms.most_common():
        print(f"  {n} {said}")
    print(flush=True)


def guess(count: int, seed: int) -> None:
    """Lets the attacker answer as many questions."""
    listed = DictionaryFolder(dictionaries_folder()).terms("surnames", "usual")
    names = [name.title() for name in listed[:10_000]]
    with tempfile.TemporaryDirectory() as folder:
        share = share_of_right_answers(names, count, random.Random(seed), Path(folder))
    print(f"{'is this name in it':28} right in {share:.3f} of {count} (chance .5)\n", flush=True)


def verify(count: int, seed: int) -> None:
    """Times the check of as many documents, and what one entry costs."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder, Workspace(Path(folder) / "workspace.sqlite", KEY) as ws:
        run = ws.begin_run(FACTS)
        began, cpu = time.perf_counter(), time.process_time()
        for n in range(count):
            copy = ExportFacts(f"note-{n}.txt", f"{rng.getrandbits(256):064x}", 900)
            ws.record_file(run, f"{n}", [document(rng, 12)], [copy], decided_by="policy")
        wrote, wrote_cpu = time.perf_counter() - began, time.process_time() - cpu
        ws.end_run(run, "done", {"files": count})
        began, cpu = time.perf_counter(), time.process_time()
        entries = ws.verify()
        took, took_cpu = time.perf_counter() - began, time.process_time() - cpu
    each, each_cpu = 1000 * wrote / count, 1000 * wrote_cpu / count
    print(f"{'entries written':28} {each:.2f} ms each, {each_cpu:.2f} ms of processor")
    print(f"{'entries verified':28} {entries} in {took:.1f} s, {took_cpu:.1f} s of processor")


def cost(notes: Path, pairs: int) -> None:
    """Times batches with the record and without it, in pairs."""
    shares = []
    for n, (with_it, without) in enumerate(share_of_batch(notes, pairs), 1):
        shares.append(with_it / without - 1)
        print(
            f"pair {n}: {with_it:.2f} s with the record, {without:.2f} s without: {shares[-1]:+.1%}",
            flush=True,
        )
    print(f"{'the record costs':28} {statistics.median(shares):+.1%} of a batch's processor time (median)")


def main() -> None:
    """Runs what the command line asks for."""
    parser = argparse.ArgumentParser(description="Measures the audit record.")
    for name, usual in (("tamper", 1000), ("honest", 1000), ("guess", 10_000), ("verify", 100_000)):
        parser.add_argument(f"--{name}", type=int, default=usual, metavar="N", help=f"[default: {usual}]")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--cost", type=Path, metavar="NOTES", help="time batches over these notes, and no more"
    )
    parser.add_argument("--pairs", type=int, default=7)
    named = parser.parse_args()
    if named.cost is not None:
        cost(named.cost, named.pairs)
        return
    for work in (tamper, honest, guess, verify):
        count = getattr(named, work.__name__)
        if count:
            work(count, named.seed)


if __name__ == "__main__":
    main()
