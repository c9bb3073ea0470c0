"""Writes a page of ours beside exported files."""

from __future__ import annotations

from pathlib import Path

from chartveil.export.atomic import FolderClaim, write_draft


def write_report_page(folder: Path, html: str, name: str = "report.html") -> str:
    """Writes a report into a folder of outputs, whole or not at all; gives its name.

    Raises:
        OutputError: if it cannot be written.
    """
    with FolderClaim(folder) as claim:
        write_draft(folder, html.encode("utf-8"), claim.token).publish(name)
    return name
