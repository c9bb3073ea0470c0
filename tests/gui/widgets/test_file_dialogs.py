"""What Qt's own dialogs would keep of folders that were seen."""

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QFileDialog

from chartveil.gui.widgets import file_dialogs as folders

PHI = "okafor-adaeze-1931"


def test_no_folder_that_was_seen_is_kept(qtbot, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(tmp_path))

    def as_qt_does(*_):
        kept = QSettings(QSettings.Scope.UserScope, "QtProject")
        kept.setValue("FileDialog/lastVisited", f"file:///notes/{PHI}")
        kept.setValue("FileDialog/history", [f"file:///notes/{PHI}"])
        kept.sync()
        return f"/notes/{PHI}"

    monkeypatch.setattr(QFileDialog, "getExistingDirectory", as_qt_does)
    assert folders.ask_folder(None, "Open a folder").name == PHI
    written = [p.read_text(encoding="utf-8") for p in tmp_path.rglob("*") if p.is_file()]
    assert not any(PHI in text for text in written)
