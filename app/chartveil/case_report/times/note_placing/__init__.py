"""Places the times of one note, in their order."""
