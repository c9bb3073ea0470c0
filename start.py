#!/usr/bin/env python3
"""Sets Chartveil up and starts it. Needs nothing but Python 3.11 or later.

    python3 start.py            set up, then open the window on the bundled samples; without a display
                                de-identify them in the terminal
    python3 start.py gui [...]  set up, then open the window, on files and folders where some are named
    python3 start.py test       set up, then run every check and every test
    python3 start.py check      set up, then style, types and import rules only
    python3 start.py bench      set up, then measure speed and memory
    python3 start.py run ...    set up, then `chartveil ...`, e.g. `run deid notes -o clean`

Everything is installed into .venv beside this file; nothing else on the machine is changed, except that
on Debian and Ubuntu, when run as root, missing system libraries are installed with apt-get. Elsewhere
they are named.
"""

import hashlib
import os
import platform
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
WINDOWS = os.name == "nt"
PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")
LOG = VENV / "install.log"
SAMPLES = ROOT / "resources" / "samples"
OUT = ROOT / "out" / "samples"
UNUSABLE = 3  # as chartveil's own: nothing could be done

# What Qt needs of a Debian system, windowed (the xcb family) and without a screen.
QT_LIBRARIES = (
    "libegl1 libgl1 libxkbcommon0 libxkbcommon-x11-0 libdbus-1-3 libfontconfig1 libglib2.0-0 "
    "fonts-dejavu-core libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0 "
    "libxcb-render-util0 libxcb-shape0 libxcb-xinerama0 libxcb-xkb1 libx11-xcb1"
).split()
QT_PROBE = (
    "from PySide6.QtWidgets import QApplication; from PySide6.QtGui import QFontDatabase;"
    "app = QApplication([]); assert QFontDatabase.families(), 'no fonts'"
)


class SetupError(Exception):
    """What keeps Chartveil from being set up, and what to do about it."""


def say(text):
    print(text, flush=True)


def shown(path):
    """A path as it can be typed where the user stands."""
    try:
        path = os.path.relpath(path)
    except ValueError:  # on another drive of Windows
        path = str(path)
    return f'"{path}"' if " " in path else path


def main(arguments):
    if sys.version_info < (3, 11):
        raise SetupError(
            f"Chartveil needs Python 3.11 or later; this is {platform.python_version()}.\n"
            "Install a later one (python.org, or your system's packages) and start with it."
        )
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # a console of another encoding must not fail over a dash
    job, rest = (arguments[0], arguments[1:]) if arguments else ("samples", [])
    jobs = {
        "samples": samples,
        "gui": gui,
        "test": test,
        "check": check,
        "bench": bench,
        "run": chartveil,
    }
    if job in ("-h", "--help"):
        say(__doc__.strip())
        return 0
    if job not in jobs:
        print(f"There is no '{job}': use one of {', '.join(jobs)}.\n\n{__doc__.strip()}", file=sys.stderr)
        return 2
    return jobs[job](rest)


def samples(_rest):
    """The main job on the bundled samples: in the window, or in the terminal where none can open."""
    set_up(("gui",))
    problem = window_problem()
    if problem:
        say(f"{problem}\nThe samples are de-identified here, in the terminal.\n")
        return samples_in_terminal()
    say(
        "Opening the window on the bundled samples, which are about people who never lived.\n"
        "They are searched first; the first one opens as soon as it is done. F1 shows all keys.\n"
        "Every decision is kept at once: close the window when you like."
    )
    code = run_chartveil("gui", "--samples", str(SAMPLES))
    say(f"\nYour own documents:\n  python3 {shown(__file__)} gui FOLDER")
    return code


def samples_in_terminal():
    # Made anew each time, so that what lies there is what this version writes.
    shutil.rmtree(OUT, ignore_errors=True)
    code = run_chartveil("deid", str(SAMPLES), "-o", str(OUT))
    program = shown(PYTHON.with_name("chartveil"))
    say(
        f"\nLook at the copies in {shown(OUT)}, and see why each span was taken:\n"
        f"  {program} explain {shown(SAMPLES / '01-discharge-summary.txt')}\n"
        f"Your own notes:\n  {program} deid FOLDER -o OTHER_FOLDER"
    )
    return code


def gui(rest):
    """The window, on what the user names."""
    set_up(("gui",))
    problem = window_problem()
    if problem:
        say(f"{problem}\nIn the terminal: python3 {shown(__file__)} run deid FOLDER -o OTHER_FOLDER")
        return UNUSABLE
    # Where the user stands, whose paths these are.
    return run_chartveil("gui", *rest, folder=Path.cwd())


def test(rest):
    """Style, types, import rules, then every test."""
    set_up(("gui", "dev", "cluster"))
    code = run_checks()
    if code:
        return code
    # Each process takes from another when it is done: files stay together, and share what they set up.
    workers = ("-n", str(min(os.cpu_count() or 1, 4)), "--dist", "worksteal") if not rest else ()
    # Tests start many processes: what one has compiled the others take.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    # The C library of Linux gives the memory of a page's picture back and takes it anew for the next
    # one, which is a quarter of the time that it takes to draw one.
    for name in ("MALLOC_MMAP_THRESHOLD_", "MALLOC_TRIM_THRESHOLD_"):
        os.environ.setdefault(name, str(256 * 2**20))
    return call(PYTHON, "-m", "pytest", *workers, *rest)


def check(_rest):
    set_up(("gui", "dev"))
    return run_checks()


def run_checks():
    for name, *command in (
        ("style", "ruff", "check", "."),
        ("format", "ruff", "format", "--check", "."),
        ("types", "mypy"),
        ("imports", "importlinter.cli"),
    ):
        say(f"— {name}")
        if name == "imports":
            code = call(PYTHON.with_name("lint-imports"), "--no-cache")
        else:
            code = call(PYTHON, "-m", *command)
        if code:
            return code
    return 0


def bench(rest):
    set_up(("gui", "dev"))
    return call(PYTHON, ROOT / "scripts" / "bench.py", *rest)


def chartveil(rest):
    set_up(("gui",))
    # Where the user stands, whose paths these are.
    return run_chartveil(*rest, folder=Path.cwd())


def run_chartveil(*arguments, folder=ROOT):
    return call(PYTHON, "-m", "chartveil", *arguments, folder=folder)


def call(*command, folder=ROOT):
    """Runs a command, its output shown, and gives its exit code.

    Ctrl-C reaches the command too, which ends in its own way and is waited for.
    """
    process = subprocess.Popen([str(c) for c in command], cwd=folder)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue


def set_up(extras):
    """Makes .venv and installs what the extras need, unless that is done already."""
    extras = (accelerator(), *extras)
    started = time.monotonic()
    # A Python that was upgraded, or files that were removed: what is installed then no longer works.
    if not works(PYTHON, "import pip, chartveil.cli.main" if installed(extras) else "import pip"):
        make_venv()
    if not installed(extras):
        install(extras)
        say(f"Set up in {time.monotonic() - started:.0f} s.")
    if "gui" in extras:
        check_qt()


def make_venv():
    say("Setting up: making .venv …")
    for note in VENV.glob("installed-*"):  # first, so that no part of what is removed counts as installed
        note.unlink()
    shutil.rmtree(VENV, ignore_errors=True)
    made = subprocess.run(
        [sys.executable, "-m", "venv", str(VENV)], capture_output=True, text=True, check=False
    )
    if made.returncode and apt_may_install():
        # Debian splits ensurepip off Python.
        apt_install((f"python{sys.version_info[0]}.{sys.version_info[1]}-venv",))
        made = subprocess.run(
            [sys.executable, "-m", "venv", str(VENV)], capture_output=True, text=True, check=False
        )
    if made.returncode:
        shutil.rmtree(VENV, ignore_errors=True)
        raise SetupError(
            "A virtual environment could not be made:\n"
            f"{(made.stdout + made.stderr).strip()}\n"
            "On Debian and Ubuntu: apt-get install python3-venv. Elsewhere check your rights in this folder."
        )


def stamp(extras):
    """Where it is noted that these extras are installed, by what they were installed from."""
    # With the folder: an installation that was moved still leads to where it was.
    content = (ROOT / "pyproject.toml").read_bytes() + f"{platform.python_version()} {ROOT}".encode()
    return VENV / f"installed-{'-'.join(sorted(extras))}-{hashlib.sha256(content).hexdigest()[:12]}"


def installed(extras):
    return stamp(extras).exists()


def install(extras):
    say(f"Setting up: installing Chartveil with {', '.join(extras)} (the first time takes a few minutes) …")
    command = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    with LOG.open("w", encoding="utf-8", errors="replace") as log:
        log.write(f"{' '.join(command)}\n")
        log.flush()
        code = subprocess.call(
            [*command, "-e", f".[{','.join(extras)}]"], cwd=ROOT, stdout=log, stderr=subprocess.STDOUT
        )
    if code:
        lines = LOG.read_text(encoding="utf-8", errors="replace").splitlines()
        reason = "\n".join(line for line in lines[-12:] if not line.startswith("WARNING"))
        raise SetupError(
            f"Installing failed:\n{reason}\n"
            f"All of it is in {LOG.relative_to(ROOT)}. Is there a network, or a package mirror set for pip? "
            "Start again when there is: what was fetched is kept."
        )
    stamp(extras).touch()


def accelerator():
    """The extra for this machine's onnxruntime: ``gpu`` where an NVIDIA GPU answers, else ``cpu``."""
    named = os.environ.get("CHARTVEIL_ACCELERATOR")
    if named in ("cpu", "gpu"):
        return named
    tool = shutil.which("nvidia-smi")
    if tool is None or platform.system() == "Darwin":
        return "cpu"
    answer = subprocess.run([tool, "-L"], capture_output=True, text=True, check=False)
    return "gpu" if answer.returncode == 0 and "GPU 0" in answer.stdout else "cpu"


def check_qt():
    """Makes sure that Qt loads, since the window's libraries are the system's."""
    good = VENV / "qt-loads"
    if good.exists():
        return
    reason = qt_reason("offscreen")
    if not reason:
        good.touch()
    else:
        say(f"The window's libraries are not complete: {reason}\n{qt_remedy()}\n")


def window_problem():
    """Why no window can open here, and what to do; empty where one can."""
    if not has_display():
        return "There is no display for a window."
    reason = qt_reason("")
    if not reason:
        return ""
    # A display that does not answer is no matter of libraries.
    remedy = "" if "connect to display" in reason else f"\n{qt_remedy()}"
    return f"The window cannot open: {reason}{remedy}"


def qt_reason(platform_name):
    """Why Qt does not start, in a line; empty where it does. Where it may, it installs what is missing, once.

    ``platform_name`` is Qt's, empty for the one of this machine's display.
    """
    tried = VENV / f"qt-tried-{platform_name or 'display'}"
    reason = probe_qt(platform_name)
    if reason and apt_may_install() and not tried.exists():
        tried.touch()
        apt_install(QT_LIBRARIES)
        reason = probe_qt(platform_name)
    return reason


def probe_qt(platform_name):
    environment = dict(os.environ)
    if platform_name:
        environment["QT_QPA_PLATFORM"] = platform_name
    try:
        probe = subprocess.run(
            [str(PYTHON), "-c", QT_PROBE],
            capture_output=True, text=True, env=environment, check=False, timeout=120,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return "Qt did not answer."
    if probe.returncode == 0:
        return ""
    lines = [line.strip() for line in probe.stderr.splitlines() if line.strip()]
    # Qt says first what is missing and then at length what follows from it; Python says it last.
    said = [line.removeprefix("qt.qpa.plugin: ") for line in lines if line.startswith("qt.qpa.")]
    return (said or lines[-1:] or ["Qt did not start."])[0]


def qt_remedy():
    if platform.system() != "Linux":
        return "Everything at the command line works without it."
    return (
        f"On Debian and Ubuntu: sudo apt-get install {' '.join(QT_LIBRARIES)}\n"
        "Everything at the command line works without them."
    )


def apt_may_install():
    return shutil.which("apt-get") is not None and hasattr(os, "geteuid") and os.geteuid() == 0


def apt_install(packages):
    say(f"Setting up: installing {len(packages)} system packages with apt-get …")
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    for command in (("update", "-q"), ("install", "-y", "-q", "--no-install-recommends", *packages)):
        done = subprocess.run(
            ["apt-get", *command], capture_output=True, text=True, env=environment, check=False
        )
        if done.returncode:
            say((done.stdout + done.stderr).strip()[-800:])


def has_display():
    if WINDOWS or platform.system() == "Darwin":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def works(python, code):
    if not python.exists():
        return False
    return subprocess.run([str(python), "-c", code], capture_output=True, check=False).returncode == 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except SetupError as e:
        print(e, file=sys.stderr)
        sys.exit(1)
    except OSError as e:
        print(f"Chartveil cannot be set up: {e}\nCheck the rights and the room in {ROOT}.", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
