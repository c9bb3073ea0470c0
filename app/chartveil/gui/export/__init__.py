"""The window in which signed documents are exported."""
