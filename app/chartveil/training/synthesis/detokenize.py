"""Natural text from the tokens of a corpus: blanks where a writer would have put them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import regex

from chartveil.domain import Label
from chartveil.training.sample import Sample, SampleBuilder

_CLOSING = frozenset(".,;:!?%)]}…’”")
_OPENING = frozenset("([{$£€#@“‘~")
_TAIL = regex.compile(r"(?:['’](?:s|S|re|ve|ll|d|m|t|em)|n['’]t|['’])")
_TAIL_WORD = frozenset("s t re ve ll d m S T".split())
_DIGITS = regex.compile(r"\d+")
_POINTS = regex.compile(r"[.,!?;:)\]…]+")
_SMILEY = regex.compile(r"[:;=8][-']?[)(DPpO\]\[/|]+")
_ENTITIES = {"&amp;": "&", "&quot;": '"', "&gt;": ">", "&lt;": "<", "&#39;": "'"}

# Behind one of these, or before one, a hyphen between blanks is a dash and no part of a word.
_FUNCTION_WORDS = frozenset(
    "a an and are as at but by for from he her his i if in is it its my no not of on or our she so that the "
    "their then there they this to was we were what when where which who with you".split()
)

TokenSpans = Sequence[tuple[int, int, tuple[Label, ...]]]


def join_tokens(
    tokens: Sequence[str], spans: TokenSpans, source: str = "", unmarked: Iterable[Label] = ()
) -> Sample:
    """The text of a tokenised sentence.

    Args:
        tokens: not empty strings.
        spans: sorted, disjoint: first token, token behind the last, labels.
        source, unmarked: of the sample.
    """
    labels: list[tuple[int, int, tuple[Label, ...]] | None] = [None] * len(tokens)
    for each in spans:
        labels[each[0] : each[1]] = [each] * (each[1] - each[0])
    builder = SampleBuilder(source, unmarked)
    quoted: set[str] = set()
    gap = ""
    i = 0
    while i < len(tokens):
        span = labels[i]
        end = span[1] if span else i + 1
        builder.add(gap)
        piece = ""
        for j in range(i, end):
            token = tokens[j]
            for entity, plain in _ENTITIES.items():
                token = token.replace(entity, plain)
            inside = labels[j] is not None and j + 1 < end
            gap = _gap(tokens, j, quoted, inside)
            piece += token + (gap if j + 1 < end else "")
        builder.add(piece, *(span[2] if span else ()))
        i = end
    return builder.build()


def _gap(tokens: Sequence[str], i: int, quoted: set[str], inside: bool) -> str:
    """What stands between token ``i`` and the next. ``quoted`` holds the quotation marks that are open."""
    left, right = tokens[i], tokens[i + 1] if i + 1 < len(tokens) else ""
    if left in {'"', "''", "``"}:
        opened = left not in quoted
        quoted.symmetric_difference_update({left})
        if opened:
            return ""
    if not right:
        return ""
    if _SMILEY.fullmatch(right) or (right in {":", ";"} and _after(tokens, i + 2) in {")", "(", "-)"}):
        return " "
    before = tokens[i - 1] if i else ""
    if right in {'"', "''"} and right in quoted:
        return ""
    if left in _OPENING or _POINTS.fullmatch(right) or right in _CLOSING:
        return " " if right in {"“", "‘"} else ""
    if _TAIL.fullmatch(right) and left[-1].isalnum() and right not in {"'"}:
        return ""
    if (
        right in {"'", "’"}
        and left[-1].isalpha()
        and (_after(tokens, i + 2) in _TAIL_WORD or (left[-1] == "s" and "'" not in quoted))
    ):
        return ""
    if left in {"'", "’"} and right in _TAIL_WORD and before[-1:].isalpha():
        return ""
    if regex.fullmatch(r"[A-Z]\.", left) and regex.fullmatch(r"[A-Z]\.", right):
        return ""
    if left in {".", ",", ":"} and _DIGITS.match(right) and before[-1:].isdigit():
        return "" if left != "," or len(right) == 3 else " "
    if "/" in (left, right):
        return ""
    if left == "-" or right == "-":
        return "" if _hyphen(tokens, i if left == "-" else i + 1, inside) else " "
    return " "


def _after(tokens: Sequence[str], i: int) -> str:
    return tokens[i] if i < len(tokens) else ""


def _hyphen(tokens: Sequence[str], i: int, inside: bool) -> bool:
    """Whether the ``-`` at ``i`` joins two parts of one word."""
    left, right = tokens[i - 1] if i else "", _after(tokens, i + 1)
    if not left or not right or not left[-1].isalnum() or not right[0].isalnum():
        return False
    if inside or (left[-1].isdigit() and right[0].isdigit()):
        return True
    if left.lower() in _FUNCTION_WORDS or (right.lower() in _FUNCTION_WORDS and len(right) > 1):
        return right.lower() in {"to", "of", "in", "on", "up"} and left.islower()
    return right[0].islower() or (len(left) == 1 and left.isupper())
