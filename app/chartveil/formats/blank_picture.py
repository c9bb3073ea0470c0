"""What stands in the place of a picture, which cannot be read here and may show anything."""

BLANK_PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a4944415478da63f80f0001"
    "0101001cb08c990000000049454e44ae426082"
)
"""A PNG of one white pixel, to be stretched to the size of what it replaces."""
