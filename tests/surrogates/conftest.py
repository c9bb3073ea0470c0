from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from chartveil.domain.document import Document, DocumentSource
from chartveil.domain.labels import Label
from chartveil.domain.policy import Policy, ReplacementMode, load_policy
from chartveil.domain.span import Replacement, Span, apply_replacements
from chartveil.surrogates.engine import SurrogateEngine
from chartveil.surrogates.lists import SurrogateLists, load_surrogate_lists

KEY = b"0123456789abcdef0123456789abcdef"
_MARK = re.compile(r"\[\[([A-Z_]+)\|(.*?)\]\]", re.DOTALL)


def parse(marked: str, patient: str | None = "p1") -> tuple[Document, list[Span]]:
    """A document from text with ``[[LABEL|surface]]`` marks, and its spans."""
    text, spans, at = "", [], 0
    for m in _MARK.finditer(marked):
        text += marked[at : m.start()]
        spans.append(Span(len(text), len(text) + len(m[2]), Label(m[1]), 1.0))
        text += m[2]
        at = m.end()
    text += marked[at:]
    return Document(text, DocumentSource("note.txt", "txt", "0" * 64), patient_id=patient), spans


def shape(text: str) -> str:
    """The text with each letter and digit told by its class alone."""
    return re.sub(r"[a-z]", "a", re.sub(r"[A-Z]", "A", re.sub(r"\d", "9", text)))


Run = Callable[..., list[str]]


@pytest.fixture(scope="session")
def lists() -> SurrogateLists:
    return load_surrogate_lists()


@pytest.fixture(scope="session")
def policy() -> Policy:
    return load_policy()


@pytest.fixture(scope="session")
def replaced(lists: SurrogateLists) -> Callable[..., list[Replacement]]:
    def run(
        marked: str,
        *,
        patient: str | None = "p1",
        key: bytes = KEY,
        policy: str | Policy = "safe_harbor_plus",
        mode: ReplacementMode = ReplacementMode.SURROGATE,
    ) -> list[Replacement]:
        document, spans = parse(marked, patient)
        chosen = load_policy(policy) if isinstance(policy, str) else policy
        return SurrogateEngine(key, chosen, mode, lists).replacements(document, spans)

    return run


@pytest.fixture(scope="session")
def texts(replaced: Callable[..., list[Replacement]]) -> Run:
    """The replacement texts of a marked text."""
    return lambda marked, **how: [r.text for r in replaced(marked, **how)]


@pytest.fixture(scope="session")
def rewritten(replaced: Callable[..., list[Replacement]]) -> Callable[..., str]:
    """A marked text with its replacements in place."""
    return lambda marked, **how: apply_replacements(
        parse(marked, how.get("patient", "p1"))[0].text, replaced(marked, **how)
    )
