"""Dates with a lost or misplaced slash, and lists of dates and of what looks like them."""

from __future__ import annotations

from datetime import date, timedelta

from benchmarks.made_sentences.names import FIRST, LAST
from benchmarks.made_sentences.sentence import Draw, Kind


def lost_slash(draw: Draw) -> str:
    """A month, a day and a year of which one slash is lost, doubled or stands in the wrong place."""
    rng = draw.rng
    month, day = rng.randint(1, 12), rng.randint(1, 28)
    year = str(rng.randint(10, 25)) if rng.random() < 0.75 else str(rng.randint(2010, 2025))
    m, d = (str(month), str(day)) if rng.random() < 0.6 else (f"{month:02}", f"{day:02}")
    if len(m) + len(d) < 3:  # two figures and a year are a ratio to anybody
        d = str(rng.randint(10, 28))
    forms = [f"{m}{d}/{year}"] * 3 + [f"{m}/{d}{year}"] * 3 + [f"{m}/{d}/{year}".replace("/", "//", 1)]
    forms.append(f"{m}/{d}//{year}")
    if len(d) == 2:
        forms.append(f"{m}{d[0]}/{d[1]}/{year}")
        forms.append(f"{m}/{d[0]}/{d[1]}{year}")
    return rng.choice(forms)


_LOST_SLASH = Kind(
    name="lost-slash",
    counts="the date has to go, the words in braces have to stay",
    frames=(
        "{{Fever}} on [[DATE|$day]].",
        "{{DOS}} [[DATE|$day]]",
        "DOB [[DATE|$day]]",
        "Date of service: [[DATE|$day]]",
        "Admitted [[DATE|$day]] with {{$complaint}}.",
        "Discharged on [[DATE|$day]] in stable condition.",
        "Last seen in clinic [[DATE|$day]].",
        "Date: [[DATE|$day]]   {{Weight}} 81 kg",
        "Colonoscopy [[DATE|$day]]: {{two polyps}}.",
        "LMP [[DATE|$day]].",
        "MRI of the brain dated [[DATE|$day]] shows {{no mass}}.",
        "Surgery was [[DATE|$day]] by Dr. [[DOCTOR|$last]].",
        "Onset of {{$complaint}} on [[DATE|$day]], worse since.",
        "Labs drawn [[DATE|$day]]: {{Hgb 11.2}}.",
        "Next appointment: [[DATE|$day]]",
        "Signed by [[DOCTOR|$first $last]], MD on [[DATE|$day]]",
        "Tetanus shot given [[DATE|$day]].",
        "Compared to the study of [[DATE|$day]], {{unchanged}}.",
        "Received: [[DATE|$day]]  Reported: [[DATE|$day2]]",
        "Hospitalized from [[DATE|$day]] to [[DATE|$day2]] for {{$complaint}}.",
    ),
    small=(
        "seen [[DATE|$day]] for {{$complaint}}",
        "pt fell on [[DATE|$day]]",
        "last inr was on [[DATE|$day]]",
        "cxr [[DATE|$day]] {{clear}}",
        "had ekg on [[DATE|$day]], {{normal}}",
    ),
    slots={
        "day": lost_slash,
        "day2": lost_slash,
        "first": FIRST,
        "last": LAST,
        "complaint": ("cough", "chest pain", "fever", "back pain", "rash", "dizziness", "syncope", "dyspnea"),
    },
)


def list_of_dates(draw: Draw) -> str:
    """Two to five marked dates, each later than the one before, written one like the other."""
    rng = draw.rng
    step = rng.choice((1, 1, 2, 3, 7, 14, 30))
    at = date(rng.randint(2016, 2024), rng.randint(1, 12), rng.randint(1, 28))
    days = []
    for _ in range(rng.choice((2, 3, 3, 3, 4, 5))):
        days.append(at)
        at += timedelta(days=step)
    two_figures = rng.random() < 0.2
    year = rng.choice(("none", "none", "none", "last", "all"))

    def written(day: date, last: bool) -> str:
        text = f"{day:%m/%d}" if two_figures else f"{day.month}/{day.day}"
        return text + f"/{day:%y}" if year == "all" or (year == "last" and last) else text

    marked = [f"[[DATE|{written(day, day is days[-1])}]]" for day in days]
    between = rng.choice((", ", ", ", ", ", "; ", " ", ",", " & "))
    last = rng.choice((between, " and ", ", and ", " & "))
    return between.join(marked[:-1]) + last + marked[-1]


def list_of_named_dates(draw: Draw) -> str:
    """Days of one month that is named once: Mar 3, 5 and 8."""
    rng = draw.rng
    month = rng.choice(
        "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec January March April June October".split()
    )
    first = rng.randint(1, 20)
    days = sorted({first, first + rng.randint(1, 3), first + rng.randint(4, 8)})
    rest = (
        " and ".join(f"[[DATE|{d}]]" for d in days[1:])
        if len(days) == 2
        else (f"[[DATE|{days[1]}]] and [[DATE|{days[2]}]]")
    )
    return f"[[DATE|{month} {first}]], {rest}"


_DATES = Kind(
    name="list-of-dates",
    counts="every date has to go, the words in braces have to stay",
    frames=(
        "{{Cultures}} $days {{negative}}.",
        "{{INR}} $days {{stable}}.",
        "{{Blood cultures}} from $days grew {{staph}}.",
        "Seen in clinic $days.",
        "Missed {{dialysis}} $days.",
        "{{Chest x-rays}} of $days were reviewed.",
        "Admissions: $days",
        "{{Vancomycin}} given $days, {{trough 14}}.",
        "{{Falls}} on $days without injury.",
        "Visits on $days for {{wound care}}.",
        "{{Seizures}}: $days",
        "Phone calls $days, {{no answer}}.",
        "{{Chemotherapy}} cycles were given on $days.",
        "Febrile $days, {{afebrile}} since.",
        "Attended {{PT}} sessions $days.",
        "Last menses $days, {{regular}}.",
        "{{Transfused}} $days.",
        "Admitted twice, on $named, for {{chest pain}}.",
        "{{Infusions}} on $named were tolerated.",
        "No shows: $days; rescheduled.",
        "{{Hemodialysis}} done $days, {{dry weight}} reached.",
        "{{Troponins}} drawn $days were {{flat}}.",
        "Prior {{mammograms}} $days are available for comparison.",
        "Went to the emergency room $days with {{asthma}}.",
        "Took {{prednisone}} on $days.",
        "{{Wound}} packed $days by home health.",
        "Hospital days: $days",
        "{{Echocardiograms}} ($days): {{EF unchanged}}.",
        "{{Low-grade temp}} on $days.",
        "Slept less than two hours on $named.",
        "{{Injections}} given $named without reaction.",
    ),
    small=(
        "{{ekgs}} $days {{unchanged}}",
        "{{bms}} $days",
        "{{hgb}} checked $days",
        "pt called $days re {{refill}}",
        "seen in ed $days for {{back pain}}",
        "{{dialysis}} missed $days",
        "{{inr}} $days {{therapeutic}}",
        "no show $days, letter sent",
    ),
    slots={"days": list_of_dates, "named": list_of_named_dates},
)

_RATIOS = Kind(
    name="list-of-ratios",
    counts="every ratio in braces has to stay, every date has to go",
    frames=(
        "{{strength 4/5, 5/5}} on the left, seen $days.",
        "Seen $days; {{strength <2..4>/5, <3..5>/5 and 5/5}}.",
        "{{Strength <2..4>/5, 5/5}} in both legs.",
        "{{Reflexes <1..2>/4, 2/4}} and symmetric; {{cultures}} $days negative.",
        "{{Motor: deltoid <2..5>/5, biceps <3..5>/5, triceps <3..5>/5}}.",
        "{{Pain <4..9>/10, <2..6>/10, <1..3>/10}} after each dose.",
        "{{Pulses 2/4, 1/4 and 2/4}}; ultrasound $days.",
        "Visits $days: {{pain <4..9>/10, <2..5>/10}}.",
        "{{Apgars <6..8>/9, <7..9>/9}} for the twins.",
        "{{MMSE <18..24>/30, <20..26>/30, <22..29>/30}} over the year.",
        "{{Murmur <1..2>/6, <2..3>/6}}; echo $days unchanged.",
        "{{Nodes <0..3>/12, <0..4>/15 and 0/8}} positive.",
        "Grip {{<2..4>/5, <3..5>/5}}; therapy $days.",
        "{{Hip flexion <2..4>/5, knee extension <3..5>/5, ankle <3..5>/5}}.",
        "{{GCS <8..12>/15, <10..15>/15, 15/15}}.",
        "Scores {{<4..9>/10, <3..8>/10 and <1..4>/10}} with activity.",
        "{{BMs x3, x2}}; {{pain <3..8>/10, <1..6>/10}}; {{labs}} $days.",
        "{{Visual acuity 20/<20..40>, 20/<20..70>}}; last checked $days.",
        "{{PHQ-9 <8..20>/27, <5..15>/27, <2..9>/27}}.",
        "{{BP 1<20..49>/<62..94>, 1<10..39>/<60..89>}}; taken $days.",
        "{{Contractions q 3/5 min}}, {{station -2/+1}}, checked $days.",
    ),
    small=(
        "{{strength <2..4>/5, <3..5>/5}} r arm, seen $days",
        "{{pain <4..9>/10, <1..4>/10}} today",
        "{{reflexes 2/4, <1..3>/4}}, {{gait}} steady",
        "labs $days, {{pain <2..9>/10, <2..9>/10}}",
    ),
    slots={"days": list_of_dates},
)

DATE_KINDS = (_LOST_SLASH, _DATES, _RATIOS)
