import socket

import pytest

from chartveil.ocr.engine_interface import EngineName
from chartveil.ocr.engines.registry import get_engine


@pytest.fixture(scope="session")
def rapidocr():
    """The usual engine, loaded once for all tests."""
    return get_engine(EngineName.RAPIDOCR, threads=2)


@pytest.fixture
def no_network(monkeypatch):
    """Any try to open a socket or to look up a host fails, and is told."""
    tried = []

    def refuse(*arguments, **_):
        tried.append(arguments)
        raise OSError("no network in this test")

    for name in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, name, refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    return tried
