"""Pages of any format: their words and regions, as pictures, read by OCR, covered by boxes."""
