"""What this program is: version, parts, licences."""

from __future__ import annotations

import platform

from PySide6.QtCore import QCoreApplication, Qt, qVersion
from PySide6.QtWidgets import QMessageBox, QWidget

from chartveil import __version__

translate = QCoreApplication.translate


def show_about(window: QWidget) -> None:
    """Shows version, parts and licences over the window, until the user closes it."""
    box = QMessageBox(window)
    box.setWindowTitle(translate("About", "About Chartveil"))
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(
        translate("About", "Chartveil {version}: de-identifies clinical documents on this machine.").format(
            version=__version__
        )
    )
    box.setInformativeText(
        translate(
            "About",
            "Nothing leaves this machine: no account, no telemetry, no network access.\n\n"
            "Python {python}, Qt {qt}. Apache License 2.0; what it contains of others is in NOTICE.",
        ).format(python=platform.python_version(), qt=qVersion())
    )
    box.exec()
