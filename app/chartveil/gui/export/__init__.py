"""The window in which signed documents are exported."""

from chartveil.gui.export.dialog import ExportDialog
from chartveil.gui.export.model import (
    Exportables,
    ExportChoice,
    ExportFailure,
    ExportProgress,
    ExportResult,
    FileResult,
    LeakPlace,
    LeftOut,
)

__all__ = [
    "ExportChoice",
    "ExportDialog",
    "ExportFailure",
    "ExportProgress",
    "ExportResult",
    "Exportables",
    "FileResult",
    "LeakPlace",
    "LeftOut",
]
