"""Indirect facts: what tells people who know the patient whom a text is about."""
