"""Two readers of one document: what they disagree on, and what stands in the end."""
