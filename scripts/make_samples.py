"""Makes the bundled samples that are not plain text, from the text below. Everything in them is fictional.

    python scripts/make_samples.py

The plain-text samples lie in resources/samples/ as they were written.
"""

import csv
import json
from pathlib import Path

SAMPLES = Path(__file__).resolve().parent.parent / "resources" / "samples"

REFERRAL = {
    "header": "Otter Creek Rheumatology · 77 Granary Street, Suite 210, Montpelier, VT 05602 · 802-555-0133",
    "date": "January 24, 2024",
    "about": [
        ("Patient", "Mirembe Nakato-Ellery"),
        ("Date of birth", "05/02/1984"),
        ("MRN", "OCR-55820"),
        ("Insurance", "Green Mountain Care, member ID GMC 4471 0023"),
    ],
    "paragraphs": [
        "Dear Dr. Lindgren,",
        "Thank you for seeing Ms. Nakato-Ellery, a 39-year-old pastry chef at the Rialto Bakery, whom I have "
        "followed since 2019 for Sjögren syndrome. Since Thanksgiving she has had numbness of both feet. Her "
        "sister Prossy noticed that she trips.",
        "Schirmer 3 mm on both sides, ANA 1:640, SS-A positive, RF 48. EMG on 1/11 by Dr. Tobias Wren at "
        "Champlain Neurodiagnostics showed a sensory neuropathy. Raynaud phenomenon in the cold. Plaquenil "
        "200 mg twice daily since March 2020; an eye examination in June was normal.",
        "She may need a nerve biopsy. Mirembe can be reached at (802) 555-0177, best after 3 pm.",
        "With kind regards,",
        "Hollis Arceneaux, MD",
    ],
    "footer": "Dictated 01/24/2024, transcribed 01/25/2024 HA:pdq",
}

PROGRESS_NOTES = [
    ("N-1001", "P-204", "2023-03-06", "Initial visit",
     "Mr. Ifeanyi Drummond, 58M, came with his partner Odalys. New onset atrial fibrillation found 2/27/23 at "
     "Pine Street Urgent Care. CHA2DS2-VASc 2. Start Eliquis 5 mg BID. Cell 206-555-0101. Dr. R. Sandoval"),
    ("N-1002", "P-204", "2023-04-10", "Follow-up",
     "Ifeanyi feels well. Echo 3/20 showed EF 55 %, LA 4.1 cm. Drummond asks about ablation; will refer to "
     "Dr. Katarzyna Bloom at Cascade Heart. Wt 88.2 kg, BP 128/78. Next visit 7/10. R. Sandoval, MD"),
    ("N-1003", "P-377", "2023-04-11", "Initial visit",
     "91-year-old Mrs. Concetta Abruzzo, who lives at Maple Grove Assisted Living, has a Colles fracture "
     "after a fall on Easter Sunday. Son Vito (206-555-0166) is POA. Cast today.\nDEXA at Lakeside Imaging."),
    ("N-1004", "P-377", "2023-05-09", "Follow-up",
     "Cast off, \"feels light\". T-score -2.9 on 4/25. Alendronate 70 mg weekly. PT at Lakeside. MRN 3310942.\n"
     "Mrs. Abruzzo's son will call. 2/5 grip on the left. R. Sandoval, MD"),
    ("N-1005", "P-512", "2023-05-12", "Telephone",
     "Spoke with Wilhelmina May Tsosie, DOB 10/10/1972. May reports no more palpitations since May 1. She may "
     "stop metoprolol. Refill to Walgreens on 4th Ave N. Call back 206-555-0129. Signed: N. Farouk, RN"),
]  # fmt: skip

CONSULT = [
    "DESERT SPRINGS MEDICAL CENTER",
    "INFECTIOUS DISEASE CONSULTATION",
    "",
    "Patient: Lindqvist-Amaya, Tobias E.        MRN: DS 0092 7714",
    "DOB: 02/29/1960        Age: 63        Date of consult: 11/17/2023",
    "Requesting: Dr. Farzana Rahimi, Hospital Medicine",
    "",
    "REASON: MRSA bacteremia.",
    "",
    "HISTORY: Mr. Lindqvist-Amaya is a 63-year-old rancher from Catron County, New Mexico, with",
    "a Hickman catheter placed in August at Gila Regional. Fever since November 14th. His wife",
    "Consuelo drove him in. He has a St. Jude aortic valve (2012). No travel but a cattle show",
    "in Tucson, Arizona, on Halloween. Allergy: penicillin as a child.",
    "",
    "EXAM: T 38.9, HR 104, BP 102/60. Janeway lesions on the left palm, no Osler nodes, no",
    "Roth spots. II/VI murmur. Duke criteria: 1 major, 3 minor.",
    "",
    "DATA: WBC 17.2. Blood cultures 11/15 x2 MRSA, vancomycin MIC 1. TEE 11/16: 8 mm vegetation.",
    "",
    "PLAN: vancomycin, trough 15-20; remove the Hickman; repeat cultures daily. Valve clinic",
    "with Dr. Ezekiel Stroud, pager 4471. Device card: S/N 20418873-B.",
    "",
    "Ngozi Featherstone, DO        11/17/2023 14:05        ext 55120",
]

NURSING = [
    ("b", "NURSING SHIFT NOTE"),
    ("", "Unit 4 West, Bed 12        Date: 8/30/2023 1900-0700"),
    ("", "Patient: Bartholomew Quigley        DOB 6/1/1945        FIN 880021773"),
    ("", ""),
    ("", "2010 Pt A&O x3, Morse 55, Braden 17. Foley draining 40 mL/h. Daughter Siobhán at bedside, left her "
         "number (617-555-0154)."),
    ("", "0130 C/O pain 8/10, Dr. Okonjo paged, Dilaudid 0.5 mg IV given at 0142. Rose to chair x1."),
    ("", "0545 Labs drawn, K 3.1; Dr. Okonjo aware. Mr. Quigley asks that Father Donnelly visit on the 31st."),
    ("", "Report to April Nguyen, RN at 0700."),
    ("i", "M. Delacroix-Hughes, RN"),
]  # fmt: skip

LAB_COMMENTS = [
    ("Comment", "Patient ID", "Sample"),
    ("Potassium 6.8 called to Dr. Halloran at 14:20 on 9/12/2023 by tech JW.", "A-7721", "C23-55810"),
    ("Hemolyzed; recollect. Ward clerk Yolanda told. Prior sample 09/11/23 normal.", "A-7721", "C23-55811"),
    (
        "Lupus anticoagulant present. Sent to Whitefish Reference Laboratory 13-Sep-2023.",
        "B-0092",
        "C23-55900",
    ),
]

MESSAGES = [
    {"note_id": "m1", "patient_id": "77-A", "text": "Hi, this is Elspeth (mom of Rory, born 4/4/2021). He had his "
     "MMR on 4/18. Can you fax the record to Sunflower Daycare, 541-555-0190? Thanks, Elspeth Maddox"},
    {"note_id": "m2", "patient_id": "77-A", "text": "Faxed 5/2/2022. — Juno Applewhite, MA, Rogue Pediatrics"},
    {"note_id": "m3", "patient_id": "81-C", "text": "Mr. Abernethy's plate is OR 442 KLM, he parks in the clinic "
     "lot. His Medtronic pacer check is due in June."},
]  # fmt: skip


def make_docx():
    import docx
    from docx.shared import Pt

    d = docx.Document()
    d.core_properties.author = "Hollis Arceneaux"
    d.core_properties.title = "Referral Nakato-Ellery"
    d.sections[0].header.paragraphs[0].text = REFERRAL["header"]
    d.sections[0].footer.paragraphs[0].text = REFERRAL["footer"]
    d.styles["Normal"].font.name = "Calibri"
    d.styles["Normal"].font.size = Pt(11)
    d.add_paragraph(REFERRAL["date"])
    table = d.add_table(rows=0, cols=2)
    table.style = "Table Grid"
    for name, value in REFERRAL["about"]:
        cells = table.add_row().cells
        cells[0].paragraphs[0].add_run(name).bold = True
        cells[1].text = value
    d.add_paragraph()
    for text in REFERRAL["paragraphs"]:
        p = d.add_paragraph()
        # A name in bold inside a sentence: formatting must survive replacement.
        before, name, after = text.partition("Ms. Nakato-Ellery")
        p.add_run(before)
        if name:
            p.add_run("Ms. ")
            p.add_run("Nakato").bold = True
            p.add_run("-Ellery").bold = True
        p.add_run(after)
    d.save(SAMPLES / "09-referral-letter.docx")


def make_csv():
    with (SAMPLES / "10-progress-notes.csv").open("w", encoding="utf-8", newline="") as f:
        writer = csv.writer(f, lineterminator="\r\n")
        writer.writerow(["note_id", "patient_id", "note_date", "note_type", "note_text"])
        writer.writerows(PROGRESS_NOTES)


def make_pdf():
    from reportlab.lib.pagesizes import letter
    from reportlab.pdfgen.canvas import Canvas

    c = Canvas(str(SAMPLES / "11-consultation.pdf"), pagesize=letter, invariant=1)
    text = c.beginText(60, 730)
    text.setFont("Helvetica", 10.5)
    text.setLeading(15)
    for line in CONSULT:
        text.textLine(line)
    c.drawText(text)
    c.showPage()
    c.save()


def make_rtf():
    def escaped(text):
        out = []
        for ch in text:
            if ch in "\\{}":
                out.append("\\" + ch)
            elif ord(ch) < 128:
                out.append(ch)
            elif ord(ch) < 256:
                out.append(f"\\'{ord(ch):02x}")
            else:
                out.append(f"\\u{ord(ch)}?")
        return "".join(out)

    body = ""
    for style, text in NURSING:
        body += f"{{\\{style} {escaped(text)}}}\\par\n" if style else f"{escaped(text)}\\par\n"
    head = "{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\fswiss Arial;}}\n"
    info = "{\\info{\\author Delacroix-Hughes}{\\title Quigley shift note}}\n"
    (SAMPLES / "12-nursing-note.rtf").write_bytes((head + info + "\\f0\\fs21 " + body + "}").encode("ascii"))


def make_xlsx():
    import openpyxl

    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Comments"
    for row in LAB_COMMENTS:
        sheet.append(row)
    sheet.column_dimensions["A"].width = 80
    book.properties.creator = "Whitefish Reference Laboratory"
    book.save(SAMPLES / "13-lab-comments.xlsx")


def make_jsonl():
    lines = [json.dumps(m, ensure_ascii=False) for m in MESSAGES]
    (SAMPLES / "14-messages.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    for make in (make_docx, make_csv, make_pdf, make_rtf, make_xlsx, make_jsonl):
        make()
    print(*sorted(p.name for p in SAMPLES.iterdir()), sep="\n")
