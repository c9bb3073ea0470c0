"""A reader of notes whose process dies at some files; a module of its own, since processes import it."""

import os

from chartveil.case_report.reading import NoteReader


class DyingReader(NoteReader):
    """Dies at files named ``dies``, as a library does that runs into a damaged file."""

    def process(self, task):
        """The documents of any other file."""
        if "dies" in task.ref.name:
            os.abort()
        return super().process(task)
