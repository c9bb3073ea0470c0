"""Bundled dictionaries: what words and phrases are known as, and which places medical terms hold.

>>> from chartveil.lexicon import Lexicon
>>> lexicon = Lexicon.load()            # doctest: +SKIP
>>> lexicon.is_common("pain")           # doctest: +SKIP
True
"""

from chartveil.lexicon.lexicon import COMMON, Lexicon
from chartveil.lexicon.medical import Claim, Hold
from chartveil.lexicon.scan import Scan, Words
from chartveil.lexicon.store import DictionaryStore

__all__ = ["COMMON", "Claim", "DictionaryStore", "Hold", "Lexicon", "Scan", "Words"]
