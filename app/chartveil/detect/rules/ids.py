"""Rules for numbers that stand for a person, an event or an object, and for login names."""

from __future__ import annotations

from chartveil.detect.rules import ids_vetoes
from chartveil.detect.rules.engine import Rule, RuleDetector, Veto
from chartveil.detect.rules.gates import with_prefilters
from chartveil.detect.rules.gates_ids import PREFILTERS, VETO_PREFILTERS
from chartveil.detect.rules.ids_cues import cued_number_rule
from chartveil.detect.rules.ids_logins import LOGIN_RULES
from chartveil.detect.rules.ids_messages import MESSAGE_RULES
from chartveil.detect.rules.ids_shapes import SHAPE_RULES
from chartveil.detect.rules.ids_tables import number_column_rule

RULES: tuple[Rule, ...] = with_prefilters(
    (cued_number_rule(), number_column_rule(), *SHAPE_RULES, *MESSAGE_RULES, *LOGIN_RULES),
    PREFILTERS,
)
VETOES: tuple[Veto, ...] = with_prefilters(ids_vetoes.ID_VETOES, VETO_PREFILTERS)


def detector() -> RuleDetector:
    """A detector with the rules of this family alone."""
    return RuleDetector(RULES, VETOES)
