"""Words that tell where a name begins and where it ends: explicit tables, all in lower case.

Compiled by hand for Chartveil from clinical usage. A table holds words only; how they are used is
told in ``names_reader`` and ``names``.
"""

from __future__ import annotations


def _table(*rows: str) -> frozenset[str]:
    """The words of the rows, parted by white space."""
    return frozenset(word for row in rows for word in row.split())


COMMON_WORDS = _table(
    # articles, pronouns, prepositions, conjunctions
    "a an the this that these those he she they them him her his hers their theirs it its we us our ours",
    "you your yours i me my mine who whom whose which what when where why how there here myself himself",
    "herself themselves someone anyone nobody everyone somebody one ones each every either neither both",
    "of in on at by to from for with without within into onto upon over under above below between among",
    "before after during since until till about against along across around behind beside besides beyond",
    "refer near off out outside inside through throughout toward towards up down per via w/ w/o and",
    "or nor but",
    "if then than as so because though although while whereas whether unless also too again still yet",
    "only just even ever never not no none nil n/a na unknown unk same self other others another any all",
    "some such more most less least few many much several own very quite rather well now today tonight",
    "tomorrow yesterday currently recently previously later earlier soon always often sometimes usually",
    "once twice ago instead otherwise however therefore please thanks thank",
    # verbs that follow a person
    "is are was were be been being am isn't wasn't has have had having hasn't do does did doing done don't",
    "doesn't didn't can cannot can't could would should shall may might must won't wouldn't will",
    "states stated state reports reported denies denied says said told tells asks asked advised advises",
    "complains complained presents presented presenting arrives arrived admits admitted agrees agreed",
    "reviewed reviews examined examines evaluated evaluates discussed discusses notified notifies called",
    "calls calling paged seen sees saw see read reads signed signs dictated wrote writes noted notes note",
    "ordered orders recommends recommended recommend requests requested wants wanted wishes prefers needs",
    "needed gave given gives took takes taken taking got gets brought brings came comes coming went goes",
    "going left leaves returned returns lives lived living works worked working died passed smokes drinks",
    "helps helped visits visited updated aware informed consulted consents consented refuses refused",
    "declines declined understands understood verbalized verbalizes feels felt thinks thought knows knew",
    "believes found finds started starts began stopped stops continues continued remains remained became",
    "appears appeared seems looks looked received receives sent sends placed performed performs assisted",
    "attending attended present presents following followed follows underwent undergoing scheduled",
    "transferred transported discharged accompanied diagnosed treated managed referred referring tested",
    "recommending concerned confirmed confirms verified accepts accepted assessed assess cleared changed",
    "increased decreased resumed held advise contact contacted spoke speaks speaking talked talk met",
    "meets attends assists wore made makes make let lets put puts use uses used using try tries tried",
    "keep keeps kept drove drives drive walks walked sleeps slept stays stayed turned turns runs ran",
    "wakes woke eats ate tolerated tolerates tolerating eating did drew drawn removed applied describes",
    "described recalls relates related endorses endorsed expressed expresses insists explained answered",
    "agreeing arrive arriving attests attest concurs concur deferred disagrees documented mentions",
    "mentioned planned plans reviewing remember remembers suggests suggested covering rounding",
    "knows kept likes loves hates shows sang witnessed mumbles speaks awaiting pending available "
    "unavailable deceased alive dead unable able willing happy sick ill",
    "old year years yr yrs y/o yo aged male female man woman boy girl child baby infant toddler newborn",
    "gentleman lady individual person people family patient patients pt pts client resident caller",
    # header words
    "name names first last middle initial surname forename given dob d.o.b doa dod date dated time age sex",
    "gender race mrn mr# mr# ssn acct account id id# no number num # room rm bed unit ward floor phone tel",
    "telephone ph fax cell mobile pager beeper ext email e-mail address addr street city zip county",
    "country admit admission admitdate discharge disch visit encounter service svc location loc dept",
    "department facility hospital clinic office center centre practice provider pcp md/do referring",
    "physician surgeon assistant anesthesia anesthesiologist attending consultant resident fellow intern",
    "nurse author signature sign signed title role relationship relation rel occupation employer insurance",
    "payer payor plan policy group subscriber member guarantor emergency language interpreter religion",
    "marital status allergies allergy all meds medications medication diagnosis dx diagnoses procedure",
    "indication indications history hx hpi pmh psh fh sh ros exam examination findings impression",
    "assessment recommendation recommendations technique comparison specimen accession collected report",
    "reports result results reason chief complaint cc subjective objective vitals vital signs labs lab",
    "page pg pgs copy copies to: from: re: re cc: attn type code form chart record records dictation",
    "transcription transcribed electronically electronic e-signed cosigned cosign authenticated e/s",
    "d t d: t: ref reference order req requisition specialty dictating confidential summary letter",
    "contacts next kin nok hcp poa dpoa proxy guardian weight height ht wt bmi bp hr rr temp spo2 bsa",
    "yes unspecified withheld redacted confidential tbd tba nkda nka dnr dni full",
    "dear hi hello regards sincerely yours faithfully best kind warm cheers respectfully",
    "zarit possible probable class fam reader sonographer sono cosig cosigner compiled collateral trait",
    "carrier pool proceduralist interp",
    "follow followup f/u rtc return appointment appt primary care team staff nursing social work worker",
    "inc llc ltd corp vs am pm hrs hours min minutes days day week weeks month months morning evening",
    "afternoon night shift noon midnight home house bedside clinic",
)
"""Words that are no part of a name after any cue, unless case and form speak against it."""

CALENDAR_WORDS = _table(
    "january february march april june july august september october november december",
    "jan feb mar apr jun jul aug sep sept oct nov dec",
    "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun",
    "mondays tuesdays wednesdays thursdays fridays saturdays sundays",
)

SPECIALTY_WORDS = _table(
    "cardiology neurology oncology hematology haematology nephrology urology pulmonology pulmonary gi",
    "gastroenterology hepatology endocrinology endocrine rheumatology dermatology ophthalmology optometry",
    "psychiatry psychology pediatrics paediatrics geriatrics obstetrics gynecology gynaecology ob obgyn",
    "ob/gyn radiology pathology surgery surgical medical medicine orthopedics orthopaedics orthopedic ortho",
    "neurosurgery neuro cards cardiac vascular thoracic plastic plastics trauma icu ccu micu sicu nicu picu",
    "ed er or pacu tele telemetry ent ir id anesthesiology radiation palliative hospice rehab pain pt ot",
    "slp speech nutrition dietary pharmacy laboratory billing scheduling registration admitting coding",
    "infectious disease diseases internal general family emergency critical intensive urgent wound",
    "allergy immunology dental dentistry podiatry oral maxillofacial nuclear genetics genetic transplant",
    "hospitalist hospitalists generalist specialist intensivist nocturnist radiologist pathologist",
    "cardiologist neurologist oncologist hematologist haematologist nephrologist urologist pulmonologist",
    "gastroenterologist hepatologist endocrinologist rheumatologist dermatologist ophthalmologist",
    "psychiatrist psychologist pediatrician paediatrician geriatrician obstetrician gynecologist",
    "optometrist dentist podiatrist chiropractor anesthetist anaesthetist anaesthesia anaesthetics",
    "neurosurgeon orthopedist midwife doula doctor doctors physicians dr drs np pa rn lpn cna crna aprn",
    "therapist therapists technician technologist tech techs pharmacist dietitian nutritionist chaplain",
    "manager coordinator navigator supervisor director chief chair head senior junior registrar",
    "practitioner practitioners clinician clinicians counselor counsellor interpreter scribe secretary",
    "receptionist clerk aide aides caregiver carer caregivers observer witness operator circulator scrub",
    "student students volunteer paramedic paramedics emt medic crew officer police sheriff deputy trooper",
    "judge attorney lawyer teacher principal coach pastor priest rabbi imam reverend sister brother mother",
    "father spouse husband wife daughter son parent parents guardian friend neighbor partner specialty",
    "extender extenders provider providers group associates associate chart note on-call oncall call "
    "coverage",
    "case medicare medicaid private mid-level midlevel line team's assistants residents fellows nurses",
    "covering charge float sitter rounds consult consults consultation dme vna",
    "sending accepting circulating transferring triage vaccinator vaccinators jail cytotech",
    "hematopathologist haematopathologist dermatopathologist neuropathologist cytotechnologist",
)

CLINICAL_WORDS = _table(
    "cancer carcinoma diabetes hypertension htn dm dm2 t2dm cad chf copd mi cva stroke tia asthma afib",
    "arthritis dementia depression anxiety alcohol alcoholism etoh tobacco obesity hyperlipidemia hld",
    "glaucoma cataract leukemia lymphoma melanoma tumor mass lesion disease disorder syndrome failure",
    "infection pneumonia sepsis abscess fracture pain fever nausea vomiting diarrhea constipation cough",
    "chest abdomen abdominal pelvis head neck back spine brain heart lung lungs liver kidney kidneys renal",
    "breast colon prostate ovarian uterine cervical thyroid skin bone bones hip knee ankle foot feet hand",
    "wrist elbow shoulder arm leg legs eye eyes ear ears nose throat mouth teeth gums extremity extremities",
    "left right bilateral upper lower anterior posterior lateral medial proximal distal acute chronic mild",
    "moderate severe normal abnormal negative positive neg pos stable unstable healthy good fair poor",
    "significant noncontributory non-contributory remarkable unremarkable unchanged history hx status post",
    "ct mri mra xray x-ray us ultrasound echo ekg ecg eeg emg pet cxr kub iv po im sq sc ng peg foley picc",
    "blood urine stool sputum csf culture cultures biopsy cytology cbc bmp cmp hgb hct wbc plt inr ptt",
    "sodium potassium chloride glucose creatinine bun calcium magnesium troponin lactate albumin vitamin",
    "aspirin tylenol ibuprofen insulin metformin lisinopril warfarin heparin lasix oxygen o2 saline",
    "daily bid tid qid prn qhs hs mg mcg ml cc tab tabs tablet capsule dose doses injection oral topical",
    "iv neuro psych cv resp gu msk heent skin abd ext gen constitutional musculoskeletal integumentary",
    "soft tender nontender alert oriented awake active passive test tests testing score scale stage grade",
    "class level index ratio protocol therapy treatment regimen monitoring education teaching training",
    "nursing medical surgical social past present previous current initial final preliminary addendum",
    "adult child pediatric inpatient outpatient observation emergent elective routine stat urgent",
    "safety risk fall falls precautions diet activity goals goal problem problems list intervention",
    "interventions outcome outcomes evaluation screening screen questionnaire information info "
    "identification",
    "identified verification consent consents agreement authorization release rights responsibilities",
    "instructions portal care satisfaction safety response condition disposition dispo position positioning",
    "transfer transport mobility gait balance strength sensation reflexes range motion rom tolerance "
    "toleration",
    "bleeding wound wounds dressing drain drains catheter tube line lines pump device implant hardware",
    "hospital medical clinic center centre memorial university college school health services system",
    "colleague colleagues sir sirs madam mallampati asa killip doppler conscious sedation epidural "
    "spinal local mac sinus obese litem "
    "paid issue govt collector",
    "prescriber named lead cancelled keys second third fourth joint health committee safety refill "
    "refills request appeal claim denial referral",
    "rash patch sore throat bike booked pass preop pre-op postop post-op preoperative postoperative "
    "narrative tearful",
    "angiogram angiography spectroscopy imaging image contin enterography cholangiogram arthrogram mental",
    "association program project society foundation department institute laboratories pharmacy",
    "abuse neglect claims",
)

CLINICAL_ABBREVIATIONS = _table(
    "amd armd poag pacg acl mcl pcl lcl hla brca aml cll cml apl mds nsclc sclc scc bcc crc hcc rcc gbm esrd",
    "ckd aki iddm niddm hld cabg pci afib osa dvt vte sle ibd ibs gerd als ftd lbd rsv adhd asd ocd ptsd bpd",
    "gad mdd odd hiv hcv hbv hfref hfpef pvd aaa avm ich sah sdh tbi fasd epds phq gcs djd ddd ddh pcos pkd",
    "adpkd fap hnpcc vhl hht tpn roi scad mi ms cad dm t2dm t1dm dm2 dm1 esld ipf pah uc ra sle "
    "ibd nafld nash masld mash hocm hcm lqts cva dcm msa psp scd bca cabg geta hca poa dpoa hcpoa hcp lucas",
    "tts mwf ivc picc pmhx fhx psh nkda dnr dni ddu cogu bene",
)
"""Abbreviations of diseases and tests that stand behind a relative's name, in capitals: Sister Ana AMD."""

NAME_PARTICLES = _table(
    "van von vander der den de del della dello degli dei di da das do dos du la le las los lo el al bin ibn",
    "bint binti ben bar ter ten te tho zu zum zur af av y e st st. ste mac mc fitz abu abd abdul o ó "
    "ní nic ui",
    "san santa sainte saint 't op in't dela delos ap ab",
)
"""Words in small letters that may stand inside a name before a part in capitals."""

DOCTOR_TITLES = _table("dr drs doctor prof professor dre dra doctors")
PERSON_TITLES = _table(
    "mr mrs ms miss mx mister missus mme mlle madame señora señor sra doña dona shri smt madam messrs"
)
CLERGY_TITLES = _table("rev reverend father pastor rabbi imam deacon bishop elder fr")

LANGUAGES = _table(
    "tigrinya russian spanish mandarin cantonese portuguese arabic somali french creole vietnamese korean",
    "japanese polish ukrainian farsi dari pashto urdu hindi punjabi bengali nepali burmese karen hmong khmer",
    "lao thai tagalog ilocano amharic oromo swahili kinyarwanda yoruba igbo hausa twi german italian greek",
    "turkish kurdish armenian romanian albanian serbian bosnian czech asl auslan bsl lsf irish welsh english",
)
"""Languages, which stand behind the name of an interpreter."""

SUFFIXES = _table("jr jr. sr sr. ii iii iv jnr snr jnr. snr.")

TITLES = _table(
    "dr dr. drs drs. doctor prof prof. professor mr mr. mrs mrs. ms ms. miss mx mx. sr. sra. sra "
    "señor señora",
    "mme mme. mlle madame monsieur herr frau rev rev. reverend fr. father pastor rabbi imam sister bro. hon.",
    "hon judge justice attorney atty atty. nurse chaplain officer ofc ofc. off. sgt sgt. sergeant cpl "
    "lt lt. capt",
    "capt. captain col col. maj maj. major det det. detective deputy trooper pfc spc ssg sfc cpo petty chief",
    "(ret.) ret. ret sir dame lord shri smt smt. kumari master baby boy girl infant bb bg twin dre "
    "dra dra. ing.",
    "med. oa pa np rn lpn cna emt medic paramedic pa-c sir. mister missus missis the late",
    "mama papa opa oma yiayia papou nanay tatay gogo doña aunty auntie aunt uncle grandma grandpa",
    "grandmother",
    "grandfather granny gran mamaw papaw meemaw tita tito kuya aling mang ma'am cpt 1sg csm msg ssgt pvt rfn",
    "pte lcpl phys prescriber phleb cytotech hematopathologist cm ladit",
)
"""What may stand between a cue and the name; it stays outside the mark."""

RELATIONS = _table(
    "husband wife spouse ex fiancé fiancée fiance fiancee partner boyfriend girlfriend mother father "
    "daughter",
    "son sister brother parents child children sons daughters sisters brothers law stepmother stepfather",
    "stepdaughter stepson stepsister stepbrother grandmother grandfather grandson granddaughter grandaughter",
    "grandsons granddaughters godmother godfather mom mum mommy dad daddy stepdad stepmom grandma grandpa",
    "granny nana mamaw papaw auntie aunty aunt uncle niece neice nephew cousin cousins sibling grandparents",
    "grandchild grandkids roommate housemate flatmate neighbor neighbour neighbors friend friends worker",
    "coworker colleague guardian landlady landlord dtr dgtr husb twin twins kids hubby caregiver carer",
    "surrogate boss buddy tia tío tia abuela sponsor bestie gran grannie mate",
)
"""A person of the patient's private life; ``law`` and ``worker`` count after a hyphen only."""

PLURAL_RELATIONS = _table(
    "sons daughters sisters brothers children kids parents cousins friends twins grandparents grandsons",
    "granddaughters neighbors grandkids",
)

STAFF_ROLES = _table(
    "nurse chaplain officer judge attorney detective sergeant sgt deputy trooper captain paramedic "
    "pharmacist",
    "dietitian dietician interpreter interp scribe counselor counsellor therapist resident fellow intern",
    "attending hospitalist surgeon radiologist cardiologist neurologist oncologist nephrologist urologist",
    "anesthesiologist anaesthetist pathologist psychiatrist psychologist dentist hygienist midwife worker",
    "manager caseworker coordinator technician tech sonographer orthotist prosthetist physiotherapist physio",
    "audiologist optometrist obstetrician intensivist practitioner assistant matron visitor teacher "
    "principal",
    "coach advocate adjuster registrar consultant ofc det pcp gp medic counsel aide sitter clerk navigator",
    "liaison investigator sfc ssg cpl pharmd phlebotomist perfusionist proctor supervisor doula "
    "transporter lvn",
    "np rn lpn cna hca pca pct crna rt arnp msw lcsw emt ffpm pn hv slp attg lpc ahw pa",
    "neuropsych staff doc circulator scrub",
)
"""Roles of staff that stand before a name without a colon."""

STAFF_ROLES_BEFORE_CAPITALS = _table(
    "nurse chaplain officer ofc trooper sgt judge detective det deputy rn np lpn cna pct crna rn pca hca doc",
)
"""Of these, the ones after which a single word in capitals is a name."""

ROLES_COLON = (
    "(?:(?:primary|attending|admitting|referring|ordering|requesting|consulting|treating|dictating|"
    "responsible|"
    "supervising|operating|covering|discharging|interpreting|reading|performing|rendering|prescribing|"
    "authorizing|authorising|family|primary care|certifying|collaborating|outpatient|co-?|first|second|"
    "assistant|resident|staff|charge|circulating|scrub|triage|research|study|school|case|social|"
    "genetic|speech|physical|occupational|respiratory|chief|on[- ]call|other|your|the|night|day) ){0,3}"
    "(?:physicians?|doctors?|surgeons?|providers?|attendings?|residents?|fellows?|interns?|registrar|"
    "assistants?|1st assistant|asst|anesthesi(?:a|ologist)|anaesthe(?:sia|tist)|anes|crna|consultants?|"
    "clinicians?|practitioner|nurses?|pathologists?|radiologists?|technologists?|technicians?|tech|"
    "dentist|hygienist|therapists?|psychologist|psychiatrist|counsel(?:l)?or|pharmacist|dietiti?an|midwife|"
    "interpreter|scribe|author|transcriptionist|typist|editor|dictator|signatory|operator|examiner|evaluator|"
    "assessor|interviewer|investigator|coordinator|co-?ordinator|case manager|manager|social worker|"
    "caseworker|"
    "navigator|perfusionist|sonographer|phlebotomist|screener|reviewer|reader|endoscopist|cardiologist|"
    "oncologist|neurologist|nephrologist|urologist|obstetrician|pediatrician|paediatrician|gynecologist|"
    "hospitalist|internist|optometrist|audiologist|podiatrist|prosthetist|orthotist|specialist|referrer|"
    "prescriber|requestor|requester|requesting|proceduralist|proctor|preceptor|supervisor|presenter|"
    "facilitator|chair|minutes|officiant|chaplain|medic|paramedic|driver|crew|aide|sitter|witness|teacher|"
    "principal|coach|circulator|circ|scrub|adjuster|attorney|examined|staffed|pi|sub-?i|pcp|gp|md|rn|np|pa|"
    "pa-c|lpn|cna|rt|pt|ot|slp|sw|lcsw|msw|cm|pharmd|hv|cpn|dr)"
)
"""A role of a provider before a colon, as a pattern."""

SIGNERS = (
    "electronically (?:signed|verified|authenticated|approved|co-?signed)(?: (?:and|&) \\w+)?|"
    "digitally signed|e-?signed|e/s|/e?s/|/es/|signed(?: electronically)?|co-?signed|dictated|"
    "transcribed|typed|verified|authenticated|reviewed|approved|read|interpreted|performed|prepared|"
    "completed|"
    "reported|entered|recorded|documented|written|authored|scribed|attested|authorized|authorised|"
    "witnessed|witness|collected|drawn|obtained|administered|given|checked|screened|interviewed|examined|"
    "evaluated|assessed|ordered|requested|referred|finali[sz]ed|certified|issued|seen|seen today|accepted|"
    "received|taken|placed|done|supervised|staffed|staffed with|presented|submitted|printed|faxed|"
    "called|noted|"
    "informant|activated|pronounced|accompanied|assisted|consulted|treated|escorted|delivered|"
    "inserted|removed|"
    "released|confirmed|released|updated|edited|corrected|amended|countersigned|addended|relieved"
)
"""What a member of staff did, before ``by`` and a name, as a pattern."""

CREDENTIALS = (
    "M\\.?D\\.?|D\\.?O\\.?|M\\.?B\\.?B\\.?S\\.?|MBBCh|MBChB|MB ?ChB|MB ?BS|BMBS|BM|MBBChir|BDS|"
    "R\\.?N\\.?|L\\.?P\\.?N\\.?|"
    "LVN|CNA|NP|N\\.P\\.|PA|P\\.A\\.|PA-?C|P\\.A\\.-C\\.?|FNP|[A-Z]NP-?(?:BC|C)|A?G?(?:PC|"
    "AC)NP(?:-(?:BC|C))?|ARNP|"
    "APRN(?:-(?:CNP|BC|C))?|CRNP|CNP|NNP(?:-BC)?|PNP(?:-(?:BC|PC|AC))?|PMHNP(?:-BC)?|WHNP(?:-BC)?|CNM|"
    "CPM|LM|CNS|"
    "CRNA|SRNA|DNP|BSN|MSN|CCRN|CEN|CMSRN|OCN|CWOCN|WOCN|CDE|CDCES|BCEN|CPNP(?:-(?:PC|AC))?|"
    "Ph\\.?\\s?D\\.?|PHD|Psy\\.?D\\.?|PSYD|Ed\\.?D\\.?|D\\.?D\\.?S\\.?|D\\.?M\\.?D\\.?|"
    "D\\.?P\\.?M\\.?|O\\.?D\\.?|D\\.?C\\.?|"
    "DVM|AuD|Au\\.D\\.|PharmD|Pharm\\.? ?D\\.?|PHARMD|RPh|R\\.Ph\\.|RPH|CPhT|BCPS|BCOP|"
    "PT|P\\.T\\.|DPT|PTA|MPT|OT|OTR(?:/L)?|OTR|COTA(?:/L)?|OTD|CHT|SLP|CCC-?(?:SLP|A)|MS,? CCC-SLP|"
    "LCSW(?:-[A-Z])?|LMSW|LISW(?:-S)?|LICSW|LSW|MSW|RSW|ACSW|LPC(?:-S)?|LPCC|LCPC|LMHC|LMFT|MFT|LAC|"
    "LADC|CADC|"
    "CASAC|LCDC|NCC|BCBA|RBT|CTRS|CCLS|MT-BC|RD|RDN|LDN|R\\.D\\.|CNSC|RRT|CRT|RT|R\\.T\\.|RT\\(R\\)|RRT-NPS|"
    "RDMS|RDCS|RVT|RCIS|RCS|R\\.?T\\.?\\(?R\\)?|ARRT|CNMT|RPSGT|R\\.? ?EEG ?T\\.?|CST|CSFA|CFA|RNFA|CCP|"
    "MT\\(ASCP\\)|MT|MLS|MLT|CT\\(ASCP\\)|SCT\\(ASCP\\)|CT|HT|CGC|LCGC|MS|CMA|RMA|MA|CCMA|PCT|PCA|HCA|"
    "EMT(?:-?[BPAI])?|AEMT|"
    "NREMT(?:-?P)?|NRP|EMT-?P|FP-C|CCEMTP|CHW|CHES|MPH|M\\.P\\.H\\.|MHA|MBA|JD|J\\.D\\.|Esq\\.?|ESQ|MDiv|BCC|"
    "FACC|FACS|FACP|FACOG|FACEP|FAAP|FAAFP|FAAN|FACR|FCCP|FRCS(?:C|Ed)?|FRCP(?:C|CH|Ed)?|FRCPath|FRCR|"
    "FRCA|FRCPA|FRANZCP|"
    "FRACP|FRACS|FRACGP|MRCP(?:CH)?|MRCS|MRCGP|MRCOG|MRCPsych|FRCOG|FRCEM|CCFP|RPN|RM|RGN|RMN|RNLD|EN|"
    "CNE|SpR|ST\\d|CT\\d|FY\\d|"
    "PGY-?\\s?\\d|R[1-7]|MS-?[1-4]|MS-?IV|MS-?III|SN|SPT|ATC|LAT|CPO|CP|BOCO|LO|COA|COT|COMT|ABOC|CDT|"
    "RDH|CDA|"
    "MICGP|FICGP|MRCPI|FRCPI|MRCSI|FRCSI|FACEM|FANZCA|FCICM|FACRRM|FRANZCOG|FRANZCR|FACD|FAFRM|FAFOEM|DDU|"
    "CHPN|CCDS|CWON|RPVI|RET|F[12]|"
    "QMHP|CPSS|CRPA|CRSS|LBSW|BSW|CCM|ACM|CPC|RHIT|RHIA|CIC|CPHQ|IBCLC|CLC|CD\\(DONA\\)|CSSD|"
    "LAc|L\\.Ac\\.|LMT|ND|N\\.D\\.|DOM|DAc|DrPH|ScD|MSc|BSc|DSc"
)
"""Letters after the name of a provider, as a pattern. Case matters."""

AMBIGUOUS_CREDENTIALS = _table(
    "pt ot ms ma ct ht mt md pa do rt en ed cp lo sn nd co or cd lac r1 r2 r3 r4 r5 r6 r7 rm bm lm dc "
    "od np rd ret ddu facd f1 f2"
)
"""Letters that mean something else at least as often: they need a comma or a full name before them."""

STRONG_CREDENTIALS = _table("md rn do np lpn pa-c pac crna phd cna lvn dds")
