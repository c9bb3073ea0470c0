"""The blank picture that takes the place of pictures in a copy: they cannot be read and may show anything."""

import base64

BLANK_PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b550000000a4944415478da63f80f0001"
    "0101001cb08c990000000049454e44ae426082"
)
"""A PNG of one white pixel, to be stretched to the size of what it replaces."""
BLANK_DATA_URL = "data:image/png;base64," + base64.b64encode(BLANK_PNG).decode("ascii")
"""The same as the source of an HTML image."""
