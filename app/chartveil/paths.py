"""Where our own data lies, in a checkout and in an installed wheel alike, and where the user's does."""

from __future__ import annotations

import os
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_WHEEL_DATA = _PACKAGE / "_data"
_CHECKOUT = _PACKAGE.parent.parent


def data_root() -> Path:
    """The folder that holds ``resources/``, ``dictionaries/`` and ``models/``."""
    return _WHEEL_DATA if _WHEEL_DATA.is_dir() else _CHECKOUT


def resources_folder() -> Path:
    return data_root() / "resources"


def dictionaries_folder() -> Path:
    return data_root() / "dictionaries"


def models_folder() -> Path:
    return data_root() / "models"


def user_data_folder() -> Path:
    """Folder for this user's key, workspace, worklists: ``CHARTVEIL_HOME``, or the system's usual place."""
    named = os.environ.get("CHARTVEIL_HOME")
    if named:
        return Path(named)
    from platformdirs import user_data_path

    return Path(user_data_path("chartveil", appauthor=False))
