"""Options and the console that several commands share."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from chartveil.detection.model_choice import ModelProfile
from chartveil.detection.models.devices import DeviceName
from chartveil.domain.paths import UserPaths
from chartveil.domain.policy import DEFAULT_POLICY
from chartveil.domain.tables.column_plan import ChosenColumn, ColumnRules, UnsureColumns
from chartveil.ocr.engine_interface import EngineName
from chartveil.ocr.options import BoxStyle, PageOptions, UnreadPolicy

if TYPE_CHECKING:
    from rich.console import Console

    from chartveil.detection.model_choice import ModelChoice
    from chartveil.domain.labels import Label
    from chartveil.formats.base import ReadOptions

_PAGES = PageOptions()

F = TypeVar("F", bound=Callable[..., Any])


def choice_of(values: Iterable[StrEnum]) -> click.Choice[str]:
    """A choice among the values of an enum; click would offer the names of its members."""
    return click.Choice([value.value for value in values])


def model_choice_on(device: str, profile: str, files: int = 1, characters: int = 0) -> ModelChoice:
    """The models of a process that is alone: ours and this user's, on a device, with all cores.

    Args:
        device, profile: as the options give them.
        files, characters: how many are to be read, about.
    """
    from chartveil.detection.model_choice import ModelChoice
    from chartveil.system.machine import usable_cores

    models = UserPaths.default().models_folder
    return ModelChoice(device, usable_cores(), models, ModelProfile(profile)).for_texts(files, characters)


def parse_labels(names: str) -> tuple[Label, ...]:
    """Labels from a list with commas between.

    Raises:
        click.UsageError: if there is no such label.
    """
    from chartveil.domain.labels import Label

    chosen = []
    for name in names.split(","):
        if name.strip().upper() not in Label.__members__:
            raise click.UsageError(f"there is no label {name.strip()}; labels: {', '.join(Label)}")
        chosen.append(Label[name.strip().upper()])
    return tuple(chosen)


def console(*, stderr: bool = False) -> Console:
    """The console that commands print to: plain words, no colouring of numbers."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, soft_wrap=False)


def policy_option(f: F) -> F:
    """Option for the policy."""
    return click.option(
        "--policy",
        "policy_name",
        default=DEFAULT_POLICY,
        show_default=True,
        metavar="NAME|FILE",
        help="What counts and what happens to it: a name from 'chartveil policy list' or a .toml file.",
    )(f)


def site_option(f: F) -> F:
    """Option for the site's own lists."""
    return click.option(
        "--site",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        metavar="FOLDER",
        help="Folder with your site's own lists of patients, providers, clinics, addresses, and its rules.",
    )(f)


def patients_option(f: F) -> F:
    """Option for the site's file of patients."""
    return click.option(
        "--patients",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Table of your patients (.csv, .tsv, .xlsx), one a row. What it tells of a document's one "
        "patient is looked for in that document.",
    )(f)


def device_option(f: F) -> F:
    """Option for where models run."""
    return click.option(
        "--device",
        type=choice_of(DeviceName),
        default=DeviceName.AUTO.value,
        show_default=True,
        help="Where the models run. The spans are the same.",
    )(f)


def profile_option(f: F) -> F:
    """Option for which networks read."""
    return click.option(
        "--profile",
        type=choice_of(ModelProfile),
        default=ModelProfile.AUTO.value,
        show_default=True,
        help="Which models read: 'quick' the small ones, 'careful' the large one too, 'cascade' the large "
        "one where the small ones are in doubt. 'auto' is careful for up to 200 files with up to a million "
        "characters, cascade for more.",
    )(f)


class OrderedGroup(click.Group):
    """Commands in the order in which they are defined."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


def workspace_option(f: F) -> F:
    """Option for the file that records runs."""
    return click.option(
        "--workspace",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="File that records runs, without any text. [default: in your user data folder]",
    )(f)


def _table_options(f: F) -> F:
    """Options for files that are tables."""
    for option in (
        click.option(
            "--patient-column", metavar="NAME", help="Column of a table that holds the patient's id."
        ),
        click.option("--id-column", metavar="NAME", help="Column of a table that holds the note's id."),
        click.option(
            "--text-column",
            "text_columns",
            multiple=True,
            metavar="NAME",
            help="Column of a table that holds text; may be given more than once.  [default: guessed]",
        ),
        click.option(
            "--as",
            "as_format",
            type=click.Choice(["text"]),
            help="Read every file as plain text, whatever it looks like; what is no text is still refused.",
        ),
        click.option(
            "--patient-id",
            metavar="ID",
            help="The one patient whose documents these are: names and dates agree among them.",
        ),
    ):
        f = option(f)
    return f


def _page_options(f: F) -> F:
    """Options for files that are scans, faxes or PDFs."""
    for option in (
        click.option(
            "--password-file",
            type=click.Path(exists=True, dir_okay=False, path_type=Path),
            metavar="FILE",
            help="File whose first line is the password of protected PDFs.",
        ),
        click.option(
            "--boxes",
            type=choice_of(BoxStyle),
            default=_PAGES.style.value,
            show_default=True,
            help="What pages of the copy show where an identifier stood.",
        ),
        click.option(
            "--unread",
            type=choice_of(UnreadPolicy),
            default=_PAGES.unread.value,
            show_default=True,
            help="What becomes of handwriting, signatures, faces, barcodes, and what looks like text and was "
            "not read; files with any are not released with 'ask' and 'refuse', nor with 'cover' where they "
            "take more than a quarter of a page.",
        ),
        click.option(
            "--ocr-second",
            type=choice_of(EngineName),
            metavar="ENGINE",
            help="Reads each page again; what only it finds is added.  [default: none]",
        ),
        click.option(
            "--ocr",
            type=choice_of(EngineName),
            default=_PAGES.engine.value,
            show_default=True,
            metavar="ENGINE",
            help="Reads pages that have no text layer; 'chartveil doctor' tells which are ready.",
        ),
    ):
        f = option(f)
    return f


def reading_options(command: Callable[..., None]) -> Callable[..., None]:
    """All options for how files are read. The command gets them as one argument, ``options``.

    Raises:
        InputError: when the command runs, if the password cannot be read.
    """

    @functools.wraps(command)
    def with_options(
        *,
        as_format: str | None,
        patient_id: str | None,
        text_columns: tuple[str, ...],
        id_column: str | None,
        patient_column: str | None,
        ocr: str,
        ocr_second: str | None,
        unread: str,
        boxes: str,
        password_file: Path | None,
        **others: Any,
    ) -> None:
        from chartveil.formats.base import ReadOptions

        pages = PageOptions(
            engine=EngineName(ocr),
            second=EngineName(ocr_second) if ocr_second else None,
            unread=UnreadPolicy(unread),
            style=BoxStyle(boxes),
            passwords=(_password(password_file),) if password_file else (),
        )
        options = ReadOptions(
            text_columns=text_columns,
            id_column=id_column,
            patient_column=patient_column,
            patient_id=patient_id,
            as_text=as_format is not None,
            pages=pages,
        )
        command(options=options, **others)

    return _table_options(_page_options(with_options))


def column_options(command: Callable[..., None]) -> Callable[..., None]:
    """Options for what is done with columns of tables; they go into ``options`` of ``reading_options``.

    Raises:
        InputError: when the command runs, if the file of columns cannot be used.
    """

    @functools.wraps(command)
    def with_columns(*, options: ReadOptions, column_file: Path | None, unsure: str, **others: Any) -> None:
        command(options=replace(options, columns=_column_rules(column_file, unsure)), **others)

    f = with_columns
    for option in (
        click.option(
            "--unsure",
            type=choice_of(UnsureColumns),
            default=UnsureColumns.ASK.value,
            show_default=True,
            help="Columns of which it is not known what they hold: 'ask' releases no file with any, 'text' "
            "searches them, 'empty' empties them.",
        ),
        click.option(
            "--columns",
            "column_file",
            type=click.Path(exists=True, dir_okay=False, path_type=Path),
            metavar="FILE",
            help="What is done with columns of tables, in TOML, JSON or CSV.  [default: guessed]",
        ),
    ):
        f = option(f)
    return f


def _column_rules(column_file: Path | None, unsure: str) -> ColumnRules:
    """What a person chose for columns.

    Raises:
        InputError: if the file cannot be used.
    """
    chosen: tuple[ChosenColumn, ...] = ()
    if column_file is not None:
        from chartveil.release.tables.choices import load_choices

        chosen = load_choices(column_file)
    return ColumnRules(chosen, UnsureColumns(unsure), UserPaths.default().columns_folder)


def _password(path: Path) -> str:
    """The first line of a file, without its line end. Blanks count."""
    from chartveil.domain.errors import InputError

    remedy = "Write the password into its first line, as UTF-8 text."
    try:
        line = path.read_bytes()[:4096].decode("utf-8-sig").split("\n")[0].rstrip("\r")
    except (OSError, UnicodeDecodeError) as e:
        what = f"the file of the password cannot be read ({type(e).__name__})."
        raise InputError(what, where=str(path), remedy=remedy) from None
    if not line:
        raise InputError("the file of the password is empty.", where=str(path), remedy=remedy)
    return line
