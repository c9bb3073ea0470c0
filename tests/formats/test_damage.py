"""Damaged files are errors that people can act on, or are read whole; nothing else ever comes out."""

import random

import pytest

from chartveil.domain.errors import InputError
from chartveil.formats.base import ReadOptions, SourceFile
from chartveil.formats.registry import format_for
from table_files import MAKERS, copied, lines, pdf_bytes, table_file, unchanged

HEADER = ["note_id", "mrn", "name", "note_text"]
ROWS = [["1", "m", "Jane SECRET", 'Seen, "well"\nok'], ["2", "m", "SECRET", "y z"]]


def small(*texts):
    """A page of a PDF with lines, small since each is drawn a hundred times."""

    def draw(canvas):
        canvas.setPageSize((200, 60))
        lines(*texts, x=20, top=40)(canvas)

    return draw


def damaged(data, seed):
    """The bytes with one to five places changed, cut out or filled in."""
    rng = random.Random(seed)
    data = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(data))
        kind = rng.randrange(4)
        if kind < 2:
            data[at] = rng.randrange(256)
        elif kind == 2:
            del data[at : at + rng.randrange(1, 20)]
        else:
            data[at:at] = rng.randbytes(rng.randrange(1, 8))
    return bytes(data)


@pytest.mark.parametrize("kind", [*sorted(MAKERS), "pdf"])
def test_damage_is_an_input_error_or_no_matter(kind):
    if kind == "pdf":
        whole = SourceFile("a.pdf", pdf_bytes(small("Jane SECRET", "was seen"), small("page two")))
    else:
        whole = table_file(kind, HEADER, ROWS)
    read, refused = 0, []
    for seed in range(120):
        file = SourceFile(whole.path, damaged(whole.data, seed))
        try:
            form = format_for(file)
            documents = form.read(file, ReadOptions())
            if kind != "pdf" or seed % 6 == 0:  # a PDF is drawn anew, which takes its time
                if kind == "pdf":
                    form.write(file, ReadOptions(), unchanged(documents))
                else:
                    copied(file)
            assert documents
            read += 1
        except InputError as e:
            refused.append(str(e))
    assert read
    assert refused
    assert all(message.startswith(whole.path) and "SECRET" not in message for message in refused)
