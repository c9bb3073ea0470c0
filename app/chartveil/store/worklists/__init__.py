"""Worklists."""
