"""``chartveil explain``: each span of a file with every reason for it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from chartveil.cli.options import (
    console,
    device_option,
    model_choice_on,
    patients_option,
    policy_option,
    profile_option,
    reading_options,
    site_option,
)

if TYPE_CHECKING:
    from chartveil.detection.pipeline import DetectionPipeline
    from chartveil.domain.document import Document
    from chartveil.formats.base import ReadOptions


@click.command(name="explain")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@policy_option
@site_option
@patients_option
@device_option
@profile_option
@reading_options
@click.option("--part", help="Which document of a table, e.g. row:3.  [default: all]")
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a page instead. It holds the original text.",
)
def command(
    file: Path,
    policy_name: str,
    site: Path | None,
    patients: Path | None,
    device: str,
    profile: str,
    options: ReadOptions,
    part: str | None,
    html: Path | None,
) -> None:
    """Show the text of FILE with each span, its label and score, and every reason for it.

    What was found and recovered as a medical term is shown too. The output holds the original text.
    """
    from chartveil.cli.explanation import explanation_html, print_explanation
    from chartveil.domain.errors import InputError
    from chartveil.domain.policy import ReplacementMode, load_policy
    from chartveil.release.discovery import likely_characters, refs_in_file
    from chartveil.release.file_processor import FileProcessor
    from chartveil.release.input_files import read_documents
    from chartveil.release.job import ProcessingJob
    from chartveil.service.review_service import describe_evidence

    if html is not None and html.exists() and html.samefile(file):
        raise click.UsageError("--html names FILE itself: it would be lost. Name another.")
    policy = load_policy(policy_name)
    refs = refs_in_file(file, options.limits)
    read = [read_documents(ref, options) for ref in refs]
    files = [documents for _, _, documents in read]
    characters = sum(
        likely_characters(ref.name, len(source.data)) for ref, (source, _, _) in zip(refs, read, strict=True)
    )
    # As 'deid' takes them: with what the leak check finds in a copy. Tags need no key.
    job = ProcessingJob(
        policy,
        ReplacementMode.TAG,
        bytes(32),
        read_options=options,
        outputs=(),
        site_lists=site,
        patients_file=patients,
        models=model_choice_on(device, profile, len(refs), characters),
        for_review=True,
    )
    if part is not None and part not in {d.source.part for documents in files for d in documents}:
        raise InputError("there is no such part.", where=str(file), remedy="Leave out --part to see all.")
    processor = FileProcessor(job)
    shown = [
        d
        for documents in files
        for d in processor.deidentify(documents)
        if part is None or d.document.source.part == part
    ]
    if html is not None:
        if len(shown) > 1:
            raise click.UsageError("FILE holds several documents: choose one with --part, e.g. --part row:1.")
        from chartveil.system.atomic_files import write_file

        page = explanation_html(
            shown[0].document, shown[0].proposal, describe_evidence, doubtful=policy.doubtful
        )
        write_file(html, page.encode("utf-8", "replace"))
        click.echo(f"Written to {html}. It holds the original text: keep it where the original is kept.")
        return
    out = console()
    for d in shown:
        if d.document.source.part:
            out.print(f"── {d.document.source.part}", style="bold", markup=False)
        if line := _patient_line(processor.pipeline, d.document):
            out.print(line, style="dim", markup=False)
        print_explanation(d.document, d.proposal, out, describe_evidence, doubtful=policy.doubtful)


def _patient_line(pipeline: DetectionPipeline, document: Document) -> str:
    """How many patients of the site's file a document may be of, and what says so; empty without a file."""
    from chartveil.detection.model_choice import PatientMatch
    from chartveil.domain.tokenized_text import TokenizedText

    lookup = pipeline.patient_of(TokenizedText(document))
    if lookup is None:
        return ""
    if lookup.match is PatientMatch.ONE:
        return f"Dossier: one patient, by {lookup.matched_by}"
    if lookup.match is PatientMatch.NONE:
        return "Dossier: none used, no patient matches"
    return (
        f"Dossier: none used, several patients match{f' by {lookup.matched_by}' if lookup.matched_by else ''}"
    )
