"""A filler whose surfaces can be found again."""

import random

from chartveil.domain.labels import Label
from chartveil_training.synthesis.generators.identifiers import (
    PERSON_LABELS,
    FictionalPerson,
    SurfaceStyle,
)


class StubFiller:
    """Names begin with ``Zz``, other surfaces with ``Qq`` and their label."""

    def person(self, rng: random.Random, female: bool | None = None) -> FictionalPerson:
        n = rng.randrange(1000)
        return FictionalPerson(f"Zz{'a' if female else 'o'}{_letters(n)}", f"Zz{_letters(n + 7)}", female)

    def surface(self, label: Label, rng: random.Random, style: SurfaceStyle = SurfaceStyle.ANY) -> str:
        if label in PERSON_LABELS:
            return self.person(rng).name_as(rng, style)
        return f"Qq{label.lower()}{_letters(rng.randrange(1000))}"


def _letters(n: int) -> str:
    return "".join("abcdefghij"[int(d)] for d in str(n))
