"""The style sheet: flat, quiet, on a grid of eight pixels, with a ring around what has the keyboard."""

from __future__ import annotations

from string import Template

from PySide6.QtGui import QColor

from chartveil.domain.paths import resources_folder
from chartveil.gui.theme.colors import DISABLED_FADE, Theme, ThemeName, mix_colors
from chartveil.gui.theme.fonts import DEFAULT_TEXT_SIZE, text_sizes


def stylesheet(theme: Theme, font_size: int = DEFAULT_TEXT_SIZE) -> str:
    """The style sheet of the application.

    Args:
        theme: gives the colours.
        font_size: of documents' text in logical pixels; the window's texts and controls follow it.
    """
    size = text_sizes(font_size)
    line = round(size.body * 1.5)
    values: dict[str, object] = {name: color.name() for name, color in style_colors(theme).items()}
    values |= {
        "body": size.body,
        "small": size.small,
        "heading": size.heading,
        "title": size.title,
        "line": line,
        "box": round(size.body * 1.25),
        "round": round(size.body * 1.25) // 2,
        "row": round(size.body * 2.2),
        "controls": (resources_folder() / "icons" / "controls" / theme.name.value).as_posix(),
    }
    parts = [_BASE, _BUTTONS, _CHOICES, _INPUTS, _LISTS, _BARS, _MENUS]
    if theme.name is ThemeName.CONTRAST:
        parts.append(_CONTRAST)
    return Template("\n".join(parts)).substitute(values)


def style_colors(theme: Theme) -> dict[str, QColor]:
    """Every colour of the style sheet by name: the tokens, and states mixed from them."""
    return {
        "window": theme.window,
        "page": theme.page,
        "raised": theme.raised,
        "border": theme.border,
        "rule": mix_colors(theme.window, theme.border, 1.0 if theme.name is ThemeName.CONTRAST else 0.4),
        "text": theme.text,
        "muted": theme.muted,
        "pale": mix_colors(theme.text, theme.window, DISABLED_FADE),
        "accent": theme.accent,
        "accent_hover": mix_colors(theme.accent, theme.text, 0.16),
        "accent_pressed": mix_colors(theme.accent, theme.text, 0.32),
        "on_accent": theme.on_accent,
        "focus": theme.focus,
        "danger": theme.danger,
        "warning": theme.warning,
        "success": theme.success,
        "selection": theme.selection,
        "on_selection": theme.on_selection,
        "hover": mix_colors(theme.raised, theme.text, 0.06 if not theme.dark else 0.1),
        "pressed": mix_colors(theme.raised, theme.text, 0.12 if not theme.dark else 0.15),
        "window_hover": mix_colors(theme.window, theme.text, 0.07 if not theme.dark else 0.12),
        "row_hover": mix_colors(theme.page, theme.text, 0.04 if not theme.dark else 0.07),
        "off": mix_colors(theme.window, theme.text, 0.05),
    }


_BASE = """
* { font-size: ${body}px; }
QWidget { color: $text; }
QMainWindow, QDialog { background: $window; }
QToolTip { background: $raised; color: $text; border: 1px solid $border; padding: 4px 8px; }
QLabel { background: transparent; }
QLabel:disabled { color: $pale; }
QLabel[role="title"] { font-size: ${title}px; font-weight: 600; }
QLabel[role="heading"] { font-size: ${heading}px; font-weight: 600; }
QLabel[role="strong"] { font-weight: 600; }
QLabel[role="small"] { font-size: ${small}px; color: $muted; }
QLabel[role="muted"] { color: $muted; }
QLabel[role="danger"] { color: $danger; }
QLabel[role="warning"] { color: $warning; }
QLabel[role="success"] { color: $success; }
QFrame[card="true"] { background: $raised; border: 1px solid $rule; border-radius: 6px; }
QFrame[bar="true"] { background: $window; border: none; }
QFrame[remark="true"] { background: $raised; border: 1px solid $warning; border-radius: 6px; }
QFrame[frameShape="4"], QFrame[frameShape="5"] { color: $rule; }
QScrollArea { background: transparent; border: none; }
QScrollArea > QWidget > QWidget { background: transparent; }
QSplitter::handle { background: $rule; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QSplitter::handle:hover { background: $accent; }
QGroupBox { border: none; border-top: 1px solid $rule; margin-top: ${line}px; padding-top: 12px; }
QGroupBox::title {
    subcontrol-origin: margin; subcontrol-position: top left; padding: 0 8px 0 0;
    font-weight: 600; color: $text; background: $window;
}
"""

# The focused button gives a pixel of its padding to the ring, so that nothing moves. A primary button has
# the ring's own colour, so a gap parts the two: the lines of its double border are as pale as its text, and
# what shows between them is the ring.
_BUTTONS = """
QPushButton {
    background: $raised; color: $text; border: 1px solid $border; border-radius: 4px;
    padding: 5px 15px; min-height: ${line}px;
}
QPushButton:hover { background: $hover; }
QPushButton:pressed, QPushButton:checked { background: $pressed; }
QPushButton:focus { border: 2px solid $focus; padding: 4px 14px; }
QPushButton:disabled { background: $off; color: $pale; border-color: $rule; }
QPushButton[primary="true"] {
    background: $accent; color: $on_accent; border-color: $accent; font-weight: 600;
}
QPushButton[primary="true"]:hover { background: $accent_hover; border-color: $accent_hover; }
QPushButton[primary="true"]:pressed { background: $accent_pressed; border-color: $accent_pressed; }
QPushButton[primary="true"]:focus {
    border: 6px double $on_accent; padding: 0 10px; border-radius: 5px;
}
QPushButton[primary="true"]:disabled { background: $off; color: $pale; border: 1px solid $rule; }
QPushButton[danger="true"] { color: $danger; border-color: $danger; }
QPushButton[danger="true"]:focus { border-color: $focus; }
QPushButton[danger="true"]:disabled { color: $pale; border-color: $rule; }
QPushButton[quiet="true"], QToolButton {
    background: transparent; border: 1px solid transparent; border-radius: 4px; color: $text;
}
QPushButton[quiet="true"] { padding: 5px 7px; }
LabelButton { text-align: left; }
QToolButton { padding: 5px; }
QPushButton[quiet="true"]:hover, QToolButton:hover { background: $window_hover; }
QPushButton[quiet="true"]:pressed, QToolButton:pressed, QToolButton:checked { background: $pressed; }
QToolButton:checked { border-color: $border; }
QPushButton[quiet="true"]:focus { border: 2px solid $focus; padding: 4px 6px; }
QToolButton:focus { border: 2px solid $focus; padding: 4px; }
QPushButton[quiet="true"]:disabled, QToolButton:disabled { background: transparent; color: $pale; }
QToolButton[popupMode="1"] { padding-right: 20px; }
QToolButton::menu-indicator { image: url("$controls/down.svg"); width: 12px; height: 12px; }
QToolButton::menu-button { border: none; width: 20px; }
"""

_CHOICES = """
QCheckBox, QRadioButton {
    spacing: 8px; padding: 2px 4px; background: transparent;
    border: 2px solid transparent; border-radius: 4px;
}
QCheckBox:focus, QRadioButton:focus { border-color: $focus; }
QCheckBox:disabled, QRadioButton:disabled { color: $pale; }
QCheckBox::indicator, QRadioButton::indicator, QAbstractItemView::indicator, QGroupBox::indicator {
    width: ${box}px; height: ${box}px; border: 1px solid $border; background: $page;
}
QCheckBox::indicator, QAbstractItemView::indicator, QGroupBox::indicator { border-radius: 3px; }
QRadioButton::indicator { border-radius: ${round}px; }
QCheckBox::indicator:hover, QRadioButton::indicator:hover { border-color: $accent; background: $row_hover; }
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked, QGroupBox::indicator:checked {
    background: $accent; border-color: $accent; image: url("$controls/check.svg");
}
QRadioButton::indicator:checked {
    background: $accent; border-color: $accent; image: url("$controls/dot.svg");
}
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled, QAbstractItemView::indicator:disabled {
    background: $off; border-color: $rule;
}
QCheckBox::indicator:checked:disabled, QRadioButton::indicator:checked:disabled,
QAbstractItemView::indicator:checked:disabled { background: $pale; border-color: $pale; }
QSlider::groove:horizontal { height: 4px; background: $rule; border-radius: 2px; }
QSlider::sub-page:horizontal { background: $accent; border-radius: 2px; }
QSlider::handle:horizontal {
    width: 16px; height: 16px; margin: -6px 0; border-radius: 8px; background: $accent; border: none;
}
QSlider:focus { border: 2px solid $focus; border-radius: 4px; }
QProgressBar { background: $off; border: 1px solid $rule; border-radius: 4px; max-height: 8px; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }
"""

_INPUTS = """
QLineEdit, QTextEdit, QPlainTextEdit, QAbstractSpinBox, QComboBox, QKeySequenceEdit QLineEdit {
    background: $page; color: $text; border: 1px solid $border; border-radius: 4px;
    selection-background-color: $selection; selection-color: $on_selection; placeholder-text-color: $muted;
}
QLineEdit, QAbstractSpinBox, QComboBox { padding: 5px 8px; min-height: ${line}px; }
QTextEdit, QPlainTextEdit { padding: 8px; }
QLineEdit:focus, QAbstractSpinBox:focus, QComboBox:focus { border: 2px solid $focus; padding: 4px 7px; }
QTextEdit:focus, QPlainTextEdit:focus { border: 2px solid $focus; padding: 7px; }
QLineEdit:disabled, QTextEdit:disabled, QPlainTextEdit:disabled,
QAbstractSpinBox:disabled, QComboBox:disabled {
    background: $off; color: $pale; border-color: $rule;
}
QLineEdit:read-only { background: $window; }
QLineEdit[invalid="true"], QAbstractSpinBox[invalid="true"] { border: 2px solid $danger; padding: 4px 7px; }
QComboBox:hover { background: $row_hover; }
QComboBox::drop-down { border: none; width: 24px; }
QComboBox::down-arrow { image: url("$controls/down.svg"); width: 14px; height: 14px; }
QComboBox QAbstractItemView {
    background: $raised; border: 1px solid $border; padding: 4px; outline: none;
    selection-background-color: $selection; selection-color: $on_selection;
}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {
    border: none; width: 20px; background: transparent;
}
QAbstractSpinBox::up-button { subcontrol-position: top right; }
QAbstractSpinBox::down-button { subcontrol-position: bottom right; }
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover { background: $hover; }
QAbstractSpinBox::up-arrow { image: url("$controls/up.svg"); width: 12px; height: 12px; }
QAbstractSpinBox::down-arrow { image: url("$controls/down.svg"); width: 12px; height: 12px; }
QAbstractSpinBox QLineEdit, QComboBox QLineEdit {
    border: none; padding: 0; min-height: 0; background: transparent; border-radius: 0;
}
QTableView QComboBox, QTableView QLineEdit { min-height: 0; padding: 2px 6px; }
DocumentView, DocumentView:focus { border: none; border-radius: 0; padding: 0; }
PreviewText { border: 2px solid $page; border-radius: 0; padding: 6px 2px 6px 10px; }
PreviewText:focus { border-color: $focus; padding: 6px 2px 6px 10px; }
"""

_LISTS = """
QAbstractItemView {
    background: $page; color: $text; border: 1px solid $rule; border-radius: 4px; outline: none;
    selection-background-color: $selection; selection-color: $on_selection;
}
QAbstractItemView:focus { border: 2px solid $focus; }
QTableView { gridline-color: $rule; alternate-background-color: $page; }
QTableView::item, QTreeView::item, QListView::item { padding: 4px 8px; border: none; }
QListView::item { min-height: ${line}px; }
QTableView::item:hover, QTreeView::item:hover, QListView::item:hover { background: $row_hover; }
QTableView::item:selected, QTreeView::item:selected, QListView::item:selected {
    background: $selection; color: $on_selection;
}
QHeaderView { background: $window; border: none; }
QHeaderView::section {
    background: $window; color: $muted; font-size: ${small}px; padding: 6px 11px; border: none;
    border-bottom: 1px solid $rule;
}
QHeaderView::section:hover { color: $text; }
QHeaderView::down-arrow { image: url("$controls/down.svg"); width: 12px; height: 12px; }
QHeaderView::up-arrow { image: url("$controls/up.svg"); width: 12px; height: 12px; }
QTableCornerButton::section { background: $window; border: none; }
QListView[nav="true"] { background: $window; border: none; border-radius: 0; }
QListView[nav="true"]::item { border-radius: 4px; padding: 4px 8px; margin: 1px 0; }
QListView[nav="true"]::item:hover { background: $window_hover; }
QListView[nav="true"]::item:selected { background: $selection; color: $on_selection; }
QListView[nav="true"]:focus { border: none; }
QListView[nav="true"]::item:focus { border: 2px solid $focus; padding: 2px 6px; }
"""

_BARS = """
QScrollBar { background: transparent; border: none; }
QScrollBar:vertical { width: 14px; }
QScrollBar:horizontal { height: 14px; }
QScrollBar::handle { background: $border; border-radius: 4px; margin: 3px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::handle:hover { background: $muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QTabWidget::pane { border: none; border-top: 1px solid $rule; }
QTabBar { background: transparent; }
QTabBar::tab {
    background: transparent; color: $muted; padding: 7px 14px; border: 2px solid transparent;
    border-bottom: 3px solid transparent;
}
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $text; border-bottom-color: $accent; }
QTabBar::tab:focus { border: 2px solid $focus; border-radius: 4px; }
QStatusBar { background: $window; color: $muted; }
QStatusBar::item { border: none; }
QToolBar { background: $window; border: none; spacing: 4px; padding: 4px; }
"""

_MENUS = """
QMenuBar { background: $window; border: none; padding: 2px 4px; }
QMenuBar::item { background: transparent; padding: 5px 10px; border-radius: 4px; }
QMenuBar::item:selected { background: $window_hover; }
QMenuBar::item:pressed { background: $selection; color: $on_selection; }
QMenu { background: $raised; border: 1px solid $border; padding: 4px; }
QMenu::item { padding: 5px 24px 5px 12px; border-radius: 3px; }
QMenu::item:selected { background: $selection; color: $on_selection; }
QMenu::item:disabled { color: $pale; background: transparent; }
QMenu::icon { padding-left: 8px; }
QMenu::separator { height: 1px; background: $rule; margin: 4px 8px; }
"""

# Here backgrounds are all black, so that lines have to say what is hovered, pressed and chosen.
_CONTRAST = """
QPushButton:hover, QToolButton:hover, QComboBox:hover { border-color: $accent; }
QPushButton:disabled, QPushButton[primary="true"]:disabled, QLineEdit:disabled, QComboBox:disabled {
    border-style: dashed;
}
QTableView::item:selected, QTreeView::item:selected {
    border-top: 1px solid $accent; border-bottom: 1px solid $accent;
}
QListView::item:selected, QMenu::item:selected { border: 1px solid $accent; }
QFrame[card="true"] { border-color: $border; }
"""
