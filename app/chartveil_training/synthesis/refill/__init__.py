"""Refill."""
