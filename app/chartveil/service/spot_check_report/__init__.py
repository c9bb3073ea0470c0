"""What a spot-check leads to: a signed report, searches of the rest, a mended release, leaks told later."""
