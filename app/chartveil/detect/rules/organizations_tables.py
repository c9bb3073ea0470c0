"""Words that end the name of a place of care or an organisation, insurers, occupations.

Compiled by hand for Chartveil from clinical usage. A table holds words in small letters.
"""

from __future__ import annotations


def _table(*rows: str) -> frozenset[str]:
    """The entries of the rows, parted by white space."""
    return frozenset(word for row in rows for word in row.split())


def _list(*rows: str) -> frozenset[str]:
    """The entries of the rows, parted by commas."""
    return frozenset(entry.strip() for row in rows for entry in row.split(",") if entry.strip())


CARE_END_WORDS = _table(
    "hospital hosp hospitals clinic clinics pharmacy hospice infirmary rehab rehabilitation imaging "
    "labs laboratory",
    "laboratories healthcare vamc nephrology cardiology neurology oncology urology dermatology orthopedics",
    "orthopaedics radiology pathology pediatrics paediatrics gastroenterology endocrinology pulmonary "
    "hematology",
    "rheumatology ophthalmology psychiatry dentistry dental dialysis infusion hospitalists anesthesia "
    "surgery surgical",
    "cboc internists suites wellness lab regional memorial general associates specialists consultants "
    "institute center centre pavilion "
    "physicians children",
    "chemist drugs drugstore prosthetics orthotics audiology optometry podiatry obstetrics neurosciences",
    "vna sanatorium sanitarium polyclinic medical rx optical pathlab rads orthodontics endodontics",
)
"""One word that ends the name of a place of care."""

CARE_END_PHRASES = _list(
    "medical center,medical centre,medical group,medical practice,medical clinic,medical "
    "associates,health center,"
    "health centre,health system,health services,health care,health clinic,health network,home "
    "health,home care,"
    "homecare,family practice,family medicine,family health,internal medicine,primary care,urgent care,"
    "immediate care,express care,walk-in,surgery center,surgical center,surgicenter,cancer "
    "center,cancer care,"
    "cancer institute,heart institute,eye institute,eye center,eye clinic,pain center,wound "
    "center,birth center,"
    "nursing home,nursing center,care center,care centre,care home,nursing facility,skilled "
    "nursing,assisted living,"
    "memory care,senior living,senior care,behavioral health,mental health,recovery center,treatment center,"
    "detox center,wellness center,sleep center,endoscopy center,imaging center,dialysis "
    "center,women's health,"
    "women's center,children's hospital,physical therapy,sports medicine,occupational "
    "medicine,occupational health,"
    "day surgery,kidney center,kidney care,blood center,blood bank,transplant center,transplant institute,"
    "fertility center,spine center,spine & pain,stroke center,trauma center,burn center,community health,"
    "health department,reference laboratory,ambulatory care,home hospice,cardiology consultants,"
    "radiology consultants,pain management,poison center,medical associates,heart center,heart group,"
    "vascular center,diagnostic center,care group,physician group,physicians group,genomic sciences,"
    "diagnostics,health campus,field hospital,regional hospital,community hospital,general hospital,"
    "memorial hospital,veterans hospital,convalescent center,rehab center,rehab pavilion,nursing & rehab,"
    "rehab & nursing,specialty care,care partners,otolaryngology,ear nose & throat,foot & ankle,hand clinic,"
    "hand center,immediate care center,resource pharmacy,corner drug,drug store,drug"
)
"""Two words and more that end the name of a place of care, and tails that stand after one."""

CARE_CONTINUATIONS = _table(
    "center centre clinic hospital associates group consultants specialists partners physicians "
    "institute services",
    "pavilion practice care unit ward campus tower wing building llc pllc pc p.c p.c. inc inc. llp pa ltd "
    "system network",
    "east west north south northeast northwest downtown medicine health pharmacy department "
    "foundation trust annex",
    "agency home program lab labs laboratory laboratories surgery & and of hospice rehab rehabilitation",
)
"""Words that may go on with a name of a place of care after its head."""

GENERIC_CARE_WORDS = _table(
    "the a an primary care emergency department dept wound medical center centre health home urgent "
    "outpatient inpatient",
    "community regional general local university children's women's men's family practice medicine internal",
    "nursing skilled facility clinic hospital hospice pharmacy lab labs laboratory surgery surgical day same",
    "private public state county city national district main our your this that any another other outside",
    "oncology cardiology neurology nephrology urology dermatology orthopedic orthopedics orthopaedic "
    "radiology pathology",
    "pediatric pediatrics psychiatric psychiatry behavioral mental dialysis infusion imaging eye ear "
    "dental pain",
    "sleep spine heart cancer stroke trauma burn transplant fertility vascular breast foot hand ankle "
    "diabetes adolescent survivor pigmented lesion flu covid covid-19 flu/covid prenatal antenatal",
    "postnatal cath",
    "stress consultation-liaison embedded non-invasive noninvasive vestibular speech-language",
    "disorders poison",
    "retail mail order specialty compounding acute chronic long term rehab rehabilitation physical "
    "occupational",
    "speech therapy plastic general thoracic cardiac cardiothoracic colorectal bariatric oral maxillofacial",
    "neuro ortho gi gu ent ob gyn obstetrics gynecology anticoagulation coumadin inr warfarin memory "
    "geriatric",
    "travel hypertension lipid hiv hepatitis liver kidney renal allergy asthma pulmonary endocrine "
    "endocrinology",
    "high risk low post pre hospital's referring receiving sending ordering preferred discharge "
    "admission admitting",
    "military veterans veteran va army naval teaching tertiary quaternary referral level field mobile "
    "virtual",
    "follow followup referral and of for in at to with from assisted living adult senior acute step partial",
    "intensive stay home-based base assessment current past history prior previous recent major minor "
    "elective open",
    "robotic laparoscopic arthroscopic cataract bypass abdominal pelvic gastric weight-loss weight "
    "mohs laser",
    "moderate active social services service drug drugs illicit street recreational prescription "
    "generic brand",
    "name new old no per via anesthesia general local regional monitored reference central core "
    "research clinical",
    "blood bank molecular genetics micro microbiology chemistry toxicology coagulation hematology cytology",
    "student employee staff nurse school visiting resident fellow teaching attending "
    "surgical-pathology dr mr mrs ms",
    "last first next every each all pending routine stat annual interventional diagnostic therapeutic "
    "nuclear",
    "medications medication allergies consult consults consultation psych pulm rheum heme onc id iv po cc",
    "neuromuscular arrhythmia device colposcopy hemophilia treatment comprehensive complex opioid "
    "monitoring advanced",
    "failure doppler color section gp postmaster attorney surgeon solicitor director fitness senior "
    "shopping call visitor",
    "day test testing training conference education resource information data distribution command "
    "civic convention",
    "limited limitations procedure procedures post-operative preoperative postoperative prehospital "
    "hold see call",
)
"""Words of which a name of a place of care must not wholly consist."""

ORGANIZATION_END_WORDS = _table(
    "inc inc. llc corp corporation ltd co school schools elementary university college academy church "
    "baptist",
    "lutheran methodist presbyterian mosque synagogue temple ministries union foundation police sheriff ems",
    "ambulance mutual insurance logistics trucking foundry motors industries manufacturing farms "
    "bakery diner",
    "restaurant cafe café market grocery bank airlines railroad shipyard construction plumbing "
    "roofing landscaping",
    "cooperative co-op supply enterprises holdings technologies systems solutions partners institute "
    "polytechnic",
    "seminary parish diocese cathedral synod prep preschool daycare kindergarten brewery winery dairy ranch",
    "society association league council authority bureau district textiles mills steel lumber "
    "seafoods poultry",
    "castings freight express transport transit taxi moving electric energy power gas oil mining quarry",
    "packing plastics pharma pharmaceuticals biologics diagnostics casino hotel resort regiment "
    "battalion brigade",
    "squadron division platoon dme assembly tabernacle chapel congregation convent monastery shelter",
    "fire library museum theatre theater orchestra newspaper gazette herald tribune tv radio fm studios",
    "cleaners laundry salon barbershop garage autobody auto tire collision hardware nursery orchards "
    "vineyards",
    "legion vfw lodge club ymca ywca services agency staffing homecare advantage",
)
"""Words that end the name of an organisation."""

ORGANIZATION_END_WORDS_NEEDING_CUE = _table(
    "union foundation police sheriff ems ambulance insurance market bank supply systems solutions partners",
    "institute society association league council authority bureau district express transport transit taxi",
    "electric energy power gas oil mining division temple fire library museum radio tv auto garage hardware",
    "nursery services agency advantage express assembly chapel shelter club lodge hotel resort casino "
    "restaurant",
    "cafe café diner bakery grocery salon laundry ranch moving tire steel mills mutual school church college",
    "university construction plumbing roofing landscaping packing plastics freight elementary schools "
    "academy parish",
    "motors industries technologies enterprises legion tabernacle congregation daycare preschool "
    "dairy theater theatre",
    "diagnostics pharma dme co farms railroad studios staffing homecare district prep fm",
)
"""Of these, the ones that also end common phrases: in capitals they need a word of place before the name."""

GENERIC_ORGANIZATION_WORDS = _table(
    "the a an high middle elementary primary secondary public private local state county city "
    "national federal school",
    "schools college university church bank insurance company home health care medical fire police "
    "department",
    "sheriff emergency life car auto nursing law business graduate vocational trade technical "
    "community grade day",
    "sunday summer night preschool charter boarding catholic christian jewish baptist lutheran methodist",
    "power electric gas oil water air food social youth senior adult club service services group "
    "union labor credit",
    "general grocery super farmers stock super-market blood sperm eye tissue food system nervous "
    "immune digestive",
    "organ your our my his her their this that any no and of for in at to with from by or control cost human",
    "mail order express military army navy marine coast guard dental vision secondary supplemental "
    "workers comp lso tlso ctlso afo kafo hkafo cam wear",
    "compensation long short term disability verification card information plan type name new old no per via",
    "natural tissue main support breast child cancer american heart endocrine lung infectious thoracic",
    "primary's wide ventilation oxygen medications transportation transport public rapid ground "
    "hospital patient",
    "international medicare medicaid study legal non union's operating reproductive respiratory renal "
    "musculoskeletal",
    "urinary conduction delivery health's scoring grading staging classification early nuclear "
    "kinetic radiation",
    "spinal cell power's wheelchair lithium student unknown none self same n/a na both all one two three",
)
"""Words of which a name of an organisation must not wholly consist."""

INSURERS = _list(
    "Aetna,Anthem,Blue Cross,Blue Cross Blue Shield,Blue Shield,BCBS,BlueCross,BlueCross BlueShield,Cigna,"
    "UnitedHealthcare,United Healthcare,United Health Care,UHC,Humana,Kaiser,Kaiser "
    "Permanente,Molina,Molina Healthcare,"
    "Centene,WellCare,Wellcare,Ambetter,Oscar Health,Health Net,HealthNet,Highmark,CareSource,Amerigroup,"
    "AmeriHealth,Independence Blue Cross,Premera,Regence,Wellmark,Tufts Health Plan,Harvard "
    "Pilgrim,Fallon Health,"
    "Geisinger Health Plan,UPMC Health Plan,Priority Health,HealthPartners,EmblemHealth,Oxford Health,"
    "Fidelis Care,Healthfirst,MetroPlus,MVP Health Care,CDPHP,Excellus,Univera,ConnectiCare,Horizon "
    "Blue Cross,"
    "CareFirst,Coventry,Optum,OptumRx,Express Scripts,CVS Caremark,Caremark,Magellan,Beacon "
    "Health,Bright Health,"
    "Clover Health,Devoted Health,SCAN Health Plan,Alignment Healthcare,L.A. Care,CalOptima,Inland "
    "Empire Health Plan,"
    "Health Plan of San Mateo,Peach State,Sunshine Health,Superior HealthPlan,Meridian,Buckeye "
    "Health,TRICARE,Tricare,"
    "CHAMPVA,MetLife,Aflac,Guardian Life,Delta Dental,VSP,EyeMed,State Farm,Geico,GEICO,Progressive "
    "Insurance,"
    "Allstate,Liberty Mutual,Hartford Insurance,The Hartford,Sedgwick,Gallagher "
    "Bassett,Zurich,Bupa,"
    "AXA,Allianz,Medibank,HCF,NIB,Sun Life,Manulife,Green Shield,Mutual of Omaha,AARP,Blue Cross of Idaho,"
    "Presbyterian Health Plan,SelectHealth,PacificSource,Moda Health,Providence Health Plan,Sanford "
    "Health Plan,"
    "Quartz,Dean Health Plan,Security Health Plan,Network Health,Medical Mutual,SummaCare,Paramount,AultCare"
)
"""Insurers and plans by name. Medicare and Medicaid are none."""

CARE_CHAINS = _list(
    "Walgreens,CVS Pharmacy,CVS/pharmacy,Rite Aid,Walmart Pharmacy,Kroger Pharmacy,Publix "
    "Pharmacy,Costco Pharmacy,Safeway "
    "Pharmacy,"
    "Duane Reade,Sam's Club Pharmacy,Hy-Vee Pharmacy,Accredo,BriovaRx,Omnicare,PharMerica,Quest "
    "Diagnostics,LabCorp,"
    "Labcorp,Quest,ARUP,Mayo Clinic,Cleveland Clinic,Johns Hopkins,DaVita,Fresenius,Concentra,MinuteClinic,"
    "Planned Parenthood,VITAS,Encompass Health,Boots,Shoppers Drug Mart,Chemist Warehouse,"
    "Myriad Genetics,Foundation Medicine,Guardant,Invitae,Covance,Bio-Reference"
)
"""Pharmacies, laboratories and chains of clinics by name."""
