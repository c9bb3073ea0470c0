"""Has the program de-identify hostile pages, and judges each copy by its layer, its bytes and its look."""

from __future__ import annotations

import io
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.hostile_files.people import patients_table
from benchmarks.hostile_files.readers import shown_text
from benchmarks.hostile_pages.sheet import HostilePage

_KEY = b"hostile pages: any key will do.."
_ALIKE = 10.0
"""Mean difference of brightness below which a place looks as it did."""
_DARK, _COVER = 40, 8
"""Brightness of what is black, and pixels at 72 dpi across and down of what covers something."""
_BLACK = 0.35
"""Share of a picture that may be changed before it counts as spoilt."""


@dataclass(frozen=True, slots=True)
class PageVerdict:
    """What became of one file.

    Attributes:
        kind, variant: of the page.
        failure: the message, where there is no copy.
        in_bytes: what layer and streams still hold.
        in_look: what the drawn copy still shows.
        words, lost: words to be kept, and those that the copy does not say.
        spoilt: share of the picture that is not as it was; None where that does not matter.
        untold: parts of pages that are covered, and not counted as such.
        seconds: of processors, from the original to the copy.
        size: of the copy for one byte of the original.
    """

    kind: str
    variant: int
    failure: str = ""
    in_bytes: tuple[str, ...] = ()
    in_look: tuple[str, ...] = ()
    words: int = 0
    lost: int = 0
    spoilt: float | None = None
    untold: int = 0
    seconds: float = 0.0
    size: float = 0.0

    @property
    def is_spoilt(self) -> bool:
        """Whether a picture that must stay did not."""
        return self.spoilt is not None and self.spoilt > _BLACK


def judge(pages: Sequence[HostilePage], *, ocr: bool = True, keep: Path | None = None) -> list[PageVerdict]:
    """De-identifies the pages one by one, by rules, lists and the file of patients, and judges the copies.

    Args:
        pages: what to run.
        ocr: whether copies are drawn at 300 dpi and read.
        keep: a folder for originals and copies.
    """
    with TemporaryDirectory(prefix="hostile-") as made:
        folder = Path(made)
        patients = folder / "patients.csv"
        patients.write_text(patients_table([p.patient for p in pages]), encoding="utf-8")
        return [_judged(page, folder, patients, ocr=ocr, keep=keep) for page in pages]


def _judged(page: HostilePage, folder: Path, patients: Path, *, ocr: bool, keep: Path | None) -> PageVerdict:
    from chartveil.domain.policy import ReplacementMode, load_policy
    from chartveil.release.batch import BatchRequest, run_batch
    from chartveil.release.job import ProcessingJob
    from chartveil.store.workspace import Workspace

    source = folder / page.name
    source.write_bytes(page.data)
    job = ProcessingJob(
        policy=load_policy(),
        mode=ReplacementMode.SURROGATE,
        key=_KEY,
        output_folder=folder / f"copies-{page.kind}-{page.variant}",
        patients_file=patients,
        models=None,
    )
    started = _processor_seconds()
    with Workspace(folder / f"{page.kind}-{page.variant}.db", bytes(range(32))) as workspace:
        report = run_batch(BatchRequest((source,), job, 1), workspace)
    seconds = _processor_seconds() - started
    outcome = report.files[0]
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        (keep / page.name).write_bytes(page.data)
    if outcome.failure is not None:
        return PageVerdict(page.kind, page.variant, failure=outcome.failure.message, seconds=seconds)
    data = (job.output_folder / outcome.outputs[0].name).read_bytes()
    if keep is not None:
        (keep / f"{page.name}.copy.pdf").write_bytes(data)
    layer = shown_text(".pdf", data)
    has = set(_plain_words(layer))
    kept = [w for word in page.kept for w in _plain_words(word)]
    return PageVerdict(
        page.kind,
        page.variant,
        in_bytes=tuple(_survivors(page, _texts_of(data))),
        in_look=tuple(_seen(page, data, ocr=ocr)),
        words=len(kept),
        lost=sum(w not in has for w in kept),
        spoilt=_spoilt(page, data) if page.keeps_picture else None,
        untold=_untold(page, data, outcome.counts.covered),
        seconds=seconds,
        size=len(data) / len(page.data),
    )


def _processor_seconds() -> float:
    """Of this process and those that it started."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _plain_words(text: str) -> list[str]:
    return [w.strip(".,;:") for w in re.findall(r"\S+", text.lower())]


def _survivors(page: HostilePage, texts: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Which of the names and numbers of the page's people stand in texts, and where."""
    words: dict[str, str] = {}
    for who, person in (("patient", page.patient), ("hidden", page.hidden)):
        if person is not None:
            words |= {w.lower(): f"{who}'s name" for w in (person.given, person.surname)}
            words |= {person.mrn: f"{who}'s number"}
    for where, text in texts:
        plain = re.sub(r"[^a-z0-9]+", "", text.lower())
        yield from dict.fromkeys(f"{what} in {where}" for word, what in words.items() if word in plain)


def _texts_of(data: bytes) -> Iterator[tuple[str, str]]:
    """The text layer by two readers, every string, and every stream but those of pictures."""
    import pikepdf
    from pypdf import PdfReader

    yield "the layer", "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages)
    yield "the layer", _layer(data)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for item in pdf.objects:
            yield "an object", repr(item)
            if isinstance(item, pikepdf.Stream) and item.get("/Subtype") != "/Image":
                yield "a stream", item.read_bytes().decode("latin-1")


def _layer(data: bytes) -> str:
    import pypdfium2

    pdf = pypdfium2.PdfDocument(data)
    try:
        return "\n".join(page.get_textpage().get_text_bounded() for page in pdf)
    finally:
        pdf.close()


def _seen(page: HostilePage, data: bytes, *, ocr: bool) -> list[str]:
    """What the drawn copy still shows: a place that looks as it did, words that OCR reads."""
    found = []
    if page.place is not None and page.suffix == ".pdf":
        before, after = (_drawn(d, 150) for d in (page.data, data))
        scale = 150 / 72
        left, top, right, bottom = (round(v * scale) for v in page.place)
        if before.shape == after.shape:
            a, b = (v[top:bottom, left:right].astype(float) for v in (before, after))
            # Only what has ink matters: most of a place is paper.
            import numpy as np

            ink = np.abs(a - np.median(a)).max(axis=2) > 0.5 * np.abs(a - np.median(a)).max()
            step = np.abs(a - np.median(a)).max()
            if ink.any() and np.abs(a - b)[ink].mean() < min(_ALIKE, 0.3 * step):
                found.append("the place looks as it did")
    if ocr:
        from chartveil.ocr.options import PageOptions
        from chartveil.ocr.page_reading import read_page_picture

        text = read_page_picture(_drawn(data, 300), 300, PageOptions()).text
        found += _survivors(page, [("OCR", text)])
    return found


def _drawn(data: bytes, dpi: float) -> Any:
    import pypdfium2

    pdf = pypdfium2.PdfDocument(data)
    try:
        pdf.init_forms()
        width, height = pdf[0].get_size()
        scale = min(dpi / 72, (30e6 / (width * height)) ** 0.5)
        return pdf[0].render(scale=scale, rev_byteorder=True).to_numpy()[:, :, :3].copy()
    finally:
        pdf.close()


def _untold(page: HostilePage, data: bytes, told: Mapping[str, int]) -> int:
    """How many parts of a file's pages are covered and not told: regions that no count has, and, in a PDF,
    what is black on the first page of the copy alone where neither a region nor a word is."""
    import cv2
    import numpy as np

    from chartveil.domain.geometry import Rect
    from chartveil.formats.base import ReadOptions, SourceFile
    from chartveil.formats.pdf.format import PdfFormat
    from chartveil.formats.pictures.format import PictureFormat

    reader = PdfFormat() if page.suffix == ".pdf" else PictureFormat()
    layout = reader.read(SourceFile(page.name, page.data), ReadOptions())[0].layout
    assert layout is not None
    uncounted = Counter(str(r.kind) for r in layout.regions) - Counter(told)
    if page.suffix != ".pdf":
        return uncounted.total()
    before, after = (_drawn(d, 72).max(axis=2) < _DARK for d in (page.data, data))
    if before.shape != after.shape:
        return uncounted.total()
    black = (after & ~before).astype(np.uint8)
    scale = black.shape[1] / layout.pages[0][0]
    places = [(r.page, Rect.of(r)) for r in layout.regions] + [(b.page, Rect.of(b)) for b in layout.boxes]
    for r in (place.scaled(scale).grown(2, 2) for number, place in places if number == 0):
        black[max(int(r.top), 0) : int(r.bottom) + 1, max(int(r.left), 0) : int(r.right) + 1] = 0
    whole = cv2.morphologyEx(black, cv2.MORPH_OPEN, np.ones((_COVER, _COVER), np.uint8))
    return uncounted.total() + int(cv2.connectedComponents(whole)[0]) - 1


def _spoilt(page: HostilePage, data: bytes) -> float:
    """Share of a picture file that its copy shows otherwise."""
    import numpy as np
    from PIL import Image

    after = Image.fromarray(_drawn(data, 100)).convert("L")
    before = Image.open(io.BytesIO(page.data)).convert("L").resize(after.size)
    away = np.abs(np.asarray(before, float) - np.asarray(after, float))
    return float((away > 40).mean())
