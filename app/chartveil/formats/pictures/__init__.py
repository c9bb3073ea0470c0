"""Pictures of pages: PNG, JPEG and TIFF."""
