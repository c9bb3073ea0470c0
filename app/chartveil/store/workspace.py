"""The workspace: the audit record of what was done to which document, without a word of text.

All of it is a chain of signed entries (``record_chain``) in an encrypted file. The body of an entry has a
public part, which an exported record shows, and a private one, with places and lengths, that never leaves the
file. Hashes of originals are kept keyed: nobody without the user's key can try a guess against them.
"""

from __future__ import annotations

import datetime as dt
import getpass
import platform
import secrets
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from chartveil import __version__
from chartveil.domain.errors import StoreError
from chartveil.domain.paths import UserPaths
from chartveil.store.earlier_workspace import EarlierWorkspace, read_if_earlier
from chartveil.store.encrypted_database import Connection, EncryptedDatabase
from chartveil.store.own_key import WORKSPACE_PURPOSE, open_own_key
from chartveil.store.record_chain import (
    TAMPERED,
    GrowingRoot,
    HeadsFile,
    RecordEntry,
    RecordSigner,
    append_entry,
    checked_entries,
    head_line,
    read_entries,
    signed_entries,
)
from chartveil.store.record_verifier import (
    canonical,
    fingerprint,
    leaf_hash,
    merkle_root,
    split_of,
)
from chartveil.store.sqlite_files import migrations_of
from chartveil.store.workspace_records import (
    DocumentFacts,
    ExportFacts,
    ReviewEvent,
    RunFacts,
    SourceFacts,
    WrittenCopies,
    private_facts,
    public_facts,
)
from chartveil.surrogates.patient_words import PatientWords

_LEAVES = ("run-begun", "file-exported", "file-blocked", "file-withdrawn")
"""Entries that a run's tree is made of, in their order."""
_WRONG_KEY_REMEDY = (
    "Put back the key file it was made with. The record of another installation is checked without its key: "
    "have 'chartveil audit export' make a signed record of it there, and check that here with 'chartveil "
    "audit verify' or on the page Record."
)
_KEYED = frozenset({"document", "seen"})
"""Facts of events that are kept keyed, since they are made from text."""


@dataclass(frozen=True, slots=True)
class ReleaseRecord:
    """The data of an exported record.

    Attributes:
        text: JSON lines, as ``record_verifier`` reads them.
        fingerprint: of the key that signed it, for people to compare.
        files: how many released files it covers.
        shown: how many of them it shows.
    """

    text: str
    fingerprint: str
    files: int
    shown: int


def open_workspace(user_paths: UserPaths, path: Path | None = None, key: bytes = b"") -> Workspace:
    """The user's workspace, or another file under the user's key.

    Args:
        user_paths: where key and workspace lie.
        path: the other file.
        key: the user's own where it is open already.

    Raises:
        KeyFileError, StoreError: if key or file cannot be used.
    """
    key = key or open_own_key(user_paths)
    return Workspace(path or user_paths.workspace_file, key, None if path else user_paths.heads_file)


class Workspace:
    """One encrypted file. Several programs may have it open; each uses it in one thread.

    Args:
        path: the file; made when missing. One of an earlier version is brought over.
        key: the user's own key.
        heads: the file of heads (``HeadsFile``); beside ``path`` when not given.

    Attributes:
        signer: signs entries; its public key names this installation.

    Raises:
        StoreError: if it cannot be opened, is damaged, locked, of a later version, or of another key.
    """

    def __init__(self, path: Path, key: bytes, heads: Path | None = None) -> None:
        self.path = path
        self.signer = RecordSigner(key)
        self._heads = HeadsFile(heads or path.with_name(f"{path.name}.heads"), self.signer)
        earlier = read_if_earlier(path, self.signer.content_id)
        self._database = EncryptedDatabase(
            path,
            key,
            WORKSPACE_PURPOSE,
            migrations_of("workspace"),
            shared=True,
            wrong_key_remedy=_WRONG_KEY_REMEDY,
        )
        self._tallies: dict[str, _RunTally] = {}
        with self._database.errors_explained():
            is_new = self._heads.is_missing()
        if is_new:  # else nobody's writing is waited for
            with self._database.transaction() as c:
                self._heads.begin(c)
        if earlier is not None:
            self._bring_over(earlier)

    def close(self) -> None:
        """Closes the file."""
        self._database.close()

    def __enter__(self) -> Workspace:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # Runs

    def begin_run(self, facts: RunFacts, folder: str = "") -> str:
        """Records the start of a run and gives its id.

        Args:
            facts: what it is made with.
            folder: path of the folder that it writes into, which is kept keyed.

        Raises:
            StoreError: if the end of the record does not hold: nobody could prove what is added to it.
        """
        self.verify_end()
        run_id = f"{dt.datetime.now(dt.UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"
        more = {"folder": self.signer.content_id(folder)} if folder else {}
        self._append("run-begun", run_id, {"facts": asdict(facts), "by": _whoever()}, **more)
        return run_id

    def end_run(self, run_id: str, status: str, counts: Mapping[str, int]) -> None:
        """Records how a run ended, ``done``, ``stopped`` or ``failed``, with the root over its leaves."""
        with self._transaction() as c:
            self._end_run(c, run_id, {"status": status, "counts": dict(counts)})

    def _end_run(self, c: Connection, run_id: str, public: Mapping[str, Any]) -> None:
        (leaves,) = c.execute(f"SELECT COUNT(*) FROM record {_OF_RUN}", (run_id,)).fetchone()  # noqa: S608
        tally = self._tallies.get(run_id)
        if tally is None or tally.root.leaves != leaves:
            # Of another version, or an interrupt came between an entry and its count.
            tally = _RunTally()
            for entry in _leaves(c, run_id):
                tally.add(entry.facts["public"])
        done = {**public, "root": tally.root.root().hex(), "recorded": tally.numbers}
        append_entry(c, self.signer, "run-ended", {"run": run_id, "public": done})

    def record_file(
        self,
        run_id: str,
        file_sha256: str,
        documents: Sequence[DocumentFacts],
        exports: Sequence[ExportFacts],
        *,
        decided_by: str | None,
        copy: int = 1,
        source: SourceFacts | None = None,
        totals: Mapping[str, Any] | None = None,
    ) -> None:
        """Records a finished file: its documents, spans, decisions and exports, in one entry.

        Args:
            totals: what is shown of a file whose documents, rows of a table, are not told one by one.
            copy: which of the run's inputs with this content it is, from 1.
            decided_by: who accepted the spans of documents without decisions of their own (``policy`` where
                nobody looked); None where nothing was decided, as in mode ``spans``.
            source: which input it is.
        """
        public = public_facts(documents, exports, decided_by)
        public |= {**(totals or {}), "file": self.signer.content_id(file_sha256), "copy": copy}
        private = private_facts(documents, decided_by, self.signer.content_id)
        more = {"source": self.source_ids(source)} if source is not None else {}
        self._append("file-exported", run_id, public, private=private, **more)

    def source_ids(self, source: SourceFacts) -> dict[str, str]:
        """The keyed ids by which an input is known again."""
        return {name: self.signer.content_id(text) for name, text in asdict(source).items()}

    def record_failure(self, run_id: str, file_sha256: str, kind: str) -> None:
        """Records that nothing was written for a file; the message stays with the user."""
        self._append("file-blocked", run_id, {"file": self.signer.content_id(file_sha256), "blocked": kind})

    def withdraw_file(self, run_id: str, file_sha256: str, copy: int = 1) -> None:
        """Records that the copies of a file, which were recorded last, were taken back; nothing where they
        were not recorded."""
        values = (run_id, self.signer.content_id(file_sha256))
        with self._database.connection() as c:
            entries = list(read_entries(c, f"{_OF_RUN} AND file = ?", values))
        public = entries[-1].facts["public"] if entries else {}
        if public.get("copy") == copy and "outputs" in public:
            self._append("file-withdrawn", run_id, {"file": public["file"], "withdrawn": copy})

    def record_events(self, events: Iterable[ReviewEvent]) -> None:
        """Records what readers did beside a run: signatures, their withdrawal, settings, keys.

        One that is recorded already, by its id, is passed over.
        """
        with self._transaction() as c:
            for event in events:
                if not c.execute("SELECT 1 FROM record WHERE event = ?", (event.id,)).fetchone():
                    keyed = {k: self.signer.content_id(event.facts[k]) for k in _KEYED & event.facts.keys()}
                    public = {"by": _whoever(event.reader), "version": __version__, **event.facts, **keyed}
                    append_entry(c, self.signer, event.kind, {"event": event.id, "public": public})

    def entries(self) -> list[RecordEntry]:
        """All entries, in their order."""
        with self._database.connection() as c:
            return list(read_entries(c))

    def signed_entries(self, kinds: Sequence[str]) -> list[dict[str, Any]]:
        """Entries of these kinds in their order, each with key and signature, as they are given to others.

        Raises:
            StoreError: if one was changed.
        """
        marks = ", ".join("?" * len(kinds))
        with self._database.connection() as c:
            found = signed_entries(c, self.signer, self.path, f"WHERE kind IN ({marks})", tuple(kinds))
            return [entry.signed(self.signer.public_key) for entry in found]

    def earlier_exports(
        self, file_sha256: str, settings: str, copy: int = 1, patient: str = ""
    ) -> list[ExportFacts]:
        """What the latest run with these settings wrote for the file; empty when none did.

        Args:
            copy: which of the inputs with this content, from 1.
            patient: as of ``SourceFacts``.
        """
        with self._database.connection() as c:
            row = c.execute(
                "SELECT f.body FROM record f JOIN record r ON r.run = f.run AND r.kind = 'run-begun' "
                "WHERE f.kind = 'file-exported' AND f.file = ? AND json_extract(f.body, '$.public.copy') = ? "
                "AND json_extract(r.body, '$.public.facts.settings') = ? "
                "AND COALESCE(json_extract(f.body, '$.source.patient'), '') = ? ORDER BY f.seq DESC LIMIT 1",
                (self.signer.content_id(file_sha256), copy, settings, self.signer.content_id(patient)),
            ).fetchone()
        if row is None:
            return []
        outputs = RecordEntry(0, "", "", row[0], "", "", "").facts["public"]["outputs"]
        return [ExportFacts(o["name"], o["sha256"], o["bytes"]) for o in outputs]

    def copies_in(self, folder: str) -> list[WrittenCopies]:
        """What was written into a folder by runs that knew it by this path, in order, taken back or not."""
        where = "WHERE kind = 'run-begun' AND json_extract(body, '$.folder') = ?"
        with self._database.connection() as c:
            begun = list(read_entries(c, where, (self.signer.content_id(folder),)))
            return [copies for run in begun for copies in self._written(c, run)]

    def copies_named(self, outputs: Mapping[str, str]) -> list[WrittenCopies]:
        """What wrote any of these files, given by name with SHA-256, wherever; reads the whole record."""
        found = []
        with self._database.connection() as c:
            for run in list(read_entries(c, "WHERE kind = 'run-begun'")):
                for copies in self._written(c, run):
                    if any(outputs.get(o.name) == o.sha256 for o in copies.outputs):
                        found.append(copies)
        return found

    def _written(self, c: Connection, begun: RecordEntry) -> Iterator[WrittenCopies]:
        facts = begun.facts["public"]["facts"]
        made = (facts["policy_sha256"], facts["mode"], facts["key_id"], facts["policy"], facts["settings"])
        where = "WHERE run = ? AND kind = 'file-exported'"
        for entry in read_entries(c, where, (begun.facts["run"],)):
            body = entry.facts
            outputs = tuple(ExportFacts(o["name"], o["sha256"], o["bytes"]) for o in _outputs(body["public"]))
            yield WrittenCopies(*made, body["public"]["file"], body.get("source", {}), outputs)

    def patient_words(
        self, key_id: str, found: Mapping[str, Iterable[int]], *, keep: bool = True
    ) -> dict[str, PatientWords]:
        """What is known of the words of patients' texts, with those that were found now.

        Args:
            key_id: of the surrogate key.
            found: id of a patient → hashes of the words of texts that are read now.
            keep: whether what is new is kept for later runs.
        """
        known = {}
        with self._database.transaction() as c:
            for patient, hashes in found.items():
                ids = key_id, self.signer.content_id(patient)
                rows = c.execute(
                    "SELECT words FROM patient_words WHERE key = ? AND patient = ? ORDER BY number", ids
                ).fetchall()
                before = PatientWords(tuple(bytes(row[0]) for row in rows))
                known[patient] = now = before.with_hashes(hashes)
                new = list(enumerate(now.known))[len(before.known) :] if keep else []
                c.executemany(
                    "INSERT INTO patient_words VALUES (?, ?, ?, ?)", [(*ids, n, words) for n, words in new]
                )
        return known

    def runs(self) -> list[dict[str, Any]]:
        """Every run, latest first whatever the clock said, with its facts and numbers of what it did.

        Reads the beginnings and ends of runs; the files of those alone that have not ended.

        Raises:
            StoreError: if one of these entries was changed.
        """
        runs: dict[str, dict[str, Any]] = {}
        unfinished: dict[str, _RunTally] = {}
        ends = "WHERE seq IN (SELECT seq FROM record WHERE run > '' AND kind IN ('run-begun', 'run-ended'))"
        with self._database.connection() as c:
            for e in signed_entries(c, self.signer, self.path, ends):
                public, id = e.facts["public"], e.facts["run"]
                if e.kind == "run-begun":
                    run = {"id": id, "started": public.get("at", e.at), "finished": None, "status": "running"}
                    run |= {"finished_earlier": 0, "replaced": 0}
                    runs[id] = run | public["facts"] | {"by": public["by"]}
                    unfinished[id] = _RunTally()
                else:
                    runs[id] |= {"finished": public.get("at", e.at), "status": public["status"]}
                    counts = public["counts"]
                    runs[id] |= {
                        "finished_earlier": counts.get("earlier", 0),
                        "replaced": counts.get("replaced", 0),
                    }
                    if "recorded" in public:
                        runs[id] |= public["recorded"]
                        del unfinished[id]
            for id, tally in unfinished.items():
                for entry in _leaves(c, id):
                    tally.add(entry.facts["public"])
                runs[id] |= tally.numbers
        return list(reversed(runs.values()))

    def run_files(self, run_id: str) -> list[dict[str, Any]]:
        """What a run did to each file, in its order: the public facts, and the private ones beside them.

        A file that was blocked has the key ``blocked``, others have ``outputs``.
        """
        with self._database.connection() as c:
            entries = [e.facts for e in _leaves(c, run_id) if e.kind != "run-begun"]
        return [e["public"] | {"private": e.get("private", [])} for e in entries]

    def is_blocked_by(self, kind: str, file_sha256: str) -> bool:
        """Whether a file ever had a failure of this kind."""
        with self._database.connection() as c:
            row = c.execute(
                "SELECT 1 FROM record WHERE kind = 'file-blocked' AND file = ? "
                "AND json_extract(body, '$.public.blocked') = ?",
                (self.signer.content_id(file_sha256), kind),
            ).fetchone()
        return row is not None

    def label_counts(self, run_id: str) -> dict[str, int]:
        """Spans taken in a run, by label, most first."""
        counts: Counter[str] = Counter()
        for file in self.run_files(run_id):
            counts.update(file.get("labels", {}))
        return dict(sorted(counts.items(), key=lambda kv: (-kv[1], kv[0])))

    # Proofs

    def verify(self) -> int:
        """Checks every page, every entry, the tree of every run that ended, and the heads kept apart.

        Returns:
            How many entries there are.

        Raises:
            StoreError: if one was changed, removed, put in, or the whole is older than it was.
        """
        count = 0
        for count in self.verifying():  # noqa: B007 - the last one counts
            pass
        return count

    def verifying(self) -> Iterator[int]:
        """Does what ``verify`` does, and gives the number of each entry once it is checked, for whoever shows
        how far it is. All is checked only when it has ended."""
        self._database.verify()
        heads = self._heads.read()
        trees: dict[str, GrowingRoot] = {}
        with self._database.connection() as c:
            c.execute("BEGIN")  # what another program writes meanwhile is not seen half
            try:
                for entry in checked_entries(c, self.signer, self.path):
                    if entry.kind in _LEAVES:
                        facts = entry.facts
                        trees.setdefault(facts["run"], GrowingRoot()).add(leaf_hash(facts["public"]))
                    elif entry.kind == "run-ended":
                        facts = entry.facts
                        root = trees.pop(facts["run"], GrowingRoot()).root().hex()
                        if root != facts["public"]["root"]:
                            what = f"the root of run {facts['run']} is not that of its files."
                            raise StoreError(what, where=str(self.path), remedy=TAMPERED)
                    yield entry.seq
                self._heads.check(heads, c, self.path)
            finally:
                c.rollback()

    def verify_end(self) -> int:
        """Checks the last entry and the last head kept apart, however long the record is.

        Returns:
            The number of the last entry, 0 before the first.

        Raises:
            StoreError: as ``verify``.
        """
        last = 0
        with self._database.connection() as c:
            for entry in signed_entries(c, self.signer, self.path, _LAST):
                last = entry.seq
            self._heads.check_last(c, self.path)
        return last

    def head(self) -> str:
        """The last entry as a line for a log on paper; empty before the first."""
        with self._database.connection() as c:
            return "".join(map(head_line, read_entries(c, _LAST))).strip()

    @property
    def fingerprint(self) -> str:
        """The public key of this installation as people compare it."""
        return fingerprint(self.signer.public_key)

    def export_record(
        self,
        runs: Sequence[str],
        outputs: Mapping[str, str] | None = None,
        only: Sequence[str] = (),
        beside: Sequence[str] = (),
    ) -> ReleaseRecord:
        """Signs the record of a release.

        Args:
            runs: ids of the runs that made it.
            outputs: SHA-256 of each file in its folder, by name: what was written over since is left out.
                None to keep all.
            only: names of outputs: their files alone are shown, each with the path that proves it.
            beside: names in ``outputs`` of files of ours that are no copies, e.g. a report; signed too.

        Raises:
            StoreError: if there is no such run, none of its files is left, or none is called as in ``only``.
        """
        with self._transaction() as c:
            leaves = [leaf for run in runs for leaf in _standing(e.facts["public"] for e in _leaves(c, run))]
            if outputs is not None:
                leaves = _as_they_lie(leaves, outputs)
            files = sum("outputs" in p for p in leaves)
            if not files:
                raise StoreError(
                    "no file of this release is recorded here.",
                    where=str(self.path),
                    remedy="Name a run that 'chartveil audit' lists, or the folder of its copies.",
                )
            hashes = [leaf_hash(p) for p in leaves]
            names = [{o["name"] for o in _outputs(p)} for p in leaves]
            if strange := {*only} - set[str]().union(*names):
                raise StoreError(
                    "no copy of this name is in this release.",
                    where=min(strange),
                    remedy="Check the name: 'chartveil audit show' lists the copies of a run.",
                )
            shown = [n for n, here in enumerate(names) if not only or here & {*only}]
            body = {
                "runs": list(runs),
                "leaves": len(leaves),
                "root": merkle_root(hashes).hex(),
                "shown": shown if only else "all",
            }
            if beside and outputs is not None:
                body["beside"] = [{"name": name, "sha256": outputs[name]} for name in beside]
            entry = append_entry(c, self.signer, "record-exported", body)
        lines = [
            {"index": n, "leaf": leaves[n], "path": [h.hex() for h in _path(n, hashes)] if only else []}
            for n in shown
        ]
        end = entry.signed(self.signer.public_key)
        text = "".join(canonical(line) + "\n" for line in (*lines, end))
        return ReleaseRecord(text, self.fingerprint, files, len(shown) if only else files)

    def runs_that_wrote(self, outputs: Mapping[str, str]) -> list[str]:
        """The runs that wrote any of these files, by name and SHA-256, in their order."""
        found: dict[str, None] = {}
        with self._database.connection() as c:
            for e in read_entries(c, "WHERE kind = 'file-exported'"):
                facts = e.facts
                if any(outputs.get(o["name"]) == o["sha256"] for o in _outputs(facts["public"])):
                    found[facts["run"]] = None
        return list(found)

    # The file

    def _append(self, kind: str, run: str, public: Mapping[str, Any], **private: Any) -> None:
        body = _public_body(kind, run, public) | private
        with self._transaction() as c:
            append_entry(c, self.signer, kind, body)
        # Of a run that was begun here every file is recorded here.
        if kind == "run-begun":
            self._tallies[run] = _RunTally()
        if run in self._tallies:
            self._tallies[run].add(body["public"])

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """Everything inside happens, or nothing of it; then the new head is kept.

        Where there is no room for the head nothing happens. Where it cannot be written all the same, what
        happened stays, and is not said to have failed: the next entry waits for the head to be written.
        """
        with self._database.connection() as c:
            if c.in_transaction:
                # One that an interrupt cut off before it could be rolled back.
                c.rollback()
        with self._database.transaction() as c:
            yield c
            self._heads.reserve(c)
        # After the entry is on the disk, so that no head is ever ahead of the chain.
        with suppress(StoreError), self._database.transaction() as c:
            self._heads.add_last(c)

    def _bring_over(self, earlier: EarlierWorkspace) -> None:
        event = f"earlier-{earlier.last_hash}"
        with self._transaction() as c:
            if not c.execute("SELECT 1 FROM record WHERE event = ?", (event,)).fetchone():
                append_entry(c, self.signer, "brought-over", {"event": event, "public": {}})
                for kind, run, public in earlier.entries:
                    if kind == "run-ended":
                        self._end_run(c, run, public)
                    else:
                        append_entry(c, self.signer, kind, _public_body(kind, run, public))
        earlier.remove()


_OF_RUN = f"WHERE run = ? AND kind IN {_LEAVES}"
_LAST = "WHERE seq = (SELECT MAX(seq) FROM record)"


def _leaves(c: Connection, run: str) -> Iterator[RecordEntry]:
    return read_entries(c, _OF_RUN, (run,))


class _RunTally:
    """The root over what a run has recorded, and its numbers, kept as it goes: its end reads nothing."""

    def __init__(self) -> None:
        self.root = GrowingRoot()
        self.numbers = dict.fromkeys(("files", "failures", "documents", "spans", "recovered"), 0)
        self._latest = dict.fromkeys(self.numbers, 0)

    def add(self, public: Mapping[str, Any]) -> None:
        """Takes in the public facts of one more entry of the run."""
        self.root.add(leaf_hash(public))
        sign, changed = 1, {"failures": int("blocked" in public)}
        if "outputs" in public:
            spans = sum(public["labels"].values())
            changed = {"files": 1, "spans": spans} | {k: public[k] for k in ("documents", "recovered")}
        elif "withdrawn" in public:
            sign, changed = -1, self._latest
        self._latest = changed
        for name, n in changed.items():
            self.numbers[name] += sign * n


def _public_body(kind: str, run: str, public: Mapping[str, Any]) -> dict[str, Any]:
    # The salt keeps anybody from finding a leaf that is not shown by trying what it may say.
    return {"run": run, "public": {**public, "kind": kind, "salt": secrets.token_hex(16)}}


def _outputs(public: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    found: Sequence[Mapping[str, Any]] = public.get("outputs", ())
    return found


def _standing(leaves: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The leaves of a run without files whose copies were taken back."""
    kept: list[Mapping[str, Any]] = []
    for leaf in leaves:
        if "withdrawn" in leaf:
            kept.pop()  # nothing comes between a file and its withdrawal
        else:
            kept.append(leaf)
    return kept


def _as_they_lie(leaves: Sequence[Mapping[str, Any]], outputs: Mapping[str, str]) -> list[Mapping[str, Any]]:
    """The leaves without files whose copies were written over, or written again by a later run."""
    kept: list[Mapping[str, Any]] = []
    told: set[str] = set()
    for leaf in reversed(leaves):
        made = _outputs(leaf)
        names = {o["name"] for o in made}
        if made and (names & told or any(outputs.get(o["name"]) != o["sha256"] for o in made)):
            continue
        told |= names
        kept.append(leaf)
    return kept[::-1]


def _whoever(reader: str = "") -> dict[str, str]:
    """Who is at work: the reader's name where one is set, the system's account, and the machine."""
    try:
        account = getpass.getuser()
    except (OSError, KeyError, ImportError):
        account = ""
    return {"reader": reader, "account": account, "machine": platform.node()}


def _path(index: int, hashes: Sequence[bytes]) -> list[bytes]:
    """What proves that a leaf is below the root, from the leaf upwards (RFC 6962, 2.1.1)."""
    if len(hashes) < 2:
        return []
    k = split_of(len(hashes))
    if index < k:
        return [*_path(index, hashes[:k]), merkle_root(hashes[k:])]
    return [*_path(index - k, hashes[k:]), merkle_root(hashes[:k])]
