"""What the window calls the regions of a page that no text stands for."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from chartveil.domain import RegionKind


def region_words(kind: RegionKind) -> str:
    """What a region seems to be, in words."""

    def tr(text: str) -> str:
        return QCoreApplication.translate("PageRegions", text)

    return {
        RegionKind.UNREAD: tr("Looks like text that was not read, or read with doubt"),
        RegionKind.HANDWRITING: tr("Handwriting"),
        RegionKind.SIGNATURE: tr("Signature"),
        RegionKind.FACE: tr("Face"),
        RegionKind.BARCODE: tr("Barcode or QR code"),
    }[kind]
