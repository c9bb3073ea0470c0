"""The encrypted store of worklists: files, documents, items, decisions and signatures."""
