"""Days that are counted from an event: after an operation, in hospital, of a life or a treatment."""
