"""The site's list of models is edited line by line: what a site wrote in it by hand stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from chartveil.detection.models.manifest import SITE_MANIFEST_FILE, EnsembleMember, load_members
from chartveil.detection.models.site_models import remove_site_model, set_site_model_enabled
from chartveil.domain.errors import ResourceError
from tiny_models import entries

CLASSES = ["O", "PER"]
WORDS = {"john": "PER"}


@pytest.fixture
def ours(tmp_path: Path) -> Path:
    path = tmp_path / "ours" / "ensemble.toml"
    text = entries(["O", "PATIENT"], {"john": "PATIENT"}, path.parent, "ours")
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A list with two members in one folder, with remarks of the site's own."""
    folder = tmp_path / "site"
    mapped = {"map": {"PER": "DOCTOR"}}
    one, two = (entries(CLASSES, WORDS, folder / "one", name, **mapped) for name in ("one", "two"))
    text = f"# Ours, do not touch: Ann.\n{one}# a good one\n\n{two}"
    text = text.replace('file = "', 'file = "one/').replace('tokenizer = "', 'tokenizer = "one/')
    (folder / SITE_MANIFEST_FILE).write_text(text, encoding="utf-8")
    return folder


def listed(ours: Path, site: Path) -> dict[str, EnsembleMember]:
    return {m.name: m for m in load_members(ours, site)}


def test_switching_changes_one_line_of_one_member(ours: Path, site: Path) -> None:
    path = site / SITE_MANIFEST_FILE
    before = path.read_text(encoding="utf-8")
    assert set_site_model_enabled(site, "two", on=False, bundled=ours).enabled is False
    assert [m.name for m in listed(ours, site).values() if m.enabled] == ["ours", "one"]
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line not in before.splitlines()] == ["enabled = false"]
    assert set_site_model_enabled(site, "two", on=True, bundled=ours).enabled is True
    assert path.read_text(encoding="utf-8") == "\n".join(lines).replace("= false", "= true") + "\n"
    set_site_model_enabled(site, "one", on=True, bundled=ours)
    assert "enabled" not in path.read_text(encoding="utf-8").partition("two")[0]


def test_a_member_that_is_removed_leaves_files_that_another_reads(ours: Path, site: Path) -> None:
    assert remove_site_model(site, "one", bundled=ours).name == "one"
    assert set(listed(ours, site)) == {"ours", "two"}
    assert (site / "one" / "two.onnx").exists()
    assert "Ann" in (site / SITE_MANIFEST_FILE).read_text(encoding="utf-8")
    remove_site_model(site, "two", bundled=ours)
    assert set(listed(ours, site)) == {"ours"}


@pytest.mark.parametrize(
    "form",
    [
        'member = [{{ name = "one", {rest} }}]',
        '[[member]]\n"name" = "one"\n{lines}',
        '[[member]]\nname = """\none"""\n{lines}',
    ],
)
def test_a_list_in_another_form_is_left_as_it_is(ours: Path, site: Path, form: str) -> None:
    entry = entries(["O", "PATIENT"], {"john": "PATIENT"}, site, "one").splitlines()[2:]
    path = site / SITE_MANIFEST_FILE
    text = form.format(rest=", ".join(entry), lines="\n".join(entry) + "\n")
    path.write_text(text, encoding="utf-8")
    assert set(listed(ours, site)) == {"ours", "one"}
    with pytest.raises(ResourceError, match=r"cannot be changed line by line.*by hand"):
        set_site_model_enabled(site, "one", on=False, bundled=ours)
    assert path.read_text(encoding="utf-8") == text
    assert [p.name for p in site.iterdir() if p.name.startswith(".")] == []


def test_a_list_that_is_damaged_is_told(ours: Path, site: Path) -> None:
    (site / SITE_MANIFEST_FILE).write_text("[[member", encoding="utf-8")
    with pytest.raises(ResourceError, match="is not valid TOML"):
        remove_site_model(site, "one", bundled=ours)
