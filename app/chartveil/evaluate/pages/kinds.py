"""Kinds of pages that are mostly prose. Each draws itself on a sheet of letter size, in points."""

from __future__ import annotations

from collections.abc import Sequence

from chartveil.evaluate.pages.model import Piece
from chartveil.evaluate.pages.sheet import Ink, Sheet, Style
from chartveil.evaluate.pages.texts import Cast, capitals

LEFT, RIGHT = 60.0, 552.0
"""Margins, in points."""
WIDE = RIGHT - LEFT
LAST = 732.0
"""The last baseline of a page's body."""
_BODIES = (("serif", "serif bold"), ("sans", "sans bold"), ("vera", "vera bold"), ("plain", "plain"))
_STAMP: Ink = (40, 50, 160)


def body(cast: Cast, size: float) -> tuple[Style, Style]:
    """A style for text and one for headings, by chance."""
    plain, strong = cast.rng.choice(_BODIES)
    return Style(plain, size), Style(strong, size)


def letterhead(sheet: Sheet, cast: Cast, style: Style) -> float:
    """Name and address of the sender in the middle, with a rule below; gives the next baseline."""
    sheet.block()
    middle = (LEFT + RIGHT) / 2
    sheet.line(cast.fill("{HOSPITAL}"), middle, 52, Style(style.face, style.size * 1.5), align=0.5)
    small = Style(style.face, style.size * 0.82)
    sheet.line(cast.fill("{STREET} · {CITY}, {STATE} {ZIP}"), middle, 68, small, align=0.5)
    sheet.line(cast.fill("Tel {PHONE} · Fax {FAX} · {URL}"), middle, 81, small, align=0.5)
    sheet.rule(LEFT, 90, RIGHT, 90)
    return 112


def pairs(
    sheet: Sheet, rows: Sequence[tuple[str, Sequence[Piece]]], x: float, y: float, style: Style
) -> float:
    """Lines of a key and its value; gives the next baseline."""
    for key, value in rows:
        sheet.line([Piece(f"{key}: "), *value], x, y, style)
        y += style.size * style.leading
    return y


def signature(sheet: Sheet, cast: Cast, x: float, y: float) -> None:
    """A scrawl of a pen that is no text."""
    rng = cast.rng
    points = [(x + 5 * i + rng.uniform(-4, 4), y - rng.uniform(-4, 16)) for i in range(18)]
    sheet.curve(points, 1.1, (25, 30, 90))


def letter(sheet: Sheet, cast: Cast) -> None:
    """A letter of referral with a signature."""
    text, strong = body(cast, 11)
    y = letterhead(sheet, cast, strong)
    sheet.block()
    sheet.line(cast.fill("{DATE}"), RIGHT, y, text, align=1)
    sheet.block()
    for row in ("{DOCTOR.other}, MD", "{HOSPITAL.other}", "{STREET.any}", "{CITY.other}, {STATE}"):
        sheet.line(cast.fill(row), LEFT, y, text)
        y += 15
    about = "RE: {PATIENT}, born {DATE.birth}, MRN {MRN}"
    sheet.line(cast.fill(about), LEFT, y + 14, strong)
    sheet.line(cast.fill("Dear Dr. {DOCTOR.last},"), LEFT, y + 42, text)
    y += 66
    for sentences in (5, 6, 4):
        y = sheet.paragraph(cast.prose(sentences), LEFT, y, WIDE, text) + 9
    sheet.line("With kind regards,", LEFT, y + 6, text)
    signature(sheet, cast, LEFT + 6, y + 34)
    sheet.line(cast.fill("{DOCTOR}, MD"), LEFT, y + 62, text)
    sheet.line(cast.fill("cc: {DOCTOR.any}, {HOSPITAL.other}"), LEFT, y + 82, Style(text.face, 9))


def discharge(sheet: Sheet, cast: Cast) -> None:
    """A discharge summary with headings."""
    text, strong = body(cast, 10)
    sheet.block()
    sheet.line("DISCHARGE SUMMARY", (LEFT + RIGHT) / 2, 52, Style(strong.face, 14), align=0.5)
    sheet.line(cast.fill("{HOSPITAL}"), (LEFT + RIGHT) / 2, 68, text, align=0.5)
    rows = [
        ("Patient", cast.fill("{PATIENT.list}")),
        ("Date of birth", cast.fill("{DATE.birth}")),
        ("Medical record", cast.fill("{MRN}")),
        ("Admitted", cast.fill("{DATE}")),
        ("Discharged", cast.fill("{DATE}")),
        ("Attending", cast.fill("{DOCTOR}, MD (license {LICENSE})")),
    ]
    y = pairs(sheet, rows, LEFT, 94, text) + 6
    for heading, sentences in (
        ("HISTORY OF PRESENT ILLNESS", 6),
        ("HOSPITAL COURSE", 8),
        ("CONDITION AT DISCHARGE", 4),
        ("FOLLOW-UP", 5),
    ):
        sheet.line(heading, LEFT, y, strong)
        y = sheet.paragraph(cast.prose(sentences), LEFT, y + 14, WIDE, text) + 8
    sheet.line(
        cast.fill("Dictated by {DOCTOR} on {DATE}, {DOCTOR.initials}/kt"), LEFT, y, Style(text.face, 9)
    )


def columns(sheet: Sheet, cast: Cast) -> None:
    """Prose in two columns, the left one to be read first."""
    text, strong = body(cast, 9.5)
    sheet.block()
    sheet.line("CASE CONFERENCE REPORT", LEFT, 56, Style(strong.face, 15))
    sheet.line(cast.fill("{HOSPITAL}, {DATE}. Presented by {DOCTOR}, MD"), LEFT, 74, text)
    sheet.rule(LEFT, 84, RIGHT, 84)
    width = (WIDE - 26) / 2
    for x in (LEFT, LEFT + width + 26):
        y = 108.0
        for heading in ("Presentation", "Findings", "Discussion"):
            sheet.line(heading, x, y, strong)
            y = sheet.paragraph(cast.prose(5), x, y + 14, width, text) + 8


def all_capitals(sheet: Sheet, cast: Cast) -> None:
    """A consultation as old systems print it: capitals, one width for all letters."""
    text = Style("mono", 10, leading=1.3)
    sheet.block()
    y = 56.0
    for row in (
        "{HOSPITAL}",
        "CONSULTATION REPORT",
        "NAME: {PATIENT.list}   DOB: {DATE.birth}",
        "MRN: {MRN}   ACCT: {ACCOUNT}   SSN: {SSN}",
        "REQUESTED BY: {DOCTOR.other}   DATE: {DATE.short}",
    ):
        sheet.line(capitals(cast.fill(row)), LEFT, y, text)
        y += 14
    y += 8
    for sentences in (5, 6, 5, 5):
        y = sheet.paragraph(capitals(cast.prose(sentences)), LEFT, y, WIDE, text) + 10
    sheet.line(capitals(cast.fill("SIGNED: {DOCTOR}, MD  {DATE}")), LEFT, y, text)


def fax_header(sheet: Sheet, cast: Cast) -> None:
    """The cover sheet of a fax with the sender's line at the very top."""
    sheet.block(loose=True)
    sent = "{DATE.short} 14:07 FROM: {HOSPITAL} {FAX} TO: {FAX} P. 001/003"
    sheet.line(capitals(cast.fill(sent)), 22, 17, Style("mono", 8))
    text, strong = body(cast, 12)
    sheet.block()
    sheet.line("FAX", LEFT, 92, Style(strong.face, 40))
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
        sheet.line(cast.fill(row), LEFT, y, text)
        y += 20
        sheet.rule(LEFT, y - 14, RIGHT, y - 14, 0.5)
    y = sheet.paragraph(cast.prose(6), LEFT, y + 14, WIDE, text) + 14
    y = sheet.paragraph(cast.prose(4, 0.8), LEFT, y, WIDE, text) + 24
    notice = (
        "This transmission is meant for the person named above. If it reached you by mistake, tell the "
        "sender by telephone at once and destroy all copies. Disclosure without consent is against the law."
    )
    sheet.paragraph(notice, LEFT, y, WIDE, Style("sans italic", 8))


def handwriting(sheet: Sheet, cast: Cast) -> None:
    """A note in capitals as somebody writes them; the face has no others."""
    sheet.block()
    y = 72.0
    for row in (
        "{DATE}",
        "{PATIENT}, born {DATE.birth}",
        "Phone {PHONE}",
        "Lives at {STREET}, {CITY}",
        "Next of kin: {RELATIVE}, {PHONE.other}",
    ):
        ink = (20, 25, 70)
        sheet.line(capitals(cast.fill(row)), LEFT, y, Style("hand bold", 22, ink, gap=1.6))
        y += 32
    for _ in range(4):
        y = (
            sheet.paragraph(capitals(cast.prose(2)), LEFT, y, WIDE, Style("hand bold", 20, (20, 25, 70), 1.5))
            + 8
        )
        if y > LAST - 60:
            break
    sheet.line(capitals(cast.fill("Dr. {DOCTOR.last}")), LEFT, y + 8, Style("hand", 26))


def stamps(sheet: Sheet, cast: Cast) -> None:
    """A letter with stamps across its text."""
    letter(sheet, cast)
    stamp = Style("sans bold", 13, _STAMP)
    rng = cast.rng
    received = [cast.fill("RECEIVED"), capitals(cast.fill("{DATE}")), capitals(cast.fill("{HOSPITAL.other}"))]
    sheet.stamp(received, rng.uniform(380, 430), rng.uniform(150, 190), rng.uniform(-9, 9), stamp)
    scanned = [cast.fill("SCANNED BY {DOCTOR.initials}"), cast.fill("{IDNUM}")]
    ink = Style("sans bold", 12, (170, 30, 40))
    sheet.stamp(scanned, rng.uniform(160, 420), rng.uniform(330, 470), rng.uniform(-9, 9), ink)
    sheet.stamp([cast.fill("CONFIDENTIAL")], 300, rng.uniform(560, 640), rng.uniform(-6, 6), stamp)


def operative(sheet: Sheet, cast: Cast) -> None:
    """An operative report in dense print of 8 points."""
    text, strong = Style("narrow", 8, leading=1.22), Style("narrow bold", 8)
    sheet.block()
    sheet.line("OPERATIVE REPORT", 40, 44, Style("narrow bold", 11))
    y = 60.0
    for row in (
        "Patient: {PATIENT}   Date of birth: {DATE.birth}   Record: {MRN}   Account: {ACCOUNT}",
        "Date of operation: {DATE}   Surgeon: {DOCTOR}, MD   Assistant: {DOCTOR.other}, MD",
        "Implant: serial number {DEVICE}, lot {IDNUM}",
    ):
        sheet.line(cast.fill(row), 40, y, text)
        y += 10
    for heading in ("INDICATIONS", "FINDINGS", "PROCEDURE", "CLOSURE", "COMPLICATIONS", "PLAN"):
        sheet.line(heading, 40, y + 8, strong)
        y = sheet.paragraph(cast.prose(9, 0.25), 40, y + 18, 532, text)


def radiology(sheet: Sheet, cast: Cast) -> None:
    """A radiology report with small print in the margins at top and bottom."""
    text, strong = body(cast, 11)
    small = Style(text.face, 8)
    sheet.block(loose=True)
    sheet.line(cast.fill("{HOSPITAL} · Department of Radiology"), LEFT, 26, small)
    sheet.line("Page 1 of 2", RIGHT, 26, small, align=1, same=True)
    sheet.rule(LEFT, 32, RIGHT, 32, 0.5)
    sheet.block()
    sheet.line("CT OF THE ABDOMEN AND PELVIS WITH CONTRAST", LEFT, 62, Style(strong.face, 12))
    rows = [
        ("Name", cast.fill("{PATIENT}")),
        ("Born", cast.fill("{DATE.birth}")),
        ("Exam", cast.fill("{DATE} at 10:42, accession {IDNUM}")),
        ("Ordered by", cast.fill("{DOCTOR.other}, MD, {PHONE}")),
    ]
    y = pairs(sheet, rows, LEFT, 84, text) + 8
    for heading, sentences in (("COMPARISON", 2), ("TECHNIQUE", 3), ("FINDINGS", 7), ("IMPRESSION", 4)):
        sheet.line(f"{heading}:", LEFT, y, strong)
        y = sheet.paragraph(cast.prose(sentences, 0.3), LEFT, y + 16, WIDE, text) + 8
    sheet.line(cast.fill("Read by {DOCTOR}, MD, on {DATE} at 16:05"), LEFT, y, text)
    sheet.block(loose=True)
    sheet.rule(LEFT, 756, RIGHT, 756, 0.5)
    sheet.line(cast.fill("{PATIENT.list} · {MRN} · printed {DATE.short} by {USERNAME}"), LEFT, 768, small)
    sheet.line(cast.fill("{IP}"), RIGHT, 768, small, align=1, same=True)


def typed(sheet: Sheet, cast: Cast) -> None:
    """A progress note of a terminal: one width for all letters, times and codes."""
    text = Style("mono", 9.5, leading=1.3)
    sheet.block()
    y = 50.0
    for _ in range(6):
        head = "{DATE.time} 07:5%d  {DOCTOR.any}  ({USERNAME})" % cast.rng.randrange(10)  # noqa: UP031
        sheet.line(cast.fill(head), LEFT, y, text)
        y = sheet.paragraph(cast.prose(4), LEFT + 24, y + 14, WIDE - 24, text) + 9
        if y > LAST - 70:
            break
    sheet.line(cast.fill("Signed electronically {DATE.time} 19:20 {DOCTOR}, MD"), LEFT, y, text)
