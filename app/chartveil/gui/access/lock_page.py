"""What the window shows while it is locked: nothing of a document, and a field for the passphrase."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from chartveil.domain.paths import UserPaths
from chartveil.gui.access.dialogs import PassphraseForm
from chartveil.gui.widgets.layouts import column, row, text_label

_FORM_WIDTH = 460


class LockPage(QWidget):
    """Covers the window.

    Args:
        user_paths: where the key file lies.
        opened: is called with the key that a passphrase opened.
    """

    def __init__(self, user_paths: UserPaths, opened: Callable[[bytes], object]) -> None:
        super().__init__()
        self.form = PassphraseForm(user_paths, opened)
        self.form.setFixedWidth(_FORM_WIDTH)
        self.setAccessibleName(self.tr("Locked"))
        column(
            ...,
            row(..., text_label(self.tr("Locked"), "title", wrap=False), ...),
            row(..., text_label(self.tr("What was begun goes on."), "muted", wrap=False), ...),
            row(..., self.form, ...),
            ...,
            parent=self,
            gap=16,
        )
        self.setFocusProxy(self.form)
