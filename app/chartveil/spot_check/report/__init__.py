"""The report of a spot-check: data that anybody can recompute, and the pages made of them."""
