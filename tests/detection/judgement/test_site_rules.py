"""What a site's own rule finds stays without the networks, unless its entry asks for them."""

import pytest

from chartveil.detection.judgement.calibration import load_calibration
from chartveil.detection.judgement.judge import Judge
from chartveil.detection.rules.engine import RuleDetector
from chartveil.detection.rules.rule_files import load_site_rules
from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.tokenized_text import TokenizedText

RULE = """[[rule]]
id = "MRN-OURS"
label = "MRN"
pattern = 'QS-[0-9]{6}'
score = 0.8
description = "our medical record number"
"""


class Networks:
    """Networks that agree so far on everything."""

    def __init__(self, agreement):
        self.agreed = agreement

    def agreement(self, view, start, end):
        return self.agreed

    def is_bundled(self, member):
        return True


@pytest.mark.parametrize(
    ("entry", "agreement", "stays"),
    [(RULE, 0.0, True), (RULE + "agreement = 0.4\n", 0.0, False), (RULE + "agreement = 0.4\n", 0.9, True)],
)
def test_whether_a_find_of_a_sites_rule_stays(tmp_path, entry, agreement, stays):
    (tmp_path / "rules.toml").write_text(entry, encoding="utf-8")
    rules = RuleDetector(load_site_rules(tmp_path, ()).rules)
    view = TokenizedText(Document("chart QS-220481", DocumentSource("case", "txt", "0" * 64)))
    judge = Judge(Networks(agreement), rules.rule, load_calibration(), {})
    assert bool(judge.judge(view, rules.detect(view), 0.5)) == stays
