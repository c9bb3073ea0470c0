"""Login names, e-mail and web addresses: of a person's name, of words, of numbers."""

from __future__ import annotations

import random
import re

from chartveil.surrogates.text_shape import strip_accents
from chartveil_training.synthesis.generators.lists import IdentifierLists
from chartveil_training.synthesis.generators.names import NameGenerator
from chartveil_training.synthesis.generators.numbers import code_from_pattern, randomised_code
from chartveil_training.synthesis.generators.random_draws import chance

_PROVIDERS = (
    "gmail.com gmail.com yahoo.com hotmail.com outlook.com aol.com icloud.com comcast.net verizon.net me.com "
    "live.com msn.com protonmail.com att.net sbcglobal.net btinternet.com gmx.de mail.ru ymail.com "
    "earthlink.net hotmail.co.uk yahoo.co.in libero.it orange.fr"
).split()
_ENDINGS = (
    "com com com com org org net edu gov us co.uk nhs.uk org.au com.au ca ie nz in io health info de example"
).split()
_SITE_WORDS = (
    "health med clinic care hosp medical regional hospital mail dental peds rx lab labs group online net "
    "link schools tech law foods bank"
).split()
_OFFICE_MAILBOXES = (
    "info appointments records billing frontdesk nurse referrals results intake hr office scheduling "
    "pharmacy admin oncall support contact careteam claims reception pals"
).split()
_POST_PREFIXES = "reg lab anes pacs tech sched rn svc him ed icu phleb sys rx tx".split()
_PATHS = (
    "portal login mychart forms visit pay results r patients survey help book careers donate remote learn "
    "v x telehealth video/join about news index.html"
).split()
_NUMBERED = "?##### ??#### ???### ##### #### s###### u####### ??##?? ???##".split()


def ascii_letters(name: str) -> str:
    """A name as it goes into an address: small letters a to z alone."""
    return re.sub(r"[^a-z]", "", strip_accents(name).lower())


class HandleGenerator:
    """Draws login names and addresses.

    Args:
        lists: for words.
        names: for names of people.
    """

    def __init__(self, lists: IdentifierLists, names: NameGenerator) -> None:
        self._lists = lists
        self._names = names

    def login_of_person(self, given: str, family: str, rng: random.Random) -> str:
        """A login name made of a person's name, in small letters."""
        g, f = ascii_letters(given) or "a", ascii_letters(family) or "b"
        m = rng.choice("abcdefghjklmnprstw")
        made = rng.choice(
            [
                g[0] + f, g[0] + f, g[0] + f, g + "." + f, g[0] + "." + f, g + f[0], f + g[0], g + "_" + f,
                g[0] + m + f, g + f, f + "." + g, f[:6] + g[0], g[0] + f[:7], g, f, g[:3] + f[:3],
                g[0] + m + f[0],
            ]
        )  # fmt: skip
        if chance(rng, 0.35) or len(made) < 4:
            made += rng.choice(
                [str(rng.randint(1, 99)), str(rng.randint(1950, 2008)), f"{rng.randint(0, 99):02d}"]
            )
        return made

    def username(self, rng: random.Random) -> str:
        """A login name: of a person, a place of work, or a number."""
        roll = rng.random()
        if roll < 0.68:
            origin = self._names.origin(rng)
            made = self.login_of_person(
                self._names.given_name(rng, origin), self._names.family_name(rng, origin), rng
            )
        elif roll < 0.8:
            made = code_from_pattern(rng, rng.choice(_NUMBERED))
        else:
            name = ascii_letters(self._names.family_name(rng, "us"))[:7]
            tail = rng.choice([name, name, code_from_pattern(rng, "##"), code_from_pattern(rng, "?#")])
            made = rng.choice(_POST_PREFIXES) + rng.choice(["", "_", ".", "-"]) + tail
        return made.upper() if chance(rng, 0.2) else made

    def domain(self, rng: random.Random) -> str:
        """The part of an address behind the ``@``."""
        if chance(rng, 0.4):
            return rng.choice(_PROVIDERS)
        return self.host(rng)

    def host(self, rng: random.Random) -> str:
        """The host of an organisation."""
        lists = self._lists
        head = rng.choice(
            [
                ascii_letters(lists.draw_word("surrogates.places_words", rng)),
                ascii_letters(
                    lists.draw_word("surrogates.lead_words", rng)
                    + lists.draw_word("surrogates.tail_words", rng)
                ),
                ascii_letters(lists.towns["US"].draw(rng)),
                ascii_letters(self._names.family_name(rng, "us")),
                ascii_letters(self._names.family_name(rng, self._names.origin(rng))),
                "st" + ascii_letters(lists.draw_word("surrogates.saints", rng)),
            ]
        )
        tail = rng.choice(["", "-", "-", ""]) + rng.choice(_SITE_WORDS) if chance(rng, 0.6) else ""
        return f"{head or 'mail'}{tail}.{rng.choice(_ENDINGS)}"

    def email(self, rng: random.Random, local: str | None = None) -> str:
        """An e-mail address; of an office where no local part is given, or of anybody."""
        if local is None and chance(rng, 0.25):
            address = f"{rng.choice(_OFFICE_MAILBOXES)}@{self.host(rng)}"
        else:
            address = f"{local or self.username(rng).lower()}@{self.domain(rng)}"
        return address.upper() if chance(rng, 0.04) else address

    def url(self, rng: random.Random) -> str:
        """A web address."""
        head = rng.choice(
            ["https://", "https://www.", "http://", "www.", "www.", "", "https://portal.", "my."]
        )
        path = ""
        if chance(rng, 0.7):
            path = "/" + rng.choice(_PATHS)
            if chance(rng, 0.4):
                path += "/" + code_from_pattern(
                    rng, rng.choice(["####", "??###", "^^^^^", "?^?^?^", "######", "@@-###"])
                )
        return head + self.host(rng) + path

    def url_like(self, text: str, rng: random.Random) -> str:
        """Another address with the same scheme, and codes of the same shape in its path."""
        m = re.match(r"(https?://)?(www\.)?([^/\s]+)(.*)", text, re.DOTALL | re.IGNORECASE)
        if not m or chance(rng, 0.3):
            return self.url(rng)
        head, www, host, path = m[1] or "", m[2] or "", m[3], m[4]
        first = host.split(".")[0] + "." if host.count(".") > 1 and not www else ""
        path = re.sub(r"[A-Za-z0-9]*\d[A-Za-z0-9]*", lambda d: randomised_code(d.group(), rng), path)
        return head + www + first + self.host(rng) + path
