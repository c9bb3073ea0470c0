"""Patterns made of the words in ``resources/recovery/en/people.toml``, which stand beside people."""

from __future__ import annotations

from chartveil.domain.resource_files import word_lists


def people_words(section: str, name: str) -> tuple[str, ...]:
    """A list of words or phrases, in its order.

    Raises:
        ResourceError: if the file is missing or not valid.
    """
    return word_lists("recovery/en/people.toml", "the list of words beside people")[section][name]


def people_words_pattern(section: str, name: str) -> str:
    """A pattern for each of a list, with one blank between the words of a phrase.

    Raises:
        ResourceError: if the file is missing or not valid.
    """
    phrases = (
        "[ ]".join(f"(?:{word})" if "|" in word else word for word in phrase.split())
        for phrase in people_words(section, name)
    )
    return f"(?:{'|'.join(phrases)})"
