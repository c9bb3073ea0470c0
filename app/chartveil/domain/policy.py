"""Policies: which labels count as identifiers, and what happens to each.

A policy is a TOML file; ``docs/policies.md`` explains every key. Unknown keys, labels and values are
errors that name the file, the key and the remedy.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from chartveil.domain.errors import PolicyError
from chartveil.domain.labels import Label
from chartveil.domain.paths import resources_folder
from chartveil.domain.resource_files import page_template

E = TypeVar("E", bound=StrEnum)

DEFAULT_POLICY = "safe_harbor_plus"
MOST_NAMES_ANEW = 0.5
"""Share of mentions of names that may be drawn for themselves: of more, nobody is who they are."""


class LabelAction(StrEnum):
    """The actions for the spans of a label, in every style of a copy but ``REPLACE``."""

    REPLACE = "replace"
    """What the style of the copy says: a surrogate, a tag, or a mask."""
    SURROGATE = "surrogate"
    """Made-up text of the same kind."""
    TAG = "tag"
    """The label in brackets."""
    MASK = "mask"
    """A block for every character."""
    GENERALIZE = "generalize"
    """Made coarser: a band of ages, a year, three digits of a ZIP code, a region of the country."""
    SHIFT = "shift"
    """Moved with all dates of the patient by one number of days."""
    REMOVE = "remove"
    """Taken out; nothing stands in its place."""
    KEEP = "keep"
    """Does not count as an identifier; left as it is."""


class ReplacementMode(StrEnum):
    """What replaces an identifier."""

    SURROGATE = "surrogate"
    TAG = "tag"
    NUMBERED = "numbered"
    MASK = "mask"


_COARSER = frozenset({Label.DATE, Label.AGE, Label.ZIP, Label.CITY, Label.STATE})
_MADE_ACTIONS = {
    ReplacementMode.SURROGATE: LabelAction.SURROGATE,
    ReplacementMode.TAG: LabelAction.TAG,
    ReplacementMode.NUMBERED: LabelAction.TAG,
    ReplacementMode.MASK: LabelAction.MASK,
}


def actions_for(label: Label) -> tuple[LabelAction, ...]:
    """The actions that are possible for the spans of a label."""
    never = {LabelAction.SHIFT} if label is not Label.DATE else set()
    if label not in _COARSER:
        never.add(LabelAction.GENERALIZE)
    return tuple(a for a in LabelAction if a not in never)


class DateMethod(StrEnum):
    """How dates are replaced."""

    SHIFT = "shift"
    """All dates of a patient move by one number of days."""
    YEAR = "year"
    """Only the year stays."""
    INTERVAL = "interval"
    """Days before or after the patient's first dated event, e.g. ``day 12``."""


class AgeMethod(StrEnum):
    """How ages are replaced."""

    OVER_89 = "over_89"
    """Ages of 90 and more become ``90+``; others stay."""
    BAND = "band"
    """Bands of five years, ``90+`` from 90 on."""


class ZipMethod(StrEnum):
    """How postal codes of the US are replaced."""

    ZIP3 = "zip3"
    """First three digits, ``000`` for the areas of 20,000 people or fewer (45 CFR 164.514(b)(2)(i)(B))."""
    RANDOM = "random"
    """A made-up code of the same shape."""


class MustDecide(StrEnum):
    """What a reviewer has to decide before a document can be signed off."""

    ALL = "all"
    """Every proposed span."""
    DOUBTFUL = "doubtful"
    """Every doubtful one; the others are taken as proposed."""
    NONE = "none"
    """Nothing: what is undecided is taken as proposed."""


class OtherLanguages(StrEnum):
    """How documents with passages in a language or script that detection does not cover are handled."""

    BLOCK = "block"
    """It is not released before a person has read each."""
    ALLOW = "allow"
    """It is released like any other; the passages are counted."""


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy: which labels count as identifiers, and what happens to each.

    Attributes:
        name: file name without ending.
        title, description: for people.
        actions: action of every label.
        threshold: what is less likely to be an identifier than this is not taken, in [0, 1].
        doubtful: taken spans less likely than this are shown as doubtful, in [0, 1].
        certainty: a span whose label is kept stays only where it is at least this likely that no label that
            goes is meant, in [0, 1]; 1 keeps nothing of which the networks are not wholly sure.
        dates, ages, zips: methods for spans whose action is to generalise (dates: also to replace).
        date_shift_days: largest shift, in days, to either side; at least 8.
        keep_weekday: shifts are whole weeks.
        names_anew: chance that a mention of a name is drawn for itself instead of agreeing with the others
            of the person, in [0, 0.5].
        must_decide: what has to be decided before a document can be signed off.
        other_languages: what becomes of documents with passages that detection does not cover.
        sha256: of the file it was read from.
    """

    name: str
    title: str
    description: str
    actions: dict[Label, LabelAction]
    threshold: float = 0.21
    doubtful: float = 0.6
    certainty: float = 0.95
    dates: DateMethod = DateMethod.SHIFT
    ages: AgeMethod = AgeMethod.OVER_89
    zips: ZipMethod = ZipMethod.ZIP3
    date_shift_days: int = 365
    keep_weekday: bool = False
    names_anew: float = 0.0
    must_decide: MustDecide = MustDecide.DOUBTFUL
    other_languages: OtherLanguages = OtherLanguages.BLOCK
    sha256: str = ""

    def is_identifier(self, label: Label) -> bool:
        """Whether spans of the label are identifiers under this policy."""
        return self.actions[label] is not LabelAction.KEEP

    def treatment(self, label: Label, mode: ReplacementMode) -> LabelAction:
        """The treatment of the spans of a label in a copy of this style; never ``REPLACE``."""
        action = self.actions[label]
        return _MADE_ACTIONS[mode] if action is LabelAction.REPLACE else action

    @property
    def date_method(self) -> DateMethod:
        """What becomes of dates where they are neither kept nor hidden."""
        moved = self.actions[Label.DATE] in (LabelAction.SHIFT, LabelAction.SURROGATE)
        return DateMethod.SHIFT if moved else self.dates


# What regulations ask for, and what a policy leaves of it.


class Regulation(StrEnum):
    """A rule that a policy may be named after."""

    SAFE_HARBOR = "Safe Harbor, 45 CFR 164.514(b)(2)"
    LIMITED_DATA_SET = "limited data set, 45 CFR 164.514(e)(2)"


_NAMED_AFTER = {
    Regulation.LIMITED_DATA_SET: re.compile(r"limited data ?set|164 514 e"),
    Regulation.SAFE_HARBOR: re.compile(r"safe ?harbou?r|hipaa|164 514|18 identifiers"),
}
_STAYS_IN_LIMITED_DATA_SET = frozenset(
    {Label.CITY, Label.ZIP, Label.DATE, Label.AGE, Label.LOCATION_OTHER, Label.USERNAME, Label.IDNUM}
)
"""Labels of Safe Harbor that 164.514(e)(2) does not list."""
_LEAST_CERTAINTY = 0.5


def regulation_named(policy: Policy) -> Regulation | None:
    """The regulation that a policy's name or title speaks of; None where of none."""
    words = re.sub(r"[\W_]+", " ", f"{policy.name} {policy.title}".lower())
    return next((r for r, pattern in _NAMED_AFTER.items() if pattern.search(words)), None)


def policy_gaps(policy: Policy, regulation: Regulation = Regulation.SAFE_HARBOR) -> list[str]:
    """The identifiers that a policy leaves and a regulation removes, one line each; empty where there are
    none.

    Names of employers count as of (A): the rule is about the individual, relatives, employers and members of
    the household.
    """
    gaps = []
    for label in Label:
        number = 1 if label is Label.ORGANIZATION else label.info.hipaa_number
        limited = regulation is Regulation.LIMITED_DATA_SET and label in _STAYS_IN_LIMITED_DATA_SET
        if number is None or limited or policy.is_identifier(label):
            continue
        what = {
            Label.AGE: "ages over 89",
            Label.DATE: "days and months of dates",
            Label.ZIP: "whole ZIP codes",
        }
        kept = what.get(label, label.info.meaning[:1].lower() + label.info.meaning[1:].rstrip("."))
        gaps.append(f"{label} stays: {kept} ({chr(64 + number)})")
    if policy.threshold > _LEAST_CERTAINTY:
        gaps.append(f"what is less than {policy.threshold:.2f} likely an identifier stays, of every label")
    keeps = [label for label in Label if not policy.is_identifier(label)]
    if keeps and policy.certainty < _LEAST_CERTAINTY:
        gaps.append(f"a patient's name may stay as one of {keeps[0]}: certainty is {policy.certainty:.2f}")
    return gaps


def policy_remarks(policy: Policy) -> list[str]:
    """Remarks on settings of a policy that Safe Harbor neither requires nor plainly allows."""
    remarks = []
    told = policy.actions[Label.DATE] not in (
        *(LabelAction.KEEP, LabelAction.TAG, LabelAction.MASK, LabelAction.REMOVE),
    )
    if told and policy.date_method is not DateMethod.YEAR:
        remarks.append(
            "dates are moved or counted in days, so intervals stay: the rule leaves only years, and whether "
            "intervals are safe is for an expert to say (164.514(b)(1))"
        )
    named = [x for x in Label if x.info.hipaa_number is None and x is not Label.ORGANIZATION]
    stays = [label for label in named if not policy.is_identifier(label)]
    if stays:
        them = ", ".join(stays)
        remarks.append(
            f"{them} stays: the rule does not name it, but beside others it may tell who"
            if len(stays) == 1
            else f"{them} stay: the rule does not name them, but together they may tell who"
        )
    if policy.other_languages is OtherLanguages.ALLOW:
        remarks.append("documents in other languages go out though nobody has read them")
    return remarks


def bundled_policies() -> list[Path]:
    """The policies that come with Chartveil, sorted by name."""
    return sorted((resources_folder() / "policies").glob("*.toml"))


def load_policy(name_or_path: str = DEFAULT_POLICY, *, check_name: bool = True) -> Policy:
    """A bundled policy by its name, or any other by its path.

    Args:
        name_or_path: which.
        check_name: whether one that is named after a regulation has to remove what that removes.

    Raises:
        PolicyError: if there is no such policy, it is not valid, or it promises more than it does.
    """
    path = Path(name_or_path)
    if path.suffix != ".toml":
        path = resources_folder() / "policies" / f"{name_or_path}.toml"
        if not path.is_file():
            known = ", ".join(p.stem for p in bundled_policies())
            raise PolicyError(
                "there is no policy of this name.",
                where=name_or_path,
                remedy=f"Use one of {known}, or the path of a .toml file.",
            )
    try:
        raw = path.read_bytes()
        data = tomllib.loads(raw.decode("utf-8-sig"))
    except OSError as e:
        raise PolicyError(
            f"cannot be read ({e.strerror}).", where=str(path), remedy="Check the path and your rights."
        ) from e
    except UnicodeDecodeError as e:
        raise PolicyError("is not UTF-8 text.", where=str(path), remedy="Save it as UTF-8.") from e
    except tomllib.TOMLDecodeError as e:
        raise PolicyError(
            f"is not valid TOML ({e}).", where=str(path), remedy="Mend the line named, or start from a copy."
        ) from e
    policy = _PolicyReader(str(path), path.stem, hashlib.sha256(raw).hexdigest()).policy(data)
    if check_name:
        check_policy_name(policy, str(path))
    return policy


def check_policy_name(policy: Policy, where: str = "") -> None:
    """Holds a policy to the regulation that its name or title speaks of.

    Raises:
        PolicyError: if it leaves what that removes.
    """
    regulation = regulation_named(policy)
    gaps = policy_gaps(policy, regulation) if regulation else []
    if gaps:
        raise PolicyError(
            f"is named after {regulation}, and leaves what that removes: {'; '.join(gaps)}.",
            where=where or policy.name,
            remedy="Let these labels go, or give the policy (file and title) a name of its own.",
        )


class _PolicyReader:
    """Takes a policy from TOML data and names what is wrong with it."""

    def __init__(self, where: str, name: str, sha256: str) -> None:
        self.where = where
        self.name = name
        self.sha256 = sha256

    def fail(self, key: str, what: str, remedy: str) -> PolicyError:
        return PolicyError(f"key '{key}' {what}.", where=self.where, remedy=remedy)

    def policy(self, data: dict[str, Any]) -> Policy:
        self._known(data, "title description labels detection names dates ages zip language review", "")
        actions = self._actions(self._table(data, "labels"))
        detection = self._section(data, "detection", "threshold doubtful certainty")
        dates = self._section(data, "dates", "method max_shift_days keep_weekday")
        names = self._section(data, "names", "drawn_anew")
        ages = self._section(data, "ages", "method")
        zips = self._section(data, "zip", "method")
        language = self._section(data, "language", "other")
        review = self._section(data, "review", "decide")
        date_method = self._choice(DateMethod, dates, "dates.method", DateMethod.SHIFT)
        if actions[Label.DATE] is LabelAction.GENERALIZE and date_method is DateMethod.SHIFT:
            remedy = 'Write method = "year" or "interval", or DATE = "shift" under [labels].'
            raise self.fail("dates.method", "moves dates, and DATE is to be generalised", remedy)
        return Policy(
            name=self.name,
            title=self._text(data, "title"),
            description=self._text(data, "description"),
            actions=actions,
            threshold=self._score(detection, "threshold", 0.21),
            doubtful=self._score(detection, "doubtful", 0.6),
            certainty=self._score(detection, "certainty", 0.95),
            dates=date_method,
            ages=self._choice(AgeMethod, ages, "ages.method", AgeMethod.OVER_89),
            zips=self._choice(ZipMethod, zips, "zip.method", ZipMethod.ZIP3),
            date_shift_days=self._shift(dates),
            names_anew=self._chance(names),
            keep_weekday=self._keep_weekday(dates),
            must_decide=self._choice(MustDecide, review, "review.decide", MustDecide.DOUBTFUL),
            other_languages=self._choice(OtherLanguages, language, "language.other", OtherLanguages.BLOCK),
            sha256=self.sha256,
        )

    def _section(self, data: dict[str, Any], name: str, known: str) -> dict[str, Any]:
        """A section, which has none but the known keys."""
        table = self._table(data, name)
        self._known(table, known, f"{name}.")
        return table

    def _known(self, table: dict[str, Any], known: str, prefix: str) -> None:
        keys = sorted(known.split())
        for key in table:
            if key not in keys:
                raise self.fail(prefix + key, "is not known", f"Known here: {', '.join(keys)}.")

    def _table(self, data: dict[str, Any], key: str) -> dict[str, Any]:
        value = data.get(key, {})
        if not isinstance(value, dict):
            raise self.fail(key, "is not a section", f"Write [{key}] on a line of its own.")
        return value

    def _text(self, data: dict[str, Any], key: str) -> str:
        value = data.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.fail(key, "is missing or empty", f'Add {key} = "…" at the top of the file.')
        return value

    def _actions(self, table: dict[str, Any]) -> dict[Label, LabelAction]:
        actions = {}
        for key, value in table.items():
            if key not in Label.__members__:
                raise self.fail(f"labels.{key}", "is not a label", f"Labels: {', '.join(Label)}.")
            choices = actions_for(Label(key))
            if value not in choices:
                raise self.fail(f"labels.{key}", "has no such action", f"Use one of {', '.join(choices)}.")
            actions[Label(key)] = LabelAction(value)
        # A label that a policy does not name is replaced, so that a new one is never kept by oversight.
        return {label: actions.get(label, LabelAction.REPLACE) for label in Label}

    def _score(self, table: dict[str, Any], key: str, default: float) -> float:
        value = table.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
            raise self.fail(f"detection.{key}", "is not a number from 0 to 1", f"Use {default}, for one.")
        return float(value)

    def _chance(self, names: dict[str, Any]) -> float:
        value = names.get("drawn_anew", 0)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MOST_NAMES_ANEW:
            what = f"is not a number from 0 to {MOST_NAMES_ANEW}"
            raise self.fail("names.drawn_anew", what, "Use 0 to let names agree.")
        return float(value)

    def _shift(self, dates: dict[str, Any]) -> int:
        value = dates.get("max_shift_days", 365)
        if isinstance(value, bool) or not isinstance(value, int) or not 8 <= value <= 36500:
            raise self.fail("dates.max_shift_days", "is not a number from 8 to 36500", "Use 365, for one.")
        return value

    def _keep_weekday(self, dates: dict[str, Any]) -> bool:
        value = dates.get("keep_weekday", False)
        if not isinstance(value, bool):
            raise self.fail("dates.keep_weekday", "is neither true nor false", "Write true or false.")
        return value

    def _choice(self, kind: type[E], table: dict[str, Any], key: str, default: E) -> E:
        value = table.get(key.split(".")[1], default)
        if value not in set(kind):
            raise self.fail(key, "has no such value", f"Use one of {', '.join(k.value for k in kind)}.")
        return kind(value)


# A policy as the text of a policy file, so that what was chosen in a window can be read by anyone.


def policy_toml(policy: Policy) -> str:
    """The policy as TOML that ``load_policy`` reads back as the same policy, but for name and hash.

    Sections that no action of the policy uses are written too: they are what holds if one is changed. Title
    and description are not to be empty, as a policy file has to have both.
    """
    texts = ("title", "description", "dates", "ages", "zips", "other_languages", "must_decide")
    shares = ("threshold", "doubtful", "certainty", "names_anew")
    return page_template("policy.toml").substitute(
        {name: _toml_string(getattr(policy, name)) for name in texts},
        # As short as a number can be and still be read back the same.
        **{name: repr(float(getattr(policy, name))) for name in shares},
        date_shift_days=policy.date_shift_days,
        labels="\n".join(f"{x.value} = {_toml_string(action)}" for x, action in policy.actions.items()),
        date_methods=" | ".join(DateMethod),
        keep_weekday=str(policy.keep_weekday).lower(),
        language_choices=" | ".join(OtherLanguages),
    )


def policy_file_stem(title: str) -> str:
    """A file name without ending made from a title: small letters, digits, underscores; at most 40.

    Empty where the title has nothing to make one from.
    """
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[^a-z0-9]+", "_", plain.casefold())[:40].strip("_")


def _toml_string(value: str) -> str:
    """A TOML basic string. Control characters are escaped, line breaks with them."""
    out = []
    for char in value:
        if char in '"\\':
            out.append("\\" + char)
        elif char == "\n":
            out.append("\\n")
        elif char < " " or char == "\x7f":
            out.append(f"\\u{ord(char):04x}")
        else:
            out.append(char)
    return f'"{"".join(out)}"'
