"""What has to be decided before a document can be signed off."""

from __future__ import annotations

from chartveil.policy import MustDecide
from chartveil.review.model import Counts, Item, State

__all__ = ["MustDecide", "blocks", "left_to_decide"]


def blocks(item: Item, must_decide: MustDecide, *, doubtful: bool) -> bool:
    """Whether an item keeps its document from being signed off.

    What was given back never does: leaving it in the text is what was proposed, and the order by risk shows
    where that is worth a look.

    Args:
        item: the item.
        must_decide: what the policy wants decided.
        doubtful: whether the item is doubtful.
    """
    if item.state is not State.PROPOSED or must_decide is MustDecide.NONE:
        return False
    return must_decide is MustDecide.ALL or doubtful


def left_to_decide(counts: Counts, must_decide: MustDecide) -> int:
    """How many items of a document keep it from being signed off."""
    if must_decide is MustDecide.NONE:
        return 0
    return counts.undecided if must_decide is MustDecide.ALL else counts.doubtful
