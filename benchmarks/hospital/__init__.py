"""A made hospital: many notes of each of its patients, to see whether one person stays one in the copies."""
