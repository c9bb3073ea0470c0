"""A long table through `chartveil deid`: rows a second, memory of all processes, and kills in between.

    python -m benchmarks.tables.long --rows 100000 --length 400
    python -m benchmarks.tables.long --rows 1000000 --length 20 --kills 3

Each row has a number of its own, by whose code every row of the copy is known: none may be lost, doubled or
out of place. Linux only, as memory is read from /proc.
"""

from __future__ import annotations

import argparse
import csv
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import click

from chartveil.domain.policy import load_policy
from chartveil.surrogates.column_values import ColumnValues

_FIRST = "Maren Tobias Odalys Keith Wanda Priya Hung Leticia Bernard Saoirse Omar Daniel Ruth Imani".split()
_LAST = "Holloway Brandt Quesada Nakamura Osei Petrov Lindqvist Marchetti Delgado Whitcomb".split()
_SHORT = (
    "No answer.", "Left a message.", "Pt called back.", "Refill sent today.", "Doing well, no pain",
    "BP high, recheck 2wk",
    "Spoke with {first}", "f/u {month}/{day}", "", "Labs reviewed.",
)  # fmt: skip
_LONG = (
    "{first} {last} was seen on {month}/{day}/2023 for a cough of two weeks.",
    "Lungs are clear, no wheeze.",
    "Heart regular, no murmur heard.",
    "Taking metformin 500 mg twice a day and lisinopril {day} mg.",
    "The daughter, {first2}, drives her to the clinic.",
    "Blood pressure 1{day:02d}/8{month}, weight {day}.4 kg over the last visit.",
    "Denies chest pain, fever, chills or night sweats.",
    "Plan: chest film, return in {month} weeks, call {phone} with questions.",
    "Discussed with Dr. {last2}, who agrees.",
    "Abdomen soft, not tender, bowel sounds present.",
)
_KEY = bytes(range(32))


def make_table(path: Path, rows: int, length: int) -> None:
    """A table with a number a row, a patient for every four rows, and a comment of about this length."""
    rng = random.Random(23)  # noqa: S311 - repeatable
    with path.open("w", newline="", encoding="utf-8") as f:
        writer = csv.writer(f)
        writer.writerow(["Encounter ID", "MRN", "Visit date", "Result value", "Comment"])
        for n in range(rows):
            words = {
                "first": rng.choice(_FIRST), "first2": rng.choice(_FIRST), "last": rng.choice(_LAST),
                "last2": rng.choice(_LAST), "month": rng.randint(1, 12), "day": rng.randint(1, 28),
                "phone": f"206-555-0{rng.randint(100, 199)}",
            }  # fmt: skip
            text = rng.choice(_SHORT if length < 60 else _LONG).format(**words)
            while length >= 60 and len(text) < length - 40:
                text += " " + rng.choice(_LONG).format(**words)
            day = f"2023-{words['month']:02d}-{words['day']:02d}"
            number = 100000 + rng.randrange(rows // 4 + 1)
            writer.writerow([f"E{n:08d}", number, day, f"{rng.uniform(1, 9):.1f}", text])


def memory_of_group(group: int) -> int:
    """Bytes that the processes of a group hold, shared pages by their share."""
    total = 0
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                if os.getpgid(int(folder.name)) == group:
                    rollup = (folder / "smaps_rollup").read_text()
                    total += (
                        next(int(x.split()[1]) for x in rollup.splitlines() if x.startswith("Pss:")) * 1024
                    )
            except (OSError, StopIteration):
                continue
    return total


@dataclass(frozen=True)
class LongRun:
    """One run of the command.

    Attributes:
        code: its exit code.
        seconds: by the clock.
        rows_done: seconds by the clock until no further row was written to the journal.
        processor_seconds: of all its processes; 0 where they were killed.
        most: bytes that they held together at most.
    """

    code: int
    seconds: float
    rows_done: float
    processor_seconds: float
    most: int


def run_once(folder: Path, kill_at: int | None, profile: str) -> LongRun:
    """Runs the command.

    Args:
        folder: with table and key.
        kill_at: bytes of the journal at which all its processes are killed; None to let it end.
        profile: as of its option.
    """
    started = time.monotonic()
    before = os.times()
    environment = os.environ | {"CHARTVEIL_HOME": str(folder / "home")}
    command = [sys.executable, "-m", "chartveil", "deid", folder / "t.csv", "-o", folder / "out", "-q"]
    process = subprocess.Popen(  # noqa: S603 - our own command
        [*map(str, command), "--key-file", str(folder / "key"), "--profile", profile],
        env=environment,
        start_new_session=True,
    )
    most, killed, length, rows_done = 0, False, 0, 0.0
    while process.poll() is None:
        most = max(most, memory_of_group(process.pid))
        journal = sum(p.stat().st_size for p in (folder / "out").glob(".chartveil-*.rows"))
        if journal > length:
            length, rows_done = journal, time.monotonic() - started
        if kill_at is not None and journal >= kill_at and not killed:
            os.killpg(process.pid, signal.SIGKILL)
            killed = True
        time.sleep(2)
    after = os.times()
    spent = after.children_user - before.children_user + after.children_system - before.children_system
    return LongRun(process.returncode, time.monotonic() - started, rows_done, spent, most)


def check(folder: Path, rows: int) -> str:
    """What is wrong with the copy; empty where every row is there once and in its place."""
    copies = list((folder / "out").glob("table-*.csv"))
    if len(copies) != 1:
        return f"{len(copies)} copies"
    values = ColumnValues(_KEY, load_policy())
    with copies[0].open(newline="", encoding="utf-8") as f:
        found = csv.reader(f)
        next(found)
        n = 0
        for n, row in enumerate(found, 1):
            if row[0] != values.code(f"E{n - 1:08d}"):
                return f"row {n} is another"
    left = list((folder / "out").glob(".chartveil-*"))
    return (f"{n} rows of {rows}" if n != rows else "") or ("a draft is left" if left else "")


def run_table(
    rows: int, length: int, kills: int, profile: str, say: Callable[[str], object]
) -> tuple[list[LongRun], str]:
    """Makes a table and takes it through the command: its runs, of which the last ends by itself, and what is
    wrong with the copy.

    Args:
        rows, length: of the table, as of ``make_table``.
        kills: how often all processes are killed before.
        profile: as of its option.
        say: told how far it is.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "key").write_bytes(_KEY)
        (folder / "key").chmod(0o600)
        (folder / "out").mkdir()
        make_table(folder / "t.csv", rows, length)
        size = (folder / "t.csv").stat().st_size
        say(f"{rows:,} rows, {size / 1e6:.1f} MB, comments of {length} characters")
        runs: list[LongRun] = []
        for n in range(kills + 1):
            kill_at = size * (n + 1) // (kills + 1) if n < kills else None
            run = run_once(folder, kill_at, profile)
            runs.append(run)
            say(
                f"run {n + 1}: exit {run.code}, {run.seconds:,.0f} s, of which {run.rows_done:,.0f} on rows; "
                f"{run.processor_seconds:,.0f} processor seconds; {run.most / 2**20:,.0f} MiB at most in all "
                "processes"
            )
        return runs, check(folder, rows)


def main() -> None:
    """Prints one line for each run and the verdict."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=2000)
    parser.add_argument("--length", type=int, default=400)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--profile", default="auto", help="as of 'chartveil deid'")
    args = parser.parse_args()
    runs, wrong = run_table(args.rows, args.length, args.kills, args.profile, click.echo)
    wall = sum(run.seconds for run in runs)
    click.echo(f"{args.rows / wall:,.1f} rows a second of {wall:,.0f} s by the clock")
    click.echo(f"copy: {wrong or 'every row once, in its place'}")


if __name__ == "__main__":
    main()
