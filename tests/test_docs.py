"""What the documentation says is there: commands, options, keys, formats, lists, links."""

from __future__ import annotations

import re
import struct
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import click
import pytest

from chartveil.cli import exit_codes as codes
from chartveil.cli.main import cli
from chartveil.detection.rules.checks import CHECKS
from chartveil.detection.rules.rule import Rule
from chartveil.detection.rules.rule_files import load_rule_file, load_rules
from chartveil.domain.errors import PolicyError
from chartveil.domain.policy import load_policy
from chartveil.domain.span import EvidenceKind
from chartveil.formats.registry import all_formats

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *(ROOT / "resources").rglob("*.md")])
LISTS = sorted(p.parent.name for p in (ROOT / "dictionaries").glob("*/SOURCE.toml"))


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


COMMANDS = cli.list_commands(click.Context(cli))


def command_named(name: str) -> click.Command:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    return command


def parameters_of(name: str) -> list[click.Parameter]:
    """Of a command, those of its own commands included."""
    command = command_named(name)
    below = command.commands.values() if isinstance(command, click.Group) else []
    return [p for c in (command, *below) for p in c.params]


def options_of(name: str) -> set[str]:
    return {o for p in parameters_of(name) if isinstance(p, click.Option) for o in p.opts}


def section(text: str, heading: str) -> str:
    """What stands below a heading of the second level, up to the next."""
    match = re.search(rf"^## [^\n]*\b{re.escape(heading)}\b[^\n]*\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    assert match is not None, f"the page has no section for {heading}"
    return match[1]


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_and_option_is_in_the_page_of_the_command_line(name: str) -> None:
    text = page("cli.md")
    assert f"| `chartveil {name}" in text, f"docs/cli.md: the table of commands lacks {name}"
    told = section(text, name)
    missing = sorted(o for o in options_of(name) if not re.search(rf"`{re.escape(o)}[` ]", told))
    assert not missing, f"docs/cli.md: the section on {name} lacks {missing}"


def test_each_command_of_a_group_is_in_the_page_of_the_command_line() -> None:
    groups = [c for c in map(command_named, COMMANDS) if isinstance(c, click.Group)]
    assert groups
    text = page("cli.md")
    named = [f"{group.name} {name}" for group in groups for name in group.commands]
    assert [n for n in named if not re.search(rf"`{n}[` ]", section(text, n.split()[0]))] == []


def test_the_page_of_the_command_line_tells_of_no_other_option() -> None:
    known = {"--help", "--version", *(o for name in COMMANDS for o in options_of(name))}
    assert sorted(set(re.findall(r"`(?:chartveil )?(--[a-z-]+)", page("cli.md"))) - known) == []


def test_each_option_value_is_in_the_page_of_the_command_line() -> None:
    choices = [
        (name, str(value))
        for name in COMMANDS
        for p in parameters_of(name)
        if isinstance(p.type, click.Choice)
        for value in p.type.choices
    ]
    assert choices
    text = page("cli.md")
    assert [c for c in choices if not re.search(rf"[` ]{c[1]}`", section(text, c[0]))] == []


def test_each_exit_code_is_in_the_page_of_the_command_line() -> None:
    told = {int(code) for code in re.findall(r"^\| (\d+) \|", section(page("cli.md"), "Exit codes"), re.M)}
    ours = {value for name, value in vars(codes).items() if name.isupper()}
    assert told == ours | {click.UsageError.exit_code}


def test_each_kind_of_evidence_is_in_the_page_of_spans() -> None:
    assert [kind for kind in EvidenceKind if f"`{kind}`" not in page("spans.md")] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_each_link_leads_somewhere(path: Path) -> None:
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith(("http://", "https://", "mailto:")):
            continue
        file, _, anchor = target.partition("#")
        there = (path.parent / file).resolve() if file else path
        assert there.is_relative_to(ROOT), f"{path.name} leads out of the repository: {target}"
        assert there.exists(), f"{path.name} leads to {target}, which is not there"
        assert not anchor or anchor in anchors(there), f"{path.name}: {file} has no heading #{anchor}"


def anchors(path: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}


@pytest.mark.parametrize("table", ["", "detection", "dates", "ages", "zip"])
def test_each_policy_key_is_in_the_page_of_policies(table: str, tmp_path: Path) -> None:
    labels = "\n".join(f'{label} = "replace"' for label in load_policy().actions)
    head = 'title = "t"\ndescription = "d"\n'
    odd = f"[labels]\n{labels}\n[{table or 'nosuch'}]\nnosuch = 1\n"
    file = tmp_path / "p.toml"
    file.write_text(head + odd, encoding="utf-8")
    with pytest.raises(PolicyError) as error:
        load_policy(str(file))
    known = re.search(r"Known here: ([a-z_, ]+)\.", str(error.value))
    assert known is not None
    shown = re.search(r"^```toml\n(.*?)^```", page("policies.md"), re.M | re.S)
    assert shown is not None
    if not table:
        missing = [k for k in known[1].split(", ") if not re.search(rf"^(\[{k}\]|{k} =)", shown[1], re.M)]
    else:
        part = shown[1].partition(f"[{table}]")[2].partition("\n[")[0]
        missing = [k for k in known[1].split(", ") if not re.search(rf"^{k} =", part, re.M)]
    assert not missing, f"docs/policies.md lacks {missing} in [{table}]"


def test_the_examples_of_policies_are_what_the_program_makes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "scripts")
    from make_policy_examples import with_examples

    assert with_examples(page("policies.md")) == page("policies.md")


def test_each_policy_is_in_the_page_of_policies() -> None:
    names_told = set(re.findall(r"^\| `(\w+)`", page("policies.md"), re.M))
    assert names_told == {p.stem for p in (ROOT / "resources" / "policies").glob("*.toml")}


def test_each_format_is_in_the_page_of_formats() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|", page("formats.md"), re.M))
    assert {name: tuple(endings.split()) for name, endings in rows.items()} == {
        f.name: f.suffixes for f in all_formats()
    }


def test_the_page_of_rules_names_each_family_with_its_labels() -> None:
    rows = re.findall(r"^\| (\w+) \| ([A-Z_, ]+) \|$", page("rules.md"), re.M)
    rules = load_rules()
    labels = {rule.family: set[str]() for rule in rules}
    for rule in rules:
        labels[rule.family] |= {rule.label, *(g for _, g in rule.label_groups)}
    expected = {name: ", ".join(sorted(found)) for name, found in labels.items()}
    assert dict(rows) == expected, f"docs/rules.md: the table of families is now {expected}"


def test_each_key_and_check_of_a_rule_is_in_the_page_of_rules() -> None:
    told = set(re.findall(r"`(\w+)`", section(page("rules.md"), "A rule")))
    keys = {field.name for field in fields(Rule)} - {"family"}
    assert sorted(keys - told) == []
    checks = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`[^|]*) \| ", page("rules.md"), re.M))))
    assert sorted(CHECKS.keys() - checks) == []


def test_the_rules_that_the_page_of_rules_shows_are_valid(tmp_path: Path) -> None:
    blocks = re.findall(r"^```toml\n(.*?)^```", page("rules.md"), re.M | re.S)
    assert len(blocks) == 2
    for block in blocks:
        file = tmp_path / "rules.toml"
        file.write_text(block, encoding="utf-8")
        assert load_rule_file(file)


def test_the_page_of_dictionaries_counts_right() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| ([\d,–]+) \|", page("dictionaries.md"), re.M))
    expected = {}
    for name in LISTS:
        source = tomllib.loads((ROOT / "dictionaries" / name / "SOURCE.toml").read_text(encoding="utf-8"))
        expected[name] = f"{sum(source['terms'].values()):,}" if source.get("terms") else "–"
    wrong = {name: expected.get(name) for name in {*rows, *expected} if rows.get(name) != expected.get(name)}
    assert not wrong, f"docs/dictionaries.md: the numbers of terms are now {wrong}"


@pytest.mark.parametrize("name", LISTS)
def test_each_list_has_its_notice_source_and_licence(name: str) -> None:
    assert re.search(rf"^{name} +\S", (ROOT / "NOTICE").read_text(encoding="utf-8"), re.M)
    source = tomllib.loads((ROOT / "dictionaries" / name / "SOURCE.toml").read_text(encoding="utf-8"))
    for entry in source.get("file", [source]):
        assert entry["source"].strip()
        assert entry["licence"].strip()


def test_each_library_is_in_notice_and_in_its_decision() -> None:
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8").lower()
    decision = page("decisions/0002-libraries.md").lower()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = [re.split(r"[<>=;\[ ]", need)[0].lower() for need in project["dependencies"]]
    assert [n for n in found if n not in decision] == []
    ours = [n for n in found if n not in {"faker", "python-docx", "striprtf"}]
    assert [n for n in ours if not re.search(rf"\b{re.escape(n)}\b", notice)] == []


def test_the_example_of_the_rules_is_what_the_program_prints(chartveil, tmp_path, monkeypatch) -> None:
    blocks = re.findall(r"^```\n(.*?)^```", section_of_example(), re.M | re.S)
    note, shown = blocks[0], blocks[1]
    (tmp_path / "note.txt").write_text(note, encoding="utf-8")
    monkeypatch.setenv("COLUMNS", "108")
    code, said, _ = chartveil("explain", tmp_path / "note.txt", "--profile", "quick")
    assert code == 0
    text, _, reasons = said.partition("\n\n")
    assert shown.partition("\n\n")[0] == text
    assert rows_of_reasons(shown) == rows_of_reasons(reasons)


def rows_of_reasons(printed: str) -> str:
    """The words of the table of spans, however they are broken. What a model says hangs on the processor."""
    rows = re.findall(r"^ *\d* +\d+–\d+ +.*$|^ {20,}\S.*$", printed, re.M)
    return re.sub(r"(model \w+ for \w+) \S+", r"\1", " ".join(" ".join(rows).split()))


def section_of_example() -> str:
    return page("rules.md").partition("## An example")[2].partition("\n## ")[0]


@pytest.mark.skipif(sys.platform == "darwin", reason="the page shows the keys of other systems")
def test_the_page_of_reviewing_tells_every_command_and_its_keys() -> None:
    from chartveil.gui.commands.keymap import COMMANDS, key_text

    told = re.findall(r"^\| (.+) \| (.+) \|$", section(page("review.md"), "Keys"), re.M)[1:]
    expected = [(c.text, " · ".join(dict.fromkeys(key_text(k) for k in c.keys))) for c in COMMANDS]
    assert sorted(told) == sorted(expected)


def test_each_picture_is_shown_on_a_page() -> None:
    shown = {
        (path.parent / target).resolve()
        for path in PAGES
        for target in re.findall(r"!\[[^\]]+\]\(([^)\s]+)\)", path.read_text(encoding="utf-8"))
    }
    assert [p.name for p in sorted((DOCS / "images").glob("*")) if p.resolve() not in shown] == []


def test_pictures_are_small_and_whole() -> None:
    pictures = sorted((DOCS / "images").glob("*"))
    assert pictures
    assert sum(p.stat().st_size for p in pictures) <= 2_500_000
    for picture in pictures:
        raw = picture.read_bytes()
        assert raw[:8] == b"\x89PNG\r\n\x1a\n"
        assert raw.endswith(b"IEND\xaeB`\x82")
        width, height = struct.unpack(">II", raw[16:24])
        assert 600 <= width <= 1600
        assert 400 <= height <= 1200
        assert len(raw) <= 300_000


# Put together, so that this file does not name them itself.
HOSTS = tuple(
    ".".join(parts)
    for parts in (
        ("pypi", "org"), ("pypi", "python", "org"), ("pythonhosted", "org"), ("npmjs", "org"),
        ("npmjs", "com"), ("anaconda", "org"), ("crates", "io"), ("rubygems", "org"),
    )
)  # fmt: skip
MACHINE = re.compile(
    r"(?<![\w.<>-])/(?:home|Users)/(?P<user>[\w.-]+)/|(?<![\w.<>/-])/(?:root|work)/\w|\b[A-Z]:\\+Users\\+\w"
)
MACHINE_HINTS = (b"/home/", b"/Users/", b"/root/", b"/work/", b"\\Users\\")
"""Every place that ``MACHINE`` matches holds one of these. Most files hold none, and need no expression."""

FICTIONAL = frozenset(("poe", "smith", "zoe"))
"""Users of made-up paths in tests."""


def sources() -> Iterator[Path]:
    folders = ("app", "docs", "scripts", "tests", "resources", "dictionaries", "models", ".ci")
    files = [p for p in ROOT.iterdir() if p.is_file() and (p.suffix in TEXTS or p.name in ROOTS)]
    for folder in folders:
        files += [p for p in (ROOT / folder).rglob("*") if p.is_file() and "__pycache__" not in p.parts]
    return iter(sorted(files))


TEXTS = frozenset((".md", ".toml", ".py"))
ROOTS = frozenset(("LICENSE", "NOTICE", ".gitignore"))


def test_no_file_names_a_registry_or_a_machine() -> None:
    named = []
    literals = [*HOSTS, *({str(ROOT), str(Path.home())} - {"/", "/root"})]
    for path in sources():
        raw = path.read_bytes()
        found = [literal for literal in literals if literal.encode() in raw]
        if any(hint in raw for hint in MACHINE_HINTS):
            text = raw.decode("utf-8", "replace")
            found += [m[0] for m in MACHINE.finditer(text) if m["user"] not in FICTIONAL]
        named += [f"{path.relative_to(ROOT)}: {literal}" for literal in found]
    assert named == []
