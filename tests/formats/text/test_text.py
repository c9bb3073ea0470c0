"""Plain text: encodings, line ends, and what is refused."""

import codecs
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.domain.errors import InputError
from chartveil.domain.labels import Label
from chartveil.domain.span import Replacement, apply_replacements
from chartveil.formats.base import InputLimits, ReadOptions, SourceFile
from chartveil.formats.text.encoding import decode_text
from chartveil.formats.text.format import TextFormat
from formats.prose_files import OPTIONS, all_strings, read_text, replacing, write

TEXT = TextFormat()
NOTE = "Pt: José Núñez, 54 y.o.\r\nBP 120/80 — stable.\r\n"

ENCODED = [
    ("utf-8", NOTE.encode()),
    ("utf-8 with mark", codecs.BOM_UTF8 + NOTE.encode()),
    ("utf-16 le with mark", codecs.BOM_UTF16_LE + NOTE.encode("utf-16-le")),
    ("utf-16 be with mark", codecs.BOM_UTF16_BE + NOTE.encode("utf-16-be")),
    ("utf-32 le with mark", codecs.BOM_UTF32_LE + NOTE.encode("utf-32-le")),
    ("utf-32 be with mark", codecs.BOM_UTF32_BE + NOTE.encode("utf-32-be")),
    ("utf-16 le", NOTE.encode("utf-16-le")),
    ("utf-16 be", NOTE.encode("utf-16-be")),
    ("utf-32 le", NOTE.encode("utf-32-le")),
    ("utf-32 be", NOTE.encode("utf-32-be")),
    ("cp1252", NOTE.encode("cp1252")),
    ("mac_roman", NOTE.encode("mac_roman")),
]


@pytest.mark.parametrize(("name", "data"), ENCODED, ids=[n for n, _ in ENCODED])
def test_reads_every_encoding_and_writes_the_same_bytes(name: str, data: bytes) -> None:
    assert read_text(TEXT, data) == NOTE
    assert write(TEXT, data, []) == data


@pytest.mark.parametrize(("name", "data"), ENCODED, ids=[n for n, _ in ENCODED])
def test_a_replacement_keeps_encoding_and_mark(name: str, data: bytes) -> None:
    out = write(TEXT, data, replacing(NOTE, ("José Núñez", "Zoë Poe")))
    assert read_text(TEXT, out) == NOTE.replace("José Núñez", "Zoë Poe")
    assert out[:2] == data[:2] or name == "utf-8"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Café au lait, 37 °C, “fine”, 5 µg", "cp1252"),
        ("résumé of Zoë’s visit", "mac_roman"),
        ("Łukasz Żółć przyjęty z bólem w klatce piersiowej", "cp1250"),
        ("Пациент Иванов поступил в отделение с болью в груди", "cp1251"),
        ("Ο ασθενής προσήλθε με πόνο στο στήθος", "cp1253"),
    ],
)
def test_tells_encodings_of_one_byte_apart(text: str, encoding: str) -> None:
    assert read_text(TEXT, text.encode(encoding)) == text


def test_what_the_encoding_lacks_makes_the_output_utf8() -> None:
    data = "Seen: José.".encode("cp1252")
    out = write(TEXT, data, replacing("Seen: José.", ("Seen", "見た")))
    assert out.decode("utf-8") == "見た: José."


@pytest.mark.parametrize(
    "text", ["a\rb\r\nc\nd", "a\x0bb\x0cc\x85d\u2028e\u2029f", "\n\n a \t\n", "MSH|^~\\&|\x1c\r", "a\x1a"]
)
def test_line_ends_and_odd_characters_stay(text: str) -> None:
    assert read_text(TEXT, text.encode()) == text
    assert write(TEXT, text.encode(), []) == text.encode()


BAD = {
    "empty": (b"", "is empty"),
    "blank": (b" \r\n\t\n", "holds no text"),
    "mark only": (codecs.BOM_UTF8, "holds no text"),
    "NUL": (b"MRN 12\0\0\0\0\0\0\0 and more bytes here", "binary"),
    "NUL far on": (b"MRN 12, seen today\n" * 699 + b"well\0\n" + b"seen\n" * 9, "line 700 holds a NUL byte"),
    "noise": (bytes(range(1, 256)) * 4, "binary"),
    "cut UTF-16": (codecs.BOM_UTF16_LE + b"a\0b", "not valid UTF-16"),
    "broken UTF-8": (codecs.BOM_UTF8 + b"a\xff\xfe", "not valid UTF-8"),
}


@pytest.mark.parametrize("case", BAD)
def test_refuses_what_is_not_text(case: str) -> None:
    data, message = BAD[case]
    with pytest.raises(InputError, match=message) as caught:
        TEXT.read(SourceFile("ward/note.txt", data), OPTIONS)
    assert caught.value.where == "ward/note.txt"
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        (InputLimits(file_bytes=4), "larger than the limit of 4 bytes"),
        (InputLimits(text_chars=4), "limit of 4 characters"),
    ],
)
def test_limits(limits: InputLimits, message: str) -> None:
    with pytest.raises(InputError, match=message):
        TEXT.read(SourceFile("x.txt", b"12345"), ReadOptions(limits=limits))


def test_a_changed_file_has_no_entry() -> None:
    (document,) = TEXT.read(SourceFile("x", b"one"), OPTIONS)
    with pytest.raises(KeyError):
        TEXT.write(SourceFile("x", b"two"), OPTIONS, {document.id: ()})


def test_replacements_that_overlap_are_refused() -> None:
    pair = [Replacement(0, 3, "x", Label.DATE), Replacement(2, 4, "y", Label.DATE)]
    with pytest.raises(ValueError, match="overlap"):
        write(TEXT, b"some text", pair)


def test_patient_of_the_options() -> None:
    (document,) = TEXT.read(SourceFile("x", b"one"), ReadOptions(patient_id="p1"))
    assert document.patient_id == "p1"
    assert document.source.format == "text"


def test_everything_is_the_text() -> None:
    assert all_strings(TEXT, b"all of it") == "all of it"


def test_utf8_does_not_load_the_detector() -> None:
    code = (
        "import sys; from chartveil.formats.text.format import TextFormat as T;"
        "from chartveil.formats.base import *; T().read(SourceFile('x', 'é'.encode()), ReadOptions());"
        "sys.exit('charset_normalizer' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@st.composite
def changed_texts(draw: st.DrawFn) -> tuple[str, list[Replacement]]:
    text = draw(
        st.text(min_size=1, max_size=40).filter(lambda t: t.strip() and not set(t) & set(map(chr, range(32))))
    )
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=6)))
    new = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=6)
    pairs = zip(cuts[::2], cuts[1::2], strict=False)
    return text, [Replacement(a, b, draw(new), Label.IDNUM) for a, b in pairs]


@settings(derandomize=True, deadline=None, max_examples=100)
@given(changed_texts(), st.sampled_from(["utf-8", "utf-16-le", "utf-32-be", "cp1252"]))
def test_round_trip(case: tuple[str, list[Replacement]], encoding: str) -> None:
    text, replacements = case
    mark = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-32-be": codecs.BOM_UTF32_BE}.get(encoding, b"")
    try:
        data = mark + text.encode(encoding)
        read = read_text(TEXT, data)
    except (UnicodeEncodeError, InputError):
        return
    new = apply_replacements(read, [r for r in replacements if r.end <= len(read)])
    if not new.strip() or new[0] == "\ufeff":
        return
    out = write(TEXT, data, [r for r in replacements if r.end <= len(read)])
    assert read_text(TEXT, out) == new


@pytest.mark.parametrize(
    "data",
    [
        "J\u200bo\u200bh\u200bn".encode() + b"\xff",
        "Frau Müller, Größe 1,70 m, ".encode() + "Ärztin".encode("cp1252"),
        "Ольга поступила вечером".encode().replace(b"\xd0", b"\xd0\x20", 1),
        "Jo\u200bhn, ".encode() + "Größe über Ärztin".encode("cp1252"),
    ],
)
def test_damaged_utf8_is_refused_and_not_read_as_another_encoding(data):
    with pytest.raises(InputError, match=r"a\.txt: is UTF-8 with damaged characters.* save it as"):
        decode_text(data, "a.txt")


@pytest.mark.parametrize(
    ("text", "encoding"),
    [("Größe 1,70 m, 5°, Ärztin", "cp1252"), ("Ольга поступила вечером без жалоб", "cp1251")],
)
def test_text_of_one_byte_a_character_is_no_damaged_utf8(text, encoding):
    assert decode_text(text.encode(encoding), "a.txt").text == text
