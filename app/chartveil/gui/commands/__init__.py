"""The commands of the window: their keys, menus and actions."""
