"""Commands for the columns of tables: ``chartveil tables``."""
