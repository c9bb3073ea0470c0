"""Bundled dictionaries: what words and phrases are known as, and which places medical terms hold.

>>> from chartveil.lexicon import Lexicon
>>> lexicon = Lexicon.load()            # doctest: +SKIP
>>> lexicon.is_common("pain")           # doctest: +SKIP
True
"""

from chartveil.lexicon.lexicon import COMMON_ZIPF, Lexicon
from chartveil.lexicon.medical import ClaimStrength, MedicalClaim
from chartveil.lexicon.scan import LookedUpWords, WordsOfText
from chartveil.lexicon.store import DictionaryFolder

__all__ = [
    "COMMON_ZIPF",
    "ClaimStrength",
    "DictionaryFolder",
    "Lexicon",
    "LookedUpWords",
    "MedicalClaim",
    "WordsOfText",
]
