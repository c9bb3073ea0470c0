"""The window. The only package that imports Qt; it talks to ``chartveil.service`` alone."""
