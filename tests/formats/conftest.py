"""What the tests of vector pages are given."""

import pytest

from formats.vector_files import Copy


@pytest.fixture
def copy(monkeypatch):
    """Makes vector copies."""
    return lambda *given, **options: Copy(monkeypatch, *given, **options)
