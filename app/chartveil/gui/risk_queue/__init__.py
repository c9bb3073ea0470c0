"""Risk queue."""
