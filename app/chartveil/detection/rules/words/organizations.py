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


# Words by which a run of words is known for a place of care or an organisation.


def _word_set(*rows: str) -> frozenset[str]:
    """The words of the rows, parted by white space."""
    return frozenset(word for row in rows for word in row.split())


CARE_WORDS = _word_set(
    "hospital hosp hospitals clinic clinics clin infirmary hospice pharmacy pharm phcy sanatorium rehab",
    "rehabilitation healthcare medical memorial regional ctr center centre peds pediatrics paediatrics",
    "paeds derm dermatology snf alf ltc ltach ltac manor gables villas arbors willows pines terraces",
    "counseling counselling dental dentistry dentist smiles smile orthodontics endodontics detox maternity",
    "wellness institute inst alliance trust surgery dispensary telehealth dialysis imaging radiology",
    "labs laboratory laboratories pathology cytopath dermpath diagnostics genomics genomic",
    "neurodiagnostics internists optometrists opticians midwives midwifery physiatry nephrology neurology",
    "cardiology urology orthopaedics orthopedics oncology gastroenterology pulmonary rheumatology",
    "endocrinology hematology hyperbaric ophthalmology otolaryngology audiology physiotherapy chiropractic",
    "podiatry psychiatry psychology neurosurgery optometry obstetrics obgyn ob/gyn ent neuro gyn heme",
    "endo onc associates assoc assocs partners specialists consultants physicians drugs apothecary rx "
    "chemmart",
    "chemist vamc cboc mem chc homecare nursing lab health care family medicine med surgical surg "
    "women's womens wmns children's childrens kids univ university provincial community cottage satellite",
    "residential hospices therapy prosthetics orthotics fertility vein spine lung heart cancer kidney",
    "eye sleep pain endoscopy infusion transplant trauma burn wound birth birthing birthplace crisis lodge",
    "house home homes living seniors hha cmhc fqhc hmc nhs urgent occ blood plasma "
    "syncope anticoagulation telemetry ambulatory outpatient psychiatric behavioral mental recovery "
    "er ed icu cvicu nicu micu picu bmt ward pavilion pavillon wing tertiary multispeciality "
    "multispecialty polyclinic polyclinique practice collective",
)
"""A run of capitalised words that holds one of these may name a place of care."""

CARE_WORDS_LOWERCASE = _word_set(
    "hospital hosp clinic infirmary hospice pharmacy pharm rehab regional memorial ctr center centre peds",
    "pediatrics derm dermatology manor dental smiles counseling imaging internists endoscopy wellness",
    "orthopedics urgent family health children's childrens general rx drug drugs labs community",
    "women's womens wmns chiropractic snf healthcare behavioral",
)
"""Of these, the ones that also speak in small letters."""

ORGANIZATION_WORDS_LOWERCASE = _word_set(
    "elementary preschool daycare academy chapel church school foods market hotel mills"
)
"""Words of business that speak in small letters too."""

WEAK_CARE_WORDS = _word_set(
    "er ed icu cvicu nicu micu picu bmt ward pavilion pavillon wing "
    "health care family medicine med surgical surg community medical therapy heart lung cancer kidney eye "
    "sleep pain spine vein trauma burn wound birth blood nursing home homes house living lab rx neuro "
    "neurology heme onc endo gyn ent urology cardiology nephrology pulmonary psychiatry oncology radiology "
    "pathology surgery psychiatric mental behavioral recovery outpatient ambulatory infusion imaging "
    "transplant dialysis urgent cottage partners physicians associates trust alliance inst mem practice "
    "residential kids lodge plasma tertiary occ crisis seniors nhs hospice dental rehab pediatrics derm "
    "dermatology peds podiatry dentist surgical memorial regional psychology neurosurgery optometry "
    "ophthalmology obstetrics gastroenterology rheumatology endocrinology hematology smile chemist "
    "maternity fertility telemetry anticoagulation syncope detox drugs counseling counselling collective "
    "rehabilitation endoscopy clin hosp center centre ctr pharmacy pharm satellite university univ wellness",
)
"""Words that mean a kind of care at least as often as a place: the run must be cued or fill a cell."""

ORGANIZATION_WORDS = _word_set(
    "mutual union bank elementary academy preschool daycare baptist lutheran methodist presbyterian "
    "congregational ame a.m.e zion episcopal catholic tabernacle church parish temple mosque masjid "
    "synagogue cathedral chapel ministries battalion marines regiment infantry lifeflight airevac airevac "
    "ems ambulance fd pd "
    "carriers freight trucking bros brothers works bearing logistics farms co-op coop foundry mills mill "
    "plant poultry quarry sawmill shipyard motors casualty assurance insurance insurers fidelity indemnity "
    "funeral mortuary cremation crematory school schools college high middle primary junior kindergarten "
    "llp llc inc corp ltd gmbh company co svc svcs services service supply equipment brace orthotics "
    "resettlement refugee adoptions justice probate court registry adcl instruments extrusion hmo ppo tpa "
    "mco plan plans fund department dept district county club team players gators pelicans tigers "
    "eagles society "
    "association council band nation tribe federation legion vfw hotel inn motel deli bakery diner cafe "
    "grill restaurant market grocery foods brewery winery vineyard ranch dairy orchards nursery salon nails "
    "wash laundry cleaners garage auto tire transit lines airlines railroad railway shipping marine boats "
    "turbine stamping limb lawn compcare electric power energy gas mining oil drilling steel "
    "construction roofing plumbing paving lumber "
    "homecare agency agents staffing systems software labs studios opera orchestra choir symphony theatre "
    "theater museum press times tribune gazette opo eagles hall lodge convent abbey fire rescue police "
    "sheriff transport rides cab taxi solutions industries enterprises holdings group medicaid",
)
"""A run of capitalised words that holds one of these may name an organisation."""

WEAK_ORGANIZATION_WORDS = ORGANIZATION_WORDS - _word_set(
    "elementary academy preschool daycare battalion bros foundry co-op llp llc gmbh trucking freight "
    "logistics carriers mortuary ministries masjid mosque synagogue tabernacle lifeflight airevac vfw"
)
"""Words that need a cue or a cell of their own."""

CARE_WORDS_BEFORE_NAME = _word_set(
    "clínica clinica clinique hôpital hopital klinik klinikum ospidéal ospideal farmacia pharmacie "
    "policlínica policlinica sanatorio hospicio maternité maternidad centro",
)
"""Words of other tongues after which the name of a place of care follows."""

ORGANIZATION_WORDS_BEFORE_NAME = _word_set(
    "école ecole escuela colegio ysgol universidad université scoil gaelscoil lycée instituto iglesia "
    "église masjid banco parroquia kura convent diocese",
)
"""Words after which the name of an organisation follows."""

JOINING_WORDS = _word_set("of the and & for de la las los del du des y da do di der von und")

LOWERCASE_COMMON_WORDS = _word_set(
    "nearest closest local other another outside any same which whichever different new old big small good "
    "best better great rural urban full half whole every each long short high low early late free second "
    "third fourth fifth certain several various many few two three four five six first next last prior "
    "previous recent current future past usual regular normal own private public total direct further "
    "additional extra separate specific particular appropriate possible potential available required "
    "close distant remote mobile permanent temporary final initial single double multiple entire open "
    "start starting begin begins starting use using via get getting go going come coming find finding "
    "make making see seeing call calling attend attending visit visiting obtain obtaining seek seeking "
    "provide providing improve improving maintain discuss discussing arrange arranging consider receive "
    "receiving need needs continue continuing establish transition manage transfer refer admission "
    "discharge inpatient outpatient care service services program programs treatment level standard "
    "routine emergent elective acute subacute chronic hospice palliative skilled long-term short-term "
    "assisted independent group residential state county city federal national international american "
    "preferred usual work works school schools college university church state back front side top bottom "
    "left right upper lower central main sub mid inner outer total part time times day days week weeks "
    "month months year years age ages men women man woman people person persons child children infant "
    "adult adults baby babies newborn teen teens elderly senior seniors patient patients family families "
    "member members staff team teams provider providers her his their our your my its this that these "
    "those someone mail order telephone online web phone fax email virtual physical occupational speech "
    "good poor fair excellent overall general public mental behavioral oral dental reproductive "
    "environmental global digital electronic personal bone skin heart lung liver kidney brain eye ear "
    "foot hand chest breast bowel bladder prostate colon gastric spinal renal cardiac vascular thoracic "
    "pain sleep wound trauma burn stroke cancer weight diet food fitness yoga gym extensive "
    "significant ongoing maximum minimum homeless exercise sports "
    "specialty compounding retail chain drug drugs street home house nursing medical health clinical "
    "surgical hospital clinic office pharmacy center centre unit ward floor room lab labs er ed icu "
    "department section division infusion dialysis rehab detox therapy counseling methadone suboxone "
    "coumadin anticoagulation memory fertility birth birthing planned parenthood women's womens children's "
    "childrens pediatric peds veteran veterans military army navy marine walk-in urgent emergency express "
    "immediate convenient quick ready continuity complete comprehensive integrated alternative "
    "complementary preventive preventative primary secondary tertiary ambulatory community regional "
    "memorial free-standing freestanding affiliated contracted accepting referring receiving sending "
    "originating ordering requesting performing testing collecting participating network",
)
"""Common words that, in small letters, are no part of a name."""

DOCUMENT_WORDS = _word_set(
    "note notes report reports plan log sheet form forms summary consult consultation evaluation assessment "
    "questionnaire label test tests directory meeting analysis requisition screening progress conference "
    "intake letter record records chart history study protocol order orders list schedule roster census "
    "request requests referral results result review visit visits update checklist worksheet certificate "
    "authorization consent refusal agreement application claim statement minutes message messages "
    "encounter comments follow-up followup handoff handover sign-out signout worklist reminder instructions "
    "education questionnaire inventory survey interview examination exam procedure operation event action "
    "advocate examiner management response services rounds huddle bulletin transcript addendum narrative",
)
"""Words that end the heading of a document rather than the name of a place."""

CLINIC_SUBJECT_WORDS = _word_set(
    "stroke prevention viral hepatitis stomal donor function disorders disorder event respirator addiction "
    "independent living obstetric histocompatibility antigen bead refugee helth protective officers coroner "
    "respiratory operative suite suites postanesthesia anesthesia recovery cath catheterization laryngology "
    "catheter intensive progressive telemetry stepdown step-down cardiothoracic gastroenterology "
    "interventional ventilation perfusion nuclear radiologic occupational diabetic prenatal perinatal "
    "neonatal labour labor delivery maternal fetal maternal-fetal postpartum bereavement spiritual pastoral "
    "nutritional dietary quality infection control risk occupational environmental disability accident "
    "workers compensation legal financial insurance billing coding release information interpreter language "
    "translation transport transportation transfer transition transitions coordination coordinator director "
    "manager supervisor navigator preventive lifestyle tobacco smoking cessation substance abuse alcohol "
    "opioid overdose suicide domestic violence abuse neglect custody court supreme federal national human "
    "resources safety security fire police emergency disaster rapid response code blue team teams float pool "
    "agency contract travel per diem vaccine vaccination immunization travel tropical sexual reproductive "
    "gender identity transgender hiv aids std sti tb tuberculosis hepatology liver bone marrow stem cell "
    "solid organ tissue skin bank donor recipient living deceased survivor survivorship prostate breast lung "
    "colon thyroid melanoma sarcoma leukemia lymphoma myeloma tumor board second opinion clinical "
    "trial trials "
    "study research investigational device drug drugs over counter prescription refill mail specialty "
    "generic "
    "online video phone telephone virtual remote hybrid in-person group individual couples marriage anger "
    "stress sleep study laboratory monitoring holter event loop recorder pacemaker defibrillator clinic lvad "
    "transplantation mechanical circulatory support advanced heart failure hypertension lipid cholesterol "
    "weight metabolic bariatric nutrition endocrine thyroid pituitary adrenal osteoporosis bone density "
    "arthritis lupus gout pain spine sports concussion brain injury neurology epilepsy headache migraine "
    "movement parkinson parkinson's alzheimer alzheimer's memory als ms muscular dystrophy neuromuscular emg "
    "eeg vestibular balance falls hearing voice swallowing feeding cleft craniofacial cochlear eye retina "
    "glaucoma cornea low vision contact lens optical oral maxillofacial periodontics plastic reconstructive "
    "hand foot ankle knee hip shoulder joint replacement fracture trauma burn wound hyperbaric ostomy lower "
    "upper extremity amputee prosthetic orthotic seating wheelchair driving hearing aid assistive technology",
)
"""What clinics, teams and forms are about: in a run, no more than common words."""
