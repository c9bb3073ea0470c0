"""Exact upper bounds on the leaks of a release, from a sample with no or few leaks, and plans for them.

A *unit* is what the statement counts: a note, or a patient. A unit *leaks* when it holds at least one
identifier that should have gone. Bounds are one-sided: with confidence ``1 - alpha`` no more than so many
units leak. All of them hold however the leaks cluster, as long as units were drawn at random.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import permutations

import numpy as np
import scipy  # loads its parts when they are first asked for: a window that counts nothing needs none
from numpy.typing import NDArray

from chartveil.evaluation.stats import lower_bound, upper_bound

_GRID = 4_000
"""Cells at most of the scale on which weighted counts are added up."""
_READERS_GRID = 1_200
"""The same where what readers miss is reckoned with, which is asked of many shares."""
_ORDER_STEP = 0.01
"""Logarithm by which orders of outcomes are told apart."""
_BLOCK = 16
"""Totals of a stratum whose probabilities are asked of scipy at once."""


def sample_size(bound: float, alpha: float) -> int:
    """Units to read so that none found leaking shows the bound: 59 for 5 %, 299 for 1 %, 598 for .5 %.

    Raises:
        ValueError: unless bound and alpha lie between 0 and 1.
    """
    if not (0 < bound < 1 and 0 < alpha < 1):
        raise ValueError("a bound and an error lie between 0 and 1")
    return math.ceil(math.log(alpha) / math.log1p(-bound))


def finite_upper_bound(population: int, read: int, found: int, alpha: float) -> int:
    """Largest number of leaking units in a release of ``population``, drawn from without putting back.

    Returns:
        The largest K for which so few of ``read`` leak with a probability of alpha or more.

    Raises:
        ValueError: if more were read than there are, or more found than read.
    """
    if not 0 <= found <= read <= population:
        raise ValueError(f"not a sample: {found} of {read} of {population}")
    low, high = found, population - (read - found)  # `low` is always compatible
    while low < high:
        middle = (low + high + 1) // 2
        if scipy.stats.hypergeom.cdf(found, population, middle, read) >= alpha:
            low = middle
        else:
            high = middle - 1
    return low


def finite_sample_size(population: int, leaking: int, found: int, alpha: float) -> int | None:
    """Units to read so that ``found`` leaking ones still show that at most ``leaking`` leak in all.

    Returns:
        The smallest number; None where reading everything would not show it.
    """
    if found > leaking:
        return None
    low, high = found, population  # reading everything shows it
    while low < high:
        middle = (low + high) // 2
        # One more leaking unit is out of the question, or that little found of them is rare.
        unread = population - (middle - found)
        if leaking >= unread or scipy.stats.hypergeom.cdf(found, population, leaking + 1, middle) < alpha:
            high = middle
        else:
            low = middle + 1
    return low


@dataclass(frozen=True, slots=True)
class StratumResult:
    """The result of reading one stratum.

    Attributes:
        population: units in it.
        read: units drawn at random and read; at least one unless it is empty.
        found: those of them that leak.
    """

    population: int
    read: int
    found: int

    def __post_init__(self) -> None:
        if not 0 <= self.found <= self.read <= self.population or (self.population and not self.read):
            raise ValueError(f"not a stratum: {self.found} of {self.read} of {self.population}")


class _ShareSearch:
    """Looks for the way to share leaking units out among strata under which outcomes are worth most.

    It starts at several shares and moves units between pairs of strata as long as that helps.

    Args:
        strata: with what was read of each; at least one.
        weights: cells of the scale that one leaking unit found in a stratum counts.
        cells: of the scale, from 0.
        least, most: leaking units that a stratum may have.
        put_back: whether units count as drawn with putting back, which is the careful side where chance
            decides also which leaks are noticed.
        finest: the last step of the search is one unit, or one in so many of the total.
    """

    def __init__(
        self,
        strata: Sequence[StratumResult],
        weights: Sequence[int],
        cells: int,
        least: Sequence[int],
        most: Sequence[int],
        *,
        put_back: bool = False,
        finest: int = 0,
    ) -> None:
        self._finest = finest
        # Long enough that no sum of all strata comes round to a cell that is worth something.
        self._length = scipy.fft.next_fast_len(len(strata) * cells, real=True)
        self._spectra: dict[tuple[int, int], NDArray[np.complex128]] = {}
        self._strata = strata
        self._weights = weights
        self._cells = cells
        self.least = least
        self.most = most
        self._put_back = put_back

    def largest(self, total: int, worth: NDArray[np.complex128], enough: float) -> float:
        """What outcomes are worth at most, or the first value met that is enough.

        Args:
            total: leaking units in all.
            worth: of an outcome (``worths``).
            enough: where to stop.
        """
        best = 0.0
        if sum(self.least) <= total <= sum(self.most):
            for start in self._starts(total):
                best = max(best, self._climb(start, worth, enough))
                if best >= enough:
                    break
        return best

    def nearby(self, total: int, worth: NDArray[np.complex128]) -> float:
        """What outcomes are worth under the first few shares alone: at most as much, and soon computed."""
        return max(self._value(share, worth) for share in self._starts(total))

    def _starts(self, total: int) -> list[list[int]]:
        """Shares to begin from: by size, and the whole in as few strata as can be, those read least first."""
        sizes = [s.population for s in self._strata]
        order = sorted(range(len(sizes)), key=lambda i: self._strata[i].read / sizes[i])
        by_size = [total * n // sum(sizes) for n in sizes]
        nothing = [0] * len(sizes)
        return [
            self._filled(by_size, total, order),
            self._filled(nothing, total, order),
            self._filled(nothing, total, order[1:] + order[:1]),
        ]

    def _filled(self, share: Sequence[int], total: int, order: Sequence[int]) -> list[int]:
        """A possible share of the total near this one; what is missing goes where there is room, in order."""
        possible = [max(a, min(n, b)) for n, a, b in zip(share, self.least, self.most, strict=True)]
        for i in order:
            missing = total - sum(possible)
            possible[i] = max(self.least[i], min(possible[i] + missing, self.most[i]))
        return possible

    def _climb(self, share: list[int], worth: NDArray[np.complex128], enough: float) -> float:
        best = self._value(share, worth)
        step = max(1, max(share) // 2)
        finest = max(1, sum(share) // self._finest) if self._finest else 1
        while best < enough:
            better = False
            for source, target in permutations(range(len(share)), 2):
                moved = min(step, share[source] - self.least[source], self.most[target] - share[target])
                if not moved:
                    continue
                share[source] -= moved
                share[target] += moved
                here = self._value(share, worth)
                if here > best * (1 + 1e-12):
                    best, better = here, True
                else:
                    share[source] += moved
                    share[target] -= moved
            if not better:
                if step <= finest:
                    break
                step //= 2
        return best

    def _value(self, share: Sequence[int], worth: NDArray[np.complex128]) -> float:
        """What outcomes are worth on average, with so many leaking units in each stratum."""
        left = worth
        for i, leaking in enumerate(share):
            left = left * self._spectrum(i, leaking)
        return float(left.real.sum())

    def worths(self, worth: NDArray[np.float64]) -> NDArray[np.complex128]:
        """What outcomes are worth, by cell, as the other methods take it: its spectrum, so that summing over
        all outcomes of all strata is a product (Parseval)."""
        spectrum: NDArray[np.complex128] = np.conj(np.fft.rfft(worth, self._length)) / self._length
        spectrum[1 : (self._length + 1) // 2] *= 2  # each stands for its mirror too
        return spectrum

    def _spectrum(self, i: int, leaking: int) -> NDArray[np.complex128]:
        """Of the cells that the leaking units found in a stratum count, as far as they matter."""
        if (i, leaking) not in self._spectra:
            s = self._strata[i]
            needed = min((self._cells - 1) // self._weights[i], s.read)
            # Of a few sizes alone, so that another result of the same strata finds the same tables.
            most = min(s.read, (1 << needed.bit_length()) - 1)
            block, place = divmod(leaking, _BLOCK)
            table = _found_chances(s.population, s.read, most, block, self._put_back)
            cells = np.zeros(needed * self._weights[i] + 1)
            cells[:: self._weights[i]] = table[place, : needed + 1]
            self._spectra[i, leaking] = np.fft.rfft(cells, self._length)
        return self._spectra[i, leaking]


class StratifiedTest:
    """Wendell and Schmee's exact test (JASA 1996) of the total of leaking units over strata.

    The strata's shares are weighted by their size; the total is doubted when so small an estimate is rare
    under **every** way to share that total out among the strata. Results of the search for the rarest case
    are compared with a full enumeration in the tests.

    Args:
        strata: what was read; empty ones are left out.
    """

    def __init__(self, strata: Sequence[StratumResult]) -> None:
        strata = [s for s in strata if s.population]
        if not strata:
            raise ValueError("no unit in any stratum")
        common = math.lcm(*(s.read for s in strata))
        weights = [s.population * (common // s.read) for s in strata]
        seen = sum(w * s.found for w, s in zip(weights, strata, strict=True))
        shared = math.gcd(*weights, seen) or 1
        # Rounded down, weights let more outcomes count as small as the one seen: the test errs to be careful.
        step = max(1, math.ceil(seen / shared / _GRID))
        cells = seen // shared // step + 1
        self._search = _ShareSearch(
            strata,
            [max(1, w // shared // step) for w in weights],
            cells,
            # A share that contradicts what was read of a stratum is out of the question.
            [s.found for s in strata],
            [s.population - s.read + s.found for s in strata],
        )
        self._as_small = self._search.worths(np.ones(cells))

    def p_value(self, total: int) -> float:
        """Largest probability, over all ways to share ``total`` out, of an estimate as small as the one seen.

        Args:
            total: leaking units in all.

        Returns:
            0 where the total contradicts what was seen outright.
        """
        return self._search.largest(total, self._as_small, enough=1.0)

    def upper_bound(self, alpha: float) -> int:
        """Largest total that is not doubted at alpha."""
        search = self._search
        low, high = sum(search.least), sum(search.most)

        def is_kept(total: int) -> bool:
            return search.largest(total, self._as_small, alpha) >= alpha

        # What a few shares alone keep, which costs little, is near what the whole search keeps.
        totals = range(low + 1, high + 1)
        low += bisect_left(totals, 1, key=lambda k: search.nearby(k, self._as_small) < alpha)
        ahead = 1
        while low + ahead <= high and is_kept(low + ahead):
            low, ahead = low + ahead, ahead * 2
        high = min(high, low + ahead - 1)
        return low + bisect_left(range(low + 1, high + 1), 1, key=lambda k: not is_kept(k))


class StratifiedReadersTest:
    """Buehler's bound (JASA 1957) over strata, for readers who miss some leaks.

    An outcome is what the strata's weighted counts estimate and how many planted leaks were found. Outcomes
    are put in order by the upper bound of a simple sample that found as much, over the lower bound of the
    readers' sensitivity. A share is doubted when an outcome as good as the one seen is rarer than alpha at
    every sensitivity and every way to share the leaking units out.

    Args:
        sizes: population and units read of each stratum; each is read in.
        planted: known leaks that were planted.
        alpha: error of the statement.
    """

    def __init__(self, sizes: Sequence[tuple[int, int]], planted: int, alpha: float) -> None:
        self._sizes = sizes
        self._planted = planted
        self._alpha = alpha
        self._read = sum(read for _, read in sizes)
        self._population = sum(population for population, _ in sizes)
        spotted = np.arange(planted + 1)
        self._least = np.array([lower_bound(int(y), planted, alpha / 2) for y in spotted])

    def upper_bound(self, found: Sequence[int], spotted: int) -> float:
        """The largest share that is not doubted, at most 1.

        Args:
            found: leaking units found in each stratum.
            spotted: planted leaks that were found.
        """
        if not lower_bound(spotted, self._planted, self._alpha / 2):
            return 1.0
        estimate = sum(x * n / read for x, (n, read) in zip(found, self._sizes, strict=True))
        order = float(self._ordered(np.array([estimate]))[0] / self._least[spotted])
        # Rounded up, more outcomes count as as good; so a few orders stand for all.
        return 1.0 if order >= 1 else self._bound(math.ceil(math.log(order) / _ORDER_STEP))

    def _ordered(self, estimates: NDArray[np.float64]) -> NDArray[np.float64]:
        """Upper bound of a simple sample that estimates so many leaking units in all."""
        found = np.minimum(estimates / self._population * self._read, self._read - 1e-9)
        bounds: NDArray[np.float64] = scipy.stats.beta.ppf(1 - self._alpha / 2, found + 1, self._read - found)
        return bounds

    def _bound(self, order: int) -> float:
        return _bound_of_order(tuple(self._sizes), self._planted, self._alpha, order)

    def bound_of_order(self, order: int) -> float:
        """The bound for all outcomes up to a place in their order, a power of ``exp(_ORDER_STEP)``."""
        limit = math.exp(order * _ORDER_STEP)
        reached = np.minimum(limit * self._least, 1.0)
        # The largest estimate of which each number of planted leaks found still makes an outcome as good.
        estimates = np.linspace(0, self._population, 20 * _GRID)
        ordered = self._ordered(estimates)
        places = np.searchsorted(ordered, reached * (1 + 1e-9), side="right") - 1
        most = np.where(places >= 0, estimates[np.maximum(places, 0)], -1.0)
        step = max(float(most.max()), 1.0) / _READERS_GRID
        last = np.floor(most / step).astype(int)
        cells = int(last.max()) + 1
        as_good = np.arange(cells)[None, :] <= last[:, None]
        # Rounded down, weights let more outcomes count as as good.
        weights = [max(1, int(n / read / step)) for n, read in self._sizes]
        many = [StratumResult(n * _COPIES, read, 0) for n, read in self._sizes]
        least, most_units = [0] * len(many), [s.population for s in many]
        search = _ShareSearch(many, weights, cells, least, most_units, put_back=True, finest=300)

        def worth(sensitivity: float) -> NDArray[np.complex128]:
            chances = scipy.stats.binom.pmf(np.arange(self._planted + 1), self._planted, sensitivity)
            return search.worths(chances @ as_good)

        coarse = np.linspace(0.02, 1, 50)
        worths = [worth(float(s)) for s in coarse]

        def is_kept(share: float) -> bool:
            units = [int(share * s * self._population * _COPIES) for s in coarse]
            near = [search.nearby(n, w) for n, w in zip(units, worths, strict=True)]
            if max(near) >= self._alpha:
                return True
            middle = float(coarse[int(np.argmax(near))])
            around = np.clip(middle + np.array([0, -0.01, 0.01]), 0.002, 1)
            return any(self._largest(search, share, s, worth(s)) >= self._alpha for s in around)

        low, high = 0.0, min(1.0, limit)
        while high < 1 and is_kept(high):
            low, high = high, min(1.0, high * 1.25)
        while high - low > 3e-3 * high:
            middle = (low + high) / 2
            low, high = (middle, high) if is_kept(middle) else (low, middle)
        return high

    def _largest(
        self, search: _ShareSearch, share: float, sensitivity: float, worth: NDArray[np.complex128]
    ) -> float:
        units = int(share * sensitivity * self._population * _COPIES)
        return search.largest(units, worth, self._alpha)


@lru_cache(maxsize=4_000)
def _bound_of_order(sizes: tuple[tuple[int, int], ...], planted: int, alpha: float, order: int) -> float:
    return StratifiedReadersTest(sizes, planted, alpha).bound_of_order(order)


@lru_cache(maxsize=4_000)
def _found_chances(population: int, read: int, most: int, block: int, put_back: bool) -> NDArray[np.float64]:
    """Probabilities of 0 … ``most`` leaking units in a sample, a row for each total of a block of totals."""
    totals = np.minimum(np.arange(block * _BLOCK, (block + 1) * _BLOCK), population)[:, None]
    counts = np.arange(most + 1)
    chances: NDArray[np.float64] = (
        scipy.stats.binom.pmf(counts, read, totals / population)
        if put_back
        else scipy.stats.hypergeom.pmf(counts, population, totals, read)
    )
    return chances


def patient_share(note_share: float, notes: int) -> float:
    """Share of patients with a leaking note, where each has ``notes`` notes that leak independently.

    An estimate: notes of one patient leak together more often, so the true share is smaller.
    """
    return -math.expm1(notes * math.log1p(-note_share)) if note_share < 1 else 1.0


@dataclass(frozen=True, slots=True)
class ReadersTest:
    """How readers did on leaks that were planted.

    Attributes:
        planted: known leaks in the copies that were read; at least one.
        found: those of them that were found.
    """

    planted: int
    found: int


def divided_bound(found: int, read: int, readers: ReadersTest, alpha: float) -> float:
    """Upper bound of the share that leaks, for readers who miss some: half of the error for each part.

    ``upper_bound(found, read, alpha / 2)`` over the readers' ``lower_bound(..., alpha / 2)``, at most 1.

    Raises:
        ValueError: for counts that cannot be.
    """
    sensitivity = lower_bound(readers.found, readers.planted, alpha / 2)
    most = upper_bound(found, read, alpha / 2)
    return min(1.0, most / sensitivity) if sensitivity else 1.0


def bound_with_readers(found: int, read: int, readers: ReadersTest, alpha: float) -> float:
    """The same statement, never wider than ``divided_bound`` and as sure.

    Buehler's bound (JASA 1957): outcomes are put in order by ``divided_bound``; a share is excluded when, at
    every sensitivity, an outcome as good as the one seen is rarer than alpha. What is found is a sum of
    independent draws, at most as variable as a binomial one (Hoeffding 1956), so the binomial counts.

    Args:
        found, read: units found leaking of those read.
        readers: how the readers did on planted leaks.
        alpha: error of the statement.

    Returns:
        The largest share of leaking units that is not excluded, at most 1.

    Raises:
        ValueError: for counts that cannot be.
    """
    seen = divided_bound(found, read, readers, alpha)
    if seen >= 1:
        return 1.0
    spotted = np.arange(readers.planted + 1)
    as_good = _most_found_as_good(read, readers.planted, alpha, seen)
    sensitivities = np.linspace(0.002, 1, 500)
    chances = scipy.stats.binom.pmf(spotted[:, None], readers.planted, sensitivities[None, :])

    def rarest(share: float) -> float:
        outcomes = scipy.stats.binom.cdf(as_good[:, None], read, share * sensitivities[None, :])
        return float((chances * outcomes).sum(axis=0).max())

    low, high = 0.0, seen
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (middle, high) if rarest(middle) >= alpha else (low, middle)
    return high


@cache
def _divided_factors(
    read: int, planted: int, alpha: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    counts, spotted = np.arange(read + 1), np.arange(planted + 1)
    upper = np.where(
        counts == read, 1.0, scipy.stats.beta.ppf(1 - alpha / 2, counts + 1, np.maximum(read - counts, 1e-9))
    )
    lower = np.where(
        spotted == 0, 0.0, scipy.stats.beta.ppf(alpha / 2, np.maximum(spotted, 1e-9), planted - spotted + 1)
    )
    return upper, lower


def _most_found_as_good(read: int, planted: int, alpha: float, seen: float) -> NDArray[np.int64]:
    """For each number of planted leaks found, the most units found leaking that still give so low a bound.

    Returns:
        One number for 0 … planted; -1 where even none would give a higher bound.
    """
    upper, lower = _divided_factors(read, planted, alpha)
    return np.searchsorted(upper, seen * lower * (1 + 1e-9), side="right") - 1


@cache
def bound_by_planted(read: int, planted: int, sensitivity: float, alpha: float) -> tuple[float, float]:
    """The bounds that a number of planted leaks allows: if no unit is found leaking, and the best possible.

    Args:
        read: units to read.
        planted: known leaks to plant.
        sensitivity: share of leaks that the readers are expected to find.
        alpha: error of the statement.

    Returns:
        The bound when they find that share of those planted, and the bound if it were known outright.
    """
    test = ReadersTest(planted, round(planted * sensitivity))
    return bound_with_readers(0, read, test, alpha), min(1.0, upper_bound(0, read, alpha) / sensitivity)


def missed_by_both(first: int, second: int, both: int) -> float:
    """Leaks that two independent readers missed, as Chapman (1951) estimates from how far they overlap.

    Args:
        first, second: leaks that each found.
        both: those found by both.

    Raises:
        ValueError: if more were found by both than by one.
    """
    if not 0 <= both <= min(first, second):
        raise ValueError(f"{both} found by both, {first} and {second} by each")
    all_leaks = (first + 1) * (second + 1) / (both + 1) - 1
    return max(0.0, all_leaks - (first + second - both))


class SequentialBound:
    """Upper bounds that hold at every moment of reading, however often one looks and decides to go on.

    Every number of leaking units is kept whose prior probability has not grown ``1 / alpha`` times larger
    than its posterior (Waudby-Smith and Ramdas, arXiv 2006.04347). The prior is beta-binomial; any prior
    gives a valid bound, one near the truth a narrow one.

    Args:
        population: units of the release.
        alpha: error, over the whole reading.
        expected: share at which the bound should be narrowest, usually the bound that was planned.
    """

    def __init__(self, population: int, alpha: float, expected: float) -> None:
        self._population = population
        self._alpha = alpha
        self._beta = 1 / expected

    def upper_bound(self, read: int, found: int) -> int:
        """Largest number of leaking units that is still kept after ``read`` units, ``found`` leaking.

        Raises:
            ValueError: if more were read than there are, or more found than read.
        """
        n = self._population
        if not 0 <= found <= read <= n:
            raise ValueError(f"not a sample: {found} of {read} of {n}")
        totals = np.arange(found, n - (read - found) + 1)
        prior = scipy.stats.betabinom.logpmf(totals, n, 1, self._beta)
        posterior = scipy.stats.betabinom.logpmf(
            totals - found, n - read, 1 + found, self._beta + read - found
        )
        kept = prior - posterior < -math.log(self._alpha)
        return int(totals[kept].max()) if kept.any() else found


MOST_FOUND_AHEAD = 3
"""Leaking units up to which a plan shows what a sample would tell."""


@cache
def bounds_at(population: int, read: int, alpha: float) -> tuple[tuple[int, float], ...]:
    """What a sample would show at 0 to 3 leaking units, as planned before reading.

    Returns:
        For each number of leaking units, the bound as a share of the population.
    """
    return tuple(
        (found, finite_upper_bound(population, read, found, alpha) / population)
        for found in range(min(MOST_FOUND_AHEAD, read) + 1)
    )


def leaking_share_bound(
    strata: Sequence[StratumResult], alpha: float, readers: ReadersTest | None = None
) -> float:
    """The bound that a finished reading shows, with several strata or one, with readers tested or not.

    Without a test of the readers it is taken that they miss nothing. With one, units found leaking are taken
    as drawn with putting back, since which of the leaking units readers notice is chance as well.

    Args:
        strata: what was read; one stratum for a simple sample.
        alpha: error of the statement.
        readers: how they did on planted leaks.

    Returns:
        The largest share of leaking units that is not excluded.
    """
    strata = [s for s in strata if s.population]
    population = sum(s.population for s in strata)
    if len(strata) == 1:
        (s,) = strata
        if readers is None:
            return finite_upper_bound(s.population, s.read, s.found, alpha) / population
        return bound_with_readers(s.found, s.read, readers, alpha)
    if readers is None:
        return _stratified_share(tuple(strata), alpha)
    test = StratifiedReadersTest([(s.population, s.read) for s in strata], readers.planted, alpha)
    return test.upper_bound([s.found for s in strata], readers.found)


@cache
def _stratified_share(strata: tuple[StratumResult, ...], alpha: float) -> float:
    """Bound over strata; it takes a tenth of a second or more, and is asked again for other readers."""
    return StratifiedTest(strata).upper_bound(alpha) / sum(s.population for s in strata)


_COPIES = 20
"""How many times larger a stratum is taken to be where units count as put back, so that a share of it may be
nearly any."""
