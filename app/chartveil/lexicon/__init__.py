"""Bundled dictionaries: what words and phrases are known as, and which places medical terms hold.

>>> from chartveil.lexicon.lexicon import bundled_lexicon
>>> lexicon = bundled_lexicon()            # doctest: +SKIP
>>> lexicon.is_common("pain")           # doctest: +SKIP
True
"""
