"""Flags for what a word or phrase is known as: bits of one integer.

The Zipf value of an ordinary word, in tenths, stands above the bits: ``bits >> ZIPF_SHIFT``.
"""

from __future__ import annotations

FIRST_NAME_FREQUENT = 1 << 0
FIRST_NAME_RARE = 1 << 1
SURNAME_FREQUENT = 1 << 2
SURNAME_USUAL = 1 << 3
SURNAME_RARE = 1 << 4
CITY_MAJOR = 1 << 5
CITY_TOWN = 1 << 6
CITY_SMALL = 1 << 7
COUNTY = 1 << 8
STATE = 1 << 9
COUNTRY = 1 << 10
HOSPITAL = 1 << 11
COMPANY = 1 << 12
COMPANY_WELL_KNOWN = 1 << 13
DEVICE_MAKER = 1 << 14
DRUG = 1 << 15
CLINICAL = 1 << 16
NOT_A_NAME = 1 << 17
ZIPF_SHIFT = 20

FIRST_NAME = FIRST_NAME_FREQUENT | FIRST_NAME_RARE
SURNAME = SURNAME_FREQUENT | SURNAME_USUAL | SURNAME_RARE
NAME = FIRST_NAME | SURNAME
USUAL_NAME = FIRST_NAME_FREQUENT | SURNAME_FREQUENT | SURNAME_USUAL
CITY = CITY_MAJOR | CITY_TOWN | CITY_SMALL
MEDICAL = DRUG | CLINICAL

FLAG_OF_EACH_FILE: tuple[tuple[str, str, int], ...] = (
    ("first_names", "frequent", FIRST_NAME_FREQUENT),
    ("first_names", "rare", FIRST_NAME_RARE),
    ("surnames", "frequent", SURNAME_FREQUENT),
    ("surnames", "usual", SURNAME_USUAL),
    ("surnames", "rare", SURNAME_RARE),
    ("cities", "major", CITY_MAJOR),
    ("cities", "town", CITY_TOWN),
    ("cities", "small", CITY_SMALL),
    ("counties", "terms", COUNTY),
    ("states", "terms", STATE),
    ("countries", "terms", COUNTRY),
    ("hospitals", "terms", HOSPITAL),
    ("companies", "terms", COMPANY),
    ("companies", "by_hand", COMPANY_WELL_KNOWN),
    ("drugs", "words", DRUG),
    ("drugs", "phrases", DRUG),
    ("clinical_words", "terms", CLINICAL),
    ("not_names", "terms", NOT_A_NAME),
)
"""Dictionary, file and bit of each compiled list of keys."""
