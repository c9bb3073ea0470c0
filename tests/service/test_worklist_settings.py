"""Settings of a worklist that were kept by earlier versions can still be read."""

import json

import pytest

from chartveil.domain.errors import StoreError
from chartveil.domain.patient_source import PatientSource
from chartveil.formats.base import ReadOptions
from chartveil.service.worklist_settings import WorklistSettings


def test_settings_with_pages_kept_as_vectors_are_read_as_pictures():
    old = json.loads(WorklistSettings().to_json())
    old["read"]["pages"]["keep"] = "vectors"
    assert WorklistSettings.from_json(json.dumps(old)) == WorklistSettings()


def test_what_tells_the_patient_is_kept_and_was_the_column_before():
    by_folder = ReadOptions(patients_from=PatientSource.parse("folder:P{patient}"))
    settings = WorklistSettings(read=by_folder)
    assert WorklistSettings.from_json(settings.to_json()) == settings
    old = json.loads(WorklistSettings().to_json())
    del old["read"]["patients_from"]
    assert WorklistSettings.from_json(json.dumps(old)) == WorklistSettings()


def test_a_worklist_of_before_profiles_goes_on_with_the_small_models():
    careful = WorklistSettings(profile="careful")
    assert WorklistSettings.from_json(careful.to_json()) == careful
    old = json.loads(WorklistSettings().to_json())
    del old["profile"]
    assert WorklistSettings.from_json(json.dumps(old)).profile == "quick"


def test_a_profile_that_there_is_not_is_no_settings():
    strange = json.loads(WorklistSettings().to_json()) | {"profile": "thorough"}
    with pytest.raises(StoreError, match="settings of the worklist"):
        WorklistSettings.from_json(json.dumps(strange))
