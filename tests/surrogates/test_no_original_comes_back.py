"""No word of any original stands in any surrogate of a note, whatever labels the two bear."""

from __future__ import annotations

import random
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import Label, SurrogateKind
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import fold
from chartveil.surrogates.engine import SurrogateEngine
from chartveil.surrogates.lists import SurrogateLists

from .conftest import KEY

LABELS = [
    label
    for label in Label
    if label.info.surrogate
    in (
        SurrogateKind.NAME,
        SurrogateKind.CITY,
        SurrogateKind.STREET,
        SurrogateKind.LANDMARK,
        SurrogateKind.ORGANIZATION,
        SurrogateKind.PROFESSION,
        SurrogateKind.EMAIL,
        SurrogateKind.URL,
        SurrogateKind.USERNAME,
    )
]
FORMS = {
    "name": ["{g} {f}", "{f}, {g}", "{g}", "{f}", "{F}, {G}", "Dr. {f}"],
    "town": ["{t}", "{T}", "North {f}"],
    "street": ["12 {f} St", "{n} {s} Road"],
    "organization": ["{f} Medical Center", "{l} {m} Foods, Inc.", "{f} & {f2} LLP", "{t} High School"],
    "landmark": ["Lake {f}", "{p} Park"],
    "job": ["{j}", "{J}"],
    "online": ["{g}.{f}@{l}{m}.org", "www.{f}.com", "{g}{f}7"],
}
"""What a note may write: {g} a given and {f} a family name, {t} a town, {s} a street's name, {l} and {m} the
words of a company, {p} of a park, {j} a job; in capitals where the letter is one."""


def mentions(rng: random.Random, lists: SurrogateLists, count: int) -> list[str]:
    """Identifiers made of the very words that surrogates are drawn from."""
    pools = {
        "g": sorted({n for (k, _), names in lists.name_pools.items() if k in "FMU" for n in names}),
        "f": sorted({n for (k, _), names in lists.name_pools.items() if k == "L" for n in names}),
        "t": [p.name for p in lists.us_places],
        "s": lists.words["street_names"],
        "l": lists.words["lead_words"],
        "m": lists.words["tail_words"],
        "p": lists.words["places_words"],
        "j": lists.words["professions"],
    }
    made = []
    for _ in range(count):
        drawn = {k: rng.choice(pool) for k, pool in pools.items()}
        drawn |= {k.upper(): word.upper() for k, word in drawn.items()}
        drawn |= {"n": str(rng.randrange(10, 99)), "f2": rng.choice(pools["f"])}
        made.append(rng.choice(FORMS[rng.choice(sorted(FORMS))]).format(**drawn))
    return made


def words_of(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d_]{4,}", fold(text)))


@settings(derandomize=True, deadline=None, max_examples=50)
@given(st.integers(0, 10**9))
def test_no_word_of_an_original_stands_in_a_surrogate_of_any_label(lists: SurrogateLists, seed: int) -> None:
    rng = random.Random(seed)
    text, spans = "", []
    for mention in mentions(rng, lists, rng.randrange(2, 25)):
        text += "; "
        spans.append(Span(len(text), len(text) + len(mention), rng.choice(LABELS), 1.0))
        text += mention
    document = Document(text, DocumentSource("n", "txt", str(seed)), patient_id=str(seed))
    engine = SurrogateEngine(KEY, load_policy(), ReplacementMode.SURROGATE, lists)
    made = engine.replacements(document, spans)
    sets = lists.word_sets
    stays = sets["types"] | sets["types_places"] | sets["street_types"] | sets["street_kept"]
    originals = words_of(text) - stays
    for r in made:
        assert originals.isdisjoint(words_of(r.text)), (text[r.start : r.end], r.label, r.text)
