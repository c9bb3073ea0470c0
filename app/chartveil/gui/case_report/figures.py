"""Texts for shares and numbers of people, with no more digits than an estimate has."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def fitting_text(people: float) -> str:
    """How many people fit, in two digits: ``12,000 people fit``, ``1 person fits``."""
    translate = QCoreApplication.translate
    if people < 1:
        return translate("Figures", "less than one person fits")
    number = _two_digits(people)
    if number == 1:
        return translate("Figures", "1 person fits")
    return translate("Figures", "{n} people fit").format(n=f"{number:,}")


def one_in_text(share: float) -> str:
    """A share of the population: ``1 in 33``, ``40 of 100``, ``all``."""
    translate = QCoreApplication.translate
    if share >= 1:
        return translate("Figures", "all")
    if share >= 0.1:
        return translate("Figures", "{n} of 100").format(n=round(100 * share))
    return translate("Figures", "1 in {n}").format(n=f"{_two_digits(1 / share):,}")


def _two_digits(number: float) -> int:
    scale = max(0, len(str(int(number))) - 2)
    return int(round(number / 10**scale) * 10**scale)
