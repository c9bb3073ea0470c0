"""What becomes of detected spans: agreement, merging, recovery of medical terms, propagation."""
