"""One module for each family of bundled dictionaries; ``scripts/compile_dictionaries.py`` runs them."""
