"""What comes out of a case: prose, timeline, log, the patient's copy, the search list."""
