"""Makers of drugs and devices: as employers they identify, on their products they do not."""

from __future__ import annotations

from benchmarks.made_sentences.names import MEN, WOMEN
from benchmarks.made_sentences.sentence import Kind
from chartveil.domain.labels import Label

_MAKERS = (
    "3M|Abbott|AbbVie|Alcon|Allergan|Allscripts|Amgen|Arthrex|AstraZeneca|B. Braun|Bard|Bausch & Lomb|Baxter|Bayer|"
    "Beckman Coulter|Becton Dickinson|Biogen|Biomet|Boehringer Ingelheim|Boston Scientific|Bristol-Myers Squibb|"
    "Cardinal Health|Cerner|Coloplast|Cook Medical|Covidien|DePuy|Dexcom|Edwards Lifesciences|Eli Lilly|Epic|Ethicon|"
    "Fresenius|GE Healthcare|Genentech|General Electric|Gilead|GlaxoSmithKline|GSK|Hill-Rom|Hologic|Hospira|Illumina|"
    "Intuitive Surgical|Invacare|Janssen|Johnson & Johnson|Lilly|Mallinckrodt|McKesson|Medline|Medtronic|Merck|"
    "Moderna|Mylan|Myriad Genetics|Novartis|Novo Nordisk|NuVasive|Olympus|Omron|Perrigo|Pfizer|Philips|Regeneron|"
    "ResMed|Roche|Sandoz|Sanofi|Siemens|Smith & Nephew|St. Jude Medical|Starkey|Stryker|Takeda|Terumo|Teva|"
    "Thermo Fisher|Toshiba|Varian|Vertex|Welch Allyn|Wyeth|Zimmer Biomet|Zoll|Microsoft|Google|Apple|Garmin|Nestle"
).split("|")

_EMPLOYER = Kind(
    name="maker-employer",
    counts="the employer has to go, the words in braces have to stay; jobs do not count",
    frames=(
        "Pt works at [[ORGANIZATION|$maker]] as a [[PROFESSION|$job]].",
        "Mother works at [[ORGANIZATION|$maker]].",
        "Employer: [[ORGANIZATION|$maker]]",
        "He is a [[PROFESSION|$job]] at [[ORGANIZATION|$maker]] and {{sits all day}}.",
        "She retired from [[ORGANIZATION|$maker]] after <8..35> years.",
        "Social history: employed by [[ORGANIZATION|$maker]], {{nonsmoker}}.",
        "Occupation: [[PROFESSION|$job]], [[ORGANIZATION|$maker]]",
        "Has insurance through her job at [[ORGANIZATION|$maker]].",
        "Husband is a [[PROFESSION|$job]] for [[ORGANIZATION|$maker]].",
        "Was laid off from [[ORGANIZATION|$maker]] last fall, {{mood low}} since.",
        "{{Injured his back}} lifting boxes at the [[ORGANIZATION|$maker]] plant.",
        "Her brother [[RELATIVE|$man]] got a job with [[ORGANIZATION|$maker]].",
        "Needs a return to work letter for [[ORGANIZATION|$maker]].",
        "Works nights on the [[ORGANIZATION|$maker]] assembly line, {{sleeps poorly}}.",
        "Patient's father, a [[PROFESSION|$job]] with [[ORGANIZATION|$maker]], was present.",
        "FMLA forms faxed to [[ORGANIZATION|$maker]] human resources.",
        "Started a new position at [[ORGANIZATION|$maker]] in sales; {{stress is high}}.",
        "Employer/School: [[ORGANIZATION|$maker]]   Status: {{full time}}",
        "He was a [[PROFESSION|$job]] at [[ORGANIZATION|$maker]] until his {{stroke}}.",
        "SH: married, two children, [[PROFESSION|$job]] at [[ORGANIZATION|$maker]], {{no alcohol}}.",
        "Her boss at [[ORGANIZATION|$maker]] lets her work from home.",
        "On disability from [[ORGANIZATION|$maker]] for {{low back pain}}.",
        "Wife, [[RELATIVE|$woman]], is a [[PROFESSION|$job]] at [[ORGANIZATION|$maker]].",
        "He drives forty minutes to [[ORGANIZATION|$maker]] every day.",
        "Was seen by the nurse at work ([[ORGANIZATION|$maker]]), {{BP high}}.",
        "Worker's comp claim: {{fell at work}}, employer [[ORGANIZATION|$maker]].",
    ),
    small=(
        "pt works at [[ORGANIZATION|$maker]], {{lifts heavy boxes}}",
        "dad works for [[ORGANIZATION|$maker]], travels a lot",
        "wife employed at [[ORGANIZATION|$maker]] as [[PROFESSION|$job]]",
        "quit job at [[ORGANIZATION|$maker]], {{anxiety better}}",
    ),
    slots={
        "maker": _MAKERS,
        "man": MEN,
        "woman": WOMEN,
        "job": (
            "chemist|engineer|sales rep|machinist|lab technician|accountant|forklift driver|project manager|"
            "custodian|programmer|quality inspector|secretary|security guard|data analyst|buyer|welder"
        ).split("|"),
    },
    goes=frozenset({Label.ORGANIZATION, Label.RELATIVE}),
)

_PRODUCT = Kind(
    name="maker-product",
    counts="maker and product in braces have to stay",
    frames=(
        "{{$device interrogated}}.",
        "{{$device}} interrogated today, battery fine.",
        "{{$device}} implanted on the left side without complication.",
        "The {{$device}} was set to the usual mode.",
        "Patient has a {{$device}}.",
        "{{$supply}} applied to the wound.",
        "Uses a {{$supply}} at home.",
        "Received the {{$vaccine}}.",
        "{{$vaccine}} given in the left deltoid.",
        "Second dose of {{$vaccine}} tolerated well.",
        "Images obtained on a {{$scanner}}.",
        "CT was done on a {{$scanner}} without contrast.",
        "{{$implant}} implants were used.",
        "Total knee with {{$implant}} components.",
        "The {{$implant}} screw backed out.",
        "Sample run on {{$assay}}.",
        "Tested by {{$assay}}, negative.",
        "Switched to {{$drug}} because of cost.",
        "Takes {{$drug}} once a day.",
        "Rash after {{$drug}}.",
        "Impression: {{$device}} in good position.",
        "Representative checked the {{$device}} in clinic.",
        "DME order: {{$supply}}.",
        "Due for {{$vaccine}} next month.",
        "Protocol differs on the {{$scanner}}.",
        "X-ray: {{$implant}} prosthesis without loosening.",
        "Refilled {{$drug}}, 90 days.",
    ),
    small=(
        "{{$device}} check ok",
        "got {{$vaccine}}, arm sore",
        "on {{$drug}} now",
        "uses {{$supply}} nightly",
    ),
    slots={
        "device": (
            "Medtronic pacemaker|Boston Scientific ICD|St. Jude pacemaker|Abbott ICD|Biotronik pacemaker|"
            "Medtronic insulin pump|Medtronic loop recorder|Abbott MitraClip|Edwards Sapien valve|"
            "Boston Scientific stimulator|Medtronic Micra leadless pacemaker|Medtronic intrathecal pump|"
            "St. Jude mechanical valve|Cochlear implant processor|Abbott dorsal column stimulator|"
            "Tandem insulin pump|Dexcom sensor|Edwards pericardial valve|Zoll LifeVest|Medtronic Reveal LINQ"
        ).split("|"),
        "supply": (
            "3M Tegaderm|Coloplast pouch|Hollister ostomy bag|ResMed CPAP|Philips Respironics CPAP|KCI wound vac|"
            "Omron blood pressure cuff|ResMed AirSense 10|Smith & Nephew dressing|Invacare concentrator|"
            "Abbott FreeStyle Libre|Bard catheter kit|Baxter cycler|Medline walker|ConvaTec Aquacel dressing|"
            "Philips DreamStation|Fisher & Paykel mask|Welch Allyn cuff|Drive Medical rollator|Kendall stockings"
        ).split("|"),
        "vaccine": (
            "Pfizer COVID vaccine|Moderna booster|Pfizer COVID-19 bivalent booster|Janssen COVID vaccine|"
            "Sanofi Fluzone|Merck Gardasil|GSK Shingrix|Pfizer Prevnar 20|Moderna COVID vaccine|"
            "AstraZeneca COVID vaccine|Novavax COVID vaccine|Pfizer-BioNTech vaccine"
        ).split("|"),
        "scanner": (
            "Siemens Somatom scanner|GE LightSpeed scanner|Philips Ingenia 3T magnet|Siemens Skyra 3T scanner|"
            "Toshiba Aquilion CT|GE Discovery PET/CT|Hologic Selenia unit|Canon Aquilion scanner|GE Voluson ultrasound|"
            "Siemens 1.5 T MRI|Hologic Horizon densitometer|Philips Epiq machine"
        ).split("|"),
        "implant": (
            "Zimmer|Stryker|DePuy Synthes|Smith & Nephew|Biomet|Arthrex|Zimmer Biomet NexGen|Stryker Triathlon|"
            "DePuy Attune|Wright Medical|Exactech|Medtronic|NuVasive|Globus|Synthes"
        ).split("|"),
        "assay": (
            "the Abbott Architect analyzer|a Roche Cobas assay|the Beckman Coulter analyzer|Cepheid GeneXpert|"
            "the Abbott ID NOW|Quidel Sofia rapid antigen|the BD Veritor|a Bio-Rad kit|Hologic Panther|"
            "the Sysmex counter|BioFire panel|the Siemens Advia|Roche Elecsys assay"
        ).split("|"),
        "drug": (
            "Teva amlodipine|Mylan levothyroxine|Greenstone sertraline|Sandoz omeprazole|Lupin lisinopril|"
            "Lilly insulin|Novo Nordisk insulin|Sun Pharma metformin|Bayer aspirin|Zydus atorvastatin|"
            "Apotex warfarin|Aurobindo losartan|Teva clonazepam|Actavis oxycodone|Perrigo loratadine"
        ).split("|"),
    },
)

MAKER_KINDS = (_EMPLOYER, _PRODUCT)
