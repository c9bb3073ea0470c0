"""Short clinical notes without an identifier, whose words are all to stay."""

from __future__ import annotations

import random
import re

_SENTENCES = (
    "Presents with progressive dyspnea on exertion and a dry cough.",
    "Lungs are clear to auscultation without wheezing or crackles.",
    "Continue metformin twice daily with meals and recheck glucose.",
    "Abdomen soft, mild epigastric tenderness, no guarding.",
    "Chest radiograph shows a small pleural effusion, otherwise normal.",
    "Denies fever, chills, nausea, vomiting or diarrhea.",
    "Blood pressure is well controlled on lisinopril.",
    "Echocardiogram with preserved ejection fraction and mild regurgitation.",
    "Started amoxicillin for otitis media; no known drug allergies.",
    "Wound edges are clean and dry, sutures were removed.",
    "Hemoglobin stable, creatinine slightly elevated since admission.",
    "Assessment: acute bronchitis, likely viral, supportive care.",
    "Plan: physical therapy, acetaminophen as needed for pain.",
    "Neurologic examination reveals symmetric reflexes and normal gait.",
    "History of hypertension, hyperlipidemia and chronic migraine.",
    "Skin warm and dry without rash or jaundice.",
    "Recommended smoking cessation and a low sodium diet.",
    "Colonoscopy was unremarkable apart from diverticulosis.",
    "Thyroid is not enlarged, no cervical lymphadenopathy.",
    "Troponin negative, electrocardiogram without ischemic changes.",
)
_WORD = re.compile(r"[A-Za-z]{4,}")


def make_note(draw: random.Random, lines: int = 6) -> tuple[str, ...]:
    """Lines of a note by lot, none twice."""
    return tuple(draw.sample(_SENTENCES, lines))


def clinical_words(text: str) -> list[str]:
    """The words of four letters or more in a text, in small letters and in order."""
    return [w.lower() for w in _WORD.findall(text)]
