"""One file from reading to checked drafts of its outputs; what a worker process does.

Nothing here gives an output its name: that is the service's part, in the order of the inputs.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath

from chartveil.domain import Document, Label, Proposal, Replacement, Span
from chartveil.errors import ChartveilError, InputError, LeakError
from chartveil.export.atomic import write_draft
from chartveil.export.leaks import Finding, LeakCheck, OffsetMap, plain_text, unreplaced
from chartveil.formats.base import Format, PagedFormat, ReadOptions, SourceFile
from chartveil.formats.covered import not_read, with_covered
from chartveil.formats.file_reads import FileReads, reading_with
from chartveil.formats.pieces import part_at_lines
from chartveil.ingest import InputRef, Loader, read_documents
from chartveil.job import Decided, Failure, FileOutcome, Job, OutputDraft, OutputFormat
from chartveil.layout import Region
from chartveil.mentions import Mentions
from chartveil.ocr.options import Keep, Unread
from chartveil.pipeline import Pipeline, build_pipeline, rule_finds, where_raised
from chartveil.policy import Mode
from chartveil.settled import Settled, as_finds, leak_error, with_finds, write_annotated
from chartveil.surrogates.engine import SurrogateEngine
from chartveil.words import View

_MAY_STAY = frozenset({Label.DATE, Label.AGE, Label.ZIP})
"""Labels whose own methods may leave a text as it is: a year alone, an age under 90, a ZIP already coarse."""
_ROUNDS = 3
"""How often what the leak check finds in a text is taken too before the file is given up."""


class Releaser:
    """Takes files through all stages. Made once in each process.

    Args:
        job: what to do.
        pipeline: finds the spans; built from the job when not given.
    """

    def __init__(self, job: Job, pipeline: Pipeline | None = None) -> None:
        self.job = job
        self.pipeline = pipeline or build_pipeline(
            job.policy, site=job.site, patients=job.patients, models=job.models
        )
        self.loader = Loader(job.read.limits)
        self.surrogates = SurrogateEngine(job.key, job.policy, job.mode) if job.mode is not None else None
        self.check = LeakCheck(
            rules=lambda view: rule_finds(self.pipeline, view), is_common=self.pipeline.is_common
        )

    def close(self) -> None:
        """Closes the archive that was read last."""
        self.loader.close()

    def run(self, ref: InputRef, decided: Mapping[str, Decided] | None = None) -> FileOutcome:
        """The outcome for one file. Errors become a failure in it; drafts of a failed file are removed.

        Args:
            ref: the file.
            decided: by part, what was decided about each of its documents; None to detect.
        """
        reads = next((d.page_reads for d in (decided or {}).values() if d.page_reads), b"")
        with reading_with(FileReads(reads)) as pages:
            outcome = self._run(ref, decided)
            return replace(outcome, page_reads=pages.dump()) if self.job.for_review else outcome

    def _run(self, ref: InputRef, decided: Mapping[str, Decided] | None) -> FileOutcome:
        started = time.perf_counter()
        display = ref.display
        drafts: list[OutputDraft] = []
        sha256 = ""
        documents: list[Document] = []
        try:
            file, fmt, documents = read_documents(ref, self.job.read, self.loader)
            sha256 = file.sha256
            if decided is None:
                proposals = self._settle_all(documents)
            else:
                proposals = [self.settle_decided(d, decided.get(d.source.part)) for d in documents]
            for output in self.job.outputs:
                for made in self._write(output, file, fmt, proposals):
                    drafts.append(made)
        except BaseException as e:
            for d in drafts:
                d.draft.discard()
            if not isinstance(e, Exception):
                raise
            seconds = time.perf_counter() - started
            failure = _failure(e, display, documents)
            return FileOutcome(display, sha256, failure=failure, seconds=seconds)
        outcomes = tuple(s.outcome(for_review=self.job.for_review) for s in proposals)
        seconds = time.perf_counter() - started
        remarks = _remarks(fmt, file, self.job.read)
        return FileOutcome(display, sha256, fmt.name, outcomes, tuple(drafts), None, seconds, remarks)

    def _settle_all(self, documents: Sequence[Document]) -> list[Settled]:
        """All documents of a file; of a patient's documents each knows what the others name."""
        if all(d.patient_id is None for d in documents) or len(documents) < 2:
            return [self.settle(d) for d in documents]
        first = [self.pipeline.propose(d) for d in documents]
        mentions = self.pipeline.patient_mentions(documents, first)
        settled = []
        for document, proposal in zip(documents, first, strict=True):
            others = mentions.get(document.patient_id or "")
            settled.append(self.settle(document, others, None if others else proposal))
        return settled

    def settle(
        self, document: Document, mentions: Mentions | None = None, proposal: Proposal | None = None
    ) -> Settled:
        """Proposal and replacements, with what the leak check still finds in the text taken as well.

        Args:
            document: the document.
            mentions: what the patient's other documents name.
            proposal: for the document, where it was made already.
        """
        extra: list[Span] = []
        view = View(document)
        whose = self.pipeline.whose(view)
        of_patient = whose.match if whose is not None else None
        for _ in range(_ROUNDS):
            if proposal is None or extra:
                proposal = with_finds(self.pipeline.propose(document, extra, mentions, view), extra)
            if self.surrogates is None:
                return Settled(document, proposal, (), keeps_original=True, of_patient=of_patient)
            made = self.surrogates.replacements(document, proposal.spans)
            settled, findings = self._replaced(view, proposal, made, self._regions(document))
            settled = replace(settled, of_patient=of_patient)
            if not findings:
                return settled
            extra += as_finds(findings, OffsetMap(settled.replacements))
        if self.job.for_review:
            # He sees them as they are; the check comes again with what he decided.
            return settled
        raise leak_error(settled, findings)

    def settle_decided(self, document: Document, decided: Decided | None) -> Settled:
        """Replacements for what a reviewer decided; what the leak check finds then blocks the file.

        Raises:
            InputError: if it is not the text that was reviewed, or its pages are read in another size.
            LeakError: with the places, if what was to go, or what rules take for an identifier and no
                reviewer has rejected, would stay.
        """
        pages = document.layout.pages if document.layout is not None else ()
        if decided is None or decided.document_id != document.id or decided.pages not in ((), pages):
            raise InputError(
                "is not what was reviewed: it has changed since.",
                where=document.source.path,
                remedy="Add it to the worklist anew and review it again.",
            )
        assert self.surrogates is not None
        proposal = Proposal(document.id, decided.spans)
        found = self._regions(document, ask=decided.regions is None)
        regions = decided.regions if decided.regions is not None else found
        made = self.surrogates.replacements(document, proposal.spans)
        settled, findings = self._replaced(View(document), proposal, made, regions, decided.left)
        if findings:
            raise leak_error(settled, findings)
        return replace(settled, regions=decided.regions)

    def _regions(self, document: Document, *, ask: bool = True) -> tuple[Region, ...]:
        """Parts of a document's pages that were not read, and are covered where nobody says otherwise.

        Args:
            ask: whether nobody has decided about them.

        Raises:
            InputError: if there are some, and the file is not to be released with them.
        """
        regions = document.layout.regions if document.layout is not None else ()
        unread = self.job.read.pages.unread
        refused = unread is Unread.REFUSE or (unread is Unread.ASK and ask)
        if regions and refused and not self.job.for_review:
            raise not_read(regions, unread, document.source.path)
        return regions

    def _replaced(
        self,
        view: View,
        proposal: Proposal,
        made: Sequence[Replacement],
        regions: Sequence[Region],
        left: Sequence[tuple[int, int]] = (),
    ) -> tuple[Settled, list[Finding]]:
        """The document with its replacements, and what the leak check still finds in it.

        Args:
            regions: of its pages, with which the text below them goes.
            left: ranges that stay on purpose, besides medical terms.
        """
        document = view.document
        missing = unreplaced(document, proposal.spans, made, self._must_change)
        if missing:
            places = tuple((f.start, f.end) for f in missing)
            raise LeakError(document.id, tuple(str(f) for f in missing), places)
        # A line end may be a paragraph's or a cell's: it stays, whatever stands to its sides.
        replacements = tuple(part_at_lines(document.text, with_covered(document, made, regions)))
        stays = (*left, *self.pipeline.stays(document, proposal, view))
        settled = Settled(document, proposal, replacements, stays)
        return settled, self._findings(settled, settled.output)

    def _must_change(self, label: Label) -> bool:
        """Whether a text of the label may never stay as it is: a date's year, a young age, 000 may."""
        may_stay = self.job.mode is Mode.SURROGATE and label in _MAY_STAY
        return not may_stay

    def _findings(self, settled: Settled, output: str) -> list[Finding]:
        return self.check.check_text(
            settled.document,
            settled.spans,
            settled.replacements,
            output,
            settled.stays,
        )

    def _write(
        self, output: OutputFormat, file: SourceFile, fmt: Format, settled: Sequence[Settled]
    ) -> Iterator[OutputDraft]:
        """Drafts one by one, so that those made before one that fails are known."""
        if output is OutputFormat.SAME:
            yield self._write_same(file, fmt, settled)
        elif output is OutputFormat.JSON:
            yield self._write_spans(file, settled)
        else:
            for s in settled:
                for suffix, data in write_annotated(output, s):
                    if not s.keeps_original:
                        self._search(s, suffix, data)
                    yield self._draft(data, _kind(s.document), _parts(s.document), suffix)

    def _search(self, settled: Settled, suffix: str, data: bytes) -> None:
        """Looks for originals in an output that no format of ours reads back.

        Raises:
            LeakError: if it holds one.
        """
        parts = [(f"the {suffix} file", plain_text(suffix, data))]
        original = (settled.document.text, settled.replaced_spans)
        found = self.check.check_parts([original], [settled.output], parts)
        if found:
            raise LeakError(settled.document.id, tuple(str(f) for f in found))

    def _draft(self, data: bytes, kind: str, parts: tuple[str, ...], suffix: str) -> OutputDraft:
        return OutputDraft(write_draft(self.job.out, data, self.job.token), kind, parts, suffix)

    def _write_spans(self, file: SourceFile, settled: Sequence[Settled]) -> OutputDraft:
        from chartveil.formats.annotations.spans import dump_spans, spans_json, table_spans_json

        if len(settled) == 1 and not settled[0].document.source.part:
            data = spans_json(settled[0].document, settled[0].proposal)
        else:
            data = table_spans_json(file.sha256, [(s.document, s.proposal) for s in settled])
        return self._draft(dump_spans(data).encode(), "spans", (file.sha256,), ".json")

    def _write_same(self, file: SourceFile, fmt: Format, settled: Sequence[Settled]) -> OutputDraft:
        """The file in its own format, read back from the disk and checked."""
        edits: Mapping[str, Sequence[Replacement]] = {s.document.id: s.replacements for s in settled}
        if isinstance(fmt, PagedFormat) and settled[0].regions is not None:
            regions = {s.document.id: s.regions or () for s in settled}
            data = fmt.write(file, self.job.read, edits, regions)
        else:
            data = fmt.write(file, self.job.read, edits)
        many = any(s.document.source.part for s in settled)
        suffix = PurePath(file.path).suffix.lower()
        if suffix not in fmt.suffixes or fmt.output_suffix not in fmt.suffixes:
            suffix = fmt.output_suffix
        made = self._draft(data, "table" if many else "note", (file.sha256,), suffix)
        try:
            self._verify(file, fmt, settled, made.draft.temporary.read_bytes())
        except BaseException:
            made.draft.discard()
            raise
        return made

    def _verify(self, file: SourceFile, fmt: Format, settled: Sequence[Settled], data: bytes) -> None:
        from chartveil.formats.registry import format_named
        from chartveil.formats.tables import reread_options

        if isinstance(fmt, PagedFormat):
            self._verify_redrawn(fmt, settled, SourceFile(file.path, data))
            return
        back_format = fmt if fmt.output_suffix in fmt.suffixes else format_named("text")
        back_file = SourceFile(file.path, data)
        read = reread_options(fmt, file, self.job.read)
        back = {d.source.part: d for d in back_format.read(back_file, read)}
        if set(back) != {s.document.source.part for s in settled}:
            raise LeakError(settled[0].document.id, ("other documents in the output than in the input",))
        for s in settled:
            text = back[s.document.source.part].text
            # The same text was searched when the document was settled; another one is a leak by itself.
            findings = self._findings(s, text) if text != s.output else []
            if findings:
                raise LeakError(s.document.id, tuple(str(f) for f in findings))
        findings = self.check.check_parts(
            [(s.document.text, s.replaced_spans) for s in settled],
            [d.text for d in back.values()],
            back_format.everything(back_file),
        )
        if findings:
            raise LeakError(settled[0].document.id, tuple(str(f) for f in findings))

    def _verify_redrawn(self, fmt: Format, settled: Sequence[Settled], back_file: SourceFile) -> None:
        """Searches a copy whose pages were drawn anew. Its text is not compared letter by letter: it has no
        more than the pages show, and OCR reads it back with its own errors."""
        from chartveil.formats.pdf_proof import strange_parts
        from chartveil.formats.pdf_vectors_proof import in_boxes

        pages = self.job.read.pages
        vectors = pages.keep is Keep.VECTORS
        strange = strange_parts(back_file.data, vectors=vectors)
        if strange:
            raise LeakError(
                settled[0].document.id, ("parts that we do not write: " + ", ".join(strange[:5]),)
            )
        for s in settled if vectors else ():
            wrong = in_boxes(back_file.data, s.document, s.replacements, pages, s.regions)
            if wrong:
                raise LeakError(s.document.id, tuple(wrong[:5]))
        originals = [(s.document.text, s.replaced_spans) for s in settled]
        outputs = [s.output for s in settled]
        read: list[tuple[str, str]] = []
        findings = self.check.check_parts(originals, outputs, _noting(fmt.everything(back_file), read))
        covered = [(s.document.text, s.covered) for s in settled]
        findings += self.check.check_readings(originals, outputs, read, covered)
        if findings:
            raise LeakError(settled[0].document.id, tuple(str(f) for f in findings))


def _noting(parts: Iterable[tuple[str, str]], read: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The parts of a file one by one, as all its streams at once fill the memory; what OCR read is noted."""
    for where, text in parts:
        if where.endswith("/ocr"):
            read.append((where, text))
        yield where, text


def _remarks(fmt: Format, file: SourceFile, read: ReadOptions) -> tuple[str, ...]:
    """Which columns of a table were taken, where they were guessed."""
    from chartveil.formats.tables import TableFormat

    if not isinstance(fmt, TableFormat):
        return ()
    lines = []
    for c in fmt.describe_columns(file, read):
        if c.guessed:
            parts = [f"text {', '.join(c.text)}", f"patient {c.patient or '–'}", f"id {c.id or '–'}"]
            emptied = f"; emptied: {', '.join(c.dropped)}" if c.dropped else ""
            lines.append(f"{c.table + ': ' if c.table else ''}columns guessed: {', '.join(parts)}{emptied}")
    return tuple(lines)


def _kind(document: Document) -> str:
    return "row" if document.source.part else "note"


def _parts(document: Document) -> tuple[str, ...]:
    source = document.source
    return (source.file_sha256, source.part) if source.part else (source.file_sha256,)


def failed(ref: InputRef, error: Exception) -> FileOutcome:
    """The outcome of a file on which an error came through."""
    return FileOutcome(ref.display, failure=_failure(error, ref.display))


def _failure(error: Exception, display: str, documents: Sequence[Document] = ()) -> Failure:
    kind = type(error).__name__
    if isinstance(error, LeakError):
        part = next((d.source.part for d in documents if d.id == error.document_id), "")
        return Failure(kind, f"{display}: {error}", tuple((part, a, b) for a, b in error.places))
    if isinstance(error, InputError):
        return Failure(kind, str(error))
    if isinstance(error, ChartveilError):
        return Failure(kind, f"{display}: {error}")
    if isinstance(error, MemoryError):
        return Failure(kind, f"{display}: needs more memory than there is. Split it into smaller files.")
    # What an unknown error says may quote text: its kind and place are told instead.
    return Failure(
        "Bug", f"{display}: {kind} in {where_raised(error)}. This is our mistake: nothing was written for it."
    )
