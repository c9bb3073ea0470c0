"""``chartveil doctor``: what this machine has and lacks."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass

import click

from chartveil import __version__
from chartveil.cli.codes import DONE, FAILED
from chartveil.cli.common import console, key_path, workspace_path
from chartveil.errors import ChartveilError


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at.

    Attributes:
        name: what.
        state: ``ok``, ``missing`` (something optional is not there) or ``broken`` (runs will fail).
        said: what was found; for what is not ok, what to do.
    """

    name: str
    state: str
    said: str


@click.command(name="doctor")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def command(as_json: bool) -> None:
    """Look at what Chartveil needs, and say what is missing and what to do about it.

    Nothing is sent anywhere and nothing is changed. Exit code 1 if something is broken.
    """
    checks = [look() for look in _LOOKS]
    if as_json:
        click.echo(json.dumps([asdict(c) for c in checks], indent=1))
    else:
        _show(checks)
    sys.exit(FAILED if any(c.state == "broken" for c in checks) else DONE)


def _show(checks: list[Check]) -> None:
    from rich.table import Table
    from rich.text import Text

    signs = {"ok": "✓ ok", "missing": "– not there", "broken": "✕ broken"}
    styles = {"ok": "green", "missing": "yellow", "broken": "bold red"}
    table = Table(box=None, pad_edge=False, show_header=False)
    for _ in range(3):
        table.add_column(overflow="fold")
    for c in checks:
        table.add_row(f"[{styles[c.state]}]{signs[c.state]}[/]", c.name, Text(c.said))
    console().print(table)


def _program() -> Check:
    return Check(
        "Chartveil",
        "ok",
        f"{__version__} · Python {platform.python_version()} · {platform.system()} {platform.machine()}",
    )


def _libraries() -> Check:
    """Every required library of the package's own metadata."""
    try:
        needs = importlib.metadata.requires("chartveil") or []
    except importlib.metadata.PackageNotFoundError:
        return Check("Libraries", "broken", "Chartveil is not installed: run python3 start.py.")
    names = [n.split(";")[0].strip() for n in needs if "extra ==" not in n]
    missing = []
    for need in names:
        name = need.split(">")[0].split("<")[0].split("=")[0].split("[")[0].strip()
        try:
            importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            missing.append(name)
    if missing:
        return Check("Libraries", "broken", f"not installed: {', '.join(missing)}. Run python3 start.py.")
    return Check("Libraries", "ok", f"all {len(names)} are there")


def _dictionaries() -> Check:
    from chartveil.lexicon import DictionaryStore
    from chartveil.paths import dictionaries

    try:
        count = DictionaryStore(dictionaries()).verify()
    except ChartveilError as e:
        return Check("Dictionaries", "broken", str(e))
    return Check("Dictionaries", "ok", f"{count} files, all as they were made")


def _policies() -> Check:
    from chartveil.policy import bundled, load_policy

    try:
        names = [load_policy(p.stem).name for p in bundled()]
    except ChartveilError as e:
        return Check("Policies", "broken", str(e))
    if not names:
        return Check("Policies", "broken", "none found: install Chartveil again.")
    return Check("Policies", "ok", ", ".join(names))


def _workspace() -> Check:
    path = workspace_path(None)
    folder = next(p for p in path.parents if p.exists())
    if not os.access(folder, os.W_OK):
        return Check(
            "Workspace", "broken", f"{folder} cannot be written. Set CHARTVEIL_HOME to a folder of yours."
        )
    if not path.exists():
        return Check("Workspace", "ok", f"will be made at first use: {path}")
    from chartveil.store.workspace import Workspace

    try:
        with Workspace(path) as ws:
            events = ws.verify_events()
    except ChartveilError as e:
        return Check("Workspace", "broken", str(e))
    return Check("Workspace", "ok", f"{path} · {events} events, the chain holds")


def _key() -> Check:
    from chartveil.store.keys import key_id, load_key

    path = key_path(None)
    if not path.exists():
        return Check("Surrogate key", "ok", f"will be made at first use: {path}")
    try:
        key = load_key(path)
    except ChartveilError as e:
        return Check("Surrogate key", "broken", str(e))
    if os.name == "posix" and path.stat().st_mode & 0o077:
        return Check("Surrogate key", "broken", f"{path} can be read by others: chmod 600 it.")
    return Check("Surrogate key", "ok", f"key {key_id(key)} in {path}")


def _temporary() -> Check:
    try:
        with tempfile.TemporaryFile():
            pass
    except OSError as e:
        return Check("Temporary files", "broken", f"cannot be made ({e.strerror}). Set TMPDIR.")
    return Check("Temporary files", "ok", "outputs are drafted in their own folder, never elsewhere")


def _runtime() -> Check:
    if importlib.util.find_spec("onnxruntime") is None:
        return Check(
            "Model runtime", "missing", "onnxruntime is not installed; no models come with this version"
        )
    # Asked in a process of its own: loading it takes a second, and a broken one may take the process down.
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
    code = "import onnxruntime as o; print(o.__version__, ', '.join(o.get_available_providers()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    if done.returncode:
        return Check(
            "Model runtime", "missing", "onnxruntime does not load; no models come with this version"
        )
    return Check(
        "Model runtime", "ok", f"onnxruntime {done.stdout.strip()}; no models come with this version"
    )


def _window() -> Check:
    if importlib.util.find_spec("PySide6") is None:
        return Check("Window", "missing", "PySide6 is not installed; this version has no window yet")
    environment = dict(os.environ, QT_QPA_PLATFORM="offscreen")
    code = "from PySide6.QtWidgets import QApplication; QApplication([])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False
    )
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["Qt does not load"])[-1]
        return Check("Window", "missing", f"{reason}; python3 start.py names the system packages")
    return Check("Window", "ok", "Qt loads; this version has no window yet")


_LOOKS: tuple[Callable[[], Check], ...] = (
    _program,
    _libraries,
    _dictionaries,
    _policies,
    _workspace,
    _key,
    _temporary,
    _runtime,
    _window,
)
