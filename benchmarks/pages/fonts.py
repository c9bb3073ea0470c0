"""Fonts for made pages: what the machine has, with what comes along where it has none."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path

from PIL import ImageFont

FONT_FILES: dict[str, tuple[str, ...]] = {
    "sans": ("DejaVuSans.ttf", "Vera.ttf", "arial.ttf", "Arial.ttf"),
    "sans bold": ("DejaVuSans-Bold.ttf", "VeraBd.ttf", "arialbd.ttf", "Arial Bold.ttf"),
    "sans italic": ("DejaVuSans-Oblique.ttf", "VeraIt.ttf", "ariali.ttf", "Arial Italic.ttf"),
    "narrow": ("DejaVuSansCondensed.ttf", "arialn.ttf", "Arial Narrow.ttf"),
    "narrow bold": ("DejaVuSansCondensed-Bold.ttf", "arialnb.ttf", "Arial Narrow Bold.ttf"),
    "serif": ("DejaVuSerif.ttf", "times.ttf", "Times New Roman.ttf"),
    "serif bold": ("DejaVuSerif-Bold.ttf", "timesbd.ttf", "Times New Roman Bold.ttf"),
    "serif italic": ("DejaVuSerif-Italic.ttf", "timesi.ttf", "Times New Roman Italic.ttf"),
    "serif narrow": ("DejaVuSerifCondensed.ttf", "times.ttf", "Times New Roman.ttf"),
    "mono": ("DejaVuSansMono.ttf", "cour.ttf", "Courier New.ttf"),
    "vera": ("Vera.ttf", "DejaVuSans.ttf"),
    "vera bold": ("VeraBd.ttf", "DejaVuSans-Bold.ttf"),
    "plain": (),
    "hand": ("AmaticSC-Regular.ttf", "VeraIt.ttf", "DejaVuSans-Oblique.ttf"),
    "hand bold": ("AmaticSC-Bold.ttf", "VeraBI.ttf", "DejaVuSans-BoldOblique.ttf"),
}
"""For each face the files that show it, the first that is there is taken; without any, Pillow's own font."""

_PACKAGES = {"font_amatic_sc": "files", "reportlab": "fonts"}
"""Packages that bring fonts, and where in them."""


def _folders() -> list[Path]:
    """Where fonts lie, in a fixed order."""
    folders = []
    for package, inside in _PACKAGES.items():
        spec = importlib.util.find_spec(package)
        if spec is not None and spec.origin is not None:
            folders.append(Path(spec.origin).parent / inside)
    if sys.platform == "win32":
        folders.append(Path("C:/Windows/Fonts"))
    elif sys.platform == "darwin":
        folders += [Path("/System/Library/Fonts"), Path("/Library/Fonts")]
    else:
        folders += [Path("/usr/share/fonts"), Path("/usr/local/share/fonts")]
    return folders


@cache
def _files() -> dict[str, Path]:
    """Font files by name; of two with one name the one that comes first."""
    wanted = {name for names in FONT_FILES.values() for name in names}
    found: dict[str, Path] = {}
    for folder in _folders():
        if folder.is_dir():
            for path in sorted(folder.rglob("*.ttf")):
                if path.name in wanted:
                    found.setdefault(path.name, path)
    return found


def font_file(face: str) -> Path | None:
    """The file that shows a face; None where it is Pillow's own font."""
    files = _files()
    return next((files[name] for name in FONT_FILES[face] if name in files), None)


@cache
def load_font(face: str, pixels: float) -> ImageFont.FreeTypeFont:
    """A face in a size in pixels.

    Raises:
        KeyError: if there is no such face.
        OSError: if Pillow was built without FreeType.
    """
    path = font_file(face)
    if path is not None:
        return ImageFont.truetype(str(path), pixels, layout_engine=ImageFont.Layout.BASIC)
    own = ImageFont.load_default(pixels)
    if not isinstance(own, ImageFont.FreeTypeFont):
        raise OSError("Pillow has no FreeType")
    return own


def fonts_used() -> dict[str, str]:
    """The name of the file behind each face, for reports: figures hang on fonts."""
    return {face: path.name if (path := font_file(face)) else "Pillow's own" for face in FONT_FILES}
