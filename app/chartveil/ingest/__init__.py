"""Finding files and reading them into documents.

found = discover(["notes/"], limits)          # refs, skipped, failures
file, form, documents = read_documents(found.refs[0], options)
"""

from chartveil.ingest.archive import InputLoader
from chartveil.ingest.discover import FoundInputs, SkippedInput, UnreadableInput, discover_inputs
from chartveil.ingest.reading import read_documents
from chartveil.ingest.refs import InputRef, load_file

__all__ = [
    "FoundInputs",
    "InputLoader",
    "InputRef",
    "SkippedInput",
    "UnreadableInput",
    "discover_inputs",
    "load_file",
    "read_documents",
]
