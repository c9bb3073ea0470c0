"""Runs the main jobs with every way out of the machine watched, and says what was tried.

    python scripts/watch_sockets.py [--notes FOLDER]

The jobs: a first start (a key and stores are made), a batch over notes, scans and pages that need OCR, what
the machine has (the search for a GPU), and a whole session in the window. Each is watched by Python's own
audit hook in all its processes, runs in a namespace without a network where the system allows that, and is
traced by strace where that is installed. Ends with 1 if there was one socket but those within the machine.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_LOCAL = re.compile(r"AF_UNIX|AF_LOCAL|PF_LOCAL|ENOSYS|resumed>")
"""Calls that stay within the machine, and second halves of lines that were judged by their first."""
_LEAVING = re.compile(r"\b(socket|connect|bind|sendto|sendmsg)\(")
_NOTE = "Patient: Adaeze Thistlewick, MRN 4471829.\nSeen by Dr. Hollowmere on 3/4/2021.\n"
_PATIENCE = 900


def wrapped(trace: Path) -> list[str]:
    """What is put in front of a command: no network, and a trace of its system calls, as far as there is."""
    prefix = []
    if shutil.which("unshare") and not subprocess.run(["unshare", "-rn", "true"], check=False).returncode:
        prefix += ["unshare", "-rn"]
    if shutil.which("strace"):
        prefix += ["strace", "-f", "-qq", "-e", "trace=network", "-o", str(trace)]
    return prefix


def watch(name: str, command: list[str], environment: dict[str, str], folder: Path) -> int:
    """Runs a job, and prints what it tried; gives how many ways out that were."""
    trace, calls = folder / f"{name}.trace", folder / f"{name}.calls"
    with subprocess.Popen(
        [*wrapped(trace), *command],
        env=environment | {"SOCKET_WATCH": str(calls)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as job:
        said = job.communicate(timeout=_PATIENCE)[0]
    if job.returncode:
        print(said)
        raise SystemExit(f"{name} ended with {job.returncode}: nothing is shown by it.")
    tried = calls.read_text(encoding="utf-8").splitlines() if calls.exists() else []
    if trace.exists():
        lines = trace.read_text(encoding="utf-8", errors="replace").splitlines()
        tried += [line for line in lines if _LEAVING.search(line) and not _LOCAL.search(line)]
        # Sockets of the kernel's own tables (interfaces, devices) lead to no other machine.
        tried = [line for line in tried if "AF_NETLINK" not in line and "NULL, 0" not in line]
    print(f"{name:20} {len(tried)} ways out tried", *tried[:20], sep="\n  " if tried else "", flush=True)
    return len(tried)


def main() -> int:
    """Runs all jobs."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--notes", type=Path, default=ROOT / "resources" / "samples", metavar="FOLDER")
    named = parser.parse_args()
    found = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        path = (ROOT / "scripts" / "socket_watch", ROOT / "app", ROOT / "tests")
        environment = os.environ | {
            "PYTHONPATH": os.pathsep.join(map(str, path)),
            "CHARTVEIL_HOME": str(folder / "store"),
            "HOME": str(folder),
            "QT_QPA_PLATFORM": "offscreen",
        }
        notes = folder / "notes"
        notes.mkdir()
        (notes / "a.txt").write_text(_NOTE, encoding="utf-8")
        program = [sys.executable, "-m", "chartveil"]
        session = [sys.executable, "-m", "gui.whole_session", str(notes), str(folder / "window")]
        print("namespace, trace:", " ".join(wrapped(Path("FILE"))) or "neither is there")
        for name, command in (
            ("first start, GPU", [*program, "doctor"]),
            (
                "batch, OCR",
                [*program, "deid", str(named.notes), "-o", str(folder / "out"), "--jobs", "2", "-q"],
            ),
            ("window", [*session, "Thistlewick", "--end"]),
        ):
            found += watch(name, command, dict(environment), folder)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
