"""Places of care, employers, schools, insurers, churches; occupations."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

from chartveil_training.synthesis.generators.lists import IdentifierLists
from chartveil_training.synthesis.generators.name_patterns import abbreviation
from chartveil_training.synthesis.generators.places import PlaceGenerator
from chartveil_training.synthesis.generators.random_draws import WeightedChoice, chance


@dataclass(frozen=True, slots=True)
class _OrganizationKind:
    """A kind of organisation.

    Attributes:
        category: of the patterns that make its names.
        share: how often it is drawn.
        cues: matches names of the kind.
    """

    category: str
    share: float
    cues: re.Pattern[str]


def _organization_kind(category: str, share: float, cues: str) -> _OrganizationKind:
    """A kind told by beginnings of words; a point ends a cue that is a whole word, ``_`` is a blank, ``#`` a
    digit."""
    forms = (re.escape(c).replace("_", " ").replace(r"\.", r"\b").replace(r"\#", r"\d") for c in cues.split())
    return _OrganizationKind(category, share, re.compile(rf"\b(?:{'|'.join(forms)})", re.IGNORECASE))


_CARE_KINDS: tuple[_OrganizationKind, ...] = (
    _organization_kind(
        "hospitals.pharmacies",
        0.08,
        "pharm drug. drugs. rx. cvs. walg rite_aid apothec boots. chemist farmacia",
    ),
    _organization_kind(
        "hospitals.labs", 0.06, "lab. labs. laborator patholog genom genetic quest. diagnost cytolog"
    ),
    _organization_kind(
        "hospitals.long_term",
        0.10,
        "manor nursing hospice home. assisted senior village snf. ltac willows. vna. "
        "care_center lodge residence",
    ),
    _organization_kind(
        "hospitals.clinics",
        0.26,
        "clinic clínica family urgent surgery dialysis kidney peds. pediatric dental associates practice ob. "
        "obgyn ortho physical pt. behavioral counsel endoscop health_center rehab imaging "
        "eye. lung. heart cardio women",
    ),
    _organization_kind(
        "hospitals.units", 0.09, "ward. unit. wing. pod. floor tower. station icu. ccu. bay. suite #"
    ),
    _organization_kind(
        "hospitals.general",
        0.30,
        "hospital medical_center regional general. memorial infirmary university children "
        "mercy. saint. st. st's.",
    ),
    _organization_kind("hospitals.chains", 0.06, "kaiser mayo. hopkins va. cleveland_clinic"),
)
_WORK_KINDS: tuple[_OrganizationKind, ...] = (
    _organization_kind(
        "organizations.schools",
        0.15,
        "school high. elem middle. prep. college univ academy isd. ps. daycare day_care "
        "preschool kinder montessori "
        "head_start es. hs. tech. primary grammar escuela école state. conservator",
    ),
    _organization_kind(
        "organizations.faith",
        0.08,
        "church chapel temple masjid mosque baptist lutheran methodist parish presbyter "
        "cathedral congregation "
        "iglesia beth. gurdwara ame. catholic our_lady buddhist",
    ),
    _organization_kind(
        "organizations.insurers",
        0.11,
        "mutual health_plan insur medicaid medicare blue_cross bcbs. hmo. ppo. aetna cigna "
        "humana life. assurance "
        "tricare molina benefit casualty bank. credit_union tpa. shield",
    ),
    _organization_kind(
        "organizations.agencies",
        0.12,
        "pd. police sheriff court. department dept. fire. ems. ambulance jail correction "
        "council county district "
        "agency social_serv cps. housing registry medic",
    ),
    _organization_kind("organizations.unions", 0.03, "local. union teamster uaw. ibew."),
    _organization_kind(
        "organizations.military",
        0.03,
        "infantry airborne battalion bn. marines army. navy. guard. uss. cavalry division",
    ),
    _organization_kind(
        "organizations.clubs",
        0.06,
        "club team. league fc. ymca lodge post. vfw. troop scout choir singers players united.",
    ),
    _organization_kind(
        "organizations.charities",
        0.05,
        "shelter mission pantry food_bank foundation charit red_cross goodwill volunteer fellowship",
    ),
    _organization_kind(
        "organizations.shops",
        0.10,
        "walmart wal-mart target. kroger amazon fedex ups. uber mcdonald starbucks",
    ),
    _organization_kind(
        "organizations.companies",
        0.27,
        "inc. llc. llp. law. co. company farm foods logist trucking garage tire construct mill sons bros",
    ),
)
_ABBREVIATED = re.compile(r"[A-Z]{2,6}")
_KEPT_KIND = 0.88
_LISTED_CARE, _LISTED_WORK = 0.07, 0.1
_TRIES = 6
_NEVER_SHORT = frozenset(("hospitals.units", "organizations.shops"))
_SHORTENED = frozenset(
    ("hospitals.general", "hospitals.clinics", "hospitals.long_term", "organizations.schools")
)


class OrganizationGenerator:
    """Draws names of organisations and occupations.

    Args:
        lists: what to draw from.
        places: for the places in their names.
    """

    def __init__(self, lists: IdentifierLists, places: PlaceGenerator) -> None:
        self._lists = lists
        self._grammar = places.patterns
        self._verbs = frozenset(p.split()[0] for p in lists.words["professions.phrases"])

    def hospital(self, rng: random.Random, like: str = "", town: str = "") -> str:
        """A place of care.

        Args:
            rng: decides.
            like: where its words tell a kind, what is drawn mostly is of that kind.
            town: what names the place where a town does; any when empty.
        """
        return self._draw(_CARE_KINDS, self._lists.hospitals, _LISTED_CARE, rng, like, town)

    def organization(self, rng: random.Random, like: str = "", town: str = "") -> str:
        """An employer, school, insurer, church, club, agency or shop; arguments as of ``hospital``."""
        return self._draw(_WORK_KINDS, self._lists.companies, _LISTED_WORK, rng, like, town)

    def _draw(
        self,
        kinds: tuple[_OrganizationKind, ...],
        listed: WeightedChoice,
        share_listed: float,
        rng: random.Random,
        like: str,
        town: str,
    ) -> str:
        kind = None
        if like and chance(rng, _KEPT_KIND):
            kind = next((k for k in kinds if k.cues.search(like)), None)
        if kind is None:
            if not town and chance(rng, share_listed):
                return listed.draw(rng)
            kind = rng.choices(kinds, [k.share for k in kinds])[0]
        made = self._made(kind.category, rng, town)
        abbreviated = bool(_ABBREVIATED.fullmatch(like))
        if kind.category not in _NEVER_SHORT and chance(rng, 0.7 if abbreviated else 0.05):
            return abbreviation(made) or made
        if kind.category in _SHORTENED and made.count(" ") > 1 and chance(rng, 0.06):
            return _short(made)
        return made

    def _made(self, category: str, rng: random.Random, town: str) -> str:
        """A name by grammar; for a town, of a pattern that has room for it if a few tries find one."""
        pattern = self._lists.draw_word(category, rng)
        for _ in range(_TRIES if town else 0):
            if "{town}" in pattern or "{made}" in pattern:
                break
            pattern = self._lists.draw_word(category, rng)
        return self._grammar.fill(pattern, rng, town)

    def profession(self, rng: random.Random, like: str = "") -> str:
        """An occupation as people say it."""
        word = self._lists.draw_word
        roll = rng.random()
        if roll < 0.03:
            return word("professions.initials", rng)
        if roll < 0.06:
            return word("professions.other_languages", rng)
        if like and like.split()[0] in self._verbs and chance(rng, 0.8):
            return word("professions.phrases", rng)
        made = word("professions.nouns", rng)
        if chance(rng, 0.05):
            made = f"{word('professions.leads', rng)} {made}"
        return made


_KIND_WORDS = frozenset(
    "hospital clinic center centre school elementary high middle family practice medical regional memorial "
    "general nursing home manor health of at".split()
)


def _short(name: str) -> str:
    """What staff call a place: its name without the words for its kind."""
    words = name.split()
    while len(words) > 1 and words[-1].lower() in _KIND_WORDS:
        words.pop()
    return " ".join(words)
