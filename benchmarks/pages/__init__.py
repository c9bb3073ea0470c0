"""Pages made to order with all that stands on them known, and how well they were read.

Everything on them is invented. The same kind, degradation and seed give the same page on machines with the
same fonts.
"""
