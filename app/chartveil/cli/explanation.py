"""Shows a document with its spans and the reasons for each: on a terminal, or as one HTML page.

Both show the original text, so both are PHI. Colour tells the group; the label's name, the score and the
kind of underline tell it again, so that nothing depends on colour.
"""

from __future__ import annotations

import base64
import hashlib
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from chartveil.domain.decision import Proposal
from chartveil.domain.display import safe_for_display
from chartveil.domain.document import Document
from chartveil.domain.labels import LABEL_TABLE, LabelGroup
from chartveil.domain.resource_files import page_template
from chartveil.domain.span import Evidence, Span
from chartveil.domain.wording import counted, score_text

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

DescribeEvidence = Callable[[Evidence], str]
"""One line for people about a reason, e.g. the description of the rule it names; empty if there is none."""


@dataclass(frozen=True, slots=True)
class PageGroupColors:
    """Colours of a group: ink on tint, on light ground and on dark; each pair has contrast >= 4.5:1."""

    light: str
    light_tint: str
    dark: str
    dark_tint: str


GROUP_COLORS: dict[LabelGroup, PageGroupColors] = {
    group: PageGroupColors(*info.colors["light"], *info.colors["dark"])
    for group, info in LABEL_TABLE.groups.items()
}

PAGE_COLORS = {"light": ("#FFFFFF", "#1B1F24", "#57606A"), "dark": ("#14181D", "#E6E9EC", "#9AA4AF")}
"""Background, ink, and muted ink of the page."""

_RX = "℞"


def no_description(evidence: Evidence) -> str:
    """Describes nothing beyond what the evidence itself says."""
    del evidence
    return ""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of the text; ``number`` is that of its span in the list of reasons, from 1."""

    text: str
    span: Span | None = None
    back: bool = False
    number: int = 0


def _listed(document: Document, proposal: Proposal) -> list[tuple[Span, bool]]:
    """Every span with whether it was recovered, in reading order."""
    if proposal.document_id != document.id:
        raise ValueError("the proposal is for another document")
    both = [(s, False) for s in proposal.spans] + [(s, True) for s in proposal.recovered]
    if max((s.end for s, _ in both), default=0) > len(document.text):
        raise ValueError("a span reaches past the text")
    return sorted(both, key=lambda item: (item[0], item[1]))


def _pieces(document: Document, proposal: Proposal) -> Iterator[_Piece]:
    """The whole text in order. What was recovered below another span is in the list of reasons alone."""
    starts = [s.start for s in proposal.spans]
    shown: list[tuple[int, Span, bool]] = []
    free_from = 0
    for number, (span, back) in enumerate(_listed(document, proposal), 1):
        if back:
            before = bisect_left(starts, span.end) - 1
            below_taken = before >= 0 and proposal.spans[before].end > span.start
            if below_taken or span.start < free_from:
                continue
            free_from = span.end
        shown.append((number, span, back))
    at = 0
    for number, span, back in shown:
        if at < span.start:
            yield _Piece(document.text[at : span.start])
        yield _Piece(span.text(document.text), span, back, number)
        at = span.end
    if at < len(document.text):
        yield _Piece(document.text[at:])


def _tag(span: Span, back: bool, doubtful: float, rx: str = _RX) -> str:
    sign = "?" if span.score < doubtful and not back else ""
    return f"{rx + ' ' if back else ''}{span.label} {score_text(span.score)}{sign}"


def _reason(evidence: Evidence, describe: DescribeEvidence) -> tuple[str, str]:
    """What speaks, and what it says."""
    who = f"{evidence.kind} {evidence.name}"
    label = f"for {evidence.label}" if evidence.label else ""
    score = score_text(evidence.score) if evidence.score is not None else ""
    saw = (
        f"saw {evidence.start}–{evidence.end}"
        if evidence.start is not None and evidence.end is not None
        else ""
    )
    said = "; ".join(dict.fromkeys(x for x in (describe(evidence), evidence.detail, saw) if x))
    return safe_for_display(who), safe_for_display(
        " ".join(x for x in (label, score, f"– {said}" if said else "") if x)
    )


def print_explanation(
    document: Document,
    proposal: Proposal,
    console: Console,
    describe: DescribeEvidence = no_description,
    *,
    doubtful: float = 0.6,
) -> None:
    """Prints the text with each span as ``⟦DOCTOR .97 text⟧``, then a table of spans and their reasons.

    What was recovered is marked ``℞``, what is below ``doubtful`` with ``?`` behind the score. Characters
    that could steer the terminal are shown as signs. On a terminal that knows ASCII alone, ``<<`` and ``Rx``
    stand for the brackets and the sign.

    Raises:
        ValueError: if the proposal is for another document or reaches past the text.
    """
    from rich.text import Text

    opening, closing, rx = ("<<", ">>", "Rx") if console.options.ascii_only else ("⟦", "⟧", _RX)
    body = Text()
    for piece in _pieces(document, proposal):
        if piece.span is None:
            body.append(safe_for_display(piece.text))
            continue
        style = _style(piece.span, piece.back, console.color_system)
        tag = _tag(piece.span, piece.back, doubtful, rx)
        body.append(f"{opening}{tag} ", style=f"bold {style}")
        body.append(
            safe_for_display(piece.text), style=f"{style} {'underline' if not piece.back else ''}".strip()
        )
        body.append(closing, style=f"bold {style}")
    console.print(body, soft_wrap=True)
    console.print()
    console.print(_table(document, proposal, describe, doubtful, rx, console.color_system))


def _style(span: Span, back: bool, colors: str | None) -> str:
    """Ink and tint together, so that contrast holds on light and dark terminals alike."""
    if back:
        return "dim"
    # Rounded to sixteen colours, ink and tint may come too near each other.
    if colors in ("standard", "windows"):
        return "reverse"
    ink = GROUP_COLORS[span.group]
    return f"{ink.dark} on {ink.dark_tint}"


def _table(
    document: Document,
    proposal: Proposal,
    describe: DescribeEvidence,
    doubtful: float,
    rx: str,
    colors: str | None,
) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    taken, back = len(proposal.spans), len(proposal.recovered)
    table = Table(
        title=f"Document {document.id}: {taken} taken, {back} recovered ({rx})",
        box=SIMPLE_HEAD,
        title_justify="left",
        pad_edge=False,
    )
    table.add_column("no.", justify="right", no_wrap=True)
    table.add_column("place", justify="right", no_wrap=True)
    table.add_column("label", no_wrap=True)
    table.add_column("why", overflow="fold")
    for number, (span, given) in enumerate(_listed(document, proposal), 1):
        why = Text()
        for i, evidence in enumerate(span.evidence):
            who, said = _reason(evidence, describe)
            why.append("\n" if i else "").append(who, style="bold").append(f" {said}".rstrip())
        label = Text(_tag(span, given, doubtful, rx), style=_style(span, given, colors))
        if not span.evidence:
            why.append("–")
        for place in _place_on_page(document, span):
            why.append(f"\n{place}", style="dim")
        table.add_row(str(number), f"{span.start}–{span.end}", label, why)
    return table


def explanation_html(
    document: Document,
    proposal: Proposal,
    describe: DescribeEvidence = no_description,
    *,
    doubtful: float = 0.6,
) -> str:
    """One HTML page that needs nothing else: no script, no other file, light and dark, printable.

    Each span is a link to its reasons and back, so that the keyboard reaches all; a content security
    policy forbids the page everything but its own style, whatever the document's text holds.

    Raises:
        ValueError: if the proposal is for another document or reaches past the text.
    """
    css = _css()
    digest = base64.b64encode(hashlib.sha256(css.encode()).digest()).decode()
    pieces = list(_pieces(document, proposal))
    body = "".join(_html_piece(p, describe, doubtful) for p in pieces)
    shown = {p.number for p in pieces}
    listed = _listed(document, proposal)
    cards = "".join(
        _html_card(n, span, back, n in shown, document, describe, doubtful)
        for n, (span, back) in enumerate(listed, 1)
    )
    return page_template("explanation.html").substitute(
        digest=digest,
        document=document.id,
        css=css,
        taken=counted(len(proposal.spans), "span"),
        recovered=len(proposal.recovered),
        legend=_legend(proposal, doubtful),
        text=body,
        cards=cards,
        nothing="" if listed else "<p>Nothing was found in this document.</p>",
    )


def _class(span: Span, back: bool, doubtful: float) -> str:
    if back:
        return "s back"
    return f"s {span.group.lower()}{' doubtful' if span.score < doubtful else ''}"


def _html_piece(piece: _Piece, describe: DescribeEvidence, doubtful: float) -> str:
    text = escape(safe_for_display(piece.text))
    if piece.span is None:
        return text
    first = " ".join(_reason(piece.span.evidence[0], describe)) if piece.span.evidence else ""
    title = f' title="{escape(first)}"' if first else ""
    return (
        f'<a class="{_class(piece.span, piece.back, doubtful)}" id="s{piece.number}" '
        f'href="#d{piece.number}"{title}><span class="tag">{escape(_tag(piece.span, piece.back, doubtful))}'
        f"&nbsp;</span>{text}</a>"
    )


def _html_card(
    number: int,
    span: Span,
    back: bool,
    shown: bool,
    document: Document,
    describe: DescribeEvidence,
    doubtful: float,
) -> str:
    rows = "".join(
        f"<li><b>{escape(who)}</b> {escape(said)}</li>"
        for who, said in (_reason(e, describe) for e in span.evidence)
    )
    meaning = "recovered as a medical term" if back else span.label.info.meaning
    # Where another span covers its place in the text, there is nothing to lead back to.
    opening, closing = (f'<a href="#s{number}"', "</a>") if shown else ("<span", "</span>")
    return (
        f'<li id="d{number}" class="card" tabindex="-1"><p>{opening} class="{_class(span, back, doubtful)}">'
        f'<span class="tag">{escape(_tag(span, back, doubtful))}&nbsp;</span>'
        f"{escape(safe_for_display(span.text(document.text)))}{closing}</p>"
        f'<p class="muted">{escape(meaning)} · <span class="nw">characters {span.start}–{span.end}</span>'
        f"{''.join(f' · {escape(place)}' for place in _place_on_page(document, span))}</p>"
        f"<ul>{rows or '<li>no reason was recorded</li>'}</ul></li>"
    )


def _place_on_page(document: Document, span: Span) -> list[str]:
    """Where a span stands on its page, of a document of pages; nothing where no page shows it."""
    place = document.layout.place_of(span.start, span.end) if document.layout is not None else ""
    return [place] if place else []


def _legend(proposal: Proposal, doubtful: float) -> str:
    counts = Counter(s.group for s in proposal.spans)
    named = {g: "ID" if g is LabelGroup.ID else g.capitalize() for g in LabelGroup}
    groups = "".join(
        f'<li><span class="s {g.lower()}">{name}</span> {counts[g]}</li>'
        for g, name in named.items()
        if counts[g]
    )
    return (
        f'<ul class="legend" aria-label="Legend">{groups}'
        f'<li><span class="s doubtful">?</span> doubtful, below {score_text(doubtful)}</li>'
        f'<li><span class="s back">{_RX}</span> recovered as a medical term</li></ul>'
    )


def _css() -> str:
    def variables(theme: str) -> str:
        ground, ink, muted = PAGE_COLORS[theme]
        pairs = [("ground", ground), ("ink", ink), ("muted", muted)]
        for group, x in GROUP_COLORS.items():
            pairs += [
                (f"{group.lower()}-ink", x.light if theme == "light" else x.dark),
                (f"{group.lower()}-tint", x.light_tint if theme == "light" else x.dark_tint),
            ]
        return "".join(f"--{name}:{value};" for name, value in pairs)

    groups = "".join(
        f".{g.lower()}{{color:var(--{g.lower()}-ink);background:var(--{g.lower()}-tint)}}"
        for g in GROUP_COLORS
    )
    style = page_template("explanation.css")
    return style.substitute(light=variables("light"), dark=variables("dark"), groups=groups)
