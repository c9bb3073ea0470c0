"""One file from reading to checked drafts of its outputs; what a worker process does.

Nothing here gives an output its name: that is the service's part, in the order of the inputs.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath

from chartveil.detection.judgement.mentions import MentionFinder
from chartveil.detection.pipeline import DetectionPipeline, build_pipeline, rule_spans, where_raised
from chartveil.domain.document import Document, Label, Proposal, Replacement, Span
from chartveil.domain.errors import ChartveilError, InputError, LeakError
from chartveil.domain.page_layout import Region
from chartveil.domain.policy import ReplacementMode
from chartveil.domain.tokenized_text import TokenizedText
from chartveil.formats.base import Format, PagedFormat, ReadOptions, SourceFile
from chartveil.formats.pages.covered_regions import undecided_regions_error, with_covered_text
from chartveil.formats.pages.ocr_cache import StoredPageReads, using_stored_reads
from chartveil.formats.source_edits import split_at_line_ends
from chartveil.ocr.options import UnreadPolicy
from chartveil.release.deidentified_document import (
    DeidentifiedDocument,
    annotation_files,
    leak_error,
    leaks_as_spans,
    with_leaked_spans,
)
from chartveil.release.input_files import InputLoader, InputRef, read_documents
from chartveil.release.job import (
    FileFailure,
    FileOutcome,
    OutputDraft,
    OutputFormat,
    ProcessingJob,
    ReviewedSpans,
)
from chartveil.release.leak_check import (
    LeakCheck,
    LeakFinding,
    ReplacementOffsets,
    searchable_text,
    unreplaced_findings,
)
from chartveil.surrogates.engine import SurrogateEngine
from chartveil.system.atomic_files import write_draft

_MAY_STAY = frozenset({Label.DATE, Label.AGE, Label.ZIP})
"""Labels whose own methods may leave a text as it is: a year alone, an age under 90, a ZIP already coarse."""
_LEAK_ROUNDS = 3
"""How often what the leak check finds in a text is taken too before the file is given up."""


class FileProcessor:
    """Takes files through all stages. Made once in each process.

    Args:
        job: what to do.
        pipeline: finds the spans; built from the job when not given.
    """

    def __init__(self, job: ProcessingJob, pipeline: DetectionPipeline | None = None) -> None:
        self.job = job
        self.pipeline = pipeline or build_pipeline(
            job.policy, site=job.site, patients=job.patients, models=job.models
        )
        self.loader = InputLoader(job.read.limits)
        self.surrogates = SurrogateEngine(job.key, job.policy, job.mode) if job.mode is not None else None
        self.leak_check = LeakCheck(
            rules=lambda view: rule_spans(self.pipeline, view), is_common=self.pipeline.is_common
        )

    def close(self) -> None:
        """Closes the archive that was read last."""
        self.loader.close()

    def process(self, ref: InputRef, decided: Mapping[str, ReviewedSpans] | None = None) -> FileOutcome:
        """The outcome for one file. Errors become a failure in it; drafts of a failed file are removed.

        Args:
            ref: the file.
            decided: by part, what was decided about each of its documents; None to detect.
        """
        reads = next((d.page_reads for d in (decided or {}).values() if d.page_reads), b"")
        with using_stored_reads(StoredPageReads(reads)) as pages:
            outcome = self._run(ref, decided)
            return replace(outcome, page_reads=pages.dump()) if self.job.for_review else outcome

    def _run(self, ref: InputRef, decided: Mapping[str, ReviewedSpans] | None) -> FileOutcome:
        started = time.perf_counter()
        display = ref.display
        drafts: list[OutputDraft] = []
        sha256 = ""
        documents: list[Document] = []
        try:
            file, fmt, documents = read_documents(ref, self.job.read, self.loader)
            sha256 = file.sha256
            if decided is None:
                proposals = self._deidentify_all(documents)
            else:
                proposals = [self.deidentify_reviewed(d, decided.get(d.source.part)) for d in documents]
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

    def _deidentify_all(self, documents: Sequence[Document]) -> list[DeidentifiedDocument]:
        """All documents of a file; of a patient's documents each knows what the others name."""
        if all(d.patient_id is None for d in documents) or len(documents) < 2:
            return [self.deidentify(d) for d in documents]
        first = [self.pipeline.propose(d) for d in documents]
        mentions = self.pipeline.patient_mentions(documents, first)
        settled = []
        for document, proposal in zip(documents, first, strict=True):
            others = mentions.get(document.patient_id or "")
            settled.append(self.deidentify(document, others, None if others else proposal))
        return settled

    def deidentify(
        self, document: Document, mentions: MentionFinder | None = None, proposal: Proposal | None = None
    ) -> DeidentifiedDocument:
        """Proposal and replacements, with what the leak check still finds in the text taken as well.

        Args:
            document: the document.
            mentions: what the patient's other documents name.
            proposal: for the document, where it was made already.
        """
        extra: list[Span] = []
        view = TokenizedText(document)
        whose = self.pipeline.patient_of(view)
        of_patient = whose.match if whose is not None else None
        for _ in range(_LEAK_ROUNDS):
            if proposal is None or extra:
                proposal = with_leaked_spans(self.pipeline.propose(document, extra, mentions, view), extra)
            if self.surrogates is None:
                return DeidentifiedDocument(
                    document, proposal, (), keeps_original=True, patient_match=of_patient
                )
            made = self.surrogates.replacements(document, proposal.spans)
            settled, findings = self._replace_and_check(view, proposal, made, self._unread_regions(document))
            settled = replace(settled, patient_match=of_patient)
            if not findings:
                return settled
            extra += leaks_as_spans(findings, ReplacementOffsets(settled.replacements))
        if self.job.for_review:
            # He sees them as they are; the check comes again with what he decided.
            return settled
        raise leak_error(settled, findings)

    def deidentify_reviewed(self, document: Document, decided: ReviewedSpans | None) -> DeidentifiedDocument:
        """Replacements for what a reviewer decided; what the leak check finds then blocks the file.

        Raises:
            InputError: if it is not the text that was reviewed, or its pages are read in another size.
            LeakError: with the places, if what was to go, or what rules take for an identifier and no
                reviewer has rejected, would stay.
        """
        pages = document.layout.pages if document.layout is not None else ()
        if decided is None or decided.document_id != document.id or decided.page_sizes not in ((), pages):
            raise InputError(
                "is not what was reviewed: it has changed since.",
                where=document.source.path,
                remedy="Add it to the worklist anew and review it again.",
            )
        assert self.surrogates is not None
        proposal = Proposal(document.id, decided.spans)
        found = self._unread_regions(document, ask=decided.regions is None)
        regions = decided.regions if decided.regions is not None else found
        made = self.surrogates.replacements(document, proposal.spans)
        settled, findings = self._replace_and_check(
            TokenizedText(document), proposal, made, regions, decided.kept_ranges
        )
        if findings:
            raise leak_error(settled, findings)
        return replace(settled, regions=decided.regions)

    def _unread_regions(self, document: Document, *, ask: bool = True) -> tuple[Region, ...]:
        """Parts of a document's pages that were not read, and are covered where nobody says otherwise.

        Args:
            ask: whether nobody has decided about them.

        Raises:
            InputError: if there are some, and the file is not to be released with them.
        """
        regions = document.layout.regions if document.layout is not None else ()
        unread = self.job.read.pages.unread
        refused = unread is UnreadPolicy.REFUSE or (unread is UnreadPolicy.ASK and ask)
        if regions and refused and not self.job.for_review:
            raise undecided_regions_error(regions, unread, document.source.path)
        return regions

    def _replace_and_check(
        self,
        view: TokenizedText,
        proposal: Proposal,
        made: Sequence[Replacement],
        regions: Sequence[Region],
        left: Sequence[tuple[int, int]] = (),
    ) -> tuple[DeidentifiedDocument, list[LeakFinding]]:
        """The document with its replacements, and what the leak check still finds in it.

        Args:
            regions: of its pages, with which the text below them goes.
            left: ranges that stay on purpose, besides medical terms.
        """
        document = view.document
        missing = unreplaced_findings(document, proposal.spans, made, self._must_change)
        if missing:
            places = tuple((f.start, f.end) for f in missing)
            raise LeakError(document.id, tuple(str(f) for f in missing), places)
        # A line end may be a paragraph's or a cell's: it stays, whatever stands to its sides.
        replacements = tuple(split_at_line_ends(document.text, with_covered_text(document, made, regions)))
        stays = (*left, *self.pipeline.kept_ranges(document, proposal, view))
        settled = DeidentifiedDocument(document, proposal, replacements, stays)
        return settled, self._findings(settled, settled.output_text)

    def _must_change(self, label: Label) -> bool:
        """Whether a text of the label may never stay as it is: a date's year, a young age, 000 may."""
        may_stay = self.job.mode is ReplacementMode.SURROGATE and label in _MAY_STAY
        return not may_stay

    def _findings(self, settled: DeidentifiedDocument, output: str) -> list[LeakFinding]:
        return self.leak_check.check_text(
            settled.document,
            settled.spans,
            settled.replacements,
            output,
            settled.kept_ranges,
        )

    def _write(
        self, output: OutputFormat, file: SourceFile, fmt: Format, settled: Sequence[DeidentifiedDocument]
    ) -> Iterator[OutputDraft]:
        """Drafts one by one, so that those made before one that fails are known."""
        if output is OutputFormat.SAME:
            yield self._write_same(file, fmt, settled)
        elif output is OutputFormat.JSON:
            yield self._write_spans(file, settled)
        else:
            for s in settled:
                for suffix, data in annotation_files(output, s):
                    if not s.keeps_original:
                        self._search_for_originals(s, suffix, data)
                    yield self._draft(data, _name_prefix(s.document), _name_parts(s.document), suffix)

    def _search_for_originals(self, settled: DeidentifiedDocument, suffix: str, data: bytes) -> None:
        """Looks for originals in an output that no format of ours reads back.

        Raises:
            LeakError: if it holds one.
        """
        parts = [(f"the {suffix} file", searchable_text(suffix, data))]
        original = (settled.document.text, settled.replaced_spans)
        found = self.leak_check.check_parts([original], [settled.output_text], parts)
        if found:
            raise LeakError(settled.document.id, tuple(str(f) for f in found))

    def _draft(self, data: bytes, kind: str, parts: tuple[str, ...], suffix: str) -> OutputDraft:
        return OutputDraft(write_draft(self.job.out, data, self.job.token), kind, parts, suffix)

    def _write_spans(self, file: SourceFile, settled: Sequence[DeidentifiedDocument]) -> OutputDraft:
        from chartveil.formats.annotations.spans_json import (
            document_spans_json,
            format_spans_json,
            table_spans_json,
        )

        if len(settled) == 1 and not settled[0].document.source.part:
            data = document_spans_json(settled[0].document, settled[0].proposal)
        else:
            data = table_spans_json(file.sha256, [(s.document, s.proposal) for s in settled])
        return self._draft(format_spans_json(data).encode(), "spans", (file.sha256,), ".json")

    def _write_same(
        self, file: SourceFile, fmt: Format, settled: Sequence[DeidentifiedDocument]
    ) -> OutputDraft:
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
            self._verify(file, fmt, settled, made.draft.temporary_path.read_bytes())
        except BaseException:
            made.draft.discard()
            raise
        return made

    def _verify(
        self, file: SourceFile, fmt: Format, settled: Sequence[DeidentifiedDocument], data: bytes
    ) -> None:
        from chartveil.formats.registry import format_named
        from chartveil.formats.tables.columns import reread_options

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
            findings = self._findings(s, text) if text != s.output_text else []
            if findings:
                raise LeakError(s.document.id, tuple(str(f) for f in findings))
        findings = self.leak_check.check_parts(
            [(s.document.text, s.replaced_spans) for s in settled],
            [d.text for d in back.values()],
            back_format.all_text(back_file),
        )
        if findings:
            raise LeakError(settled[0].document.id, tuple(str(f) for f in findings))

    def _verify_redrawn(
        self, fmt: Format, settled: Sequence[DeidentifiedDocument], back_file: SourceFile
    ) -> None:
        """Searches a copy whose pages were drawn anew. Its text is not compared letter by letter: it has no
        more than the pages show, and OCR reads it back with its own errors."""
        from chartveil.formats.pdf.forensics import unexpected_parts

        strange = unexpected_parts(back_file.data)
        if strange:
            raise LeakError(
                settled[0].document.id, ("parts that we do not write: " + ", ".join(strange[:5]),)
            )
        originals = [(s.document.text, s.replaced_spans) for s in settled]
        outputs = [s.output_text for s in settled]
        read: list[tuple[str, str]] = []
        findings = self.leak_check.check_parts(
            originals, outputs, _noting_ocr_text(fmt.all_text(back_file), read)
        )
        covered = [(s.document.text, s.covered_ranges) for s in settled]
        findings += self.leak_check.check_ocr_text(originals, outputs, read, covered)
        if findings:
            raise LeakError(settled[0].document.id, tuple(str(f) for f in findings))


def _noting_ocr_text(
    parts: Iterable[tuple[str, str]], read: list[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    """The parts of a file one by one, as all its streams at once fill the memory; what OCR read is noted."""
    for where, text in parts:
        if where.endswith("/ocr"):
            read.append((where, text))
        yield where, text


def _remarks(fmt: Format, file: SourceFile, read: ReadOptions) -> tuple[str, ...]:
    """Which columns of a table were taken, where they were guessed."""
    from chartveil.formats.tables.columns import TableFormat

    if not isinstance(fmt, TableFormat):
        return ()
    lines = []
    for c in fmt.describe_columns(file, read):
        if c.guessed:
            parts = [f"text {', '.join(c.text)}", f"patient {c.patient or '–'}", f"id {c.id or '–'}"]
            emptied = f"; emptied: {', '.join(c.dropped)}" if c.dropped else ""
            lines.append(f"{c.table + ': ' if c.table else ''}columns guessed: {', '.join(parts)}{emptied}")
    return tuple(lines)


def _name_prefix(document: Document) -> str:
    return "row" if document.source.part else "note"


def _name_parts(document: Document) -> tuple[str, ...]:
    source = document.source
    return (source.file_sha256, source.part) if source.part else (source.file_sha256,)


def failed_outcome(ref: InputRef, error: Exception) -> FileOutcome:
    """The outcome of a file on which an error came through."""
    return FileOutcome(ref.display, failure=_failure(error, ref.display))


def _failure(error: Exception, display: str, documents: Sequence[Document] = ()) -> FileFailure:
    kind = type(error).__name__
    if isinstance(error, LeakError):
        part = next((d.source.part for d in documents if d.id == error.document_id), "")
        return FileFailure(kind, f"{display}: {error}", tuple((part, a, b) for a, b in error.places))
    if isinstance(error, InputError):
        return FileFailure(kind, str(error))
    if isinstance(error, ChartveilError):
        return FileFailure(kind, f"{display}: {error}")
    if isinstance(error, MemoryError):
        return FileFailure(kind, f"{display}: needs more memory than there is. Split it into smaller files.")
    # What an unknown error says may quote text: its kind and place are told instead.
    return FileFailure(
        "Bug", f"{display}: {kind} in {where_raised(error)}. This is our mistake: nothing was written for it."
    )
