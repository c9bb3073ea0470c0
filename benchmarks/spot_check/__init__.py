"""Made releases with known leaks, read by made readers: whether the bounds of a spot-check hold."""
