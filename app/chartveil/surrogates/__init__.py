"""Replacements for identifiers: made-up ones of the same kind, tags, numbered tags, or masks."""
