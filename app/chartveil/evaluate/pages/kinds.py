"""Kinds of pages that are mostly prose. Each draws itself on a sheet of letter size, in points."""

from __future__ import annotations

from collections.abc import Sequence

from chartveil.evaluate.pages.model import LabelledText
from chartveil.evaluate.pages.sheet import InkColour, PageCanvas, TextStyle
from chartveil.evaluate.pages.texts import InventedFacts, in_capitals

LEFT, RIGHT = 60.0, 552.0
"""Margins, in points."""
TEXT_WIDTH = RIGHT - LEFT
LAST_BASELINE = 732.0
"""The last baseline of a page's body."""
_BODIES = (("serif", "serif bold"), ("sans", "sans bold"), ("vera", "vera bold"), ("plain", "plain"))
_STAMP: InkColour = (40, 50, 160)


def body_styles(cast: InventedFacts, size: float) -> tuple[TextStyle, TextStyle]:
    """A style for text and one for headings, by chance."""
    plain, strong = cast.rng.choice(_BODIES)
    return TextStyle(plain, size), TextStyle(strong, size)


def letterhead(sheet: PageCanvas, cast: InventedFacts, style: TextStyle) -> float:
    """Name and address of the sender in the middle, with a rule below; gives the next baseline."""
    sheet.begin_block()
    middle = (LEFT + RIGHT) / 2
    sheet.line(
        cast.fill_template("{HOSPITAL}"), middle, 52, TextStyle(style.face, style.size * 1.5), align=0.5
    )
    small = TextStyle(style.face, style.size * 0.82)
    sheet.line(cast.fill_template("{STREET} · {CITY}, {STATE} {ZIP}"), middle, 68, small, align=0.5)
    sheet.line(cast.fill_template("Tel {PHONE} · Fax {FAX} · {URL}"), middle, 81, small, align=0.5)
    sheet.rule(LEFT, 90, RIGHT, 90)
    return 112


def key_value_lines(
    sheet: PageCanvas,
    rows: Sequence[tuple[str, Sequence[LabelledText]]],
    x: float,
    y: float,
    style: TextStyle,
) -> float:
    """Lines of a key and its value; gives the next baseline."""
    for key, value in rows:
        sheet.line([LabelledText(f"{key}: "), *value], x, y, style)
        y += style.size * style.leading
    return y


def signature(sheet: PageCanvas, cast: InventedFacts, x: float, y: float) -> None:
    """A scrawl of a pen that is no text."""
    rng = cast.rng
    points = [(x + 5 * i + rng.uniform(-4, 4), y - rng.uniform(-4, 16)) for i in range(18)]
    sheet.curve(points, 1.1, (25, 30, 90))


def letter(sheet: PageCanvas, cast: InventedFacts) -> None:
    """A letter of referral with a signature."""
    text, strong = body_styles(cast, 11)
    y = letterhead(sheet, cast, strong)
    sheet.begin_block()
    sheet.line(cast.fill_template("{DATE}"), RIGHT, y, text, align=1)
    sheet.begin_block()
    for row in ("{DOCTOR.other}, MD", "{HOSPITAL.other}", "{STREET.any}", "{CITY.other}, {STATE}"):
        sheet.line(cast.fill_template(row), LEFT, y, text)
        y += 15
    about = "RE: {PATIENT}, born {DATE.birth}, MRN {MRN}"
    sheet.line(cast.fill_template(about), LEFT, y + 14, strong)
    sheet.line(cast.fill_template("Dear Dr. {DOCTOR.last},"), LEFT, y + 42, text)
    y += 66
    for sentences in (5, 6, 4):
        y = sheet.paragraph(cast.prose_paragraph(sentences), LEFT, y, TEXT_WIDTH, text) + 9
    sheet.line("With kind regards,", LEFT, y + 6, text)
    signature(sheet, cast, LEFT + 6, y + 34)
    sheet.line(cast.fill_template("{DOCTOR}, MD"), LEFT, y + 62, text)
    sheet.line(
        cast.fill_template("cc: {DOCTOR.any}, {HOSPITAL.other}"), LEFT, y + 82, TextStyle(text.face, 9)
    )


def discharge(sheet: PageCanvas, cast: InventedFacts) -> None:
    """A discharge summary with headings."""
    text, strong = body_styles(cast, 10)
    sheet.begin_block()
    sheet.line("DISCHARGE SUMMARY", (LEFT + RIGHT) / 2, 52, TextStyle(strong.face, 14), align=0.5)
    sheet.line(cast.fill_template("{HOSPITAL}"), (LEFT + RIGHT) / 2, 68, text, align=0.5)
    rows = [
        ("Patient", cast.fill_template("{PATIENT.list}")),
        ("Date of birth", cast.fill_template("{DATE.birth}")),
        ("Medical record", cast.fill_template("{MRN}")),
        ("Admitted", cast.fill_template("{DATE}")),
        ("Discharged", cast.fill_template("{DATE}")),
        ("Attending", cast.fill_template("{DOCTOR}, MD (license {LICENSE})")),
    ]
    y = key_value_lines(sheet, rows, LEFT, 94, text) + 6
    for heading, sentences in (
        ("HISTORY OF PRESENT ILLNESS", 6),
        ("HOSPITAL COURSE", 8),
        ("CONDITION AT DISCHARGE", 4),
        ("FOLLOW-UP", 5),
    ):
        sheet.line(heading, LEFT, y, strong)
        y = sheet.paragraph(cast.prose_paragraph(sentences), LEFT, y + 14, TEXT_WIDTH, text) + 8
    sheet.line(
        cast.fill_template("Dictated by {DOCTOR} on {DATE}, {DOCTOR.initials}/kt"),
        LEFT,
        y,
        TextStyle(text.face, 9),
    )


def columns(sheet: PageCanvas, cast: InventedFacts) -> None:
    """Prose in two columns, the left one to be read first."""
    text, strong = body_styles(cast, 9.5)
    sheet.begin_block()
    sheet.line("CASE CONFERENCE REPORT", LEFT, 56, TextStyle(strong.face, 15))
    sheet.line(cast.fill_template("{HOSPITAL}, {DATE}. Presented by {DOCTOR}, MD"), LEFT, 74, text)
    sheet.rule(LEFT, 84, RIGHT, 84)
    width = (TEXT_WIDTH - 26) / 2
    for x in (LEFT, LEFT + width + 26):
        y = 108.0
        for heading in ("Presentation", "Findings", "Discussion"):
            sheet.line(heading, x, y, strong)
            y = sheet.paragraph(cast.prose_paragraph(5), x, y + 14, width, text) + 8


def all_capitals(sheet: PageCanvas, cast: InventedFacts) -> None:
    """A consultation as old systems print it: capitals, one width for all letters."""
    text = TextStyle("mono", 10, leading=1.3)
    sheet.begin_block()
    y = 56.0
    for row in (
        "{HOSPITAL}",
        "CONSULTATION REPORT",
        "NAME: {PATIENT.list}   DOB: {DATE.birth}",
        "MRN: {MRN}   ACCT: {ACCOUNT}   SSN: {SSN}",
        "REQUESTED BY: {DOCTOR.other}   DATE: {DATE.short}",
    ):
        sheet.line(in_capitals(cast.fill_template(row)), LEFT, y, text)
        y += 14
    y += 8
    for sentences in (5, 6, 5, 5):
        y = sheet.paragraph(in_capitals(cast.prose_paragraph(sentences)), LEFT, y, TEXT_WIDTH, text) + 10
    sheet.line(in_capitals(cast.fill_template("SIGNED: {DOCTOR}, MD  {DATE}")), LEFT, y, text)


def fax_header(sheet: PageCanvas, cast: InventedFacts) -> None:
    """The cover sheet of a fax with the sender's line at the very top."""
    sheet.begin_block(loose=True)
    sent = "{DATE.short} 14:07 FROM: {HOSPITAL} {FAX} TO: {FAX} P. 001/003"
    sheet.line(in_capitals(cast.fill_template(sent)), 22, 17, TextStyle("mono", 8))
    text, strong = body_styles(cast, 12)
    sheet.begin_block()
    sheet.line("FAX", LEFT, 92, TextStyle(strong.face, 40))
    y = 132.0
    for row in (
        "To: {DOCTOR.other}, MD",
        "Organization: {HOSPITAL.other}",
        "Fax number: {FAX}",
        "From: {DOCTOR}, {HOSPITAL}",
        "Call back: {PHONE}",
        "Date: {DATE}",
        "Regarding: {PATIENT}, born {DATE.birth}, record {MRN}",
        "Pages: 3 with this one",
    ):
        sheet.line(cast.fill_template(row), LEFT, y, text)
        y += 20
        sheet.rule(LEFT, y - 14, RIGHT, y - 14, 0.5)
    y = sheet.paragraph(cast.prose_paragraph(6), LEFT, y + 14, TEXT_WIDTH, text) + 14
    y = sheet.paragraph(cast.prose_paragraph(4, 0.8), LEFT, y, TEXT_WIDTH, text) + 24
    notice = (
        "This transmission is meant for the person named above. If it reached you by mistake, tell the "
        "sender by telephone at once and destroy all copies. Disclosure without consent is against the law."
    )
    sheet.paragraph(notice, LEFT, y, TEXT_WIDTH, TextStyle("sans italic", 8))


def handwriting(sheet: PageCanvas, cast: InventedFacts) -> None:
    """A note in capitals as somebody writes them; the face has no others."""
    sheet.begin_block()
    y = 72.0
    for row in (
        "{DATE}",
        "{PATIENT}, born {DATE.birth}",
        "Phone {PHONE}",
        "Lives at {STREET}, {CITY}",
        "Next of kin: {RELATIVE}, {PHONE.other}",
    ):
        ink = (20, 25, 70)
        sheet.line(in_capitals(cast.fill_template(row)), LEFT, y, TextStyle("hand bold", 22, ink, gap=1.6))
        y += 32
    for _ in range(4):
        y = (
            sheet.paragraph(
                in_capitals(cast.prose_paragraph(2)),
                LEFT,
                y,
                TEXT_WIDTH,
                TextStyle("hand bold", 20, (20, 25, 70), 1.5),
            )
            + 8
        )
        if y > LAST_BASELINE - 60:
            break
    sheet.line(in_capitals(cast.fill_template("Dr. {DOCTOR.last}")), LEFT, y + 8, TextStyle("hand", 26))


def stamps(sheet: PageCanvas, cast: InventedFacts) -> None:
    """A letter with stamps across its text."""
    letter(sheet, cast)
    stamp = TextStyle("sans bold", 13, _STAMP)
    rng = cast.rng
    received = [
        cast.fill_template("RECEIVED"),
        in_capitals(cast.fill_template("{DATE}")),
        in_capitals(cast.fill_template("{HOSPITAL.other}")),
    ]
    sheet.stamp(received, rng.uniform(380, 430), rng.uniform(150, 190), rng.uniform(-9, 9), stamp)
    scanned = [cast.fill_template("SCANNED BY {DOCTOR.initials}"), cast.fill_template("{IDNUM}")]
    ink = TextStyle("sans bold", 12, (170, 30, 40))
    sheet.stamp(scanned, rng.uniform(160, 420), rng.uniform(330, 470), rng.uniform(-9, 9), ink)
    sheet.stamp([cast.fill_template("CONFIDENTIAL")], 300, rng.uniform(560, 640), rng.uniform(-6, 6), stamp)


def operative(sheet: PageCanvas, cast: InventedFacts) -> None:
    """An operative report in dense print of 8 points."""
    text, strong = TextStyle("narrow", 8, leading=1.22), TextStyle("narrow bold", 8)
    sheet.begin_block()
    sheet.line("OPERATIVE REPORT", 40, 44, TextStyle("narrow bold", 11))
    y = 60.0
    for row in (
        "Patient: {PATIENT}   Date of birth: {DATE.birth}   Record: {MRN}   Account: {ACCOUNT}",
        "Date of operation: {DATE}   Surgeon: {DOCTOR}, MD   Assistant: {DOCTOR.other}, MD",
        "Implant: serial number {DEVICE}, lot {IDNUM}",
    ):
        sheet.line(cast.fill_template(row), 40, y, text)
        y += 10
    for heading in ("INDICATIONS", "FINDINGS", "PROCEDURE", "CLOSURE", "COMPLICATIONS", "PLAN"):
        sheet.line(heading, 40, y + 8, strong)
        y = sheet.paragraph(cast.prose_paragraph(9, 0.25), 40, y + 18, 532, text)


def radiology(sheet: PageCanvas, cast: InventedFacts) -> None:
    """A radiology report with small print in the margins at top and bottom."""
    text, strong = body_styles(cast, 11)
    small = TextStyle(text.face, 8)
    sheet.begin_block(loose=True)
    sheet.line(cast.fill_template("{HOSPITAL} · Department of Radiology"), LEFT, 26, small)
    sheet.line("Page 1 of 2", RIGHT, 26, small, align=1, same=True)
    sheet.rule(LEFT, 32, RIGHT, 32, 0.5)
    sheet.begin_block()
    sheet.line("CT OF THE ABDOMEN AND PELVIS WITH CONTRAST", LEFT, 62, TextStyle(strong.face, 12))
    rows = [
        ("Name", cast.fill_template("{PATIENT}")),
        ("Born", cast.fill_template("{DATE.birth}")),
        ("Exam", cast.fill_template("{DATE} at 10:42, accession {IDNUM}")),
        ("Ordered by", cast.fill_template("{DOCTOR.other}, MD, {PHONE}")),
    ]
    y = key_value_lines(sheet, rows, LEFT, 84, text) + 8
    for heading, sentences in (("COMPARISON", 2), ("TECHNIQUE", 3), ("FINDINGS", 7), ("IMPRESSION", 4)):
        sheet.line(f"{heading}:", LEFT, y, strong)
        y = sheet.paragraph(cast.prose_paragraph(sentences, 0.3), LEFT, y + 16, TEXT_WIDTH, text) + 8
    sheet.line(cast.fill_template("Read by {DOCTOR}, MD, on {DATE} at 16:05"), LEFT, y, text)
    sheet.begin_block(loose=True)
    sheet.rule(LEFT, 756, RIGHT, 756, 0.5)
    sheet.line(
        cast.fill_template("{PATIENT.list} · {MRN} · printed {DATE.short} by {USERNAME}"), LEFT, 768, small
    )
    sheet.line(cast.fill_template("{IP}"), RIGHT, 768, small, align=1, same=True)


def terminal_note(sheet: PageCanvas, cast: InventedFacts) -> None:
    """A progress note of a terminal: one width for all letters, times and codes."""
    text = TextStyle("mono", 9.5, leading=1.3)
    sheet.begin_block()
    y = 50.0
    for _ in range(6):
        head = "{DATE.time} 07:5%d  {DOCTOR.any}  ({USERNAME})" % cast.rng.randrange(10)  # noqa: UP031
        sheet.line(cast.fill_template(head), LEFT, y, text)
        y = sheet.paragraph(cast.prose_paragraph(4), LEFT + 24, y + 14, TEXT_WIDTH - 24, text) + 9
        if y > LAST_BASELINE - 70:
            break
    sheet.line(cast.fill_template("Signed electronically {DATE.time} 19:20 {DOCTOR}, MD"), LEFT, y, text)
