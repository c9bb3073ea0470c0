"""Fine-tuning at a site: a member that learns from the site's own annotated documents.

Only ``train_network`` and ``weights`` need torch (extra ``train``); the rest runs without it.
"""
