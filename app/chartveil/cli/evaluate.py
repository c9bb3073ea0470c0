"""``chartveil evaluate``: how good spans are against gold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chartveil.cli.gold_options import load_gold_and_worklists, worklist_options
from chartveil.cli.options import (
    console,
    device_option,
    model_choice_on,
    parse_labels,
    patients_option,
    policy_option,
    profile_option,
    site_option,
)

if TYPE_CHECKING:
    from chartveil.formats.annotations.document import AnnotatedDocument


@click.command(name="evaluate")
@click.argument("gold", required=False, type=click.Path(exists=True, path_type=Path))
@click.argument("predicted", required=False, type=click.Path(exists=True, path_type=Path))
@click.option("--run", "run_now", is_flag=True, help="Find the spans now instead of reading PREDICTED.")
@worklist_options
@policy_option
@site_option
@patients_option
@device_option
@profile_option
@click.option(
    "--format", "gold_format", help="Format of GOLD: inline, i2b2, brat, jsonl.  [default: by ending]"
)
@click.option(
    "--labels",
    help="Count these labels only, with commas between.  [default: those that count in the policy]",
)
@click.option("--first", type=click.IntRange(1), help="Only the first N documents of GOLD by name.")
@click.option("--last", type=click.IntRange(1), help="Only the last N documents of GOLD by name.")
@click.option("--kappa", is_flag=True, help="Also show agreement by word, as between two annotators.")
@click.option("--findings", type=click.IntRange(0), default=0, help="List up to N misses and N extras.")
@click.option("--show-text", is_flag=True, help="Show their text too. It is PHI.")
@click.option(
    "--resamples", type=click.IntRange(0), default=1000, show_default=True, help="Of the bootstrap."
)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def command(
    gold: Path | None,
    predicted: Path | None,
    run_now: bool,
    worklists: tuple[str, ...],
    unsigned: bool,
    policy_name: str,
    site: Path | None,
    patients: Path | None,
    device: str,
    profile: str,
    gold_format: str | None,
    labels: str | None,
    first: int | None,
    last: int | None,
    kappa: bool,
    findings: int,
    show_text: bool,
    resamples: int,
    as_json: bool,
) -> None:
    """Measure spans against GOLD annotations: a file or folder, marked inline, i2b2 XML, brat or JSONL.

    PREDICTED is annotated likewise, or is the output of 'deid --mode spans'. With --run the spans are found
    now, and --worklist names documents reviewed in the window, beside GOLD or in its place. A gold word
    counts as found under full cover when every character of it is covered.
    """
    from chartveil.domain.labels import Label as Labels
    from chartveil.domain.policy import load_policy
    from chartveil.evaluation.agreement import agreement_as_dict, annotator_agreement
    from chartveil.evaluation.metrics import evaluate
    from chartveil.evaluation.pairing import pair_documents, run_pipeline

    if worklists and not run_now:
        raise click.UsageError("--worklist goes with --run.")
    if (predicted is None) != run_now:
        raise click.UsageError("Give either PREDICTED, or --run.")
    policy = load_policy(policy_name)
    counted = (
        parse_labels(labels) if labels else tuple(label for label in Labels if policy.is_identifier(label))
    )
    read, lines = load_gold_and_worklists(gold, gold_format, worklists, unsigned)
    for line in lines:
        click.echo(line, err=True)
    documents = _part(read, first, last)
    other: list[AnnotatedDocument] = []
    if predicted is not None:
        from chartveil.evaluation.gold import load_gold

        other = load_gold(predicted)
        if first or last:
            kept = {d.id for d in documents} | {d.sha256 for d in documents}
            other = [d for d in other if d.id in kept or d.sha256 in kept]
        pairs = pair_documents(documents, other)
    else:
        from chartveil.detection.pipeline import build_pipeline

        characters = sum(len(d.text or "") for d in documents)
        models = model_choice_on(device, profile, len(documents), characters)
        pipeline = build_pipeline(policy, site=site, patients=patients, models=models)
        pairs = run_pipeline(documents, pipeline.propose)
    remarks = [f"{d.id}: {r}" for d in (*documents, *other) for r in d.remarks]
    result = evaluate(pairs, labels=counted, resamples=resamples, remarks=remarks)
    if as_json:
        more = {"agreement": agreement_as_dict(annotator_agreement(pairs))} if kappa else {}
        click.echo(json.dumps({**result.to_dict(), **more}, indent=1))
        return
    from chartveil.cli.evaluation_tables import render_agreement, render_findings, render_table

    out = console()
    out.print(render_table(result))
    if kappa:
        out.print(render_agreement(annotator_agreement(pairs)))
    if findings:
        texts = {p.id: p.text for p in pairs} if show_text else None
        out.print(render_findings(result, texts, most=findings))


def _part(documents: list[AnnotatedDocument], first: int | None, last: int | None) -> list[AnnotatedDocument]:
    if first and last:
        raise click.UsageError("Give --first or --last, not both.")
    if first:
        return documents[:first]
    return documents[-last:] if last else documents
