"""What worklists give to learn from and to measure by: what was decided and signed, and nothing else."""

import shutil
from dataclasses import replace

import pytest

from build import find, shown
from chartveil.domain.errors import InputError, KeyFileError, PolicyError, StoreError
from chartveil.domain.labels import Label
from chartveil.domain.paths import UserPaths, resources_folder
from chartveil.domain.policy import MustDecide
from chartveil.formats.annotations.inline import read_inline
from chartveil.review.model import ActionKind
from chartveil.review.page_review import PageArea
from chartveil.service import (
    decisions,
    page_boxes,
    sign_off,
)
from chartveil.service import (
    second_reader as second,
)
from chartveil.service.review_service import ReviewService
from chartveil.service.reviewed_gold import load_reviewed_worklists, merge_with_gold
from chartveil.service.worklist_settings import WorklistSettings
from review_help import add, begin, item, numbers, opened, sign
from table_files import pdf_bytes

TEXT = (
    "Patient: Adaeze Okafor, MRN 4471829, seen 3/4/2021.\n"
    "Seen by Dr. Okonjo at Brackwater House. Foley catheter placed. Her uncle Chidi came.\n"
)
SECRETS = ("Okafor", "4471829", "Quillon")


def finds(text):
    places = [
        ("Adaeze Okafor", "PATIENT", 0.9),
        ("4471829", "MRN", 0.9),
        ("Okonjo", "DOCTOR", 0.9),
        ("Brackwater House", "CITY", 0.9),
        ("Foley", "DOCTOR", 0.4),
    ]
    return [find(text, part, label, score) for part, label, score in places if part in text]


@pytest.fixture
def places(tmp_path):
    return UserPaths(tmp_path / "home")


@pytest.fixture
def folder(tmp_path):
    """A folder whose name, which the worklist takes, names a patient."""
    notes = tmp_path / "Quillon ward"
    notes.mkdir()
    for n, name in enumerate("abc"):
        (notes / f"{name}-Okafor.txt").write_text(f"Note {n}.\n{TEXT}", encoding="utf-8")
    return notes


@pytest.fixture
def service(places, folder):
    service = ReviewService(places)
    begin(service, [folder], finds)
    yield service
    service.close()


def decide(service, row, reject=(), accept=(), relabel=None):
    review = opened(service, row)
    for text in reject:
        decisions.decide_spans(service, ActionKind.REJECT, review, review.reject([item(review, text).id]))
    for text in accept:
        decisions.decide_spans(service, ActionKind.ACCEPT, review, review.accept([item(review, text).id]))
    for text, label in (relabel or {}).items():
        decisions.decide_spans(
            service, ActionKind.RELABEL, review, review.relabel([item(review, text).id], label)
        )
    return review


def read(service, *names, **options):
    """What the worklists give once the window is closed."""
    service.close()
    return load_reviewed_worklists(service.user_paths, names or ("1",), **options)


def marks(document):
    return shown(document.text, document.spans)


# ── which marks ──────────────────────────────────────────────────────────────────────────────────────


def test_the_marks_are_those_that_a_release_would_go_by(service):
    review = decide(
        service, 1, reject=["Foley"], accept=["4471829"], relabel={"Brackwater House": Label.HOSPITAL}
    )
    add(service, review, "Chidi", Label.RELATIVE)
    decisions.decide_spans(
        service,
        ActionKind.RESIZE,
        review,
        review.resize(item(review, "Okonjo").id, *_range(review, "Dr. Okonjo")),
    )
    sign(service, 1)
    (found,) = read(service)
    (document,) = found.documents
    assert document.text == f"Note 0.\n{TEXT}"
    assert marks(document) == [
        ("PATIENT", "Adaeze Okafor"),  # undecided and sure: it goes as it was found
        ("MRN", "4471829"),
        ("DOCTOR", "Dr. Okonjo"),
        ("HOSPITAL", "Brackwater House"),
        ("RELATIVE", "Chidi"),
    ]
    assert (found.worklist, found.policy, document.patient) == (1, "safe_harbor_plus", "")


def _range(review, text):
    start = review.text.index(text)
    return start, start + len(text)


def test_what_was_given_back_counts_only_where_a_reader_takes_it(places, folder):
    service = ReviewService(places)
    begin(service, [folder], numbers, recovered=lambda text: [find(text, "Foley", "DOCTOR", 0.4)])
    review = opened(service, 2)
    decisions.decide_spans(
        service, ActionKind.TAKE_RECOVERED, review, review.take_recovered([item(review, "Foley").id])
    )
    sign(service, 1)
    sign(service, 2)
    (found,) = read(service)
    assert [("DOCTOR", "Foley") in marks(d) for d in found.documents] == [False, True]


def test_labels_that_the_policy_keeps_are_named_as_not_looked_for(places, folder):
    service = ReviewService(places)
    begin(service, [folder], finds, WorklistSettings(policy="limited_data_set", reviewer="Ada"))
    decide(service, 1, reject=["Foley"])
    sign(service, 1)
    (found,) = read(service)
    kept = {Label.DATE, Label.AGE, Label.CITY, Label.STATE, Label.COUNTRY, Label.ZIP, Label.PROFESSION}
    assert set(found.unmarked) == found.documents[0].unmarked == kept
    assert found.policy == "limited_data_set"


def test_words_below_a_covered_part_of_a_page_are_out_as_in_a_copy(places, tmp_path):
    def draw(canvas):
        canvas.setFont("Helvetica", 12)
        for n, line in enumerate(("Signed by Marta Quill", "MRN 4471829 of Adaeze Okafor")):
            canvas.drawString(72, 700 - 40 * n, line)

    (tmp_path / "scan.pdf").write_bytes(pdf_bytes(draw))
    service = ReviewService(places)
    begin(service, [tmp_path / "scan.pdf"], finds)
    document = service.loading_work(service.row(1))().document
    boxes = page_boxes.page_review(service, 1, document)
    box = next(b for b in document.layout.boxes if document.text[b.start : b.end].startswith("Marta"))
    last = next(b for b in document.layout.boxes if document.text[b.start : b.end].startswith("Quill"))
    area = PageArea(0, box.left - 1, box.top - 1, last.right + 1, last.bottom + 1)
    page_boxes.decide_boxes(service, ActionKind.DRAW, boxes, boxes.draw([area]))
    sign_off.sign_off(service, service.review_of(1, document))
    (found,) = read(service)
    (gold,) = found.documents
    assert "Signed by [covered]" in gold.text
    assert "Marta" not in gold.text
    assert marks(gold) == [("MRN", "4471829"), ("PATIENT", "Adaeze Okafor")]
    assert found.sha256s == (document.sha256,) != (gold.sha256,)


# ── which documents ──────────────────────────────────────────────────────────────────────────────────


def test_what_is_not_signed_off_is_left_out_and_counted_by_its_reason(service):
    decide(service, 1, reject=["Foley"])
    decide(service, 2, reject=["Foley"])
    sign(service, 2)
    (found,) = read(service)
    assert [d.where for d in found.documents] == ["worklist 1, document 2"]
    assert found.left_out == (("is in review, not signed off", 1), ("is not reviewed yet", 1))


def test_those_in_review_are_taken_on_request_and_those_nobody_began_never(service):
    decide(service, 1, reject=["Foley"])
    decide(service, 2, reject=["Foley"])
    sign(service, 2)
    (found,) = read(service, unsigned=True)
    assert len(found.documents) == 2
    assert found.left_out == (("is not reviewed yet", 1),)
    assert all(("DOCTOR", "Foley") not in marks(d) for d in found.documents)


@pytest.fixture
def two_readers(places, folder):
    """Ada has signed two notes; Ben has read the first and kept Okonjo's name, which she rejected."""
    service = ReviewService(places)
    begin(service, [folder], finds, WorklistSettings(reviewer="Ada", second_reader=True))
    for row in (1, 2):
        decide(service, row, reject=["Foley", "Okonjo"])
        sign(service, row)
    service.change_settings(replace(service.settings, reviewer="Ben"))
    second.begin_second_reading(service, 1)
    decide(service, 1, reject=["Foley"])
    sign(service, 1)
    yield service
    service.close()


def test_of_two_readers_what_they_settled_counts(two_readers):
    service = two_readers
    document = service.loading_work(service.row(1))().document
    second.begin_resolution(service, 1, document)
    decide(service, 1, accept=["Okonjo"])
    sign(service, 1)
    (found,) = read(service)
    (settled,) = found.documents
    assert ("DOCTOR", "Okonjo") in marks(settled)
    assert dict(found.left_out) == {"is not reviewed yet": 1, "waits for a second reader": 1}


def test_where_two_readers_differ_nobody_is_followed(two_readers):
    (found,) = read(two_readers, unsigned=True)
    assert [d.where for d in found.documents] == ["worklist 1, document 2"]
    assert dict(found.left_out) == {"is not reviewed yet": 1, "two readers differ on it": 1}


def test_a_file_that_is_gone_or_changed_costs_only_itself(service, folder):
    for row in (1, 2, 3):
        decide(service, row, reject=["Foley"])
        sign(service, row)
    (folder / "a-Okafor.txt").unlink()
    with (folder / "b-Okafor.txt").open("a") as file:
        file.write("more")
    (found,) = read(service)
    assert [d.where for d in found.documents] == ["worklist 1, document 3"]
    assert [n for _, n in found.left_out] == [2]
    (folder / "c-Okafor.txt").unlink()
    with pytest.raises(
        InputError, match=r"worklist 1: none of its documents can be used \(.*gone.*: 3\)"
    ) as e:
        load_reviewed_worklists(service.user_paths, ["1"])
    assert not any(secret in str(e.value) for secret in SECRETS)


def test_the_same_text_is_taken_once(service, folder, tmp_path):
    for row in (1, 2):
        decide(service, row, reject=["Foley"])
        sign(service, row)
    begin(service, [shutil.copytree(folder, tmp_path / "copy")], finds)
    for row in (1, 2, 3):
        decide(service, row, reject=["Foley"])
        sign(service, row)
    first, other = read(service, "1", "2")
    assert [len(w.documents) for w in (first, other)] == [2, 3]
    # The third in gold files too, marked otherwise.
    gold = read_inline(f"Note 2.\n{TEXT}".replace("Chidi", "[[RELATIVE|Chidi]]"), "g", "")
    documents, repeated = merge_with_gold([gold], [first, other])
    assert repeated == 3
    assert documents == [gold, *first.documents]


def test_each_row_of_a_table_is_of_its_patient(places, tmp_path):
    rows = "\n".join(f"{n},P{n // 2},Seen by Dr. Okonjo on visit {n}." for n in range(4))
    (tmp_path / "rows.csv").write_text(f"note_id,patient_id,text\n{rows}\n", encoding="utf-8")
    service = ReviewService(places)
    begin(service, [tmp_path / "rows.csv"], finds)
    for row in (1, 2, 4):
        sign(service, row)
    (found,) = read(service)
    # A copy of the table waits until all its rows are signed off; a row that is can be learned from.
    assert [d.patient for d in found.documents] == ["P0", "P0", "P1"]


# ── which worklist ───────────────────────────────────────────────────────────────────────────────────


def test_a_worklist_is_named_by_its_number_or_name_and_is_taken_once(service):
    decide(service, 1, reject=["Foley"])
    sign(service, 1)
    both = read(service, "Quillon ward", "1")
    assert [w.worklist for w in both] == [1]


def test_a_name_that_several_have_is_refused_with_their_numbers(service, folder):
    begin(service, [folder], finds)
    with pytest.raises(InputError, match=r"several worklists have this name.* 2 \(begun .* 1 \(begun") as e:
        read(service, "Quillon ward")
    assert not any(secret in str(e.value) for secret in SECRETS)


def test_one_that_is_not_there_is_refused_with_those_that_are(service):
    with pytest.raises(InputError, match=r"^7: there is no worklist of this number or name.* 1 \(begun") as e:
        read(service, "7")
    assert not any(secret in str(e.value) for secret in SECRETS)


def test_one_without_anything_signed_off_is_refused(service):
    with pytest.raises(InputError, match=r"can be used \(is not reviewed yet: 3\)\. Sign"):
        read(service)


def test_where_there_are_none_nothing_is_made(places):
    with pytest.raises(StoreError, match=r"no worklists yet\. Review documents in the window first"):
        load_reviewed_worklists(places, ["1"])
    assert not places.folder.exists()


def test_a_store_that_cannot_be_opened_says_what_to_do(service):
    with pytest.raises(StoreError, match="in use by another Chartveil"):
        load_reviewed_worklists(service.user_paths, ["1"])
    service.close()
    key = service.user_paths.key_file.read_text()
    service.user_paths.key_file.write_text(bytes(range(32)).hex())
    with pytest.raises(StoreError, match=r"does not open with this key.* Put back the key file"):
        load_reviewed_worklists(service.user_paths, ["1"])
    service.user_paths.key_file.unlink()
    with pytest.raises(KeyFileError, match=r"the key of the store is missing.* Put it back"):
        load_reviewed_worklists(service.user_paths, ["1"])
    assert not service.user_paths.key_file.exists(), "a new key opens nothing"
    service.user_paths.key_file.write_text(key)
    service.user_paths.key_file.chmod(0o600)
    raw = bytearray(service.user_paths.worklists_file.read_bytes())
    raw[4096:8192] = bytes(4096)
    service.user_paths.worklists_file.write_bytes(raw)
    with pytest.raises(StoreError, match="is damaged"):
        load_reviewed_worklists(service.user_paths, ["1"])


def test_a_policy_that_is_gone_is_told(places, folder, tmp_path):
    own = shutil.copy(resources_folder() / "policies" / "safe_harbor.toml", tmp_path / "own.toml")
    service = ReviewService(places)
    begin(
        service,
        [folder],
        finds,
        WorklistSettings(policy=str(own), reviewer="Ada", must_decide=MustDecide.NONE),
    )
    own.unlink()
    with pytest.raises(PolicyError, match=r"own\.toml: cannot be read"):
        read(service)


def test_the_window_can_be_opened_when_they_were_read(service):
    decide(service, 1, reject=["Foley"])
    sign(service, 1)
    read(service)
    ReviewService(service.user_paths).close()
