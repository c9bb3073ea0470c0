"""What scanners, fax machines and telephones do to a page; what is known of the page moves along."""

from __future__ import annotations

from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.pages.synthetic_page import InkOwners, SyntheticPage
from chartveil.ocr.engine_interface import Picture

_FAX_DPI = 204
"""Across a fax; ITU-T T.4: 8.04 elements a millimetre."""


class Degradation(StrEnum):
    """How a page came to the reader."""

    CLEAN = "clean"
    """Drawn from a file at 200 dpi."""
    SCAN_150 = "scan150"
    SCAN_200 = "scan200"
    SCAN_300 = "scan300"
    """Scanned at so many dpi: skew up to 2 degrees, blur, grain, specks, uneven light, JPEG."""
    FAX = "fax"
    """1 bit, 204 x 196 dpi."""
    FAX_STANDARD = "fax_standard"
    """1 bit, 204 x 98 dpi."""

    @property
    def dpi(self) -> int:
        """Of the picture that a reader gets. Faxes are scaled to square elements as viewers do."""
        return {Degradation.SCAN_150: 150, Degradation.SCAN_300: 300}.get(self, 200)


def degraded_page(page: SyntheticPage, how: Degradation, rng: np.random.Generator) -> SyntheticPage:
    """The page as it comes out of a machine."""
    if how is Degradation.CLEAN:
        return page
    if how is Degradation.FAX:
        return _faxed(page, 196, rng)
    if how is Degradation.FAX_STANDARD:
        return _faxed(page, 98, rng)
    return _scanned(page, rng)


def rotated_page(page: SyntheticPage, degrees: float) -> SyntheticPage:
    """The page turned counter-clockwise about its middle; what comes in at the edges is white."""
    high, wide = page.owners.shape
    turn = cv2.getRotationMatrix2D(((wide - 1) / 2, (high - 1) / 2), degrees, 1.0)
    return warped_page(page, np.asarray(turn, np.float64), (wide, high))


def warped_page(page: SyntheticPage, matrix: NDArray[np.float64], size: tuple[int, int]) -> SyntheticPage:
    """The page moved by an affine map (2 x 3, from old to new pixels) onto one of ``size``: width, height."""
    white = (255, 255, 255)
    picture = cv2.warpAffine(page.picture, matrix, size, flags=cv2.INTER_LINEAR, borderValue=white)
    owners = cv2.warpAffine(page.owners, matrix, size, flags=cv2.INTER_NEAREST, borderValue=0)
    return page.after_change(_as_picture(picture), _as_owners(owners))


def photographed_page(page: SyntheticPage, rng: np.random.Generator) -> SyntheticPage:
    """The page as a telephone sees it: perspective, a bend, shade, a tint, noise, JPEG; in colour."""
    high, wide = page.owners.shape
    edge = round(0.05 * wide)
    size = (wide + 2 * edge, high + 2 * edge)
    corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    moved = corners + edge + rng.uniform(-0.02, 0.02, (4, 2)).astype(np.float32) * wide
    back = cv2.getPerspectiveTransform(moved, corners)
    xs, ys = np.meshgrid(np.arange(size[0], dtype=np.float32), np.arange(size[1], dtype=np.float32))
    depth = back[2, 0] * xs + back[2, 1] * ys + back[2, 2]
    from_x = ((back[0, 0] * xs + back[0, 1] * ys + back[0, 2]) / depth).astype(np.float32)
    from_y = ((back[1, 0] * xs + back[1, 1] * ys + back[1, 2]) / depth).astype(np.float32)
    bend = rng.uniform(0.001, 0.003) * high
    from_y += (bend * np.sin(np.pi * from_x / wide)).astype(np.float32)
    table = float(rng.uniform(70, 130))
    paper = cv2.remap(
        _coloured(page.picture),
        from_x,
        from_y,
        cv2.INTER_LINEAR,
        borderValue=(table, table * 0.85, table * 0.7),
    )
    owners = cv2.remap(page.owners, from_x, from_y, cv2.INTER_NEAREST, borderValue=0)
    tint = np.array([1.0, rng.uniform(0.94, 0.99), rng.uniform(0.84, 0.95)], np.float32)
    lit = paper.astype(np.float32) * tint * _shade(size, rng, 0.4)[..., None]
    lit = cv2.GaussianBlur(lit, (0, 0), 0.5 * page.dpi / 200) + _grain(lit.shape, rng, 4.0)
    return page.after_change(_jpeg(_clipped(lit), int(rng.integers(70, 88))), _as_owners(owners))


def _scanned(page: SyntheticPage, rng: np.random.Generator) -> SyntheticPage:
    page = rotated_page(page, float(rng.uniform(-2, 2)))
    fine = page.dpi / 200
    high, wide = page.owners.shape
    values = page.picture.astype(np.float32)
    paper, ink = rng.uniform(232, 252), rng.uniform(10, 60)
    values = ink + values * ((paper - ink) / 255)
    shade = _shade((wide, high), rng, 0.15)
    values *= shade if values.ndim == 2 else shade[..., None]
    values = np.asarray(cv2.GaussianBlur(values, (0, 0), float(rng.uniform(0.4, 0.9)) * fine), np.float32)
    values += _grain(values.shape, rng, float(rng.uniform(2, 7)))
    picture = _clipped(values)
    _speckle(picture, rng, int(rng.integers(20, 90)), max(1, round(fine)))
    return page.after_change(_jpeg(picture, int(rng.integers(55, 88))), page.owners)


def _faxed(page: SyntheticPage, rows_dpi: int, rng: np.random.Generator) -> SyntheticPage:
    page = rotated_page(page, float(rng.uniform(-1, 1)))
    high, wide = page.owners.shape
    grey = page.picture if page.picture.ndim == 2 else cv2.cvtColor(page.picture, cv2.COLOR_RGB2GRAY)
    size = (round(wide * _FAX_DPI / page.dpi), round(high * rows_dpi / page.dpi))
    seen = cv2.resize(grey, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    seen += _grain(seen.shape, rng, 8.0)
    bits = np.where(seen < rng.uniform(120, 165), 0, 255).astype(np.uint8)
    _speckle(bits, rng, int(rng.integers(30, 200)), 1)
    back = cv2.resize(bits, (wide, high), interpolation=cv2.INTER_LINEAR)
    return page.after_change(_as_picture(back), page.owners)


def _shade(size: tuple[int, int], rng: np.random.Generator, most: float) -> NDArray[np.float32]:
    """Light from one side with a soft shadow: factors of at most 1, height x width."""
    points = rng.uniform(1 - most, 1, (4, 4)).astype(np.float32)
    return np.asarray(cv2.resize(points, size, interpolation=cv2.INTER_LINEAR), np.float32)


def _grain(shape: tuple[int, ...], rng: np.random.Generator, sigma: float) -> NDArray[np.float32]:
    return rng.standard_normal(shape, dtype=np.float32) * np.float32(sigma)


def _speckle(picture: Picture, rng: np.random.Generator, specks: int, size: int) -> None:
    """Puts dark specks of a few pixels on a picture, in place."""
    high, wide = picture.shape[:2]
    for _ in range(specks):
        y, x = int(rng.integers(high)), int(rng.integers(wide))
        deep, broad = (int(v) for v in rng.integers(1, 2 * size + 1, 2))
        picture[y : y + deep, x : x + broad] = int(rng.integers(0, 110))


def _jpeg(picture: Picture, quality: int) -> Picture:
    flipped = picture if picture.ndim == 2 else picture[..., ::-1]
    _, coded = cv2.imencode(".jpg", flipped, [cv2.IMWRITE_JPEG_QUALITY, quality])
    back = cv2.imdecode(coded, cv2.IMREAD_UNCHANGED)
    assert back is not None
    return _as_picture(back if picture.ndim == 2 else back[..., ::-1])


def _coloured(picture: Picture) -> Picture:
    return picture if picture.ndim == 3 else np.repeat(picture[..., None], 3, axis=2)


def _clipped(values: NDArray[np.float32]) -> Picture:
    return np.clip(np.rint(values), 0, 255).astype(np.uint8)


def _as_picture(values: object) -> Picture:
    return np.ascontiguousarray(values, np.uint8)


def _as_owners(values: object) -> InkOwners:
    return np.ascontiguousarray(values, np.uint16)
