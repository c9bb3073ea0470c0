"""The page on which a document is reviewed."""
