"""Where our own data lies, in a checkout and in an installed wheel alike."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_WHEEL_DATA = _PACKAGE / "_data"
_CHECKOUT = _PACKAGE.parent.parent


def data_root() -> Path:
    """The folder that holds ``resources/``, ``dictionaries/`` and ``models/``."""
    return _WHEEL_DATA if _WHEEL_DATA.is_dir() else _CHECKOUT


def resources() -> Path:
    return data_root() / "resources"


def dictionaries() -> Path:
    return data_root() / "dictionaries"


def models() -> Path:
    return data_root() / "models"
