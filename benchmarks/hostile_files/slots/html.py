"""Slots of HTML: every kind of element, attribute, comment, escape and broken tag."""

from __future__ import annotations

from html import escape

from benchmarks.hostile_files.slot import Content, Slot, slots_of_templates

_ATTRIBUTES = (
    "width height size lang type align valign role fill stroke viewBox color bgcolor background border "
    "cellpadding charset class id name for href src alt title summary abbr label placeholder value content "
    "dir hidden start span rowspan colspan scope headers char axis cite datetime download ping rel rev "
    "target media coords shape usemap action method enctype accept pattern list form formaction "
    "autocomplete inputmode data-patient data-x aria-label aria-describedby aria-description aria-valuetext "
    "aria-owns onclick onload style face srcset sizes poster preload loading integrity nonce slot is part "
    "itemprop itemid itemtype itemscope property about resource typeof vocab prefix xml:lang xmlns "
    "xmlns:patient xlink:title accesskey contenteditable draggable spellcheck tabindex translate d points "
    "transform preserveAspectRatio font-size text-anchor frame rules cellvalign http-equiv unknown v:shape "
    "compact clear noshade kind srclang step min max low high optimum manifest version profile longdesc"
).split()
_ATTRIBUTE_HOSTS = {
    "alt": "img",
    "src": "img",
    "srcset": "img",
    "value": "input",
    "placeholder": "input",
    "pattern": "input",
    "list": "input",
    "href": "a",
    "name": "a",
    "for": "label",
    "content": "meta",
    "http-equiv": "meta",
    "face": "font",
    "color": "font",
    "size": "font",
    "viewBox": "svg",
    "preserveAspectRatio": "svg",
    "d": "path",
    "points": "polygon",
    "fill": "rect",
    "transform": "rect",
    "text-anchor": "text",
    "font-size": "text",
    "summary": "table",
    "colspan": "td",
    "rowspan": "td",
    "abbr": "th",
    "scope": "th",
    "headers": "td",
    "start": "ol",
    "type": "ol",
    "label": "option",
    "datetime": "time",
    "cite": "blockquote",
    "action": "form",
    "max": "meter",
}
_ELEMENTS = (
    "script style iframe noembed noframes xmp title textarea plaintext template noscript object embed "
    "applet audio video canvas svg math frameset marquee blink center font tt listing dir menu details "
    "summary dialog slot portal fencedframe select option optgroup datalist output progress meter ruby rt "
    "rp bdo bdi mark del ins s strike q cite dfn var samp kbd sub sup map picture caption legend fieldset "
    "search hgroup nobr rb rtc image isindex keygen command content shadow patient o:p w:sdt st1:PersonName "
    "custom-tag desc foreignObject metadata annotation semantics mtext tspan textPath"
).split()
_TEMPLATES = {
    "plain": "<p>Seen with «x» today.</p>",
    "address in angle brackets": "<p>Mail to <«bare»> for results.</p>",
    "name in angle brackets": "<p>Contact <«bare»> for results.</p>",
    "name with comma in brackets": "<p>Contact <«surname», «given»> today</p>",
    "doubled brackets": "<p>Contact <<«bare»>> today</p>",
    "end tag": "<p>Contact </«token»> today</p>",
    "end tag with attributes": '<p>Contact</p title="«x»">',
    "bogus end tag": "<p>Contact </ «x»> today</p>",
    "processing instruction": "<?patient «x»?>",
    "declaration": "<!ENTITY p '«x»'>",
    "cdata": "<![CDATA[«x»]]>",
    "comment": "<!-- «text» -->",
    "comment closed at once": "<!-->«text»<!-- -->",
    "comment closed with a bang": "<!-- a --!>«text»",
    "comment in a comment": "<!-- a <!-- «text» --> b -->",
    "conditional comment": "<!--[if mso]><p>«text»</p><![endif]-->",
    "conditional comment, revealed": "<!--[if !mso]><!--><p>«text»</p><!--<![endif]-->",
    "entities": "<p>Name: «entities»</p>",
    "hex entities": "<p>Name: «hex_entities»</p>",
    "open entities": "<p>Name: «open_entities»</p>",
    "padded entities": "<p>Name: «padded_entities»</p>",
    "double entities": "<p>Name: «double_entities»</p>",
    "base64": "<p>«base64»</p>",
    "percent": "<p>«percent»</p>",
    "unicode escapes": "<p>«unicode»</p>",
    "hex": "<p>«hex»</p>",
    "bold in the word": "<p>Seen with «split:<b>»</b> today.</p>",
    "empty element in the word": "<p>Seen with «split:<b></b>» today.</p>",
    "every letter in a span": "<p>Seen with <span>«each:</span><span>»</span> today.</p>",
    "comment in the word": "<p>Seen with «split:<!-- x -->» today.</p>",
    "break opportunity in the word": "<p>Seen with «split:<wbr>» today.</p>",
    "soft hyphen in the word": "<p>Seen with «split:&shy;» today.</p>",
    "soft hyphens everywhere": "<p>Seen with «each:&shy;» today.</p>",
    "zero-width spaces everywhere": "<p>Seen with «each:&#8203;» today.</p>",
    "unknown tag in the word": "<p>Seen with «split:<q7>» today.</p>",
    "picture in the word": '<p>Seen with «split:<img src="a.png" alt="">» today.</p>',
    "break in the word": "<p>Seen with «split:<br>» today.</p>",
    "cells in the word": "<table><tr><td>«split:</td><td>»</td></tr></table>",
    "block in the word": "<div>«split:<div></div>»</div>",
    "letters in blocks": "<p>«each:</p><p>»</p>",
    "script in the word": "<p>«split:<script>0</script>»</p>",
    "full width": "<p>Name: «fullwidth»</p>",
    "homoglyphs": "<p>Name: «homoglyphs»</p>",
    "reversed with bdo": '<p><bdo dir="rtl">«reversed»</bdo></p>',
    "not shown": '<p style="display:none">«x»</p>',
    "white on white": '<p style="color:#fff">«x»</p>',
    "hidden attribute": "<p hidden>«x»</p>",
    "hidden input": '<input type="hidden" name="p" value="«x»">',
    "input": '<input type="text" value="«x»">',
    "password": '<input type="password" value="«x»">',
    "button": '<button value="«x»">Send</button>',
    "radio": '<input type="radio" value="«x»">',
    "option": "<select><option>«x»</option></select>",
    "option value": '<select><option value="«x»">A</option></select>',
    "textarea with markup": "<textarea><b>«x»</b></textarea>",
    "style of a string": "<p style=\"content:'«x»'\">a</p>",
    "style of a keyword": '<p style="color:«token»">a</p>',
    "style of a function": '<p style="width:calc(«token»)">a</p>',
    "style of a font": "<p style=\"font-family:'«x»'\">a</p>",
    "style of a bare font": '<p style="font-family:«token»">a</p>',
    "style of a variable": '<p style="--patient:«token»">a</p>',
    "style of an unknown property": '<p style="patient:«token»">a</p>',
    "style of an unknown property's name": '<p style="«lower»:1px">a</p>',
    "style of an address": '<p style="background:url(«usual_percent»)">a</p>',
    "style with a comment": '<p style="color:red/*«x»*/">a</p>',
    "style with escapes": '<p style="color:«css»">a</p>',
    "style without a colon": '<p style="«token»">a</p>',
    "style important": '<p style="color:red !«token»">a</p>',
    "style of an animation": '<p style="animation:«token» 1s">a</p>',
    "style of a counter": '<p style="counter-reset:«token»">a</p>',
    "style of a grid area": '<p style="grid-area:«token»">a</p>',
    "style of numbers": '<p style="margin:«bare»">a</p>',
    "style element": "<style>p::after{content:'«x»'}</style>",
    "style class": "<style>.«token»{color:red}</style><p class='«token»'>a</p>",
    "script": "<script>var patient='«bare»';</script>",
    "json in a script": '<script type="application/ld+json">{"name":"«bare»"}</script>',
    "script not closed": "<script>var patient='«bare»';",
    "script, double escaped": "<script><!--<script>«bare»</script>--></script>",
    "meta": '<meta name="author" content="«x»">',
    "meta encoding": '<meta charset="«token»">',
    "meta content type": '<meta http-equiv="content-type" content="text/html; charset=«token»">',
    "base": '<base href="https://«token».example/">',
    "link": '<link rel="stylesheet" href="«token».css">',
    "frame": "<iframe srcdoc='<p>«x»</p>'></iframe>",
    "data uri of a picture": '<img src="data:image/png;base64,«base64»">',
    "data uri of a page": '<a href="data:text/html;base64,«base64»">a</a>',
    "mailto": '<a href="mailto:«usual_percent»">write</a>',
    "tel": '<a href="tel:«token»">call</a>',
    "javascript": "<a href=\"javascript:alert('«x»')\">a</a>",
    "anchor": '<a name="«token»"></a><a href="#«token»">a</a>',
    "anchor by id": '<p id="«token»">a</p>',
    "area": '<map name="«token»"><area alt="«x»" href="#"></map>',
    "object": '<object data="a"><param name="p" value="«x»">«x»</object>',
    "svg text": "<svg><text>«x»</text></svg>",
    "svg title": "<svg><title>«x»</title><desc>«x»</desc></svg>",
    "svg path": '<svg><path d="M 0 0 «bare»"/></svg>',
    "svg cdata": "<svg><style><![CDATA[«x»]]></style></svg>",
    "svg in a foreign object": "<svg><foreignObject><p>«x»</p></foreignObject></svg>",
    "math": "<math><mi>«x»</mi></math>",
    "math annotation": '<math><annotation encoding="TeX">«x»</annotation></math>',
    "unquoted attribute": "<p title=«token»>a</p>",
    "unquoted attribute with quotes": "<p title=a'«token»'>a</p>",
    "attribute without a value": "<p «lower»>a</p>",
    "attribute's name": '<p «token»="1">a</p>',
    "attribute twice": '<p align="left" align="«x»">a</p>',
    "attribute not closed": '<p title="«x»>a</p><p>b',
    "attributes run together": '<p align="left"«token»="1">a</p>',
    "tag never closed": "<p>a</p><b title='«x»'",
    "tag with a slash": "<p/«token»/>a</p>",
    "element's name": "<«token»>a</«token»>",
    "element's name with prefix": "<x:«token»>a</x:«token»>",
    "nested in a tag": "<p <b «lower»>a</p>",
    "less-than before the word": "<p>1 <«token» and more</p>",
    "less-than and blank": "<p>1 < «x» and more</p>",
    "ampersand": "<p>a&«token»;b</p>",
    "title": "<title>«x»</title>",
    "title in the body": "<p>a</p><title>«x»</title>",
    "ruby": "<ruby>a<rt>«x»</rt></ruby>",
    "details": "<details><summary>a</summary>«x»</details>",
    "template": "<template><p>«x»</p></template>",
    "noscript": "<noscript>«x»</noscript>",
    "nul in the word": "<p>«split:\0»</p>",
    "deep": "<div>" * 300 + "«x»" + "</div>" * 300,
    "list": "<ol><li value='«x»'>a</li></ol>",
    "table header": "<table><caption>«x»</caption><tr><th abbr='«x»'>a</th></tr></table>",
    "preformatted": "<pre>\n  «x»\n</pre>",
    "preformatted with markup": "<pre><b>«x»</b></pre>",
    "rdfa": '<span property="name" content="«x»">a</span>',
    **{f"element {e}": f"<{e}>«x»</{e}>" for e in _ELEMENTS},
    **{
        f"attribute {a}": f'<{_ATTRIBUTE_HOSTS.get(a, "p")} {a}="«x»">a</{_ATTRIBUTE_HOSTS.get(a, "p")}>'
        for a in _ATTRIBUTES
    },
    **{
        f"attribute {a}, token": f'<{_ATTRIBUTE_HOSTS.get(a, "p")} {a}="«token»">a'
        f"</{_ATTRIBUTE_HOSTS.get(a, 'p')}>"
        for a in _ATTRIBUTES[:34]
    },
}
_WHOLE = {
    "before the doctype": "<!-- «text» -->\n{page}",
    "doctype": "<!DOCTYPE html SYSTEM '«x»'>{page}",
    "doctype's entity": '<!DOCTYPE html [<!ENTITY p "«x»">]>{page}',
    "xml declaration": '<?xml version="1.0" encoding="utf-8" standalone="«x»"?>{page}',
    "after the end": "{page}\n«text»",
    "comment after the end": "{page}<!-- «text» -->",
    "second page": "{page}<html><body><p>«x»</p></body></html>",
    "nul bytes after the end": "{page}\0\0\0«text»",
    "root's attribute": "<html data-p='«x»' lang='en'>{page}</html>",
    "body's attribute": "<body bgcolor='«token»' onload='«x»'>{page}</body>",
    "saved from": "<!-- saved from url=(0014)file:///«token»/ -->{page}",
}
_ENCODINGS = ("utf-16", "utf-8-sig", "cp1252", "cp1251", "shift_jis", "gb18030", "utf-7", "iso2022_jp")


def page(content: Content, inner: str, head: str = "") -> str:
    """A page with the note and something in its middle."""
    paragraphs = [f"<p>{escape(line)}</p>" for line in content.lines]
    return "\n".join(
        [
            f"<!DOCTYPE html>\n<html><head>{head}</head><body>",
            *paragraphs[:3],
            inner,
            *paragraphs[3:],
            "</body></html>",
        ]
    )


def _place(content: Content, inner: str) -> bytes:
    after_all = ("<script>var", "<b title=", "<plaintext>", "<p title=")
    if inner.startswith(after_all) and not inner.endswith(("script>", "plaintext>")):
        return (page(content, "<p>Stable.</p>").removesuffix("</body></html>") + inner).encode()
    return page(content, inner).encode()


def _whole(content: Content, filled: str) -> bytes:
    return filled.replace("{page}", page(content, "<p>Stable.</p>")).encode()


def _head(content: Content, inner: str) -> bytes:
    return page(content, "<p>Stable.</p>", inner).encode()


def _encoded(encoding: str) -> Slot:
    def make(content: Content) -> bytes:
        declared = "" if encoding.startswith("utf-") else f'<meta charset="{encoding}">'
        return page(content, content.fill("<p>Seen with «x»</p>"), declared).encode(encoding, "ignore")

    return Slot("html", f"encoding {encoding}", ".html", make)


_HEADS = {f"head: {name}": t for name, t in _TEMPLATES.items() if t.startswith(("<meta", "<base", "<link"))}

SLOTS = [
    *slots_of_templates("html", ".html", _TEMPLATES, _place),
    *slots_of_templates("html", ".html", _WHOLE, _whole),
    *slots_of_templates("html", ".htm", _HEADS, _head),
    *map(_encoded, _ENCODINGS),
]
"""All slots of HTML."""
