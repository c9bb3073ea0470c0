"""RTF: text by its bytes, replacements in place, nothing hidden left."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from striprtf.striprtf import rtf_to_text

from chartveil.domain.errors import InputError
from chartveil.domain.labels import Label
from chartveil.domain.span import Replacement, apply_replacements
from chartveil.formats.base import InputLimits, ReadOptions, SourceFile
from chartveil.formats.rtf.control_words import destinations, kept_words
from chartveil.formats.rtf.format import RtfFormat
from chartveil.formats.rtf.reader import RtfReader
from chartveil.formats.source_edits import split_at_line_ends
from formats.prose_files import OPTIONS, all_strings, read_text, replacing, write

RTF = RtfFormat()
KEPT = destinations("kept")
FONTS = (
    r"{\fonttbl{\f0\fswiss\fcharset0 Arial;}{\f1\fcharset204 Times New Roman;}{\f2\fcharset128 MS Gothic;}"
    r"{\f3\fcharset238 Calibri;}}"
)

LABELS = (
    r"{\*\listtable{\list{\listlevel\levelnfc0{\leveltext LABEL;}{\levelnumbers;}}\listid483920175}}"
    r"{\*\listoverridetable{\listoverride\listid483920175\ls1}}"
)


def rtf(content: str) -> bytes:
    return (r"{\rtf1\ansi\ansicpg1252\deff0" + FONTS + content + "}").encode("latin-1")


SHOWN = [
    (r"\pard one\par two", "one\ntwo"),
    (r"{\b Jo}hn\i  Smith\i0", "John Smith"),
    ("Jo\r\nhn", "John"),
    (r"a\tab b\line c\~d\_e\-f", "a\tb\nc\u00a0d\u2011ef"),
    (r"\lquote x\rquote  \ldblquote y\rdblquote\emdash z", "‘x’ “y”—z"),
    (r"Jos\'e9 N\'fa\'f1ez", "José Núñez"),
    (r"\f1\'cf\'e0\'f6 \f0\'e9", "Пац é"),
    (r"\f2\'93\'63\'92\'86 \'82\'a0", "田中 あ"),
    (r"\f3\'a3ukasz", "Łukasz"),
    (r"\u321?ukasz \u-10179?\u-8640?!", "Łukasz 🙀!"),
    (r"\uc2\u12354\'82\'a0 x\uc0\u321 ukasz", "あ xŁukasz"),
    (r"{\uc1\u8217\'92}s", "’s"),
    (r"\{a\\b\}", r"{a\b}"),
    (r"\trowd\cellx1\cellx2 A\cell B\cell\row", "A\tB\t\n"),
    (r"{\v hidden} shown", "hidden shown"),
    (r"{\field{\*\fldinst HYPERLINK \"mailto:x@y.z\"}{\fldrslt{\ul mail}}} me", "mail me"),
    (r"{\header head\par}body\par{\footer foot}", "head\n\nbody\n\nfoot"),
    (r"body{\footnote {\super 1} note} goes on", "body goes on\n1 note"),
    (r"a{\*\atnid J}{\*\annotation{\*\atndate 1} remark} b", "a b\n remark"),
    (r"{\upr{Jos\'3f}{\*\ud{Jos\u233\'e9}}}", "José"),
    (r"a{\revised b}{\deleted c}\deleted d\deleted0 e", "abe"),
    (r"{\shp{\*\shpinst{\sp{\sn fLine}{\sv 0}}{\shptxt in the box}}}x", "x\nin the box"),
    (r"{\listtext 1.\tab}item", "1.\titem"),
    (r"a{\pict\pngblip\bin5 }}{\}b} c", "a c"),
    (r"a\page b\sect c", "a\nb\nc"),
    ("raw \xe9", "raw é"),
    (r"{\stylesheet{\s1 Heading 1;}}{\info{\title no}}x", "x"),
    (r"a\u12?\par", "a\x0c\n"),
    (r"{\unheardof shown}{\*\unheardof not} x", "shown x"),
    (r"{\field{\*\fldinst{FORMTEXT}{\*\formfield{\fftype0{\*\ffdeftext abc}}}}{\fldrslt}}x", "abcx"),
    (r"{\field{\*\fldinst{FORMTEXT}{\*\formfield{\fftype0{\*\ffdeftext abc}}}}{\fldrslt d}}x", "dx"),
    (r"{\field{\*\fldinst FORMDROPDOWN{\*\formfield{\fftype2\ffres1{\*\ffl a}{\*\ffl b\u321?}}}}}x", "bŁx"),
    (r"{\field{\*\fldinst FORMDROPDOWN{\*\formfield{\ffres25\ffdefres0{\*\ffl a}{\*\ffl b}}}}}x", "ax"),
    (r"{\field{\*\fldinst FORMCHECKBOX{\*\formfield{\fftype1\ffres25\ffdefres1}}}}x", "☒x"),
    (r"{\field{\*\fldinst FORMCHECKBOX{\*\formfield{\fftype1\ffres0\ffdefres1}}}}x", "☐x"),
    (r"{\field{\*\fldinst MACROBUTTON Go [Click]}}x", "Go [Click]x"),
    (r"{\field{\*\fldinst{\f1 QUOTE }{\f1 \'cf}}{\fldrslt }}x", "Пx"),
    (LABELS.replace("LABEL", r"\'06Day \'00.") + r"{\pard\ls1{\listtext Day 1.\tab}x\par}", "Day 1.\tx\n"),
    (LABELS.replace("LABEL", r"\'02\'00.") + r"{\pard\ls1{\listtext 1.\tab}x\par}", "1.\tx\n"),
    (r"{\*\pn\pnlvlbody{\pntxtb Visit }}{\pntext Visit 1\tab}x", "Visit 1\tx"),
    (r"{\mmath{\*\moMath{\mf{\mnum 1}{\mden 2}}}}", "12"),
]


@pytest.mark.parametrize(("content", "text"), SHOWN)
def test_text(content: str, text: str) -> None:
    assert read_text(RTF, rtf(content)) == text


@pytest.mark.parametrize(("content", "text"), SHOWN)
def test_written_unchanged_it_reads_the_same(content: str, text: str) -> None:
    assert read_text(RTF, write(RTF, rtf(content), [])) == text


LISTED = LABELS.replace("LABEL", r"\'02\'00.") + r"{\pard\ls1{\listtext 1.\tab}x\par}"


@pytest.mark.parametrize("content", [r"{\*\shppict a}{\shp{\*\shpinst{\shptxt b}}}", LISTED, SHOWN[7][0]])
def test_another_reader_sees_no_other_text_in_the_copy(content: str) -> None:
    data = rtf(r"{\stylesheet{\s1 Normal;}}\b\quarz one\b0 \par\li720 two{\qz three}\par " + content)
    copy = write(RTF, data, [])
    assert rtf_to_text(copy.decode("latin-1")) == rtf_to_text(data.decode("latin-1"))


@pytest.mark.parametrize("case", [0, 1, 5, 11, 12])
def test_agrees_with_another_reader(case: int) -> None:
    content, text = SHOWN[case]
    assert rtf_to_text(rtf(content).decode("latin-1")).split() == text.split()


def test_what_it_writes_another_reader_reads() -> None:
    data = rtf(r"\b\'c9mile\b0  Smith, {\i Jo}hn\par")
    text = read_text(RTF, data)
    out = write(RTF, data, replacing(text, ("Émile", "Zoë"), ("John", "A{b}\\c")))
    assert rtf_to_text(out.decode("latin-1")) == "Zoë Smith, A{b}\\c\n"


CHANGED = [
    (r"{\b Jo}hn Smith", ("John", "Al"), r"{\b Al} Smith"),
    (r"\b\'c9mile\b0  x", ("Émile", "Al"), r"\b Al\b0  x"),
    (r"\b\'c9mile", ("É", ""), r"\b mile"),
    (r"a John b", ("John", "Zoë"), r"a {\uc1 Zo\u235?} b"),
    (r"John\par Smith", ("John\nSmith", "Al Poe"), r"Al Poe"),
    (r"A\cell B\cell\row", ("A\tB", "C\tD"), r"C\cell D\cell\row"),
    (r"A\cell B\cell\row", ("A\tB", "C"), r"C\cell \cell\row"),
    (r"John", ("John", "a\nb\tc"), r"a\line b\tab c"),
    (r"\u321?ukasz", ("Łukasz", "Al"), r"Al"),
    (r"{\uc1\u321\'4cukasz}", ("Łukasz", "Al"), r"{\uc1 Al}"),
]


@pytest.mark.parametrize(("content", "pair", "changed"), CHANGED)
def test_replaced_in_place(content: str, pair: tuple[str, str], changed: str) -> None:
    text = read_text(RTF, rtf(content))
    out = write(RTF, rtf(content), replacing(text, pair))
    assert out == rtf(changed)
    assert read_text(RTF, out) == text.replace(*pair) or "\\cell \\cell" in changed


HIDDEN = [
    r"{\info{\title SECRET}{\author SECRET}{\operator SECRET}{\*\company SECRET}{\doccomm SECRET}}",
    r"{\*\generator SECRET;}",
    r"{\*\revtbl{Unknown;}{SECRET;}}",
    r"{\*\userprops{\propname x}\proptype30{\staticval SECRET}}",
    r"{\*\docvar{x}{SECRET}}",
    r"{\*\template C:\\SECRET.dot}",
    r"{\*\bkmkstart SECRET}{\*\bkmkend SECRET}",
    r"{\*\atnid SECRET}{\*\atnauthor SECRET}",
    r"{\deleted SECRET}",
    r"{\field{\*\fldinst{HYPERLINK }{mailto:SECRET}}{\fldrslt x}}",
    r"{\field{\*\fldinst PAGE SECRET}{\fldrslt 1}}",
    r"{\stylesheet{\s7\b\sbasedon0 Letter of SECRET;}}",
    r"{\xe SECRET}{\tc SECRET}",
    r"{\*\formfield{\*\ffname SECRET}{\*\ffdeftext SECRET}}",
    r"{\*\unheardof SECRET}",
    r"{\shp{\*\shpinst{\sp{\sn wzDescription}{\sv {SECRET}}}{\sp{\sn wzName}{\sv SECRET}}}{\shprslt SECRET}}",
    r"{\object\objemb{\*\objclass SECRET}{\*\objdata 00}{\result x}}",
    r"{\upr{SECRET}{\*\ud{x}}}",
    r"{\nonshppict SECRET}",
    r"{\listtable{\list{\listname SECRET;}}}",
    r"{\*\background SECRET}",
    r"{\b\info SECRET}",
]


@pytest.mark.parametrize("content", HIDDEN)
def test_nothing_hidden_is_released(content: str) -> None:
    data = rtf(r"Some text.\par" + content.replace("SECRET", "Quibblewood"))
    assert "Quibblewood" in all_strings(RTF, data)
    assert "Quibblewood" not in read_text(RTF, data)
    out = write(RTF, data, [])
    assert b"Quibblewood" not in out
    assert "Quibblewood" not in all_strings(RTF, out)
    assert read_text(RTF, out).startswith("Some text.\n")


WORD_SLOTS = [
    *(f"{{{star}\\{word} %s}}x" for word in sorted(KEPT | destinations("dropped")) for star in ("", "\\*")),
    *(f"{{a\\{word} %s;}}x" for word in sorted(KEPT)),
    *(f"{{\\{outer} {{\\b %s;}}\\header %s}}x" for outer in sorted(KEPT)),
    *(r"\%s x", r"{\*\%s x}", r"{\fonttbl{\f9\froman %s;}}x", r"{\fonttbl{\f9\fswiss{\*\falt %s} Arial;}}x"),
    *(r"{\fonttbl\f9 Ari{\b al} %s}x", r"{\colortbl;\red1 %s;}x", r"{\stylesheet{\s1 Norm{al %s};}}x"),
    *(r"{\listtext %s}x", r"{\sp{\sn %s}{\sv 1}}x", r"{\shp{\*\shpinst{\sp{\sn lineColor}{\sv %s}}}}x"),
    *(r"{\field{\*\fldinst PAGE{\*\formfield{\*\ffdeftext %s}}}{\fldrslt 1}}x", r"{\field \fldinst %s}x"),
    r"{\field{\*\fldinst PAGE}{\*\fldinst %s}{\fldrslt 1}}x",
    *(r"{\field{\*\fldinst HYPERLINK %s}\header y}x", r"{\*\cs15 %s}x", r"{\*\*\info %s}x"),
]
NUMBER_SLOTS = [
    *(f"\\{word}%s x" for word in sorted(kept_words() - {"uc"})),
    *(rf"\{word}%s x" for word in ("unheardof", "listid", "u", "u-", "picwgoal", "bin0\rsid", "revauth")),
    r"{\pict\picwgoal%s 00}x",
]


def test_no_slot_lets_anything_through_unread() -> None:
    slots = [(s.replace("%s", "Quibblewood"), "Quibblewood") for s in WORD_SLOTS]
    slots += [(s.replace("%s", "483920175"), "483920175") for s in NUMBER_SLOTS]
    for slot, canary in slots:
        data = rtf(r"Some text.\par " + slot)
        text, out = read_text(RTF, data), write(RTF, data, [])
        assert read_text(RTF, out) == text, slot
        assert canary.encode() not in out.replace(b"{\\b ", b"") or canary in text, (slot, out)


def test_what_was_dropped_is_counted() -> None:
    reader = RtfReader(rtf(r"\quarz{\*\docvar x}{\pict 00}{\fonttbl{\f9 Quarz;}}x"), "")
    assert reader.dropped == {"document properties": 1, "picture": 1, "font name": 1}


def test_a_font_that_is_not_known_becomes_one_of_its_family() -> None:
    fonts = r"{\fonttbl{\f8\froman Quarz Sans;}{\f9\fmodern Arial;}{\f10\fmodern Quarz;}}x"
    assert write(RTF, rtf(fonts), []) == rtf(
        r"{\fonttbl{\f8\froman Times New Roman;}{\f9\fmodern Arial;}{\f10\fmodern Courier New;}}x"
    )


def test_a_picture_becomes_white_and_keeps_its_size() -> None:
    hidden = b"Quibblewood in a picture, which is long enough to be told from text".hex()
    data = rtf(
        r"x{\*\shppict{\pict{\*\picprop x}\picw9\pich9\picwgoal300\pichgoal400\jpegblip " + hidden + "}}"
    )
    out = write(RTF, data, [])
    assert hidden.encode() not in out
    assert rb"\picwgoal300\pichgoal400" in out
    assert b"89504e47" in out
    assert read_text(RTF, out) == "x"


def test_what_follows_the_last_group_is_not_released() -> None:
    data = rtf("x") + b"Quibblewood"
    assert "Quibblewood" in all_strings(RTF, data)
    assert write(RTF, data, []) == rtf("x")


def test_revision_ids_go_and_page_fields_stay() -> None:
    data = rtf(r"\rsid123\insrsid4 a{\field{\*\fldinst { PAGE }}{\fldrslt 1}}\charrsid5 b")
    out = write(RTF, data, [])
    assert b"rsid" not in out
    assert rb"{\field{\*\fldinst { PAGE }}{\fldrslt 1}}" in out
    assert read_text(RTF, out) == "a1b"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b"plain text", "not an RTF file"),
        (b"%PDF-1.4", "not an RTF file"),
        (rb"{\rtf1 hello", "cut off"),
        (b"{\\rtf1 hello\\", "cut off"),
        (rb"{\rtf1{\pict\bin99999 x}}", "cut off"),
        (rb"{\rtf1\par }", "holds no text"),
        (rb"{\rtf1\uc20\u65 ?x}", "hides a word"),
        (rb"{\rtf1\uc483920175 x}", "hides a word"),
        (rb"{\rtf1\uc9\u65 Quibblewood}", "hides a word"),
        (rb"{\rtf1{\pict 00}}", "holds no text"),
        (rb"{\rtf1" + b"{" * 6000 + b"x" + b"}" * 6001, "nests groups"),
    ],
)
def test_refuses(data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        RTF.read(SourceFile("letter.rtf", data), OPTIONS)
    assert caught.value.where == "letter.rtf"
    assert caught.value.remedy


def test_limit_of_text() -> None:
    with pytest.raises(InputError, match="limit of 3 characters"):
        RTF.read(SourceFile("x", rtf("hello")), ReadOptions(limits=InputLimits(text_chars=3)))


ATOMS = st.lists(
    st.sampled_from(
        [
            *"ab Z",
            r"\cell ",
            r"\row ",
            r"{\header h}",
            r"{\footnote x}",
            r"\'e9",
            r"\u321?",
            r"\b ",
            r"\b0",
            r"{\i x}",
            r"\par ",
            r"\tab",
            r"\{",
            r"\f1\'e0\f0 ",
            r"\u-10179?\u-8640?",
            r"{\deleted y}",
            r"{\*\zzz q}",
            r"\~",
            "\r\n",
            r"\'93",
        ]
    ),
    min_size=1,
    max_size=14,
)


@settings(derandomize=True, deadline=None, max_examples=100)
@given(ATOMS, st.data())
def test_round_trip(atoms: list[str], data: st.DataObject) -> None:
    # A control word ends at what is no letter, digit or blank: the next atom must not run into it.
    content = re.sub(r"(\\(?:tab|b0))(?=[A-Za-z0-9])", r"\1 ", "".join(atoms))
    raw = rtf(content)
    try:
        text = read_text(RTF, raw)
    except InputError:
        return
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)))
    new = st.text(st.sampled_from("xyZ \\{}é𝄞\n\t-1"), max_size=4)
    pairs = zip(cuts[::2], cuts[1::2], strict=False)
    replacements = split_at_line_ends(
        text, [Replacement(a, b, data.draw(new), Label.IDNUM) for a, b in pairs]
    )
    expected = apply_replacements(text, replacements)
    if expected.strip():
        assert read_text(RTF, write(RTF, raw, replacements)) == expected


FRAGMENTS = st.lists(
    st.sampled_from(
        [
            *"{}{}ab ",
            r"\par ",
            r"\'",
            "e9",
            r"\*",
            r"\field",
            r"{\*\fldinst",
            r"\fldrslt ",
            r"\info",
            r"\deleted",
            r"\u233",
            r"\uc0",
            r"\upr",
            r"{\*\ud",
            r"\pict",
            r"{\stylesheet",
            r"{\sp",
            r"\v",
            r"\cell",
            r"\{",
            r"\bin1",
        ]
    ),
    min_size=1,
    max_size=25,
)


@settings(derandomize=True, deadline=None, max_examples=100)
@given(FRAGMENTS)
def test_any_tokens_are_read_and_written_or_refused(fragments: list[str]) -> None:
    content = "".join(fragments)
    raw = rtf(content + "}" * max(content.count("{") - content.count("}"), 0))
    try:
        text = read_text(RTF, raw)
    except InputError:
        return
    out = write(RTF, raw, [])
    assert read_text(RTF, out) == text
    assert "".join(all_strings(RTF, out).split()).count("a") >= text.count("a")
