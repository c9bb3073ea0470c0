"""What Chartveil keeps on the disk: the worklists, the workspace with its audit log, and the user's key."""
