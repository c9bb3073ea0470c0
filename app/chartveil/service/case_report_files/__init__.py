"""Files that come out of a case: the signed report, and copies of notes under a policy of case reports."""
