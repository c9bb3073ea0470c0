"""Drugs, abbreviations, and terms of ICD-10-CM and HPO that hold something like a name."""

from __future__ import annotations

import csv
import html
import re
from pathlib import Path

from .common import Compiled, lines, phrase_key, table
from .words import Usage

_DRUG_ENDING = re.compile(
    r"(?:mab|nib|cillin|mycin|floxacin|azole|prazole|statin|sartan|pril|olol|dipine|semide|thiazide|gliptin"
    r"|gliflozin|glutide|tide|parin|xaban|gatran|triptan|setron|pam|lam|barbital|caine|curium|curonium|cycline"
    r"|vir|vudine|oxetine|pramine|triptyline|apine|idone|peridol|azine|profen|coxib|sone|solone|onide|asone"
    r"|terol|tropium|phylline|lukast|dronate|trexate|rubicin|platin|taxel|poetin|grastim|kinra|cept|limus"
    r"|ectin|quine|codone|morphone|fentanil|orphan|dol|tant|gepant|zolam|zepam|afil|osin|steride|trozole"
    r"|relin|relix|tocin|pressin|kine|imod|lisib|ciclib|parib|metinib|rafenib|sulfa|formin|glitazone|iazepoxide)$"
)
_MARKUP = re.compile(r"&lt;.*|<.*|\{\{.*|\[\[.*|&[a-z]+;")
_SALTS = frozenset(
    "acetate acid besylate bromide calcium carbonate chloride citrate fumarate gluconate hydrochloride "
    "hydrobromide hyclate insulin lactate magnesium maleate mesylate nitrate oxide phosphate potassium "
    "sodium succinate sulfate sulphate tartrate tromethamine valerate vaccine xinafoate zinc cream ointment "
    "extended release".split()
)


def drugs(data: Path, use: Usage) -> Compiled:
    """Drug names without what is also a person's name, a place, or an ordinary word."""
    raw = lines(data / "lists" / "drug_names_variants.txt")
    words: set[str] = set()
    phrases: set[str] = set()
    for line in raw:
        clean = _MARKUP.sub("", html.unescape(html.unescape(line))).strip()
        if not clean or not clean.isascii() or re.search(r"[\d,;:()\[\]{}=|/\\]", clean):
            continue
        parts = phrase_key(clean).split()
        if len(parts) == 1 and _is_drug_word(parts[0], use):
            words.add(parts[0])
        elif 2 <= len(parts) <= 3 and _is_drug_phrase(parts, use):
            phrases.add(" ".join(parts))
    return Compiled(
        name="drugs",
        title="Names of drugs",
        source="drug-named-entity-recognition (DrugBank open data, MeSH, MedlinePlus, Wikipedia)",
        licence="CC0-1.0 (DrugBank vocabulary); public domain (NLM); CC BY-SA 4.0 (Wikipedia); package MIT",
        notes="Markup, formulae, entries with digits, and entries that are also names, places or ordinary "
        "words without the ending of a drug are left out.",
        files={"words": words, "phrases": phrases},
        rows_read=len(raw),
    )


def _is_drug_word(word: str, use: Usage) -> bool:
    if len(word) < 4 or not word.isalpha() or word in use.places:
        return False
    if word in use.names:
        # rare surnames (0.001 % or less) that end as drugs do are drugs
        return (
            bool(_DRUG_ENDING.search(word))
            and use.names[word] <= 0.001
            and use.title[word] <= use.lower[word]
        )
    return not use.common(word)


def _is_drug_phrase(parts: list[str], use: Usage) -> bool:
    if any(len(p) < 2 for p in parts) or any(p in use.places for p in parts):
        return False
    if any(p in use.names and not use.common(p) for p in parts):
        return False
    drug_like = any(_DRUG_ENDING.search(p) for p in parts)
    return drug_like and any(p in _SALTS for p in parts)


def abbreviations(data: Path) -> Compiled:
    """Clinical abbreviations with a capital, as they are written."""
    rows = 0
    found = set()
    with (data / "lists" / "clinical_abbreviations_wikipedia.csv").open(encoding="utf-8", newline="") as f:
        for row in csv.DictReader(f):
            rows += 1
            term = row["abr"].strip()
            if re.fullmatch(r"[A-Z][A-Za-z]*[A-Z][A-Za-z0-9]*", term) and 2 <= len(term) <= 7:
                found.add(term)
    own = lines(Path(__file__).with_name("abbreviations_by_hand.txt"))
    for line in own:
        if line.strip() and not line.startswith("#"):
            found |= set(line.split())
    return Compiled(
        name="abbreviations",
        title="Clinical abbreviations",
        source="clinical-abbreviations inventory, part from Wikipedia; further ones by hand",
        licence="CC BY 4.0; Apache-2.0",
        notes="Only abbreviations in capitals; matched in that spelling.",
        files={"terms": found},
        rows_read=rows,
    )


def _namelike(term: str, use: Usage) -> bool:
    """Whether some detector might take a part of the term for a name or a place."""
    for m in re.finditer(r"[^\W\d_]+(?:['’][^\W\d_]+)*", term):
        key = phrase_key(m.group())
        if len(key) >= 3 and (key in use.names or key in use.places) and not use.common(key):
            return True
    return False


def icd10cm(data: Path, use: Usage) -> Compiled:
    """Short terms of ICD-10-CM with a part like a name or place."""
    found = set()
    rows = 0
    for row in table(data / "lists" / "icd10cm_2026_terms.tsv"):
        rows += 1
        term = re.sub(r"\s*[(\[][A-Z]\d\d.*$", "", row["term"]).strip()
        if (
            2 <= len(phrase_key(term).split()) <= 5
            and _namelike(term, use)
            and not re.search(r"[,;:()\[\]]", term)
        ):
            found.add(phrase_key(term))
    return Compiled(
        name="icd10cm",
        title="Diagnoses of ICD-10-CM that hold a name or place",
        source="ICD-10-CM 2026 (CDC/NCHS), descriptions and inclusion terms",
        licence="US public domain",
        notes="Terms of two to five words; letter case and accents removed.",
        files={"terms": found},
        rows_read=rows,
    )


def hpo(data: Path, use: Usage) -> Compiled:
    """Terms of the Human Phenotype Ontology with a part like a name or place, unaltered."""
    found: dict[str, str] = {}
    rows = 0
    for row in table(data / "lists" / "hpo_terms.tsv"):
        rows += 1
        term = row["term"].strip()
        key = phrase_key(term)
        if 2 <= len(key.split()) <= 5 and not term.startswith("obsolete") and _namelike(term, use):
            found[key] = min(term, found.get(key, term))
    return Compiled(
        name="hpo",
        title="Terms of the Human Phenotype Ontology that hold a name or place",
        source="Human Phenotype Ontology (www.human-phenotype-ontology.org), release 2025-01-16",
        licence="HPO terms of use: attribution, version shown, terms unaltered",
        notes="Terms and synonyms of two to five words, in their own spelling; folded when loaded.",
        files={"terms": set(found.values())},
        rows_read=rows,
    )
