"""The report of a spot-check: what it says, how it is checked, and what comes after it."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from lxml import etree

from chartveil.domain.errors import InputError, OutputError
from chartveil.domain.labels import Label
from chartveil.domain.paths import UserPaths
from chartveil.service.spot_check_report.follow_up import compare_repaired, report_leak, search_rest
from chartveil.service.spot_check_report.writing import plots, report_data, write_report
from chartveil.service.spot_checks.releases import BringInRequest
from chartveil.service.spot_checks.service import SpotCheckService
from chartveil.spot_check.release_search import SearchKind, SearchQuery
from chartveil.spot_check.report.files import (
    ANNEX_NAME,
    DATA_NAME,
    HTML_NAME,
    PDF_NAME,
    check_report,
    rendered_report,
    signed_file,
)
from chartveil.spot_check.report.plots import share_text
from chartveil.spot_check.report.results import results_of
from chartveil.spot_check.sampling import SamplingPlan, Strata
from chartveil.store.own_key import open_own_key
from chartveil.store.record_verifier import canonical
from chartveil.store.spot_checks.records import Arm, CheckChoices, LeakKind, NoteAnswer
from chartveil.store.workspace import open_workspace

NAME = "Quintana"
LETTERS = 12


def letter(i: int) -> str:
    doctor = NAME if i % 2 else "Vasquez"
    return f"Ward letter {i}\nCopy to: Dr {doctor}, fax {500 + i}\nSeen today for a cough.\n"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A release of 48 notes, twelve of them letters whose header leaks, read to its end by two readers who
    disagree once, and its signed report."""
    root = tmp_path_factory.mktemp("spot")
    release = root / "release"
    for i in range(48):
        path = release / f"p{i % 6}" / f"note{i:02}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(letter(i) if i < LETTERS else f"Note {i}. Rash on both arms.\n", encoding="utf-8")
    service = SpotCheckService(UserPaths(root / "home"))
    id = service.releases.bring_in(BringInRequest(release, "Letters of May", patient_folders=True))
    plan = SamplingPlan(0.3, size=40, strata=Strata.FOLDER)
    service.draws.commit(id, plan, CheckChoices(readers=2), by="Officer")
    service.draws.draw(id)
    order = [p.number for p in service.readings.positions(id, "Ada", Arm.RANDOM)]
    leaking = [n for n in order if "Copy to" in service.releases.layers(id, n)[0].text]
    for reader, missed in (("Ada", ()), ("Ben", leaking[:1])):
        for p in service.readings.positions(id, reader, Arm.RANDOM):
            found = p.number in leaking and p.number not in missed
            if found:
                text = service.releases.layers(id, p.number)[0].text
                start = text.index("Dr ") + 3
                end = text.index(",", start)
                service.readings.mark(
                    id, reader, Arm.RANDOM, p.position, start, end, Label.DOCTOR, LeakKind.WHOLE
                )
            answer = NoteAnswer.LEAK if found else NoteAnswer.CLEAN
            service.readings.answer(id, reader, Arm.RANDOM, p.position, answer, seconds=30)
    (differ,) = service.verdicts.disagreements(id)
    service.verdicts.adjudicate(
        id, differ.arm, differ.position, True, "Cas", f"{NAME} is a doctor of the ward"
    )
    written = write_report(service, id, root / "report", by="Officer")
    yield service, id, release, written, leaking
    service.close()


@pytest.fixture
def report(made, tmp_path) -> Path:
    """A copy of the report to spoil."""
    return Path(shutil.copytree(made[3].folder, tmp_path / "copy"))


def lines_of(report: Path) -> list[str]:
    return (report / DATA_NAME).read_text(encoding="utf-8").splitlines()


def put(report: Path, data: dict, *entries: str) -> None:
    text = "".join(line + "\n" for line in (canonical(data), *(entries or lines_of(report)[1:])))
    (report / DATA_NAME).write_text(text, encoding="utf-8")


def test_an_honest_report_holds(made):
    service, id, _, written, leaking = made
    check = check_report(written.folder, written.fingerprint)
    assert (check.problems, check.notes) == ((), ())
    assert check.fingerprint == written.fingerprint
    verdict = check.report.results.verdict
    assert (verdict.read, verdict.leaking, verdict.outcome) == (40, len(leaking), written.outcome)
    assert service.facts(id).report == written.digest
    assert check_report(written.folder / DATA_NAME).problems == ()


def test_its_title_is_never_a_folders_name(tmp_path):
    folder = tmp_path / "Quintana 1961"
    folder.mkdir()
    (folder / "a.txt").write_text("Seen for a cough.")
    service = SpotCheckService(UserPaths(tmp_path / "home"))
    id = service.releases.bring_in(BringInRequest(folder))
    service.draws.commit(id, SamplingPlan(0.5, size=1))
    service.draws.draw(id)
    title = report_data(service, id).title
    service.close()
    assert title.startswith(f"Spot-check {id} of 2")


def test_it_has_four_pages_two_plots_and_no_text_of_the_release(made):
    service, id, _, written, _ = made
    pdf = pypdfium2.PdfDocument(written.folder / PDF_NAME)
    pages = [page.get_textpage().get_text_range() for page in pdf]
    pdf.close()
    assert len(pages) == 4
    bound = results_of(report_data(service, id)).verdict.bound
    assert f"at most {share_text(bound)}" in " ".join(pages[0].split())
    page = (written.folder / HTML_NAME).read_text(encoding="utf-8")
    assert page.count("<svg") == 2 == len(plots(service, id))
    assert page.count("<h1") == page.count("</h1>") == 1
    etree.fromstring(page.encode(), etree.HTMLParser(recover=False))
    assert "Letters of May" in page
    for content in (page, *pages, *lines_of(written.folder)):
        assert not re.search(rf"{NAME}|Vasquez|note\d\d|doctor of the ward|release/p\d", content)


def test_the_annex_is_sealed_and_holds_the_words(made):
    _, _, _, written, leaking = made
    path = written.folder / ANNEX_NAME
    assert NAME.encode() not in path.read_bytes()
    with pytest.raises(pikepdf.PasswordError):
        pikepdf.open(path)
    with pikepdf.open(path, password=written.passphrase) as pdf:
        assert pdf.encryption.R == 6
        table = pdf.attachments["leaks.csv"].get_file().read_bytes().decode("utf-8-sig")
        more = pdf.attachments["searches.csv"].get_file().read_bytes()
        assert b"doctor of the ward" in more
        assert b"p0,folder 0001" in more
    rows = list(csv.DictReader(io.StringIO(table)))
    assert {int(r["note"]) for r in rows} == set(leaking)
    assert {r["text"] for r in rows} <= {NAME, "Vasquez"}


def spoil_html(report):
    path = report / HTML_NAME
    path.write_bytes(path.read_bytes().replace(b"at most", b"at  most", 1))


def spoil_pdf(report):
    path = report / PDF_NAME
    path.write_bytes(path.read_bytes() + b"\n%")


def answer_changed(report):
    data = json.loads(lines_of(report)[0])
    data["answers"] = [[n, False] for n, _ in data["answers"]]
    put(report, data)


def note_left_out(report):
    data = json.loads(lines_of(report)[0])
    del data["notes"][data["leaks"][0]["note"]]
    put(report, data)


def other_seed(report):
    data = json.loads(lines_of(report)[0])
    data["seed"] = "00" * 32
    put(report, data)


def milder_plan(report):
    data = json.loads(lines_of(report)[0])
    data["plan"]["bound"] = 0.9
    put(report, data)


def commitment_left_out(report):
    first, *entries = lines_of(report)
    put(report, json.loads(first), *entries[1:])


def entries_swapped(report):
    first, *entries = lines_of(report)
    put(report, json.loads(first), *reversed(entries))


def entry_changed(report):
    first, *entries = lines_of(report)
    put(report, json.loads(first), *(e.replace("Officer", "Someone") for e in entries))


def cut_off(report):
    path = report / DATA_NAME
    path.write_bytes(path.read_bytes()[:-20])


def stratum_moved(report):
    data = json.loads(lines_of(report)[0])
    data["notes"][0][0] = "folder 9999"
    put(report, data)


def page_missing(report):
    (report / PDF_NAME).unlink()


def annex_changed(report):
    (report / ANNEX_NAME).write_bytes(b"%PDF-1.7")


def a_blank_more(report):
    path = report / DATA_NAME
    path.write_bytes(path.read_bytes().replace(b'"answers":', b'"answers": ', 1))


FORGERIES = (
    spoil_html,
    spoil_pdf,
    answer_changed,
    note_left_out,
    other_seed,
    milder_plan,
    commitment_left_out,
    entries_swapped,
    entry_changed,
    cut_off,
    stratum_moved,
    page_missing,
    annex_changed,
    a_blank_more,
)


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda f: f.__name__)
def test_a_forged_report_is_found(report, made, forge):
    forge(report)
    assert check_report(report, made[3].fingerprint).problems


def resigned(service, report: Path, data, facts=None, pages=None) -> None:
    """What the holder of the key can do: sign anything as the end of the same record."""
    anew = rendered_report(data)
    files = {**anew.pages, **(pages or {})}
    for name, content in files.items():
        (report / name).write_bytes(content)
    hashes = {"pdf": PDF_NAME, "html": HTML_NAME, "annex": ANNEX_NAME}
    signed = {k: hashlib.sha256((report / name).read_bytes()).hexdigest() for k, name in hashes.items()}
    signed |= {"commitment": data.commitment, "data": anew.digest}
    signed |= {"outcome": str(anew.results.verdict.outcome), **(facts or {})}
    service.audit.record(1, "spot-check-reported", "", signed)
    entries = service.audit.signed_entries(["spot-check-committed", "spot-check-reported"])
    (report / DATA_NAME).write_bytes(signed_file(anew, [entries[0], entries[-1]]))


def test_who_signs_cannot_say_other_things_than_the_data(report, made):
    service, id, *_ = made
    data = report_data(service, id)
    resigned(service, report, data)
    assert check_report(report).problems == ()
    html = (report / HTML_NAME).read_bytes()
    said = str(made[3].outcome).upper().encode()
    assert said in html
    resigned(service, report, data, pages={HTML_NAME: html.replace(said, b"ACCEPTED")})
    assert check_report(report).problems == (f"{HTML_NAME} says other things than its data.",)
    other = rendered_report(replace(data, answers=tuple((n, False) for n, _ in data.answers), leaks=()))
    resigned(service, report, data, pages={PDF_NAME: other.pages[PDF_NAME]})
    assert check_report(report).problems == (f"{PDF_NAME} says other things than its data.",)
    resigned(service, report, replace(data, answers=other.data.answers, leaks=()))
    (problem,) = check_report(report).problems
    assert "not what the readers said" in problem
    resigned(service, report, replace(data, readers=data.readers[:1]))
    assert (
        "It counts notes that fewer than 2 readers read, whom the plan asks for."
        in check_report(report).problems
    )
    resigned(service, report, data, facts={"outcome": "nothing at all"})
    (problem,) = check_report(report).problems
    assert "another outcome" in problem


def test_another_installation_is_told_by_its_fingerprint(report, made, tmp_path):
    written = made[3]
    paths = UserPaths(tmp_path / "other")
    open_own_key(paths)
    with open_workspace(paths) as workspace:
        other = workspace.fingerprint
    (problem,) = check_report(report, other).problems
    assert written.fingerprint in problem


def test_a_report_waits_for_the_end_of_reading_and_writes_over_nothing(made, tmp_path):
    service, id, release, written, _ = made
    with pytest.raises(OutputError):
        write_report(service, id, written.folder)
    new = service.releases.bring_in(BringInRequest(release))
    service.draws.commit(new, SamplingPlan(0.05, size=20))
    service.draws.draw(new)
    with pytest.raises(InputError, match="not read to its end"):
        write_report(service, new, tmp_path / "none")
    assert report_data(service, new).draws == 1  # other patients make another frame


def test_a_sample_made_larger_is_in_the_record_and_cannot_be_hidden(made, tmp_path):
    service, _, release, *_ = made
    id = service.releases.bring_in(BringInRequest(release, "Larger"))
    service.draws.commit(id, SamplingPlan(0.2, size=10))
    service.draws.draw(id)
    assert service.draws.extend(id, 15) == 25
    for p in service.readings.positions(id, "Ada", Arm.RANDOM):
        service.readings.answer(id, "Ada", Arm.RANDOM, p.position, NoteAnswer.CLEAN, seconds=9)
    folder = write_report(service, id, tmp_path / "larger").folder
    check = check_report(folder)
    assert check.problems == ()
    assert check.report.results.verdict.sequential
    first, committed, _extended, reported = lines_of(folder)
    put(folder, json.loads(first), committed, reported)
    assert "The sizes of the sample are not those that the record holds." in check_report(folder).problems


def test_one_leak_becomes_all_letters_of_its_template(made):
    service, id, _, _, leaking = made
    text = service.releases.layers(id, leaking[0])[0].text
    start = text.index("Dr ") + 3
    end = text.index(",", start)
    said = search_rest(service, id, SearchQuery.of_leak(SearchKind.TEXT, text, start, end, "DOCTOR"))
    assert said.notes == LETTERS // 2
    line = search_rest(service, id, SearchQuery.of_leak(SearchKind.LINE, text, start, end, "DOCTOR"))
    assert line.notes == LETTERS
    assert line.strata == tuple((f"p{i}", LETTERS // 6, 8) for i in range(6))
    assert report_data(service, id).searches[-1].strata[0] == ("folder 0001", LETTERS // 6, 8)
    assert len(line.places) == LETTERS
    assert [s.notes for s in report_data(service, id).searches][-2:] == [LETTERS // 2, LETTERS]
    with open_workspace(service.user_paths) as workspace:
        entry = [e for e in workspace.entries() if e.kind == "spot-check-search"][-1]
    assert entry.facts["public"]["notes"] == LETTERS
    assert text[start:end] not in entry.body


@pytest.mark.parametrize(
    ("leak", "text", "found"),
    [
        ("AB-1234", "sample XY-0815 of", True),
        ("AB-1234", "sample XY-08155 of", False),
        ("AB-1234", "sample xy-0815 of", False),
        ("(030) 12 34", "call (040) 99 11 now", True),
        ("14.03.1961", "on 02.11.1975", True),
        ("14.03.1961", "on 2.11.1975", False),
    ],
)
def test_a_form_finds_its_kind(leak, text, found):
    query = SearchQuery(SearchKind.FORM, leak)
    assert bool(query.pattern().search(text)) is found


def test_too_little_to_search_for_is_said():
    with pytest.raises(InputError, match="too little"):
        SearchQuery(SearchKind.TEXT, "J.")
    with pytest.raises(InputError, match="without a digit"):
        SearchQuery(SearchKind.FORM, NAME)
    with pytest.raises(InputError, match="too little"):
        SearchQuery.of_leak(SearchKind.LINE, "Quintana\n", 0, 8)


def test_a_mended_release_is_compared_and_draws_afresh(made, tmp_path):
    service, id, release, *_ = made
    mended = Path(shutil.copytree(release, tmp_path / "mended"))
    for path in mended.rglob("*.txt"):
        path.write_text(path.read_text(encoding="utf-8").replace(NAME, "[DOCTOR]"), encoding="utf-8")
    (mended / "p0" / "new.txt").write_text("One more note.\n", encoding="utf-8")
    (mended / "p5" / "note47.txt").unlink()
    result = compare_repaired(service, id, mended)
    assert (result.same, result.changed, result.added, result.gone) == (41, LETTERS // 2, 1, 1)
    assert {still for _, _, still in result.leaks} == {0, LETTERS // 2}
    assert service.facts(result.spot_check).looks == ()
    assert "leaks are gone" in report_data(service, id).later[-1]
    service.forget(result.spot_check)


def test_a_leak_told_after_publication_is_searched_and_recorded(made):
    service, id, *_ = made
    told = report_leak(service, id, f" {NAME.upper()} ", "DOCTOR", by="Officer")
    assert told.notes == LETTERS // 2
    assert "a leak was told (DOCTOR); 6 notes hold it" in report_data(service, id).later[0]
    with open_workspace(service.user_paths) as workspace:
        kinds = [e.kind for e in workspace.entries()]
    assert "spot-check-told-leak" in kinds
