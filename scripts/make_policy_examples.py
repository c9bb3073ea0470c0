#!/usr/bin/env python3
"""Writes the examples of docs/policies.md: one made-up note under each bundled policy, in three styles.

    python scripts/make_policy_examples.py

What stands between the two marks of the page is replaced; the same lists give the same text.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "app"))

from chartveil.domain.policy import ReplacementMode, bundled_policies, load_policy, policy_gaps  # noqa: E402
from chartveil.domain.span import apply_replacements  # noqa: E402
from chartveil.service.site_setup import (  # noqa: E402
    EXAMPLE_SPANS,
    EXAMPLE_TEXT,
    example_replacements,
)

PAGE = ROOT / "docs" / "policies.md"
BEGIN, END = "<!-- examples: scripts/make_policy_examples.py -->", "<!-- end of examples -->"
STYLES = (ReplacementMode.SURROGATE, ReplacementMode.TAG, ReplacementMode.MASK)


def examples() -> str:
    """The examples as the page shows them."""
    out = [f"Before: {EXAMPLE_TEXT}"]
    for path in bundled_policies():
        policy = load_policy(path.stem)
        gaps = policy_gaps(policy)
        left = f"Leaves what Safe Harbor removes: {'; '.join(gaps)}." if gaps else "Leaves nothing of it."
        out.append(f"**{policy.title}.** {left}")
        lines = []
        for style in STYLES:
            made = example_replacements(EXAMPLE_TEXT, EXAMPLE_SPANS, policy, style)
            lines.append(f"- `{style}`: {apply_replacements(EXAMPLE_TEXT, made)}")
        out.append("\n".join(lines))
    return "\n\n".join(out)


def with_examples(page: str) -> str:
    """The page with its examples made anew."""
    head, _, rest = page.partition(BEGIN)
    return f"{head}{BEGIN}\n{examples()}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    PAGE.write_text(with_examples(PAGE.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
