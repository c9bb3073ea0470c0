"""Occupations climb the ladder of ISCO-08, with article and number as before."""

from __future__ import annotations

import pytest

from chartveil.case_report.indirect_facts.occupations import occupation_ladder, occupations
from chartveil.surrogates.lists import load_surrogate_lists


@pytest.mark.parametrize(
    ("written", "wordings"),
    [
        ("a glassblower", ["a craft worker", "a manual worker"]),
        ("retired glassblowers", ["retired craft workers", "retired manual workers"]),
        ("an electrician", ["an electrical worker", "a manual worker"]),
        ("Glassblower", ["craft worker", "manual worker"]),
        ("pipe welder", ["metal or machinery worker", "manual worker"]),
        ("two apprentice plumbers", ["apprentice building workers", "apprentice manual workers"]),
        ("her fisherman", ["her worker in forestry or fishing", "her outdoor worker"]),
        ("firemen", ["workers in a protective service", "service workers"]),
        ("office clerk", ["office worker"]),
        ("zorb tester", ["worker"]),
    ],
)
def test_ladder(written: str, wordings: list[str]) -> None:
    ladder = occupation_ladder(written)
    assert [r.wording for r in ladder] == [written, *wordings, ""]
    shares = [r.share for r in ladder if r.share is not None]
    assert shares == sorted(shares)


def test_every_occupation_that_a_surrogate_may_have_has_a_group() -> None:
    known = occupations()
    missing = [p for p in load_surrogate_lists().words["professions"] if known.group(p) is None]
    assert missing == []


def test_all_sub_major_groups_of_isco_are_there() -> None:
    codes = sorted({g.code for g in occupations().groups.values()})
    assert len(codes) == 43
    assert {c[0] for c in codes} == set(occupations().major)
