"""What the user does with a spot-check, and what the service says to it."""
