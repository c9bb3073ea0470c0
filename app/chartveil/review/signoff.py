"""What has to be decided before a document can be signed off."""

from __future__ import annotations

from chartveil.policy import MustDecide
from chartveil.review.model import DecisionState, ReviewCounts, ReviewItem

__all__ = ["MustDecide", "blocks_sign_off", "count_blocking_items"]


def blocks_sign_off(item: ReviewItem, must_decide: MustDecide, *, doubtful: bool) -> bool:
    """Whether an item keeps its document from being signed off.

    What was given back never does: leaving it in the text is what was proposed, and the order by risk shows
    where that is worth a look.

    Args:
        item: the item.
        must_decide: what the policy wants decided.
        doubtful: whether the item is doubtful.
    """
    if item.state is not DecisionState.PROPOSED or must_decide is MustDecide.NONE:
        return False
    return must_decide is MustDecide.ALL or doubtful


def count_blocking_items(counts: ReviewCounts, must_decide: MustDecide) -> int:
    """How many items of a document keep it from being signed off."""
    if must_decide is MustDecide.NONE:
        return 0
    return counts.undecided if must_decide is MustDecide.ALL else counts.doubtful
