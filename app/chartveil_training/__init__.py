"""Makes training notes, trains the networks, writes them as ONNX: used from a checkout, not installed.

``fine_tuning``, ``network``, ``int8_model``, ``export``, ``site.learner`` and ``site.member_network`` need
torch (extra ``train``); the rest runs without it.
"""
