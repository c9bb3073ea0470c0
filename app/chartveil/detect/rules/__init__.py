"""Rules: patterns with validators, context and a score, one module a family."""
