"""What a document becomes: the original and the result in step, what changed marked in both."""
