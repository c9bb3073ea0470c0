"""One person of a patient's notes is one person in the copies, and no word of an original comes back."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import Label
from chartveil.domain.policy import ReplacementMode, load_policy
from chartveil.domain.span import Span
from chartveil.domain.tokenized_text import fold
from chartveil.surrogates.engine import SurrogateEngine
from chartveil.surrogates.lists import SurrogateLists

from .conftest import KEY, Run

PATIENTS = ["a", "b", "c", "d", "e", "f"]


@pytest.mark.parametrize(
    "marked",
    [
        "[[PATIENT|Robert Miller]], [[PATIENT|Bob]], [[PATIENT|Bobby]], [[PATIENT|Rob]], [[PATIENT|Robret]]",
        "[[PATIENT|Elizabeth Okafor]]: [[PATIENT|Beth]], [[PATIENT|Liz]], [[PATIENT|Elizabteh]]",
        "[[PATIENT|Okafor, William]] is [[PATIENT|Bill]] to his wife; [[PATIENT|Wiliam]] [[PATIENT|Will]]",
        "[[PATIENT|Leen Hammoud]], called [[PATIENT|Leen]]; Ms. [[PATIENT|Lene Hammoud]]",
        "[[PATIENT|Miha Zupan]] and [[PATIENT|Mhia Zupan]], [[PATIENT|Miah Zupan]], are one man",
        "[[PATIENT|Emily Tapia]], [[PATIENT|Em]], [[PATIENT|Emliy Tapia]]",
        "[[PATIENT|Margaret Tran]] ([[PATIENT|Peggy]]), Mrs. [[PATIENT|Maragret Tran]], [[PATIENT|Maggie]]",
    ],
)
def test_short_forms_and_slips_are_one_person(texts: Run, lists: SurrogateLists, marked: str) -> None:
    for patient in PATIENTS:
        whole, *others = texts(marked, patient=patient)
        given = re.split(r"\W+", whole)[1 if "," in whole else 0]
        for other in others:
            first = other.split()[0]
            assert first == given or _is_short_form(first, given), (whole, others)


def test_a_name_that_a_blank_parts_is_no_riddle(texts: Run) -> None:
    for patient in PATIENTS:
        whole, parted = texts("[[PATIENT|ABUBAKAR,HADIZA]] and [[PATIENT|ABUB AKAR]]", patient=patient)
        assert not {"abubakar", "abub", "akar"} & set(re.findall(r"\w+", fold(f"{whole} {parted}")))


def _is_short_form(short: str, given: str) -> bool:
    from chartveil.lexicon.nicknames import load_nicknames

    return short in load_nicknames().get(fold(given), ())


@pytest.mark.parametrize(
    ("given", "short"), [("Robert", "Bobby"), ("Katherine", "Kathy"), ("Michael", "Mike")]
)
def test_a_short_form_alone_in_another_note_goes_with_the_name(texts: Run, given: str, short: str) -> None:
    for patient in PATIENTS:
        (whole,) = texts(f"[[PATIENT|{given} Hayes]]", patient=patient)
        (alone,) = texts(f"[[PATIENT|{short}]] slept well.", patient=patient)
        assert alone == whole.split()[0] or _is_short_form(alone, whole.split()[0])


def test_initials_follow_names_that_no_permutation_gives(texts: Run) -> None:
    for patient in PATIENTS:
        name, dotted, solid, beside = texts(
            "[[PATIENT|Xiulan Quach]] [[DOCTOR|X.Q.]] / [[DOCTOR|XQ]], [[PATIENT|X. Quach]]", patient=patient
        )
        first, last = name.split()
        assert (dotted, solid) == (f"{first[0]}.{last[0]}.", first[0] + last[0])
        assert beside == f"{first[0]}. {last}"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Anita Das", ()),
        ("Van Nguyen", ()),
        ("Nguyen Thi Le", ()),
        ("MA, LILY", ()),
        ("Md Rahman", ()),
        ("Hannah Do", ()),
        ("Ibrahim Bin", ()),
        ("Jane Doe, MA", ("MA",)),
        ("Jane Doe RN, BSN", ("RN", "BSN")),
        ("Anita Das, M.D.", ("M.D.",)),
        ("Jan van der Berg", ("van", "der")),
        ("Maria das Neves", ("das",)),
    ],
)
def test_particles_and_credentials_stay_only_where_they_are_such(
    texts: Run, text: str, kept: tuple[str, ...]
) -> None:
    for patient in PATIENTS:
        (made,) = texts(f"[[DOCTOR|{text}]]", patient=patient)
        same = set(re.findall(r"[\w.]+[\w.]", made)) & set(re.findall(r"[\w.]+[\w.]", text))
        assert same == set(kept), made


@pytest.mark.parametrize(
    "texts_of_job",
    [
        ("a [[PROFESSION|welder]]", "Occupation: [[PROFESSION|Welder]]", "[[PROFESSION|pipe welder]]"),
        ("an [[PROFESSION|electrician]]", "[[PROFESSION|ELECTRICIAN]]", "[[PROFESSION|retired electrician]]"),
        ("the [[PROFESSION|bus driver]]", "Works as [[PROFESSION|driver]]", "[[PROFESSION|bus\ndriver]]"),
    ],
)
def test_a_patient_has_one_job_in_all_notes(texts: Run, texts_of_job: tuple[str, ...]) -> None:
    for patient in PATIENTS:
        jobs = [texts(t, patient=patient)[0].lower().split() for t in texts_of_job]
        assert len({tuple(w for w in j if w != "retired") for j in jobs}) == 1


@pytest.mark.parametrize(
    ("whole", "job"),
    [
        ("apprentice lineman", "Lineman"),
        ("ASSOCIATE EDITOR", "editor"),
        ("Trainee\nelectrician", "retired electrician"),
        ("Senior welder", "pipe welders"),
    ],
)
def test_rank_becomes_another_and_the_job_is_the_same(texts: Run, whole: str, job: str) -> None:
    for patient in PATIENTS:
        made, alone = (fold(texts(f"[[PROFESSION|{j}]]", patient=patient)[0]) for j in (whole, job))
        rank, rest = made.split(maxsplit=1)
        assert rest == alone.removeprefix("retired ").removesuffix("s" if job.endswith("s") else "")
        assert (rank[0] == "a") == (fold(whole)[0] == "a")
        assert not set(fold(whole).split()) & set(made.split())


def test_no_typing_error_is_drawn(lists: SurrogateLists) -> None:
    drawn = {n for (kind, _), names in lists.name_pools.items() if kind in ("F", "M", "U") for n in names}
    assert not drawn & {"Eliabeth", "Elizbeth", "Robet", "Micheal", "Jenifer", "Patrica", "Willam"}


@pytest.mark.parametrize(
    ("note", "gender"),
    [
        ("Sex: F. [[PATIENT|Shiloh Bronski]] slept.", "F"),
        ("[[PATIENT|Andrea Fusco]], a 61-year-old man", "M"),
        ("PID|1||77||DUVAL^JEAN||19610204|M|||\nOBX|1||[[PATIENT|Jean Duval]]", "M"),
        ("Ms. [[PATIENT|Jordan Pell]] is well.", "F"),
        ("[[PATIENT|Sasha Orlov]] said he was tired. He ate; his wife left.", "M"),
        ("Met with [[RELATIVE|Noor]], her husband.", "M"),
        ("[[PATIENT|Zyxandro Pell]]: 72F with cough", "F"),
    ],
)
def test_what_the_note_says_tells_the_gender(
    texts: Run, lists: SurrogateLists, note: str, gender: str
) -> None:
    for patient in PATIENTS:
        first = texts(note, patient=patient)[0].split()[0]
        assert lists.names[fold(first)][0][-1] == gender, first


@pytest.mark.parametrize("name", ["Matthew Keeble", "Nancy Fairbanks", "Jonathan Mayhew", "Shirley Coburn"])
def test_english_names_that_are_common_in_spanish_speaking_lands_stay_english(
    texts: Run, lists: SurrogateLists, name: str
) -> None:
    english = {n for (_, origin), names in lists.name_pools.items() if origin == "us" for n in names}
    for patient in PATIENTS:
        assert set(texts(f"[[PATIENT|{name}]]", patient=patient)[0].split()) <= english


def test_no_name_of_the_patients_other_notes_is_drawn(lists: SurrogateLists) -> None:
    engine = SurrogateEngine(KEY, load_policy(), ReplacementMode.SURROGATE, lists)

    def made(patient: str, name: str, others: list[str]) -> str:
        document = Document(name, DocumentSource("n", "txt", name), patient_id=patient)
        (one,) = engine.replacements(document, [Span(0, len(name), Label.PATIENT, 1.0)], others)
        return one.text

    for patient in PATIENTS:
        for name in ("Truc Khuat", "Joomi Nam", "Leilani Kealoha"):
            drawn = made(patient, name, [name])
            others = [name, f"Dr. {drawn.split()[1]}", f"{drawn.split()[0]} Peak Hospital"]
            again = made(patient, name, others)
            assert set(again.split()).isdisjoint(drawn.split())
            assert again == made(patient, name, others)


@pytest.mark.parametrize(("label", "count"), [(Label.DOCTOR, 90), (Label.PHONE, 900), (Label.IP, 900)])
def test_a_text_of_more_names_and_numbers_than_there_are_to_draw_goes_on(
    lists: SurrogateLists, label: Label, count: int
) -> None:
    few = {key: names[:40] for key, names in lists.name_pools.items() if key[1] in ("us", "african")}
    engine = SurrogateEngine(KEY, load_policy(), ReplacementMode.SURROGATE, replace(lists, name_pools=few))
    syllables = "bo cre di fau gru".split()
    forms = {Label.DOCTOR: "Dr. {a}{b}{c}ld", Label.PHONE: "304-86{n:05d}", Label.IP: "10.0.{n}.7"}
    text, spans = "", []
    for n in range(count):
        a, b, c = (syllables[n // 5**k % 5] for k in range(3))
        surface = forms[label].format(a=a.title(), b=b, c=c, n=n)
        text += "; "
        spans.append(Span(len(text), len(text) + len(surface), label, 1.0))
        text += surface
    made = engine.replacements(Document(text, DocumentSource("n", "txt", "0")), spans)
    assert len(made) == count
    originals = {fold(text[s.start : s.end]) for s in spans}
    assert not originals & {fold(r.text) for r in made}


def test_mentions_are_drawn_anew_by_the_policys_chance(texts: Run) -> None:
    note = "; ".join(
        ["[[PATIENT|Ingrid Solberg]]", "Ms. [[PATIENT|Solberg]]", "[[PATIENT|SOLBERG, INGRID]]"] * 40
    )
    alike = {m.lower() for m in texts(note)}
    assert len(alike) == 3
    policy = replace(load_policy(), names_anew=0.25)
    made = texts(note, policy=policy)
    assert made == texts(note, policy=policy)
    assert 0.6 < sum(m.lower() in alike for m in made) / len(made) < 0.9
    assert not any(word in fold(m) for m in made for word in ("ingrid", "solberg"))
    assert all(m.isupper() == ("," in m) for m in made)


ORIGINALS = {
    Label.STREET: [
        "{n} Juniper Crescent",
        "{n} Old Ferry Road",
        "{n} N Cedar Grove Ln",
        "P.O. Box {n}",
        "{n} Plaza Ct",
    ],
    Label.HOSPITAL: [
        "Brookhaven Medical Center",
        "St. Anselm Hospital",
        "Cedar Hollow Clinic",
        "Lakeview Memorial",
    ],
    Label.ORGANIZATION: ["Ironwood Bank", "Bright Harbor Foods, Inc.", "Local {n}", "Fairmont High School"],
    Label.LOCATION_OTHER: ["Lake Briarcliff", "Camp Silverton"],
    Label.CITY: ["Santa Rosa", "New Haven", "Springfield", "Fort Worth", "North Bend"],
    Label.STATE: ["New York", "North Dakota", "West Virginia", "Ohio", "South Carolina"],
    Label.COUNTRY: ["South Africa", "New Zealand", "United States", "Mexico"],
    Label.PROFESSION: ["school teacher", "registered nurse", "truck driver", "office manager", "art teacher"],
    Label.PHONE: ["(304) 867-{n}"],
    Label.MRN: ["00{n}77", "A-{n}"],
    Label.EMAIL: ["{f}.{l}@brookhaven.org"],
    Label.USERNAME: ["{l}{n}"],
}
"""{n} stands for a number, {f} and {l} for a first and a last name."""


def test_no_word_of_an_original_comes_back_in_4_000_draws(lists: SurrogateLists) -> None:
    rng = random.Random(23)
    given = [n.title() for n, (k, _) in lists.names.items() if k in ("F", "M", "U")]
    family = [n.title() for n, (k, _) in lists.names.items() if k == "L"]
    engine = SurrogateEngine(KEY, load_policy(), ReplacementMode.SURROGATE, lists)
    stays = lists.word_sets["types"] | lists.word_sets["street_types"] | lists.word_sets["street_kept"]
    stays |= lists.word_sets["types_places"] | {"org", "miss"}
    draws = 0
    labels = [*ORIGINALS, *([Label.PATIENT, Label.DOCTOR, Label.RELATIVE] * 6)]
    while draws < 4_000:
        text, spans, originals = "", [], []
        for _ in range(40):
            label = rng.choice(labels)
            form = rng.choice(ORIGINALS.get(label, ["{f} {l}", "{l}, {f}", "{f}", "Dr {l}", "{f} {l}-{l}"]))
            original = form.format(n=rng.randrange(1000, 9999), f=rng.choice(given), l=rng.choice(family))
            text += "; "
            spans.append(Span(len(text), len(text) + len(original), label, 1.0))
            text += original
            originals.append(original)
        document = Document(text, DocumentSource("n", "txt", str(draws)), patient_id=str(draws))
        for made, original in zip(engine.replacements(document, spans), originals, strict=True):
            shared = set(re.findall(r"[a-z]{3,}|\d{4,}", fold(made.text)))
            shared &= set(re.findall(r"[a-z]{3,}|\d{4,}", fold(original)))
            assert not shared - stays, (original, made.text)
        draws += sum(len(re.findall(r"\w+", original)) for original in originals)


PEOPLE_BY_ORIGIN = {
    "us": "Kevin Johnson, Brenda Walker, Scott Phillips, Tiffany Sanders, Gary Whitaker, Heather Bowman",
    "hispanic": "Guadalupe Hernandez, Alejandro Rodriguez, Xiomara Quintero, Ignacio Fuentes, Rocio Zapata",
    "chinese": "Xiaoming Zhang, Weiling Huang, Jianguo Xu, Mei-Ling Hsu, Zhiqiang Zhou, Yanhong Deng",
    "vietnamese": "Thuy Nguyen, Quang Pham, Linh Huynh, Phuong Truong, Tuan Dinh, Hanh Vuong",
    "korean": "Ji-woo Kim, Minjun Choi, Eunhee Kwon, Seung-ho Jeong, Hyunjin Yoon, Sookja Noh",
    "japanese": "Hiroshi Tanaka, Yukiko Yamamoto, Kenji Watanabe, Masako Kobayashi, Takashi Inoue",
    "indian": "Priya Sharma, Rajesh Patel, Lakshmi Subramanian, Sanjay Gupta, Deepika Chaudhary",
    "arabic": "Ahmed Khalil, Fatima Haddad, Mahmoud Darwish, Khadija Mansour, Youssef Hamdan",
    "african": "Adebayo Okonkwo, Wanjiku Kamau, Nkechi Adeyemi, Kwabena Acheampong, Thandiwe Dlamini",
    "slavic": "Agnieszka Kowalczyk, Dmitri Ivanov, Zdenek Svoboda, Ljiljana Petrovic, Olena Shevchenko",
    "italian": "Giuseppe Esposito, Francesca Bianchi, Salvatore Ricci, Chiara Lombardi, Matteo Marchetti",
    "german": "Jurgen Schneider, Heike Zimmermann, Wolfgang Hoffmann, Ulrike Baumgartner, Dieter Krause",
}


@pytest.mark.parametrize("origin", PEOPLE_BY_ORIGIN)
def test_a_surrogate_has_the_origin_of_its_original(texts: Run, lists: SurrogateLists, origin: str) -> None:
    same = {n for (_, o), names in lists.name_pools.items() if o == origin for n in names}
    made = [
        name
        for patient in range(20)
        for person in PEOPLE_BY_ORIGIN[origin].split(", ")
        for name in texts(f"[[PATIENT|{person}]]", patient=str(patient))[0].split()
    ]
    assert sum(name in same for name in made) >= 0.9 * len(made)


def test_pools_are_large(lists: SurrogateLists) -> None:
    def size(kinds: str, origin: str) -> int:
        return len({n for kind in kinds for n in lists.name_pools.get((kind, origin), ())})

    assert all(size("FMU", origin) >= 400 for origin in PEOPLE_BY_ORIGIN)
    # Fewer family names exist of these in Latin letters.
    few = {"chinese": 300, "korean": 170, "vietnamese": 120, "arabic": 900}
    assert all(size("L", origin) >= few.get(origin, 1000) for origin in PEOPLE_BY_ORIGIN)


@pytest.mark.parametrize("month", ["April", "May", "June", "August"])
@pytest.mark.parametrize("label", ["DATE", "PATIENT"])
@pytest.mark.parametrize(
    ("written", "made"),
    [
        ("came in [[{label}|{month}]].", r"came in [A-Z][a-z]+\."),
        ("ill since [[{label}|{month}]].", r"ill since [A-Z][a-z]+\."),
        ("came last [[{label}|{month}]].", r"came last [A-Z][a-z]+\."),
        ("seen on [[DATE|{month} 5]].", r"seen on (?:[A-Z][a-z]+ \d+|\d+/\d+)\."),
        ("seen on [[DATE|5 {month}]].", r"seen on (?:\d+ [A-Z][a-z]+|\d+/\d+)\."),
        ("in [[DATE|{month} 2021]].", r"in (?:[A-Z][a-z]+ |\d+/)20\d\d\."),
        ("on [[DATE|{month} 5, 2021]].", r"on (?:[A-Z][a-z]+ \d+, 20\d\d|20\d\d-\d\d-\d\d)\."),
    ],
)
def test_a_month_stays_one_in_the_note_of_a_patient_who_is_called_so(
    rewritten: Callable[..., str], month: str, label: str, written: str, made: str
) -> None:
    marked = f"[[PATIENT|{month} Hollander]] " + written.format(label=label, month=month)
    for n in range(8):
        text = rewritten(marked, patient=f"m{n}")
        assert re.search(made, text), text
        assert month not in text.split(), text


def test_a_month_alone_is_written_as_one_in_any_note(rewritten: Callable[..., str]) -> None:
    for n in range(60):
        assert re.fullmatch(r"Seen in [A-Z][a-z]+\.", rewritten("Seen in [[DATE|May]].", patient=f"m{n}"))
