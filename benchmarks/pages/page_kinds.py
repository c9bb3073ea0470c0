"""Kinds of pages that are mostly prose. Each draws itself on a sheet of letter size, in points."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.pages.canvas import WHITE, InkColour, PageCanvas, WordStyle
from benchmarks.pages.invented_text import InventedFacts, in_capitals
from benchmarks.pages.synthetic_page import LabelledText

LEFT, RIGHT = 60.0, 552.0
"""Margins, in points."""
TEXT_WIDTH = RIGHT - LEFT
LAST_BASELINE = 732.0
"""The last baseline of a page's body."""
_BODIES = (("serif", "serif bold"), ("sans", "sans bold"), ("vera", "vera bold"), ("plain", "plain"))
_STAMP: InkColour = (40, 50, 160)
_LABS = (
    ("Hemoglobin", "11.2", "g/dL", "12.0 - 15.5"),
    ("Hematocrit", "34.1", "%", "36 - 46"),
    ("White cells", "7.8", "K/uL", "4.0 - 11.0"),
    ("Platelets", "244", "K/uL", "150 - 400"),
    ("Sodium", "139", "mmol/L", "135 - 145"),
    ("Potassium", "4.1", "mmol/L", "3.5 - 5.1"),
    ("Chloride", "103", "mmol/L", "98 - 107"),
    ("Bicarbonate", "24", "mmol/L", "22 - 29"),
    ("Urea nitrogen", "18", "mg/dL", "7 - 20"),
    ("Creatinine", "1.13", "mg/dL", "0.60 - 1.20"),
    ("Glucose", "157", "mg/dL", "70 - 99"),
    ("Calcium", "9.4", "mg/dL", "8.6 - 10.2"),
    ("Albumin", "3.9", "g/dL", "3.5 - 5.0"),
    ("Bilirubin, total", "0.8", "mg/dL", "0.2 - 1.2"),
    ("Alkaline phosphatase", "88", "U/L", "44 - 147"),
    ("Troponin I", "0.01", "ng/mL", "0.00 - 0.04"),
    ("Ferritin", "21", "ng/mL", "15 - 150"),
    ("Hemoglobin A1c", "7.4", "%", "4.0 - 5.6"),
)
_DRUGS = (
    ("Metformin", "1000 mg", "twice daily"),
    ("Lisinopril", "20 mg", "every morning"),
    ("Atorvastatin", "40 mg", "at bedtime"),
    ("Levothyroxine", "75 mcg", "before breakfast"),
    ("Apixaban", "5 mg", "twice daily"),
    ("Furosemide", "40 mg", "every morning"),
    ("Gabapentin", "300 mg", "three times daily"),
    ("Omeprazole", "20 mg", "before breakfast"),
    ("Prednisone", "5 mg", "every other day"),
    ("Insulin glargine", "18 units", "at bedtime"),
    ("Albuterol inhaler", "2 puffs", "as needed"),
    ("Sertraline", "50 mg", "daily"),
)
_ASKED = (
    "Chest pain or pressure", "Short of breath", "Swollen ankles", "Palpitations", "Fainting or dizziness",
    "Cough for weeks", "Loss of weight", "Night sweats", "Heartburn", "Blood in the stool", "Joint pain",
    "Stiff in the morning", "Headaches", "Loss of vision", "Numb hands or feet", "Trouble sleeping",
    "Low mood", "Frequent thirst", "Itching skin", "Easy bruising", "Fever or chills", "Trouble hearing",
)  # fmt: skip


def body_styles(cast: InventedFacts, size: float) -> tuple[WordStyle, WordStyle]:
    """A style for text and one for headings, by chance."""
    plain, strong = cast.rng.choice(_BODIES)
    return WordStyle(plain, size), WordStyle(strong, size)


def letterhead(sheet: PageCanvas, cast: InventedFacts, style: WordStyle) -> float:
    """Name and address of the sender in the middle, with a rule below; gives the next baseline."""
    sheet.begin_block()
    middle = (LEFT + RIGHT) / 2
    sheet.line(
        cast.fill_template("{HOSPITAL}"), middle, 52, WordStyle(style.face, style.size * 1.5), align=0.5
    )
    small = WordStyle(style.face, style.size * 0.82)
    sheet.line(cast.fill_template("{STREET} · {CITY}, {STATE} {ZIP}"), middle, 68, small, align=0.5)
    sheet.line(cast.fill_template("Tel {PHONE} · Fax {FAX} · {URL}"), middle, 81, small, align=0.5)
    sheet.rule(LEFT, 90, RIGHT, 90)
    return 112


def key_value_lines(
    sheet: PageCanvas,
    rows: Sequence[tuple[str, Sequence[LabelledText]]],
    x: float,
    y: float,
    style: WordStyle,
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
        cast.fill_template("cc: {DOCTOR.any}, {HOSPITAL.other}"), LEFT, y + 82, WordStyle(text.face, 9)
    )


def discharge(sheet: PageCanvas, cast: InventedFacts) -> None:
    """A discharge summary with headings."""
    text, strong = body_styles(cast, 10)
    sheet.begin_block()
    sheet.line("DISCHARGE SUMMARY", (LEFT + RIGHT) / 2, 52, WordStyle(strong.face, 14), align=0.5)
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
        WordStyle(text.face, 9),
    )


def columns(sheet: PageCanvas, cast: InventedFacts) -> None:
    """Prose in two columns, the left one to be read first."""
    text, strong = body_styles(cast, 9.5)
    sheet.begin_block()
    sheet.line("CASE CONFERENCE REPORT", LEFT, 56, WordStyle(strong.face, 15))
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
    text = WordStyle("mono", 10, leading=1.3)
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
    sheet.line(in_capitals(cast.fill_template(sent)), 22, 17, WordStyle("mono", 8))
    text, strong = body_styles(cast, 12)
    sheet.begin_block()
    sheet.line("FAX", LEFT, 92, WordStyle(strong.face, 40))
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
    sheet.paragraph(notice, LEFT, y, TEXT_WIDTH, WordStyle("sans italic", 8))


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
        sheet.line(in_capitals(cast.fill_template(row)), LEFT, y, WordStyle("hand bold", 22, ink, gap=1.6))
        y += 32
    for _ in range(4):
        y = (
            sheet.paragraph(
                in_capitals(cast.prose_paragraph(2)),
                LEFT,
                y,
                TEXT_WIDTH,
                WordStyle("hand bold", 20, (20, 25, 70), 1.5),
            )
            + 8
        )
        if y > LAST_BASELINE - 60:
            break
    sheet.line(in_capitals(cast.fill_template("Dr. {DOCTOR.last}")), LEFT, y + 8, WordStyle("hand", 26))


def stamps(sheet: PageCanvas, cast: InventedFacts) -> None:
    """A letter with stamps across its text."""
    letter(sheet, cast)
    stamp = WordStyle("sans bold", 13, _STAMP)
    rng = cast.rng
    received = [
        cast.fill_template("RECEIVED"),
        in_capitals(cast.fill_template("{DATE}")),
        in_capitals(cast.fill_template("{HOSPITAL.other}")),
    ]
    sheet.stamp(received, rng.uniform(380, 430), rng.uniform(150, 190), rng.uniform(-9, 9), stamp)
    scanned = [cast.fill_template("SCANNED BY {DOCTOR.initials}"), cast.fill_template("{IDNUM}")]
    ink = WordStyle("sans bold", 12, (170, 30, 40))
    sheet.stamp(scanned, rng.uniform(160, 420), rng.uniform(330, 470), rng.uniform(-9, 9), ink)
    sheet.stamp([cast.fill_template("CONFIDENTIAL")], 300, rng.uniform(560, 640), rng.uniform(-6, 6), stamp)


def operative(sheet: PageCanvas, cast: InventedFacts) -> None:
    """An operative report in dense print of 8 points."""
    text, strong = WordStyle("narrow", 8, leading=1.22), WordStyle("narrow bold", 8)
    sheet.begin_block()
    sheet.line("OPERATIVE REPORT", 40, 44, WordStyle("narrow bold", 11))
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
    small = WordStyle(text.face, 8)
    sheet.begin_block(loose=True)
    sheet.line(cast.fill_template("{HOSPITAL} · Department of Radiology"), LEFT, 26, small)
    sheet.line("Page 1 of 2", RIGHT, 26, small, align=1, same=True)
    sheet.rule(LEFT, 32, RIGHT, 32, 0.5)
    sheet.begin_block()
    sheet.line("CT OF THE ABDOMEN AND PELVIS WITH CONTRAST", LEFT, 62, WordStyle(strong.face, 12))
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
    text = WordStyle("mono", 9.5, leading=1.3)
    sheet.begin_block()
    y = 50.0
    for _ in range(6):
        head = "{DATE.time} 07:5%d  {DOCTOR.any}  ({USERNAME})" % cast.rng.randrange(10)  # noqa: UP031
        sheet.line(cast.fill_template(head), LEFT, y, text)
        y = sheet.paragraph(cast.prose_paragraph(4), LEFT + 24, y + 14, TEXT_WIDTH - 24, text) + 9
        if y > LAST_BASELINE - 70:
            break
    sheet.line(cast.fill_template("Signed electronically {DATE.time} 19:20 {DOCTOR}, MD"), LEFT, y, text)


def labs(sheet: PageCanvas, cast: InventedFacts) -> None:
    """A table of laboratory values with rules, and who they are of."""
    text, strong = body_styles(cast, 10)
    sheet.begin_block()
    sheet.line(cast.fill_template("{HOSPITAL} Laboratory"), LEFT, 52, WordStyle(strong.face, 13))
    sheet.line(
        cast.fill_template("Director {DOCTOR.other}, MD, {STREET}, {CITY}, {STATE} {ZIP}"), LEFT, 68, text
    )
    sheet.line(cast.fill_template("Patient: {PATIENT.list}  Born: {DATE.birth}  MRN: {MRN}"), LEFT, 90, text)
    sheet.line(
        cast.fill_template("Collected: {DATE.short} 06:40  Accession: {IDNUM}  By: {DOCTOR.any}"),
        LEFT,
        105,
        text,
    )
    xs = (LEFT + 4, LEFT + 170, LEFT + 240, LEFT + 310, LEFT + 410)
    y, step = 138.0, 20.0
    dark: InkColour = (60, 70, 90)
    sheet.fill(LEFT, y - 14, RIGHT, y + 6, dark)
    sheet.begin_block()
    white = WordStyle(strong.face, 10, WHITE)
    sheet.cells(("Test", "Result", "Unit", "Reference", "Collected"), xs, y, white)
    for i, row in enumerate(_LABS):
        y += step
        if i % 2:
            sheet.fill(LEFT, y - 14, RIGHT, y + 6, (236, 236, 236))
        sheet.cells((*row, cast.fill_template("{DATE.short}")), xs, y, text)
        sheet.rule(LEFT, y + 6, RIGHT, y + 6, 0.5)
    for x in (LEFT, *(x - 4 for x in xs[1:]), RIGHT):
        sheet.rule(x, 124, x, y + 6, 0.5)
    sheet.begin_block()
    sheet.line(cast.fill_template("Called to {DOCTOR} at {PHONE} on {DATE}."), LEFT, y + 34, text)
    sheet.paragraph(cast.prose_paragraph(3), LEFT, y + 54, TEXT_WIDTH, text)


def form(sheet: PageCanvas, cast: InventedFacts) -> None:
    """A registration form: boxes with a small caption above what was typed in."""
    caption, typed = WordStyle("sans", 6.5), WordStyle(cast.rng.choice(("mono", "sans", "plain")), 11)
    sheet.begin_block()
    sheet.fill(LEFT, 40, RIGHT, 62, (20, 20, 20))
    sheet.line("PATIENT REGISTRATION", LEFT + 8, 56, WordStyle("sans bold", 13, WHITE))
    rows: tuple[tuple[tuple[str, str], ...], ...] = (
        (
            ("Last name", "{PATIENT.last}"),
            ("First name", "{PATIENT.first}"),
            ("Date of birth", "{DATE.birth}"),
        ),
        (("Street address", "{STREET}"), ("City", "{CITY}")),
        (
            ("State", "{STATE}"),
            ("Zip code", "{ZIP}"),
            ("Home phone", "{PHONE}"),
            ("Work phone", "{PHONE.other}"),
        ),
        (("Social security number", "{SSN}"), ("E-mail", "{EMAIL}")),
        (("Employer", "{ORGANIZATION}"), ("Occupation", "{PROFESSION}")),
        (("Emergency contact", "{RELATIVE}"), ("Relation", "daughter"), ("Phone", "{PHONE}")),
        (("Primary insurance", "{ORGANIZATION.plan}"), ("Member number", "{HEALTHPLAN}")),
        (("Policy holder", "{RELATIVE.other}"), ("Holder born", "{DATE}"), ("Group", "{IDNUM}")),
        (("Referring physician", "{DOCTOR.other}, MD"), ("License", "{LICENSE}"), ("Fax", "{FAX}")),
        (
            ("Vehicle (parking)", "{VEHICLE}"),
            ("Driving licence", "{LICENSE.other}"),
            ("Account", "{ACCOUNT}"),
        ),
    )
    y = 70.0
    for row in rows:
        wide = TEXT_WIDTH / len(row)
        for i, (name, value) in enumerate(row):
            x = LEFT + i * wide
            sheet.begin_block()
            sheet.frame(x, y, x + wide, y + 34)
            sheet.line(name, x + 4, y + 9, caption)
            sheet.line(cast.fill_template(value), x + 6, y + 27, typed)
        y += 34
    sheet.begin_block()
    y = sheet.paragraph(
        "I agree that my records may be shown to those who treat me, and that what my plan does not pay is "
        "owed by me. This holds until I take it back in writing.",
        LEFT, y + 20, TEXT_WIDTH, WordStyle("serif", 9),
    )  # fmt: skip
    signature(sheet, cast, LEFT + 60, y + 32)
    sheet.rule(LEFT, y + 38, LEFT + 240, y + 38)
    sheet.begin_block()
    sheet.line("Signature of patient", LEFT, y + 48, caption)
    sheet.begin_block()
    sheet.line(cast.fill_template("{DATE.short}"), LEFT + 320, y + 34, WordStyle("hand bold", 18))
    sheet.rule(LEFT + 300, y + 38, RIGHT, y + 38)
    sheet.line("Date", LEFT + 300, y + 48, caption)


def photo(sheet: PageCanvas, cast: InventedFacts) -> None:
    """A short letter, to be photographed."""
    text, strong = body_styles(cast, 12)
    y = letterhead(sheet, cast, strong)
    sheet.begin_block()
    for row in ("{DATE}", "Patient: {PATIENT}", "Born: {DATE.birth}    MRN: {MRN}", "Phone: {PHONE}"):
        sheet.line(cast.fill_template(row), LEFT, y, text)
        y += 17
    for sentences in (4, 4, 3):
        y = sheet.paragraph(cast.prose_paragraph(sentences), LEFT, y + 12, TEXT_WIDTH, text)
    sheet.line(cast.fill_template("{DOCTOR}, MD"), LEFT, y + 30, text)


def medications(sheet: PageCanvas, cast: InventedFacts) -> None:
    """A list of medications without rules."""
    text, strong = body_styles(cast, 10.5)
    sheet.begin_block()
    sheet.line("MEDICATION LIST", LEFT, 56, WordStyle(strong.face, 15))
    sheet.line(cast.fill_template("{PATIENT}, {DATE.birth}, {MRN}"), LEFT, 76, text)
    sheet.line(cast.fill_template("Pharmacy: {STREET.any}, {CITY}, {PHONE}"), LEFT, 92, text)
    xs = (LEFT, LEFT + 130, LEFT + 205, LEFT + 325, LEFT + 405)
    y = 124.0
    sheet.begin_block()
    sheet.cells(("Drug", "Dose", "How often", "Since", "Prescriber"), xs, y, strong)
    for row in cast.rng.sample(_DRUGS, len(_DRUGS)):
        y += 24
        sheet.cells(
            (*row, cast.fill_template("{DATE.short}"), cast.fill_template("{DOCTOR.any}")), xs, y, text
        )
    sheet.begin_block()
    sheet.paragraph(cast.prose_paragraph(4), LEFT, y + 40, TEXT_WIDTH, text)


def cards(sheet: PageCanvas, cast: InventedFacts) -> None:
    """A copy of an insurance card and of an identity card, in colour, with a face that is only hinted at."""
    small, text, strong = WordStyle("sans", 7), WordStyle("sans", 9), WordStyle("sans bold", 10)
    x, y = 150.0, 90.0
    sheet.fill(x, y, x + 310, y + 190, (214, 230, 244))
    sheet.fill(x, y, x + 310, y + 34, (24, 78, 140))
    sheet.frame(x, y, x + 310, y + 190, 1)
    sheet.begin_block()
    sheet.line(cast.fill_template("{ORGANIZATION.plan}"), x + 12, y + 22, WordStyle("sans bold", 13, WHITE))
    for i, (name, value) in enumerate(
        (
            ("MEMBER NAME", "{PATIENT}"),
            ("MEMBER ID", "{HEALTHPLAN}"),
            ("GROUP", "{IDNUM}"),
            ("PLAN", "PPO 80/20"),
        )
    ):
        sheet.line(name, x + 12, y + 54 + 34 * i, small)
        sheet.line(cast.fill_template(value), x + 12, y + 67 + 34 * i, strong)
    sheet.begin_block()
    for i, row in enumerate(("Office visit $25", "Emergency $250", "RxBIN 610011", "Effective {DATE.short}")):
        sheet.line(cast.fill_template(row), x + 200, y + 60 + 18 * i, text)
    sheet.line(cast.fill_template("Help: {PHONE.other}"), x + 200, y + 150, text)
    y = 360.0
    sheet.fill(x, y, x + 310, y + 195, (240, 232, 208))
    sheet.frame(x, y, x + 310, y + 195, 1)
    sheet.fill(x + 14, y + 48, x + 104, y + 160, (190, 180, 170))
    sheet.begin_block()
    sheet.line(
        cast.fill_template("{STATE} DRIVER LICENSE"),
        x + 14,
        y + 28,
        WordStyle("sans bold", 14, (120, 20, 40)),
    )
    sheet.begin_block()
    for i, row in enumerate(
        ("DL {LICENSE}", "DOB {DATE.birth}", "LN {PATIENT.last}", "FN {PATIENT.first}", "{STREET}",
         "{CITY}, {STATE} {ZIP}", "ISS {DATE.short}  EXP {DATE.short}", "HGT 5-07  EYES BRN")
    ):  # fmt: skip
        sheet.line(cast.fill_template(row), x + 118, y + 56 + 17 * i, text)
    sheet.begin_block()
    sheet.line(
        cast.fill_template("Copied {DATE} for chart {MRN} by {USERNAME}"), LEFT, 620, WordStyle("mono", 10)
    )


def labels(sheet: PageCanvas, cast: InventedFacts) -> None:
    """A sheet of labels for tubes and folders, three across."""
    text, strong = WordStyle("narrow", 9), WordStyle("narrow bold", 10)
    for row in range(9):
        for column in range(3):
            x, y = 30 + column * 188.0, 38 + row * 80.0
            sheet.begin_block()
            sheet.line(cast.fill_template("{PATIENT.any}"), x, y + 16, strong)
            sheet.line(cast.fill_template("{STREET.any}"), x, y + 30, text)
            sheet.line(cast.fill_template("{CITY}, {STATE} {ZIP}"), x, y + 43, text)
            sheet.line(cast.fill_template("DOB {DATE}  #{IDNUM}"), x, y + 56, WordStyle("mono", 7.5))


def questionnaire(sheet: PageCanvas, cast: InventedFacts) -> None:
    """Questions with boxes to tick in three columns, each to be read by itself."""
    text, strong = body_styles(cast, 9)
    sheet.begin_block()
    sheet.line("REVIEW OF SYMPTOMS", LEFT, 52, WordStyle(strong.face, 14))
    sheet.line(cast.fill_template("Name {PATIENT}    Date {DATE}    Born {DATE.birth}"), LEFT, 74, text)
    sheet.rule(LEFT, 84, RIGHT, 84)
    asked = [*_ASKED, *cast.rng.sample(_ASKED, 14)]
    for column in range(3):
        x = LEFT + column * 168
        sheet.begin_block()
        for i, question in enumerate(asked[column * 12 : column * 12 + 12]):
            y = 108 + i * 22.0
            ticked = cast.rng.random() < 0.35
            sheet.tick(x, y + 1, 9, ticked=ticked)
            sheet.line(question, x + 15, y, text)
    sheet.begin_block()
    y = 392.0
    for row in (
        "Who filled this in? {RELATIVE}, daughter, phone {PHONE}",
        "Your work: {PROFESSION} at {ORGANIZATION}",
        "Your doctor: {DOCTOR.other}, {CITY.other}",
        "Last visit here: {DATE}",
    ):
        sheet.line(cast.fill_template(row), LEFT, y, text)
        sheet.rule(LEFT, y + 4, RIGHT, y + 4, 0.4)
        y += 26
    sheet.paragraph(cast.prose_paragraph(6), LEFT, y + 10, TEXT_WIDTH, text)


def face_sheet(sheet: PageCanvas, cast: InventedFacts) -> None:
    """Keys and values side by side, two pairs a row, each row to be read across."""
    text, strong = body_styles(cast, 10)
    sheet.begin_block()
    sheet.line("ENCOUNTER FACE SHEET", LEFT, 54, WordStyle(strong.face, 14))
    sheet.begin_block()
    rows = (
        ("Patient", "{PATIENT}", "MRN", "{MRN}"),
        ("Born", "{DATE.birth}", "SSN", "{SSN}"),
        ("Street", "{STREET}", "City", "{CITY}"),
        ("State", "{STATE}", "Zip", "{ZIP}"),
        ("Phone", "{PHONE}", "E-mail", "{EMAIL}"),
        ("Employer", "{ORGANIZATION}", "Work", "{PROFESSION}"),
        ("Spouse", "{RELATIVE}", "Phone", "{PHONE.other}"),
        ("Plan", "{ORGANIZATION.plan}", "Member", "{HEALTHPLAN}"),
        ("Admitted", "{DATE}", "Discharged", "{DATE}"),
        ("Attending", "{DOCTOR}", "License", "{LICENSE}"),
        ("Referred by", "{DOCTOR.other}", "Fax", "{FAX}"),
        ("From", "{HOSPITAL.other}", "Account", "{ACCOUNT}"),
        ("Device", "{DEVICE}", "Finger", "{BIOID}"),
        ("Terminal", "{IP}", "User", "{USERNAME}"),
    )
    xs = (LEFT, LEFT + 82, LEFT + 268, LEFT + 340)
    y = 84.0
    for key, value, other_key, other in rows:
        sheet.line(key, xs[0], y, strong)
        sheet.line(cast.fill_template(value), xs[1], y, text, same=True)
        sheet.line(other_key, xs[2], y, strong, same=True)
        sheet.line(cast.fill_template(other), xs[3], y, text, same=True)
        y += 21
    sheet.begin_block()
    sheet.paragraph(cast.prose_paragraph(7), LEFT, y + 18, TEXT_WIDTH, text)
