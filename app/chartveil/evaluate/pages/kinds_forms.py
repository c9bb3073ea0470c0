"""Kinds of pages with tables, fields, cards and labels."""

from __future__ import annotations

from chartveil.evaluate.pages.kinds import LEFT, RIGHT, TEXT_WIDTH, body_styles, letterhead, signature
from chartveil.evaluate.pages.sheet import WHITE, InkColour, PageCanvas, TextStyle
from chartveil.evaluate.pages.texts import InventedFacts

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


def labs(sheet: PageCanvas, cast: InventedFacts) -> None:
    """A table of laboratory values with rules, and who they are of."""
    text, strong = body_styles(cast, 10)
    sheet.begin_block()
    sheet.line(cast.fill_template("{HOSPITAL} Laboratory"), LEFT, 52, TextStyle(strong.face, 13))
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
    white = TextStyle(strong.face, 10, WHITE)
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
    caption, typed = TextStyle("sans", 6.5), TextStyle(cast.rng.choice(("mono", "sans", "plain")), 11)
    sheet.begin_block()
    sheet.fill(LEFT, 40, RIGHT, 62, (20, 20, 20))
    sheet.line("PATIENT REGISTRATION", LEFT + 8, 56, TextStyle("sans bold", 13, WHITE))
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
        LEFT, y + 20, TEXT_WIDTH, TextStyle("serif", 9),
    )  # fmt: skip
    signature(sheet, cast, LEFT + 60, y + 32)
    sheet.rule(LEFT, y + 38, LEFT + 240, y + 38)
    sheet.begin_block()
    sheet.line("Signature of patient", LEFT, y + 48, caption)
    sheet.begin_block()
    sheet.line(cast.fill_template("{DATE.short}"), LEFT + 320, y + 34, TextStyle("hand bold", 18))
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
    sheet.line("MEDICATION LIST", LEFT, 56, TextStyle(strong.face, 15))
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
    small, text, strong = TextStyle("sans", 7), TextStyle("sans", 9), TextStyle("sans bold", 10)
    x, y = 150.0, 90.0
    sheet.fill(x, y, x + 310, y + 190, (214, 230, 244))
    sheet.fill(x, y, x + 310, y + 34, (24, 78, 140))
    sheet.frame(x, y, x + 310, y + 190, 1)
    sheet.begin_block()
    sheet.line(cast.fill_template("{ORGANIZATION.plan}"), x + 12, y + 22, TextStyle("sans bold", 13, WHITE))
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
        TextStyle("sans bold", 14, (120, 20, 40)),
    )
    sheet.begin_block()
    for i, row in enumerate(
        ("DL {LICENSE}", "DOB {DATE.birth}", "LN {PATIENT.last}", "FN {PATIENT.first}", "{STREET}",
         "{CITY}, {STATE} {ZIP}", "ISS {DATE.short}  EXP {DATE.short}", "HGT 5-07  EYES BRN")
    ):  # fmt: skip
        sheet.line(cast.fill_template(row), x + 118, y + 56 + 17 * i, text)
    sheet.begin_block()
    sheet.line(
        cast.fill_template("Copied {DATE} for chart {MRN} by {USERNAME}"), LEFT, 620, TextStyle("mono", 10)
    )


def labels(sheet: PageCanvas, cast: InventedFacts) -> None:
    """A sheet of labels for tubes and folders, three across."""
    text, strong = TextStyle("narrow", 9), TextStyle("narrow bold", 10)
    for row in range(9):
        for column in range(3):
            x, y = 30 + column * 188.0, 38 + row * 80.0
            sheet.begin_block()
            sheet.line(cast.fill_template("{PATIENT.any}"), x, y + 16, strong)
            sheet.line(cast.fill_template("{STREET.any}"), x, y + 30, text)
            sheet.line(cast.fill_template("{CITY}, {STATE} {ZIP}"), x, y + 43, text)
            sheet.line(cast.fill_template("DOB {DATE}  #{IDNUM}"), x, y + 56, TextStyle("mono", 7.5))


def questionnaire(sheet: PageCanvas, cast: InventedFacts) -> None:
    """Questions with boxes to tick in three columns, each to be read by itself."""
    text, strong = body_styles(cast, 9)
    sheet.begin_block()
    sheet.line("REVIEW OF SYMPTOMS", LEFT, 52, TextStyle(strong.face, 14))
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
    sheet.line("ENCOUNTER FACE SHEET", LEFT, 54, TextStyle(strong.face, 14))
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
