"""What is done with tables."""
