"""A policy as the text of a policy file, so that what was chosen in a window can be read by anyone."""

from __future__ import annotations

import re
import unicodedata

from chartveil.policy import DateMethod, Policy


def policy_toml(policy: Policy) -> str:
    """The policy as TOML that ``load_policy`` reads back as the same policy, but for name and hash.

    Sections that no action of the policy uses are written too: they are what holds if one is changed. Title
    and description are not to be empty, as a policy file has to have both.
    """
    lines = [
        f"title = {_toml_string(policy.title)}",
        f"description = {_toml_string(policy.description)}",
        "",
        "[labels]",
    ]
    lines += [f"{label.value} = {_toml_string(action.value)}" for label, action in policy.actions.items()]
    lines += [
        "",
        "[detection]",
        f"threshold = {_toml_number(policy.threshold)}   # spans below this score are not taken",
        f"doubtful = {_toml_number(policy.doubtful)}   # taken spans below this score are shown as doubtful",
        "",
        "[dates]",
        f"method = {_toml_string(policy.dates.value)}   # {' | '.join(DateMethod)}",
        f"max_shift_days = {policy.date_shift_days}",
        f"keep_weekday = {str(policy.keep_weekday).lower()}   # by whole weeks",
        "",
        "[ages]",
        f"method = {_toml_string(policy.ages.value)}",
        "",
        "[zip]",
        f"method = {_toml_string(policy.zips.value)}",
        "",
        "[review]",
        f"decide = {_toml_string(policy.must_decide.value)}   # before a document is signed off",
        "",
    ]
    return "\n".join(lines)


def policy_file_stem(title: str) -> str:
    """A file name without ending made from a title: small letters, digits, underscores; at most 40.

    Empty where the title has nothing to make one from.
    """
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[^a-z0-9]+", "_", plain.casefold())[:40].strip("_")


def _toml_number(value: float) -> str:
    """As short as it can be and still be read back the same."""
    return repr(float(value))


def _toml_string(value: str) -> str:
    """A TOML basic string. Control characters are escaped, line breaks with them."""
    out = []
    for char in value:
        if char in '"\\':
            out.append("\\" + char)
        elif char == "\n":
            out.append("\\n")
        elif char < " " or char == "\x7f":
            out.append(f"\\u{ord(char):04x}")
        else:
            out.append(char)
    return f'"{"".join(out)}"'
