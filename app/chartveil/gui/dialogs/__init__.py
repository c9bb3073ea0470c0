"""Dialogs that belong to no single page."""
