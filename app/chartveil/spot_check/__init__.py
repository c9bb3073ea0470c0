"""Spot-check: whether a release that somebody made, with any tool, is safe, and how sure one may be."""
