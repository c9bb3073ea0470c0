"""RapidOCR: its bundled models, and what mends its readings."""
