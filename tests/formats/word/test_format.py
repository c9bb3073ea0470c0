"""Word documents: text of every part, replacements over runs, formatting kept."""

import io
import zipfile

import docx
import pytest
from docx.shared import Pt
from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.domain.errors import InputError
from chartveil.domain.labels import Label
from chartveil.domain.span import Replacement, apply_replacements
from chartveil.formats.base import SourceFile
from chartveil.formats.source_edits import split_at_line_ends
from chartveil.formats.word.format import DocxFormat
from formats.prose_files import (
    OPTIONS,
    body,
    package,
    para,
    read_text,
    rels,
    replacing,
    story,
    unpacked,
    write,
)
from formats.prose_files import docx as make

DOCX = DocxFormat()


def run(content: str, properties: str = "") -> str:
    return f"<w:r>{f'<w:rPr>{properties}</w:rPr>' if properties else ''}{content}</w:r>"


def field(instruction: str, result: str, data: str = "") -> str:
    return (
        run(f'<w:fldChar w:fldCharType="begin">{data}</w:fldChar>')
        + run(f"<w:instrText>{instruction}</w:instrText>")
        + run('<w:fldChar w:fldCharType="separate"/>')
        + (run(f"<w:t>{result}</w:t>") if result else "")
        + run('<w:fldChar w:fldCharType="end"/>')
    )


def table(*rows: tuple[str, ...]) -> str:
    cells = ("".join(f"<w:tc>{c}</w:tc>" for c in row) for row in rows)
    return f"<w:tbl>{''.join(f'<w:tr>{c}</w:tr>' for c in cells)}</w:tbl>"


DELETED_MARK = '<w:pPr><w:rPr><w:del w:id="1" w:author="x"/></w:rPr></w:pPr>'
BOX = (
    "<mc:AlternateContent>{}<mc:Fallback><w:pict><v:shape><v:textbox><w:txbxContent>{}</w:txbxContent>"
    "</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent>"
)

SHOWN = [
    (para("one") + para("two"), "one\ntwo\n"),
    (para("Jo", "hn ", "Smith"), "John Smith\n"),
    (
        para(run("<w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:cr/>")),
        "a\tb\nc\u2011\n\n",
    ),
    (para("a", properties='<w:pPr><w:tabs><w:tab w:val="left" w:pos="1"/></w:tabs></w:pPr>'), "a\n"),
    (table((para("A"), para("B")), (para("C"), para("D") + para("E"))), "A\tB\nC\tD\nE\n"),
    (table((table((para("in"),)) + para(""), para("B"))), "in\n\tB\n"),
    (
        para(
            '<w:ins w:id="1"><w:r><w:t>new</w:t></w:r></w:ins>',
            '<w:del w:id="2"><w:r><w:delText>old</w:delText></w:r></w:del>',
        ),
        "new\n",
    ),
    (para("Jo", properties=DELETED_MARK) + para("hn"), "John\n"),
    (para("a", properties=DELETED_MARK) + para("b", properties=DELETED_MARK) + para("c"), "abc\n"),
    ("<w:tbl><w:tr><w:trPr><w:del w:id='1'/></w:trPr><w:tc><w:p/></w:tc></w:tr></w:tbl>" + para("x"), "x\n"),
    (
        para(
            '<w:moveFrom w:id="1"><w:r><w:t>from</w:t></w:r></w:moveFrom>'
            '<w:moveTo w:id="2"><w:r><w:t>to</w:t></w:r></w:moveTo>'
        ),
        "to\n",
    ),
    (f"<w:sdt><w:sdtPr/><w:sdtContent>{para('inside')}</w:sdtContent></w:sdt>", "inside\n"),
    (para('<w:hyperlink r:id="r"><w:r><w:t>link</w:t></w:r></w:hyperlink>', " on"), "link on\n"),
    (para(field(" DATE ", "3 May")), "3 May\n"),
    (para(run('<w:fldChar w:fldCharType="begin"/>'), "never ended"), "never ended\n"),
    (
        para(
            field(
                " FORMDROPDOWN ",
                "",
                '<w:ffData><w:ddList><w:result w:val="1"/><w:listEntry'
                ' w:val="M"/><w:listEntry w:val="F"/></w:ddList></w:ffData>',
            )
        ),
        "F\n",
    ),
    (para(field(" FORMCHECKBOX ", "", "<w:ffData><w:checkBox><w:checked/></w:checkBox></w:ffData>")), "☒\n"),
    (para("a", run(BOX.format("", para("old box"))), "b"), "ab\nold box\n"),
    (para("a", run("<w:t>h</w:t>", "<w:vanish/>")), "ah\n"),
    (para("<m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath>"), "x=1\n"),
    (para("x", run('<w:sym w:font="Wingdings" w:char="F0FC"/>')), "x✓\n"),
    (
        para(
            run('<w:pict><v:shape alt="logo of it"><v:textpath string="DRAFT for Ann"/></v:shape></w:pict>')
        ),
        "\nlogo of it\nDRAFT for Ann\n",
    ),
    (
        para(
            "<w:ruby><w:rt><w:r><w:t>r</w:t></w:r></w:rt>"
            "<w:rubyBase><w:r><w:t>b</w:t></w:r></w:rubyBase></w:ruby>"
        ),
        "b\nr\n",
    ),
    (
        para(
            "At ",
            "<w:ruby><w:rubyBase><w:r><w:t>471</w:t></w:r></w:rubyBase>"
            "<w:rt><w:r><w:t>22</w:t></w:r></w:rt></w:ruby>",
            "05 seen",
        ),
        "At 47105 seen\n22\n",
    ),
]


@pytest.mark.parametrize(("content", "text"), SHOWN)
def test_text(content: str, text: str) -> None:
    assert read_text(DOCX, make(content)) == text


@pytest.mark.parametrize(("content", "text"), SHOWN)
def test_written_unchanged_it_reads_the_same(content: str, text: str) -> None:
    out = write(DOCX, make(content), [])
    assert read_text(DOCX, out) == text
    assert write(DOCX, out, []) == out


def letter() -> bytes:
    """A letter as python-docx makes it, with parts of every kind that it can make."""
    document = docx.Document()
    document.sections[0].header.paragraphs[0].text = "Northfield Clinic"
    document.sections[0].footer.paragraphs[0].text = "Page footer"
    document.add_heading("Letter", 1)
    p = document.add_paragraph("Dear ")
    bold = p.add_run("Ann")
    bold.bold = True
    bold.font.size = Pt(14)
    p.add_run(" Tester, seen ")
    p.add_run("3/17").italic = True
    document.add_paragraph("first", style="List Bullet")
    grid = document.add_table(2, 2, style="Table Grid")
    for k, cell in enumerate(c for row in grid.rows for c in row.cells):
        cell.text = f"cell {k}"
    document.core_properties.author = "Quibblewood"
    document.core_properties.title = "Quibblewood"
    document.add_comment(bold, text="check this", author="Quibblewood", initials="Q")
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


LETTER = (
    "Northfield Clinic\nLetter\nDear Ann Tester, seen 3/17\nfirst\n"
    "cell 0\tcell 1\ncell 2\tcell 3\nPage footer\ncheck this\n"
)


def test_a_letter_of_another_program() -> None:
    data = letter()
    assert read_text(DOCX, data) == LETTER
    out = write(
        DOCX, data, replacing(LETTER, ("Ann Tester", "Zoë Poe"), ("3/17", "5/02"), ("cell 3", "x\ty"))
    )
    opened = docx.Document(io.BytesIO(out))
    runs = [r for r in opened.paragraphs[1].runs if r.text]
    assert [r.text for r in runs] == ["Dear ", "Zoë Poe", ", seen ", "5/02"]
    assert [bool(r.bold) for r in runs] == [False, True, False, False]
    assert runs[1].font.size == Pt(14)
    assert runs[3].italic
    assert [p.style.name for p in opened.paragraphs] == ["Heading 1", "Normal", "List Bullet"]
    assert opened.tables[0].style.name == "Table Grid"
    assert opened.tables[0].rows[1].cells[1].text == "x\ty"
    assert opened.sections[0].header.paragraphs[0].text == "Northfield Clinic"
    assert [c.text for c in opened.comments] == ["check this"]
    assert [c.author for c in opened.comments] == ["Author"]


def test_notes_and_list_labels() -> None:
    data = make(
        para("body"),
        **{
            "word/_rels/document.xml.rels": rels(
                ("r1", "footnotes", "footnotes.xml"),
                ("r2", "endnotes", "e.xml"),
                ("r3", "numbering", "n.xml"),
            ),
            "word/footnotes.xml": story("footnotes", f'<w:footnote w:id="2">{para("foot")}</w:footnote>'),
            "word/e.xml": story("endnotes", f'<w:endnote w:id="2">{para("end")}</w:endnote>'),
            "word/n.xml": story(
                "numbering",
                '<w:abstractNum w:abstractNumId="0"><w:name'
                ' w:val="q"/><w:lvl w:ilvl="0"><w:lvlText w:val="%1."/>'
                '</w:lvl><w:lvl w:ilvl="1"><w:lvlText w:val="Visit of Ann %1"/></w:lvl></w:abstractNum>',
            ),
        },
    )
    text = "body\nfoot\nend\nVisit of Ann %1\n"
    assert read_text(DOCX, data) == text
    assert read_text(DOCX, write(DOCX, data, replacing(text, ("Ann", "Zoë")))) == text.replace("Ann", "Zoë")


def test_the_last_of_several_copies_is_changed_too() -> None:
    box = (
        '<mc:Choice Requires="wps"><w:drawing><wp:inline><a:graphic><a:graphicData '
        'uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape">'
        "<wps:wsp><wps:txbx><w:txbxContent>"
        f"{para('for Ann')}</w:txbxContent></wps:txbx></wps:wsp>"
        f"</a:graphicData></a:graphic></wp:inline></w:drawing>"
        "</mc:Choice>"
    )
    data = make(para("Seen", run(BOX.format(box, para("for Ann")))))
    text = read_text(DOCX, data)
    assert text == "Seen\nfor Ann\n"
    out = write(DOCX, data, replacing(text, ("Ann", "Zoë")))
    assert b"Ann" not in zipfile.ZipFile(io.BytesIO(out)).read("word/document.xml")
    assert read_text(DOCX, out) == "Seen\nfor Zoë\n"


@pytest.mark.parametrize(
    ("content", "pair", "text"),
    [
        (para("John") + para("Smith"), ("John\nSmith", "Alan\nPoe"), "Alan\nPoe\n"),
        (para("John") + para("Smith"), ("John\nSmith", "Alan Poe"), "Alan Poe\n\n"),
        (table((para("A"), para("B"))), ("A\tB", "C\tD"), "C\tD\n"),
        (para(run("<w:t>A</w:t><w:tab/><w:t>B</w:t>")), ("A\tB", "C"), "C\n"),
        (para("A B"), ("A B", " a  \n b\r\n"), " a  \n b\n\n"),
        (para("A"), ("A", "x\x01\ufffe"), "x\ufffd\ufffd\n"),
        (para("A") + para("B"), ("\n", "-"), "A-\nB\n"),
    ],
)
def test_replacements_across_structure(content: str, pair: tuple[str, str], text: str) -> None:
    data = make(content)
    assert read_text(DOCX, write(DOCX, data, replacing(read_text(DOCX, data), pair))) == text


@pytest.mark.parametrize("tag", ["altChunk", "subDoc"])
def test_embedded_files_are_refused(tag: str) -> None:
    with pytest.raises(InputError, match="embedded") as caught:
        read_text(DOCX, make(para("x") + f'<w:{tag} r:id="r1"/>'))
    assert "save it" in caught.value.remedy


PARAGRAPHS = st.lists(
    st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn"]), max_size=6), max_size=4),
    min_size=1,
    max_size=4,
)


@settings(derandomize=True, deadline=None, max_examples=60)
@given(PARAGRAPHS, st.data())
def test_round_trip(paragraphs: list[list[str]], data: st.DataObject) -> None:
    def escaped(text: str) -> str:
        return run(f'<w:t xml:space="preserve">{text.replace("&", "&amp;").replace("<", "&lt;")}</w:t>')

    raw = make("".join(para(*map(escaped, runs)) for runs in paragraphs))
    try:
        text = read_text(DOCX, raw)
    except InputError:
        assert not "".join("".join(p) for p in paragraphs).strip()
        return
    assert text == "".join("".join(runs) + "\n" for runs in paragraphs)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)))
    new = st.text(st.sampled_from("xyZ <&>\n\té𝄞"), max_size=4)
    pairs = zip(cuts[::2], cuts[1::2], strict=False)
    replacements = split_at_line_ends(
        text, [Replacement(a, b, data.draw(new), Label.IDNUM) for a, b in pairs]
    )
    expected = apply_replacements(text, replacements)
    if expected.strip():
        assert read_text(DOCX, write(DOCX, raw, replacements)) == expected


def test_same_input_same_bytes() -> None:
    data = letter()
    pair = replacing(LETTER, ("Ann Tester", "Zoë Poe"))
    assert write(DOCX, data, pair) == write(DOCX, data, pair)


def test_other_names_for_the_main_part() -> None:
    data = package(
        {
            "_rels/.rels": rels(("rId1", "officeDocument", "/story/main.xml")),
            "story/main.xml": body(para("there")),
        }
    )
    assert read_text(DOCX, data) == "there\n"


def test_where_is_the_path_the_user_gave() -> None:
    with pytest.raises(InputError) as caught:
        DOCX.read(SourceFile("in/letter.docx", b"PK\x03\x04 cut"), OPTIONS)
    assert caught.value.where == "in/letter.docx"


@pytest.mark.parametrize(
    ("text", "new", "parts"),
    [
        ("John\nSmith", "Alan\nPoe", [(0, 4, "Alan"), (5, 10, "Poe")]),
        ("John\nSmith", "[PATIENT]", [(0, 4, "[PATIENT]"), (5, 10, "")]),
        ("John\r\n\tSmith", "A\r\n\tB", [(0, 4, "A"), (7, 12, "B")]),
        ("\nSmith\n", "Poe", [(1, 6, "Poe")]),
        ("\nSmith", "A\nPoe", [(1, 6, "A\nPoe")]),
        ("John Smith", "Alan\nPoe", [(0, 10, "Alan\nPoe")]),
        ("\n\n", "x", []),
    ],
)
def test_replacements_parted_at_lines(text: str, new: str, parts: list[tuple[int, int, str]]) -> None:
    whole = [Replacement(0, len(text), new, Label.PATIENT)]
    assert split_at_line_ends(text, whole) == [Replacement(a, b, t, Label.PATIENT) for a, b, t in parts]


@pytest.mark.parametrize("label", ["471129518 %1.", "Room 47112 %1", "%1 (4711295)"])
def test_long_numbers_of_list_labels_are_in_no_copy_and_are_counted(label: str) -> None:
    level = f'<w:lvl w:ilvl="0"><w:start w:val="1"/><w:lvlText w:val="{label}"/></w:lvl>'
    data = make(
        para("body"),
        **{
            "word/_rels/document.xml.rels": rels(("r3", "numbering", "n.xml")),
            "word/n.xml": story("numbering", f'<w:abstractNum w:abstractNumId="0">{level}</w:abstractNum>'),
        },
    )
    (document,) = DOCX.read(SourceFile("a.docx", data), OPTIONS)
    assert document.text == "body\n"
    assert document.left_out == {"label of a list": 1}
    assert "4711" not in unpacked(write(DOCX, data, []))
