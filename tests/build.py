"""Small makers for tests."""

from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import Label
from chartveil.domain.span import Evidence, EvidenceKind, Span
from chartveil.domain.tokenized_text import TokenizedText


def document(text, **facts):
    return Document(text, DocumentSource("test.txt", "text", "0" * 64), **facts)


def view(text):
    return TokenizedText(document(text))


def find(text, part, label, score=0.9, name="T", nth=0):
    """A span on the nth place of a part of the text."""
    at = -1
    for _ in range(nth + 1):
        at = text.index(part, at + 1)
    label = Label(label)
    evidence = Evidence(EvidenceKind.RULE, name, label, score)
    return Span(at, at + len(part), label, score, (evidence,))


def shown(text, spans):
    """Spans as (label, text), for reading a failure."""
    return [(s.label.value, text[s.start : s.end]) for s in spans]
