"""Finding identifiers: rules, dictionaries, models."""
