"""The PDF among the samples, read once."""

from __future__ import annotations

from functools import cache

from chartveil.domain.paths import resources_folder
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.pdf.format import PdfFormat

SAMPLE = resources_folder() / "samples" / "11-consultation.pdf"


@cache
def sample():
    data = SAMPLE.read_bytes()
    (document,) = PdfFormat().read(SourceFile("sample.pdf", data), ReadOptions())
    return data, document
