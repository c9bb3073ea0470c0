"""What a front end may call: batches (``batch``) and the review desk (``desk``).

The only writer to the workspace and to worklists, and the only one to name outputs.
"""

from chartveil.service.batch import BatchProgress, BatchReport, BatchRequest, BatchRunner, SkippedFile
from chartveil.service.publish import FileReport

__all__ = ["BatchProgress", "BatchReport", "BatchRequest", "BatchRunner", "FileReport", "SkippedFile"]
