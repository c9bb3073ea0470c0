"""People named in full who come again in another form: by their initials, a nickname, or a part of the name."""

from __future__ import annotations

import re
from collections.abc import Callable

from benchmarks.made_sentences.names import FIRST, LAST
from benchmarks.made_sentences.sentence import Draw, Kind

_MEN = {
    "Robert": "Bob Bobby Rob",
    "William": "Bill Billy Will",
    "James": "Jim Jimmy",
    "Richard": "Rick Dick Richie",
    "Michael": "Mike Mikey",
    "Thomas": "Tom Tommy",
    "Christopher": "Chris Topher",
    "Anthony": "Tony",
    "Joseph": "Joe Joey",
    "Edward": "Ed Eddie",
    "Alexander": "Alex Sasha",
    "Francisco": "Paco Pancho",
    "Jose": "Pepe",
    "Eduardo": "Lalo",
    "Ignacio": "Nacho",
    "Dmitri": "Dima Mitya",
    "Giuseppe": "Beppe Pino",
    "Theodore": "Ted Teddy Theo",
    "Benjamin": "Ben Benny",
    "Nathaniel": "Nate Nat",
    "Gregory": "Greg",
    "Abdulrahman": "Abdul",
    "Oluwaseun": "Seun",
    "Charles": "Charlie Chuck",
    "Lawrence": "Larry",
    "Raymond": "Ray",
    "Harold": "Hal Harry",
    "Mohammed": "Mo Hamudi",
    "Vladimir": "Vova",
    "Krzysztof": "Krzys",
    "Venkatesh": "Venky",
    "Stanislaw": "Stan Stas",
    "Albert": "Al Bert",
    "Kenneth": "Ken Kenny",
    "Donald": "Don Donnie",
    "Alejandro": "Alex Jandro",
    "Ebenezer": "Ben Eben",
    "Zachariah": "Zach Zack",
}
"""Names of men with what they are called."""
_WOMEN = {
    "Elizabeth": "Liz Betty Beth",
    "Margaret": "Peggy Maggie Meg",
    "Katherine": "Kathy Katie Kate",
    "Patricia": "Pat Patty Trish",
    "Deborah": "Deb Debbie",
    "Susan": "Sue Susie",
    "Barbara": "Barb Barbie",
    "Rebecca": "Becky Becca",
    "Jennifer": "Jen Jenny",
    "Guadalupe": "Lupe",
    "Dolores": "Lola",
    "Consuelo": "Chelo",
    "Aleksandra": "Ola",
    "Yekaterina": "Katya",
    "Samantha": "Sam Sammy",
    "Stephanie": "Steph",
    "Victoria": "Vicky Tori",
    "Dorothy": "Dot Dottie",
    "Frances": "Fran Frannie",
    "Veronica": "Ronnie Vero",
    "Natividad": "Nati",
    "Oluwakemi": "Kemi",
    "Gabriella": "Gabby",
    "Josephine": "Jo Josie",
    "Magdalena": "Lena Magda",
    "Svetlana": "Sveta",
    "Rosario": "Charo",
    "Priscilla": "Cilla",
    "Christina": "Tina Chris",
    "Pamela": "Pam",
    "Cynthia": "Cindy",
    "Theresa": "Terry Tess",
    "Abigail": "Abby",
    "Mehwish": "Mishi",
}
"""Names of women with what they are called."""
_NICKNAMES = _MEN | _WOMEN


def _by_sex(man: str, woman: str) -> Callable[[Draw], str]:
    """A word that goes by the sex of the person whose name was drawn."""
    return lambda draw: man if draw.value("named") in _MEN else woman


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
        (
            first[0] + last,
            first[0] + last,
            f"{first}.{last}",
            f"{first}_{last}",
            last + first[0],
            nick + last,
            f"{first[0]}{last}{draw.rng.randint(1, 9)}",
        )
    )


def _joined(draw: Draw) -> str:
    """Both names without a blank, as forms and labels have them: RobertVance, VanceRobert."""
    first, last = draw.value("named"), draw.value("last").replace("-", "").replace("'", "")
    return draw.rng.choice((first + last, last + first))


_HEADS = (
    "Patient: [[PATIENT|$named $last]]",
    "[[PATIENT|$named $last]] is a <30..79>-year-old with {{$problem}}.",
    "Name: [[PATIENT|$last, $named]]",
    "Re: [[PATIENT|$named $last]]",
    "$title. [[PATIENT|$named $last]] came in for {{$problem}}.",
    "We saw [[PATIENT|$named $last]] today for {{$problem}}.",
)

_FAMILY = Kind(
    name="family-name-forms",
    counts="the full name and its other form have to go, the words in braces have to stay",
    frames=(
        "$head\n[[PATIENT|$nick]] says the {{$complaint}} is better.",
        "$head\nPt goes by [[PATIENT|$nick]].",
        "$head\n{{Lungs clear}}.\nTold [[PATIENT|$nick]] to call if {{$complaint}} returns.",
        '$head\nPrefers to be called "[[PATIENT|$nick]]".',
        "$head\n[[PATIENT|$last]] denies {{$complaint}}.",
        "$head\n{{Plan}}: [[PATIENT|$last]] to return in two weeks.",
        "$head\n[[PATIENT|$initial. $last]] tolerated the {{procedure}} well.",
        "$head\n[[PATIENT|$initial $last]] signed the consent.",
        "$head\nEntered by: [[USERNAME|$login]]",
        "$head\nPortal login [[USERNAME|$login]], {{message sent}}.",
        "$head\n[[PATIENT|$named]] was {{alert and cooperative}}.",
        "$head\n[[PATIENT|$last]]'s $spouse was present.",
        "$head\nFile: [[PATIENT|$joined]].pdf",
        "$head\n{{Labs}} normal.\nDiscussed with [[PATIENT|$nick $last]].",
        "$head\nBrother-in-law calls $him [[PATIENT|$nick]]; {{$complaint}} since spring.",
        "$head\n$other. [[RELATIVE|$last]] drove $him here.",
        "$head\nThe [[PATIENT|$lasts]] live in a two-story house.",
        "$head\nThank you for letting me take part in [[PATIENT|$nick]]'s care.",
        "$head\n{{Exam unremarkable}}.\n$He ([[PATIENT|$nick]]) walks two miles a day.",
        "$head\n{{Meds reviewed}}.\nFamily states that [[PATIENT|$nick]] has had {{$complaint}} for a week.",
        "$head\n{{Assessment}}: {{$problem}}.\n$title. [[PATIENT|$last]] agrees with the plan.",
        "$head\nEmail: [[EMAIL|$login@example.org]]",
        "$head\nLast edited by [[USERNAME|$login]] at 1402",
        "$head\nSpecimen label reads [[PATIENT|$last $initial]].",
        "$head\nA neighbor found [[PATIENT|$nick]] on the floor with {{$complaint}}.",
    ),
    small=(
        "$head\ncalled [[PATIENT|$nick]] back, {{$complaint}} gone",
        "$head\n[[PATIENT|$last]] wants a {{refill}}",
        "$head\n[[PATIENT|$nick]] missed $his {{pills}} twice",
        "$head\n$title [[PATIENT|$last]] left before {{labs}}",
    ),
    slots={
        "head": _HEADS,
        "title": _by_sex("Mr", "Ms"),
        "other": _by_sex("Mrs", "Mr"),
        "spouse": _by_sex("wife", "husband"),
        "him": _by_sex("him", "her"),
        "his": _by_sex("his", "her"),
        "He": _by_sex("He", "She"),
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


_READ_OTHERWISE = frozenset(
    """
MD DO RN NP PA PT OT ST SW CM DR MR MS JR SR AM PM IV IM PO ER ED OR US IT IS AS AT IN ON OF TO SO NO HE ME WE MY BY
UP GO IF AN BE OK ID OH AH HI VA TV CC
""".split()
)
"""Initials that nobody would read as initials where one expects a role, a place or a word."""


def _initials(draw: Draw) -> str:
    """Of the person named above; with the middle one where it stands there, now and then."""
    first, last = draw.value("first")[0], draw.value("last")[0]
    if draw.value("middle") + ". " in draw.value("naming") and draw.rng.random() < 0.7:
        return first + draw.value("middle") + last
    return first + last


def _last_with_initials(draw: Draw) -> str:
    """A last name that makes readable initials with the first one."""
    first = draw.value("first")[0]
    return draw.rng.choice([n for n in _ONE_WORD if first + n[0] not in _READ_OTHERWISE])


_ONE_WORD = tuple(n for n in LAST if "-" not in n and "'" not in n)
_NAMING = (
    "[[DOCTOR|$first $last]], MD",
    "Attending: [[DOCTOR|$first $last]], MD",
    "Seen with Dr. [[DOCTOR|$first $last]].",
    "Nurse: [[DOCTOR|$first $last]], RN",
    "Patient: [[PATIENT|$first $last]]",
    "Care coordinator [[DOCTOR|$first $last]] met with the family.",
    "Contact: [[RELATIVE|$first $last]]",
    "Author: [[DOCTOR|$first $last]], NP",
    "Case manager: [[DOCTOR|$first $last]]",
    "Social worker [[DOCTOR|$first $last]] saw the patient in the morning.",
    "Cousin [[RELATIVE|$first $last]] holds power of attorney.",
    "Dictated by: [[DOCTOR|$first $middle. $last]], MD",
    "Covering: [[DOCTOR|$first $middle. $last]], DO",
    "Pharmacist [[DOCTOR|$first $last]] checked the list.",
)

_INITIALS = Kind(
    name="initials",
    counts="the name and the initials have to go, the words in braces have to stay",
    frames=(
        "$naming\n{{Vitals stable}}.\n[[$role|$initials]] will call.",
        "$naming\n{{$course}}.\nD/w [[$role|$initials]].",
        "$naming\n{{$course}}.\nPlan reviewed with [[$role|$initials]].",
        "$naming\n{{$course}}.\n[[$role|$initials]]/jt",
        "$naming\n{{$course}}.\n[[$role|$initials]]",
        "$naming\n{{$course}}.\n-[[$role|$initials]]",
        "$naming\n{{$course}}.\nPer [[$role|$initials]], {{hold lisinopril}}.",
        "$naming\n{{$course}}.\n[[$role|$initials]] agrees with {{plan}}.",
        "$naming\n{{$course}}.\n[[$role|$initials]] is aware.",
        "$naming\n{{$course}}.\nLeft message for [[$role|$initials]].",
        "$naming\n{{$course}}.\n[[$role|$dotted]] notified.",
        "$naming\n{{$course}}.\n[[$role|$initials]] spoke with the family.",
        "$naming\n{{$course}}.\nSigned: [[$role|$initials]]",
        "$naming\n{{$course}}.\n[[$role|$initials]]: {{will follow}}.",
        "$naming\n{{$course}}.\n({{checked}} by [[$role|$initials]])",
        "$naming\n{{$course}}.\nPaged [[$role|$initials]] at 0300.",
        "$naming\n{{$course}}.\n[[$role|$initials]] to follow up next week.",
        "$naming\n{{$course}}.\nAwaiting call back from [[$role|$initials]].",
        "$naming\n{{$course}}.\n{{Labs}} ok per [[$role|$initials]] and team.",
        "$naming\n{{$course}}.\n[[$role|$initials]] and I discussed {{the results}}.",
        "$naming\n{{$course}}.\n{{Meds}} given [[$role|$initials]] 0815.",
    ),
    small=(
        "$naming\n{{$course}}\nper [[$role|$initials]]",
        "$naming\n{{$course}}\nd/w [[$role|$initials]] by phone",
        "$naming\n{{$course}}\n[[$role|$initials]] will call her back",
    ),
    slots={
        "naming": _NAMING,
        "first": FIRST,
        "middle": tuple("BCEFGHJKLNRTW"),
        "last": _last_with_initials,
        "initials": _initials,
        "dotted": lambda d: ".".join(d.value("initials")) + ".",
        "role": lambda d: re.findall(r"\[\[(\w+)", d.value("naming"))[0],
        "course": (
            "Resting comfortably", "Pain controlled", "Tolerating diet", "No events overnight", "Wound clean and dry",
            "Potassium low", "Blood sugar high", "Ambulating with walker", "Afebrile", "Fell in bathroom, no injury",
        ),
    },
)  # fmt: skip

_TERMS = {
    "AR": "mild AR on echo|AR jet 3 mm",
    "AS": "severe AS, valve area 0.8",
    "AV": "AV block, first degree|AV fistula with thrill",
    "BM": "BM x2 today|last BM yesterday",
    "BP": "BP 128/76|BP stable",
    "BS": "BS normal in all quadrants|BS 142 at noon",
    "CK": "CK 240|CK and troponin flat",
    "CP": "no CP or SOB|CP resolved with nitro",
    "CT": "CT head negative|CT chest with contrast",
    "DC": "DC home tomorrow",
    "DM": "DM type 2, on metformin|DM, HTN, CAD",
    "DP": "DP pulses 2+|DP and PT pulses palpable",
    "ED": "sent to the ED for fever|seen in ED, sent home",
    "EF": "EF 55 %|EF preserved",
    "ER": "ER visit last week for asthma|ER 90 %, HER2 negative",
    "FH": "FH: noncontributory",
    "FS": "FS 142 before lunch",
    "GI": "GI: no melena|GI consult placed",
    "GU": "GU: no dysuria",
    "HD": "HD three times a week|HD catheter site dry",
    "HR": "HR 72 and regular|HR 88, sat 96 %",
    "HS": "trazodone 50 mg HS",
    "IM": "ceftriaxone 1 g IM",
    "IV": "IV fluids stopped|IV site clean",
    "JP": "JP drain 30 cc|JP output 20 cc",
    "LA": "LA mildly dilated|LA pressure normal",
    "LE": "LE edema trace|bilateral LE strength 5/5",
    "LR": "LR 1 L bolus|LR at 125 cc/h",
    "LV": "LV function normal|LV hypertrophy",
    "MI": "no acute MI|MI in the past",
    "MR": "moderate MR|MR of the lumbar spine",
    "MS": "MS 4 mg for pain|MS contin 15 mg bid",
    "MV": "MV annulus calcified",
    "NG": "NG tube to suction|NG output 200 cc",
    "NS": "NS 500 ml given|NS at 75 cc/h",
    "OA": "OA of both knees|OA hip, severe",
    "OD": "vision OD 20/40",
    "OR": "taken to the OR|OR time 2 hours",
    "OT": "OT eval done",
    "PC": "calcium 500 mg PC",
    "PD": "PD catheter clean|PD exchanges 4 a day",
    "PE": "PE ruled out|PE protocol CT negative",
    "PM": "tylenol PM at bedtime",
    "PO": "taking PO well",
    "PR": "PR interval 160|PR 180 ms, QRS 90",
    "PT": "PT/INR pending|PT eval pending",
    "RA": "sat 97 % on RA|RA since childhood, on methotrexate",
    "RR": "RR 16|RR 18, unlabored",
    "RV": "RV normal size|RV systolic pressure 30",
    "SC": "heparin 5000 SC|SC joint tender",
    "SL": "nitro SL as needed",
    "SR": "rhythm SR|in SR on the monitor",
    "ST": "no ST changes|ST depression in V5",
    "TB": "TB test negative|no TB exposure",
    "TM": "TM clear on both sides|TM intact, no effusion",
    "TR": "trace TR|mild TR, no PS",
    "US": "US abdomen normal|renal US: no stones",
    "VS": "VS stable",
    "VT": "no VT on telemetry|nonsustained VT",
    "WB": "WB 50 % on the left leg",
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
        "$naming\n{{Labs and studies}}: {{$term}}.",
        "$naming\n* {{$term}}",
        "$naming\n{{Hospital course}}: patient did well, {{$term}}.",
        "$naming\nFamily updated.\n{{Impression}}: 1. {{$term}}.",
        "$naming\n0730 {{$term}}.\n0915 {{resting}}.",
        "$naming\n{{Overnight}}: {{$term}}. {{Slept well}}.",
        "Progress note\n$naming\n{{Today}}: {{$term}}.",
        "$naming\n{{Systems}}: {{lungs clear}}; {{$term}}; {{skin dry}}.",
        "{{Vitals}} stable, {{$term}}.\n$naming",
    ),
    slots={
        "naming": _NAMING,
        "abbreviation": _abbreviation,
        "first": lambda d: d.rng.choice(_with_letter(FIRST, d.value("abbreviation")[0])),
        "last": lambda d: d.rng.choice(_with_letter(LAST, d.value("abbreviation")[1])),
        "middle": tuple("BCEFGHJKLNRTW"),
        "term": lambda d: d.rng.choice(_TERMS[d.value("abbreviation")].split("|")),
    },
)

PEOPLE_KINDS = (_FAMILY, _INITIALS, _INITIALS_TERM)
