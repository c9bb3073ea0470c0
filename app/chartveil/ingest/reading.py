"""From a ref to its documents."""

from __future__ import annotations

from chartveil.domain import Document
from chartveil.errors import ChartveilError, InputError
from chartveil.formats.base import Format, ReadOptions, SourceFile
from chartveil.formats.registry import format_for
from chartveil.ingest.archive import InputLoader
from chartveil.ingest.refs import InputRef


def read_documents(
    ref: InputRef, options: ReadOptions, loader: InputLoader | None = None
) -> tuple[SourceFile, Format, list[Document]]:
    """Loads a file, tells its format and reads its documents.

    Args:
        loader: keeps an archive open between calls; without it each call opens its own.

    Returns:
        The file, its format, and at least one document, each with text.

    Raises:
        InputError: for whatever goes wrong with the file. An error of a library is named by its type only,
            and not chained, as its message may quote the document.
    """
    file = loader.load(ref) if loader is not None else ref.load(options.limits)
    form = format_for(file)
    try:
        documents = form.read(file, options)
    except ChartveilError:
        raise
    except MemoryError:
        raise InputError(
            "needs more memory than there is.", where=file.path, remedy="Split it into smaller files."
        ) from None
    except Exception as e:  # noqa: BLE001 - the border to libraries, which raise what they like
        raise InputError(
            f"cannot be read as {form.name} ({type(e).__name__}).",
            where=file.path,
            remedy="Open it in the program that made it and save it again, or as plain text.",
        ) from None
    _check_documents(documents, file, options)
    return file, form, documents


def _check_documents(documents: list[Document], file: SourceFile, options: ReadOptions) -> None:
    """Holds a format to its promise.

    Raises:
        InputError: if there is no text, or a text is longer than the limit.
    """
    if not any(document.text.strip() for document in documents):
        raise InputError("holds no text.", where=file.path, remedy="Check that it was exported completely.")
    for document in documents:
        if len(document.text) > options.limits.text_chars:
            part = document.source.part
            raise InputError(
                f"a text of {len(document.text):,} characters is too long "
                f"(limit {options.limits.text_chars:,}).",
                where=f"{file.path}, {part}" if part else file.path,
                remedy="Split it into several documents.",
            )
