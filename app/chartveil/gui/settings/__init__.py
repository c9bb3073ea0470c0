"""The settings dialog: plain data in, signals out."""
