"""Prefilters."""
