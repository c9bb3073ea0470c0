"""Reads the text of pictures of pages: engines, what is done before and after them, and what they miss."""
