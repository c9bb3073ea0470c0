"""Lines without any identifier: nothing of them may be taken."""

from __future__ import annotations

from benchmarks.made_sentences.sentence import Kind

_LINES = """
A1c <5..13>.<0..9>
HbA1c <5..13>.<0..9> %
Station <1..9>
Anesthesia: General
Anesthesia: $anesthesia
exp <1..12>/<21..29>
Lot expires <1..12>/<25..29>
K+ <3..5>.<0..9>
Temp 10<0..3> F
Temp 9<7..9>.<0..9>
Platelets 212   150-400
WBC <4..18>.<0..9>   4.5-11.0
Sodium 1<30..46>   135-145
Creatinine <0..3>.<0..9>   0.6-1.3 mg/dL
TSH <0..9>.<0..9><0..9>   0.40-4.50
Hgb <8..15>.<0..9>  Hct <25..46>.<0..9>
Na 1<30..45> K <3..5>.<0..9> Cl <98..110> CO2 <20..30>
BUN/Cr <8..60>/<1..3>.<0..9>
BP 1<10..59>/<60..99>
BP 1<10..59>/<60..99>, HR <55..110>, RR <12..24>
I/O <800..2900>/<600..2400>
Strength <3..5>/5 throughout
Reflexes <1..3>+ and symmetric
Pain <0..10>/10
GCS <9..15>
Murmur <1..3>/6 systolic
Vision 20/<20..80> right, 20/<20..80> left
PERRL <2..4> mm
Metformin <1..2>000 mg bid
Lisinopril <5..40> mg daily
Tylenol 325 mg <1..2> tabs q<4..8>h prn
Prednisone <1..6>0 mg x <3..7> days
Heparin 5000 units SC q8h
Insulin glargine <8..60> units qhs
NS @ <50..150> cc/hr
Vent: AC <12..20>/<400..550>/<5..10>/<30..60> %
FiO2 <30..60> %, PEEP <5..12>
O2 sat <90..99> % on <1..4> L
<16..24> Fr catheter, 10 cc balloon
<18..22>G IV left forearm
<4..6>-0 Vicryl
<18..25> gauge needle
Size <6..9> gloves
ETT <6..8>.5 at <20..24> cm at the lips
EF <25..65> %
EF <45..55>-<56..65> %
LVEDD <4..6>.<0..9> cm
QRS <80..120>, QTc <400..470>
Axis <0..80> degrees
MELD <8..30>
CHADS2 score <1..5>
PHQ-9: <0..24>
MoCA <15..30>/30
NYHA class III
ASA <1..4>
Mallampati <1..4>
ECOG <0..3>
Stage II$letter, T<1..3>N<0..2>M0
Gravida <1..6> para <1..4>
G<1..6>P<1..4>
<37..41> <1..6>/7 weeks
Cervix <1..9> cm, <50..90> %, -<1..2>
Station -<1..3>, vertex
Follow up in <2..12> weeks
RTC <2..6> months
Return to clinic in <1..2> weeks
NPO after midnight
Code status: Full
Diet: $diet
Activity: as tolerated
Disposition: Home
Condition: $condition
Department of $department
Chief of $department
$department Service
$department Consult Note
Head of the Department
Staff physician
Attending physician, $department
Charge nurse
Resident on call
Physical Therapy Progress Note
Discharge Summary
Operative Report
Telephone Encounter
Medical ICU
$unit
Unit: $unit
Transferred to $unit
OR <1..14>
CPT 99<201..499>
CPT code: 7<1000..9999>
ICD-10: $icd
Dx $icd
Cat. No. <100..999>-<10..99>
Catalog # <1000..9999>
Reorder no. <100..999>-<10..99>
Part number <100..999>-<1000..9999>
Page <1..3> of <3..9>
Slide <1..9>, block A<1..9>
Specimen A: $tissue
Received in formalin is a <1..4>.<0..9> x <1..3>.<0..9> x 0.<2..9> cm piece of $tissue
Nodes <0..4>/<8..20>
Ki-67 <5..80> %
ER <80..99> %, PR <10..90> %, HER2 <0..3>+
Gleason <3..4>+<3..4>=7
Level <2..5> visit
Time spent: <15..60> minutes
C<3..6>-7 fusion
L<2..4>-5 disc bulge
T<1..6>-<7..12> intact
T<4..12> compression fracture
V<1..6> leads
Zone <1..3>
Tanner <2..5>
Peak flow <250..550>
FEV1 <50..99> % predicted
FEV1/FVC <55..85>
ABG 7.<30..48>/<32..60>/<60..99>/<20..30>
pH 7.<20..50>
INR <1..3>.<0..9>, goal 2-3
INR goal 2.5-3.5
Glucose <80..280> fasting
Accucheck <90..320> before meals
Troponin 0.0<1..9> x<2..3>
UA: 5-10 WBC, 0-2 RBC
Sp gr 1.0<10..30>
Weight <50..120>.<0..9> kg
Height 5'<1..11>"
BMI <19..45>.<0..9>
Head circumference <33..48> cm
SpO2 <90..99> %
MAP <60..95>
CVP <4..15>
Contrast: Omnipaque 350, <60..120> mL
kVp <80..140>, mAs <100..300>
DLP <300..1200> mGy-cm
<3..9> mm slices
T-score -<1..3>.<0..9>
BI-RADS <1..4>
LI-RADS <2..5>
Calcium score <0..900>
ABI 0.<60..99> right, 0.<60..99> left
CN II-XII intact
ROM 0-1<10..40> degrees
Grade <1..3> ankle sprain
Stage <2..4> sacral ulcer, <2..6> x <1..4> cm
Mini mental <20..30>/30
Apgars <6..8> and 9
AFI <8..20>
FHR <115..160>, moderate variability
Bishop score <3..10>
Type and screen: O positive
Blood type $blood
$blood
Immunizations: up to date
No known drug allergies
$drug
$drug <5..80> mg
$drug <5..80> mg po daily
Allergic to $drug
Sig: take <1..2> tablets by mouth daily
Disp #<20..90>, refills <0..5>
#<30..90> no refills
Qty <30..90>
"""

_SHORT = """
abd soft, nt/nd
a1c <5..13>.<0..9>
bp 1<10..59>/<60..99>
pain <0..10>/10 at rest
temp 9<7..9>.<0..9>
wt <50..120> kg
inr <1..3>.<0..9>
k <3..5>.<0..9>, mg 2.<0..9>
strength <3..5>/5
rtc <2..6> mo
sat <90..99> on ra
"""

NO_IDENTIFIER = Kind(
    name="no-identifier",
    counts="the whole line has to stay",
    frames=tuple("{{" + line + "}}" for line in _LINES.strip().splitlines()),
    small=tuple("{{" + line + "}}" for line in _SHORT.strip().splitlines()),
    slots={
        "letter": tuple("AB"),
        "anesthesia": ("General", "Spinal", "Local", "MAC", "Regional", "Epidural", "General endotracheal"),
        "diet": ("Regular", "Cardiac", "Renal", "NPO", "Clear liquids", "Soft", "Diabetic 1800 cal"),
        "condition": ("Stable", "Good", "Fair", "Guarded", "Improved"),
        "department": (
            "Cardiology|Neurology|Pathology|Radiology|Surgery|Anesthesiology|Pediatrics|Psychiatry|Urology|"
            "Emergency Medicine|Internal Medicine|Orthopedics|Ophthalmology|Dermatology"
        ).split("|"),
        "unit": (
            "Stepdown unit|Labor and Delivery|Medical Floor|Surgical ICU|Telemetry|NICU|PACU|Burn Unit|Cath Lab|"
            "Endoscopy Suite|Dialysis Unit|Observation Unit|Pre-Op Holding|Radiation Oncology|Infusion Center"
        ).split("|"),
        "icd": ("E11.9", "I10", "J44.1", "M54.50", "K21.9", "F32.9", "N18.3", "Z00.00", "R07.9", "I48.91"),
        "tissue": ("skin", "colon", "gallbladder", "prostate", "breast", "lymph node", "cervix", "appendix"),
        "blood": ("A positive", "O negative", "AB positive", "B negative"),
        "drug": (
            "Coumadin|Norvasc|Zoloft|Lipitor|Synthroid|Celexa|Ativan|Zocor|Flomax|Plavix|Lasix|Xanax|Ambien|Prozac|"
            "Paxil|Crestor|Januvia|Eliquis|Xarelto|Keppra|Lamictal|Seroquel|Abilify|Depakote"
        ).split("|"),
    },
)
