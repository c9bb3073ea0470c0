"""The way of one file, in this order, one module a step.

    plan      ``discovery`` finds the files, ``input_files`` reads them, ``job`` says what to do with each
    detect    ``file_processor`` asks ``detection.pipeline`` for spans, once a document,
    replace   and ``surrogates.engine`` for what takes their place; ``deidentified_document`` holds both
    draft     ``drafts`` writes each output under a name that nobody takes for a copy
    search    ``leak_check`` looks for what should have gone, in the text and in the draft as read back
    publish   ``publish`` gives the draft its name and records it

``worker_processes`` does this for many files at once, ``runner`` for all files of a run into a folder, and
``batch`` for what a user names on the command line. Detection for review ends after ``replace``.
"""
