"""Spot-checks of releases: frames, draws, readings, forms, verdicts."""
