"""Readers of PDFs that look for the secrets of a hostile file, each in its own way."""

import io
import re
import zlib

import pikepdf
import pypdfium2
from pdfminer.high_level import extract_text
from pypdf import PdfReader

from chartveil.formats.pdf.forensics import all_text_in
from hostile_pdf import SECRETS


def by_objects(data):
    """Every object and stream by pikepdf, apart from what our own search does."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for item in pdf.objects:
            yield item.unparse(resolved=True).decode("latin-1")
            if isinstance(item, pikepdf.Stream):
                try:
                    yield item.read_bytes().decode("latin-1")
                except pikepdf.PdfError:
                    yield item.read_raw_bytes().decode("latin-1")
        yield pdf.trailer.unparse(resolved=True).decode("latin-1")


def by_bytes(data):
    """The file as it stands and every stream in it that unpacks, found without any table."""
    parts = [data]
    for m in re.finditer(rb"stream\r?\n(.*?)endstream", data, re.DOTALL):
        try:
            parts.append(zlib.decompressobj().decompress(m.group(1)))
        except zlib.error:
            continue
    for part in parts:
        for encoding in ("latin-1", "utf-16-le", "utf-16-be"):
            yield part.decode(encoding, "replace")
            yield part[1:].decode(encoding, "replace")
        yield re.sub(rb"\\([0-7]{3})", lambda m: bytes([int(m.group(1), 8) & 255]), part).decode("latin-1")
        for digits in re.findall(rb"<([0-9A-Fa-f]{6,})>", part):
            yield bytes.fromhex(digits[: len(digits) & ~1].decode()).decode("latin-1")


def by_pypdf(data):
    reader = PdfReader(io.BytesIO(data))
    yield from (page.extract_text() for page in reader.pages)
    yield str(reader.metadata)
    yield str(reader.xmp_metadata)
    yield str(reader.outline)
    yield str(reader.attachments)
    yield str(reader.get_fields())
    yield str([page.get("/Annots") for page in reader.pages])


EXTRACTORS = {
    "pdfium": lambda data: [
        pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range(),
        str(pypdfium2.PdfDocument(data).get_metadata_dict()),
    ],
    "pdfminer": lambda data: [extract_text(io.BytesIO(data))],
    "pypdf": by_pypdf,
    "objects": by_objects,
    "bytes": by_bytes,
    "ours": lambda data: [text for _, text in all_text_in(data)],
}


def found_by(extractor, data):
    texts = [t for t in EXTRACTORS[extractor](data) if t]
    return {place for place, word in SECRETS.items() if any(word in t for t in texts)}
