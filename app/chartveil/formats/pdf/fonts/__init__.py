"""The fonts of PDFs: whether they are to be believed, and which are the same on every computer."""
