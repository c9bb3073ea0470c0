"""Settings of a worklist that were kept by earlier versions can still be read."""

import json

from chartveil.service.worklist_settings import WorklistSettings


def test_settings_with_pages_kept_as_vectors_are_read_as_pictures():
    old = json.loads(WorklistSettings().to_json())
    old["read"]["pages"]["keep"] = "vectors"
    assert WorklistSettings.from_json(json.dumps(old)) == WorklistSettings()
