"""The document in the middle of the window: its text as it is, with spans on it."""
