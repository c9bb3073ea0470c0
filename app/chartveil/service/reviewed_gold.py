"""Documents reviewed in the window as gold, for training and evaluation.

What counts is what a release would go by: documents signed off by all who are to read them, with the spans
that would be replaced. The texts are read again from the user's files; nothing is searched or decided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from chartveil.domain.document import Document
from chartveil.domain.errors import InputError, StoreError
from chartveil.domain.labels import Label
from chartveil.domain.page_layout import Region
from chartveil.domain.paths import UserPaths
from chartveil.domain.span import Replacement
from chartveil.formats.annotations.document import AnnotatedDocument, annotated_replacements
from chartveil.formats.pages.covered_regions import with_covered_text
from chartveil.review.model import DocumentRow, DocumentState
from chartveil.service.page_boxes import final_boxes
from chartveil.service.review_service import ReviewService
from chartveil.service.worklist_export import final_review, is_ready_to_export, why_not_ready
from chartveil.store.worklists.records import WorklistInfo

_LISTED = 10
"""Worklists that an error names at most."""
_GONE = "its file is gone, cannot be read, or is not what was searched"


@dataclass(frozen=True, slots=True)
class ReviewedWorklist:
    """The reviewed documents of a worklist; free of document text but for ``documents``.

    Attributes:
        worklist: its number. Its name may hold PHI.
        policy: name of the policy that it was reviewed under.
        unmarked: labels that the policy keeps, so that nobody was asked about them.
        documents: with the marks that count, in the order of the worklist.
        sha256s: of their texts as they were reviewed.
        left_out: why others are not among them, and how many for each reason; the most frequent first.
    """

    worklist: int
    policy: str
    unmarked: tuple[Label, ...]
    documents: tuple[AnnotatedDocument, ...]
    sha256s: tuple[str, ...]
    left_out: tuple[tuple[str, int], ...]


def load_reviewed_worklists(
    user_paths: UserPaths, names: Sequence[str], *, unsigned: bool = False, own_key: bytes = b""
) -> list[ReviewedWorklist]:
    """The reviewed documents of worklists, each worklist once.

    Args:
        user_paths: where the worklists lie.
        names: of each its number, or its name as the start page shows it.
        unsigned: take documents too that a reader has begun and nobody has signed off.
        own_key: the user's, where it is open already.

    Raises:
        StoreError, KeyFileError: if the worklists cannot be opened, e.g. because a window has them.
        InputError: if there is no such worklist, or no document of it can be used.
        PolicyError: if the policy of one is gone.
    """
    # The service would make an empty store.
    if not user_paths.worklists_file.exists():
        raise StoreError(
            "there are no worklists yet.",
            where=str(user_paths.worklists_file),
            remedy="Review documents in the window first ('chartveil gui').",
        )
    with closing(ReviewService(user_paths, own_key)) as service:
        known = service.worklists()
        chosen = dict.fromkeys(_worklist_named(known, name) for name in names)
        return [_read(service, worklist, unsigned) for worklist in chosen]


def merge_with_gold(
    gold: Sequence[AnnotatedDocument], worklists: Sequence[ReviewedWorklist]
) -> tuple[list[AnnotatedDocument], int]:
    """Gold and what was reviewed, in this order, and how many reviewed documents were left out because their
    text stands before."""
    documents = list(gold)
    seen = {d.sha256 for d in gold}
    repeated = 0
    for worklist in worklists:
        for document, sha256 in zip(worklist.documents, worklist.sha256s, strict=True):
            if sha256 in seen:
                repeated += 1
            else:
                seen.add(sha256)
                documents.append(document)
    return documents, repeated


def _worklist_named(known: Sequence[WorklistInfo], name: str) -> int:
    wanted = name.strip()
    # Numbers first: each worklist can be named by its own, whatever others are called.
    found = [w for w in known if str(w.id) == wanted] or [w for w in known if w.title == wanted]
    if len(found) == 1:
        return found[0].id
    # Names of worklists are names of folders and files, which hold names of people: numbers are told.
    listed = ", ".join(f"{w.id} (begun {w.created[:10]})" for w in (found or known)[:_LISTED])
    if found:
        raise InputError("several worklists have this name.", remedy=f"Give the number of one: {listed}.")
    raise InputError(
        "there is no worklist of this number or name.",
        where=name,
        remedy=f"Those there are: {listed}." if listed else "Begin one in the window ('chartveil gui').",
    )


def _read(service: ReviewService, worklist: int, unsigned: bool) -> ReviewedWorklist:
    service.open_worklist(worklist)
    unmarked = tuple(label for label in Label if not service.policy.is_identifier(label))
    documents, sha256s = [], []
    left: Counter[str] = Counter()
    for row in service.rows():
        if not is_ready_to_export(service, row) and not (unsigned and _is_begun(row)):
            left[why_not_ready(service, [row])] += 1
            continue
        try:
            document = service.loading_work(row)().document
        except InputError:
            # One file that was moved must not keep all that was reviewed from use; the window says which.
            left[_GONE] += 1
            continue
        where = f"worklist {worklist}, document {row.row}"
        gold = _gold_document(service, row, document)
        documents.append(
            replace(gold, where=where, patient=document.patient_id or "", unmarked=frozenset(unmarked))
        )
        sha256s.append(document.sha256)
    if not documents:
        raise _nothing(worklist, left)
    return ReviewedWorklist(
        worklist,
        service.policy.name,
        unmarked,
        tuple(documents),
        tuple(sha256s),
        tuple(sorted(left.items(), key=lambda reason: (-reason[1], reason[0]))),
    )


def _is_begun(row: DocumentRow) -> bool:
    """Whether somebody has read a document, or reads it now. Of two readers who differ nobody can tell yet
    whom to follow."""
    begun = row.state is DocumentState.IN_REVIEW or bool(row.signed_by)
    return begun and not row.second_by


def _gold_document(service: ReviewService, row: DocumentRow, document: Document) -> AnnotatedDocument:
    """The document with the marks that count.

    What stands below a covered part of a page is taken out, as from a copy: that it goes says neither that it
    is an identifier nor that it is none.
    """
    review = final_review(service, row)
    marks = final_boxes(service, row, review.reading)
    regions: Sequence[Region] = document.layout.regions if document.layout is not None else ()
    if marks is not None:
        regions = [m.region for m in marks if m.state.taken_out]
    # Each mark is replaced by its own text: what is left of a release are the offsets.
    kept = [Replacement(s.start, s.end, s.text(document.text), s.label) for s in review.spans_to_replace()]
    return annotated_replacements(document.id, document.text, with_covered_text(document, kept, regions))


def _nothing(worklist: int, left: Counter[str]) -> InputError:
    where = f"worklist {worklist}"
    if not left:
        return InputError("it is empty.", where=where, remedy="Name another worklist.")
    why = "; ".join(f"{reason}: {n}" for reason, n in left.most_common())
    return InputError(
        f"none of its documents can be used ({why}).",
        where=where,
        remedy="Sign documents off in the window, and put files back where they were searched.",
    )
