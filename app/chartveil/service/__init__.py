"""What a front end may call: the review service and what belongs to it. Batches are in ``release.batch``.

Functions take the service first. They are the only writers to worklists.
"""
