"""The page on which releases are looked at, and records written and checked."""
