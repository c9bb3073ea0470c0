"""The pages of a document as they were printed, beside its text."""
