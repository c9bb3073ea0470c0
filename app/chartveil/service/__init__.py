"""What a front end may call: batches (``batch``) and the review desk (``desk``).

The only writer to the workspace and to worklists, and the only one to name outputs.
"""
