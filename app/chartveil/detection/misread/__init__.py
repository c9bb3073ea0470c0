"""Mended readings of what OCR misread."""
