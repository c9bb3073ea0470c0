"""What the models and delegates of Qt's item views share."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex

Index = QModelIndex | QPersistentModelIndex
"""What Qt hands to models and delegates."""
NO_PARENT = QModelIndex()
"""The default parent of rows in a list or table, in signatures that Qt gives."""
