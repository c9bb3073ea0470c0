"""Writes drafts of outputs, reads them back from the disk, and searches them for leaks.

Nothing here gives an output its name: that happens when all drafts of the file are done (``publish``).
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath

from chartveil.domain.document import Document
from chartveil.domain.errors import LeakError
from chartveil.domain.span import Replacement
from chartveil.formats.annotations.document import AnnotatedDocument
from chartveil.formats.base import Format, NoteFormat, PagedFormat, SourceFile
from chartveil.release.copy_search import CopySearch, WrittenDocument
from chartveil.release.deidentified_document import DeidentifiedDocument
from chartveil.release.job import OutputDraft, OutputFormat, ProcessingJob
from chartveil.release.leak_check import LeakCheck
from chartveil.store.keys import keyed_name
from chartveil.system.atomic_files import write_draft


class DraftWriter:
    """Writes the drafts of files.

    Args:
        job: tells folder and formats.
        claim_token: of the claim that is held on the folder (``system.atomic_files.FolderClaim``).
        leak_check: searches each draft that holds no original on purpose.
    """

    def __init__(self, job: ProcessingJob, claim_token: str, leak_check: LeakCheck) -> None:
        self._job = job
        self._claim_token = claim_token
        self._leak_check = leak_check
        self._copy_search = CopySearch(leak_check.is_common)

    def write(
        self, file: SourceFile, fmt: Format, documents: Sequence[DeidentifiedDocument]
    ) -> Iterator[OutputDraft]:
        """Drafts one by one, so that those made before one that fails are known. The copy of a table is made
        elsewhere (``release.tables.copies``).

        Raises:
            LeakError: if a draft holds what should have gone; that draft is removed.
            OutputError: if one cannot be written.
        """
        for output in self._job.outputs:
            if output is OutputFormat.SAME:
                if isinstance(fmt, NoteFormat):
                    yield self._copy(file, fmt, documents)
            elif output is OutputFormat.JSON:
                yield self._spans(file, documents)
            else:
                for d in documents:
                    for suffix, data in _annotation_files(output, self._annotated(d)):
                        if not d.keeps_original:
                            self._search_for_originals(d, suffix, data)
                        yield self._draft(data, *_name_of(d.document), suffix)

    def _annotated(self, deidentified: DeidentifiedDocument) -> AnnotatedDocument:
        """What an annotation format writes. What is released is called as its file is: the id of the original
        is a hash, which tells a short text to who tries names."""
        document = deidentified.annotated()
        if deidentified.keeps_original:
            return document
        prefix, parts = _name_of(deidentified.document)
        return replace(document, id=f"{prefix}-{keyed_name(self._job.key, *parts)}")

    def _draft(self, data: bytes, prefix: str, parts: tuple[str, ...], suffix: str) -> OutputDraft:
        written = write_draft(self._job.output_folder, data, self._claim_token)
        return OutputDraft(written, prefix, parts, suffix)

    def _spans(self, file: SourceFile, documents: Sequence[DeidentifiedDocument]) -> OutputDraft:
        from chartveil.formats.annotations.spans_json import format_spans_json, spans_json, table_spans_json

        parts = [(d.document.source.part, d.annotated()) for d in documents]
        if len(parts) == 1 and not parts[0][0]:
            data = spans_json(parts[0][1])
        else:
            data = table_spans_json(parts, file.sha256 if all(d.keeps_original for d in documents) else "")
        return self._draft(format_spans_json(data).encode(), "spans", (file.sha256,), ".json")

    def _copy(
        self, file: SourceFile, fmt: NoteFormat, documents: Sequence[DeidentifiedDocument]
    ) -> OutputDraft:
        """The file in its own format."""
        edits: Mapping[str, Sequence[Replacement]] = {d.document.id: d.replacements for d in documents}
        if isinstance(fmt, PagedFormat) and documents[0].regions is not None:
            regions = {d.document.id: d.regions or () for d in documents}
            data = fmt.write(file, self._job.read_options, edits, regions)
        else:
            data = fmt.write(file, self._job.read_options, edits)
        suffix = PurePath(file.path).suffix.lower()
        if suffix not in fmt.suffixes or fmt.output_suffix not in fmt.suffixes:
            suffix = fmt.output_suffix
        made = self._draft(data, "note", (file.sha256,), suffix)
        try:
            back = SourceFile(file.path, made.draft.temporary_path.read_bytes())
            if isinstance(fmt, PagedFormat):
                self._search_redrawn_copy(file, fmt, documents, back)
            else:
                self._search_copy(file, fmt, documents, back)
        except BaseException:
            made.draft.discard()
            raise
        return made

    def _search_for_originals(self, document: DeidentifiedDocument, suffix: str, data: bytes) -> None:
        """Searches an output that no format of ours reads back."""
        parts = [(f"the {suffix} file", _searchable_text(suffix, data))]
        original = (document.document.text, document.replaced_spans)
        _refuse(document, self._leak_check.check_parts([original], [document.output_text], parts))

    def _search_copy(
        self, file: SourceFile, fmt: NoteFormat, documents: Sequence[DeidentifiedDocument], back: SourceFile
    ) -> None:
        """Searches a copy: each document as it is read back, then all that other readers see in it."""
        from chartveil.formats.registry import format_named

        back_format = fmt if fmt.output_suffix in fmt.suffixes else format_named("text")
        read = {d.source.part: d.text for d in back_format.read(back, self._job.read_options)}
        if set(read) != {d.document.source.part for d in documents}:
            _refuse(documents[0], ["other documents in the output than in the input"])
        for d in documents:
            text = read[d.document.source.part]
            # The same text was searched before it was written; another one is a leak by itself.
            _refuse(d, d.leaks(self._leak_check, text) if text != d.output_text else ())
        written = [WrittenDocument(d.document.text, d.replaced_spans, d.output_text) for d in documents]
        _refuse(
            documents[0],
            self._copy_search.search(file.data, back.data, back_format.name, written),
        )

    def _search_redrawn_copy(
        self,
        file: SourceFile,
        fmt: PagedFormat,
        documents: Sequence[DeidentifiedDocument],
        back: SourceFile,
    ) -> None:
        """Searches a copy whose pages were drawn anew. Its text is not compared letter by letter: it has no
        more than the pages show. Its pages are compared with those of the original."""
        from chartveil.formats.pages.copy_comparison import changed_page_texts
        from chartveil.formats.pdf.forensics import unexpected_parts

        strange = unexpected_parts(back.data)
        if strange:
            _refuse(documents[0], ["parts that we do not write: " + ", ".join(strange[:5])])
        originals = [(d.document.text, d.replaced_spans) for d in documents]
        outputs = [d.output_text for d in documents]
        options = self._job.read_options
        read_by_ocr = [
            part
            for d in documents
            for part in changed_page_texts(
                d.document,
                fmt.drawn(file, options),
                fmt.drawn(back, options),
                d.replacements,
                d.covered_regions,
                options.pages,
            )
        ]
        parts = itertools.chain(fmt.all_text(back), read_by_ocr)
        findings = self._leak_check.check_parts(originals, outputs, parts)
        covered = [(d.document.text, d.covered_ranges) for d in documents]
        findings += self._leak_check.check_ocr_text(originals, outputs, read_by_ocr, covered)
        _refuse(documents[0], findings)


def _refuse(document: DeidentifiedDocument, findings: Sequence[object]) -> None:
    """Stops a file whose draft was searched.

    Raises:
        LeakError: if there is a finding.
    """
    if findings:
        raise LeakError(document.document.id, tuple(map(str, findings)))


def _annotation_files(output: OutputFormat, document: AnnotatedDocument) -> list[tuple[str, bytes]]:
    """Endings and bytes of one document in a format that carries spans, or as plain text."""
    if output is OutputFormat.TXT:
        return [(".txt", (document.text or "").encode("utf-8", "surrogatepass"))]
    if output is OutputFormat.JSONL:
        from chartveil.formats.annotations.json_lines import write_jsonl

        return [(".jsonl", write_jsonl([document], with_text=True).encode())]
    if output is OutputFormat.I2B2:
        from chartveil.formats.annotations.i2b2 import write_i2b2

        return [(".xml", write_i2b2(document))]
    if output is OutputFormat.BRAT:
        from chartveil.formats.annotations.brat import write_brat

        text, annotations = write_brat(document)
        return [(".txt", text), (".ann", annotations)]
    raise ValueError(output)


def _searchable_text(suffix: str, data: bytes) -> str:
    """What an output says, without the escapes of JSON, at which words would not be told apart."""
    text = data.decode("utf-8", "surrogatepass")
    if suffix != ".jsonl":
        return text
    found: list[str] = []
    left: list[object] = [json.loads(line) for line in text.split("\n") if line]
    while left:
        item = left.pop()
        if isinstance(item, dict):
            left += item.values()
        elif isinstance(item, list):
            left += item
        elif isinstance(item, str):
            found.append(item)
    return "\n".join(found)


def _name_of(document: Document) -> tuple[str, tuple[str, ...]]:
    """First word of the name of a document's own output, and what the keyed part is made from."""
    source = document.source
    return ("row", (source.file_sha256, source.part)) if source.part else ("note", (source.file_sha256,))
