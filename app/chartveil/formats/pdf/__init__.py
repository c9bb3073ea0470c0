"""PDF: opened and read with PDFium, written anew as redacted pictures of pages, searched for leaks."""
