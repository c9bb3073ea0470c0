"""The settings dialog: plain data in, signals out."""

from chartveil.gui.settings.asking import UserPrompts
from chartveil.gui.settings.data import (
    DeviceRow,
    KeyInfo,
    ModelRow,
    PatientFileInfo,
    PolicyRow,
    SettingsData,
    SiteInfo,
    SiteListInfo,
)
from chartveil.gui.settings.dialog import SettingsDialog, SettingsPageName

__all__ = [
    "DeviceRow",
    "KeyInfo",
    "ModelRow",
    "PatientFileInfo",
    "PolicyRow",
    "SettingsData",
    "SettingsDialog",
    "SettingsPageName",
    "SiteInfo",
    "SiteListInfo",
    "UserPrompts",
]
