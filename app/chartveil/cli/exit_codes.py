"""Exit codes, as ``docs/cli.md`` tells them. For wrong options click ends with 2."""

DONE = 0
SOME_FAILED = 1
"""Some files failed; the rest is done."""
NOTHING_DONE = 3
"""Nothing could be done: no input, no such policy, no place to write."""
STOPPED = 130
"""The user stopped it; finished files are whole."""
INTERNAL_ERROR = 70
"""A mistake of ours (``EX_SOFTWARE``)."""
