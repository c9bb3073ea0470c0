"""Text in disguise, written plainly: entities, look-alike letters, letters and digits set apart."""
