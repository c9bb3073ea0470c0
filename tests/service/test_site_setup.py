"""What the settings show of a site's own folder."""

import pytest

from chartveil.domain.errors import InputError
from chartveil.domain.labels import Label
from chartveil.service.site_setup import KnownList, known_site_lists

RULE = """[[rule]]
id = "MRN-OURS"
label = "MRN"
pattern = 'QS-[0-9]{6}'
score = 0.9
description = "our medical record number"
"""


def test_the_rules_of_a_site_are_shown_beside_its_lists(tmp_path):
    (tmp_path / "patients.txt").write_text("Quellbrook\nQuellbrook Tarn\nMay\n", encoding="utf-8")
    (tmp_path / "rules.toml").write_text(RULE, encoding="utf-8")
    assert known_site_lists(tmp_path) == [
        KnownList("site/patients", Label.PATIENT, 2, 1),
        KnownList("site/MRN-OURS", Label.MRN, 1, 0),
    ]


def test_a_rule_that_is_wrong_is_told_in_the_settings(tmp_path):
    (tmp_path / "rules.toml").write_text(RULE.replace("QS-", "("), encoding="utf-8")
    with pytest.raises(InputError, match="MRN-OURS is no valid pattern"):
        known_site_lists(tmp_path)
