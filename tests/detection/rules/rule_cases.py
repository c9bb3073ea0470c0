"""Made-up texts as rules see them."""

from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.tokenized_text import TokenizedText


def view_of(text: str) -> TokenizedText:
    """A view of a text that belongs to no file."""
    return TokenizedText(Document(text, DocumentSource("case", "txt", "0" * 64)))
