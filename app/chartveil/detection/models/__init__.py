"""Small models that vote on each word: their lists, how they are run, and how votes become spans."""
