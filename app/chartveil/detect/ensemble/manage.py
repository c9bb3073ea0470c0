"""Lists and checks models: what ``chartveil models`` shows. Adding one is :mod:`.adopt`'s work."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from chartveil.detect.ensemble.manifest import EnsembleMember, load_members, verify_member
from chartveil.errors import ResourceError


@dataclass(frozen=True, slots=True)
class MemberStatus:
    """A member and whether its files are those of the list.

    Attributes:
        member: the member.
        size_bytes: of its model and tokenizer, in bytes; 0 for what is missing.
        problem: what is wrong with it; empty if nothing is.
    """

    member: EnsembleMember
    size_bytes: int
    problem: str = ""


def member_statuses(bundled: Path, site: Path | None) -> list[MemberStatus]:
    """Every member with the state of its files; none is loaded.

    Raises:
        ResourceError: if a list of models is not valid.
    """
    out = []
    for member in load_members(bundled, site):
        size = sum(p.stat().st_size for p in (member.file, member.tokenizer) if p.is_file())
        try:
            verify_member(member)
        except ResourceError as e:
            out.append(MemberStatus(member, size, str(e)))
        else:
            out.append(MemberStatus(member, size))
    return out
