"""Makes the small helpers beside the tests importable, and has no test fail for a machine that is busy."""

import sys
from pathlib import Path

from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))

settings.register_profile("suite", deadline=None)
settings.load_profile("suite")
