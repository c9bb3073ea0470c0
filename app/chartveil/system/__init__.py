"""The machine: files, processes, limits of time."""
