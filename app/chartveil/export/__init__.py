"""Writing outputs: to a temporary file, read back, checked for leaks, then renamed."""
