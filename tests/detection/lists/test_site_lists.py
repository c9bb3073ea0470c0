"""The folder of the site's own lists: nothing in it is passed over in silence."""

import pytest

from chartveil.detection.lists.site_lists import load_site_lists
from chartveil.domain.errors import ResourceError


def test_lists_are_read_and_a_readme_and_rules_may_lie_beside_them(tmp_path):
    (tmp_path / "patients.txt").write_text("Quellbrook\n", encoding="utf-8")
    (tmp_path / "README.md").write_text("ours")
    (tmp_path / ".hidden").write_text("")
    (tmp_path / "rules.toml").write_text("")
    (tmp_path / "rules").mkdir()
    assert [site.name for site in load_site_lists(tmp_path, lambda word: False)] == ["site/patients"]


@pytest.mark.parametrize("name", ["patients.csv", "providers.xlsx", "clinics"])
def test_a_list_in_another_form_is_an_error(tmp_path, name):
    (tmp_path / "patients.txt").write_text("Quellbrook\n", encoding="utf-8")
    (tmp_path / name).write_text("Quellbrook\n")
    with pytest.raises(ResourceError, match=f"{name}: is no list.*Save it as UTF-8 text"):
        load_site_lists(tmp_path, lambda word: False)
