"""Contrast by WCAG 2.2 (1.4.3, 1.4.11), computed for every pair that is drawn; icons; the style sheet."""

from itertools import combinations

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLineEdit, QPushButton, QWidget

from chartveil.domain.errors import ResourceError
from chartveil.domain.labels import LabelGroup
from chartveil.domain.paths import resources_folder
from chartveil.gui.theme import application
from chartveil.gui.theme.application import (
    apply_theme,
    set_style_property,
    style_colors,
    stylesheet,
    text_sizes,
)
from chartveil.gui.theme.colors import ThemeName, qt_palette, theme_by_name
from chartveil.gui.theme.icons import IconSet
from chartveil.gui.widgets.form import ValueComboBox
from chartveil.gui.widgets.layouts import column

TEXT = 4.5
PART = 3.0


def luminance(color: QColor) -> float:
    """Relative luminance in [0, 1], by WCAG 2.2."""

    def linear(value: float) -> float:
        return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)

    red, green, blue = linear(color.redF()), linear(color.greenF()), linear(color.blueF())
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast_ratio(a: QColor, b: QColor) -> float:
    """Contrast ratio of two opaque colours, 1 to 21, by WCAG 2.2."""
    dark, light = sorted((luminance(a), luminance(b)))
    return (light + 0.05) / (dark + 0.05)


themes = pytest.mark.parametrize("name", list(ThemeName))


@pytest.fixture
def dressed(qapp: QApplication):
    """The application, plain again afterwards."""
    yield qapp
    qapp.setStyleSheet("")
    qapp.setPalette(QPalette())


def test_contrast_of_known_pairs():
    assert contrast_ratio(QColor("#000000"), QColor("#FFFFFF")) == pytest.approx(21)
    assert contrast_ratio(QColor("#777777"), QColor("#FFFFFF")) == pytest.approx(4.48, abs=0.01)


@themes
def test_texts_can_be_read_on_every_background(name):
    t = theme_by_name(name)
    for background in (t.window, t.page, t.raised, t.selection):
        for text in (t.text, t.muted, t.danger, t.warning, t.success):
            assert contrast_ratio(text, background) >= TEXT, (text.name(), background.name())
    assert contrast_ratio(t.on_selection, t.selection) >= TEXT
    assert contrast_ratio(t.on_accent, t.accent) >= TEXT
    assert contrast_ratio(t.text, t.found) >= TEXT


@themes
def test_texts_can_be_read_while_something_is_hovered_or_pressed(name):
    c = style_colors(theme_by_name(name))
    for background in ("hover", "pressed", "window_hover", "row_hover", "off"):
        assert contrast_ratio(c["text"], c[background]) >= TEXT, background
        assert contrast_ratio(c["muted"], c[background]) >= TEXT or background == "pressed", background
    for background in ("accent", "accent_hover", "accent_pressed"):
        assert contrast_ratio(c["on_accent"], c[background]) >= TEXT, background
    assert contrast_ratio(c["danger"], c["hover"]) >= TEXT
    assert contrast_ratio(c["danger"], c["pressed"]) >= TEXT


@themes
def test_highlights_can_be_read(name):
    t = theme_by_name(name)
    assert set(t.groups) == set(LabelGroup)
    for group, c in t.groups.items():
        for text, background in (
            (t.text, c.tint),
            (t.muted, c.tint),
            (c.ink, c.tint),
            (c.ink, t.page),
            (c.ink, t.window),
            (c.ink, t.raised),
            (c.ink, t.found),
            (c.ink, t.selection),
        ):
            assert contrast_ratio(text, background) >= TEXT, (group, text.name(), background.name())


@themes
def test_borders_rings_and_marks_are_seen(name):
    t = theme_by_name(name)
    for background in (t.window, t.page, t.raised):
        assert contrast_ratio(t.border, background) >= PART
        assert contrast_ratio(t.focus, background) >= PART
        assert contrast_ratio(t.accent, background) >= PART
    for c in t.groups.values():
        assert contrast_ratio(t.accent, c.tint) >= PART
        assert contrast_ratio(t.focus, c.tint) >= PART


# Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB.
DEFICIENCIES = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}


def seen(color, matrix):
    """CIE L*a*b* of a colour as such eyes see it."""

    def linear(v):
        return v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4

    rgb = [linear(v) for v in (color.redF(), color.greenF(), color.blueF())]
    r, g, b = (min(1.0, max(0.0, sum(m * v for m, v in zip(row, rgb, strict=True)))) for row in matrix)
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883,
    )
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(a, b, matrix):
    return sum((p - q) ** 2 for p, q in zip(seen(a, matrix), seen(b, matrix), strict=True)) ** 0.5


@themes
@pytest.mark.parametrize("deficiency", DEFICIENCIES)
def test_groups_are_told_apart_without_seeing_red_or_green(name, deficiency):
    """Most pairs by colour, all of them by their letter.

    2.3 is a just noticeable difference of CIE L*a*b*. Such eyes tell few hues apart at one lightness, so that
    some of the 28 pairs need the letter.
    """
    groups, matrix = theme_by_name(name).groups, DEFICIENCIES[deficiency]
    apart = [
        max(
            distance(groups[a].ink, groups[b].ink, matrix),
            distance(groups[a].tint, groups[b].tint, matrix),
        )
        for a, b in combinations(LabelGroup, 2)
    ]
    assert min(apart) > 2.3
    assert sum(d < 10 for d in apart) <= 6


@themes
def test_disabled_text_is_paler_and_still_there(name):
    made, t = qt_palette(theme_by_name(name)), theme_by_name(name)
    off = made.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text)
    assert 2 < contrast_ratio(off, t.window) < contrast_ratio(t.text, t.window)
    assert made.color(QPalette.ColorRole.Window) == t.window
    assert made.color(QPalette.ColorRole.HighlightedText) == t.on_selection


@themes
def test_the_style_sheet_is_understood(name, dressed, qtbot, qtlog):
    apply_theme(dressed, theme_by_name(name), 16)
    window = QWidget()
    qtbot.addWidget(window)
    for widget in (QPushButton(window), QCheckBox(window), QComboBox(window), QLineEdit(window)):
        widget.show()
        widget.grab()
    said = [r.message for r in qtlog.records if "propagateSizeHints" not in r.message]
    assert said == []
    assert "$" not in stylesheet(theme_by_name(name))


def test_a_mark_changes_how_a_button_is_drawn(dressed, qtbot):
    t = theme_by_name(ThemeName.LIGHT)
    apply_theme(dressed, t)
    button = QPushButton("Sign off")
    qtbot.addWidget(button)
    button.resize(120, 40)

    def edge():
        return button.grab().toImage().pixelColor(10, 20)

    assert edge() == t.raised
    set_style_property(button, "primary", True)
    assert edge() == t.accent


def test_a_focused_button_shows_its_ring(dressed, qtbot):
    t = theme_by_name(ThemeName.LIGHT)
    apply_theme(dressed, t)
    window = QWidget()
    qtbot.addWidget(window)
    button = QPushButton("Accept", window)
    button.resize(120, 40)
    with qtbot.waitExposed(window):
        window.show()
    window.activateWindow()
    button.setFocus()
    qtbot.waitUntil(button.hasFocus)
    image = button.grab().toImage()
    assert image.pixelColor(60, 0) == t.focus
    assert image.pixelColor(60, 1) == t.focus


@themes
@pytest.mark.parametrize("entries", [1, 2, 3, 4, 5, 7, 9, 10, 11, 25])
def test_a_list_that_drops_down_cuts_no_entry_off(name, entries, dressed, qtbot):
    apply_theme(dressed, theme_by_name(name))
    page = QWidget()
    box = ValueComboBox()
    column(box, ..., parent=page)
    qtbot.addWidget(page)
    for at in range(entries):
        box.add_value(f"entry {at}", at)
    page.resize(400, 700)
    with qtbot.waitExposed(page):
        page.show()
    box.showPopup()
    view = box.view()
    qtbot.waitUntil(view.isVisible)
    shown = min(entries, box.maxVisibleItems())
    last = view.visualRect(view.model().index(shown - 1, 0))
    assert view.viewport().rect().contains(last)
    assert view.verticalScrollBar().isVisible() == (entries > shown)
    box.hidePopup()


def test_sizes_follow_the_chosen_one_within_bounds():
    assert text_sizes(14).document == 14
    assert text_sizes(14).small <= text_sizes(14).body < text_sizes(14).title
    assert text_sizes(2).document == 11
    assert text_sizes(99).document == 28
    assert text_sizes(28).body > text_sizes(14).body


@pytest.mark.parametrize(("system", "usual"), [(12, 14), (15, 14), (18, 19), (24, 25), (60, 28)])
def test_letters_are_large_where_those_of_the_system_are(monkeypatch, system, usual):
    font = QFont()
    font.setPixelSize(system)
    monkeypatch.setattr(application.QFontDatabase, "systemFont", lambda _: font)
    assert application.usual_text_size() == usual


@themes
def test_control_marks_have_the_theme_colours(name):
    folder = resources_folder() / "icons" / "controls" / name.value
    t = theme_by_name(name)
    for file, color in (("check", t.on_accent), ("dot", t.on_accent), ("down", t.text), ("up", t.text)):
        assert color.name() in (folder / f"{file}.svg").read_text(encoding="utf-8")


def test_every_icon_is_drawn_in_the_colour_asked_for(qapp):
    icons = IconSet(theme_by_name(ThemeName.LIGHT))
    red = QColor("#FF0000")
    for name in (p.stem for p in (resources_folder() / "icons").glob("*.svg")):
        image = icons.pixmap(name, 24, 2.0, red).toImage()
        assert image.width() == 48
        inks = {
            image.pixelColor(x, y).name()
            for x in range(48)
            for y in range(48)
            if image.pixelColor(x, y).alpha() > 250
        }
        assert inks == {"#ff0000"}, name


def test_an_icon_is_sharp_at_every_scale_and_pale_when_disabled(qapp):
    icon = IconSet(theme_by_name(ThemeName.DARK)).icon("check")
    assert {QSize(20, 20), QSize(40, 40), QSize(60, 60)} <= set(icon.availableSizes())
    assert icon.pixmap(24).toImage() != icon.pixmap(QSize(24, 24), mode=icon.Mode.Disabled).toImage()


def test_an_unknown_icon_is_an_error(qapp):
    with pytest.raises(ResourceError, match="nothing-like-it"):
        IconSet(theme_by_name(ThemeName.LIGHT)).icon("nothing-like-it")
