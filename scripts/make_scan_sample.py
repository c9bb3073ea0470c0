"""Makes the bundled sample of a fax from the text below: a page that is printed, laid askew into a fax
machine and sent in black and white. Everything in it is fictional.

    python scripts/make_scan_sample.py
"""

import io
import time
from pathlib import Path

import numpy as np

SAMPLE = Path(__file__).resolve().parent.parent / "resources" / "samples" / "15-referral-fax.pdf"

ACROSS, DOWN = 204, 196
"""Pixels an inch of a fax in fine resolution (ITU-T T.4)."""
SEED = 15
ASKEW = 0.7
"""Degrees, counter-clockwise."""

HEAD = "03/14/2024  08:47   FROM: BLUE HERON FAMILY PRACTICE   541-555-0162   PAGE 01/01"
BODY = "Times-Roman"
SIGNED = 44
"""Points between the greeting and the name, in which she signed."""
LETTER = [
    ("Blue Heron Family Practice", "Helvetica-Bold", 15),
    ("418 Cedar Mill Road, Suite 3, Corvallis, OR 97330", "Helvetica", 10),
    ("Phone 541-555-0161     Fax 541-555-0162", "Helvetica", 10),
    ("", "", 18),
    ("REFERRAL TO CARDIOLOGY", "Helvetica-Bold", 12),
    ("", "", 8),
    ("Date: March 14, 2024", BODY, 12),
    ("Patient: Augustin Pellworth", BODY, 12),
    ("Date of birth: 07/22/1951          MRN: BH-330417", BODY, 12),
    ("Insurance: Willamette Health Plan, member ID WHP 5520 7714", BODY, 12),
    ("", "", 10),
    ("Dear Dr. Ostrowski,", BODY, 12),
    ("", "", 6),
    (
        "Thank you for seeing Mr. Pellworth, a 72-year-old retired millwright, for exertional",
        BODY,
        12,
    ),
    (
        "dyspnea since January. Echo on 02/27/2024 at Marys Peak Hospital showed an ejection",
        BODY,
        12,
    ),
    ("fraction of 35 % and moderate mitral regurgitation. Coombs test negative. He takes", BODY, 12),
    (
        "lisinopril 10 mg and metoprolol 25 mg twice daily. His daughter Leonora drives him.",
        BODY,
        12,
    ),
    ("", "", 6),
    ("He can be reached at (541) 555-0178, best before noon.", BODY, 12),
    ("", "", 10),
    ("With kind regards,", BODY, 12),
    ("", "", SIGNED),
    ("Beatrix Lindahl, MD", BODY, 12),
    ("NPI 1234567893", BODY, 10),
]


def page():
    """The page as it was printed."""
    from reportlab.lib.pagesizes import letter
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out, pagesize=letter, invariant=1)
    canvas.setFont("Courier-Bold", 9.5)
    canvas.drawString(40, 776, HEAD)
    at = 720
    for text, font, size in LETTER:
        if text:
            canvas.setFont(font, size)
            canvas.drawString(72, at, text)
            at -= size * 0.4 + 13
        else:
            at -= size
            if size == SIGNED:
                sign(canvas, 84, at + 16, 170, 34)
    canvas.showPage()
    canvas.save()
    return out.getvalue()


def sign(canvas, left, bottom, width, height):
    """Writes a signature that nobody can read: one stroke of loops that grow smaller."""
    t = np.linspace(0, 1, 240)
    across = left + width * (t + 0.05 * np.sin(t * 38 + 0.4))
    up = bottom + height / 2 * (1 + np.sin(t * 44 + 1.2) * (0.9 - 0.6 * t))
    stroke = canvas.beginPath()
    stroke.moveTo(across[0], up[0])
    for x, y in zip(across[1:], up[1:], strict=True):
        stroke.lineTo(x, y)
    canvas.setLineWidth(1.3)
    canvas.setLineJoin(1)
    canvas.drawPath(stroke)


def faxed(pdf):
    """The page as it came out of the machine: black and white."""
    import pypdfium2
    from PIL import Image, ImageFilter

    fine = pypdfium2.PdfDocument(pdf)[0].render(scale=400 / 72, grayscale=True).to_pil().convert("L")
    fine = fine.rotate(ASKEW, Image.Resampling.BICUBIC, fillcolor=255)
    size = (round(fine.width * ACROSS / 400), round(fine.height * DOWN / 400))
    grey = fine.filter(ImageFilter.GaussianBlur(1.1)).resize(size, Image.Resampling.BOX)
    noise = np.random.default_rng(SEED)
    values = np.asarray(grey).astype(np.float64) + noise.normal(0.0, 14.0, (size[1], size[0]))
    dirt = noise.random((size[1], size[0])) < 0.0002
    return Image.fromarray(((values > 150) & ~dirt).astype(np.uint8) * 255).convert("1")


def main():
    then = time.struct_time((2024, 3, 14, 0, 0, 0, 0, 0, 0))
    faxed(page()).save(
        SAMPLE, "PDF", dpi=(ACROSS, DOWN), creationDate=then, modDate=then, producer="", title="fax"
    )
    print(SAMPLE.name, f"{SAMPLE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
