"""A new workbook, made in memory.

The library drafts each sheet in a file of the system's temporary folder. There text that nobody has searched
for leaks would lie, and stay if the process died. It also writes the time into the package, and fails where
the clock tells one that a zip entry cannot hold. So sheets are packed in memory, and the package is ours.
"""

from __future__ import annotations

import gzip
import io
import shutil
import zipfile
from collections.abc import Iterable
from typing import Any, Self

_CORE_PROPERTIES = "docProps/core.xml"
_NO_PROPERTIES = (
    b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    b'<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"/>'
)
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip entry can hold."""
_WIDE = 80
"""Width of a column of text, in characters."""


class NewWorkbook:
    """A workbook that is written row by row, within a ``with``."""

    def __init__(self) -> None:
        from openpyxl import Workbook

        self._workbook = Workbook(write_only=True)
        self._sheets: list[Any] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # Where the writing of a row has failed, elements of the sheet are still open: left to the collector
        # of garbage, which takes the outer ones first, they would print a traceback.
        for sheet in self._sheets:
            if sheet._rows is not None:
                sheet._rows.close()
            sheet._writer.close()

    def add_sheet(self, title: str, wide_columns: Iterable[int] = ()) -> Any:
        """A new sheet of openpyxl, ready for its rows.

        Args:
            title: of the sheet.
            wide_columns: numbers of columns, from 0, that hold text.
        """
        from openpyxl.utils import get_column_letter
        from openpyxl.worksheet._writer import WorksheetWriter

        sheet = self._workbook.create_sheet(title)
        for column in wide_columns:
            sheet.column_dimensions[get_column_letter(column + 1)].width = _WIDE
        # Packed at once: the markup of a sheet says the same over and over.
        packed = gzip.GzipFile(fileobj=io.BytesIO(), mode="wb", compresslevel=1, mtime=0)
        writer = WorksheetWriter(sheet, packed)
        writer.cleanup = lambda: None  # there is no file to remove
        writer.write_top()
        sheet._writer = writer
        self._sheets.append(sheet)
        return sheet

    def to_bytes(self) -> bytes:
        """The package. It tells nothing of when, where or by whom it was made: the same bytes each time."""
        from openpyxl.writer.excel import ExcelWriter

        parts = _Parts()
        ExcelWriter(self._workbook, parts).write_data()
        parts.writestr(_CORE_PROPERTIES, _NO_PROPERTIES)
        return parts.to_bytes()


class _Parts:
    """The parts of a package; to openpyxl it is an archive."""

    def __init__(self) -> None:
        self._texts: dict[str, bytes] = {}
        self._packed: dict[str, gzip.GzipFile] = {}

    def writestr(self, name: str, text: str | bytes) -> None:
        self._texts[name] = text.encode("utf-8") if isinstance(text, str) else text

    def write(self, sheet: gzip.GzipFile, name: str) -> None:
        self._packed[name] = sheet

    def namelist(self) -> list[str]:
        return [*self._texts, *self._packed]

    def to_bytes(self) -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for name in sorted(self.namelist()):
                info = zipfile.ZipInfo(name, _EPOCH)
                info.compress_type = zipfile.ZIP_DEFLATED
                info.create_system = 0
                if name in self._texts:
                    archive.writestr(info, self._texts[name])
                else:
                    _copy(self._packed[name], archive, info)
        return out.getvalue()


def _copy(sheet: gzip.GzipFile, archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> None:
    info.file_size = sheet.tell()  # so that one of more than 2 GB gets an entry that can hold it
    packed: Any = sheet.fileobj
    sheet.close()  # packs what it has still got, and leaves the bytes below open
    packed.seek(0)
    with gzip.GzipFile(fileobj=packed) as source, archive.open(info, "w") as target:
        shutil.copyfileobj(source, target)
