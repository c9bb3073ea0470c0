"""The current time, as stores and records keep it."""

from __future__ import annotations

import datetime as dt


def utc_timestamp() -> str:
    """The time now in UTC, as ISO 8601 with seconds."""
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")
