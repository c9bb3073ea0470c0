"""Makes disjoint spans of overlapping ones.

Every character that a span at or above the threshold covers stays covered (one vote is enough, as in
the ensemble of Murugadoss et al. 2021); what is decided here is only where spans end and which label
they bear. The evidence of every detector is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import regex

from chartveil.domain.labels import LABEL_NUMBERS, PERSON_LABELS, Label, LabelGroup
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.domain.tokenized_text import stop_parts_names

# Between two parts of one name: blanks, an initial, a hyphen. Never a line end: lists of people
# stand one to a line.
_NAME_GAP = regex.compile(r"[ ]?(?:\p{Lu}\.?[ ])?|-|\.[ ]?")
_PLACE_GAP = regex.compile(r"[ -]")
_JOINED = frozenset(
    {Label.HOSPITAL, Label.ORGANIZATION, Label.CITY, Label.STREET, Label.LOCATION_OTHER, Label.PROFESSION}
)
_SURE_NAME = 0.85
_BY_FULL_NAME = frozenset({Label.STATE, Label.COUNTRY})
_LISTED = frozenset({EvidenceKind.RULE, EvidenceKind.DICTIONARY})


def merge_spans(text: str, found: Iterable[Span], threshold: float) -> list[Span]:
    """Disjoint, sorted spans that cover what the detectors found.

    A span takes part when its score reaches the threshold. The surer and longer span settles range
    and label; what others of its kind add to its range is added, what others of another kind cover beyond
    it stays a span of its own.

    Args:
        text: the document's text.
        found: spans in any order; may overlap.
        threshold: lowest score that counts, in [0, 1].

    Returns:
        Spans with the evidence of every span they cover.
    """
    strong = [s for s in found if s.score >= threshold]
    spans: list[Span] = []
    for cluster in _clusters(strong):
        ranked = sorted(
            cluster, key=lambda s: (-_rank(text, s), s.start, s.end, LABEL_NUMBERS[s.label], _name(s))
        )
        pieces: list[Span] = []
        for span in ranked:
            _add_span(text, span, pieces)
        spans += sorted(pieces)
    return _join_adjacent(text, _complete_names(text, spans))


# The rest of a name parted by a hyphen: it begins with a capital.
_HYPHENATED_AFTER = regex.compile(r"(?:[-‐‑]\p{Lu}[\p{L}\p{M}'’]*)+")
_HYPHENATED_BEFORE = regex.compile(r"(?<![\p{L}\p{N}])(?:\p{Lu}[\p{L}\p{M}'’]*[-‐‑])+$")
# The first name's initial after a surname, where a field or a line ends after it or a credential follows it:
# ``OYELARAN, B PT``. What may be a sex or a side needs the comma.
_INITIAL = regex.compile(
    r"(?:,\s?\p{Lu}|[^\S\n](?![MFRL])\p{Lu})\.?"
    r"(?=\s*(?:$|[;|)\n\t]|->|→)|\s{2}|\s(?:MD|DO|RN|LPN|NP|PA|PT|OT|RT|RPh|PharmD|DDS|EMT)\b)"
)
_SURNAME = regex.compile(r"(?=\p{Lu}\p{L}{2})[\p{L}\p{M}'’-]+")
# What kind of place it is, behind its name in small letters: the networks often stop before it.
_PLACE_NOUN = regex.compile(
    r"[ \t](?:"
    r"airport|airstrip|bandstand|barracks|basin|baths|beach|boathouse|borehole|bridge|bypass|camp"
    r"|campground|car[ ]?park|castle|causeway|cemetery|crossing|dam|domain|fairgrounds?|falls|ferry"
    r"|footbridge|foreshore|forest|glacier|gorge|hall|homestead|hut|interchange|jetty|junction|lake"
    r"|lighthouse|lock|lodge|mall|marae|marina|market|mine|monument|oval|overpass|palace|park|parkade"
    r"|pier|plaza|pond|quarry|racecourse|racetrack|reef|reserve|reservoir|rink|river|roadhouse"
    r"|roundabout|ruins|shed|showgrounds?|shrine|siding|silos?|slipway|stadium|stage|station"
    r"|substation|summit|temple|terminal|tower|trailhead|tunnel|turn-?off|underpass|viaduct|waterfall"
    r"|weir|wharf|windmill|woods"
    r")(?![\p{L}\d-])"
)
_LONGEST = 40


def _complete_names(text: str, spans: Sequence[Span]) -> list[Span]:
    """People's names to the end of their hyphens and with an initial behind, places with what they are: no
    half of ``Ann-Marie`` is left, nor ``, B`` of ``Oyelaran, B``, nor ``silos`` of ``Warnertown silos``.

    A part that another span holds is left to it.
    """
    out: list[Span] = []
    for i, span in enumerate(spans):
        start, end = span.start, span.end
        highest = spans[i + 1].start if i + 1 < len(spans) else len(text)
        if span.label is Label.LOCATION_OTHER and (noun := _PLACE_NOUN.match(text, end, highest)):
            end = noun.end()
        if span.label in PERSON_LABELS:
            lowest = out[-1].end if out else 0
            behind = _HYPHENATED_AFTER.match(text, end, min(highest, end + _LONGEST))
            if behind and text[end - 1].isalpha():
                end = behind.end()
            before = _HYPHENATED_BEFORE.search(text, max(lowest, start - _LONGEST), start)
            if before and text[start].isupper():
                start = before.start()
            if _SURNAME.fullmatch(text, start, end):
                initial = _INITIAL.match(text, end)
                end = initial.end() if initial and initial.end() <= highest else end
        out.append(span.with_range(start, end))
    return out


def _clusters(spans: Iterable[Span]) -> Iterator[list[Span]]:
    """Spans that overlap, directly or through others; clusters do not touch each other."""
    cluster: list[Span] = []
    reach = 0
    for span in sorted(spans):
        if cluster and span.start >= reach:
            yield cluster
            cluster = []
        cluster.append(span)
        reach = max(reach, span.end)
    if cluster:
        yield cluster


def _name(span: Span) -> str:
    return span.evidence[0].name if span.evidence else ""


def _rank(text: str, span: Span) -> float:
    """Score plus a bonus for length: a whole beats its parts unless it is much less sure. The whole name of a
    state or country beats what models make of its words (``New`` a state, ``Mexico`` a country)."""
    parts = len(text[span.start : span.end].split())
    bonus = min(0.06 * (parts - 1), 0.3)
    if parts > 1 and span.label in _BY_FULL_NAME and all(e.kind in _LISTED for e in span.evidence):
        bonus += 0.15
    return round(span.score + bonus, 6)


def _add_span(text: str, span: Span, pieces: list[Span]) -> None:
    """Adds a span to the pieces that surer spans have already taken."""
    touching = [i for i, p in enumerate(pieces) if p.overlaps(span)]
    if not touching:
        pieces.append(span)
        return
    same = [i for i in touching if _same_kind(pieces[i], span)]
    if same:
        span = _unite(span, [pieces[i] for i in same])
        for i in reversed(same):
            del pieces[i]
        touching = [i for i, p in enumerate(pieces) if p.overlaps(span)]
        if not touching:
            pieces.append(span)
            return
    free = _free_parts(text, span, [pieces[i] for i in touching])
    if not free:
        best = max(touching, key=lambda i: (_shared(pieces[i], span), -pieces[i].start))
        pieces[best] = _with(pieces[best], span.with_range(pieces[best].start, pieces[best].end).evidence)
        return
    for start, end in free:
        pieces.append(span.with_range(start, end))


def _same_kind(a: Span, b: Span) -> bool:
    """Whether two overlapping spans see one thing. A street and a city that overlap are two."""
    return a.label is b.label or (a.group is b.group and a.group is not LabelGroup.LOCATION)


def _unite(span: Span, owners: Sequence[Span]) -> Span:
    """One span over a span and the surer spans of its kind that it touches; the surest gives the label."""
    head = owners[0]
    start = min(span.start, *(o.start for o in owners))
    end = max(span.end, *(o.end for o in owners))
    whole = replace(head, start=start, end=end, evidence=())
    evidence: list[Evidence] = []
    for part in (*owners, span):
        evidence += part.with_range(start, end).evidence
    return _with(whole, evidence)


def _with(span: Span, evidence: Iterable[Evidence]) -> Span:
    """The span with reasons added, each once."""
    return replace(span, evidence=tuple(dict.fromkeys((*span.evidence, *evidence))))


def _shared(a: Span, b: Span) -> int:
    return min(a.end, b.end) - max(a.start, b.start)


def _free_parts(text: str, span: Span, taken: Sequence[Span]) -> list[tuple[int, int]]:
    """Ranges of the span that nothing has taken and that hold a letter or digit, cut edges trimmed."""
    parts = []
    at = span.start
    for owner in sorted(taken):
        parts.append((at, owner.start))
        at = max(at, owner.end)
    parts.append((at, span.end))
    return [cut for start, end in parts if (cut := _trim(text, span, start, end))]


_POSSESSIVE = regex.compile(r"(?<=\p{L}['’])[sS](?![\p{L}\p{N}])")


def _trim(text: str, span: Span, start: int, end: int) -> tuple[int, int] | None:
    if start != span.start:
        while start < end and (not text[start].isalnum() or _POSSESSIVE.match(text, start, end)):
            start += 1
    if end != span.end:
        while end > start and not text[end - 1].isalnum():
            end -= 1
    return (start, end) if any(c.isalnum() for c in text[start:end]) else None


def _join_adjacent(text: str, spans: Sequence[Span]) -> list[Span]:
    """Joins neighbours that are parts of one name or place: ``John`` ``A. Smith``, ``Los`` ``Angeles``.

    Two surely found names of different people's labels stay apart.
    """
    out: list[Span] = []
    evidence: dict[Evidence, None] = {}
    parts = 0
    for span in spans:
        if not (out and _belong_together(text, out[-1], span)):
            if parts > 1:
                out[-1] = replace(out[-1], evidence=tuple(evidence))
            out.append(span)
            parts = 1
            continue
        left = out[-1]
        if parts == 1:
            evidence = dict.fromkeys(left.with_range(left.start, span.end).evidence)
        evidence.update(dict.fromkeys(span.with_range(left.start, span.end).evidence))
        head = left if left.score >= span.score else span
        out[-1] = Span(left.start, span.end, head.label, head.score)
        parts += 1
    if parts > 1:
        out[-1] = replace(out[-1], evidence=tuple(evidence))
    return out


def _belong_together(text: str, left: Span, right: Span) -> bool:
    if left.group is not right.group:
        return False
    gap = text[left.end : right.start]
    if left.group is LabelGroup.NAME:
        if not {left.label, right.label} <= PERSON_LABELS or not _NAME_GAP.fullmatch(gap):
            return False
        if gap in {"", ".", ". "} and not text[left.end - 1 : left.end].isalpha():
            return False
        if stop_parts_names(text, left.end, right.start):
            return False
        return left.label is right.label or min(left.score, right.score) < _SURE_NAME
    return left.label is right.label and left.label in _JOINED and bool(_PLACE_GAP.fullmatch(gap))
