"""Known strings in any disguise, and numbers and addresses of contact that are read as usual."""

from __future__ import annotations

import pytest

from chartveil.detection.normalised.disguised import DisguisedSearch
from chartveil.detection.normalised.reading import plain_form
from chartveil.domain.labels import Label

COMMON = frozenset("in gram of the found a and mark ham white head note here patients".split())
SOUGHT = [
    ("Greta Quarzbrenner", Label.PATIENT),
    ("Quarzbrenner", Label.PATIENT),
    ("Ingram", Label.PATIENT),
    ("412-55-7731", Label.SSN),
    ("QS-220481", Label.MRN),
    ("14 Larkspur Row", Label.STREET),
    ("03141951", Label.DATE),
]


def found(text: str) -> list[str]:
    search = DisguisedSearch(SOUGHT, COMMON.__contains__)
    return [text[a:b] for a, b, _ in search.find(text)]


@pytest.mark.parametrize(
    ("text", "disguised"),
    [
        ("in cells: Quarz|brenner left", ["Quarz|brenner"]),
        ("Quarz\n> brenner was up", ["Quarz\n> brenner"]),
        ("see NoteGretaQuarzbrenner2", ["GretaQuarzbrenner", "Quarzbrenner"]),
        ("quarzbrennera was up", ["quarzbrennera"]),
        ("backwards rennerbzrauq aterG.", ["rennerbzrauq", "rennerbzrauq aterG"]),
        ("at 41 rupskraL woR now", ["41 rupskraL woR"]),
        ("codes 73 110 103 114 97 109 end", ["73 110 103 114 97 109"]),
        ("hex 49 6e 67 72 61 6d end", ["49 6e 67 72 61 6d"]),
        ("Note4125577312 here", ["4125577312"]),
        ("1377-55-214", ["1377-55-214"]),
        ("id14LarkspurRow", ["14LarkspurRow"]),
        ("born 1 9 5 1, written 0 3 1 4 1 9 5 1", ["0 3 1 4 1 9 5 1"]),
        ("QuarzbrennerPatient: up", ["Quarzbrenner"]),
        ("came.'Quarz" + "-" * 90 + "brenner up", ["Quarz" + "-" * 90 + "brenner"]),
        ("cough'Quarzbrenner up", ["Quarzbrenner"]),
        ("Quarz  brennertu up", ["Quarz  brennertu"]),
        ("id 412-é55-77x31 up", ["412-é55-77x31"]),
        ("Quarz<b>,bren\\u00ner up", ["Quarz<b>,bren\\u00ner"]),
        ("Quarz\x1d%ðbrenner up", ["Quarz\x1d%ðbrenner"]),
        ("seen by Quarz-\n\npage 2\nbrenner came", ["brenner"]),
        ("12 with Quarz-\n13  brenner, up", ["brenner"]),
        ("Quarz\tother\nzbrenner\ttext", ["zbrenner"]),
    ],
)
def test_a_known_string_is_found_however_it_is_written(text, disguised):
    assert found(text) == disguised


@pytest.mark.parametrize(
    "text",
    [
        "found in gram negative rods",  # two ordinary words
        "Greta Quarzbrenner, 412-55-7731, 14 Larkspur Row",  # plain: others look for these
        "QS-2204811, Ingrams, margnis",
        "Quarz and of the brenner",
        "code 73 110 103 of 114 97 109",
        "412 is far off the 55 and of 7731",
        "Quarzbrenner's, and Ingram's too",
        "Greta" + " " * 40 + "Quarzbrenner",
        "412 mg, 55 mmHg, 77319",
    ],
)
def test_what_only_holds_the_letters_is_none(text):
    assert found(text) == []


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("a412-55-7731b", "a 412-55-7731 b"),
        ("seen3/14/1951by", "seen 3/14/1951 by"),
        ("tel (313\t) 555-0148", "tel (313) 555-0148"),
        ("tel 313-5**55-0148", "tel 313-555-0148"),
        ("id 412-\n-55-7731", "id 412-55-7731"),
        ("file_412_55_7731_scan", "file_ 412-55-7731 _scan"),
        ("scan_313_555_0148_a", "scan_ 313-555-0148 _a"),
        ("1377-55-214", "412-55-7731"),
        ("8410-555 )313(", "(313) 555-0148"),
        ("mail gro.gniwtsop@znet.b", "mail b.tenz@postwing.org"),
        ("codes 98 64 112 111 46 111 114 103", "codes b@po.org"),
        ("4•1•2•-•5•5•-•7•7•3•1", "412-55-7731"),
        ("b\n.\nt\n@\np\no\n.\no\nr\ng", "b.t@po.org"),
        ("Spelled b. te nz @p os tw in g. or g today", "Spelled b.tenz@postwing.org today"),
        ("call (3 13 )5 55 -0 14 8 today", "call (313)555-0148 today"),
        ("[b][.][t][@][p][.][o][r][g]", "b.t@p.org"),
        ("(889)=20497-1718", "(889) 497-1718"),
        ("412--\n55-7-\n731", "412-55-7731"),
        ("41-\n2-55-77-\n31", "412-55-7731"),
        ("14+ACA-Larkspur+ACA-Row", "14 Larkspur Row"),
        ("Lark<q7>spur", "Larkspur"),
        ("WinterPatient: up", "Winter Patient: up"),
    ],
)
def test_numbers_and_addresses_read_as_usual(written, plain):
    assert plain_form(written) == plain


@pytest.mark.parametrize(
    "text",
    [
        "120 - 80 - 1100",
        "he is on 12 mg of it at 8 or 9",
        "5 mL, 3/4/19 78 yo",
        "10 12 14 16 18 20 22",
        "1/2/3/4/5/6/7/8",
    ],
)
def test_clinical_figures_stay(text):
    assert plain_form(text) == text


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("Surname |W|I|N|T|E|R|B|R|O|O|K|", "Surname |WINTERBROOK|"),
        ("| w | i | n | t | e | r | left", "| winter | left"),
        ("[W][I][N][T][E][R] and [T] [e] [n] [z]", "WINTER and [Tenz]"),
        ("_|W_|_I_|_N_|_T_|_E_|_R_|", "_|WINTER_|"),
        ("Name ¦Q¦u¦a¦r¦z¦, ┃P┃o┃o┃l┃e┃", "Name ¦Quarz¦, ┃Poole┃"),
        ("seen |0|3|/|1|4|/|1|9|5|1|", "seen |03/14/1951|"),
        ("born [0][3][-][1][4][-][5][1]", "born 03-14-51"),
        ("tel | 3 | 1 | 3 | 5 | 5 | 5 | 0 | 1 | 4 | 8 |", "tel | 3135550148 |"),
        ("id |4|1|2|5|5|7|7|3|1|", "id |412557731|"),
        ("id |Q|S|2|2|0|4|8|1|", "id |QS220481|"),
        ("mail |b|.|t|@|p|o|.|o|r|g|", "mail |b.t@po.org|"),
    ],
)
def test_words_dates_and_long_numbers_come_out_of_the_boxes_of_a_form(written, plain):
    assert plain_form(written) == plain


@pytest.mark.parametrize(
    "text",
    [
        "| Y | N | Y | N | Y |",
        "PHQ-9 | 1 | 2 | 3 | 0 | 1 | 2 | 3 | 1 | 2 |",
        "grid |0|1|2|3|0|1|2|3|1|2|",
        "| - | - | - | - | - |",
        "pain | 4 | 5 | 7 | 6 |",
        "[x] yes [ ] no [x] left [ ] right",
        "a|b|c",
        "| Na | K | Cl | CO2 |",
    ],
)
def test_rows_of_answers_and_values_stay(text):
    assert plain_form(text) == text


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("dob=03%2F14%2F1951", "dob=03/14/1951"),
        ("d=1951%2D03%2D14&x=1", "d=1951-03-14&x=1"),
        ("?tel=313%2D555%2D0148", "?tel=313-555-0148"),
        ("?a=1&tel=313%20555%200148", "?a=1&tel=313 555 0148"),
        ("?a=1&p=%28313%29555%2D0148", "?a=1&p=(313)555-0148"),
        ("n=Quarzbrenner%2C%20Greta", "n=Quarzbrenner, Greta"),
        ("m=b%2Etenz%40postwing%2Eorg", "m=b.tenz@postwing.org"),
        ("mrn%3D44719203", "mrn=44719203"),
        ("d=03%252F14%252F1951", "d=03/14/1951"),
        ("https://x.org/v/14%20Larkspur%20Row", "https://x.org/v/14 Larkspur Row"),
        ("mrn%3A44719203%2Fa", "mrn:44719203/a"),
    ],
)
def test_what_a_web_address_escapes_is_read_plainly(written, plain):
    assert plain_form(written) == plain


@pytest.mark.parametrize(
    "text",
    ["SpO2 98%95 on RA", "FiO2 21%40%60%, 92%2L", "sat=98%92", "EF 50%20 before", "21%/30%/40%", "5%, 98%RA"],
)
def test_percentages_are_no_escapes(text):
    assert plain_form(text) == text


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("Win{\\it ter} came", "Winter} came"),
        ("{\\b Win}ter came", "{\\b Winter came"),
        ("id 4471\\b0 9203", "id 44719203"),
        ("id 4471{\\b\\f1 9203}", "id 44719203}"),
        ("seen 03/{\\b 14}/1951", "seen 03/14/1951"),
        ("W\\'69nter and M\\'fcller", "Winter and Müller"),
        ("Win\\u116?er", "Winter"),
        ("Win\\u116 ?er", "Winter"),
        ("Win\\u116 er", "Winter"),
        ('M\\"{u}ller, M{\\"u}ller', "Müller, Müller"),
        ("Fran\\c{c}ois Ji\\v{r}{\\'i} Mu\\~{n}oz", "François Jiří Muñoz"),
    ],
)
def test_what_rtf_and_tex_write_within_words_goes(written, plain):
    assert plain_form(written) == plain


@pytest.mark.parametrize(
    "text",
    [
        "O\\'Brien can\\'t, D\\'Angelo",
        'said \\"Ann\\" and left',
        "C:\\users\\bob\\files, \\\\host\\scans\\a",
        "set {a} and {b}c",
        "{\\b Seen} today",
        "5'6\\\"tall",
    ],
)
def test_escaped_quotes_paths_and_braces_stay(text):
    assert plain_form(text) == text


@pytest.mark.parametrize(
    ("text", "disguised"),
    [
        ("handle ingramchi_ and INGRAMGRE01", ["ingramchi", "INGRAMGRE"]),
        ("Ingramtoday", ["Ingramtoday"]),
        ("Ingrams, ingrama, Ingramian, ingramella, ingrambook", []),  # forms of it, terms, and a word
        ("xingramchi, tingram", []),
    ],
)
def test_a_name_is_found_at_the_beginning_of_what_is_no_word(text, disguised):
    words = COMMON | {"ingrambook"}
    search = DisguisedSearch(SOUGHT, COMMON.__contains__, is_in_lexicon=words.__contains__)
    assert [text[a:b] for a, b, _ in search.find(text)] == disguised
    assert DisguisedSearch(SOUGHT, COMMON.__contains__).find(text) == []


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("O as in Oscar, K as in Kilo, A as in Alfa, F as in Foxtrot, O as in Oscar", "Okafo"),
        ("I for ice, N for nancy, G for george, R for robert, A for apple and M for mike", "Ingram"),
        ("I like ice, N like nancy, G like george, R like robert", "Ingr"),
        ("capital B, r a n d t", "Brandt"),
        ("B, o, double t, r o p", "Bottrop"),
        ("spelled B-r-a-n, d, t", "spelled Brandt"),
        ("letters I, N, G, R, A and M", "letters Ingram"),
        ("Bravo Romeo Alfa November Delta Tango", "Brandt"),
        ("U+0049 U+006E U+0067, U+0072 came", "Ingr came"),
        ("\\u{49}\\u{6e}\\x{67}", "Ing"),
        ("%u0049%u006e%u0067", "Ing"),
        ("\\000049\\00006e\\000067 up", "Ing up"),
        ("In=67ram=20B=72andt", "Ingram Brandt"),
        ("Ing=6Bam", "Ingkam"),
        ("➇➂➈ ❽❸⓿ 🄋➀", "839 830 01"),
        ("ɯɐɹƃuᴉ", "ingram"),
        ("ɹǝuuǝɹqzɹɐnb", "quarzbrenner"),
    ],
)
def test_what_was_spelled_turned_or_escaped_is_read_plainly(written, plain):
    assert plain_form(written) == plain


@pytest.mark.parametrize(
    "text",
    [
        "double J stent, triple H syndrome",
        "grade A for left, B for right, C for both",
        "mother Nancy, Mary and Robert",
        "naming: lion, rhino, camel; table, apple, penny",
        "HR=72bpm, Na=41mmol",
        "10⁹/L, m², ½, µg",
        "μmol, Ǝ",
        "C:\\49\\bin, \\b0 bold",
    ],
)
def test_letters_and_values_that_spell_nothing_stay(text):
    assert plain_form(text) == text


@pytest.mark.parametrize(
    ("text", "disguised"),
    [
        ("goes by 1ngr4m online", ["1ngr4m"]),
        ("user Qu4rzbr3nn3r", ["Qu4rzbr3nn3r"]),
        ("@quarzbrenner, 1ngram$", []),
        ("Ingrammmm! Quarzbrennerrrr", ["Ingrammmm", "Quarzbrennerrrr"]),
        ("ingggram", ["ingggram"]),
        ("MRN 22 04 81 QS", []),
        ("T10T11, B12, 1ngr4ms", []),
    ],
)
def test_a_known_name_with_figures_or_drawn_out_letters_is_found(text, disguised):
    assert found(text) == disguised
