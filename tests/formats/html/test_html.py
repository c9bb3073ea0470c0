"""HTML: text as shown, replacements in place, nothing hidden left."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.domain.errors import InputError
from chartveil.domain.labels import Label
from chartveil.domain.span import Replacement, apply_replacements
from chartveil.formats.base import SourceFile
from chartveil.formats.html.elements import known_attributes
from chartveil.formats.html.format import HtmlFormat
from chartveil.formats.html.reader import HtmlReader
from chartveil.formats.source_edits import split_at_line_ends
from formats.prose_files import OPTIONS, all_strings, read_text, replacing, write

HTML = HtmlFormat()

SHOWN = [
    ("<p>seen <ruby>a<rt>Quill 555-0148</rt></ruby>b</p>", "seen a\nQuill 555-0148\nb"),
    ("<p>one</p><p>two</p>", "one\ntwo"),
    ("one<br>two<br/><br>three", "one\ntwo\n\nthree"),
    ("<p>  run \n\t together  </p>  <p>x</p>", "run together\nx"),
    ("<b>Jo</b>hn <i> Smith</i>", "John Smith"),
    ("<table><tr><th>Name<th>MRN<tr><td>A<td>1</table>", "Name\tMRN\nA\t1"),
    ("<table><tr><td><p>A</p></td><td></td><td>B</td></tr></table>after", "A\t\tB\nafter"),
    ("<pre>a\r\n  b</pre>", "a\n  b"),
    ("caf&eacute; &amp; &#8217;&#x41;&nbsp;&notin;&bogus;&ampx", "café & ’A\u00a0∉&bogus;&x"),
    ("a<!-- no -->b<!-->c<!--->d<!-- x --!>e", "abcde"),
    ("a<script>no</script ><style>no</style><iframe>no</iframe>b", "ab"),
    ("<title>A &lt;b> c</title><textarea> x\n y</textarea>", "A <b> c\n x\n y"),
    ("3 < 4 and a<5", "3 < 4 and a<5"),
    ('<img alt="a scan"> of <input value=54> years', "a scan\tof\t54\tyears"),
    ('<p title="tip">x</p><p aria-label="aria">y</p>', "x\ny\ntip\naria"),
    ("<ul><li>a<li>b</ul>", "a\nb"),
    ("<noscript>shown to some</noscript>", "shown to some"),
    ("<p>a<p>b <unclosed", "a\nb <unclosed"),
    ("a <quarzbrenner@example.org> b", "a <quarzbrenner@example.org> b"),
    (
        "<Name, Given> </Name> <<Name>> <!Name> <?Name?> </ Name> <x-name>",
        "<Name, Given> </Name> <<Name>> <!Name> <?Name?> </ Name> <x-name>",
    ),
    ("<Mark Brenner> <b Brenner Quarz>x", "<Mark Brenner> <b Brenner Quarz>x"),
    ("seen by <b lang=en a long", "seen by <b lang=en a long"),
    ("a<![if !supportLists]>b<![endif]>c<?xml:namespace prefix = o />d", "abcd"),
    ("<p><![CDATA[a < b &amp; c]]></p>", "a < b &amp; c"),
    ("<xmp>a <b> &amp;</xmp>c", "a <b> &amp;\nc"),
    ("a<plaintext>b <i> &amp;", "a\nb <i> &amp;"),
    ("&not<o:p></o:p>in; &#0;&#1;&#1234567890; &#0000000000065;", "¬in; \ufffd\ufffd A"),
    (
        "<svg><path d='M 1 2'/><text>a</text><text><tspan x=1>b</tspan><tspan y=2>c</tspan></text></svg>d",
        "a\n\nb\nc\nd",
    ),
    ("<math><mfrac><mn>1</mn><mn>2</mn></mfrac><mtext>x</mtext></math>", "12x"),
    ('<img alt=John\'s> <img alt="a"">', "John's\ta"),
    (
        "<details><summary>a</summary>b</details><template><p>c</template><select><option label=d></select>",
        "a\nb\nc\nd",
    ),
    ("<object data=x>a</object><video>b</video><map><area alt=c></map>", "ab"),
    ("<input type=checkbox value=a><input type=email value=b><input type=madeup value=c>", "b\tc"),
    ("<select><option>M<option>F</select>", "M\nF"),
    ("<svg><text>drawn</text></svg>", "drawn"),
    ("<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'>x</html>", "x"),
]


@pytest.mark.parametrize(("source", "text"), SHOWN)
def test_text_is_what_a_browser_shows(source: str, text: str) -> None:
    assert read_text(HTML, source.encode()) == text


@pytest.mark.parametrize(("source", "text"), SHOWN)
def test_written_unchanged_it_reads_the_same(source: str, text: str) -> None:
    assert read_text(HTML, write(HTML, source.encode(), [])) == text


CHANGED = [
    ("<p>Dear <b>Jo</b>hn Smith,</p>", ("John Smith", "Al & Poe"), "<p>Dear <b>Al &amp; Poe</b>,</p>"),
    ("<p>Jos&eacute; N.</p>", ("José N.", "A <b>"), "<p>A &lt;b&gt;</p>"),
    ("<p>John</p><p>Smith</p>", ("John\nSmith", "Alan\nPoe"), "<p>Alan</p><p>Poe</p>"),
    ("<p>John</p><p>Smith</p>", ("John\nSmith", "Alan Poe"), "<p>Alan Poe</p><p><wbr></p>"),
    ("<p>John</p>", ("John", "Al\nPoe"), "<p>Al<br>Poe</p>"),
    ('<img alt="of John">', ("John", 'A"l'), '<img alt="of A&quot;l">'),
    ("<img alt=John>", ("John", "Al Poe"), '<img alt="Al Poe">'),
    ("<pre>a John\n b</pre>", ("John", "Al\n<"), "<pre>a Al\n&lt;\n b</pre>"),
    (
        "<p style='color:red' align=center>John</p>",
        ("John", "Al"),
        "<p style='color:red' align=center>Al</p>",
    ),
]


@pytest.mark.parametrize(("source", "pair", "out"), CHANGED)
def test_replaced_in_place(source: str, pair: tuple[str, str], out: str) -> None:
    text = read_text(HTML, source.encode())
    assert write(HTML, source.encode(), replacing(text, pair)).decode() == out


HIDDEN = [
    "<!-- SECRET -->",
    "<!--[if mso]><p>SECRET</p><![endif]-->",
    "<script>var x='SECRET'</script>",
    "<style>.SECRET{}</style>",
    "<meta name=author content=SECRET>",
    "<meta http-equiv=refresh content='0;url=http://SECRET/'>",
    "<link rel=author href='SECRET'>",
    "<iframe src=SECRET>SECRET</iframe>",
    "<object data=SECRET></object>",
    "<base href='http://SECRET/'>",
    "<p class=SECRET id=SECRET data-x=SECRET onclick='SECRET()'>x</p>",
    "<p style=\"background:url('SECRET')\">x</p>",
    "<p style=\"font-family:'SECRET'\">x</p>",
    "<font face=SECRET>x</font>",
    "<a href='mailto:SECRET@example.org'>x</a><a href='tel:SECRET'>y</a><a name=SECRET></a>",
    '<a href="#SECRET">x</a><h1 id=SECRET>y</h1>',
    "<input type=hidden value=SECRET><option value=SECRET>x</option>",
    "<img src='SECRET.png' srcset='SECRET.png 2x'>",
    "<img src='data:image/png;base64,SECRET'>",
    "<form action='http://SECRET/'><input name=SECRET></form>",
    "<!DOCTYPE html SYSTEM 'SECRET'>",
    "</p SECRET>",
    "<p title='a' title='SECRET'>x</p>",
    "<p SECRET=1>x</p>",
    "<p align=SECRET_NAME>x</p>",
    "<svg><image href='SECRET'/></svg>",
    "<p xmlns:x='urn:SECRET'>x</p>",
]


@pytest.mark.parametrize("source", HIDDEN)
def test_nothing_hidden_is_released(source: str) -> None:
    data = f"<p>Some text.</p>{source}".encode().replace(b"SECRET", b"Quibblewood")
    assert "quibblewood" in all_strings(HTML, data).lower()
    out = write(HTML, data, [])
    assert b"Quibblewood" not in out
    assert "Some text." in read_text(HTML, out)
    assert "quibblewood" not in all_strings(HTML, out).lower()


CANARIES = ["Quibblewood", "483920175", "483-92-0175", "483 920 175"]
SLOTS = [
    *(
        f"<{element} {name}={quote}%s{quote}>z"
        for name in sorted(
            known_attributes() | {"class", "srcset", "viewbox", "d", "fill", "headers", "content"}
        )
        for element in ("p", "input", "td", "ol", "img", "font", "o:p")
        for quote in ('"', "")
    ),
    *(
        f"<p style='color:red;{name}:{value};margin:1px'>z"
        for name in (
            "color",
            "font-family",
            "margin",
            "width",
            "content",
            "background",
            "mso-x",
            "--x",
            "font",
        )
        for value in ("%s", '"%s"', "url(%s)", "red %s", "1px %spx", "rgb(%s)", "#%s", "/*%s*/red", "1.%s")
    ),
    *("<!-- %s -->", "<![if %s]>", "<?xml %s?>", "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML %s//EN'>"),
    *("<meta charset='%s'>", "<meta http-equiv=content-type content='text/html; charset=%s'>", "</p %s>"),
    *("<svg><path d='M%s'/><use href='#%s'/></svg>", "<math><mi mathvariant='%s'>x</mi></math>"),
    *("<b x='%s'/%s/>", "<noframes>%s</noframes>", "<iframe srcdoc='%s'></iframe>", "&#%s;", "&#x%s;"),
]


def test_no_slot_lets_anything_through_unread() -> None:
    for slot in SLOTS:
        for canary in CANARIES:
            data = f"<p>Some text.</p>{slot}<p>after</p>".replace("%s", canary).encode()
            out = write(HTML, data, [])
            text = read_text(HTML, data)
            assert read_text(HTML, out) == text, slot
            assert write(HTML, out, []) == out, slot
            assert canary.encode() not in out or canary in text, (slot, out)


def test_what_is_understood_of_a_style_stays() -> None:
    source = (
        '<p style="color:rgb(255, 0,16);x:y;margin:0 1.23456pt;'
        "font-family:'Times New Roman',Quibble\" align=CENTER>x"
    )
    out = write(HTML, source.encode(), []).decode()
    assert out == '<p style="color:#ff0010;margin:0 1.234pt;font-family:Times New Roman" align=CENTER>x'


def test_what_was_dropped_is_counted() -> None:
    reader = HtmlReader("<P onclick=x lang=en CLASS=y>a<!-- b --><script>c</script>")
    assert reader.dropped == {"attribute": 2, "comment": 1, "script": 1}


def test_links_within_the_page_still_meet() -> None:
    out = write(HTML, b"<a href='#john'>x</a><h1 id='john'>y</h1>", []).decode()
    assert out == "<a href='#place1'>x</a><h1 id='place1'>y</h1>"
    assert write(HTML, out.encode(), []).decode() == out


@pytest.mark.parametrize(
    ("source", "encoding"),
    [
        ('<meta charset="windows-1251"><p>Пациент</p>', "cp1251"),
        ('<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><p>José “x”</p>', "cp1252"),
        ("<p>José</p>", "utf-8"),
        ("\ufeff<p>José</p>", "utf-16-le"),
    ],
)
def test_encodings(source: str, encoding: str) -> None:
    data = source.encode(encoding)
    assert read_text(HTML, data) in source
    assert write(HTML, data, []) == data


def test_characters_that_the_encoding_lacks_become_references() -> None:
    data = b'<meta charset="windows-1252"><p>John</p>'
    out = write(HTML, data, replacing("John", ("John", "Łukasz")))
    assert b"&#321;ukasz" in out
    assert read_text(HTML, out) == "Łukasz"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b"<p> </p>", "holds no text"),
        (b"<script>only</script>", "holds no text"),
        (b"<p>a\0b\0c</p>", "binary"),
    ],
)
def test_refuses(data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        HTML.read(SourceFile("page.html", data), OPTIONS)
    assert caught.value.where == "page.html"


WORDS = st.text(st.sampled_from("ab é<&>\"'𝄞;#1"), min_size=1, max_size=8)
SOURCES = st.lists(
    st.one_of(
        WORDS.map(lambda w: w.replace("&", "&amp;").replace("<", "&lt;")),
        st.sampled_from(
            [
                "<p>",
                "</p>",
                "<b>",
                "</b>",
                "<br>",
                "<td>",
                "<tr>",
                "<!-- x -->",
                "&eacute;",
                "<pre>",
                "</pre>",
                "<name@x.org>",
                "</Name>",
                "<o:p>",
                "<svg>",
                "<tspan x=1>",
                "<![CDATA[ a ]]>",
                "&#65",
            ]
        ),
    ),
    min_size=1,
    max_size=12,
).map("".join)


@settings(derandomize=True, deadline=None, max_examples=100)
@given(SOURCES, st.data())
def test_round_trip(source: str, data: st.DataObject) -> None:
    raw = source.encode()
    try:
        text = read_text(HTML, raw)
    except InputError:
        return
    cuts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=6)))
    new = st.text(st.sampled_from("xy <&>\"'é𝄞"), max_size=5)
    pairs = zip(cuts[::2], cuts[1::2], strict=False)
    # Line ends, tabs and the blanks around a picture's text are structure.
    replacements = [
        r
        for r in split_at_line_ends(
            text, [Replacement(a, b, data.draw(new), Label.PATIENT) for a, b in pairs]
        )
        if not (r.text == "" and text[r.start : r.end].isspace())
    ]
    expected = apply_replacements(text, replacements)
    if expected.strip():
        assert read_text(HTML, write(HTML, raw, replacements)) == expected


@settings(derandomize=True, deadline=None, max_examples=100)
@given(st.text(st.sampled_from("<>/!-?&;\"'= abx#\n"), min_size=1, max_size=60))
def test_any_source_is_read_and_written_or_refused(source: str) -> None:
    try:
        text = read_text(HTML, source.encode())
    except InputError:
        return
    read_text(HTML, write(HTML, source.encode(), replacing(text, (text.strip(), "x"))))
