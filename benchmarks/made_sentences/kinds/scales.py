"""People who bear the name of a scale beside a date, and scores of these scales."""

from __future__ import annotations

from benchmarks.made_sentences.names import FIRST, MEN
from benchmarks.made_sentences.sentence import Draw, Kind

_SURNAMES = (
    "Norton Braden Morse Barthel Katz Beck Hamilton Apgar Rankin Tinetti Waterlow Ramsay Aldrete Bishop Ranson Wells "
    "Lawton Berg Borg Child Gleason Killip Young Conners Murray Tanner Wagner Rockall Centor Ashworth Spitzer Schwab "
    "Rutherford Clark Hendrich Hunt Hess Fisher Harris Lansky Ballard Finnegan Johnson Humphrey Ludwig Light Jones "
    "Jackson Mayo Abbey Silverman Andersen Dubowitz Kessler Norris Richmond Glasgow Baxter Kramer"
).split()  # fmt: skip


def month_and_day(draw: Draw) -> str:
    """A date without a year that scores could be taken for, as in 4/6."""
    return f"{draw.rng.randint(1, 12)}/{draw.rng.randint(1, 28)}"


_DATE = Kind(
    name="scale-date",
    counts="names and dates have to go, the words in braces have to stay",
    frames=(
        "Seen by [[DOCTOR|$scale]] [[DATE|$day]].",
        "Called by [[DOCTOR|$scale]] [[DATE|$day]].",
        "Seen by [[DOCTOR|$scale]] [[DATE|$day]]. Called by [[DOCTOR|$scale2]] [[DATE|$day2]].",
        "Evaluated by Dr. [[DOCTOR|$scale]] [[DATE|$day]] for {{$complaint}}.",
        "Dr. [[DOCTOR|$scale]] [[DATE|$day]]: {{no change in plan}}.",
        "Per [[DOCTOR|$scale]], RN [[DATE|$day]], {{pt slept well}}.",
        "Mr. [[PATIENT|$scale]] fell [[DATE|$day]], {{no injury}}.",
        "Ms. [[PATIENT|$scale]] admitted [[DATE|$day]] with {{$complaint}}.",
        "Discussed with [[DOCTOR|$scale]] on [[DATE|$day]] and again [[DATE|$day2]].",
        "Appt with [[DOCTOR|$scale]] [[DATE|$day]] at 10 am.",
        "Follow-up: Dr. [[DOCTOR|$scale]] [[DATE|$day]], Dr. [[DOCTOR|$scale2]] [[DATE|$day2]]",
        "Dressing changed by [[DOCTOR|$first $scale]] [[DATE|$day]].",
        "Signed: [[DOCTOR|$first $scale]], MD [[DATE|$day]]",
        "Note of [[DOCTOR|$scale]] [[DATE|$day]] reviewed.",
        "[[DATE|$day]] [[DOCTOR|$scale]], RN: {{ambulating in hall}}.",
        "Consult by Dr. [[DOCTOR|$scale]] [[DATE|$day]] appreciated.",
        "Patient's son [[RELATIVE|$man $scale]] visited [[DATE|$day]].",
        "Last visit with [[DOCTOR|$scale]], PA-C, was [[DATE|$day]].",
        "Reviewed by [[DOCTOR|$scale]] ([[DATE|$day]]).",
        "Labs sent to Dr. [[DOCTOR|$scale]] [[DATE|$day]]; {{results normal}}.",
        "Mrs. [[PATIENT|$scale]] called [[DATE|$day]] about {{$complaint}}.",
        "Stress test read by [[DOCTOR|$scale]] [[DATE|$day]].",
        "Message for Dr. [[DOCTOR|$scale]] ([[DATE|$day]]): {{refill needed}}.",
        "Social work: [[DOCTOR|$first $scale]] met the family [[DATE|$day]].",
        "Daughter of Mr. [[PATIENT|$scale]] phoned [[DATE|$day]].",
    ),
    small=(
        "seen by dr [[DOCTOR|$scale]] [[DATE|$day]] for {{$complaint}}",
        "mr [[PATIENT|$scale]] called [[DATE|$day]], {{$complaint}}",
        "spoke with nurse [[DOCTOR|$scale]] [[DATE|$day]]",
        "d/w dr [[DOCTOR|$scale]] [[DATE|$day]], {{agrees}}",
    ),
    slots={
        "scale": _SURNAMES,
        "scale2": _SURNAMES,
        "first": FIRST,
        "man": MEN,
        "day": month_and_day,
        "day2": month_and_day,
        "complaint": ("cough", "chest pain", "fever", "back pain", "rash", "dizziness", "falls", "dyspnea"),
    },
)

_SCORE = Kind(
    name="scale-score",
    counts="scale and score in braces have to stay",
    frames=(
        "{{$score}}",
        "{{$score}}.",
        "{{$score}} on admission.",
        "{{$score}}, {{$score2}}.",
        "Skin: intact, {{$score}}.",
        "Fall risk: {{$score}}.",
        "Nursing assessment: {{$score}}; {{$score2}}; bed low.",
        "{{$score}}; pressure injury precautions started.",
        "Functional status: {{$score}}.",
        "Score today: {{$score}}, was lower before.",
        "Assessment tools: {{$score}} | {{$score2}}",
        "Alert, oriented, {{$score}}.",
        "PT eval: {{$score}}, needs walker.",
        "Screening: {{$score}}.",
        "Risk low ({{$score}}).",
        "{{$score}} at discharge, independent with transfers.",
        "Reassessed after fall: {{$score}}.",
        "{{$score}}; {{$score2}}",
        "Scales: {{$score}}, {{$score2}}; turn every two hours.",
        "Nursing: skin warm and dry, {{$score}}, heels floated.",
    ),
    small=("{{$score}}, skin intact", "{{$score}} and {{$score2}} this shift", "alert, {{$score}}"),
    slots={
        name: (
            "Braden <6..23>/23|Braden <6..23>|Braden score <6..23>|Braden scale: <9..23>|Norton <5..20>/20|"
            "Norton score <5..20>|Norton <5..20>|Morse <1..12>5|Morse <1..12>0|Morse fall scale <1..12>0|Barthel <1..19>5/100|"
            "Barthel index <1..9>0|Barthel <1..9>5|Katz <0..6>/6|Katz ADL <0..6>|Beck <1..50>|Beck <1..50>/63|BDI (Beck) <1..50>|"
            "Hamilton <1..40>|Hamilton depression <1..40>|HAM-D <1..40>/52|Apgar <5..9>/<7..9>|Apgars <5..9> and <7..9>|"
            "Apgar <5..9>, <7..9>|Rankin <0..5>|modified Rankin <0..5>/6|Rankin score <0..5>|Tinetti <8..28>/28|Tinetti <8..28>|"
            "Waterlow <5..30>|Waterlow score <5..30>|Ramsay <1..6>|Ramsay <1..6>/6|Aldrete <6..10>/10|Aldrete score <6..10>|"
            "Bishop <2..12>|Bishop score <2..12>/13|Ranson <0..8>|Ranson's criteria <0..8>/11|Wells <0..9>|Wells score <0..9>.5|"
            "Lawton <0..8>/8|Lawton IADL <0..8>|Berg <20..56>/56|Berg balance <20..56>|Borg <6..19>/20|Borg <1..9>/10|"
            "Gleason <3..4>+<3..5>|Gleason <6..9>/10|Karnofsky <3..9>0|Lansky <3..9>0|Killip II|Tanner <2..5>/5|Wagner <1..4>|"
            "Rockall <0..9>|Centor <0..4>/4|Ashworth <0..4>/4|Ashworth 1+|Caprini <1..9>|Hendrich <1..14>|Finnegan <2..15>|"
            "Ballard <20..45>|Hunt and Hess <1..5>|Hunt Hess <1..5>/5|Fisher grade <1..4>|Harris hip <50..99>/100|Epworth <0..24>/24|"
            "Epworth <2..24>|Glasgow <8..15>/15|Glasgow Coma Scale <8..15>|Young mania <2..40>/60|Child-Pugh <5..12>|Conners <50..80>|"
            "Cornell depression scale <2..30>/38|Abbey pain scale <2..17>/18|Silverman <0..9>/10|Alvarado <1..10>/10|Murray <1..3>.5|Schwab <3..9>0"
        ).split("|")
        for name in ("score", "score2")
    },
)

SCALE_KINDS = (_DATE, _SCORE)
