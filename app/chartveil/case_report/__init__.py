"""Case reports: one patient's notes become prose that may be published."""
