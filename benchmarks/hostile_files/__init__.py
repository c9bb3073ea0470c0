"""Files made to get a patient past the program: a canary in every slot that a format has.

``python -m benchmarks.hostile_files`` makes them, has them de-identified and looks for the canaries.
"""
