"""Clinical sentences made to order, each of a kind that users saw go wrong, with the truth marked in them.

All of them are invented. The same kind and seed give the same sentences on every machine.
"""
