"""``chartveil tables``."""
