"""Labels come from ``resources/labels.toml`` and from nowhere else."""

import ast
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from chartveil.domain import paths
from chartveil.domain.errors import ResourceError
from chartveil.domain.labels import (
    LABEL_TABLE,
    Label,
    LabelGroup,
    MentionKind,
    labels_with_mentions,
    read_label_table,
)

FILE = paths.resources_folder() / "labels.toml"
CODE = Path(paths.__file__).parents[2]
NEW = """
[labels.PASSPORT]
group = "ID"
hipaa = 18
risk = "high"
meaning = "number of a passport"
key = "1"
tag = "PASS"
i2b2 = ["ID", "IDNUM"]
also = ["PASSPORT_NUMBER"]
surrogate = "id"
mentions = "exact"
"""


def test_each_label_has_all_that_is_fixed_about_it():
    assert list(Label) == list(LABEL_TABLE.labels)
    assert set(LABEL_TABLE.groups) == set(LabelGroup)
    for label in Label:
        assert label.info.meaning
        assert label.group is label.info.group
        assert len(label.info.key) == 1
        assert len(label.info.tag) <= 5
    assert Label.SSN.info.hipaa_number == 7
    assert Label.DOCTOR.info.hipaa_number is None
    assert {"PATIENT", "RELATIVE", "DOCTOR"} == labels_with_mentions(MentionKind.PERSON)


def test_the_code_names_no_label_that_the_file_lacks():
    """Type checkers cannot see members that come from a file; this stands in for them."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in CODE.rglob("*.py")}
    unknown = {
        f"{name}: Label.{node.attr}"
        for name, text in texts.items()
        if "Label." in text
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id == "Label"
        and node.attr.isupper()
        and node.attr not in Label.__members__
    }
    assert not unknown


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('risk = "high"', 'risk = "huge"', "'huge' is not a valid LabelRisk"),
        ('risk = "high"\n', "", "in PATIENT the key 'risk' is missing or not known"),
        ('risk = "high"', 'risks = "high"', "in PATIENT the key 'risk"),
        ('group = "NAME"', 'group = "NAMES"', "'NAMES' is not a valid LabelGroup"),
        ('surrogate = "name"', 'surrogate = "nome"', "'nome' is not a valid SurrogateKind"),
        ('key = "R"', 'key = "P"', "two labels have the key P"),
        ("[labels.PATIENT]", "[labels.patient]", "use capitals"),
        ("[groups.ID]", "[groups.IDS]", "'IDS' is not a valid LabelGroup"),
        ("[labels.PATIENT]", "[labels.PATIENT", "cannot be read"),
    ],
)
def test_a_wrong_entry_is_named_with_the_file(tmp_path, old, new, said):
    text = FILE.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "labels.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ResourceError, match=f"(?s)labels.toml.*{said}"):
        read_label_table(path)


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(ResourceError, match=r"labels\.toml.*cannot be read"):
        read_label_table(tmp_path / "labels.toml")


def test_a_label_is_added_by_one_entry_in_one_file(tmp_path):
    """With one entry more, every part of the program knows the label: nothing else is changed."""
    resources = tmp_path / "resources"
    resources.mkdir()
    for path in paths.resources_folder().iterdir():
        if path.name != FILE.name:
            (resources / path.name).symlink_to(path, target_is_directory=path.is_dir())
    (resources / FILE.name).write_text(FILE.read_text(encoding="utf-8") + NEW, encoding="utf-8")
    program = f"""
        from pathlib import Path
        from chartveil.domain import paths
        paths.resources_folder = lambda: Path({str(resources)!r})

        from chartveil.domain.document import Document, DocumentSource
        from chartveil.domain.labels import Label
        from chartveil.domain.policy import ReplacementMode, bundled_policies, load_policy
        from chartveil.domain.span import Span
        from chartveil.formats.annotations.label_names import I2B2_TYPES, label_by_name
        from chartveil.gui.dialogs.label_palette import LabelButton, LabelPalette
        from chartveil.gui.theme.switcher import WindowTheme
        from chartveil.surrogates.engine import SurrogateEngine
        from PySide6.QtWidgets import QApplication

        passport = Label("PASSPORT")
        assert all(load_policy(p.stem).is_identifier(passport) for p in bundled_policies())
        assert I2B2_TYPES[passport] == ("ID", "IDNUM")
        assert label_by_name("passport number") is passport

        text = "Passport X4471920 was copied."
        document = Document(text, DocumentSource("note.txt", "text", "00"))
        span = Span(9, 17, passport, 1.0)
        for mode in ReplacementMode:
            (made,) = SurrogateEngine(bytes(32), load_policy(), mode).replacements(document, [span])
            assert made.text and "4471920" not in made.text, mode
            if mode is ReplacementMode.TAG:
                assert made.text == "[PASSPORT]"

        app = QApplication([])
        palette = LabelPalette(WindowTheme())
        assert passport in [button.label for button in palette.findChildren(LabelButton)]
        print("known everywhere")
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        timeout=240,
    )
    assert done.stdout == "known everywhere\n", done.stderr[-2000:]
