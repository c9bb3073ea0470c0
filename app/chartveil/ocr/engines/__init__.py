"""OCR engines behind one interface."""
