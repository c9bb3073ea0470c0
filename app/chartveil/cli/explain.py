"""``chartveil explain``: each span of a file with every reason for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chartveil.cli.options import (
    console,
    device_option,
    model_choice_on,
    page_options,
    page_options_from,
    patients_option,
    policy_option,
    read_options,
    site_option,
    table_options,
)

if TYPE_CHECKING:
    from chartveil.detection.pipeline import DetectionPipeline
    from chartveil.domain.document import Document, Evidence


@click.command(name="explain")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@policy_option
@site_option
@patients_option
@device_option
@table_options
@page_options
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
    patient_id: str | None,
    text_columns: tuple[str, ...],
    id_column: str | None,
    patient_column: str | None,
    ocr: str,
    ocr_second: str | None,
    unread: str,
    boxes: str,
    password_file: Path | None,
    part: str | None,
    html: Path | None,
) -> None:
    """Show the text of FILE with each span, its label and score, and every reason for it.

    What was found and given back as a medical term is shown too. The output holds the original text.
    """
    from chartveil.cli.explanation import explanation_html, print_explanation
    from chartveil.detection.pipeline import build_pipeline
    from chartveil.domain.errors import InputError
    from chartveil.domain.policy import load_policy
    from chartveil.release.discovery import discover_inputs
    from chartveil.release.input_files import read_documents

    if html is not None and html.exists() and html.samefile(file):
        raise click.UsageError("--html names FILE itself: it would be lost. Name another.")
    pages = page_options_from(ocr, ocr_second, unread, boxes, password_file)
    options = read_options(patient_id, text_columns, id_column, patient_column, pages)
    policy = load_policy(policy_name)
    found = discover_inputs([str(file)], options.limits)
    if not found.refs:
        raise (
            found.failures[0].error
            if found.failures
            else InputError("there is nothing to read in it.", where=str(file), remedy="Give another file.")
        )
    documents = [d for ref in found.refs for d in read_documents(ref, options)[2]]
    if part is not None and part not in {d.source.part for d in documents}:
        raise InputError("there is no such part.", where=str(file), remedy="Leave out --part to see all.")
    pipeline = build_pipeline(policy, site=site, patients=patients, models=model_choice_on(device))
    describe = rule_describer(pipeline)
    pairs = list(zip(documents, pipeline.propose_all(documents), strict=True))
    if part is not None:
        pairs = [(d, p) for d, p in pairs if d.source.part == part]
    if html is not None:
        if len(pairs) > 1:
            raise click.UsageError("FILE holds several documents: choose one with --part, e.g. --part row:1.")
        from chartveil.system.atomic_files import write_file

        page = explanation_html(*pairs[0], describe, doubtful=policy.doubtful)
        write_file(html, page.encode("utf-8", "replace"))
        click.echo(f"Written to {html}. It holds the original text: keep it where the original is kept.")
        return
    out = console()
    for document, proposal in pairs:
        if document.source.part:
            out.print(f"── {document.source.part}", style="bold", markup=False)
        if line := _patient_line(pipeline, document):
            out.print(line, style="dim", markup=False)
        print_explanation(document, proposal, out, describe, doubtful=policy.doubtful)


def _patient_line(pipeline: DetectionPipeline, document: Document) -> str:
    """How many patients of the site's file a document may be of, and what says so; empty without a file."""
    from chartveil.detection.model_choice import PatientMatch
    from chartveil.domain.tokenized_text import TokenizedText

    whose = pipeline.patient_of(TokenizedText(document))
    if whose is None:
        return ""
    if whose.match is PatientMatch.ONE:
        return f"Dossier: one patient, by {whose.matched_by}"
    if whose.match is PatientMatch.NONE:
        return "Dossier: none used, no patient matches"
    return (
        f"Dossier: none used, several patients match{f' by {whose.matched_by}' if whose.matched_by else ''}"
    )


def rule_describer(pipeline: DetectionPipeline) -> Callable[[Evidence], str]:
    """Tells what a rule does, by its id; empty for other evidence."""
    from chartveil.detection.rules.engine import RuleDetector

    lines: dict[str, str] = {}
    for detector in pipeline.detectors:
        if isinstance(detector, RuleDetector):
            lines |= {rule.id: rule.description for rule in detector.rules}
    return lambda evidence: lines.get(evidence.name, "")
