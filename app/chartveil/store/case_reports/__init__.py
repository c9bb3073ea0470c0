"""Case reports as they are stored: the notes as they were read, and every decision with the way back."""
