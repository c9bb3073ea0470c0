"""Occupations: the words that end one, and those of health care that mostly mean a provider.

Compiled by hand for Chartveil. A job is named by its last word (``long-haul trucker``, ``school bus
driver``); the words before it are read from the text.
"""

from __future__ import annotations


def _table(*rows: str) -> frozenset[str]:
    """The words of the rows, parted by white space."""
    return frozenset(word for row in rows for word in row.split())


OCCUPATIONS = _table(
    "folder tuner stocker hygienist setter deboner notary glaciologist duster instructor hauler piper "
    "signalman "
    "waitress bartender hostler bellringer milkman carter thatcher saddler cordwainer whittler pipeliner "
    "roustabout roughneck derrickman swamper choker topper faller bucker scaler crabber oysterman shrimper "
    "clammer fishwife netmaker boatman ferryman skipper bosun purser steward stewardess stevedore rigger "
    "linewoman splicer cableman lamplighter signwriter sexton verger cantor organist luthier violinist "
    "cellist puppeteer clown juggler taxidermist beadworker quilter weaver spinner dyer tanner furrier "
    "milliner hatter cobbler tailor seamstress presser ironer sorter baler shearer drover stockman jackaroo "
    "rancher homesteader vintner cooper distiller brewmaster cheesemonger creamer churner butcher fishmonger "
    "greengrocer sommelier barista dishwasher busser prep-cook fry-cook pitmaster chocolatier confectioner "
    "phlebotomist sonographer optician dosimetrist embalmer undertaker gravedigger mortician actuary "
    "bookmaker "
    "croupier bookbinder typesetter lithographer pressman proofreader copyeditor lexicographer archivist "
    "curator docent paralegal stenographer bailiff probation parole warden jailer gamekeeper ranger trapper "
    "falconer beekeeper arborist sawyer millwright wheelwright farrier blacksmith gunsmith toolmaker "
    "diemaker "
    "patternmaker foundryman smelter puddler galvanizer welder brazer boilermaker pipefitter steamfitter "
    "ironworker rodbuster bricklayer tilesetter plasterer lather glazier roofer scaffolder caulker",
    # building, trades, factory
    "accountant acountant actor actress actuary acrobat adjuster administrator advisor adviser agent "
    "agronomist",
    "analyst animator announcer anthropologist apiarist apprentice appraiser archaeologist "
    "archeologist architect",
    "archivist artist artisan assembler astronomer athlete attendant attorney auctioneer auditor "
    "author baggage",
    "bailiff baker ballerina banker barbcr barber barista barkeep barmaid barman barrister bartender "
    "beautician",
    "beekeeper bellhop bellman biochemist biologist blacksmith blaster boatbuilder boatswain "
    "boilermaker bookbinder",
    "bookkeeper bookseller botanist boxer brakeman breeder brewer bricklayer broker builder busboy "
    "butcher butler",
    "buyer cabbie cabinetmaker caddie cameraman camerawoman captain caretaker carpenter carpetlayer carrier",
    "cartographer carver cashier caterer cellist ceramicist chainman chandler chauffeur cheesemaker "
    "chef chemist",
    "choirmaster choreographer cleaner clergyman clerk climatologist climber coach coachman cobbler "
    "collector",
    "comedian commander commentator commissioner composer compositor concierge conductor confectioner "
    "conservator",
    "conservationist constable contractor controller cook cooper cop copywriter correspondent cosmetologist",
    "courier cowboy cowhand crabber craftsman crawfisherman crewman critic crofter curator custodian cutter",
    "dairyman dancer dealer deckhand decorator designer detective developer dietician digger diplomat "
    "director",
    "dishwasher dispatcher diver docker dockworker docent donor doorman drafter draftsman draughtsman "
    "dressmaker",
    "driller driver drover drummer drywaller economist editor educator electrician embalmer "
    "embroiderer engineer",
    "engraver entertainer entomologist entrepreneur estimator evangelist examiner executive "
    "exterminator fabricator",
    "factor falconer farmer farmhand farrier fabricator ferryman filmmaker financier finisher "
    "firefighter fireman",
    "fisher fisherman fishmonger fitter flagger flautist florist flutist forager foreman forester forewoman",
    "fortuneteller foundryman framer freelancer fundraiser furrier gamekeeper gardener gaffer "
    "garbageman geneticist",
    "geographer geologist geophysicist gilder glassblower glazier goldsmith governess grader "
    "greenkeeper grinder",
    "grocer groom groomer groundskeeper groundsman grower guard guide guitarist gunsmith haberdasher "
    "hairdresser",
    "hairstylist handler handyman hanger harpist harvester hatter hauler herder herdsman historian homemaker",
    "horticulturist hostess hotelier housekeeper housewife hunter hydrologist illustrator importer "
    "industrialist",
    "innkeeper inspector installer instructor insulator interpreter interpretor inventor investigator "
    "ironworker",
    "janitor jeweler jeweller jockey joiner jornalero journalist judge juggler keeper knitter laborer "
    "labourer",
    "landlord landscaper lathe laundress laundry lawyer layer leatherworker lecturer librarian "
    "lifeguard linebacker",
    "lineman linemen linguist lithographer lobbyist lobsterman locksmith logger longshoreman lorry "
    "loader luthier",
    "lumberjack machinist magician magistrate maid mailman maker maltster manager manicurist mapper "
    "marine mariner",
    "marketer mason masseur masseuse mathematician mayor mechanic mediator merchandiser merchant messenger",
    "metallurgist meteorologist metalworker microbiologist miller milliner millwright miner minister "
    "missionary",
    "model molder monk mortician motorman mover muralist musician musicologist nanny naturalist navigator",
    "negotiator newscaster novelist nun nurseryman oceanographer officer official oiler operator "
    "optician organist",
    "ornithologist ostler owner packer painter paleontologist panelbeater paperhanger paralegal "
    "paramedic parker",
    "paperboy pastor patrolman pawnbroker peddler perfumer philosopher photographer physicist pianist "
    "picker pilot",
    "pipefitter pipelayer planner planter plasterer playwright plumber poet policeman policewoman polisher",
    "politician porter postman postmaster postmistress potter preacher presser prison-guard printer "
    "printmaker producer",
    "professor programmer projectionist promoter proofreader prospector psychologist publican "
    "publicist publisher",
    "puppeteer quarryman quilter rabbi railroader rancher ranger realtor receptionist recruiter "
    "referee registrar",
    "repairer repairman reporter repossessor representative researcher restaurateur restorer retailer rigger",
    "riveter roofer roughneck roustabout rower runner sailor salesman salesperson saleswoman "
    "salesclerk sandblaster",
    "sawyer scaffolder scholar schoolteacher scientist scribe sculptor seamstress secretary seller senator",
    "seminarian serviceman setter sexton shearer sheepherder sheriff shipbuilder shipfitter "
    "shipwright shoemaker",
    "shopkeeper shucker signalman signmaker silversmith singer skipper slater smelter smith "
    "smokejumper sociologist",
    "soldier solderer solicitor sommelier songwriter spinner splicer sportscaster spotter stagehand "
    "statistician",
    "stationmaster steelworker stenographer stevedore steward stewardess stockbroker stocker stockman "
    "stonecutter",
    "stonemason storekeeper strategist stripper stuntman stylist superintendent supervisor surveyor "
    "switchman",
    "tailor tanner tapper taxidermist taxidermst teacher technician technologist telemarketer teller "
    "thatcher",
    "theologian tiler tinsmith tollkeeper toolmaker tonger trader trainer translator trapper "
    "trawlerman treasurer",
    "trimmer trombonist trooper trucker trumpeter tuner turner tutor typesetter typist umpire "
    "undertaker underwriter",
    "upholsterer usher valet vendor veterinarian vet videographer vintner violinist violist waiter "
    "waitress waitstaff",
    "warden warehouseman watchmaker watchman weaver webmaster welder whaler wheelwright winemaker woodcarver",
    "woodcutter woodworker worker wrangler wrestler writer yachtsman yardmaster zookeeper zoologist",
    "umpire founder freighter ploughman milkman bosun coxswain purser barge-man bargeman ferrier kennelman",
    "actuarial signwriter glazer lamplighter cheesemonger greengrocer ironmonger fruiterer mechatronics",
    "derrickhand derrickman ranch-hand stablehand stagehand farmworker steelpan croupier bookmaker beader",
    "counsel paralegal bursar provost dean headmaster headmistress principal chancellor don lifesaver cockie",
    "crossing-guard docent birder sawmill rodman chainsaw pressman lensman newsreader programmer "
    "coder webdesigner",
    "biostatistician seismologist volcanologist ecologist arborist horsewoman horseman equestrian "
    "jockey farmhand",
    "nail-tech manufacturer industrial wholesaler distributor restaurateur caterer hotelkeeper "
    "hosteler busker",
)
"""Last words of occupations."""

HEALTH_OCCUPATIONS = _table(
    "nurse doctor physician surgeon pharmacist therapist dentist hygienist midwife doula phlebotomist "
    "radiographer",
    "sonographer chiropractor optometrist podiatrist audiologist anesthesiologist radiologist pathologist",
    "psychiatrist pediatrician cardiologist oncologist neurologist dermatologist obstetrician aide "
    "carer caregiver",
    "assistant counselor counsellor chaplain dietitian nutritionist orderly medic coordinator visitor porter",
    "technologist technician tech supervisor manager director receptionist registrar interpreter "
    "navigator student",
    "specialist consultant intern resident head",
)
"""Last words of occupations that in a note mostly mean somebody who treats."""

AMBIGUOUS_OCCUPATIONS = _table(
    "model factor head keeper donor carrier driver runner climber hunter grinder cutter setter hanger layer",
    "trainer loader guard mapper marine maker maid baggage laundry lathe industrial sawmill chainsaw "
    "don lorry",
    "steelpan poet minister judge coach guide agent groom worker smith parker cooper fisher miller "
    "mason potter",
    "porter turner baker cook carver tanner weaver sawyer taylor bishop page inspector spinner author writer",
    "reporter historian interpreter operator examiner officer investigator supervisor adjuster "
    "reviewer editor",
    "secretary clerk counsel administrator director controller scribe typist presser finisher spotter",
    "captain trooper sheriff deputy detective constable inspector attorney lawyer pastor rabbi "
    "teacher principal",
    "owner representative partner researcher collector handler attendant planner planter picker "
    "packer seller",
    "actuarial founder freighter manufacturer distributor dealer installer builder buyer factor oiler fitter",
)
"""Last words that say little without a sure cue such as ``works as``."""
