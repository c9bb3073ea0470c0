"""HTML: text as shown, replacements in place, nothing hidden left."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chartveil.domain.errors import InputError
from chartveil.domain.labels import Label
from chartveil.domain.span import Replacement, apply_replacements
from chartveil.formats.base import SourceFile
from chartveil.formats.html.format import HtmlFormat
from chartveil.formats.source_edits import split_at_line_ends
from formats.prose_files import OPTIONS, all_text, read_text, replacing, write

HTML = HtmlFormat()

SHOWN = [
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
    ("<p>a<p>b <unclosed", "a\nb"),
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
    "<?SECRET?>",
    "</p SECRET>",
    "<p title='a' title='SECRET'>x</p>",
    "<p SECRET=1>x</p>",
    "<p align=SECRET_NAME>x</p>",
    "<svg><image href='SECRET'/></svg>",
    "<p xmlns:x='urn:SECRET'>x</p>",
    "<unclosed SECRET",
]


@pytest.mark.parametrize("source", HIDDEN)
def test_nothing_hidden_is_released(source: str) -> None:
    data = f"<p>Some text.</p>{source}".encode().replace(b"SECRET", b"Quibblewood")
    assert "Quibblewood" in all_text(HTML, data)
    out = write(HTML, data, [])
    assert b"Quibblewood" not in out
    assert "Some text." in read_text(HTML, out)
    assert "Quibblewood" not in all_text(HTML, out)


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
