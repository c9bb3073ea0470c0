"""Training at a site: a member that learns from the site's own annotated documents.

Only ``learner`` and ``member_network`` need torch (extra ``train``); the rest runs without it.
"""
