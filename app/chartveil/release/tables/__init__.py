"""Tables: what is done with each column, row by row, and the copies."""
