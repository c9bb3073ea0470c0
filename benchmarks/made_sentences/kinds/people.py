"""People named in full who come again in another form: by their initials, a nickname, or a part of the name."""

from __future__ import annotations

import re

from benchmarks.made_sentences.names import FIRST, LAST
from benchmarks.made_sentences.sentence import Draw, Kind

_NICKNAMES = {
    "Robert": "Bob Bobby Rob",
    "William": "Bill Billy Will",
    "Elizabeth": "Liz Betty Beth",
    "Margaret": "Peggy Maggie Meg",
    "Katherine": "Kathy Katie Kate",
    "James": "Jim Jimmy",
    "Richard": "Rick Dick Richie",
    "Michael": "Mike Mikey",
    "Thomas": "Tom Tommy",
    "Patricia": "Pat Patty Trish",
    "Christopher": "Chris Topher",
    "Anthony": "Tony",
    "Joseph": "Joe Joey",
    "Edward": "Ed Eddie Ted",
    "Deborah": "Deb Debbie",
    "Susan": "Sue Susie",
    "Barbara": "Barb Barbie",
    "Rebecca": "Becky Becca",
    "Jennifer": "Jen Jenny",
    "Alexander": "Alex Sasha",
    "Francisco": "Paco Pancho",
    "Guadalupe": "Lupe",
    "Jose": "Pepe",
    "Dolores": "Lola",
    "Consuelo": "Chelo",
    "Eduardo": "Lalo",
    "Ignacio": "Nacho",
    "Aleksandra": "Ola",
    "Dmitri": "Dima Mitya",
    "Yekaterina": "Katya",
    "Giuseppe": "Beppe Pino",
    "Theodore": "Ted Teddy Theo",
    "Samantha": "Sam Sammy",
    "Benjamin": "Ben Benny",
    "Nathaniel": "Nate Nat",
    "Gregory": "Greg",
    "Stephanie": "Steph",
    "Victoria": "Vicky Tori",
    "Abdulrahman": "Abdul",
    "Oluwaseun": "Seun",
    "Charles": "Charlie Chuck",
    "Dorothy": "Dot Dottie",
    "Frances": "Fran Frannie",
    "Lawrence": "Larry",
    "Raymond": "Ray",
    "Harold": "Hal Harry",
    "Veronica": "Ronnie",
    "Mohammed": "Mo",
}


def _nickname(draw: Draw) -> str:
    return draw.rng.choice(_NICKNAMES[draw.value("named")].split())


def _letters(name: str) -> str:
    """The letters of a name, small: what a user name is made of."""
    return re.sub("[^a-z]", "", name.lower())


def _login(draw: Draw) -> str:
    """A user name made of the name: rvance, robert.vance, vancer, bobvance, rvance2."""
    first, last = _letters(draw.value("named")), _letters(draw.value("last"))
    nick = _letters(draw.value("nick"))
    return draw.rng.choice(
        (first[0] + last, first[0] + last, f"{first}.{last}", f"{first}_{last}", last + first[0])
        + (nick + last, f"{first[0]}{last}{draw.rng.randint(1, 9)}")
    )


def _joined(draw: Draw) -> str:
    """Both names without a blank, as forms and labels have them: RobertVance, VanceRobert."""
    first, last = draw.value("named"), draw.value("last").replace("-", "").replace("'", "")
    return draw.rng.choice((first + last, last + first))


_HEADS = (
    "Patient: [[PATIENT|$named $last]]",
    "[[PATIENT|$named $last]] is a <30..88>-year-old with {{$problem}}.",
    "Name: [[PATIENT|$last, $named]]",
    "Re: [[PATIENT|$named $last]]",
    "Mr. [[PATIENT|$named $last]] came in for {{$problem}}.",
    "We saw [[PATIENT|$named $last]] today for {{$problem}}.",
)

_FAMILY = Kind(
    name="family-name-forms",
    counts="the full name and its other form have to go, the words in braces have to stay",
    frames=(
        "$head\n[[PATIENT|$nick]] says the {{$complaint}} is better.",
        "$head\nPt goes by [[PATIENT|$nick]].",
        "$head\n{{Lungs clear}}.\nTold [[PATIENT|$nick]] to call if {{$complaint}} returns.",
        "$head\nPrefers to be called \"[[PATIENT|$nick]]\".",
        "$head\n[[PATIENT|$last]] denies {{$complaint}}.",
        "$head\n{{Plan}}: [[PATIENT|$last]] to return in two weeks.",
        "$head\n[[PATIENT|$initial. $last]] tolerated the {{procedure}} well.",
        "$head\n[[PATIENT|$initial $last]] signed the consent.",
        "$head\nEntered by: [[USERNAME|$login]]",
        "$head\nPortal login [[USERNAME|$login]], {{message sent}}.",
        "$head\n[[PATIENT|$named]] was {{alert and cooperative}}.",
        "$head\n[[PATIENT|$last]]'s wife was present.",
        "$head\nFile: [[PATIENT|$joined]].pdf",
        "$head\n{{Labs}} normal.\nDiscussed with [[PATIENT|$nick $last]].",
        "$head\nBrother-in-law calls him [[PATIENT|$nick]]; {{$complaint}} since spring.",
        "$head\nMrs. [[RELATIVE|$last]] drove him here.",
        "$head\nThe [[PATIENT|$lasts]] live in a two-story house.",
        "$head\nThank you for letting me take part in [[PATIENT|$nick]]'s care.",
    ),
    small=(
        "$head\ncalled [[PATIENT|$nick]] back, {{$complaint}} gone",
        "$head\n[[PATIENT|$last]] wants a {{refill}}",
        "$head\n[[PATIENT|$nick]] missed his {{pills}} twice",
        "$head\nmr [[PATIENT|$last]] left before {{labs}}",
    ),
    slots={
        "head": _HEADS,
        "named": tuple(_NICKNAMES),
        "last": LAST,
        "lasts": lambda d: d.value("last") + ("es" if d.value("last")[-1] in "szx" else "s"),
        "nick": _nickname,
        "initial": lambda d: d.value("named")[0],
        "login": _login,
        "joined": _joined,
        "complaint": ("pain", "cough", "dizziness", "nausea", "swelling", "headache", "itching", "tremor"),
        "problem": ("COPD", "hypertension", "diabetes", "back pain", "asthma", "anemia", "gout", "knee pain"),
    },
)


def _initials(draw: Draw) -> str:
    return draw.value("first")[0] + draw.value("last")[0]


_NAMING = (
    "[[DOCTOR|$first $last]], MD",
    "Attending: [[DOCTOR|$first $last]], MD",
    "Seen with Dr. [[DOCTOR|$first $last]].",
    "Nurse: [[DOCTOR|$first $last]], RN",
    "Patient: [[PATIENT|$first $last]]",
    "Care coordinator [[DOCTOR|$first $last]] met with the family.",
    "Daughter: [[RELATIVE|$first $last]]",
    "Author: [[DOCTOR|$first $last]], NP",
    "Case manager: [[DOCTOR|$first $last]]",
)

_INITIALS = Kind(
    name="initials",
    counts="the name and the initials have to go, the words in braces have to stay",
    frames=(
        "$naming\n{{Vitals stable}}.\n[[DOCTOR|$initials]] will call.",
        "$naming\n{{$course}}.\nD/w [[DOCTOR|$initials]].",
        "$naming\n{{$course}}.\nPlan reviewed with [[DOCTOR|$initials]].",
        "$naming\n{{$course}}.\n[[DOCTOR|$initials]]/jt",
        "$naming\n{{$course}}.\n[[DOCTOR|$initials]]",
        "$naming\n{{$course}}.\n-[[DOCTOR|$initials]]",
        "$naming\n{{$course}}.\nPer [[DOCTOR|$initials]], {{hold lisinopril}}.",
        "$naming\n{{$course}}.\n[[DOCTOR|$initials]] agrees with {{plan}}.",
        "$naming\n{{$course}}.\n[[DOCTOR|$initials]] is aware.",
        "$naming\n{{$course}}.\nLeft message for [[DOCTOR|$initials]].",
        "$naming\n{{$course}}.\n[[DOCTOR|$dotted]] notified.",
        "$naming\n{{$course}}.\n[[DOCTOR|$initials]] spoke with the family.",
        "$naming\n{{$course}}.\nSigned: [[DOCTOR|$initials]]",
        "$naming\n{{$course}}.\n[[DOCTOR|$initials]]: {{will follow}}.",
        "$naming\n{{$course}}.\n({{checked}} by [[DOCTOR|$initials]])",
        "$naming\n{{$course}}.\nPaged [[DOCTOR|$initials]] at 0300.",
    ),
    small=(
        "$naming\n{{$course}}\nper [[DOCTOR|$initials]]",
        "$naming\n{{$course}}\nd/w [[DOCTOR|$initials]] by phone",
        "$naming\n{{$course}}\n[[DOCTOR|$initials]] will call her back",
    ),
    slots={
        "naming": _NAMING,
        "first": FIRST,
        "last": tuple(n for n in LAST if "-" not in n and "'" not in n),
        "initials": _initials,
        "dotted": lambda d: ".".join(_initials(d)) + ".",
        "course": (
            "Resting comfortably", "Pain controlled", "Tolerating diet", "No events overnight", "Wound clean and dry",
            "Potassium low", "Blood sugar high", "Ambulating with walker", "Afebrile", "Fell in bathroom, no injury",
        ),
    },
)  # fmt: skip

_TERMS = {
    "AR": "mild AR on echo",
    "AS": "severe AS, valve area 0.8",
    "AV": "AV block, first degree",
    "BM": "BM x2 today",
    "BP": "BP 128/76",
    "BS": "BS normal in all quadrants",
    "CK": "CK 240",
    "CP": "no CP or SOB",
    "CT": "CT head negative",
    "DC": "DC home tomorrow",
    "DM": "DM type 2, on metformin",
    "DP": "DP pulses 2+",
    "ED": "sent to the ED for fever",
    "EF": "EF 55 %",
    "EG": "EG junction normal",
    "ER": "ER visit last week for asthma",
    "FH": "FH: noncontributory",
    "FS": "FS 142 before lunch",
    "GI": "GI: no melena",
    "GU": "GU: no dysuria",
    "HD": "HD three times a week",
    "HR": "HR 72 and regular",
    "HS": "trazodone 50 mg HS",
    "IM": "ceftriaxone 1 g IM",
    "IV": "IV fluids stopped",
    "JP": "JP drain 30 cc",
    "JV": "JV not distended",
    "KP": "KP sensitive to cefepime",
    "KV": "KV film: stool",
    "LA": "LA mildly dilated",
    "LE": "LE edema trace",
    "LR": "LR 1 L bolus",
    "LV": "LV function normal",
    "MI": "no acute MI",
    "MR": "moderate MR",
    "MS": "MS 4 mg for pain",
    "MV": "MV replaced in the past",
    "NG": "NG tube to suction",
    "NS": "NS 500 ml given",
    "OA": "OA of both knees",
    "OD": "vision OD 20/40",
    "OR": "taken to the OR",
    "OT": "OT eval done",
    "PC": "calcium 500 mg PC",
    "PD": "PD catheter clean",
    "PE": "PE ruled out",
    "PM": "tylenol PM at bedtime",
    "PO": "taking PO well",
    "PR": "PR interval 160",
    "PT": "PT/INR pending",
    "RA": "sat 97 % on RA",
    "RR": "RR 16",
    "RV": "RV normal size",
    "SC": "heparin 5000 SC",
    "SL": "nitro SL as needed",
    "SR": "rhythm SR",
    "ST": "no ST changes",
    "TB": "TB test negative",
    "TM": "TM clear on both sides",
    "TR": "trace TR",
    "US": "US abdomen normal",
    "VS": "VS stable",
    "VT": "no VT on telemetry",
    "WB": "WB as tolerated",
}


def _abbreviation(draw: Draw) -> str:
    """An abbreviation that is also somebody's initials."""
    return draw.rng.choice([a for a in _TERMS if _with_letter(FIRST, a[0]) and _with_letter(LAST, a[1])])


def _with_letter(names: tuple[str, ...], letter: str) -> list[str]:
    return [n for n in names if n.startswith(letter) and "'" not in n and "-" not in n]


_INITIALS_TERM = Kind(
    name="initials-term",
    counts="the name has to go, the term in braces has to stay",
    frames=(
        "$naming\n{{$term}}.",
        "$naming\nExam today.\n{{$term}}.",
        "$naming\n{{Assessment}}: {{$term}}.",
        "$naming\n{{Vitals reviewed}}, {{$term}}.",
        "$naming\n- {{$term}}\n- {{home meds}} continued",
        "$naming\n{{No events overnight}}. {{$term}}.",
        "$naming\nFindings:\n{{$term}}",
        "$naming\n{{$term}}, {{otherwise unremarkable}}.",
        "$naming\nInterval history: {{$term}}, feels better.",
        "$naming\n{{Plan}}:\n1. {{$term}}\n2. {{labs in am}}",
        "{{$term}}.\n$naming",
        "$naming\nDiscussed results. {{$term}}. {{Stable}}.",
        "$naming\nUpdate: {{$term}}; {{afebrile}}.",
    ),
    slots={
        "naming": _NAMING,
        "abbreviation": _abbreviation,
        "first": lambda d: d.rng.choice(_with_letter(FIRST, d.value("abbreviation")[0])),
        "last": lambda d: d.rng.choice(_with_letter(LAST, d.value("abbreviation")[1])),
        "term": lambda d: _TERMS[d.value("abbreviation")],
    },
)

PEOPLE_KINDS = (_FAMILY, _INITIALS, _INITIALS_TERM)
