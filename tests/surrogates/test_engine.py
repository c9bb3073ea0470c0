from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.errors import ResourceError, StageError
from chartveil.domain.labels import Label
from chartveil.domain.policy import Policy, ReplacementMode, load_policy
from chartveil.domain.span import Replacement, Span
from chartveil.surrogates.engine import SurrogateEngine
from chartveil.surrogates.lists import SurrogateLists, load_surrogate_lists

from .conftest import KEY, Run, parse

NOTE = """[[HOSPITAL|Dovercrest General Hospital]]
Patient: [[PATIENT|SMITH, JOHN A.]]  MRN [[MRN|0042-771]]  DOB [[DATE|03/04/1950]]
Seen on [[DATE|3/17]] by Dr. [[DOCTOR|Jane Doe]] and [[DOCTOR|R. Roe]]. Mr. [[PATIENT|Smith]] is a
[[AGE|69]]-year-old [[PROFESSION|retired welder]] from [[CITY|Elko]], [[STATE|NV]] [[ZIP|89801]].
Call [[PHONE|(775) 738-1234]]. Wife [[RELATIVE|Mary
Smith]]. Signed [[DOCTOR|J. Doe]], [[DATE|March 17, 2019]]."""


def test_tags(texts: Run) -> None:
    made = texts("[[DOCTOR|Jane Doe]] [[DATE|3/17]] [[PATIENT|Mary\nSmith]]", mode=ReplacementMode.TAG)
    assert made == ["[DOCTOR]", "[DATE]", "[PATIENT]\n"]


def test_numbers_follow_the_thing(texts: Run) -> None:
    marked = (
        "[[DOCTOR|Jane Doe]] [[DOCTOR|Roe]] [[DOCTOR|Doe]] [[DOCTOR|DOE, JANE]] [[DOCTOR|J. Doe]] "
        "[[DOCTOR|JD]] [[DOCTOR|Jill Doe]] [[DOCTOR|R. Roe]] [[PATIENT|John Smith]] [[PATIENT|Smith's]] "
        "[[DATE|3/17/2019]] [[DATE|March 17, 2019]] [[DATE|3/18/2019]] "
        "[[MRN|00-42]] [[MRN|0042]] [[MRN|0043]]"
    )
    assert texts(marked, mode=ReplacementMode.NUMBERED) == [
        *("[DOCTOR-1]", "[DOCTOR-2]", "[DOCTOR-1]", "[DOCTOR-1]", "[DOCTOR-1]", "[DOCTOR-1]"),
        *("[DOCTOR-3]", "[DOCTOR-2]", "[PATIENT-1]", "[PATIENT-1]"),
        *("[DATE-1]", "[DATE-1]", "[DATE-2]", "[MRN-1]", "[MRN-1]", "[MRN-2]"),
    ]


def test_mask_keeps_length_and_blanks(texts: Run) -> None:
    assert texts("[[PATIENT|Mary\n Smith]]", mode=ReplacementMode.MASK) == ["████\n █████"]


def test_whole_note(replaced: Callable[..., list[Replacement]], rewritten: Callable[..., str]) -> None:
    document, spans = parse(NOTE)
    made = replaced(NOTE)
    assert [(r.start, r.end, r.label) for r in made] == [(s.start, s.end, s.label) for s in spans]
    text = rewritten(NOTE)
    for word in ("Dovercrest", "SMITH", "Smith", "0042", "Jane", "Doe", "Elko", "738", "Mary", "1950"):
        assert word not in text
    assert text.count("\n") == document.text.count("\n")
    assert "69-year-old retired" in text


def test_kept_labels_give_nothing(replaced: Callable[..., list[Replacement]]) -> None:
    policy = load_policy("limited_data_set")
    made = replaced(NOTE, policy=policy)
    assert {r.label for r in made} == {s.label for s in parse(NOTE)[1] if policy.is_identifier(s.label)}
    assert Label.DATE not in {r.label for r in made}


def test_no_spans(replaced: Callable[..., list[Replacement]]) -> None:
    assert replaced("Nothing here.") == []


@pytest.mark.parametrize("mode", list(ReplacementMode))
def test_order_of_spans_does_not_matter(lists: SurrogateLists, policy: Policy, mode: ReplacementMode) -> None:
    document, spans = parse(NOTE)
    engine = SurrogateEngine(KEY, policy, mode, lists)
    assert engine.replacements(document, spans) == engine.replacements(document, spans[::-1])


def test_documents_without_a_patient_are_their_own_scope(lists: SurrogateLists, policy: Policy) -> None:
    engine = SurrogateEngine(KEY, policy, ReplacementMode.SURROGATE, lists)
    names = set()
    for i in range(6):
        document = Document("John Smith", DocumentSource("a", "txt", str(i)))
        names.add(engine.replacements(document, [Span(0, 10, Label.PATIENT, 1.0)])[0].text)
    assert len(names) >= 5


def test_overlapping_spans_are_refused_without_quoting(lists: SurrogateLists, policy: Policy) -> None:
    document, _ = parse("John Smith")
    engine = SurrogateEngine(KEY, policy, ReplacementMode.SURROGATE, lists)
    for spans in (
        [Span(0, 6, Label.PATIENT, 1.0), Span(5, 10, Label.PATIENT, 1.0)],
        [Span(5, 11, Label.PATIENT, 1.0)],
    ):
        with pytest.raises(StageError) as caught:
            engine.replacements(document, spans)
        assert caught.value.document_id == document.id
        assert caught.value.stage == "surrogates"
        assert "Smith" not in str(caught.value)


def test_no_free_surrogate_is_an_error(lists: SurrogateLists, policy: Policy) -> None:
    # All hundred lines set aside for fiction are originals of the document: none is left to draw.
    marked = " ".join(f"[[PHONE|555-01{i:02d}]]" for i in range(100))
    document, spans = parse(marked)
    with pytest.raises(StageError) as caught:
        SurrogateEngine(KEY, policy, ReplacementMode.SURROGATE, lists).replacements(document, spans)
    assert "555" not in str(caught.value)


def test_short_keys_are_refused(policy: Policy, lists: SurrogateLists) -> None:
    with pytest.raises(ValueError, match="16 bytes"):
        SurrogateEngine(b"short", policy, ReplacementMode.SURROGATE, lists)


def test_missing_and_damaged_lists(tmp_path: Path) -> None:
    with pytest.raises(ResourceError, match="missing"):
        load_surrogate_lists(tmp_path)
    (tmp_path / "names.tsv.gz").write_bytes(b"not gzip")
    with pytest.raises(ResourceError, match="cannot be read"):
        load_surrogate_lists(tmp_path)
    import gzip

    (tmp_path / "names.tsv.gz").write_bytes(gzip.compress(b"one\ttwo\n"))
    with pytest.raises(ResourceError, match="damaged"):
        load_surrogate_lists(tmp_path)
