"""The list of places that are left to look at, by risk."""
