"""The errors: what a user can mend, and what is our bug.

    ChartveilError
    ├── UserError           the user can mend it; the message says how
    │   ├── InputError      a document that cannot be read as it is
    │   ├── PolicyError     a policy file that is not valid
    │   ├── KeyFileError    a key that is missing, too short, or cannot be read; the store is locked
    │   ├── OutputError     a place that cannot be written, or a full disk
    │   ├── StoreError      a workspace that is damaged, locked or of a later version
    │   ├── ResourceError   a dictionary, model or sample that is missing or altered
    │   └── ReviewError     a decision that cannot be made as asked
    ├── StageError          a stage of the pipeline failed: the document's export is blocked
    ├── LeakError           an output still held what it should not: it was not released
    └── Cancelled           the user stopped the work

No message ever quotes document text: it names a file, a document id, an offset, a rule.
"""

from __future__ import annotations


class ChartveilError(Exception):
    """Base of every error that Chartveil raises on purpose."""


class UserError(ChartveilError):
    """Something the user can mend.

    Args:
        what: what was wrong, in plain words.
        where: the file, key or document it was wrong in; empty when there is none.
        remedy: what the user can do about it. Always given.
    """

    def __init__(self, what: str, *, where: str = "", remedy: str) -> None:
        self.what = what
        self.where = where
        self.remedy = remedy
        super().__init__(what, where, remedy)

    def __str__(self) -> str:
        head = f"{self.where}: {self.what}" if self.where else self.what
        return f"{head} {self.remedy}"

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (type(self), self.what, self.where, self.remedy))


def _rebuild(kind: type[UserError], what: str, where: str, remedy: str) -> UserError:
    """Makes the error again on this side of a process boundary (keyword arguments do not pickle)."""
    return kind(what, where=where, remedy=remedy)


class InputError(UserError):
    """A document that cannot be read as it is."""


class PolicyError(UserError):
    """A policy that is not valid."""


class KeyFileError(UserError):
    """A surrogate key that is missing, too short, or cannot be read."""


class StoreLockedError(KeyFileError):
    """The store opens by a passphrase, and none was given."""


class WrongPassphraseError(KeyFileError):
    """A passphrase that does not open the key file."""


class OutputError(UserError):
    """An output that cannot be written."""


class StoreError(UserError):
    """A workspace file that cannot be used."""


class ResourceError(UserError):
    """A dictionary, model, policy or sample of ours that is missing or altered."""


class ReviewError(UserError):
    """A decision that cannot be made as asked."""


class StageError(ChartveilError):
    """A stage of the pipeline failed on a document, whose export is blocked by it.

    Args:
        stage: name of the stage, e.g. ``rules``.
        reason: what happened, free of document text.
        document_id: the document; empty while it is not known.
    """

    def __init__(self, stage: str, reason: str, document_id: str = "") -> None:
        self.stage = stage
        self.reason = reason
        self.document_id = document_id
        super().__init__(stage, reason, document_id)

    def __str__(self) -> str:
        where = f" on document {self.document_id}" if self.document_id else ""
        return f"The stage '{self.stage}' failed{where}: {self.reason} The document was not exported."


class LeakError(ChartveilError):
    """A written file still held an original identifier, or what rules take for one; it was not released.

    Args:
        document_id: the document.
        findings: one line for each place, with label and offset, never with the text.
        places: the ranges of the original, where they are known.
    """

    def __init__(
        self, document_id: str, findings: tuple[str, ...], places: tuple[tuple[int, int], ...] = ()
    ) -> None:
        self.document_id = document_id
        self.findings = findings
        self.places = places
        super().__init__(document_id, findings, places)

    def __str__(self) -> str:
        found = list(dict.fromkeys(self.findings))  # of one part of a file several may be told alike
        shown = "; ".join(found[:5])
        more = f" and {len(found) - 5} more" if len(found) > 5 else ""
        return (
            f"Document {self.document_id} was not released: the leak check found {shown}{more}. "
            "Look at it with 'chartveil explain', and add what was missed to a site dictionary. Where it is "
            "no text of the document, save the file anew, or as plain text."
        )


class Cancelled(ChartveilError):  # noqa: N818 - an outcome, not an error, yet raised like one
    """The user stopped the work. What was finished stays."""


def where_raised(error: BaseException) -> str:
    """Module and line of ours where an error came through last, for a report without document text.

    The innermost place stands for it where none is ours.
    """
    place, innermost, trace = "", "an unknown place", error.__traceback__
    while trace is not None:
        module = trace.tb_frame.f_globals.get("__name__", "?")
        innermost = f"{module} line {trace.tb_lineno}"
        if module.startswith("chartveil"):
            place = innermost
        trace = trace.tb_next
    return place or innermost
