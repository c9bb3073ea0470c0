"""Doses in capitals beside people and places, and telephone numbers with how often they were called."""

from __future__ import annotations

from benchmarks.made_sentences.names import CITIES, FIRST, LAST, MEN, STREETS, WOMEN
from benchmarks.made_sentences.sentence import Draw, Kind
from chartveil.domain.labels import Label

_DOSES = (
    "ADVAIR 250/50 BID|ADVAIR DISKUS 500/50 1 PUFF BID|ADVAIR 100/50|AUGMENTIN 875/125 X 7D|AUGMENTIN 500/125 TID|"
    "BACTRIM DS 800/160 BID|PERCOCET 5/325 Q6H PRN|PERCOCET 10/325|NORCO 5/325 Q4H|NORCO 7.5/325 PRN|VICODIN 5/500|"
    "SYMBICORT 160/4.5 2 PUFFS BID|DULERA 200/5 BID|HYZAAR 50/12.5 QD|HYZAAR 100/25|LISINOPRIL/HCTZ 20/12.5 DAILY|"
    "LISINOPRIL-HCTZ 20/25|SINEMET 25/100 TID|SINEMET CR 50/200|JANUMET 50/1000 BID|GLUCOVANCE 5/500|LOTREL 5/20|"
    "DIOVAN HCT 160/12.5|BENICAR HCT 40/12.5 QAM|EXFORGE 5/160|ZIAC 5/6.25|TRELEGY 100/62.5/25|BREO 100/25|ANORO 62.5/25|"
    "ENTRESTO 24/26 BID|ENTRESTO 49/51|ENTRESTO 97/103 BID|NOVOLIN 70/30 20 UNITS|HUMALOG MIX 75/25|ULTRACET 37.5/325|"
    "SUBOXONE 8/2 SL|TRUVADA 200/300|VYTORIN 10/40 QHS|KALETRA 200/50|MAXZIDE 37.5/25|COUMADIN 2.5/5 ALTERNATING|"
    "PREDNISONE 40/30/20/10 TAPER|METOPROLOL 12.5 BID|LASIX 40/20|TYLENOL #3 30/300|FIORICET 50/325/40|LOESTRIN 1/20|"
    "ORTHO-NOVUM 7/7/7|YAZ 3/0.02|COMBIVIR 150/300 BID|AMLODIPINE-BENAZEPRIL 10/20|TRIAMTERENE/HCTZ 37.5/25|ATACAND HCT 16/12.5|"
    "MIRAPEX 1/2 TAB|SYNTHROID 88/100 ALT DAYS|OXYCODONE/APAP 5/325|ZOSYN 3.375 Q6H|GENTAMICIN 80/12 H|DEPAKOTE 250/500|"
    "COLACE 100/DAY|LANTUS 20/10 UNITS|AVANDAMET 4/500|ACTOPLUS MET 15/850|TARKA 2/180|CADUET 5/10|AZOR 5/20|DILANTIN 100/200"
).split("|")

_DOSE = Kind(
    name="dose-capitals",
    counts="the dose in braces has to stay, names and places have to go",
    frames=(
        "{{$dose}}. WIFE [[RELATIVE|$woman]].",
        "{{$dose}}. WIFE [[RELATIVE|$woman]] {{AT BEDSIDE}}.",
        "{{$dose}}. LIVES ON [[STREET|$street]].",
        "{{$dose}}. LIVES IN [[CITY|$city]] WITH SON [[RELATIVE|$man]].",
        "MEDS: {{$dose}}, {{$dose2}}. DR. [[DOCTOR|$last]] AWARE.",
        "CONTINUE {{$dose}} PER DR [[DOCTOR|$last]].",
        "[[PATIENT|$first $last]] ON {{$dose}}.",
        "RX {{$dose}} CALLED IN BY [[DOCTOR|$first $last]], RN.",
        "MR [[PATIENT|$last]] TAKES {{$dose}} AND {{$dose2}}.",
        "1. {{$dose}}\n2. {{$dose2}}\nPHARMACY IN [[CITY|$city]]",
        "DAUGHTER [[RELATIVE|$woman]] GIVES HIM {{$dose}}.",
        "START {{$dose}}. F/U DR [[DOCTOR|$last]] IN [[CITY|$city]].",
        "PT [[PATIENT|$last]], [[PATIENT|$first]]: {{$dose}} REFILLED.",
        "SPOKE TO [[RELATIVE|$first]]. STOP {{$dose}}. {{BEGIN $dose2}}.",
        "ALLERGIES: {{NONE}}. MEDICATIONS: {{$dose}}. SIGNED [[DOCTOR|$first $last]], MD",
        "SISTER [[RELATIVE|$woman $last]] ASKS ABOUT {{$dose}}.",
        "HOME MEDS {{$dose}}; {{$dose2}}; MOVED FROM [[CITY|$city]].",
        "SEEN BY [[DOCTOR|$last]]. CHANGE TO {{$dose}}.",
        "{{$dose}}\nNEXT OF KIN: [[RELATIVE|$first $last]]",
        "PATIENT [[PATIENT|$first $last]] OF [[CITY|$city]]. {{$dose}}, {{$dose2}}.",
        "HUSBAND [[RELATIVE|$man]] PICKED UP {{$dose}} IN [[CITY|$city]].",
        "{{$dose}} GIVEN BY NURSE [[DOCTOR|$last]].",
    ),
    slots={
        "dose": _DOSES,
        "dose2": _DOSES,
        "first": lambda d: d.rng.choice(FIRST).upper(),
        "woman": lambda d: d.rng.choice(WOMEN).upper(),
        "man": lambda d: d.rng.choice(MEN).upper(),
        "last": lambda d: d.rng.choice(LAST).upper(),
        "street": lambda d: d.rng.choice(STREETS).upper(),
        "city": lambda d: d.rng.choice(CITIES).upper(),
    },
    capitals=False,
)


def _phone(draw: Draw) -> str:
    """A number with an exchange that nobody has."""
    rng = draw.rng
    area = rng.choice("205 212 312 404 415 419 503 602 614 702 713 801 816 907 972".split())
    line = f"01{rng.randint(0, 99):02}"
    forms = [f"{area}-555-{line}"] * 4
    forms += [f"({area}) 555-{line}", f"({area})555-{line}", f"{area}.555.{line}", f"{area} 555 {line}"]
    forms += [f"1-{area}-555-{line}", f"555-{line}", f"{area}/555-{line}", f"{area}555{line}"]
    return rng.choice(forms)


_CALL = Kind(
    name="call-count",
    counts="the number has to go, how often it was called (in braces) has to stay",
    frames=(
        "LM at [[PHONE|$phone]] {{x2}}.",
        "LM at [[PHONE|$phone]] {{$times}}",
        "Called [[PHONE|$phone]] {{$times}}, {{no answer}}.",
        "Left message on [[PHONE|$phone]] {{$times}}.",
        "Tried [[PHONE|$phone]] {{$times}} without success.",
        "Phoned patient at [[PHONE|$phone]] {{$times}}; {{mailbox full}}.",
        "{{$times}} to [[PHONE|$phone]], line busy.",
        "Attempted to reach pt {{$times}} at [[PHONE|$phone]].",
        "Reminder call {{$times}}: [[PHONE|$phone]]",
        "Rang [[PHONE|$phone]] {{$times}} and [[PHONE|$phone2]] {{$times2}}.",
        "Pt's cell [[PHONE|$phone]] {{$times}}, home [[PHONE|$phone2]] {{$times2}}.",
        "Daughter [[RELATIVE|$woman]] called {{$times}} from [[PHONE|$phone]].",
        "No answer at [[PHONE|$phone]] {{$times}}, letter sent.",
        "VM left [[PHONE|$phone]] {{$times}}. {{Will try again}}.",
        "Paged [[PHONE|$phone]] {{$times}}, Dr. [[DOCTOR|$last]] answered.",
        "Ph: [[PHONE|$phone]] ({{called $times}})",
        "Calls to [[PHONE|$phone]]: {{<2..6>}}",
        "[[PHONE|$phone]] {{$times}}, disconnected.",
        "Returned call to [[PHONE|$phone]] {{$times}} re: {{lab results}}.",
    ),
    small=(
        "lm at [[PHONE|$phone]] {{$times}}",
        "called [[PHONE|$phone]] {{$times}} no answer",
        "tried {{$times}} [[PHONE|$phone]] busy",
        "vm full at [[PHONE|$phone]] {{$times}}, letter sent",
    ),
    slots={
        "phone": _phone,
        "phone2": _phone,
        "times": ("x2", "x3", "x 2", "x4", "X2", "x 3", "2x", "3x", "x2 today", "x5", "times 2", "twice"),
        "times2": ("x1", "x2", "x3", "x 2", "once"),
        "woman": WOMEN,
        "last": LAST,
    },
    goes=frozenset({Label.PHONE, Label.RELATIVE, Label.DOCTOR}),
)

NUMBER_KINDS = (_DOSE, _CALL)
