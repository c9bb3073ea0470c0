"""Finding files and reading them into documents.

found = discover(["notes/"], limits)          # refs, skipped, failures
file, form, documents = read_documents(found.refs[0], options)
"""

from __future__ import annotations
