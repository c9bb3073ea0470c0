from __future__ import annotations

from collections.abc import Callable

import pytest

from chartveil.domain.tokenized_text import fold
from chartveil.surrogates.lists import SurrogateLists
from chartveil.surrogates.patient_words import words_to_avoid

from .conftest import Run

PATIENTS = ["a", "b", "c", "d", "e", "f", "g", "h"]


@pytest.mark.parametrize("patient", PATIENTS)
def test_parts_of_a_name_agree(texts: Run, patient: str) -> None:
    full, last, caps, hl7, initial, initials, middle, possessive = texts(
        "[[PATIENT|John Smith]] Mr. [[PATIENT|Smith]] [[PATIENT|SMITH, JOHN A.]] [[PATIENT|SMITH^JOHN^A]] "
        "[[PATIENT|J. Smith]] [[PATIENT|JS]] [[PATIENT|John A. Smith]] [[PATIENT|Smith's]]",
        patient=patient,
    )
    first_new, last_new = full.split(" ")
    assert last == last_new
    assert caps.split(", ")[0] == last_new.upper()
    assert caps.split(", ")[1].split()[0] == first_new.upper()
    assert hl7.split("^")[:2] == [last_new.upper(), first_new.upper()]
    assert initial == f"{first_new[0]}. {last_new}"
    assert initials == first_new[0] + last_new[0]
    assert middle.split()[0] == first_new
    assert middle.split()[2] == last_new
    assert len(middle.split()[1]) == 2
    assert possessive == last_new + "'s"


@pytest.mark.parametrize("patient", PATIENTS)
def test_parts_agree_across_documents(texts: Run, patient: str) -> None:
    (full,) = texts("[[PATIENT|Maria Gonzalez]]", patient=patient)
    (last,) = texts("Ms. [[PATIENT|Gonzalez]]", patient=patient)
    (first,) = texts("[[PATIENT|maria]] cried", patient=patient)
    assert full == f"{first.title()} {last}"


def test_scopes_and_keys_differ(texts: Run) -> None:
    seen = {texts("[[PATIENT|Maria Gonzalez]]", patient=p)[0] for p in PATIENTS}
    seen |= {texts("[[PATIENT|Maria Gonzalez]]", patient="a", key=bytes([i]) * 16)[0] for i in range(8)}
    assert len(seen) >= 15


@pytest.mark.parametrize(
    ("name", "kind"), [("Jennifer", "F"), ("Patricia", "F"), ("Brian", "M"), ("Kevin", "M")]
)
def test_first_names_keep_their_gender(texts: Run, lists: SurrogateLists, name: str, kind: str) -> None:
    for patient in PATIENTS:
        (made,) = texts(f"[[PATIENT|{name} Johnson]]", patient=patient)
        assert lists.names[fold(made.split()[0])][0][-1] == kind


@pytest.mark.parametrize(
    ("name", "origin"),
    [("Kowalczyk", "slavic"), ("Hernandez", "hispanic"), ("Patel", "indian")],
)
def test_last_names_keep_their_origin_mostly(
    texts: Run, lists: SurrogateLists, name: str, origin: str
) -> None:
    found = [lists.names[fold(texts(f"Dr. [[DOCTOR|{name}]]", patient=str(i))[0])][1] for i in range(20)]
    assert found.count(origin) >= 10


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("SMITH", str.isupper),
        ("smith", str.islower),
        ("Smith", str.istitle),
        ("McDonald", lambda t: t.startswith("Mc") and t[2].isupper()),
        ("MCDONALD", lambda t: t.startswith("MC") and t.isupper()),
        ("O'Brien", lambda t: t.startswith("O'") and t[2].isupper()),
        ("Smith-Jones", lambda t: t.count("-") == 1 and t.istitle()),
        ("van der Berg", lambda t: t.startswith("van der ")),
        ("VAN DER BERG", lambda t: t.startswith("VAN DER ") and t.isupper()),
        ("John Smith, Jr.", lambda t: t.endswith(", Jr.")),
        ("John\nSmith", lambda t: t.count("\n") == 1),
        ("Smith,\n  John", lambda t: ",\n  " in t),
        ("M-I-L-L-E-R", lambda t: t.count("-") >= 2 and t.isupper()),
        ('Robert "Bob" Miller', lambda t: t.count('"') == 2 and len(t.split()) == 3),
        ("DF14", lambda t: t[:2].isalpha() and t[:2].isupper() and t[2:].isdigit() and len(t) == 4),
        ("mjk", lambda t: len(t) == 3 and t.islower()),
        ("W.Z.", lambda t: len(t) == 4 and t[1] == t[3] == "."),
        ("Иванов", lambda t: t.isalpha()),
    ],
)
def test_shape_of_a_name_is_kept(texts: Run, text: str, shape: Callable[[str], bool]) -> None:
    for patient in PATIENTS:
        (made,) = texts(f"[[DOCTOR|{text}]]", patient=patient)
        assert shape(made), made
        assert fold(made) != fold(text)


def test_scanning_errors_do_not_part_a_person(texts: Run) -> None:
    clean, noisy = texts("[[PATIENT|Halvorsen]] [[PATIENT|Ha1vorsen]]")
    assert clean == noisy


def test_different_persons_stay_different(texts: Run) -> None:
    surnames = (
        "Smith Johnson Williams Jones Davis Miller Wilson Moore Anderson Jackson Harris Thompson Garcia "
        "Martinez Robinson Clark Rodriguez Lewis Walker Allen Hernandez Wright Lopez Scott Adams Baker "
        "Gonzalez Nelson Carter Mitchell Perez Roberts Turner Phillips Campbell Parker Evans Edwards Collins"
    ).split()
    marked = " ".join(f"Dr. [[DOCTOR|{s}]]" for s in surnames)
    for patient in PATIENTS:
        made = texts(marked, patient=patient)
        assert len(set(made)) == len(surnames)
        assert not {fold(m) for m in made} & {fold(s) for s in surnames}


def test_name_of_the_document_is_never_a_surrogate(texts: Run) -> None:
    # Each surrogate in turn is put into the document as a name: it must not be used again.
    present: list[str] = []
    for _ in range(6):
        marked = "Mr. [[PATIENT|Whitfield]] " + " ".join(f"Dr. [[DOCTOR|{n}]]" for n in present)
        made = texts(marked)
        assert not {fold(m) for m in made} & {fold(n) for n in [*present, "Whitfield"]}
        present.append(made[0])
    assert len(set(present)) == 6


def test_users_and_addresses_follow_the_name(texts: Run) -> None:
    name, user, mail = texts("[[DOCTOR|Anna Torrance]] [[USERNAME|atorrance]] [[EMAIL|a.torrance@abc.org]]")
    first, last = name.split()
    assert user == (first[0] + last).lower()
    assert mail.startswith(f"{first[0]}.{last}@".lower())
    assert mail.endswith(".example")


@pytest.mark.parametrize("patient", PATIENTS)
def test_a_couple_of_a_slavic_surname_that_no_list_has_is_one_family(texts: Run, patient: str) -> None:
    full, initial, hers, his, capitals = texts(
        "[[PATIENT|Ludmila Petrovna Bakhtiyarova]], [[PATIENT|L. Bakhtiyarova]], "
        "Ms. [[PATIENT|Bakhtiyarova]], husband [[RELATIVE|Farid Bakhtiyarov]], "
        "contact [[RELATIVE|FARID BAKHTIYAROV]]",
        patient=patient,
    )
    assert full.split()[-1] == initial.split()[-1] == hers
    assert hers in (his.split()[-1], his.split()[-1] + "a")
    assert capitals == his.upper()


@pytest.mark.parametrize("patient", PATIENTS)
def test_a_short_first_name_that_is_a_particle_elsewhere_goes(texts: Run, patient: str) -> None:
    (first,) = texts("Charge nurse [[DOCTOR|Nic Carew]] tonight", patient=patient)
    assert "nic" not in fold(first).split()
    (inside,) = texts("Dr [[DOCTOR|Aoife Nic Craith]] tonight", patient=patient)
    assert fold(inside).split()[1] == "nic"


def test_a_name_with_an_apostrophe_is_to_be_avoided_without_it_too(lists: SurrogateLists) -> None:
    assert {"d'arcy", "darcy", "o'brien", "obrien"} <= words_to_avoid("Seen by D'Arcy and O'Brien.", lists)
