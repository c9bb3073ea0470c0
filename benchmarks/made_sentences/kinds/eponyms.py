"""People whose name is a medical term, and the terms themselves."""

from __future__ import annotations

from benchmarks.made_sentences.names import CITIES, FIRST, MEN, WOMEN
from benchmarks.made_sentences.sentence import Draw, Kind
from chartveil.domain.labels import Label

_FAMILY = tuple(
    """
Flint Bell Graves Bruce Foley Wilson Crohn Parkinson Hodgkin Murphy Addison Cushing Barrett Baker Homans Babinski
Romberg Turner Paget Kelly Allen Mayo Hunter Horner Huntington Meckel Whipple Heller Nissen Hartmann Kocher McBurney
Phalen Tinel Lachman Kerley Kerr Cullen Weber Bishop Hickman Swan Penrose Miller Mallory Sims Morton Smith Jones Hill
Osler Roth Still Duke Ranson Child Gleason Breslow Clark Dix Epley Holter Hoffman Spurling Apley Thompson Ober
Thomas Moro Barlow Pott Potts Ewing Burkitt Merkel Bankart Latarjet Lisfranc Bennett Boxer Jefferson Monteggia Barton
Maisonneuve Segond Gilbert Marshall Burch Ross Fontan Norwood Glenn Rastelli Dor Bassini McVay Shouldice Lichtenstein
Gardner Lynch Turcot Alport Goodpasture Fabry Pompe Gaucher Sweet Bowen Gibson Castle Frank Starling Corrigan Quincke
Levine Lown Holmes Adie Gowers Macintosh Magill Jackson Shiley Blake Hohn Denver Tenckhoff Ringer Hank Apgar Ballard
""".split()
)
_WHOLE = (
    "Austin Flint|Marcus Gunn|Ramsay Hunt|Austin Moore|Robert Jones|Miller Fisher|Foster Kennedy|Pierre Robin|"
    "Jackson Pratt|Grey Turner|Denis Browne|Carey Coombs|Graham Steell|Gordon Holmes|Marie Charcot|Harvey Cushing|"
    "Thomas Addison|Russell Silver|Thomas Willis|Parry Romberg|Lloyd Davies|Parkes Weber|Braxton Hicks|"
    "Charles Bell|Robert Graves|James Parkinson|Allen Whipple|George Huntington|John Murphy|Bruce Foley"
).split("|")


def _full(draw: Draw) -> str:
    """Two names; in four of ten sentences both belong to one eponym."""
    return draw.rng.choice(_WHOLE) if draw.rng.random() < 0.4 else "$first $family"


_PERSON = Kind(
    name="eponym-person",
    counts="the name has to go, the words in braces have to stay",
    frames=(
        "[[PATIENT|$full]], <21..88>, was {{seen today}}.",
        "Patient: [[PATIENT|$full]]",
        "Name: [[PATIENT|$family, $first]]    Sex: {{F}}",
        "PATIENT NAME: [[PATIENT|$family, $first $middle]]",
        "Electronically signed by [[DOCTOR|$full]], MD",
        "Seen and examined with Dr. [[DOCTOR|$family]].",
        "Husband of [[RELATIVE|$woman $family]], {{lives with her}}.",
        "\"[[PATIENT|$full]] is my neighbor and drove me here,\" he said.",
        "cc: [[DOCTOR|$full]], DO",
        "Mr. [[PATIENT|$family]] reports less {{$complaint}}.",
        "[[PATIENT|$man_full]] is a <34..79>-year-old man with {{$problem}}.",
        "Next of kin: [[RELATIVE|$man_full]] (son)",
        "Referred by [[DOCTOR|$full]] for {{$problem}}.",
        "Assistant: [[DOCTOR|$full]], PA-C",
        "Dictated by: [[DOCTOR|$first $middle. $family]], M.D.",
        "The patient, [[PATIENT|$full]], denies {{$complaint}}.",
        "Surgeon: [[DOCTOR|$full]]\nAnesthesia: {{General}}",
        "Dear Dr. [[DOCTOR|$family]],\nThank you for sending this patient with {{$problem}}.",
        "Ms. [[PATIENT|$family]]'s {{$complaint}} has resolved.",
        "[[DOCTOR|$first $family]] RN: {{pt resting comfortably}}.",
        "Consultant: [[DOCTOR|$family, $first]] (Neurology)",
        "Reviewed with attending physician [[DOCTOR|$full]].",
        "[[PATIENT|$full]] was born in [[CITY|$city]] and has {{$problem}}.",
        "Healthcare proxy is [[RELATIVE|$full]].",
        "Attending: [[DOCTOR|$family]]     Resident: [[DOCTOR|$first $middle. $family2]]",
        "Drs. [[DOCTOR|$family]] and [[DOCTOR|$family2]] were present for the whole case.",
        "I, [[DOCTOR|$full]], reviewed the films and agree with the above.",
        "Patient lives with his brother [[RELATIVE|$man_full]] and has {{$problem}}.",
        "Nurse [[DOCTOR|$family]] gave the evening meds at 2100.",
        "This is a letter for [[PATIENT|$full]], who is followed for {{$problem}}.",
        "Transcribed by [[DOCTOR|$first $family]] for [[DOCTOR|$first2 $family2]], MD",
    ),
    small=(
        "pt's wife [[RELATIVE|$woman $family]] at {{bedside}}",
        "mrs [[PATIENT|$family]] called re {{refill}}",
        "spoke w/ [[RELATIVE|$man_full]], her brother, by phone",
        "per dr [[DOCTOR|$family]] ok to {{dc $complaint meds}}",
        "[[PATIENT|$full]] called, {{$complaint}} worse",
        "emergency contact is [[RELATIVE|$full]], friend",
        "seen by [[DOCTOR|$first $family]] np for {{$complaint}}",
        "daughter [[RELATIVE|$woman $family]] wants {{update}}",
    ),
    slots={
        "first": FIRST,
        "first2": FIRST,
        "family": _FAMILY,
        "family2": _FAMILY,
        "woman": WOMEN,
        "man": MEN,
        "full": _full,
        "man_full": lambda d: d.rng.choice(_WHOLE) if d.rng.random() < 0.4 else "$man $family",
        "middle": tuple("ABCDEFGHJKLMNPRSTW"),
        "city": CITIES,
        "complaint": ("pain", "cough", "dizziness", "nausea", "chest pain", "headache", "itching", "edema"),
        "problem": (
            "COPD", "hypertension", "diabetes", "atrial fibrillation", "back pain", "asthma", "anemia", "gout",
        ),
    },
    goes=frozenset(Label) - {Label.AGE, Label.CITY},
)  # fmt: skip

_TERM = Kind(
    name="eponym-term",
    counts="the term in braces has to stay",
    frames=(
        "{{$sign}} negative.",
        "{{$sign}} positive on the right.",
        "Exam: {{$sign}} absent bilaterally.",
        "History of {{$disease}}.",
        "Father had {{$disease}}, mother is healthy.",
        "Assessment: {{$disease}}, stable on treatment.",
        "Possible {{$disease}}; will check labs.",
        "{{$tool}} in place.",
        "The {{$tool}} was removed without difficulty.",
        "Retracted with a {{$tool}}.",
        "Underwent {{$operation}} under general anesthesia.",
        "Status post {{$operation}}.",
        "Procedure: {{$operation}}",
        "{{$finding}} was seen.",
        "No {{$finding}} on imaging.",
        "We discussed {{$disease}} and {{$disease2}} with the family.",
        "Plan: {{$operation}} next month if no improvement.",
        "Grade 2/6 {{$murmur}} at the left sternal border.",
        "{{$test}} today.",
        "Ddx: {{$disease}}, {{$disease2}}, viral.",
        "X-ray shows a {{$fracture}}.",
        "Treated in a cast for a {{$fracture}} of the left side.",
        "The {{$tool}} and the {{$tool2}} were used throughout.",
        "{{$sign}} could not be elicited because of pain.",
        "Patient asks whether {{$disease}} runs in families.",
        "PMH: {{$disease}}, gout, {{$operation}}.",
        "Size and position of the {{$tool}} are satisfactory.",
        "Pathology: {{$finding}} identified.",
        "Handout about {{$disease}} given.",
    ),
    small=(
        "hx of {{$disease}}, {{$disease2}}",
        "{{$sign}} neg, gait steady",
        "{{$tool}} changed this am",
        "s/p {{$operation}}, wound clean",
        "r/o {{$disease}}",
        "fell on hand, {{$fracture}}",
    ),
    slots={
        "sign": (
            "Murphy sign|Murphy's sign|Homans sign|Babinski sign|Romberg test|Phalen test|Tinel sign|Lachman test|"
            "McBurney's point tenderness|Kernig sign|Brudzinski sign|Chvostek sign|Trousseau sign|Cullen sign|"
            "Grey Turner sign|Rovsing sign|Weber test|Rinne test|Spurling maneuver|Hoffman sign|Dix-Hallpike maneuver|"
            "Thompson test|Allen test|Hawkins test|Neer sign|Apley grind test|Thomas test|Ober test|Moro reflex|"
            "Gowers sign|Nikolsky sign|Courvoisier sign|Kehr sign|Barlow maneuver|Ortolani maneuver|Finkelstein test|"
            "Marcus Gunn pupil|Adson test|Patrick test|Carnett sign|Levine sign|Auspitz sign|Froment sign"
        ).split("|"),
        "disease": (
            "Bell's palsy|Graves disease|Wilson's disease|Crohn's disease|Parkinson's disease|Hodgkin lymphoma|"
            "Addison disease|Cushing syndrome|Barrett's esophagus|Raynaud's phenomenon|Huntington disease|"
            "Ramsay Hunt syndrome|Miller Fisher syndrome|Foster Kennedy syndrome|Pierre Robin sequence|"
            "Paget's disease|Gilbert's syndrome|Lynch syndrome|Gardner syndrome|Goodpasture syndrome|"
            "Turner syndrome|Down syndrome|Marfan syndrome|Horner's syndrome|Hashimoto thyroiditis|"
            "Kaposi sarcoma|Ewing sarcoma|Merkel cell carcinoma|Burkitt lymphoma|Wegener granulomatosis|"
            "Sjogren's syndrome|Behcet's disease|Still's disease|Sweet syndrome|Bowen's disease|Morton's neuroma|"
            "Baker's cyst|Meniere's disease|Tourette syndrome|Brown-Sequard syndrome|Bright's disease|Pott disease|"
            "Fournier gangrene|Ludwig's angina|Charcot foot|Peyronie's disease|Takayasu arteritis|Alport syndrome"
        ).split("|"),
        "disease2": (
            "Lou Gehrig's disease|Hirschsprung disease|Klinefelter syndrome|Alzheimer's disease|Dressler syndrome|"
            "Osgood-Schlatter disease|Asperger syndrome|Stevens-Johnson syndrome|Zollinger-Ellison syndrome|"
            "Guillain-Barre syndrome|Henoch-Schonlein purpura|Ehlers-Danlos syndrome|Mallory-Weiss tear|"
            "Budd-Chiari syndrome|Plummer-Vinson syndrome|Felty syndrome|Reiter's syndrome|Kawasaki disease"
        ).split("|"),
        "tool": (
            "Foley catheter|Foley|Hickman catheter|Penrose drain|Jackson-Pratt drain|Blake drain|Swan-Ganz catheter|"
            "Yankauer suction|Kelly clamp|Kocher clamp|Richardson retractor|Bovie|Mayo scissors|Adson forceps|"
            "Shiley trach|Bookwalter retractor|Army-Navy retractor|Weitlaner retractor|Balfour retractor|"
            "Allis clamp|Babcock clamp|Steinmann pin|Kirschner wire|Thomas splint|Robert Jones dressing|Unna boot|"
            "Mayfield head holder|Wilson frame|Jackson table|Hohmann retractor|Cobb elevator|Kerrison rongeur|"
            "Tenckhoff catheter|Malecot tube|Salem sump|Dobhoff tube|Miller blade|Macintosh blade|Hoyer lift|"
            "Hoffman fixator|Minerva jacket|Philadelphia collar|Greenfield filter|Holter monitor|Austin Moore prosthesis"
        ).split("|"),
        "tool2": (
            "Kelly clamp|Metzenbaum scissors|DeBakey forceps|Cushing forceps|Freer elevator|Frazier suction|"
            "Gelpi retractor|Deaver retractor|Senn retractor|Doyen clamp|Satinsky clamp|Bulldog clamp|Penfield dissector"
        ).split("|"),
        "operation": (
            "Whipple procedure|Nissen fundoplication|Hartmann procedure|Roux-en-Y gastric bypass|Heller myotomy|"
            "Bankart repair|Latarjet procedure|Fontan procedure|Norwood procedure|Ross procedure|Glenn shunt|"
            "Billroth II gastrectomy|Lichtenstein hernia repair|Bassini repair|Burch colposuspension|McDonald cerclage|"
            "Kasai procedure|Girdlestone procedure|Kocher maneuver|Pringle maneuver|Epley maneuver|Valsalva maneuver|"
            "Mohs surgery|Caldwell-Luc operation|Ladd's procedure|Nuss procedure|Ravitch repair|Ivor Lewis esophagectomy|"
            "Marshall-Marchetti-Krantz|Brostrom repair|Syme amputation|Dor fundoplication|Puestow procedure"
        ).split("|"),
        "finding": (
            "Kerley B lines|Hill-Sachs lesion|Schatzki ring|Zenker diverticulum|Meckel's diverticulum|Barrett's mucosa|"
            "Roth spots|Osler nodes|Virchow node|Heinz bodies|Howell-Jolly bodies|Auer rods|Lewy bodies|Bence Jones protein|"
            "Hampton hump|Rathke cleft cyst|Tarlov cyst|Schmorl node|Bartholin cyst|Reed-Sternberg cells|Kayser-Fleischer ring|"
            "Bouchard's nodes|Heberden's nodes|Koplik spots|Beau's lines|Ghon complex|Morgagni hernia|Spigelian hernia"
        ).split("|"),
        "murmur": (
            "Austin Flint murmur|Graham Steell murmur|Carey Coombs murmur|Still's murmur|Austin-Flint rumble"
        ).split("|"),
        "test": (
            "Bruce protocol stress test|Coombs test negative|Wood's lamp exam normal|Gram stain negative|Giemsa stain done|"
            "Holter read|Wright stain pending|Schirmer test 8 mm|Snellen 20/40|Ishihara plates 12/14|Apgar 8 and 9|"
            "Doppler of the left leg|Papanicolaou smear normal|Schober test 4 cm|Mantoux 0 mm|Lactated Ringer 1 L bolus"
        ).split("|"),
        "fracture": (
            "Colles fracture|Smith fracture|Jones fracture|Bennett fracture|Monteggia fracture|Galeazzi fracture|"
            "Barton fracture|Maisonneuve fracture|Jefferson fracture|Chance fracture|Le Fort I fracture|Pott's fracture|"
            "Salter-Harris II fracture|Lisfranc injury|Segond fracture|Rolando fracture|Tillaux fracture"
        ).split("|"),
    },
)

EPONYM_KINDS = (_PERSON, _TERM)
