from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from chartveil.domain.errors import InputError, ResourceError
from chartveil.domain.labels import Label
from chartveil.domain.tokenized_text import fold
from chartveil.formats.annotations.inline import read_inline
from chartveil_training.samples import IdentifierMark, Sample
from chartveil_training.synthesis.generators.lists import IdentifierLists
from chartveil_training.synthesis.generators.names import NameGenerator
from chartveil_training.synthesis.recombine import recombine, split_blocks
from chartveil_training.synthesis.refill.mentions import read_mention
from chartveil_training.synthesis.refill.refiller import Refiller
from chartveil_training.synthesis.skeletons import load_skeletons

SEEDS = range(12)
Surfaces = Callable[..., list[str]]


@pytest.fixture(scope="module")
def lists() -> IdentifierLists:
    return IdentifierLists.load()


@pytest.fixture(scope="module")
def refiller(lists: IdentifierLists) -> Refiller:
    return Refiller(lists)


@pytest.fixture(scope="module")
def library() -> list[Sample]:
    return load_skeletons()


def note(marked: str) -> Sample:
    document = read_inline(marked, "n", "n")
    assert document.text is not None
    marks = tuple(IdentifierMark(s.start, s.end, (s.label,)) for s in document.spans)
    return Sample(document.text, marks, source="skeleton x")


def surfaces(sample: Sample) -> list[str]:
    return [sample.text[m.start : m.end] for m in sample.marks]


def outside(sample: Sample) -> list[str]:
    edges = [0, *(e for m in sample.marks for e in (m.start, m.end)), len(sample.text)]
    return [sample.text[edges[i] : edges[i + 1]] for i in range(0, len(edges), 2)]


@pytest.fixture(scope="module")
def refilled(refiller: Refiller) -> Surfaces:
    def run(marked: str, seed: int) -> list[str]:
        return surfaces(refiller.refill(note(marked), random.Random(seed)))

    return run


# ── properties over the library ──────────────────────────────────────────────────────────────────


def test_only_the_marks_change(refiller: Refiller, library: list[Sample]) -> None:
    for i, sample in enumerate(library[::48]):
        new = refiller.refill(sample, random.Random(i))
        assert outside(new) == outside(sample)
        assert [m.labels for m in new.marks] == [m.labels for m in sample.marks]
        assert new.source == sample.source
        for surface in surfaces(new):
            assert surface
            assert surface == surface.strip()


def test_same_seed_same_note(refiller: Refiller, lists: IdentifierLists, library: list[Sample]) -> None:
    again = Refiller(lists)
    for sample in library[::80]:
        once = refiller.refill(sample, random.Random(5))
        assert once == again.refill(sample, random.Random(5))
        if sample.marks:
            assert once != refiller.refill(sample, random.Random(6))


def test_originals_rarely_stay(refiller: Refiller, library: list[Sample]) -> None:
    stays: dict[Label, list[bool]] = {}
    for i, sample in enumerate(library[::6]):
        new = refiller.refill(sample, random.Random(i))
        for mark, old, made in zip(sample.marks, surfaces(sample), surfaces(new), strict=True):
            stays.setdefault(mark.labels[0], []).append(fold(old) == fold(made))
    few = {Label.AGE: 0.25, Label.DATE: 0.05, Label.STATE: 0.08, Label.COUNTRY: 0.08}
    for label, same in stays.items():
        if len(same) > 50:
            assert sum(same) / len(same) <= few.get(label, 0.02), label


def test_line_breaks_of_a_mark_stay_where_there_is_a_blank_for_them(
    refiller: Refiller, library: list[Sample]
) -> None:
    kept = broken = 0
    for i, sample in enumerate(library):
        if not any("\n" in s for s in surfaces(sample)):
            continue
        for old, new in zip(
            surfaces(sample), surfaces(refiller.refill(sample, random.Random(i))), strict=True
        ):
            broken += "\n" in old
            kept += "\n" in new and "\n" in old
            assert "\n" in old or "\n" not in new
    assert kept > broken / 2 > 5


@pytest.mark.parametrize("keep", [0.4, 1.0])
def test_what_is_kept_is_kept_in_all_mentions(
    lists: IdentifierLists, library: list[Sample], keep: float
) -> None:
    refiller = Refiller(lists, keep=keep)
    same = total = 0
    for i, sample in enumerate(library[::10]):
        new = refiller.refill(sample, random.Random(i))
        same += sum(a == b for a, b in zip(surfaces(sample), surfaces(new), strict=True))
        total += len(sample.marks)
    assert keep - 0.12 < same / total
    if keep < 1:
        assert same / total < keep + 0.15


# ── people ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seed", SEEDS)
def test_mentions_of_a_person_agree(refilled: Surfaces, seed: int) -> None:
    marked = (
        "Pt: [[PATIENT|CHEN, MARGARET]]\nMs. [[PATIENT|Chen]] came with [[RELATIVE|David Chen]]. "
        "[[PATIENT|Margaret]]'s cough. [[PATIENT|M. Chen]] seen by Dr. [[DOCTOR|Ngozi Obi]]. "
        "Spelled [[PATIENT|C-H-E-N]]. [[DOCTOR|no]]/ljb"
    )
    full, last, brother, first, short, doctor, spelled, initials = refilled(marked, seed)
    family = re.split(r"[ .]", last)[-1].lower()
    assert family in full.lower()
    assert brother.lower().endswith(family)
    assert first.lower() in full.lower()
    assert family in short.lower()
    assert re.sub("[^a-z]", "", fold(spelled)) in re.sub("[^a-z]", "", fold(full))
    assert full.isupper()
    assert initials.islower()
    assert initials[0] == fold(doctor)[0] or "." in doctor or " " not in doctor


@pytest.mark.parametrize("seed", SEEDS)
def test_a_login_and_an_address_follow_the_name(refilled: Surfaces, seed: int) -> None:
    doctor, login, mail = refilled(
        "Dr. [[DOCTOR|Hester Okafor]] [[USERNAME|hokafor]] [[EMAIL|h.okafor@clinic.example]]", seed
    )
    whole = fold(doctor).replace("-", "").replace("'", "")
    for handle in (login, mail.partition("@")[0]):
        letters = re.sub("[^a-z]", "", handle)
        assert letters[:2] in whole or letters[1:4] in whole or letters[0] in whole


@pytest.mark.parametrize(
    ("title", "name", "gender"), [("Mr.", "Sacha", "M"), ("Mrs.", "Sacha", "F"), ("Ms.", "Qwy", "F")]
)
def test_titles_decide_the_gender(refiller: Refiller, title: str, name: str, gender: str) -> None:
    other = {"F": "M", "M": "F"}[gender]
    wrong = 0
    for seed in range(40):
        new = refiller.refill(note(f"{title} [[PATIENT|{name} Brandt]] sat."), random.Random(seed))
        wrong += refiller.names.gender(surfaces(new)[0].split()[0]) == other
    assert wrong <= 3


@pytest.mark.parametrize(
    ("surface", "form"),
    [
        ("jds", r"[^\W\d_]{3,4}"),
        ("S.B.", r"[^\W\d_]\.[^\W\d_]\."),
        ("mk/lw", r"[^\W\d_]{2}/[^\W\d_]{2}"),
        ("DOE,JANE", r"[^a-z]+,[^a-z]+"),
        ("FRIDAY^SUNNIVA^R", r"[^a-z]+\^[^a-z]+(\^[A-Z])?"),
        ("T H O R N", r"[^\W\d_]( [^\W\d_])+"),
    ],
)
def test_forms_of_names_are_kept(refilled: Surfaces, surface: str, form: str) -> None:
    for seed in SEEDS:
        (made,) = refilled(f"Pt: [[PATIENT|{surface}]].", seed)
        assert re.fullmatch(form, made), made


@pytest.mark.parametrize(
    ("surface", "parts"),
    [
        ("Ndu, Maria T.", "FAMILY:ndu GIVEN:maria MIDDLE:t"),
        ("Maria Ndu", "GIVEN:maria FAMILY:ndu"),
        ("DE LA CRUZ,BABYLYN", "FAMILY:de la cruz GIVEN:babylyn"),
        ('Obadiah "Obie" Fontenot III', "GIVEN:obadiah BYNAME:obie FAMILY:fontenot GENERATION:iii"),
        ("Beryl Finch-Doyle", "GIVEN:beryl FAMILY:finch doyle"),
        ("J.Szczepanski", "GIVEN:j FAMILY:szczepanski"),
        ("Marieke ten Brinke", "GIVEN:marieke FAMILY:ten brinke"),
        ("SINGH GURPREET K", "FAMILY:singh GIVEN:gurpreet MIDDLE:k"),
        ("kd", "INITIALS:kd"),
        ("Sa1ly March", "GIVEN:sally FAMILY:march"),
    ],
)
def test_mentions_are_read(lists: IdentifierLists, surface: str, parts: str) -> None:
    read = read_mention(surface, NameGenerator(lists))
    assert "".join(p.text for p in read) == surface
    assert " ".join(f"{p.part.name}:{p.key}" for p in read if p.key) == parts


# ── places and numbers ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seed", SEEDS)
def test_places_change_together(refilled: Surfaces, seed: int) -> None:
    city, again, caps, long, short, letters = refilled(
        "[[CITY|Elko]] and [[CITY|Elko]] or [[CITY|ELKO]]; [[HOSPITAL|Basin Ridge Memorial Hospital]], "
        "[[HOSPITAL|Basin Ridge]] ([[HOSPITAL|BRMH]])",
        seed,
    )
    assert city == again
    assert caps == city.upper()
    assert short in long or long in short
    assert letters in long or letters.isupper()


def test_a_hospital_of_a_town_follows_the_town(refilled: Surfaces) -> None:
    together = 0
    for seed in range(30):
        city, hospital = refilled("from [[CITY|Elko]] to [[HOSPITAL|Elko General Hospital]]", seed)
        together += city.split()[0] in hospital
    assert together > 15


def test_numbers_keep_their_shape_and_their_last_digits(lists: IdentifierLists) -> None:
    refiller = Refiller(lists, other_shape=0)
    for seed in SEEDS:
        sample = note(
            "MRN [[MRN|H-0044-719]], again [[MRN|H-0044-719]]; SSN [[SSN|912-55-0188]] last 4 [[SSN|0188]]"
        )
        mrn, again, ssn, last = surfaces(refiller.refill(sample, random.Random(seed)))
        assert mrn == again
        assert re.fullmatch(r"[A-Z]-\d{4}-\d{3}", mrn)
        assert re.fullmatch(r"\d{3}-\d{2}-\d{4}", ssn)
        assert ssn.endswith(last)


def test_scanned_notes_stay_scanned(refiller: Refiller) -> None:
    marked = "On [[DATE|O3/l4/2Ol9]] and [[DATE|l0/O2/2Ol9]], MRN [[MRN|OO-44l19]], in [[CITY|Wessingt0n]]"
    made = [surfaces(refiller.refill(note(marked), random.Random(s))) for s in SEEDS]
    misread = sum(bool(re.search(r"[OolI]", s)) for group in made for s in group[:3])
    assert misread > len(made)
    assert not any(re.search(r"[a-km-np-z]", group[2]) for group in made if len(group[2]) == 8)


@pytest.mark.parametrize("article", ["a", "an"])
def test_occupations_go_with_their_article(refilled: Surfaces, article: str) -> None:
    word = "welder" if article == "a" else "actuary"
    right = 0
    for seed in range(60):
        (made,) = refilled(f"He is {article} [[PROFESSION|{word}]].", seed)
        right += (made[0].lower() in "aeiou") == (article == "an")
    assert right > 54


def test_no_article_is_doubled(refilled: Surfaces) -> None:
    for seed in range(80):
        (made,) = refilled("seen at the [[HOSPITAL|Willows]] today", seed)
        assert not made.lower().startswith("the ")


# ── recombination ────────────────────────────────────────────────────────────────────────────────


def test_parts_of_notes_make_a_note(library: list[Sample]) -> None:
    texts = {s for sample in library for s in surfaces(sample)}
    rng = random.Random(9)
    made = [recombine(library, rng) for _ in range(60)]
    assert len({m.text for m in made}) == 60
    for sample in made:
        assert sample.source == "recombined"
        assert set(surfaces(sample)) <= texts
    assert sum(len(m.marks) for m in made) > 600


def test_recombination_is_deterministic(library: list[Sample]) -> None:
    assert recombine(library, random.Random(3)) == recombine(library, random.Random(3))


def test_blocks_lose_no_mark(library: list[Sample]) -> None:
    for sample in library[::5]:
        blocks = split_blocks(sample)
        assert [s for b in blocks for s in surfaces(b)] == surfaces(sample)


def test_what_one_part_does_not_mark_no_part_does() -> None:
    bare = Sample("A [b].\n\nAnn sat.", (IdentifierMark(10, 13, (Label.PATIENT,)),), frozenset((Label.AGE,)))
    full = note("Dear [[DOCTOR|Bo]],\n\nI saw [[PATIENT|Cy]].\n\n[[DOCTOR|Di]]")
    rng = random.Random(1)
    for _ in range(20):
        made = recombine([bare, full], rng)
        assert ("sat" not in made.text) or Label.AGE in made.unmarked_labels


def test_nothing_to_combine() -> None:
    with pytest.raises(ValueError):
        recombine([], random.Random(1))


# ── library ──────────────────────────────────────────────────────────────────────────────────────


def test_the_library_is_read_in_order(library: list[Sample]) -> None:
    assert len(library) >= 420
    sources = [s.source for s in library]
    assert sources == sorted(sources)
    assert sources[0] == "skeleton a001"
    assert all(s.text and not s.unmarked_labels for s in library)


@pytest.mark.parametrize("broken", ["a\nb [[PATIENT|x", "a\n[[NOBODY|x]]", "a\n[[PATIENT| x]]"])
def test_a_broken_note_is_named_with_its_line(tmp_path: Path, broken: str) -> None:
    (tmp_path / "z.note").write_text(broken, encoding="utf-8")
    with pytest.raises(InputError, match=r"z\.note: line 2"):
        load_skeletons(tmp_path)


def test_an_empty_library_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match="holds no"):
        load_skeletons(tmp_path)
