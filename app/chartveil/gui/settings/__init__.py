"""The settings dialog: plain data in, signals out."""

from chartveil.gui.settings.asking import Asking
from chartveil.gui.settings.data import (
    DeviceRow,
    KeyFacts,
    ModelRow,
    PatientListFacts,
    PolicyRow,
    SettingsData,
    SiteFacts,
    SiteListFacts,
)
from chartveil.gui.settings.dialog import PageName, SettingsDialog

__all__ = [
    "Asking",
    "DeviceRow",
    "KeyFacts",
    "ModelRow",
    "PageName",
    "PatientListFacts",
    "PolicyRow",
    "SettingsData",
    "SettingsDialog",
    "SiteFacts",
    "SiteListFacts",
]
