"""Rules for numbers that stand for a person, an event or an object, and for login names."""

from __future__ import annotations

from chartveil.detect.rules import ids_shapes, ids_vetoes
from chartveil.detect.rules.engine import Rule, RuleDetector, Veto
from chartveil.detect.rules.gates import gated
from chartveil.detect.rules.gates_ids import GATES, VETO_GATES
from chartveil.detect.rules.ids_cues import cue_rule
from chartveil.detect.rules.ids_logins import LOGINS
from chartveil.detect.rules.ids_messages import MESSAGES
from chartveil.detect.rules.ids_tables import table_rule

RULES: tuple[Rule, ...] = gated((cue_rule(), table_rule(), *ids_shapes.SHAPES, *MESSAGES, *LOGINS), GATES)
VETOES: tuple[Veto, ...] = gated(ids_vetoes.VETOES, VETO_GATES)


def detector() -> RuleDetector:
    """A detector with the rules of this family alone."""
    return RuleDetector(RULES, VETOES)
