"""Options for scans and PDFs: from the command line to the options that pages are read with."""

import click
import pytest
from click.testing import CliRunner

from chartveil.cli.options import reading_options
from chartveil.domain.errors import InputError
from chartveil.ocr.engine_interface import EngineName
from chartveil.ocr.options import BoxStyle, PageOptions, UnreadPolicy
from chartveil.service.worklist_settings import WorklistSettings


def given(*arguments):
    """What a command with these options gets."""
    got = []

    @click.command()
    @reading_options
    def command(options):
        got.append(options.pages)

    result = CliRunner().invoke(command, [str(a) for a in arguments])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return got[0] if got else result.output


def test_without_options_pages_are_read_as_usual():
    assert given() == PageOptions()


def test_each_option_is_passed_on(tmp_path):
    (tmp_path / "word").write_bytes(b"\xef\xbb\xbf open sesame \r\nsecond line")
    options = ("--ocr", "doctr", "--ocr-second", "tesseract", "--unread", "refuse", "--boxes", "label")
    assert given(*options, "--password-file", tmp_path / "word") == PageOptions(
        engine=EngineName.DOCTR,
        second=EngineName.TESSERACT,
        unread=UnreadPolicy.REFUSE,
        style=BoxStyle.LABEL,
        passwords=(" open sesame ",),
    )


@pytest.mark.parametrize("option", ["--ocr", "--ocr-second", "--unread", "--boxes"])
def test_other_values_are_refused(option):
    assert "is not one of" in given(option, "magic")


@pytest.mark.parametrize("content", [b"", b"\nsecond", b"\xff\xfe\xfd"])
def test_a_password_that_cannot_be_read_is_told_without_it(tmp_path, content):
    (tmp_path / "word").write_bytes(content)
    with pytest.raises(InputError, match="password") as caught:
        given("--password-file", tmp_path / "word")
    assert caught.value.where == str(tmp_path / "word")
    assert caught.value.remedy


def test_a_worklist_keeps_how_pages_are_read_and_the_passwords_it_was_given():
    from chartveil.formats.base import ReadOptions

    pages = PageOptions(
        EngineName.DOCTR,
        EngineName.RAPIDOCR,
        UnreadPolicy.ASK,
        BoxStyle.BLACK,
        150,
        ("open sesame",),
    )
    settings = WorklistSettings(read=ReadOptions(pages=pages))
    assert WorklistSettings.from_json(settings.to_json()).read.pages == pages
    assert "sesame" not in repr(settings)


def test_a_worklist_of_an_earlier_version_is_read_as_usual():
    import json

    kept = json.loads(WorklistSettings().to_json())
    del kept["read"]["pages"]
    assert WorklistSettings.from_json(json.dumps(kept)).read.pages == PageOptions()
