"""Clinical text of others becomes notes whose identifiers are all marked; what is doubtful is left out."""

import json
import random
from pathlib import Path

import pytest

from chartveil.domain.errors import InputError, ResourceError
from chartveil.domain.labels import Label
from chartveil.domain.paths import dictionaries_folder, resources_folder
from chartveil.lexicon.dictionary_folder import DictionaryFolder
from chartveil_training.data_files import DATA_FOLDER
from chartveil_training.samples import Sample, SampleBuilder
from chartveil_training.synthesis.carriers.identifiers_in_text import CarrierVocabulary, find_identifiers
from chartveil_training.synthesis.carriers.mention_templates import MentionTemplates
from chartveil_training.synthesis.carriers.notes import DIALOGUES_FILE, REPORTS_FILE, CarrierNotes
from chartveil_training.synthesis.carriers.report_text import read_dialogue, read_report, split_sentences
from chartveil_training.synthesis.generators.identifiers import PERSON_LABELS
from chartveil_training.synthesis.templates import DocumentCast, SentenceTemplate, read_templates

from .stub_filler import StubFiller

REPORT = (
    "HISTORY:, This is a 45-year-old male seen by Dr. X on 5/12/2004 for pain.,He was sent by Dr. Y.  "
    "Dr. X did the surgery.,PLAN:,1.  Ice.,2.  Return to ABC Hospital in May 2005.general medicine, ice, pain"
)
TALK = "Doctor: Hi Mister X, I am Doctor Y. Patient: Hello. Guest_family: He is sixty two. Doctor: Okay."


@pytest.fixture(scope="module")
def known() -> CarrierVocabulary:
    return CarrierVocabulary.load(
        DictionaryFolder(dictionaries_folder()),
        resources_folder() / "recovery" / "en",
        DATA_FOLDER / "carriers.toml",
        ["plain words are seen twice", "plain words are seen twice"],
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("clinical")
    (folder / REPORTS_FILE).write_text(json.dumps({"id": 1, "text": REPORT}) + "\n", encoding="utf-8")
    row = {"id": "1", "section": "GENHX", "text": "She sees Dr. X for asthma.", "dialogue": TALK}
    (folder / DIALOGUES_FILE).write_text(json.dumps(row) + "\n", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def notes(folder: Path) -> list[Sample]:
    rng = random.Random(5)
    carriers = CarrierNotes.load(folder, StubFiller())
    return [carriers.make_sample(rng) for _ in range(300)]


def found(text: str, known: CarrierVocabulary) -> list[tuple[str, str]] | None:
    """Label and text of each place; of several labels the first."""
    taken = find_identifiers(text, known)
    return None if taken is None else [(p.labels[0].value, text[p.start : p.end]) for p in taken]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("This is a 45-year-old male.", ["45"]),
        ("A 7-week-old girl was seen.", ["7"]),
        ("The 5-year-4-month-old boy was seen.", ["5", "4"]),
        ("70y/o male with pain", ["70"]),
        ("She was diagnosed at age 40.", ["40"]),
        ("Her mother died at the age of 59 of cancer.", ["59"]),
        ("Her father died at 81.", ["81"]),
        ("She has children aged 3 and 5.", ["3", "5"]),
        ("At the age of 25 and 28 he had operations.", ["25", "28"]),
        ("His sister was in her 50s then.", ["50s"]),
        ("She is sixty two years old.", ["sixty two"]),
        ("I am forty five.", ["forty five"]),
        ("Born at 38 weeks gestational age.", []),
        ("The gestational age 39 was noted.", []),
        ("He has pain 7/10 and takes 45 mg.", []),
        ("Uterus is 12-week sized.", []),
        ("The pulse was 72.", []),
    ],
)
def test_ages(text: str, expected: list[str], known: CarrierVocabulary) -> None:
    assert found(text, known) == [("AGE", t) for t in expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Seen on 5/12/2004 for pain.", ["5/12/2004"]),
        ("Seen on 1/18/93 and 12-7-92.", ["1/18/93", "12-7-92"]),
        ("He had surgery on July 21, 2008.", ["July 21, 2008"]),
        ("Since May 2003 he is well.", ["May 2003"]),
        ("It was in March of two thousand five.", ["March of two thousand five"]),
        ("It was July thirty first.", ["July thirty first"]),
        ("He fell in May and again in June.", ["May", "June"]),
        ("It began in 1996 with pain.", ["1996"]),
        ("He quit in the 1980s.", ["1980s"]),
        ("The scan of 4/2009 was normal.", ["4/2009"]),
        ("He came the week before Thanksgiving.", ["Thanksgiving"]),
        ("The patient was seen on Month DD, YYYY for pain.", ["Month DD, YYYY"]),
        ("He may march in place.", []),
        ("Strength is 5/5 and the murmur 2/6.", []),
        ("He was given 2000 mL of fluid.", []),
        ("At 2030 hours he was well.", []),
        ("A ratio of 1:2000 was used.", []),
        ("Blood pressure was 120/80 and 0.5 Marcaine was used.", []),
        ("Please come back on Monday.", []),
    ],
)
def test_dates(text: str, expected: list[str], known: CarrierVocabulary) -> None:
    assert found(text, known) == [("DATE", t) for t in expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He sees Dr. X for this.", [("DOCTOR", "X")]),
        ("He sees Dr. Y's partner.", [("DOCTOR", "Y")]),
        ("Drs. X and Y were there.", [("DOCTOR", "X"), ("DOCTOR", "Y")]),
        ("It looks like Doctor Kumar saw you.", [("DOCTOR", "Kumar")]),
        ("Doctor, will you look at this?", []),
        ("Ms. ABC is here.", [("PATIENT", "ABC")]),
        ("He was taken to ABC Hospital by car.", [("HOSPITAL", "ABC Hospital")]),
        ("She was seen at Evergarth Medical Center today.", [("HOSPITAL", "Evergarth Medical Center")]),
        ("He was sent to the Pain Clinic.", []),
        ("He was followed at XYZ.", [("HOSPITAL", "XYZ")]),
        ("He was seen by XYZ today.", [("DOCTOR", "XYZ")]),
        ("She lives in Florida.", [("STATE", "Florida")]),
        ("A Minnesota retractor was used.", []),
        ("Her husband, Walton, is here.", [("RELATIVE", "Walton")]),
        ("The generator has serial number 123456.", [("DEVICE", "123456")]),
        ("He works as a truck driver.", [("PROFESSION", "truck driver")]),
        ("She is a retired high school teacher.", [("PROFESSION", "high school teacher")]),
        ("She has power of attorney.", []),
        ("The nurse gave him ice.", []),
    ],
)
def test_people_places_and_jobs(text: str, expected: list[tuple[str, str]], known: CarrierVocabulary) -> None:
    assert found(text, known) == expected


@pytest.mark.parametrize(
    "text",
    [
        "He was discussed with Zemblana and her aunt.",
        "The XXX eye was prepped.",
        "The _____ was closed.",
        "Mother is 50 and father 62 too.",
        "He works for the city in some way.",
        "Former iron worker.",
        "Pulse XX, blood pressure XX.",
        "She gets her care at Quistonbury.",
    ],
)
def test_a_doubtful_sentence_is_left_out(text: str, known: CarrierVocabulary) -> None:
    assert find_identifiers(text, known) is None


@pytest.mark.parametrize(
    "text",
    [
        "The wound was closed with Vicryl and dressed with Kerlix.",
        "Allis clamps and a Foley catheter were placed.",
        "LFTs and TMs are normal, UTIs were treated.",
        "He takes Lipitor 10 mg and has Parkinson disease.",
        "African-American male with Crohn disease.",
    ],
)
def test_terms_with_capitals_are_no_cause_for_doubt(text: str, known: CarrierVocabulary) -> None:
    assert find_identifiers(text, known) == ()


def test_a_report_gets_its_lines_back() -> None:
    history, plan = read_report(REPORT)
    assert (history.heading, plan.heading) == ("HISTORY", "PLAN")
    assert len(history.lines) == 2
    assert history.lines[1] == ("He was sent by Dr. Y.", "Dr. X did the surgery.")
    assert plan.lines == (("1. Ice.",), ("2. Return to ABC Hospital in May 2005.",))


def test_a_conversation_is_cut_at_its_turns() -> None:
    [talk] = read_dialogue(TALK)
    assert [line[0].split(":")[0] for line in talk.lines] == ["Doctor", "Patient", "family", "Doctor"]


def test_sentences_do_not_end_at_titles() -> None:
    assert split_sentences("Seen by Dr. Roe vs. Dr. Poe. He left. 2 mg given.") == (
        "Seen by Dr. Roe vs. Dr. Poe.",
        "He left.",
        "2 mg given.",
    )


def test_every_identifier_of_a_note_is_marked(notes: list[Sample]) -> None:
    for note in notes:
        hidden = list(note.text)
        for mark in note.marks:
            assert not note.text[mark.start : mark.end].isspace()
            hidden[mark.start : mark.end] = " " * (mark.end - mark.start)
        rest = "".join(hidden).lower()
        assert "zz" not in rest
        assert "qq" not in rest
        for leftover in ("dr. x", "dr. y", "abc", "5/12/2004", "45-year", "may 2005", "sixty two"):
            assert leftover not in rest


def test_nobody_changes_their_name_within_a_note(notes: list[Sample]) -> None:
    names = [
        [n.text[m.start : m.end] for m in n.marks if n.text[: m.start].endswith("Dr. ")]
        for n in notes
        if "did the surgery" in n.text and "sent by" in n.text and len(n.marks) < 8
    ]
    assert names
    assert any(len(seen) == 3 and seen[0] == seen[2] != seen[1] for seen in names)


def test_notes_vary_and_bear_all_kinds_of_labels(notes: list[Sample]) -> None:
    assert len({n.text for n in notes}) > 250
    labels = {label for n in notes for m in n.marks for label in m.labels}
    assert len(labels) > 24
    assert any(n.source.startswith("talk") for n in notes)
    assert any(n.source.startswith("report") for n in notes)
    assert any(n.source.startswith("section") for n in notes)


def test_same_seed_same_notes(folder: Path, notes: list[Sample]) -> None:
    rng = random.Random(5)
    carriers = CarrierNotes.load(folder, StubFiller())
    assert [carriers.make_sample(rng) for _ in range(30)] == notes[:30]


def test_a_missing_or_broken_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match="missing"):
        CarrierNotes.load(tmp_path, StubFiller())
    (tmp_path / REPORTS_FILE).write_text('{"id": 1}\n', encoding="utf-8")
    with pytest.raises(InputError, match="line 1 lacks"):
        CarrierNotes.load(tmp_path, StubFiller())


def test_there_are_mentions_enough_and_all_can_be_filled() -> None:
    folder = DATA_FOLDER
    sentences = [t for group in read_templates(folder / "mentions.toml").values() for t in group["sentences"]]
    assert len(sentences) >= 250
    seen = set()
    for template in sentences:
        builder = SampleBuilder()
        template.fill(builder, DocumentCast(StubFiller(), random.Random(1)))
        seen |= {label for m in builder.build().marks for label in m.labels}
    assert seen == set(Label)


def test_blocks_name_the_same_people_throughout() -> None:
    mentions = MentionTemplates.load(DATA_FOLDER)
    for seed in range(60):
        cast = DocumentCast(StubFiller(), random.Random(seed))
        head, foot = mentions.head(cast), mentions.foot(cast)
        patient = cast.person(Label.PATIENT)
        for block in (head, foot):
            assert block.text == block.text.rstrip()
            for mark in block.marks:
                surface = block.text[mark.start : mark.end].lower()
                if mark.labels == (Label.PATIENT,):
                    assert patient.first.lower() in surface or patient.last.lower() in surface


def test_the_language_of_templates() -> None:
    rng = random.Random(2)
    cast = DocumentCast(StubFiller(), rng, female=True, terms={"drug": lambda _, __: "aspirin"})
    builder = SampleBuilder()
    text = (
        "{His} {husband} [[RELATIVE|Bell]] gave {Drug}, {DRUG} <now|now> to {PATIENT.last}; "
        "{DOCTOR1.last}={DOCTOR1.last}"
    )
    SentenceTemplate(text, ["drug"]).fill(builder, cast)
    sample = builder.build()
    patient, doctor = cast.person(Label.PATIENT), cast.person(Label.DOCTOR, "1")
    assert sample.text == (
        f"Her husband Bell gave Aspirin, ASPIRIN now to {patient.last}; {doctor.last}={doctor.last}"
    )
    assert [m.labels[0] for m in sample.marks] == [Label.RELATIVE, Label.PATIENT, Label.DOCTOR, Label.DOCTOR]
    assert all(label in PERSON_LABELS for m in sample.marks for label in m.labels)


@pytest.mark.parametrize("text", ["{NOBODY}", "{PATIENT.sideways}", "{he", "{quark}", "[[DOCTOR|x"])
def test_a_template_that_cannot_be_read_is_an_error(text: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError):
        SentenceTemplate(text)
    path = tmp_path / "t.toml"
    path.write_text(f"[group]\nsentences = ['fine', '{text}']\n", encoding="utf-8")
    with pytest.raises(ResourceError, match=r"template 2 of sentences in \[group\]"):
        read_templates(path)
