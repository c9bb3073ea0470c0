"""Measures of the case report, each printed by its own command."""
