"""Word."""
