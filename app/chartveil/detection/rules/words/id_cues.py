"""Words that announce a number, by the label of the number.

Cues stand one beside the other, parted by ``|``. They are compared without regard to case, blanks,
full stops, apostrophes and slashes, and with look-alike letters taken for one another, so ``s/n`` also
stands for ``SN``, ``S / N`` and ``5N``. What may follow a cue before the number (``no.``, ``#``,
``number``, ``:``) is not repeated here.
"""

from __future__ import annotations

from chartveil.domain.labels import Label

SURE_CUES: tuple[tuple[Label, str], ...] = (
    (
        Label.MRN,
        "mrn|mr no|mr num|mr number|emrn|hmrn|hosp mrn|hospital mrn|patient mrn|pt mrn|med rec|"
        "med record|med records|"
        "medical rec|medical record|medical records|record number|record no|rec no|chart|chart no|"
        "chart number|unit no|"
        "unit number|unit record|u no|hosp no|hospital no|hospital number|hospital numbr|hosp number|"
        "clinic number|clinic no|"
        "folder|file no|dossier|board no|card no|hrn|ur|urn|ur no|uhid|pt id|pat id|patient id|"
        "patient no|patient number|"
        "patient identifier|pt no|pt number|client id|client no|rad onc id|regn no|reg no|our number|"
        "our no|addressograph|"
        "siis id|pid3|cpi|empi|mpi|hospital id|clinic id|chart id|patient chart|pat no|pat number|nhc|"
        "historia clinica|"
        "patientennummer|fallnummer|no dossier|numero de dossier|ssn mrn|your id ends|ip no|op no|"
        "folder no",
    ),
    (
        Label.SSN,
        "ssn|s s n|ss no|ss number|social security|social security no|social security number|soc sec|"
        "soc sec no|"
        "social|last 4|last four|last 4 ssn|last four ssn|ssn last 4|ssn last four|ssn ending|ssn ends|"
        "ssn ending in|sin|sa id|sa id no|"
        "emirates id|national id|national insurance|nino|pps|ppsn|pps no|aadhaar|aadhar|cpr|"
        "personnummer|nino|curp|nir|dni",
    ),
    (
        Label.HEALTHPLAN,
        "member|membership|member id|member no|member number|mbr|mbr id|memb id|subscriber|"
        "subscriber id|subscriber no|"
        "policy no|policy number|policy id|policy|plan id|plan no|plan number|insurance id|"
        "insurance no|ins id|ins no|payer id|"
        "payor id|insured id|health card|health card no|health no|health number|health id|scheme card|"
        "ayushman card|hic|hicn|"
        "mbi|hic mbi|medicare|medicare id|medicare no|medicare number|medicare a b|medicare a and b|"
        "medicaid|medicaid id|"
        "medicaid no|medicaid number|medi cal|medi cal id|nhs|nhs no|nhs number|nhi|nhi no|chi|chi no|"
        "ohip|ramq|phn|hcn|gms|"
        "gms no|dva|ihi|bcbs|group id|group no|group number|grp no|grp id|tricare|tenncare|soonercare|"
        "fund no|coverage id|"
        "certificate holder|krankenkasse|versichertennummer|carte vitale|cedula|member ssn|"
        "contract holder|id card",
    ),
    (
        Label.ACCOUNT,
        "acct|account|acct no|account no|account number|acct number|a c|fin|fin no|har|ar no|"
        "hospital account|pat acct|"
        "patient account|guarantor|guarantor id|guarantor no|iban|bank account|billing account|"
        "billing acct|check no|cheque no|"
        "debit card|credit card|routing|routing no|routing number|vertrag|clincard|clincard ending|"
        "visa|mastercard|amex|"
        "card ending|card ending in|account ending|acct ending|billing no|billing number|rx acct|"
        "service acct|sort code",
    ),
    (
        Label.LICENSE,
        "lic|lic no|license|licence|license no|licence no|license number|licence number|"
        "drivers license|driver license|"
        "drivers licence|driving licence|drivers lic|driver lic|dl|cdl|dea|dea no|dea number|npi|"
        "npi no|npi number|clia|"
        "clia no|gmc|nmc|nmc pin|hcpc|hpcsa|ahpra|coru|imc|mcrn|cpsa|cpso|mcnz|gphc|gdc|gcrb|ptan|upin|"
        "nabp|ncpdp|nvlap|"
        "ashi|apc|provider no|provider number|prov no|prescriber no|comp provider no|pr no|bill no|"
        "permit|permit no|"
        "medical council|national registry|attorney id|atty id|bar no|bar number|id checked|id shown|"
        "ik|state license|"
        "medical license|rn license|nursing license|board cert|pharmacy license|"
        "certificate of registration|state id|"
        "licensed psychologist|pmc regn no|lanr|bsnr|rpps|agb code|crm",
    ),
    (
        Label.VEHICLE,
        "plate|plates|license plate|licence plate|number plate|vin|vehicle reg|vehicle registration|"
        "veh reg|tail|tail no|"
        "tail number|locomotive no|plate no|plate number|tag on|in lot|for mileage|rego|kennzeichen|"
        "plate was|plate is|"
        "license tag",
    ),
    (
        Label.DEVICE,
        "s n|sn|ser|serial|serial no|serial number|ser no|device id|device no|device serial|"
        "recorder number|recorder no|"
        "pendant no|pendant serial|udi 21|generator serial|lead serial|device sn|scale sn|tablet sn|"
        "bp sn|serial nbr|imei",
    ),
    (
        Label.BIOID,
        "fingerprint|fingerprint id|fingerprint card|fingerprint template|thumbprint|thumbprint card|"
        "thumbprint id|"
        "thumbprint template|palm scan|palm id|palm vein|palm vein id|voiceprint|voiceprint id|"
        "iris ref|iris id|iris scan|"
        "iris template|retina scan|retinal scan|retina id|face id|face template|facial template|"
        "biometric|biometric token|"
        "biometric id|biometric enrol|biometric enroll|biometrc enrol|biometric template|"
        "biometric palm id|afis|footprint|"
        "footprint card|tattoo|template",
    ),
    (
        Label.IDNUM,
        "accession|accession no|accession number|access no|accn|acc no|acc|accession id|spec|specimen|"
        "specimen id|"
        "specimen id no|specimen no|specimen number|spec id|spec no|csn|enc no|encounter no|"
        "encounter id|encounter number|"
        "encounter|visit no|visit number|visit id|v no|rx|rx no|rx number|prescription no|"
        "prescription number|prior auth|auth|"
        "auth no|authorization|authorisation|authorization no|auth number|claim|claim no|claim nos|"
        "claim number|claim reference|"
        "case no|case number|case id|case nos|passport|passport no|badge|badge no|badge number|"
        "a number|alien no|alien number|"
        "doc id|document id|job|job no|job id|job number|ticket|ticket no|incident ticket|clock no|"
        "dod id|datix|datix ref|"
        "tracking|tracking no|tracking number|airbill|waybill|certified mail|our ref|your ref|ref|"
        "ref no|reference|reference no|"
        "reference number|referral no|referral number|unos|unos id|unos donor|c file|lab acc|lab ref|"
        "lab id|lab no|lab number|"
        "barcode|bar code|incident|incident no|incident number|booking no|booking ref|collision report|"
        "police rpt|police report|"
        "schaden nr|tax id|tin|ein|study id|study no|study number|subject id|subject no|participant id|"
        "participant no|tx id|txid|"
        "session id|platform session|invoice|invoice no|receipt|receipt no|episode no|episode id|"
        "voucher no|requisition|"
        "req no|req number|mission|match run|opo case|opo id|me case|me no|ccn|rohini id|crn|"
        "pan of proposer|usdot|order no|"
        "order number|order id|order nbr|ord no|run no|run number|report no|report number|rpt no|"
        "event no|event id|event number|"
        "confirmation|confirmation no|confirmation number|conf no|employee no|employee id|"
        "employee number|emp no|emp id|emp code|"
        "employe number|student id|student no|donor id|donor no|donor code|din|unit din|kit no|"
        "kit number|slide no|block no|"
        "path no|pathology no|bx no|cytology no|cause no|docket no|docket|file number|call no|call id|"
        "interp id|interpreter id|"
        "interpreter no|interp no|log no|contract no|cert no|certificate no|bracelet no|bracelet id|"
        "bag no|tag no|warrant no|"
        "patrol no|intake no|paper no|thread|register|family number|family no|film no|x ray no|xray no|"
        "state case no|referral id|"
        "appeal no|cas no|link no|individual no|app no|application no|batch no|workorder|work order|"
        "work order no|trans id|"
        "transm id|pasrr|poison center case|pcr no|epcr no|ems run|ems run no|crash report|sample no|"
        "sample id|tube no|msg|"
        "message id|portal thread|account rep id|study instance uid|series instance uid|"
        "sop instance uid|instance uid|"
        "accession nbr|filler order|placer order|confirm no|reservation no|membership card|locker no|"
        "trip no|trip id|cad no|"
        "dispatch no|complaint no|grievance no|inquest no|coroner no|morgue no|autopsy no|badge id|"
        "military id|"
        "inmate no|prison no|booking id|offender no|prisoner no|visa no|green card no|uscis no|"
        "tribal enrollment no|"
        "enrollment no|record locator|device order no|lift ticket|powerscribe job|dictation job|"
        "student number|transcription id|"
        "insurer review ref|unit no din|kk no|pt ticket|reorder no|rpt number|"
        "clinic ref",
    ),
)
"""Cues that hardly announce anything else."""

WEAK_CUES: tuple[tuple[Label, str], ...] = (
    (Label.MRN, "mr|hosp|pt|patient|file|merged|into|ci|folio|reg|regn"),
    (Label.SSN, "ss"),
    (Label.HEALTHPLAN, "grp|group|pol|plan|ins card"),
    (Label.ACCOUNT, "client|ending|ending in|ends in|stub"),
    (Label.LICENSE, "cert|pin|certificate"),
    (Label.VEHICLE, "tag|tags|reg|helo|registration|vehicle|truck|rental"),
    (
        Label.DEVICE,
        "machine|cart|unit|charger|backup|band|pump|monitor|controller primary|primary|scanner no",
    ),
    (
        Label.IDNUM,
        "enc|visit|case|order|ord|req|run|report|rpt|event|slide|slides|block|path|pathology|bx|biopsy|"
        "lab|kit|donor|subject|"
        "site|card|bag|log|envelope|envelop|conf|session|cad|emp|cx|culture|rad|pot label|id|no|nr|"
        "number|tubes|bottle|"
        "cytology|medicalert|medic alert|approved|episode|referral|contract|voucher|produced as|ring|"
        "family file|register|"
        "accessions|participant|employee|interp|phone id|form no|badge|barcode|paper|sharps log|"
        "mgmt file|student|match|nhls",
    ),
)
"""Words that also stand before other numbers: the number has to look like an identifier."""

FILLER_WORDS = frozenset(
    "no nos num number nbr nr n is was ending ends in id code ref called card reads as the of state for "
    "field hospital issued prior old new numbr lo sh ui".split()
)
"""What may stand between a cue and its number."""

NUMBER_MARK_WORDS = frozenset(["no", "nos", "num", "number", "nbr", "nr", "n", "id", "code", "numbr"])
"""The fillers that say that a number follows."""
