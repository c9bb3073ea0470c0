"""What the audit record is worth: tamperings found, honest histories believed, names not found, time."""
