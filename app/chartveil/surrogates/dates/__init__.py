"""Dates."""
