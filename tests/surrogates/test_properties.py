"""What holds for every note: built from names, places and codes of all shapes in random order."""

from __future__ import annotations

import re
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import Label
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.domain.span import Span, apply_replacements
from chartveil.domain.tokenized_text import fold
from chartveil.surrogates.engine import SurrogateEngine
from chartveil.surrogates.lists import load_surrogate_lists

from .conftest import KEY

SURFACES: dict[Label, list[str]] = {
    Label.PATIENT: ["John Smith", "SMITH, JOHN A.", "Núñez", "maria o'brien", "Li", "Mc Coy", "JS", "Grace"],
    Label.RELATIVE: ["Mary", "Mary\nSmith", "Bo", "Thomas", "May", "grandma Rose", "T.", "Zoë"],
    Label.DOCTOR: ["Venkatasubramanian", "hb", "K. de la Cruz", "MacLeod-Teo", "Young", "DF14", "Lee's"],
    Label.USERNAME: ["jsmith2", "4417", "SYSADM2", "x_y"],
    Label.PROFESSION: ["welder", "Nurse", "TEACHER", "rural mail\ncarrier"],
    Label.STREET: ["12 Main St", "Route 9", "P.O. Box 1", "Elm", "5th", "The Mall"],
    Label.CITY: ["Salem", "NEW YORK", "st. louis", "Łódź", "Bath", "Co. Cork", "HI10"],
    Label.STATE: ["NY", "Ohio", "N.Y.", "new mexico", "Kerala", "Xanadu"],
    Label.COUNTRY: ["Kenya", "USA", "U.K.", "south africa"],
    Label.ZIP: ["02139", "SE8 3QJ", "89301-0001", "3198"],
    Label.LOCATION_OTHER: ["Lake Erie", "O'Hare", "camp kestrel"],
    Label.HOSPITAL: ["Mercy Hospital", "MGH", "7W", "St. Jude's", "Memorial", "B0ston Gen", "The"],
    Label.ORGANIZATION: ["Acme Inc.", "IBM", "First Baptist Church", "Local 44"],
    Label.AGE: ["45", "ninety", "90s", "6"],
    Label.DATE: ["3/17", "2019", "March", "the 9th", "12/25/2018", "Easter", "323/19", "'98", "??a"],
    Label.PHONE: ["555-0148", "(304) 867-5309", "x12", "4417", "+44 20 7123 4567"],
    Label.FAX: ["304-867-5309"],
    Label.EMAIL: ["j.smith@abc.org", "noat"],
    Label.URL: ["www.abc.org/a?b=1", "http://x"],
    Label.IP: ["10.0.0.5", "fe80::1", "host"],
    Label.SSN: ["123-45-6789", "6789"],
    Label.MRN: ["0042", "A-118", "000", "7"],
    Label.HEALTHPLAN: ["1EG4-TE5-MK73"],
    Label.ACCOUNT: ["4111111111111111"],
    Label.LICENSE: ["AP5836727"],
    Label.VEHICLE: ["1M8GDM9AXKP042788", "7KLM204"],
    Label.DEVICE: ["SN 00x1"],
    Label.BIOID: ["FP-1"],
    Label.IDNUM: ["S19-22874", "2019-0042"],
}

LISTS = cache(load_surrogate_lists)


@cache
def engine_of(key: bytes) -> SurrogateEngine:
    return SurrogateEngine(key, load_policy(), ReplacementMode.SURROGATE, LISTS())


mention = st.sampled_from(sorted(SURFACES)).flatmap(
    lambda label: st.tuples(st.just(label), st.sampled_from(SURFACES[label]))
)
junk = st.tuples(
    st.sampled_from(sorted(SURFACES)),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12),
)


def build(mentions: list[tuple[Label, str]], patient: str | None) -> tuple[Document, list[Span]]:
    text, spans = "", []
    for label, surface in mentions:
        text += " and "
        spans.append(Span(len(text), len(text) + len(surface), label, 1.0))
        text += surface
    return Document(text, DocumentSource("n", "txt", "0"), patient_id=patient), spans


def whole_word(needle: str, text: str) -> bool:
    return bool(re.search(r"(?<![^\W_])" + re.escape(needle) + r"(?![^\W_])", text))


@settings(derandomize=True, deadline=None, max_examples=100)
@given(st.lists(mention, min_size=1, max_size=25), st.sampled_from(["p", "q", None]))
def test_every_note(mentions: list[tuple[Label, str]], patient: str | None) -> None:
    document, spans = build(mentions, patient)
    engine = engine_of(KEY)
    made = engine.replacements(document, spans)
    assert made == engine.replacements(document, spans)
    assert [(r.start, r.end) for r in made] == [(s.start, s.end) for s in spans]
    apply_replacements(document.text, made)
    originals = {
        fold(t)
        for label, t in mentions
        if label not in (Label.DATE, Label.AGE)
        and (sum(c.isalpha() for c in t) >= 3 or sum(c.isdigit() for c in t) >= 4)
    }
    meanings: dict[tuple[Label, str], str] = {}
    for r, (label, original) in zip(made, mentions, strict=True):
        assert r.text.strip()
        assert ("\n" in r.text) == ("\n" in original)
        if label not in (Label.AGE, Label.DATE):
            # One thing, one surrogate. (A day alone depends on the month before it, an article on a job.)
            if label is not Label.PROFESSION:
                assert meanings.setdefault((label, original), r.text) == r.text
            assert fold(r.text) != fold(original)
            folded = fold(r.text)
            assert not [o for o in originals if whole_word(o, folded)]
        elif label is Label.DATE and original not in ("2019", "'98"):
            assert fold(r.text) != fold(original)


@settings(derandomize=True, deadline=None, max_examples=100)
@given(st.lists(junk, min_size=1, max_size=6))
def test_any_text_at_all(mentions: list[tuple[Label, str]]) -> None:
    document, spans = build(mentions, "p")
    made = engine_of(KEY).replacements(document, spans)
    for r, (label, original) in zip(made, mentions, strict=True):
        if any(c.isalnum() for c in original) and label not in (Label.AGE, Label.DATE):
            assert fold(r.text).strip() != fold(original).strip()


@settings(derandomize=True, deadline=None, max_examples=40)
@given(st.lists(mention, min_size=6, max_size=12, unique=True))
def test_another_key_another_output(mentions: list[tuple[Label, str]]) -> None:
    document, spans = build([(Label.PATIENT, "John Smith"), (Label.MRN, "00427719"), *mentions], "p")
    outputs = {
        tuple(r.text for r in engine_of(bytes([k]) * 32).replacements(document, spans)) for k in range(3)
    }
    assert len(outputs) == 3
