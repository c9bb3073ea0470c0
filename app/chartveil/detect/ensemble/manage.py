"""Lists and checks models: what ``chartveil models`` shows. Adding one is :mod:`.adopt`'s work."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from chartveil.detect.ensemble.manifest import Member, load_manifest, verify
from chartveil.errors import ResourceError


@dataclass(frozen=True, slots=True)
class MemberState:
    """A member and whether its files are those of the list.

    Attributes:
        member: the member.
        size: of its model and tokenizer, in bytes; 0 for what is missing.
        problem: what is wrong with it; empty if nothing is.
    """

    member: Member
    size: int
    problem: str = ""


def states(bundled: Path, site: Path | None) -> list[MemberState]:
    """Every member with the state of its files; none is loaded.

    Raises:
        ResourceError: if a list of models is not valid.
    """
    out = []
    for member in load_manifest(bundled, site):
        size = sum(p.stat().st_size for p in (member.file, member.tokenizer) if p.is_file())
        try:
            verify(member)
        except ResourceError as e:
            out.append(MemberState(member, size, str(e)))
        else:
            out.append(MemberState(member, size))
    return out
