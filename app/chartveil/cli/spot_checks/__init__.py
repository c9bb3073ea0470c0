"""Commands of ``chartveil spotcheck``."""
