"""Ages."""
