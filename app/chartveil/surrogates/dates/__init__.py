"""Surrogates of dates."""
