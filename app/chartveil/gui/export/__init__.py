"""The window in which signed documents are exported."""

from chartveil.gui.export.dialog import ExportDialog
from chartveil.gui.export.model import (
    ExcludedFile,
    ExportCandidates,
    ExportChoice,
    ExportFailure,
    ExportFileResult,
    ExportProgress,
    ExportResult,
    LeakPlace,
)

__all__ = [
    "ExcludedFile",
    "ExportCandidates",
    "ExportChoice",
    "ExportDialog",
    "ExportFailure",
    "ExportFileResult",
    "ExportProgress",
    "ExportResult",
    "LeakPlace",
]
