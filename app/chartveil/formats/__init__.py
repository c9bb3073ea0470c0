"""File formats: how each is read into documents and written back with replacements in place.

Reader and writer of a format share one walk over its text and stand side by side in one module,
below ``ingest`` and ``export`` (docs/decisions/0003).
"""
