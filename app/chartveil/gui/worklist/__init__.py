"""The list of documents of a worklist."""
