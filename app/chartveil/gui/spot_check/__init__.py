"""Spot-check: a release brought in, planned, read and judged."""
