"""Columns of tables, chosen in the window."""
