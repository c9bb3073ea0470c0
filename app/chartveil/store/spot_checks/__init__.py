"""Spot-checks as they are stored: what a release held, what was drawn of it, and what readers said."""
