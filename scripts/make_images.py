"""Renders the pictures of the documentation from what the program writes.

    python scripts/make_images.py [--browser PROGRAM] [--out docs/images]

Each picture is a page of ``chartveil explain --html`` about a bundled (fictional) sample, drawn by a headless
Chromium or a browser made from it. The browser is a tool of the documentation, not a dependency; without one
the script says so and changes nothing. The same browser, fonts and samples give the same bytes. On Linux the
page's ``system-ui`` is drawn in Liberation Sans, which looks as the page does on Windows and macOS.
"""

from __future__ import annotations

import argparse
import os
import shutil
import struct
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
MOST_BYTES = 300_000
"""A README should not weigh more than this for one picture."""
_SECONDS = 90
_FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<match target="pattern"><test name="family"><string>system-ui</string></test>
<edit name="family" mode="prepend" binding="strong"><string>Liberation Sans</string></edit></match>
<match target="pattern"><test name="family"><string>sans-serif</string></test>
<edit name="family" mode="prepend" binding="strong"><string>Liberation Sans</string></edit></match>
</fontconfig>
"""


@dataclass(frozen=True)
class Picture:
    """A picture to make.

    Attributes:
        name: file name without ending.
        sample: file under ``resources/samples``; must hold one document.
        width, height: of the window, in pixels; what does not fit is cut off below.
    """

    name: str
    sample: str
    width: int
    height: int


PICTURES = (Picture("explain", "11-consultation.pdf", 1200, 738),)


def find_browser(named: str | None) -> str:
    """The browser to draw with.

    Raises:
        SystemExit: if there is none; the message names what was looked for.
    """
    for name in (named,) if named else BROWSERS:
        found = shutil.which(name)
        if found:
            return found
    sought = named or ", ".join(BROWSERS)
    raise SystemExit(f"No browser found (looked for {sought}). Install Chromium, or name one with --browser.")


def draw(picture: Picture, browser: str, out: Path) -> Path:
    """Draws one picture and checks it before it takes its place.

    Raises:
        SystemExit: if the page or the picture could not be made, or the picture is not as it should be.
    """
    with tempfile.TemporaryDirectory(prefix="chartveil-images-") as temporary:
        folder = Path(temporary)
        page, drawn = folder / "page.html", folder / "picture.png"
        fonts = folder / "fonts.conf"
        fonts.write_text(_FONTS, encoding="utf-8")
        sample = ROOT / "resources" / "samples" / picture.sample
        _run([sys.executable, "-m", "chartveil", "explain", str(sample), "--html", str(page)])
        _run([
            browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
            "--disable-background-networking", "--disable-lcd-text", "--font-render-hinting=none",
            "--force-color-profile=srgb", "--force-device-scale-factor=1",
            f"--user-data-dir={folder / 'profile'}", f"--screenshot={drawn}",
            f"--window-size={picture.width},{picture.height}", page.as_uri(),
        ], FONTCONFIG_FILE=str(fonts))  # fmt: skip
        if not drawn.is_file():
            raise SystemExit(f"{Path(browser).name} wrote no picture for {picture.name}.")
        _check(drawn.read_bytes(), picture)
        out.mkdir(parents=True, exist_ok=True)
        target = out / f"{picture.name}.png"
        shutil.copyfile(drawn, target)
    return target


def _run(command: list[str], **variables: str) -> None:
    environment = {**os.environ, **variables}
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=_SECONDS, check=False, env=environment
    )
    if done.returncode:
        raise SystemExit(f"{Path(command[0]).name} failed ({done.returncode}):\n{done.stderr[-2000:]}")


def _check(png: bytes, picture: Picture) -> None:
    """Holds a picture to its size in pixels and bytes (PNG, ISO/IEC 15948, 11.2.2)."""
    if png[:8] != b"\x89PNG\r\n\x1a\n" or png[12:16] != b"IHDR":
        raise SystemExit(f"{picture.name} is no PNG.")
    if struct.unpack(">II", png[16:24]) != (picture.width, picture.height):
        raise SystemExit(f"{picture.name} is not {picture.width} by {picture.height} pixels.")
    if len(png) > MOST_BYTES:
        raise SystemExit(f"{picture.name} has {len(png):,} bytes, more than {MOST_BYTES:,}.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--browser", help="a Chromium, or a browser made from it")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "images")
    args = parser.parse_args()
    browser = find_browser(args.browser)
    for picture in PICTURES:
        target = draw(picture, browser, args.out)
        print(f"{target.name}: {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
