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
from typing import Any

import click

from chartveil import __version__
from chartveil.cli.exit_codes import DONE, SOME_FAILED
from chartveil.cli.options import console
from chartveil.cli.own_key import PASSPHRASE_FILE, passphrase_from_file
from chartveil.domain.errors import ChartveilError, InputError, StoreLockedError
from chartveil.domain.paths import UserPaths
from chartveil.system.machine import has_screen


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one check of the machine.

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
    checks = [_result(name, check) for name, check in CHECKS.items()]
    if as_json:
        click.echo(json.dumps([asdict(c) for c in checks], indent=1))
    else:
        _show(checks)
    sys.exit(SOME_FAILED if any(c.state == "broken" for c in checks) else DONE)


class _CheckFailedError(Exception):
    """Something is not as it should be; its text says what to do, its state how bad it is."""

    def __init__(self, said: str, state: str = "broken") -> None:
        super().__init__(said)
        self.state = state


def _result(name: str, check: Callable[[], str]) -> Check:
    try:
        return Check(name, "ok", check())
    except _CheckFailedError as e:
        return Check(name, e.state, str(e))
    except ChartveilError as e:
        return Check(name, "broken", str(e))


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


def _program() -> str:
    return f"{__version__} · Python {platform.python_version()} · {platform.system()} {platform.machine()}"


def _libraries() -> str:
    """Every required library of the package's own metadata."""
    try:
        needs = importlib.metadata.requires("chartveil") or []
    except importlib.metadata.PackageNotFoundError:
        raise _CheckFailedError("Chartveil is not installed: run python3 start.py.") from None
    names = [n.split(";")[0].strip() for n in needs if "extra ==" not in n]
    missing = []
    for need in names:
        name = need.split(">")[0].split("<")[0].split("=")[0].split("[")[0].strip()
        try:
            importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            missing.append(name)
    if missing:
        raise _CheckFailedError(f"not installed: {', '.join(missing)}. Run python3 start.py.")
    return f"all {len(names)} are there"


def _dictionaries() -> str:
    from chartveil.domain.paths import dictionaries_folder
    from chartveil.lexicon.dictionary_folder import DictionaryFolder

    count = DictionaryFolder(dictionaries_folder()).verify()
    return f"{count} files, all as they were made"


def _policies() -> str:
    from chartveil.domain.policy import bundled_policies, load_policy

    names = [load_policy(p.stem).name for p in bundled_policies()]
    if not names:
        raise _CheckFailedError("none found: install Chartveil again.")
    return ", ".join(names)


def _languages() -> str:
    from chartveil.domain.languages import load_languages

    known = load_languages()
    said = []
    for one in known:
        lacks = f", lacks {', '.join(one.missing)}" if one.missing else ", nothing lacks"
        said.append(f"{one.name} is {'covered' if one.is_covered else 'not covered'}{lacks}")
    if not known:
        raise _CheckFailedError("none found: install Chartveil again.")
    return "; ".join(said)


def _workspace() -> str:
    path = UserPaths.default().workspace_file
    folder = next(p for p in path.parents if p.exists())
    if not os.access(folder, os.W_OK):
        raise _CheckFailedError(f"{folder} cannot be written. Set CHARTVEIL_HOME to a folder of yours.")
    if not path.exists():
        return f"will be made at first use: {path}"
    from chartveil.store.own_key import open_own_key
    from chartveil.store.workspace import open_workspace

    try:
        given = passphrase_from_file(PASSPHRASE_FILE)
        key = open_own_key(UserPaths.default(), given or "")
        with open_workspace(UserPaths.default(), key=key) as ws:
            entries = ws.verify()
    except StoreLockedError:
        return f"{path} · locked with a passphrase, not looked into: {PASSPHRASE_FILE}"
    return f"{path} · {entries} entries, the chain holds"


def _key() -> str:
    from chartveil.store.own_key import key_file_facts

    path = UserPaths.default().key_file
    facts = key_file_facts(UserPaths.default())
    if facts is None:
        return f"will be made at first use: {path}"
    return f"key {facts.id} in {path}, which opens with {facts.opened_by}"


def _temporary() -> str:
    try:
        with tempfile.TemporaryFile():
            pass
    except OSError as e:
        raise _CheckFailedError(f"cannot be made ({e.strerror}). Set TMPDIR.") from None
    return "outputs are drafted in their own folder, never elsewhere"


def _runtime() -> str:
    """The runtime of the models, its devices, and the one that is taken unless another is asked for."""
    # Asked in a process of its own: loading it takes a second, and a broken one may take the process down.
    code = "from chartveil.cli.doctor import print_runtime; print_runtime()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        raise _CheckFailedError("onnxruntime does not load: run python3 start.py.") from None
    if answer["problem"]:
        raise _CheckFailedError(answer["problem"])
    devices: dict[str, list[str]] = {}
    for name, reason in answer["devices"].items():
        devices.setdefault(reason, []).append(name)
    tried = [f"{', '.join(names)}: {reason}" for reason, names in devices.items()]
    said = [f"onnxruntime {answer['version']}", *tried, f"auto takes {answer['why']}"]
    return " · ".join(said)


def print_runtime() -> None:
    """Prints as JSON what the runtime of the models can do here; for a process of its own."""
    from chartveil.detection.models.devices import DeviceName, choose_device
    from chartveil.system.machine import load_onnxruntime

    answer: dict[str, Any] = {"version": "", "devices": {}, "why": "", "problem": ""}
    try:
        answer["version"] = load_onnxruntime().__version__
        answer["why"] = choose_device(DeviceName.AUTO).reason
        for name in (n for n in DeviceName if n is not DeviceName.AUTO):
            answer["devices"][name] = _tried(name)
    except ChartveilError as e:
        answer["problem"] = str(e)
    click.echo(json.dumps(answer))


def _tried(device: str) -> str:
    """Whether a device works, or why not."""
    from chartveil.detection.models.devices import choose_device

    try:
        choose_device(device)
    except InputError as e:
        return e.what.removeprefix("this device cannot be used: ").removesuffix(".")
    return "works"


def _models() -> str:
    from chartveil.detection.models.manifest import member_statuses
    from chartveil.domain.paths import models_folder

    found = member_statuses(models_folder() / "ensemble.toml", UserPaths.default().models_folder)
    part = [s for s in found if s.member.enabled]
    wrong = [s.problem for s in part if s.problem]
    if wrong or not part:
        raise _CheckFailedError(" ".join(wrong) or "none takes part: install Chartveil again.")
    files = {p for s in part for p in (s.member.file, s.member.tokenizer)}
    size = sum(p.stat().st_size for p in files) / 1e6
    said = [f"{len(part)} take part, all as listed, {size:.1f} MB"]
    for count, what in (
        (sum(not s.member.bundled for s in part), "of your site"),
        (len(found) - len(part), "switched off"),
    ):
        said += [f"{count} {what}"] if count else []
    return " · ".join(said)


def check_ocr() -> str:
    """The OCR engines; files are checked, no network is loaded."""
    from chartveil.ocr.engines.registry import engine_states

    usual, *others = engine_states()
    if not usual.ready:
        raise _CheckFailedError(usual.message)
    ready = [f"{s.name} {s.message}" for s in (usual, *others) if s.ready]
    lacking = [s.name for s in others if not s.ready]
    said = [*ready, f"not there, and not needed: {', '.join(lacking)} (docs/ocr.md)"] if lacking else ready
    return " · ".join(said)


def _window() -> str:
    if importlib.util.find_spec("PySide6") is None:
        raise _CheckFailedError("PySide6 is not installed: install Chartveil with the extra 'gui'", "missing")
    environment = dict(os.environ, QT_QPA_PLATFORM="offscreen")
    code = "from PySide6.QtWidgets import QApplication; QApplication([])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False
    )
    if done.returncode:
        reason = (done.stderr.strip().splitlines() or ["Qt does not load"])[-1]
        raise _CheckFailedError(f"{reason}; python3 start.py names the system packages", "missing")
    if not has_screen():
        raise _CheckFailedError("Qt loads, but there is no screen here to open it on", "missing")
    return "Qt loads; 'chartveil gui' opens it"


CHECKS: dict[str, Callable[[], str]] = {
    "Chartveil": _program,
    "Libraries": _libraries,
    "Dictionaries": _dictionaries,
    "Policies": _policies,
    "Languages": _languages,
    "Workspace": _workspace,
    "Surrogate key": _key,
    "Temporary files": _temporary,
    "Model runtime": _runtime,
    "Models": _models,
    "OCR": check_ocr,
    "Window": _window,
}
"""Each says what it found, and raises what is not as it should be."""
