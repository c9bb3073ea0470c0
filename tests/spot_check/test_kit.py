"""For who reads elsewhere: a kit out, a form in, by the command line from the release to the verdict."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from chartveil.cli.main import cli
from chartveil.domain.errors import InputError, OutputError
from chartveil.domain.paths import UserPaths
from chartveil.service.spot_checks.releases import BringInRequest
from chartveil.service.spot_checks.service import SpotCheckService
from chartveil.spot_check.kit import FORM
from chartveil.spot_check.sampling import SamplingPlan
from chartveil.store.spot_checks.records import Arm, CheckChoices, NoteAnswer


def written(folder: Path) -> Path:
    folder.mkdir()
    for i in range(60):
        (folder / f"note{i:02}.txt").write_text(f"Note {i}. Mr. Barlow was seen today for a cough.\n")
    return folder


@pytest.fixture
def release(tmp_path: Path) -> Path:
    return written(tmp_path / "release")


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CHARTVEIL_HOME", str(tmp_path / "home"))
    made = SpotCheckService(UserPaths.default())
    yield made
    made.close()


@pytest.fixture(scope="module")
def drawn_home(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, int]:
    base = tmp_path_factory.mktemp("drawn")
    made = SpotCheckService(UserPaths(base / "home"))
    id = made.releases.bring_in(BringInRequest(written(base / "release")))
    made.draws.commit(id, SamplingPlan(0.1, size=20), CheckChoices(readers=2))
    made.draws.draw(id)
    made.close()
    return base / "home", id


@pytest.fixture
def drawn(drawn_home: tuple[Path, int], tmp_path: Path) -> int:
    """A sample of the home that ``service`` opens after it."""
    home, id = drawn_home
    shutil.copytree(home, tmp_path / "home")
    return id


def fill_in(form: Path, answer: Callable[[int, dict[str, str]], dict[str, str]]) -> Path:
    rows = list(csv.DictReader(io.StringIO(form.read_text(encoding="utf-8-sig"), newline="")))
    out = io.StringIO()
    table = csv.DictWriter(out, rows[0].keys())
    table.writeheader()
    for i, row in enumerate(rows):
        table.writerow({**row, **answer(i, row)})
    form.write_text(out.getvalue(), encoding="utf-8-sig")
    return form


def test_no_kit_is_written_where_there_is_nothing_to_read(drawn, service, tmp_path):
    for arm, differing, said in (
        (Arm.TARGETED, False, "nothing is drawn of this arm yet"),
        (Arm.RANDOM, True, "there is no note to read. No reader differs"),
    ):
        with pytest.raises(InputError, match=said):
            service.forms.export_kit(drawn, "Ada", arm, tmp_path / "kit", differing=differing)
    assert not (tmp_path / "kit").exists()


def test_a_kit_holds_the_drawn_notes_in_order(drawn, service, tmp_path):
    assert service.forms.export_kit(drawn, "Ada", Arm.RANDOM, tmp_path / "kit") == 20
    for p in service.readings.positions(drawn, "Ada", Arm.RANDOM):
        text = (tmp_path / "kit" / "notes" / f"{p.position + 1:04}.txt").read_text(encoding="utf-8")
        shown = service.readings.note(drawn, "Ada", Arm.RANDOM, p.position)
        assert text.startswith(shown.layers[0].text)
        assert shown.place in text  # the file's name is read too
    with pytest.raises(OutputError, match="not empty"):
        service.forms.export_kit(drawn, "Ada", Arm.RANDOM, tmp_path / "kit")


def test_a_form_comes_in_and_what_is_empty_stays(drawn, service, tmp_path):
    service.forms.export_kit(drawn, "Ada", Arm.RANDOM, tmp_path / "kit")
    form = tmp_path / "kit" / FORM
    leak = {"leak": "yes", "words": "Barlow", "label": "PATIENT", "kind": "part"}
    fill_in(form, lambda i, _: leak if i == 3 else {"leak": "no"} if i < 10 else {})
    assert service.forms.import_form(drawn, "Ada", Arm.RANDOM, form) == 10
    assert service.forms.import_form(drawn, "Ada", Arm.RANDOM, form) == 0  # again is nothing new
    shown = service.readings.note(drawn, "Ada", Arm.RANDOM, 3)
    (mark,) = shown.marks
    assert shown.layers[mark.layer].text[mark.start : mark.end] == "Barlow"
    assert (mark.label, mark.kind) == ("PATIENT", "part")
    assert service.readings.progress(drawn, "Ada", Arm.RANDOM).read == 10


@pytest.mark.parametrize(
    ("wrong", "said"),
    [({"leak": "perhaps"}, "row 0005"), ({"label": "NOBODY"}, "row 0005"), ({"kind": "odd"}, "row 0005")],
)
def test_an_answer_that_is_none_names_its_row_and_nothing_is_taken(drawn, service, tmp_path, wrong, said):
    service.forms.export_kit(drawn, "Ada", Arm.RANDOM, tmp_path / "kit")
    form = fill_in(tmp_path / "kit" / FORM, lambda i, _: {"leak": "no"} | (wrong if i == 4 else {}))
    with pytest.raises(InputError, match=said):
        service.forms.import_form(drawn, "Ada", Arm.RANDOM, form)
    assert service.readings.progress(drawn, "Ada", Arm.RANDOM).read == 0


def test_a_form_of_other_notes_is_refused(drawn, service, tmp_path):
    service.forms.export_kit(drawn, "Ada", Arm.RANDOM, tmp_path / "kit")
    form = tmp_path / "kit" / FORM
    lines = form.read_text(encoding="utf-8-sig").splitlines()
    form.write_text("\n".join([lines[0], *reversed(lines[1:])]), encoding="utf-8")
    with pytest.raises(InputError, match="20 rows"):
        service.forms.import_form(drawn, "Ada", Arm.RANDOM, form)
    form.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="CSV"):
        service.forms.import_form(drawn, "Ada", Arm.RANDOM, form)


def test_last_words_come_in_with_their_reasons(drawn, service, tmp_path):
    for reader, leaking in (("Ada", 2), ("Ben", 7)):
        for p in service.readings.positions(drawn, reader, Arm.RANDOM):
            said = NoteAnswer.LEAK if p.position == leaking else NoteAnswer.CLEAN
            service.readings.answer(drawn, reader, Arm.RANDOM, p.position, said)
    assert service.forms.export_kit(drawn, "Cas", Arm.RANDOM, tmp_path / "kit", differing=True) == 2
    form = fill_in(tmp_path / "kit" / FORM, lambda i, _: {"leak": "yes" if i else "no"})
    with pytest.raises(InputError, match="reason"):
        service.forms.import_last_words(drawn, "Cas", Arm.RANDOM, form)
    fill_in(form, lambda i, _: {"remark": "a street, not a name"})
    assert service.forms.import_last_words(drawn, "Cas", Arm.RANDOM, form) == 2
    assert service.verdicts.verdict(drawn).verdict.leaking == 1


def test_the_command_line_from_release_to_verdict(service, release, tmp_path):
    def run(*arguments: str) -> str:
        told = CliRunner().invoke(cli, ["spotcheck", *map(str, arguments)])
        assert told.exit_code == 0, told.output
        return told.output

    (release / "empty.txt").write_text("")
    told = run("bring", release)
    assert "60 notes" in told
    assert "empty.txt: " in told
    id = re.search(r"Spot-check (\d+)", told)[1]
    assert "47 of 60 to read" in run("plan", id, "--bound", "0.02")
    told = run("plan", id, "--bound", "0.1", "--size", "25", "--draw", "--by", "Officer")
    assert told.index("Commitment") < told.index("Seed")
    assert "25 notes" in run("read", id, tmp_path / "kit", "--reader", "Ada")
    form = fill_in(tmp_path / "kit" / FORM, lambda i, _: {"leak": "no"})
    assert "25 answers" in run("answers", id, form, "--reader", "Ada")
    assert "ACCEPT" in run("verdict", id)
    assert json.loads(run("verdict", id, "--json"))["verdict"]["read"] == 25
    assert "30 units" in run("extend", id, "--add", "5")
    assert "25 of 30 read" in run("list")
    told = CliRunner().invoke(cli, ["spotcheck", "plan", id, "--draw"])
    assert told.exit_code != 0
    told = CliRunner().invoke(cli, ["spotcheck", "verdict", "99"])
    assert "no spot-check 99" in str(told.exception)
    run("forget", id)
    assert run("list") == ""
