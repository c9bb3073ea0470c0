"""Tables for places: states, provinces, countries, kinds of road. Compiled by hand for Chartveil.

States and their codes follow the postal services (USPS Publication 28, Canada Post, Australia Post);
countries are the ISO 3166 short names with everyday variants. Nationalities and languages are left out.
"""

from __future__ import annotations

STATE_CODES = frozenset(
    "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY "
    "NC ND OH OK OR "
    "PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR GU VI AS "
    "AB BC MB NB NL NS NT NU ON PE QC SK YT NSW VIC QLD TAS ACT".split()
)
"""Postal codes of states and provinces, in capitals."""

MISLEADING_CODES = frozenset(
    "IN OR ME OK HI MA PA MD MS AL CO DE LA ID NE MO MI AS VA VI CT DC SC SD PE AB NT NS NB ON BC PR "
    "AR RI WA ACT ND "
    "MT AK MN CA NC".split()
)
"""Codes that are as often a word, a credential or a clinical abbreviation."""

STATE_ABBREVIATIONS = frozenset(
    "Ala Ariz Ark Calif Cal Colo Conn Del Fla Ga Ida Ill Ind Kan Kans Ky La Mass Md Me Mich Minn Miss "
    "Mo Mont Neb Nebr "
    "Nev Okla Ore Oreg Pa Penn Penna Tenn Tex Vt Va Wash Wis Wisc Wyo N.H N.J N.M N.Y N.C N.D R.I S.C "
    "S.D W.Va D.C "
    "P.R Ont Que Alta Sask Man B.C N.B N.S P.E.I Vic Qld Tas N.S.W".split()
)
"""Older abbreviations, without their last dot."""

STATES = frozenset(
    s.strip()
    for s in (
        "Alabama,Alaska,Arizona,Arkansas,California,Colorado,Connecticut,Delaware,Florida,Georgia,Hawaii,"
        "Hawai'i,Idaho,Illinois,Indiana,Iowa,Kansas,Kentucky,Louisiana,Maine,Maryland,Massachusetts,Michigan,"
        "Minnesota,Mississippi,Missouri,Montana,Nebraska,Nevada,New Hampshire,New Jersey,New Mexico,New York,"
        "North Carolina,North Dakota,Ohio,Oklahoma,Oregon,Pennsylvania,Rhode Island,South "
        "Carolina,South Dakota,"
        "Tennessee,Texas,Utah,Vermont,Virginia,Washington,West Virginia,Wisconsin,Wyoming,District of "
        "Columbia,"
        "Puerto Rico,Guam,American Samoa,Alberta,British Columbia,Manitoba,New Brunswick,Newfoundland,"
        "Newfoundland and Labrador,Labrador,Nova Scotia,Nunavut,Ontario,Prince Edward Island,Quebec,Québec,"
        "Saskatchewan,Yukon,Northwest Territories,New South Wales,Queensland,Tasmania,South Australia,"
        "Western Australia,Northern Territory,Australian Capital Territory,Kerala,Punjab,Tamil "
        "Nadu,Karnataka,"
        "Maharashtra,Gujarat,Uttar Pradesh,Bihar,West Bengal,Andhra Pradesh,Telangana,Chhattisgarh,Odisha,"
        "Rajasthan,Haryana,Oaxaca,Chiapas,Jalisco,Michoacán,Michoacan,Guerrero,Sonora,Chihuahua,Sinaloa,"
        "Puebla,Veracruz,Zacatecas,Guanajuato,Bavaria,Tyrol,Saxony,KwaZulu-Natal,Gauteng,Free State,Limpopo,"
        "Eastern Cape,Western Cape,Northern Cape,Mpumalanga,Minas Gerais,Bahia,São Paulo"
    ).split(",")
)
"""States, provinces and territories in full."""

STATES_NEEDING_CUE = frozenset(
    "Georgia Virginia Montana Washington Delaware Indiana Nevada Carolina Dakota Florida Guerrero "
    "Victoria Kansas "
    "Sonora Arizona Tennessee Tyrol Puebla Maryland Alberta Labrador Bahia Michigan".split()
)
"""Of these, the ones that are first names, surnames, or parts of other names: they need a cue."""

COUNTRIES = frozenset(
    s.strip()
    for s in (
        "Afghanistan,Albania,Algeria,Andorra,Angola,Antigua,Antigua and "
        "Barbuda,Argentina,Armenia,Aruba,Australia,"
        "Austria,Azerbaijan,Bahamas,Bahrain,Bangladesh,Barbados,Belarus,Belgium,Belize,Benin,Bermuda,B"
        "hutan,Bolivia,"
        "Bosnia,Bosnia and Herzegovina,Botswana,Brazil,Brunei,Bulgaria,Burkina Faso,Burma,Burundi,Cambodia,"
        "Cameroon,Canada,Cape Verde,Cabo Verde,Cayman Islands,Central African "
        "Republic,Chad,Chile,China,Colombia,"
        "Comoros,Congo,Democratic Republic of the Congo,Democratic Republic of Congo,DR Congo,DRC,Costa Rica,"
        "Côte d'Ivoire,Cote d'Ivoire,Croatia,Cuba,Curaçao,Cyprus,Czech Republic,Czechia,Denmark,Djibouti,"
        "Dominica,Dominican Republic,East Timor,Timor-Leste,Ecuador,Egypt,El "
        "Salvador,England,Equatorial Guinea,"
        "Eritrea,Estonia,Eswatini,Ethiopia,Fiji,Finland,France,French Guiana,Gabon,Gambia,The Gambia,Georgia,"
        "Germany,Ghana,Greece,Greenland,Grenada,Guadeloupe,Guatemala,Guinea,Guinea-Bissau,Guyana,Haiti"
        ",Holland,"
        "Honduras,Hong Kong,Hungary,Iceland,India,Indonesia,Iran,Iraq,Ireland,Northern Ireland,Israel,Italy,"
        "Ivory Coast,Jamaica,Japan,Jordan,Kazakhstan,Kenya,Kiribati,Korea,South Korea,North "
        "Korea,Kosovo,Kuwait,"
        "Kyrgyzstan,Laos,Latvia,Lebanon,Lesotho,Liberia,Libya,Liechtenstein,Lithuania,Luxembourg,Macao,"
        "Macedonia,North Macedonia,Madagascar,Malawi,Malaysia,Maldives,Mali,Malta,Marshall "
        "Islands,Martinique,"
        "Mauritania,Mauritius,Mexico,México,Micronesia,Moldova,Monaco,Mongolia,Montenegro,Morocco,Mozambique,"
        "Myanmar,Namibia,Nauru,Nepal,Netherlands,The Netherlands,New "
        "Zealand,Aotearoa,Nicaragua,Niger,Nigeria,"
        "Norway,Oman,Pakistan,Palau,Palestine,Panama,Papua New Guinea,Paraguay,Peru,Perú,Philippines,Poland,"
        "Portugal,Qatar,Romania,Russia,Rwanda,Samoa,Saudi Arabia,Scotland,Senegal,Serbia,Seychelles,"
        "Sierra Leone,Singapore,Slovakia,Slovenia,Solomon Islands,Somalia,Somaliland,South "
        "Africa,South Sudan,"
        "Spain,Sri Lanka,St. Lucia,Saint Lucia,St. Kitts,Sudan,Suriname,Sweden,Switzerland,Syria,Taiwan,"
        "Tajikistan,Tanzania,Thailand,Tibet,Togo,Tonga,Trinidad,Trinidad and Tobago,Tunisia,Turkey,Türkiye,"
        "Turkmenistan,Tuvalu,Uganda,Ukraine,United Arab Emirates,UAE,U.A.E.,United Kingdom,UK,U.K.,Uruguay,"
        "USA,U.S.A.,United States,United States of America,US,U.S.,USSR,Soviet "
        "Union,Uzbekistan,Vanuatu,Vatican,"
        "Venezuela,Vietnam,Viet Nam,Wales,West Bank,Western Sahara,Yemen,Yugoslavia,Zaire,Zambia,Zimbabwe"
    ).split(",")
)
"""Countries by name."""

COUNTRIES_NEEDING_CUE = frozenset(
    "Georgia Jordan Chad Turkey Israel Guinea Mali Niger US U.S. Dominica Holland England Ireland "
    "France Wales Grenada "
    "Congo Korea Trinidad DRC UK Togo Tonga Antigua Guadeloupe Victoria Malta Panama Lebanon Samoa Vatican "
    "Guam Cuba Macedonia India China UAE Bermuda".split()
)
"""Of these, the ones that are names or words too: they need a cue or a comma before them."""

NOT_AFTER_COUNTRY = frozenset(
    "ink red nut nuts pig pigs sandwich sandwiches meat breast dinner hospital university street road "
    "avenue medical "
    "lake bacon burger day chestnut exam guided doppler rats rat maple spruce grass criteria".split()
)
"""Words after a country's name that make it something else: India ink, Congo red, Brazil nuts."""

STRONG_ROADS = (
    "Street|St|Avenue|Ave|Av|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|B1vd|Court|Ct|Circle|Cir|Terrace|"
    "Terr|Ter|Parkway|"
    "Pkwy|Pike|Highway|Hwy|Trail|Trl|Crescent|Cres|Mews|Turnpike|Tpke|Expressway|Expy|Freeway|Fwy|Alley|"
    "Esplanade|Causeway|Route|Rte|Gardens|Gdns|Parade|Pde|Strasse|Quay|Wynd"
)
WEAK_ROADS = (
    "Place|Pl|Way|Trace|Loop|Square|Sq|Plaza|Plz|Row|Run|Ridge|Crossing|Xing|Path|Walk|Close|Grove|"
    "Hill|Heights|Hts|"
    "Rise|Green|View|Vista|Point|Bend|Cove|Branch|Creek|Landing|Mall|Wharf|Bypass|Commons|Park|"
    "Meadows?|Hollow|"
    "Knoll|Glen|Fork|Bluff|Spur|Chase|Passage|Buildings|Lodge|Estate|Gate|Bank|Croft|End|Yard|"
    "Junction|Valley|"
    "Springs?|Orchard|Harbor|Island|Isle|Mill|Station|Center|Centre"
)

MEDICAL_AFTER_STATE_CODE = {
    "MI": r" (?:at|age|x) ?\d",
    "VT": r" \d{3}(?!\d)",
    "MT": r"\(ASCP",
}
"""What follows the code of a state where it stands for an infarct, a tidal volume or a technologist."""
