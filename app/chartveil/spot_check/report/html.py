"""Writes the pages of a report as one web page that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from chartveil.domain.resource_files import page_template
from chartveil.spot_check.report.pages import (
    Block,
    FactTable,
    Grid,
    Plot,
    SignatureLines,
    Text,
    TextStyle,
    VerdictBox,
)
from chartveil.spot_check.report.pdf import OUTCOME_COLORS, SIGNATURE_PARTS
from chartveil.spot_check.report.plots import as_svg


def html_page(pages: Sequence[Sequence[Block]], title: str, footer: str) -> str:
    """The page as text in UTF-8.

    Args:
        pages: blocks of each page of the report.
        title: of the page.
        footer: at its foot.
    """
    sections = ""
    for number, blocks in enumerate(pages):
        elements = "".join(_element(block, "h2" if number else "h1") for block in blocks)
        sections += f"<section>\n{elements}</section>\n"
    return page_template("spot-check-report.html").substitute(
        title=escape(title), sections=sections, footer=escape(footer)
    )


def _element(block: Block, title_tag: str) -> str:
    match block:
        case Text(text, style):
            tag = {TextStyle.TITLE: title_tag, TextStyle.HEADING: "h3"}.get(style, "p")
            return f'<{tag} class="{style}">{escape(text)}</{tag}>\n'
        case VerdictBox(outcome, meaning):
            color = OUTCOME_COLORS[outcome]
            return (
                f'<p class="verdict" style="border-color: {color}"><strong style="background-color: {color}">'
                f"{outcome.value.upper()}</strong> {escape(meaning)}</p>\n"
            )
        case FactTable(rows):
            cells = "".join(
                f'<tr><th scope="row">{escape(n)}</th><td>{escape(value)}</td></tr>\n' for n, value in rows
            )
            return f'<table class="facts">\n{cells}</table>\n'
        case Grid(header, rows):
            top = "".join(f'<th scope="col">{escape(c)}</th>' for c in header)
            body = "".join(
                f'<tr><th scope="row">{escape(first)}</th>{_cells(rest)}</tr>\n' for first, *rest in rows
            )
            return f"<table>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>\n"
        case Plot(drawing, description):
            return f"<figure>{as_svg(drawing, escape(description))}</figure>\n"
        case SignatureLines(roles):
            cells = "".join(
                f'<tr><th scope="row">{escape(role)}</th>{_cells(SIGNATURE_PARTS)}</tr>\n' for role in roles
            )
            return f'<table class="sign">\n{cells}</table>\n'


def _cells(texts: Sequence[str]) -> str:
    return "".join(f"<td>{escape(text)}</td>" for text in texts)
