"""A case report: notes, prose, people, and what is written."""
