"""Synthesis of training notes, fine-tuning, export to ONNX.

Only ``build``, ``export``, ``fit``, ``network`` and ``site``'s ``train_network`` and ``weights`` need torch (extra
``train``); the rest runs without it.
"""
