"""A keyring for tests."""

import keyring
import pytest
from keyring.backend import KeyringBackend


class KeyringOfTests(KeyringBackend):
    """Keeps secrets in memory."""

    priority = 5

    def __init__(self):
        super().__init__()
        self.kept = {}

    def get_password(self, service, username):
        return self.kept.get((service, username))

    def set_password(self, service, username, password):
        self.kept[service, username] = password

    def delete_password(self, service, username):
        del self.kept[service, username]


@pytest.fixture
def system_keyring():
    """The system's keyring, in memory."""
    before, ours = keyring.get_keyring(), KeyringOfTests()
    keyring.set_keyring(ours)
    yield ours
    keyring.set_keyring(before)
