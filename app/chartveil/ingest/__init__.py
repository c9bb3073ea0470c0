"""Finding files and reading them into documents.

found = discover(["notes/"], limits)          # refs, skipped, failures
file, form, documents = read_documents(found.refs[0], options)
"""

from chartveil.ingest.archive import Loader
from chartveil.ingest.discover import Failed, Found, Skipped, discover
from chartveil.ingest.reading import read_documents
from chartveil.ingest.refs import InputRef, load

__all__ = ["Failed", "Found", "InputRef", "Loader", "Skipped", "discover", "load", "read_documents"]
