"""Word files: what the grammar does not hold is not written, wherever it stands; text is never lost."""

import pytest

from chartveil.domain.errors import InputError
from chartveil.formats.word.format import DocxFormat
from chartveil.formats.word.grammar import grammar
from formats.prose_files import all_strings, docx, package, para, read_text, rels, story, unpacked, write

DOCX = DocxFormat()
CANARIES = ("Quarzbrenner", "471123344", "471-12-3344", "471 12 3344")
FOREIGN = {
    "w14": "http://schemas.microsoft.com/office/word/2010/wordml",
    "w15": "http://schemas.microsoft.com/office/word/2012/wordml",
    "w10": "urn:schemas-microsoft-com:office:word",
    "x": "urn:of-nobody",
}
NAMESPACES = {**grammar().namespaces, **FOREIGN}
PREFIXES = {space: prefix for prefix, space in NAMESPACES.items()}
DECLARED = " ".join(f'xmlns:{prefix}="{space}"' for prefix, space in NAMESPACES.items())
UNKNOWN_ATTRIBUTES = ("w:foo", "w:author", "w:rsidR", "w14:paraId", "w15:x", "o:title", "o:gfxdata", "x:a")
UNKNOWN_ELEMENTS = [
    f"{prefix}:{name}"
    for prefix in ("w", "w14", "w10", "a", "v", "o", "m", "x")
    for name in ("foo", "ext", "path", "formulas", "f", "gd", "shapetype", "oval", "OLEObject", "binData")
]
PLACES = {
    "block": "%s",
    "paragraph": "<w:p>%s</w:p>",
    "paragraph properties": "<w:p><w:pPr>%s</w:pPr><w:r><w:t>a</w:t></w:r></w:p>",
    "run": "<w:p><w:r>%s</w:r></w:p>",
    "run properties": "<w:p><w:r><w:rPr>%s</w:rPr><w:t>b</w:t></w:r></w:p>",
    "cell": "<w:tbl><w:tblPr>%s</w:tblPr><w:tr><w:tc><w:tcPr>%s</w:tcPr><w:p/></w:tc></w:tr></w:tbl>",
    "old drawing": "<w:p><w:r><w:pict>%s<v:shape>%s</v:shape></w:pict></w:r></w:p>",
    "shape": '<w:p><w:r><w:drawing><wp:anchor>%s<a:graphic><a:graphicData uri="http://schemas.microsoft.com/'
    'office/word/2010/wordprocessingShape"><wps:wsp><wps:spPr>%s</wps:spPr></wps:wsp></a:graphicData>'
    "</a:graphic></wp:anchor></w:drawing></w:r></w:p>",
    "formula": "<w:p><m:oMath><m:f><m:fPr>%s</m:fPr></m:f></m:oMath></w:p>",
    "section": "<w:sectPr>%s</w:sectPr>",
}


def _short(name: str) -> str:
    space, _, local = name[1:].partition("}")
    return f"{PREFIXES[space]}:{local}" if name.startswith("{") else name


def _slots(canary: str) -> list[str]:
    """An element with the canary in each attribute that the grammar knows or does not know."""
    out = []
    for tag, rule in grammar().elements.items():
        if rule.text == "text":
            continue
        known = " ".join(f'{name}="{canary}"' for name in map(_short, rule.attributes))
        unknown = " ".join(f'{name}="{canary}"' for name in UNKNOWN_ATTRIBUTES)
        out.append(f"<{_short(tag)} {known}>{canary}</{_short(tag)}>")
        out.append(f"<{_short(tag)} {unknown}/>{canary}")
    out += [
        f'<{tag} w:val="{canary}" v="{canary}" eqn="{canary}">{canary}</{tag}>' for tag in UNKNOWN_ELEMENTS
    ]
    return out


def _document(content: str) -> bytes:
    xml = f"<w:document {DECLARED}><w:body>{para('plain words')}{content}</w:body></w:document>"
    return package({"word/document.xml": xml})


@pytest.mark.parametrize("canary", CANARIES)
@pytest.mark.parametrize("place", PLACES)
def test_no_slot_keeps_what_is_not_text(place: str, canary: str) -> None:
    data = _document("".join(PLACES[place].replace("%s", slot) for slot in _slots(canary)))
    assert all_strings(DOCX, data).count(canary) > 300
    text = read_text(DOCX, data)
    assert unpacked(write(DOCX, data, [])).count(canary) == text.count(canary)


@pytest.mark.parametrize("kind", ["styles", "numbering", "settings", "theme", "comments"])
def test_no_slot_of_another_part_does(kind: str) -> None:
    slots = "".join(_slots("Quarzbrenner")) + "".join(_slots("471123344"))
    root = "a:theme" if kind == "theme" else f"w:{kind}"
    data = package(
        {
            "word/document.xml": story("document", f"<w:body>{para('x')}</w:body>"),
            "word/_rels/document.xml.rels": rels(("r1", kind, "part.xml")),
            "word/part.xml": f"<{root} {DECLARED}>{slots}</{root}>",
        }
    )
    text = read_text(DOCX, data)
    out = unpacked(write(DOCX, data, []))
    assert [out.count(c) for c in CANARIES] == [text.count(c) for c in CANARIES]


def _run(content: str) -> str:
    return f"<w:r>{content}</w:r>"


def _field(instruction: str) -> str:
    begin, end = (f'<w:r><w:fldChar w:fldCharType="{k}"/></w:r>' for k in ("begin", "end"))
    return f"{begin}<w:r><w:instrText>{instruction}</w:instrText></w:r>{end}"


def _symbols(font: str, *codes: str) -> str:
    return _run("".join(f'<w:sym w:font="{font}" w:char="{c}"/>' for c in codes))


CHART = '<mc:Choice Requires="x"><w:drawing><x:ink xmlns:x="urn:x"/></w:drawing></mc:Choice>'
READ = {
    "digits as symbols": (para(_symbols("Courier New", "F034", "F037", "F031")), "471\n"),
    "Greek symbols": (para(_symbols("Symbol", "F061", "F0B3", "F0B0", "F06D")), "α≥°μ\n"),
    "check marks": (para(_symbols("Wingdings", "F0FC", "F0E0", "F041")), "✓→\ufffd\n"),
    "private characters": (para("\uf034\uf037"), "47\n"),
    "equation field": (para(_field(" EQ \\\\f(471,Smith) ".replace("\\\\", "\\"))), "(471,Smith)\n"),
    "quote": (para(_field(' QUOTE "Ann Smith" ')), "Ann Smith\n"),
    "macro button": (para(_field(" MACROBUTTON Nothing Click, Ann ")), "Click, Ann\n"),
    "symbol field": (para(_field(" SYMBOL 97 \\f Symbol ")), "α\n"),
    "simple quote": (para('<w:fldSimple w:instr=" QUOTE Ann "/>'), "Ann\n"),
    "fallback": (
        para(
            _run(
                f"<mc:AlternateContent>{CHART}<mc:Fallback><w:pict><v:rect><v:textbox><w:txbxContent>"
                f"{para('Ann')}"
                "</w:txbxContent></v:textbox></v:rect></w:pict></mc:Fallback></mc:AlternateContent>"
            )
        ),
        "\nAnn\n",
    ),
    "wrapper of runs": (para('<x:y xmlns:x="urn:x"><w:r><w:t>Ann</w:t></w:r></x:y>'), "Ann\n"),
    "wrapper of paragraphs": (f'<x:y xmlns:x="urn:x">{para("Ann")}</x:y>', "Ann\n"),
    "run without a paragraph": (_run("<w:t>Ann</w:t>"), "Ann\n"),
    "text of an unknown drawing": (
        para(
            _run(
                '<w:drawing><wp:inline><a:graphic><a:graphicData uri="urn:locked"><a:p><a:r>'
                "<a:t>Ann</a:t></a:r></a:p></a:graphicData></a:graphic></wp:inline></w:drawing>"
            )
        ),
        "\nAnn\n",
    ),
    "text box of an object": (
        para(_run(f"<w:object><v:shape><w:txbxContent>{para('Ann')}</w:txbxContent></v:shape></w:object>")),
        "\nAnn\n",
    ),
}


@pytest.mark.parametrize("case", READ)
def test_what_is_shown_is_read_and_stays(case: str) -> None:
    content, text = READ[case]
    assert read_text(DOCX, docx(content)) == text
    assert read_text(DOCX, write(DOCX, docx(content), [])) == text


@pytest.mark.parametrize(
    ("label", "is_text"),
    [
        *((sign, False) for sign in ("%1.", "(%1)", "%1.%2", "\uf0b7", "o", "§")),
        *((text, True) for text in ("Visit %1", "471-12-3344 %1", "7", "\uf034\uf037", "４")),
    ],
)
def test_list_labels_are_text_unless_they_are_signs(label: str, is_text: bool) -> None:
    level = f'<w:lvl w:ilvl="0"><w:lvlText w:val="{label}"/></w:lvl>'
    numbering = f'<w:abstractNum w:abstractNumId="0">{level}</w:abstractNum>'
    data = docx(
        para("x"),
        **{
            "word/_rels/document.xml.rels": rels(("r1", "numbering", "n.xml")),
            "word/n.xml": story("numbering", numbering),
        },
    )
    assert read_text(DOCX, data) == ("x\n" + (f"{label}\n" if is_text else ""))
    assert f'w:lvlText w:val="{label}"'.encode().decode("latin-1") in unpacked(write(DOCX, data, []))


def test_shapes_that_can_spell_become_rectangles() -> None:
    drawing = (
        '<w:pict><v:shapetype id="Quarz" path="m471,12"/><v:shape id="Quarz" style="width:90pt;height:20.5pt;'
        'foo:Quarz" path="m471,12l33,44e" adj="471123344"><v:path o:connectlocs="Quarz"/><v:formulas>'
        '<v:f eqn="val 471123344"/></v:formulas></v:shape></w:pict>'
    )
    out = unpacked(write(DOCX, docx(para("x", _run(drawing))), []))
    assert '<v:rect style="width:90pt;height:20.5pt"/>' in out
    assert "471" not in out


def test_too_deep_a_nesting_is_refused() -> None:
    deep = "<w:sdt>" * 2000 + para("x") + "</w:sdt>" * 2000
    with pytest.raises(InputError, match="nested") as caught:
        read_text(DOCX, docx(deep))
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("form", "written", "copied"),
    [
        ("int", "12345", "12345"),
        ("int", "123456", None),
        ("int", "0", "0"),
        ("int", "007", "7"),
        ("int", " 12 ", "12"),
        ("int", "-240", "-240"),
        ("int", "12pt", None),
        ("int", "٣", None),
        ("int", "", None),
        ("measure", "720", "720"),
        ("measure", "0720", "720"),
        ("measure", "12.50pt", "12.5pt"),
        ("measure", "471123344", None),
        ("measure", "x", None),
    ],
)
def test_a_number_stays_short_and_in_one_spelling(form, written, copied):
    assert grammar().closed(form, written) == copied


def test_attributes_stand_in_the_order_of_the_grammar_however_many_there_are():
    few = '<w:p><w:pPr><w:ind w:hanging="1" w:left="2"/></w:pPr><w:r><w:t>a</w:t></w:r></w:p>'
    many = few.replace("<w:ind", "<w:ind " + " ".join(f'w:n{n}="1"' for n in range(20)))
    first, second = (write(DOCX, docx(body), []) for body in (few, many))
    assert first == second
