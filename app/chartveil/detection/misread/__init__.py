"""Misread."""
